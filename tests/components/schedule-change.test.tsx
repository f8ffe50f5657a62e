import { expect, test } from "vitest";
import { page } from "vitest/browser";
import TaskView from "../../src/app/task-view.tsx";
import { formatWeekdayName } from "../../src/domain/dates/format-date.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { day, displayed } from "../support/day.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import {
  button,
  chore,
  expectToast,
  field,
  onDays,
  save,
  show,
  showEditor,
  texts,
  toast,
} from "./show.tsx";

/** A changed schedule tells what it does to past days, and can be undone for a day. */

const question = page.getByRole("alertdialog", { name: "Change past days too?" });
const said = (words: string) => question.getByText(words, { exact: false });

test("says what becomes of past days before it is chosen", async () => {
  await showEditor(chore("Sweep", { startDate: day(-13), ...onDays(day(-2)) }));
  await field("Repeat").selectOptions("Weekly");
  await save();
  await expect
    .element(question)
    .toHaveTextContent(
      "For the past too: 10 missed days vanish, 1 done day is no longer due. You can undo this until tomorrow.",
    );
  await expect.element(said("From today on: days before today stay as they were.")).toBeVisible();
  await button("Cancel").last().click();
  await expect.element(question).not.toBeInTheDocument();

  await showEditor(chore("Mop", { startDate: day(-13), repeatValue: "weekly" }));
  await field("Repeat").selectOptions("Daily");
  await save();
  await expect.element(said("11 days become missed. You can undo")).toBeVisible();
  await button("Cancel").last().click();
  await expect.element(question).not.toBeInTheDocument();

  await showEditor(chore("Dust", { startDate: day(-7), repeatValue: "weekly" }));
  await field("End date").fill(day(50));
  await save();
  await expect.element(said("what was done and missed stays.")).toBeVisible();
});

test("an earlier start names what the days before were, and leaves every later day", async () => {
  const task = chore("Sweep", { startDate: day(-3), repeatValue: "weekly" });
  await showEditor(task);
  await field("Start date").fill(day(-10));
  await save();
  const before = question.getByLabelText(`Before ${displayed(day(-3))} it was`);
  expect(texts(before.getByRole("option"))).toEqual([
    ...[
      `As now: Weekly on ${formatWeekdayName(day(-10), US_ENGLISH)}`,
      "Daily",
      "Monthly",
      "Yearly",
      "Not due",
    ],
  ]);
  const stays = `Every day from ${displayed(day(-3))} on stays as it is.`;
  await expect.element(said(`From today on: 1 day becomes missed. ${stays}`)).toBeVisible();
  await before.selectOptions("Daily");
  await expect.element(said(`From today on: 7 days become missed. ${stays}`)).toBeVisible();
  await button("From today on").click();
  answer(calls.update, 200, { task });
  await expectToast("success", "Task Updated");
  await expectSent(calls.update).toMatchObject([
    {
      ...{ startDate: day(-3), repeatValue: "weekly", scheduleFrom: null },
      earlier: { startDate: day(-10), repeatValue: "daily", season: null },
    },
  ]);
  await expect.element(button("Undo")).not.toBeInTheDocument();
});

test("with another rhythm, that counts from today on, and past days stay", async () => {
  const task = chore("Sweep", { startDate: day(-3), repeatValue: "weekly" });
  await showEditor(task);
  await field("Start date").fill(day(-10));
  await field("Repeat").selectOptions("Daily");
  await save();
  const stay = `Past days from ${displayed(day(-3))} on stay as they were.`;
  await expect.element(said(`7 days become missed. ${stay}`)).toBeVisible();
  await button("From today on").click();
  const earlier = { startDate: day(-10), repeatValue: "daily" };
  const schedule = { startDate: day(-10), repeatValue: "daily", scheduleFrom: day(0) };
  await expectSent(calls.update).toMatchObject([{ ...schedule, earlier }]);

  await showEditor(task);
  await field("Start date").fill(day(-10));
  await save();
  await question.getByLabelText(/^Before/).selectOptions("Not due");
  await button("From today on").click();
  await expectSent(calls.update).toMatchObject([{ scheduleFrom: day(0) }]);
  expect(sent(calls.update)[0]).not.toHaveProperty("earlier");
});

/** Saves a change for the past too, until its notice is shown. */
async function changeThePast(task: TaskJson) {
  await showEditor(task);
  await field("Repeat").selectOptions("Weekly");
  await save();
  await button("For the past too").click();
  answer(calls.update, 200, { task: { ...task, repeatValue: "weekly", revision: 2 } });
  await expect.element(toast("Task Updated")).toBeVisible();
}

test("a change for the past too is undone from its notice", async () => {
  const task = chore("Sweep", { startDate: day(-3) });
  await changeThePast(task);
  answer(calls.events, 200, [{ id: 7 }]);
  answer(calls.undoSchedule, 200, { ...task, revision: 3 });
  await button("Undo").click();
  await expectToast("success", "Change Undone", "The schedule is what it was before.");
  await expectSent(calls.undoSchedule).toEqual([{ task_id: task.id, event_id: 7 }]);
});

test("once the schedule has changed again it can't be undone", { tags: ["all"] }, async () => {
  await changeThePast(chore("Sweep", { startDate: day(-3) }));
  answer(calls.events, 200, [{ id: 7 }]);
  answer(calls.undoSchedule, 409, { code: "PT409", message: "UNDO_TOO_LATE", details: "" });
  await button("Undo").click();
  await expectToast(
    "error",
    "Error Undoing Change",
    "The schedule has changed since, or a day has passed: this can't be undone any more.",
  );
});

const eventAt = (id: number, kind: string, hoursAgo: number, from: string | null = null) => ({
  ...{ id, kind, time_zone: "UTC", user_id: "petra", person_id: null, days: null },
  happened_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  details: { from },
});

const CHANGED = "schedule_changed";

test.each([
  ["of today", true, [eventAt(9, "renamed", 1), eventAt(8, CHANGED, 23)], "petra"],
  ["of yesterday", false, [eventAt(8, CHANGED, 25)], "petra"],
  ["from today on", false, [eventAt(8, CHANGED, 1, day(0))], "petra"],
  ["that was undone", false, [eventAt(9, "schedule_undone", 1), eventAt(8, CHANGED, 2)], "petra"],
  ["of somebody else's task", false, [eventAt(8, CHANGED, 1)], "robin"],
])("the task's page offers to undo a change %s: %s", async (_, is, events, ownerId) => {
  const task = chore("Sweep", { ownerId });
  await show(<TaskView id={task.id} />, { tasks: [task] });
  answer(calls.events, 200, events);
  const happened = page.getByRole("region", { name: "What happened" });
  await expect.element(happened.getByText(/^You changed the schedule/)).toBeVisible();
  const undo = button("Undo the schedule change");
  if (!is) {
    await expect.element(undo).not.toBeInTheDocument();
    return;
  }
  answer(calls.undoSchedule, 200, { ...task, revision: 3 });
  await undo.click();
  await expectToast("success", "Change Undone");
  await expectSent(calls.undoSchedule).toEqual([{ task_id: task.id, event_id: 8 }]);
});
