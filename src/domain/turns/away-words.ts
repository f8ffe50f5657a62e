import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatNextDate } from "../dates/format-date.ts";
import type { Household } from "../households/household.ts";
import type { Locale } from "../language/locale.ts";
import { whoIs } from "../language/who.ts";
import type { Absence } from "./turn-types.ts";

/** Texts about absences. */

/** Whether an absence still counts on a day, or will. */
export const isToCome = ({ to, endedOn }: Absence, today: CalendarDate): boolean =>
  (to === null || to >= today) && (endedOn === null || endedOn > today);

/** Whether somebody is away on a day by it, as known then. */
const countsOn = (absence: Absence, today: CalendarDate): boolean =>
  absence.from <= today && absence.enteredOn <= today && isToCome(absence, today);

interface Away {
  readonly id: string;
  readonly name: string;
  readonly isMe: boolean;
  /** the last day; null for an open end */
  readonly until: CalendarDate | null;
}

/** Those of the household who are away today, in its order; none where nobody is there, which is said elsewhere. */
export function awayToday(household: Household, today: CalendarDate): Away[] {
  const { people, absences = [], houseAbsences = [], me } = household;
  if (houseAbsences.some(({ from, to }) => from <= today && to >= today)) return [];
  return people.flatMap(({ id, name }) => {
    const ends = absences
      .filter((absence) => absence.person === id && countsOn(absence, today))
      .map(({ to }) => to);
    if (ends.length === 0) return [];
    const until = ends.includes(null) ? null : (ends.sort().at(-1) ?? null);
    return [{ id, name, isMe: id === me, until }];
  });
}

/** 'Bob is away until Thu, Dec 3' */
export function awayText({ name, isMe, until }: Away, today: CalendarDate, locale: Locale): string {
  const { t } = locale;
  return until
    ? t("{who, select, you {You are away until {date}} other {{name} is away until {date}}}", {
        ...whoIs(isMe, name),
        date: formatNextDate(until, today, locale),
      })
    : t("{who, select, you {You are away} other {{name} is away}}", whoIs(isMe, name));
}
