import { useMemo, useSyncExternalStore } from "react";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { browserTimeZone } from "./auth-store.ts";
import { DayClock } from "./day-clock.ts";
import { useProfile } from "./profile.ts";

/**
 * Today in the user's time zone (design §7); changes at their midnight and after sleep. Until the
 * profile is known it is the browser's zone, which nearly always is the same: the list must not
 * jump a moment after it appeared.
 */
export function useToday(): { readonly today: CalendarDate; readonly timeZone: string } {
  const timeZone = useProfile().data?.timeZone ?? browserTimeZone();
  const clock = useMemo(() => new DayClock(timeZone), [timeZone]);
  const today = useSyncExternalStore(clock.subscribe, clock.today);
  return useMemo(() => ({ today, timeZone }), [today, timeZone]);
}
