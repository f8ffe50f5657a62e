/** For tests only: the events of a task in the format of `record_model.py`. Shares no code with `src/domain`. */

/** Days from the first to the last, both included, as `yyyy-MM-dd`. */
export type Run = readonly [first: string, last: string];

export interface ModelSchedule {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly repeatValue: string;
  readonly customRrule: string | null;
  readonly afterDone: string | null;
  readonly season: readonly number[] | null;
}

/** A row of `task_events`, with its days as ranges. */
export interface ModelEvent {
  readonly kind: string;
  readonly days: readonly Run[];
  readonly details: Readonly<Record<string, unknown>>;
  /** the account that made it */
  readonly user_id?: string | null;
}

/** The doers and, if it differs from the recording, the day and time of doing. */
export interface ModelDone {
  /** the account; null if it is closed */
  readonly by: unknown;
  /** people of a household; empty for nobody in particular, null if nobody is named */
  readonly people: unknown;
  readonly doneOn: unknown;
  readonly doneAt: unknown;
}

const DAY_MS = 86_400_000;

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The multirange of a row, such as `{[2026-01-01,2026-01-03)}`, as ranges. */
export function runsOf(multirange: string | null): Run[] {
  return [...(multirange ?? "").matchAll(/\[(\S+?),(\S+?)\)/g)].map(
    ([, first = "", next = ""]): Run => [first, dayAfter(next, -1)],
  );
}
