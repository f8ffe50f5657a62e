import { randomUUID } from "node:crypto";
import { addDays } from "../src/domain/dates/calendar.ts";
import type { CalendarDate } from "../src/domain/dates/calendar-date.ts";
import { isOccurrence } from "../src/domain/recurrence/recurrence.ts";
import { utcDay } from "../tests/support/actors-tasks.ts";
import { occurrencesBetween } from "../tests/support/occurrences.ts";
import { newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import { randomNumbers } from "./recurrence-tasks.ts";
import { insertTasks, type NewTask, type TaskWithHistory } from "./task-insert.ts";

/** One account that begins today, and one with years of history. */

const NEW_TASKS = 10;
const DAILY = 150;
const WEEKLY = 100;
const MONTHLY = 50;
const COMPLETIONS = 100_000;
const OVERDUE = 7;
/** Days since the weekly and monthly tasks began, give or take a month. */
const YEARS_AGO = 600;

export interface Account {
  readonly name: string;
  readonly person: SignedInPerson;
  readonly count: number;
}

function newTask(index: number, repeatValue: NewTask["repeatValue"], startDate: CalendarDate) {
  const category = `Category ${index % 12}`;
  return { id: randomUUID(), category, title: `Chore ${index}`, startDate, repeatValue };
}

/** A task whose occurrences before today are all done. */
function withHistory(task: NewTask, today: CalendarDate): TaskWithHistory {
  return { task, completed: occurrencesBetween(task, task.startDate, addDays(today, -1)) };
}

/** 300 tasks of mixed kinds with so many completions that only a few occurrences are overdue. */
function bigHistory(today: CalendarDate): TaskWithHistory[] {
  const start = (index: number) => addDays(today, -YEARS_AGO - (index % 31));
  const rarer = Array.from({ length: WEEKLY + MONTHLY }, (_, index) =>
    withHistory(newTask(index, index < WEEKLY ? "weekly" : "monthly", start(index)), today),
  );
  const others = rarer.reduce((sum, { completed }) => sum + completed.length, 0);
  const rest = COMPLETIONS + OVERDUE - others;
  const daily = Array.from({ length: DAILY }, (_, index) => {
    // Every day before today is an occurrence; the division leaves one more for the first tasks.
    const days = Math.floor(rest / DAILY) + (index < rest % DAILY ? 1 : 0);
    return withHistory(newTask(rarer.length + index, "daily", addDays(today, -days)), today);
  });
  const random = randomNumbers(5);
  const forgotten = daily.map(({ task, completed }, index) => {
    const left = Math.floor(random() * completed.length);
    return index < OVERDUE
      ? { task, completed: completed.toSpliced(left, 1) }
      : { task, completed };
  });
  return [...rarer, ...forgotten];
}

async function newAccount(
  name: string,
  tasks: readonly TaskWithHistory[],
  count: number,
): Promise<Account> {
  const person = await newSignedInPerson("Emil");
  await insertTasks(person.id, tasks);
  return { name, person, count };
}

export async function newAccounts(): Promise<Account[]> {
  const today = await utcDay(0);
  const begun = Array.from({ length: NEW_TASKS }, (_, index) =>
    withHistory(newTask(index, "daily", today), today),
  );
  const big = bigHistory(today);
  const due = big.filter(({ task }) => isOccurrence(task, today)).length;
  const done = big.reduce((sum, { completed }) => sum + completed.length, 0);
  if (done !== COMPLETIONS) throw new Error(`${done} completions`);
  return [
    await newAccount(`${NEW_TASKS} tasks, no history`, begun, NEW_TASKS),
    await newAccount(
      `${big.length} tasks, ${done.toLocaleString("en-US")} completions`,
      big,
      due + OVERDUE,
    ),
  ];
}
