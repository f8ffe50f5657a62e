import { fromDayNumber } from "../src/domain/dates/calendar-date.ts";
import type { TaskJson } from "../src/domain/tasks/task-json.ts";
import { bitsOf } from "../tests/support/bits.ts";
import { jsonTask } from "../tests/support/task-fixture.ts";

/** The tasks of the long lists: with and without notes, shared and not. */

export const OWNER = "ann";
const DAY_MS = 86_400_000;
const CATEGORIES = ["Bathroom", "Garden", "Kitchen", "Laundry", "Living room"];
const KINDS = ["daily", "weekly", "monthly"] as const;

/**
 * So many tasks with one occurrence each on Today: of five, three are due today (in UTC), one is done and one
 * has been overdue since yesterday.
 */
export function longListTasks(count: number): TaskJson[] {
  const dayNumber = Math.floor(Date.now() / DAY_MS);
  const today = fromDayNumber(dayNumber);
  return Array.from({ length: count }, (_, index) => {
    const task = jsonTask({
      id: `5f0c4b8e-2d7a-4c1e-9b3f-${String(index).padStart(12, "0")}`,
      ownerId: OWNER,
      people: { [OWNER]: "Ann", bob: "Bob" },
      category: CATEGORIES[Math.floor(index / 5) % CATEGORIES.length] ?? "Kitchen",
      title: `Chore ${String(index).padStart(3, "0")}`,
      subtitle: index % 3 === 0 ? "Both sides, and under the rim.\nThen dry it." : null,
      isShared: index % 4 === 0,
      repeatValue: KINDS[index % KINDS.length] ?? "daily",
      startDate: today,
    });
    if (index % 5 === 3) {
      const completedBy = index % 2 === 0 ? OWNER : "bob";
      const completion = {
        date: today,
        status: "done" as const,
        completedAt: `${today}T00:00:00.000Z`,
        timeZone: "UTC",
        completedBy,
      };
      return { ...task, completedDays: bitsOf(dayNumber), recentCompletions: [completion] };
    }
    // Monthly, so that it isn't also due today.
    if (index % 5 === 4) {
      return { ...task, repeatValue: "monthly", startDate: fromDayNumber(dayNumber - 1) };
    }
    return task;
  });
}
