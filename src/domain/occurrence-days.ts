/** The occurrences of one schedule in day numbers: its compiled form, for repeated questions. */
export interface OccurrenceDays {
  has(day: number): boolean;
  /** The first occurrence on or after the day; null when there is none. */
  firstFrom(day: number): number | null;
  /** The last occurrence on or before the day; null when there is none. */
  lastUntil(day: number): number | null;
  /** Every occurrence from `from` to `to`, both included, ascending: appended to `into`. */
  between(from: number, to: number, into?: number[]): number[];
}

export const NO_OCCURRENCES: OccurrenceDays = {
  has: () => false,
  firstFrom: () => null,
  lastUntil: () => null,
  between: (_from, _to, into = []) => into,
};
