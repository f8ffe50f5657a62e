import { expect, test } from "vitest";
import { type MailLink, signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import {
  acceptEachOther,
  callFunction,
  newPerson,
  type Person,
  refusalCode,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, utcDay } from "../support/actors-tasks.ts";
import { newBrowser } from "../support/push-stand-in.ts";
import { variables } from "../support/pushes.ts";
import { functionEnvironment } from "../support/service.ts";
import { sql } from "../support/sql.ts";

/** Adding a browser, and the links behind the buttons of its notifications. */

test("a browser gets the key, and is added when its push server is known", async () => {
  const person = await newPerson();
  const key = variables().VAPID_KEYS.split(".")[0];
  expect(succeeded(await callFunction(person, "push-device", {}))).toEqual({ key, device: null });
  expect(refusalCode(await callFunction(null, "push-device", {}))).toBe("UNAUTHENTICATED");
  const { p256dh, auth } = await newBrowser();
  const add = (endpoint: string) =>
    callFunction(person, "push-device", {
      subscription: { endpoint, p256dh, auth, label: "Phone" },
    });
  for (const endpoint of [
    "https://push.example/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://evilpush.apple.com.example/1",
    "https://push.apple.com/1",
    "https://127.0.0.1/1",
    "https://FCM.googleapis.com/1",
    "https://fcm.googleapis.com/../1",
    "http://fcm.googleapis.com/1",
    "nonsense",
  ]) {
    expect(refusalCode(await add(endpoint)), endpoint).toBe("VALIDATION_FAILED");
  }
  for (const host of [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "wns2-par02p.notify.windows.com",
  ]) {
    const { device: id } = succeeded<{ device: string }>(
      await add(`https://${host}/${crypto.randomUUID()}`),
    );
    succeeded(await rpc(person, "remove_push_device", { id }));
  }
});

const putOff = (claims: Omit<Extract<MailLink, { purpose: "put-off" }>, "purpose">) =>
  signMailLink(functionEnvironment(), { purpose: "put-off", ...claims }, "3 days");

const follow = (token: string, action: string, purpose = "put-off") =>
  callFunction(null, "mail-link", { token, purpose, action });

async function household() {
  const [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
  await acceptEachOther([alice, bob]);
  const [today, tomorrow] = await Promise.all([utcDay(0), utcDay(1)]);
  const task = await addTask(alice, {
    start_date: today,
    end_date: today,
    share_with: [bob.email],
  });
  const claims = (person: Person) => ({
    ...{ person: person.id, task: task.id, day: today, newDay: tomorrow },
  });
  return { alice, bob, task, today, tomorrow, token: await putOff(claims(bob)) };
}

const putOffs = (id: string) =>
  sql("select new_date from public.task_put_offs where task_id = $1", [id]);

test("a link puts a day off once it is followed, as often as it is, and is good for nothing else", async () => {
  const { task, tomorrow, token } = await household();
  expect(succeeded(await follow(token, "look"))).toMatchObject({ done: null, putOffTo: null });
  expect(await putOffs(task.id)).toEqual([]);
  for (let i = 0; i < 2; i++) {
    expect(succeeded(await follow(token, "do"))).toMatchObject({ putOffTo: tomorrow });
    expect(await putOffs(task.id)).toEqual([{ new_date: tomorrow }]);
  }
  expect(refusalCode(await follow(token, "undo"))).toBe("LINK_NOT_VALID");
  expect(refusalCode(await follow(token, "do", "done"))).toBe("LINK_NOT_VALID");
  expect(refusalCode(await follow(`${token}x`, "do"))).toBe("LINK_NOT_VALID");
});

test("what is done stays where it is, and the answer says by whom", async () => {
  const { alice, task, today, token } = await household();
  succeeded(await rpc(alice, "complete_task", { task_id: task.id, completed_date: today }));
  const { done, putOffTo } = succeeded<{ done: object; putOffTo: string | null }>(
    await follow(token, "do"),
  );
  expect(done).toMatchObject({ name: "Alice", isYou: false });
  expect(putOffTo).toBeNull();
  expect(await putOffs(task.id)).toEqual([]);
});

test("a link about what is gone, or somebody's no more, is none", async () => {
  const gone = await household();
  succeeded(await rpc(gone.alice, "delete_task", { task_id: gone.task.id }));
  expect(refusalCode(await follow(gone.token, "do"))).toBe("LINK_NOT_VALID");
  const left = await household();
  succeeded(await rpc(left.bob, "leave_task", { task_id: left.task.id }));
  expect(refusalCode(await follow(left.token, "do"))).toBe("LINK_NOT_VALID");
  expect(await putOffs(left.task.id)).toEqual([]);
});
