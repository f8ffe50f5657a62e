import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { sampleTask } from "../support/sample-task.ts";

/** The tasks that the long lists are made of: with and without notes, shared and not. */

export const CARDS = 500;
export const TODAY = "2026-11-21";
const YESTERDAY = "2026-11-20";
export const VIEWER = { userId: "ann", today: TODAY, timeZone: "Europe/Berlin" };
const CATEGORIES = ["Bathroom", "Garden", "Kitchen", "Laundry", "Living room"];
const KINDS = ["daily", "weekly", "monthly"] as const;

/**
 * So many tasks with one occurrence each on the Today tab: of five, three are due today, one is
 * done and one has been overdue since yesterday.
 */
export function longListTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, index) => {
    const base = sampleTask({
      id: `5f0c4b8e-2d7a-4c1e-9b3f-${String(index).padStart(12, "0")}`,
      category: CATEGORIES[Math.floor(index / 5) % CATEGORIES.length] ?? "Kitchen",
      title: `Chore ${String(index).padStart(3, "0")}`,
      subtitle: index % 3 === 0 ? "Both sides, and under the rim.\nThen dry it." : null,
      isShared: index % 4 === 0,
      repeatValue: KINDS[index % KINDS.length] ?? "daily",
      startDate: TODAY,
    });
    if (index % 5 === 3) return { ...base, ...doneToday(index) };
    // Monthly: today is not due as well.
    if (index % 5 === 4) return { ...base, repeatValue: "monthly", startDate: YESTERDAY };
    return base;
  });
}

function doneToday(index: number): Pick<Task, "completedDays" | "recentCompletions"> {
  const completedBy = index % 2 === 0 ? "ann" : "bob";
  return {
    completedDays: DaySet.fromDays([toDayNumber(TODAY)]),
    recentCompletions: [{ date: TODAY, completedAt: `${TODAY}T08:05:00.000Z`, completedBy }],
  };
}
