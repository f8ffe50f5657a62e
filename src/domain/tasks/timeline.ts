import type { CalendarDate } from "../dates/calendar-date.ts";
import { dayInZone } from "../dates/time-zone.ts";
import { onlyDay } from "./event-days.ts";
import type { RecordedEvent } from "./event-texts.ts";

/** `leadsTo` is the day that opens here; only its latest event has it. */
export interface TimelineEvent extends RecordedEvent {
  readonly leadsTo: CalendarDate | null;
}

interface TimelineDay {
  readonly date: CalendarDate;
  readonly events: readonly TimelineEvent[];
}

/** Groups events, latest first, by their local day; an open day stays at the event where it was opened. */
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
