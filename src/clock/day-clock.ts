import { addDays } from "../domain/dates/calendar.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { dayInZone, startOfDayInZone } from "../domain/dates/time-zone.ts";
import { createStore, type Store } from "../store/store.ts";

/**
 * The longest time between two checks of the clock, in milliseconds. Timers stop while the machine
 * sleeps, so a single timer until midnight would fire late.
 */
const LONGEST_WAIT = 60_000;

const MINUTE = 60_000;

/**
 * Which day it is in a time zone. Who subscribes is told when a new one begins; it looks at once
 * when the page is shown or focused.
 */
export function dayClock(timeZone: string): Store<CalendarDate> {
  let day: CalendarDate = "";
  /** the minute since the epoch for which `day` holds */
  let minute = Number.NaN;
  /** Cached for a minute: every render asks, formatting is slow, days begin on full minutes. */
  const today = (): CalendarDate => {
    const now = Date.now();
    if (Math.floor(now / MINUTE) !== minute) {
      minute = Math.floor(now / MINUTE);
      day = dayInZone(now, timeZone);
    }
    return day;
  };

  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    clearTimeout(timer);
    const midnight = startOfDayInZone(addDays(today(), 1), timeZone);
    timer = setTimeout(look, Math.min(midnight - Date.now(), LONGEST_WAIT));
    told.setState(today());
  };
  const told = createStore(today(), () => {
    look();
    globalThis.document?.addEventListener("visibilitychange", look);
    globalThis.window?.addEventListener("focus", look);
    return () => {
      clearTimeout(timer);
      globalThis.document?.removeEventListener("visibilitychange", look);
      globalThis.window?.removeEventListener("focus", look);
    };
  });
  return { getState: today, subscribe: told.subscribe };
}
