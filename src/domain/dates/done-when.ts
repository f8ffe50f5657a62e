import type { CalendarDate } from "./calendar-date.ts";
import { formatDate } from "./format-date.ts";
import { dayInZone, timeInZone } from "./time-zone.ts";

/**
 * 'at 8:05 AM', with the day before it when that was another one than `date`: 'on Nov 21, 2026 at
 * 8:05 AM'. `completedAt` is an ISO instant.
 */
export function doneWhen(completedAt: string, date: CalendarDate, timeZone: string): string {
  const day = dayInZone(completedAt, timeZone);
  const time = `at ${timeInZone(completedAt, timeZone)}`;
  return day === date ? time : `on ${formatDate(day)} ${time}`;
}
