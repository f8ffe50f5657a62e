import { expect, test } from "vitest";
import { page } from "vitest/browser";
import TaskView from "../../src/app/task-view.tsx";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { DayDetail } from "../../src/features/history/day-detail.tsx";
import { day, displayed, instantOf, ZONE } from "../support/day.ts";
import { answer, calls } from "./network.ts";
import { button, chore, onDays, show } from "./show.tsx";

/** An interval task shows when it had been due. */

const AFTER_A_WEEK = { repeatValue: "custom", afterDone: "P1W" } as const;

/** Done two days ago, and due five days before that. */
const row = {
  ...{ completed_date: day(-2), due_on: day(-7), completed_at: instantOf(day(-2)) },
  ...{ time_zone: ZONE, user_id: "petra", by_name: null, people: null, said_by: null, via: null },
  ...{ done_on: null, done_at: null },
};

async function showDay(task: TaskJson, offset: number, known: object) {
  const date = day(offset);
  await show(<DayDetail task={taskFromJson(task)} date={date} today={day(0)} />, { tasks: [task] });
  answer(calls.history, 200, [known]);
}

const chosen = page.getByRole("region", { name: "Chosen day" });

test("the day on which it was done tells it, and how late it was, and the other way round", async () => {
  const task = chore("Sweep", { ...AFTER_A_WEEK, startDate: day(-20), ...onDays(day(-2)) });
  const told = {
    [-2]: /Completed at .*, was due on (.*), 5 days late/,
    [-7]: /Was due, done on (.*), 5 days late/,
  };
  await showDay(task, -2, row);
  await expect.element(chosen).toHaveTextContent(told[-2]);
  await expect.element(chosen).toHaveTextContent(displayed(day(-7)));
  await showDay(task, -7, row);
  await expect.element(chosen).toHaveTextContent(told[-7]);
  await expect.element(chosen).toHaveTextContent(displayed(day(-2)));
  await showDay(task, -6, row);
  await expect.element(chosen).toHaveTextContent("Not due");
});

test("what was corrected is as late as it was really done", async () => {
  const task = chore("Sweep", { ...AFTER_A_WEEK, startDate: day(-20), ...onDays(day(-2)) });
  await showDay(task, -2, { ...row, done_on: day(-6) });
  await expect.element(chosen).toHaveTextContent(/was due on .*, 1 day late/);
});

test("a tick says so at once, before it is answered", async () => {
  const task = chore("Sweep", { ...AFTER_A_WEEK, startDate: day(-3) });
  await show(<TaskView id={task.id} />, { tasks: [task] });
  await button("Done").click();
  await expect
    .element(page.getByText(`was due on ${displayed(day(-3))}, 3 days late`, { exact: false }))
    .toBeVisible();
});

test("a task that waited says what made it due, until it is done", async () => {
  const happened = { name: "Dishwasher done", day: day(-1), via: "token", viaName: "Hub" } as const;
  const waits = { repeatValue: "custom", waitsFor: "Dishwasher done", happened } as const;
  const task = chore("Dishes", { ...waits, startDate: day(-20) });
  await show(<TaskView id={task.id} />, { tasks: [task] });
  const because = page.getByText(/^because “Dishwasher done”, by .*Hub/);
  await expect.element(because).toBeVisible();
  await button("Done").click();
  await expect.element(because).not.toBeInTheDocument();
  await expect.element(page.getByText("Waits for “Dishwasher done”")).toBeVisible();
});

test("the timeline tells it with its tick", async () => {
  const task = chore("Sweep", { ...AFTER_A_WEEK, startDate: day(-20), ...onDays(day(-2)) });
  await show(<TaskView id={task.id} />, { tasks: [task] });
  const happened = { id: 5, kind: "done", happened_at: instantOf(day(-2)), time_zone: ZONE };
  const days = `{[${day(-2)},${day(-1)})}`;
  const details = { by: "petra", due: day(-7) };
  answer(calls.events, 200, [{ ...happened, user_id: "petra", person_id: null, days, details }]);
  const event = page.getByRole("region", { name: "What happened" }).getByText("You did it");
  await expect.element(event).toBeVisible();
  await expect
    .element(page.getByText(`was due on ${displayed(day(-7))}, 5 days late`, { exact: false }))
    .toBeVisible();
});
