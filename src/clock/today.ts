import { useMemo, useSyncExternalStore } from "react";
import { browserTimeZone } from "../auth/auth-store.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { useProfile } from "../sync/use-tasks.ts";
import { DayClock } from "./day-clock.ts";

/**
 * Today in the user's time zone; changes at their midnight and after sleep. Until the profile has
 * loaded, the browser's zone stands in: it is nearly always the same, so that the list does not
 * jump.
 */
export function useToday(): { readonly today: CalendarDate; readonly timeZone: string } {
  const timeZone = useProfile()?.timeZone ?? browserTimeZone();
  const clock = useMemo(() => new DayClock(timeZone), [timeZone]);
  const today = useSyncExternalStore(clock.subscribe, clock.today);
  return useMemo(() => ({ today, timeZone }), [today, timeZone]);
}
