import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { occurrencesOf } from "../../src/domain/recurrence/recurrence.ts";
import type { Completion, Task } from "../../src/domain/tasks/task.ts";
import { sampleTask } from "../support/sample-task.ts";

/** The households that the recurrence measurements work on: the same in every run. */

/** A fifth each of the five kinds; of the custom ones, one in ten is beyond the dialog. */
const CUSTOM_RULES = [
  "RRULE:FREQ=DAILY;INTERVAL=3",
  "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
  "RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=SA,SU",
  "RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2",
  "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "RRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=SU;BYSETPOS=1",
  "RRULE:FREQ=YEARLY;BYDAY=SU;BYSETPOS=-1",
  "RRULE:FREQ=YEARLY;INTERVAL=2",
  "RRULE:FREQ=MONTHLY;BYMONTHDAY=15",
];
const KINDS = ["daily", "weekly", "monthly", "yearly", "custom"] as const;

/** Pseudo-random numbers from 0 to 1, the same in every run (Park and Miller). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** So many tasks of mixed kinds that start within the year after `from`. */
export function mixedTasks(count: number, from: string): Task[] {
  const random = randomNumbers(7);
  const first = toDayNumber(from);
  return Array.from({ length: count }, (_, index) => {
    const repeatValue = KINDS[index % KINDS.length] ?? "daily";
    const rule = CUSTOM_RULES[Math.floor(index / KINDS.length) % CUSTOM_RULES.length] ?? null;
    return sampleTask({
      id: `5f0c4b8e-2d7a-4c1e-9b3f-${String(index).padStart(12, "0")}`,
      title: `Chore ${Math.floor(random() * 1_000_000)}`,
      category: `Category ${Math.floor(random() * 12)}`,
      startDate: fromDayNumber(first + Math.floor(random() * 365)),
      repeatValue,
      customRrule: repeatValue === "custom" ? rule : null,
    });
  });
}

/** The tasks with `total` of their past occurrences completed, spread evenly over them. */
export function withCompletions(tasks: readonly Task[], total: number, today: string): Task[] {
  const random = randomNumbers(11);
  const yesterday = toDayNumber(today) - 1;
  const past = tasks.map((task) => occurrencesOf(task).between(0, yesterday + 1));
  const share = total / past.reduce((sum, days) => sum + days.length, 0);
  return tasks.map((task, index) => {
    const done = (past[index] ?? []).filter(() => random() < share);
    const recent = done.filter((day) => day >= yesterday);
    const completions = recent.map(
      (day): Completion => ({
        date: fromDayNumber(day),
        completedAt: `${fromDayNumber(day)}T08:00:00.000Z`,
        status: "done",
        completedBy: "ann",
      }),
    );
    return { ...task, completedDays: DaySet.fromDays(done), recentCompletions: completions };
  });
}

/** Copies that nothing is known of yet, as a fetched list would be. */
export function afresh(tasks: readonly Task[]): Task[] {
  return tasks.map((task) => ({ ...task }));
}
