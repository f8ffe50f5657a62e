import { useMemo } from "react";
import { browserTimeZone } from "../auth/auth-store.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { type Store, useStore } from "../store/store.ts";
import { useProfile } from "../sync/use-tasks.ts";
import { dayClock } from "./day-clock.ts";

const clocks = new Map<string, Store<CalendarDate>>();

/** The zone's clock: one for all that is shown. */
function clockOf(timeZone: string): Store<CalendarDate> {
  const clock = clocks.get(timeZone) ?? dayClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * Today in the user's time zone; changes at their midnight and after sleep. Until the profile has
 * loaded, the browser's zone stands in: it is nearly always the same, so that the list does not
 * jump.
 */
export function useToday(): { readonly today: CalendarDate; readonly timeZone: string } {
  const timeZone = useProfile()?.timeZone ?? browserTimeZone();
  const today = useStore(clockOf(timeZone));
  return useMemo(() => ({ today, timeZone }), [today, timeZone]);
}
