import { LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Absence } from "./turn-types.ts";

/** From one day to another, both included, in day numbers. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The span of one turn. */
export interface TurnUnit extends Days {
  /** Its last day, had no other schedule come: what is entered later must not change who was there. */
  readonly end: number;
}

/** An absence in day numbers. */
interface Away {
  readonly from: number;
  readonly to: number;
  readonly entered: number;
  /** beyond all days where it was not ended */
  readonly ended: number;
}

/** By the absences of a household, and by its people. */
const known = new WeakMap<readonly Absence[], Map<string, Presence>>();

/** When one person is away, as it was known on each day: what is entered later changes no day before. */
export class Presence {
  readonly #aways: readonly Away[];
  /** the days on which they are away, as known on each of them */
  readonly #days: DaySet;

  /** When a person is away, worked out once for all tasks of a household. */
  static of(absences: readonly Absence[], person: string): Presence {
    const people = known.get(absences) ?? new Map<string, Presence>();
    const presence = people.get(person) ?? new Presence(absences, person);
    known.set(absences, people.set(person, presence));
    return presence;
  }

  private constructor(absences: readonly Absence[], person: string) {
    this.#aways = absences
      .filter((absence) => absence.person === person)
      .map(({ from, to, enteredOn, endedOn }) => ({
        from: toDayNumber(from),
        to: to === null ? LAST_DAY : toDayNumber(to),
        entered: toDayNumber(enteredOn),
        ended: endedOn === null ? LAST_DAY + 1 : toDayNumber(endedOn),
      }));
    this.#days = DaySet.fromRuns(
      this.#aways.map(({ from, to, entered, ended }) => {
        const first = Math.max(from, entered);
        return [first, Math.min(to + 1, ended) - first];
      }),
    );
  }

  /** Whether they are away on the day, as known on that day. */
  isAway(day: number): boolean {
    return this.#days.has(day);
  }

  /** Whether a unit can be theirs: away on half of its days at most, as known on its first one. */
  isThere({ first, end }: TurnUnit): boolean {
    if (first === end) return !this.isAway(first);
    const away = this.#aways
      .filter(({ entered, ended }) => entered <= first && first < ended)
      .map(({ from, to }) => [
        Math.max(from, first),
        Math.min(to, end) - Math.max(from, first) + 1,
      ]);
    return DaySet.fromRuns(away).size * 2 <= end - first + 1;
  }

  /** The days on which anything about it begins or ends. */
  get changes(): readonly number[] {
    return this.#aways.flatMap(({ from, to, entered, ended }) => [from, to + 1, entered, ended]);
  }
}
