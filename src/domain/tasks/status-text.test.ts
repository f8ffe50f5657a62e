import { describe, expect, test } from "vitest";
import { completed, daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { done } from "../../../tests/support/today-rows.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { activeAndFinished } from "./all-tasks.ts";
import { dayToDo } from "./day-ledger.ts";
import { dueDays } from "./day-status.ts";
import { statusText } from "./status-text.ts";
import type { Task } from "./task.ts";

const TODAY = "2026-11-21"; // a Saturday
const ONCE = { repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;COUNT=1" } as const;
const once = (changes: Partial<Task> = {}) =>
  taskOf({ startDate: "2026-11-18", ...ONCE, ...changes });
const said = (task: Task) => statusText(task, TODAY, US_ENGLISH).text;
const isFinished = (task: Task) => dueDays(task, TODAY).isFinished;

test("a paused task says until when, and not that it is overdue, or when it is due next", () => {
  const pausedDays = daySet(TODAY, "2026-11-22");
  const text = "Paused until Nov 22, 2026";
  expect(statusText(once({ pausedDays }), TODAY, US_ENGLISH)).toEqual({ kind: "paused", text });
  expect(said(taskOf({ startDate: "2026-12-01", pausedDays }))).toBe(text);
});

describe("a task is finished", () => {
  test("when its one occurrence is done or skipped, until that is taken back", () => {
    expect(said(once({ completedDays: daySet("2026-11-18") }))).toBe("Done on Nov 18, 2026");
    expect(said(once({ skippedDays: daySet("2026-11-18") }))).toBe("Skipped on Nov 18, 2026");
    expect(said(once())).toBe("Overdue: 3 days ago");
    const putOffs = [{ dueDate: "2026-11-18", newDate: "2026-11-24" }];
    expect(isFinished(once({ putOffs }))).toBe(false);
    const completedDays = daySet("2026-11-20");
    const moved = [{ dueDate: "2026-11-18", newDate: "2026-11-20" }];
    expect(said(once({ putOffs: moved, completedDays }))).toBe("Done on Nov 20, 2026");
  });

  test("says when it was really done, as far as the task knows", () => {
    const late = { ...done("2026-11-18", "2026-11-20T08:00:00Z") };
    expect(said(once(completed(late)))).toBe("Done on Nov 20, 2026");
    const earlier = { ...late, doneOn: "2026-11-19" };
    expect(said(once(completed(earlier)))).toBe("Done on Nov 19, 2026");
    const early = completed(done("2026-11-25", "2026-11-21T08:00:00Z"));
    const task = once({ startDate: "2026-11-25", ...early });
    expect(said(task), "before its day").toBe("Done on Nov 21, 2026");
    expect(statusText(task, "2026-12-24", US_ENGLISH).text).toBe("Done on Nov 21, 2026");
    const two = completed(
      done("2026-11-25", "2026-11-20T08:00:00Z"),
      done("2026-11-26", "2026-11-21T08:00:00Z"),
    );
    const rest = taskOf({ startDate: "2026-11-25", endDate: "2026-11-26", ...two });
    expect(said(rest), "of many").toBe("Ended on Nov 21, 2026");
  });

  test("when its end has passed and nothing that counts was missed", () => {
    const ended = { startDate: "2026-11-18", endDate: "2026-11-19" };
    expect(isFinished(taskOf(ended))).toBe(false);
    const completedDays = daySet("2026-11-18", "2026-11-19");
    expect(said(taskOf({ ...ended, completedDays }))).toBe("Ended on Nov 19, 2026");
    expect(said(taskOf({ ...ended, missedPolicy: "pass" }))).toBe("Ended on Nov 19, 2026");
  });

  test("when the last time of its rule was done, before its end date", () => {
    const customRrule = "RRULE:FREQ=DAILY;COUNT=2";
    const task = once({ customRrule, completedDays: daySet("2026-11-18", "2026-11-19") });
    expect(said(task)).toBe("Ended on Nov 19, 2026");
    expect(said({ ...task, endDate: "2026-12-31" })).toBe("Ended on Nov 19, 2026");
  });

  test("not while something is to come, however far away, nor before it ever was", () => {
    expect(isFinished(taskOf({ startDate: "2028-02-29", repeatValue: "yearly" }))).toBe(false);
    expect(isFinished(once({ startDate: "2027-01-01" }))).toBe(false);
    const afterDone = { repeatValue: "custom", afterDone: "P1M" } as const;
    const completedDays = daySet("2026-11-18");
    expect(isFinished(taskOf({ startDate: "2026-11-18", ...afterDone, completedDays }))).toBe(
      false,
    );
    const late = taskOf({ startDate: "2026-10-01", ...afterDone, missedPolicy: "pass" });
    expect(isFinished(late), "open, though no miss counts").toBe(false);
    const never = "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30";
    expect(isFinished(once({ customRrule: never }))).toBe(false);
  });

  test("and then is none of the active ones: the latest first", () => {
    const tasks = [
      once({ id: "1", title: "Early", completedDays: daySet("2026-11-18") }),
      taskOf({ id: "2", title: "Daily" }),
      once({
        id: "3",
        title: "Late",
        startDate: "2026-11-20",
        completedDays: daySet("2026-11-20"),
      }),
    ];
    const { active, finished } = activeAndFinished(tasks, TODAY);
    expect(active.map(({ title }) => title)).toEqual(["Daily"]);
    expect(finished.map(({ title }) => title)).toEqual(["Late", "Early"]);
  });
});

describe("what is to be done", () => {
  const toDo = (changes: Partial<Task>) => {
    const task = taskOf({ startDate: "2026-11-18", ...changes });
    return dayToDo(task, { today: TODAY, timeZone: "UTC" });
  };

  test("is today's, else the oldest missed one that counts, else the next one", () => {
    expect(toDo({})).toBe(TODAY);
    const today = daySet(TODAY);
    expect(toDo({ completedDays: today })).toBe("2026-11-18");
    expect(toDo({ completedDays: daySet("2026-11-18", TODAY) })).toBe("2026-11-19");
    expect(toDo({ completedDays: today, missedPolicy: "pass" })).toBe("2026-11-22");
    expect(toDo({ startDate: "2026-11-24" })).toBe("2026-11-24");
    expect(toDo({ startDate: "2026-11-24", endDate: "2026-11-23" })).toBe(null);
    const early = completed(done("2026-11-24", "2026-11-21T08:00:00Z"));
    expect(toDo({ startDate: "2026-11-24", ...early }), "one is enough for a day").toBe(null);
    const ended = { endDate: "2026-11-20", missedPolicy: "latest" } as const;
    expect(toDo(ended)).toBe("2026-11-20");
  });

  test("is done today where it is a late interval task", () => {
    expect(toDo({ repeatValue: "custom", afterDone: "P1M" })).toBe(TODAY);
  });
});
