/** A run of consecutive days: the first day number and how many days follow on, itself included. */
export type DayRun = readonly [first: number, length: number];

/**
 * An immutable set of day numbers, kept as sorted runs: five years of a daily task are one run,
 * not 1,826 entries.
 */
export class DaySet {
  static readonly empty: DaySet = new DaySet([], []);

  readonly size: number;
  readonly #firsts: readonly number[];
  readonly #lasts: readonly number[];

  private constructor(firsts: readonly number[], lasts: readonly number[]) {
    this.#firsts = firsts;
    this.#lasts = lasts;
    this.size = lasts.reduce((sum, last, index) => sum + last - (firsts[index] ?? 0) + 1, 0);
  }

  /** The set of the runs' days. Runs may come in any order, touch or overlap; empty ones are dropped. */
  static fromRuns(runs: Iterable<readonly number[]>): DaySet {
    const sorted = [...runs].map(([first = 0, length = 0]): DayRun => [first, length]);
    sorted.sort((a, b) => a[0] - b[0]);
    const firsts: number[] = [];
    const lasts: number[] = [];
    for (const [first, length] of sorted) {
      if (length < 1) continue;
      const last = first + length - 1;
      const previous = lasts.length - 1;
      const previousLast = lasts[previous];
      if (previousLast !== undefined && first <= previousLast + 1) {
        lasts[previous] = Math.max(previousLast, last);
      } else {
        firsts.push(first);
        lasts.push(last);
      }
    }
    return new DaySet(firsts, lasts);
  }

  static fromDays(days: Iterable<number>): DaySet {
    return DaySet.fromRuns(Array.from(days, (day) => [day, 1]));
  }

  /** The set of the days whose bit is set: `first` is that of the first byte's highest bit. */
  static fromBits(first: number, bytes: Uint8Array): DaySet {
    const runs: [number, number][] = [];
    let start = -1;
    for (let bit = 0; bit <= bytes.length * 8; bit++) {
      const isSet = ((bytes[bit >> 3] ?? 0) & (128 >> (bit & 7))) !== 0;
      if (isSet && start < 0) start = bit;
      if (!isSet && start >= 0) {
        runs.push([first + start, bit - start]);
        start = -1;
      }
    }
    return DaySet.fromRuns(runs);
  }

  has(day: number): boolean {
    return this.runEnd(day) >= day;
  }

  /** The last day of the run that holds `day`, or -Infinity when the day is not in the set. */
  runEnd(day: number): number {
    const index = this.#runAtOrBefore(day);
    const last = this.#lasts[index] ?? Number.NEGATIVE_INFINITY;
    return last >= day ? last : Number.NEGATIVE_INFINITY;
  }

  /** The first day of the run that holds `day`, or Infinity when the day is not in the set. */
  runStart(day: number): number {
    if (!this.has(day)) return Number.POSITIVE_INFINITY;
    return this.#firsts[this.#runAtOrBefore(day)] ?? Number.POSITIVE_INFINITY;
  }

  /** The last day of all, or -Infinity when the set is empty. */
  get last(): number {
    return this.#lasts.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** The days of either; one of the two when the other is empty. */
  union(other: DaySet): DaySet {
    if (other.size === 0) return this;
    return this.size === 0 ? other : DaySet.fromRuns([...this.toRuns(), ...other.toRuns()]);
  }

  /** The days that are not in the other; itself when none is. */
  minus(other: DaySet): DaySet {
    const runs: DayRun[] = [];
    let isSame = true;
    this.forEachRun((first, last) => {
      let from = first;
      other.forEachRun((otherFirst, otherLast) => {
        if (otherLast < from || otherFirst > last) return;
        isSame = false;
        runs.push([from, otherFirst - from]);
        from = otherLast + 1;
      });
      runs.push([from, last - from + 1]);
    });
    return isSame ? this : DaySet.fromRuns(runs);
  }

  /** Calls back with the first and last day of every run, in ascending order. */
  forEachRun(callback: (first: number, last: number) => void): void {
    for (let index = 0; index < this.#firsts.length; index++) {
      callback(this.#firsts[index] as number, this.#lasts[index] as number);
    }
  }

  /** The days from `from` to `until`, both included, ascending. */
  between(from: number, until: number): number[] {
    const days: number[] = [];
    this.forEachRun((first, last) => {
      const end = Math.min(last, until);
      for (let day = Math.max(first, from); day <= end; day++) days.push(day);
    });
    return days;
  }

  /** The runs in ascending order; no two of them touch. */
  toRuns(): DayRun[] {
    return this.#firsts.map((first, index) => [first, (this.#lasts[index] ?? first) - first + 1]);
  }

  /** Index of the last run that starts on or before the day, -1 when there is none. */
  #runAtOrBefore(day: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] as number) <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
