import type { CalendarDate } from "../domain/calendar-date.ts";

/** Today in the user's time zone (design §7); changes at their midnight and after sleep. */
export function useToday(): { readonly today: CalendarDate; readonly timeZone: string } {
  throw new Error("Being written.");
}
