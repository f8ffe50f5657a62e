import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { onlyDay, type RecordedEvent } from "../../domain/tasks/event-texts.ts";

/** An event, and the day of the task that can be opened at it: the latest of a day leads there. */
export interface TimelineEvent extends RecordedEvent {
  readonly leadsTo: CalendarDate | null;
}

interface TimelineDay {
  readonly date: CalendarDate;
  readonly events: readonly TimelineEvent[];
}

/**
 * The days on which something happened, as it was there, of events that come with the latest first. A
 * day that is open stays at the event at which it was opened.
 */
export function timelineOf(events: readonly RecordedEvent[], openId: number | null): TimelineDay[] {
  const openDay = onlyDay(events.find(({ id }) => id === openId)?.days ?? null);
  const led = new Set<CalendarDate>();
  const days: { date: CalendarDate; events: TimelineEvent[] }[] = [];
  for (const event of events) {
    const about = onlyDay(event.days);
    const isFirst = about !== null && (about === openDay ? event.id === openId : !led.has(about));
    if (isFirst) led.add(about);
    const date = dayInZone(event.happenedAt, event.timeZone);
    const shown = { ...event, leadsTo: isFirst ? about : null };
    const last = days.at(-1);
    if (last?.date === date) last.events.push(shown);
    else days.push({ date, events: [shown] });
  }
  return days;
}
