import { describe, expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { taskDays } from "../../src/domain/recurrence/task-schedule.ts";
import { withSchedule } from "../../src/domain/tasks/schedule-change.ts";
import { type Task, withCompletions, withPutOff } from "../../src/domain/tasks/task.ts";
import { expectStatuses, PUT_OFF_CASES, type PutOffCase } from "./put-off-cases.ts";
import { shownStatuses } from "./shown-statuses.ts";
import { taskOf } from "./task-fixture.ts";

/** The table of put-offs by the app's own changes; the database and Python have it in tests/db/record-model.test.ts. */

function played({ today: first, first: schedule, steps }: PutOffCase) {
  let today = first;
  let task = taskOf(schedule as Partial<Task>);
  for (const step of steps) {
    switch (step.do) {
      case "put off":
        task = withPutOff(task, ...step.days);
        break;
      case "done": {
        const at = { completedAt: "", timeZone: "UTC", completedBy: "alice" };
        task = withCompletions(task, [{ ...at, date: step.day, status: "done" }]);
        break;
      }
      case "wait":
        today = step.until;
        break;
      case "change":
      case "change the past": {
        const scheduleFrom = step.do === "change" ? today : null;
        task = withSchedule(task, { ...(step.schedule as Partial<Task>), scheduleFrom });
        break;
      }
      default: {
        const [from, to] = step.days.map(toDayNumber) as [number, number];
        const days = DaySet.fromRuns([[from, to - from + 1]]);
        const { pausedDays } = task;
        const paused = step.do === "pause" ? pausedDays.union(days) : pausedDays.minus(days);
        task = { ...task, pausedDays: paused };
      }
    }
  }
  return { task, today };
}

const isDue = (status: string | null | undefined) =>
  status === "missed" || status === "due-today" || status === "due-future";

describe("the table of put-offs", () => {
  test.each(PUT_OFF_CASES.filter(({ name }) => !name.endsWith("refused")))("$name", (one) => {
    const { task, today } = played(one);
    const days = Object.keys(one.expected).sort();
    expectStatuses(one, shownStatuses(task, days[0] ?? "", days.at(-1) ?? "", today));
    expect(task.putOffs.filter(({ dueDate, newDate }) => dueDate === newDate)).toEqual([]);
    // Today, the next dates, the week ahead, the calendar and the mail read these.
    const { occurrences, openDay } = taskDays(task);
    for (const day of days.filter((day) => day !== today && one.expected[day] !== "completed")) {
      const number = toDayNumber(day);
      const isOpen = number === openDay;
      expect(occurrences.has(number), day).toBe(isDue(one.expected[day]) || isOpen);
    }
  });
});
