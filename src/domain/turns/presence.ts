import { LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Absence } from "./turn-types.ts";

/** What one turn lasts, in day numbers, both included. */
export interface TurnUnit {
  readonly first: number;
  readonly last: number;
}

/** An absence in day numbers. */
interface Away {
  readonly from: number;
  readonly to: number;
  readonly entered: number;
  /** beyond all days where it was not ended */
  readonly ended: number;
}

/** When one person is away, as it was known on each day: what is entered later changes no day before. */
export class Presence {
  readonly #aways: readonly Away[];

  constructor(absences: readonly Absence[], person: string) {
    this.#aways = absences
      .filter((absence) => absence.person === person)
      .map(({ from, to, enteredOn, endedOn }) => ({
        from: toDayNumber(from),
        to: to === null ? LAST_DAY : toDayNumber(to),
        entered: toDayNumber(enteredOn),
        ended: endedOn === null ? LAST_DAY + 1 : toDayNumber(endedOn),
      }));
  }

  /** Whether they are away on the day, as known on that day. */
  isAway(day: number): boolean {
    return this.#aways.some(
      ({ from, to, entered, ended }) => from <= day && day <= to && entered <= day && day < ended,
    );
  }

  /** Whether a unit can be theirs: away on half of its days at most, as known on its first one. */
  isThere({ first, last }: TurnUnit): boolean {
    if (first === last) return !this.isAway(first);
    const away = this.#aways
      .filter(({ entered, ended }) => entered <= first && first < ended)
      .map(({ from, to }) => [
        Math.max(from, first),
        Math.min(to, last) - Math.max(from, first) + 1,
      ]);
    return DaySet.fromRuns(away).size * 2 <= last - first + 1;
  }

  /** The days on which anything about it begins or ends. */
  get changes(): readonly number[] {
    return this.#aways.flatMap(({ from, to, entered, ended }) => [from, to + 1, entered, ended]);
  }
}
