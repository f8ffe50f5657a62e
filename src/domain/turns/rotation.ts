import { afterUnits, type Credits, orderOf } from "./credits.ts";
import type { Days, Presence } from "./presence.ts";
import type { TurnUnits } from "./turn-units.ts";

/** Units, and the days that they count for. */
export interface TurnSpan extends Days {
  readonly units: TurnUnits;
}

/** Days in which the same people are there, and the credits before them. */
interface Step extends TurnSpan {
  readonly credits: Credits;
  readonly isThere: readonly boolean[];
}

/**
 * The turns of one roster over versions that follow each other: docs/design/turns.md. Between two changes of who is
 * there it goes round, so that the cost of any day grows with such changes, and not with what was due.
 */
export class Rotation {
  readonly people: readonly Presence[];
  readonly #spans: readonly TurnSpan[];
  /** the days on which who is there may change, ascending */
  readonly #changes: readonly number[];
  /** ascending; as far as was asked for */
  readonly #steps: Step[] = [];
  #span = 0;
  #change = 0;

  /** @param spans in the order of their days */
  constructor(people: readonly Presence[], spans: readonly TurnSpan[]) {
    this.people = people;
    this.#spans = spans;
    this.#changes = [...new Set(people.flatMap(({ changes }) => changes))].sort((a, b) => a - b);
  }

  /**
   * The places of the roster in the order in which a unit that begins on this day is theirs, those who are there
   * for it first: the others stand in where none of these is there on a day.
   */
  orderOn(day: number): readonly number[] {
    while ((this.#steps.at(-1)?.last ?? Number.NEGATIVE_INFINITY) < day && this.#advance());
    const step = this.#steps.findLast(({ first }) => first <= day);
    if (step === undefined) return this.people.map((_, place) => place);
    const order = orderOf(creditsAt(step, day));
    const isThere = (place: number) => step.isThere[place] === true;
    return [...order.filter(isThere), ...order.filter((place) => !isThere(place))];
  }

  /** One step on, to the next change or over the one unit in which there is one; false at the end. */
  #advance(): boolean {
    const span = this.#spans[this.#span];
    if (span === undefined) return false;
    const before = this.#steps.at(-1);
    const first = Math.max(span.first, (before?.last ?? Number.NEGATIVE_INFINITY) + 1);
    if (first > span.last) {
      this.#span++;
      return true;
    }
    while ((this.#changes[this.#change] ?? Number.POSITIVE_INFINITY) <= first) this.#change++;
    const change = this.#changes[this.#change] ?? Number.POSITIVE_INFINITY;
    const cut = span.units.unitOn(Math.min(change, span.last));
    const isCut = cut !== null && cut.first < change && change <= cut.end;
    const step =
      isCut && cut.first === first
        ? { ...cut, isThere: this.people.map((one) => one.isThere(cut)) }
        : {
            first,
            last: Math.min(isCut ? cut.first : change, span.last + 1) - 1,
            isThere: this.people.map((one) => !one.isAway(first)),
          };
    const credits = before ? creditsAt(before, before.last + 1) : this.people.map(() => 0n);
    this.#steps.push({ ...step, units: span.units, credits });
    return true;
  }
}

/** The credits before a unit that begins on this day, or on the one after the step. */
const creditsAt = ({ first, credits, isThere, units }: Step, day: number): Credits =>
  afterUnits(credits, isThere, units.countWithin(first, day - 1));
