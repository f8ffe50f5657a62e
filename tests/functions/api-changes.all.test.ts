import { expect, test } from "vitest";
import { newPerson, rpc, succeeded } from "../support/actors.ts";
import { createTask, utcDay } from "../support/actors-tasks.ts";
import { askApi, Copy, tirelessToken } from "../support/api.ts";
import { join, newHousehold, personId } from "../support/households.ts";
import { randomFrom } from "../support/random.ts";
import { runs, seed } from "../support/runs.ts";

test("after every random history, a copy kept by `changes` is the list", async () => {
  const random = randomFrom(seed);
  const pick = <One>(list: readonly One[]): One => list[random(list.length)] as One;
  const [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
  const flat = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, flat, bob);
  const days = await Promise.all([-2, -1, 0, 1].map(utcDay));
  const copies = await Promise.all(
    [tirelessToken(bob, "read"), tirelessToken(alice, "read", flat)].map(
      async (token) => new Copy(await token),
    ),
  );
  const carol = await personId(alice, flat, "Carol");
  const [script, panel] = [
    await tirelessToken(alice, "tick"),
    await tirelessToken(alice, "tick", flat),
  ];
  const tasks: string[] = [];
  for (let step = 0; step < runs(1_000); step++) {
    const person = pick([alice, bob]);
    const task = tasks[random(tasks.length)] ?? "";
    const day = pick(days);
    const deeds: (() => Promise<unknown>)[] = [
      () => rpc(person, "complete_task", { task_id: task, completed_date: day }),
      () => askApi(script, `POST tasks/${task}/done`, { day }),
      () => askApi(panel, `POST tasks/${task}/done`, { day, people: [carol] }),
      () => askApi(panel, `POST tasks/${task}/undo`, { day }),
      () => rpc(person, "undo_completion", { task_id: task, completed_date: day }),
      () => rpc(person, "skip_occurrence", { task_id: task, day }),
      () => rpc(person, "put_off", { task_id: task, due_date: day, new_date: pick(days) }),
      () => rpc(person, "note_day", { task_id: task, day, note: `Note ${step}` }),
      () => rpc(alice, "update_task", { task_id: task, fields: { householdId: null } }),
      () => rpc(alice, "update_task", { task_id: task, fields: { householdId: flat } }),
      () => rpc(person, "update_task", { task_id: task, fields: { title: `Title ${step}` } }),
      () => rpc(person, "delete_task", { task_id: task }),
      () => rpc(person, "restore_task", { task_id: task }),
    ];
    if (tasks.length < 5 || random(20) === 0) {
      const fields = { category: "Home", title: `Task ${step}`, start_date: days[0] };
      const made = await createTask(alice, {
        ...fields,
        repeat_value: "daily",
        household_id: flat,
      });
      tasks.push(succeeded<{ id: string }>(made).id);
    } else {
      // What can't be done is refused, and changes nothing.
      await pick(deeds)();
    }
    if (random(3) === 0) {
      const copy = pick(copies);
      await copy.follow();
      const { copy: kept, list } = await copy.both();
      expect(kept, `step ${step}`).toEqual(list);
    }
  }
});
