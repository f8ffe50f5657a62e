import { fromDayNumber, toDayNumber } from "../src/domain/dates/calendar-date.ts";
import type { Task } from "../src/domain/tasks/task.ts";
import { taskOf } from "../tests/support/task-fixture.ts";

/** The tasks for measuring recurrence, a fifth of each of the five kinds; the same in every run. */

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
  // More than the dialog can build.
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

/** So many tasks of mixed kinds that start within a year from `from`. */
export function mixedTasks(count: number, from: string): Task[] {
  const random = randomNumbers(7);
  const first = toDayNumber(from);
  return Array.from({ length: count }, (_, index) => {
    const repeatValue = KINDS[index % KINDS.length] ?? "daily";
    const rule = CUSTOM_RULES[Math.floor(index / KINDS.length) % CUSTOM_RULES.length] ?? null;
    return taskOf({
      startDate: fromDayNumber(first + Math.floor(random() * 365)),
      repeatValue,
      customRrule: repeatValue === "custom" ? rule : null,
    });
  });
}
