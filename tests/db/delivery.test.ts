import { expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newFriends, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { listen } from "../support/listen.ts";

/** From the triggers to the network, with the unmodified client: our messages really arrive. */

test("people hear their own channel and no other", async () => {
  const [alice, bob] = await newFriends("person", "person");
  expect((await listen(alice, `user:${alice.id}`)).status).toBe("SUBSCRIBED");
  expect((await listen(bob, `user:${alice.id}`)).status).toBe("CHANNEL_ERROR");
  expect((await listen(bob, "user:")).status).toBe("CHANNEL_ERROR");
});

test("revisions of a task arrive in their order, however many change it at once", async () => {
  const [alice, bob] = await newFriends("person", "person");
  const task = await addTask(alice, { share_with: [bob.email] });
  const [alices, bobs] = await Promise.all([
    listen(alice, `user:${alice.id}`),
    listen(bob, `user:${bob.id}`),
  ]);
  const days = Array.from({ length: 28 }, (_, n) => `2020-02-${String(n + 1).padStart(2, "0")}`);
  await Promise.all(
    days.map((completed_date, n) =>
      rpc(n % 2 ? alice : bob, "complete_task", { task_id: task.id, completed_date }),
    ),
  );
  for (const { received } of [alices, bobs]) {
    // The message about the new task may still be on its way.
    const revisions = () =>
      received
        .map(({ payload }) => (payload.task as TaskJson | undefined)?.revision ?? 0)
        .filter((revision) => revision > task.revision);
    await expect.poll(() => revisions().length).toBe(days.length);
    expect(revisions()).toEqual(days.map((_, n) => task.revision + 1 + n));
  }
});

test("from the unshare on, nothing comes to the former recipient's open channel", async () => {
  const [alice, bob] = await newFriends("person", "person");
  const { received } = await listen(bob, `user:${bob.id}`);
  const task = await addTask(alice, { share_with: [bob.email] });
  const change = (parameters: Record<string, unknown>) =>
    rpc(alice, "update_task", { task_id: task.id, fields: {}, ...parameters });
  succeeded(await rpc(bob, "complete_task", { task_id: task.id, completed_date: "2020-01-02" }));
  await change({ share_with: [] });
  await change({ fields: { title: "Not for Bob" } });
  const marker = await addTask(alice, { share_with: [bob.email] });
  await expect.poll(() => received.at(-1)?.payload).toMatchObject({ task: { id: marker.id } });
  expect(received.map(({ event }) => event)).toEqual(["task", "task", "task_removed", "task"]);
});
