import { dueDaysOf } from "../../src/clock/due-days.ts";
import { historyGrid } from "../../src/domain/tasks/history-grid.ts";
import { allTasks } from "../../src/domain/tasks/task-groups.ts";
import { todayBuckets } from "../../src/domain/tasks/today.ts";
import { afresh, mixedTasks, withCompletions } from "./recurrence-tasks.ts";

/** What a screen asks for, timed where it is asked: in Node, or in a page with a slowed processor. */

const TODAY = "2026-11-21";
const MOMENT = {
  today: TODAY,
  timeZone: "Europe/Berlin",
  now: Date.parse(`${TODAY}T12:00:00Z`),
};
const TASKS = 1_000;
const COMPLETIONS = 100_000;
/** Such tasks since then have a few more occurrences than completions: some hundred are overdue. */
const SINCE = "2025-05-01";
const ROUNDS = 21;
const TICKS = 5;

export interface ScreenTimes {
  readonly tasks: number;
  readonly completions: number;
  readonly overdue: number;
  /** milliseconds, one value a round */
  readonly times: Readonly<Record<string, readonly number[]>>;
}

export function measureScreens(): ScreenTimes {
  const schedules = mixedTasks(TASKS, SINCE);
  const tasks = withCompletions(schedules, COMPLETIONS, TODAY);
  const times: Record<string, number[]> = {};
  const measure = <T>(name: string, work: () => T): T => {
    const started = performance.now();
    const result = work();
    times[name] = [...(times[name] ?? []), performance.now() - started];
    return result;
  };
  let overdue = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const list = afresh(tasks);
    overdue = measure("Today, a list just fetched", () =>
      todayBuckets(list, MOMENT, dueDaysOf),
    ).count;
    let current = list;
    for (let tick = 0; tick < TICKS; tick++) {
      current = current.map((task, index) => (index === round * TICKS + tick ? { ...task } : task));
      measure("Today, after a tick", () => todayBuckets(current, MOMENT, dueDaysOf));
      measure("Tasks tab, after a tick", () => allTasks(current, TODAY, dueDaysOf));
    }
    const task = list[round * 5] ?? list[0];
    if (task !== undefined) measure("History, 42 days", () => historyGrid(task, TODAY, TODAY));
  }
  const completions = tasks.reduce((sum, { completedDays }) => sum + completedDays.size, 0);
  return { tasks: TASKS, completions, overdue, times };
}

Object.assign(globalThis, { measureScreens });
