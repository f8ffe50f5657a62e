import type { TodayGroup, TodayItem } from "../../src/domain/tasks/today.ts";
import { sampleTask } from "./sample-task.ts";

/** For tests of Today: its day, and its sections as text. */

export const TODAY = "2026-11-21";
export const NOON = Date.parse("2026-11-21T12:00:00Z");
export const ID = sampleTask().id;

export function at(now: number, timeZone = "UTC", today = TODAY) {
  return { today, timeZone, now };
}

export function done(date: string, completedAt: string, completedBy = "ann") {
  return { date, status: "done" as const, completedAt, timeZone: "UTC", completedBy };
}

/** The rows of a section as 'title date', with marks for done and late ones, or 'title: 3 missed date'. */
export function rows(groups: readonly TodayGroup[]): string[] {
  return groups.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.kind === "catch-up") return [`${item.task.title}: ${item.catchUp.days.size} days`];
      if (item.kind === "occurrence") return [row(item)];
      const of = `${item.task.title}: ${item.count} missed ${item.latest?.slice(5)}`;
      const earlier = item.earlier > 0 ? [`${item.earlier} earlier`] : [];
      return [of, ...item.days.map(row), ...earlier];
    }),
  );
}

const row = ({ task, dueDate, isDone, isSkipped, wasOverdue }: TodayItem) =>
  `${task.title} ${dueDate.slice(5)}${wasOverdue ? " late" : ""}${isSkipped ? " skipped" : isDone ? " done" : ""}`;

export const OPEN = new Map([[ID, 5]]);
