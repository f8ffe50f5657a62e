import { expect, test } from "vitest";
import { rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { CALL_NAMES, oneAfterTheOther, twoPeople } from "./day-races-play.ts";
import { catchUp, json, newShared } from "./record-steps.ts";

test.each(CALL_NAMES)("%s, and anything else before it is committed", async (first) => {
  const people = await twoPeople();
  for (const second of CALL_NAMES) await oneAfterTheOther(people, first, second);
});

test("what is done or skipped is not put off, nor is anything put off to it", async () => {
  const { alice, bob, call } = await newShared();
  json(await call(alice, "complete_task", { completed_date: "2020-01-08" }));
  json(await call(alice, "catch_up", catchUp("2020-01-10", "2020-01-11", "skipped")));
  for (const [due_date, new_date] of [
    ["2020-01-08", "2020-01-09"],
    ["2020-01-10", "2020-01-09"],
    ["2020-01-12", "2020-01-11"],
  ]) {
    const answer = await call(bob, "put_off", { due_date, new_date });
    expect(answer).toMatchObject({ status: 409, body: { message: "ALREADY_DONE" } });
  }
});

test("a tick of what was put off counts where it is now, and a skip says where that is", async () => {
  const { alice, bob, call } = await newShared("2020-01-01", "yearly");
  const [due_date, new_date] = ["2020-01-08", "2020-01-09"];
  json(await call(alice, "put_off", { due_date, new_date }));
  const ticked = json(await call(bob, "complete_task", { completed_date: due_date }));
  expect(ticked.recentCompletions).toMatchObject([{ date: new_date, completedBy: bob.id }]);
  const undone = json(await call(bob, "undo_completion", { completed_date: due_date }));
  expect(undone.recentCompletions).toEqual([]);
  const later = "2099-01-02";
  json(await call(alice, "put_off", { due_date, new_date: later }));
  const skipped = await call(bob, "skip_occurrence", { day: due_date });
  expect(skipped).toMatchObject({ status: 409, body: { message: "PUT_OFF" } });
  expect(JSON.parse((skipped.body as { details: string }).details)).toMatchObject({
    completedBy: alice.id,
    status: "put_off",
  });
});

test.each([
  { repeatValue: "daily", endDate: "2020-03-01" },
  { repeatValue: "weekly" },
  { repeatValue: "monthly", startDate: "2020-01-15" },
  { repeatValue: "yearly", startDate: "2019-01-15" },
  { repeatValue: "custom", customRrule: "RRULE:FREQ=WEEKLY;BYDAY=MO,WE" },
])("nothing is put off to a day on which it is due anyway: $repeatValue", async (fields) => {
  const { alice, call } = await newShared();
  json(await call(alice, "update_task", { fields: { startDate: "2020-01-01", ...fields } }));
  const taken = await call(alice, "put_off", { due_date: "2020-02-01", new_date: "2020-01-15" });
  expect(taken).toMatchObject({
    ...{ status: 422, body: { details: expect.stringContaining("ALREADY_DUE") } },
  });
  // The occurrence due there was put off itself, so its day is free.
  json(await call(alice, "put_off", { due_date: "2020-01-15", new_date: "2020-03-14" }));
  json(await call(alice, "put_off", { due_date: "2020-02-01", new_date: "2020-01-15" }));
});

test("a catch-up that was undone stays undone when its first sending is repeated", async () => {
  const { alice, bob, call } = await newShared();
  const days = catchUp("2020-01-08", "2020-01-10");
  json(await call(alice, "catch_up", days));
  json(await call(alice, "undo_catch_up", { catch_up_id: days.id }));
  const again = json(await call(alice, "catch_up", days));
  expect(again.recentCatchUps).toEqual([]);
  json(await call(alice, "catch_up", { ...days, id: crypto.randomUUID() }));
  // Another person can't use the same id for their task.
  const task = await addTask(bob);
  const stolen = { ...days, task_id: task.id };
  expect(
    succeeded<{ recentCatchUps: unknown }>(await rpc(bob, "catch_up", stolen)).recentCatchUps,
  ).toEqual([]);
});
