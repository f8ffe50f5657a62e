import { expect } from "vitest";
import { dayAfter, type ModelSchedule } from "./model-events.ts";

/**
 * For tests only: the table of put-offs in docs/design/record.md, case by case, for the domain, the models and
 * the database.
 */

export type CaseStep =
  | { readonly do: "put off" | "pause" | "resume"; readonly days: readonly [string, string] }
  | { readonly do: "change" | "change the past"; readonly schedule: ModelSchedule }
  | { readonly do: "done"; readonly day: string }
  | { readonly do: "wait"; readonly until: string };

export interface PutOffCase {
  readonly name: string;
  /** its first day; `wait` moves it on */
  readonly today: string;
  readonly first: ModelSchedule;
  readonly steps: readonly CaseStep[];
  readonly expected: Readonly<Record<string, string | null>>;
}

const schedule = (repeatValue: string, startDate: string, more: Partial<ModelSchedule> = {}) => ({
  startDate,
  endDate: null,
  repeatValue,
  customRrule: null,
  afterDone: null,
  season: null,
  ...more,
});
/** Mondays: November 2, 9, 16, 23 and 30. */
const weekly = schedule("weekly", "2026-11-02");
const after = (afterDone: string, startDate = "2026-11-02", more: Partial<ModelSchedule> = {}) =>
  schedule("custom", startDate, { afterDone, ...more });

const putOff = (...days: [string, string]): CaseStep => ({ do: "put off", days });
const pause = (...days: [string, string]): CaseStep => ({ do: "pause", days });
const resume = (...days: [string, string]): CaseStep => ({ do: "resume", days });
const change = (to: ModelSchedule): CaseStep => ({ do: "change", schedule: to });
const done = (day: string): CaseStep => ({ do: "done", day });
const wait = (until: string): CaseStep => ({ do: "wait", until });

const [NOV_16, NOV_25] = ["2026-11-16", "2026-11-25"] as const;
const away = ["2026-11-14", "2026-11-18"] as const;

const CASES: readonly (Omit<PutOffCase, "today" | "first"> & Partial<PutOffCase>)[] = [
  {
    name: "put off: due on the new day alone",
    steps: [putOff(NOV_16, NOV_25), wait("2026-11-26")],
    expected: { [NOV_16]: "put-off", [NOV_25]: "missed", "2026-11-23": "missed" },
  },
  {
    name: "put off, then put back: due on its own day again",
    steps: [putOff(NOV_16, NOV_25), putOff(NOV_16, NOV_16)],
    expected: { [NOV_16]: "due-future", [NOV_25]: null },
  },
  {
    name: "put off, then a pause over the old day: the new day stays",
    steps: [putOff(NOV_16, NOV_25), pause(...away)],
    expected: { [NOV_16]: "put-off", "2026-11-17": "paused", [NOV_25]: "due-future" },
  },
  {
    name: "a pause, then put off out of it: the new day stays",
    steps: [pause(...away), putOff(NOV_16, NOV_25), wait("2026-11-26")],
    expected: { [NOV_16]: "put-off", [NOV_25]: "missed" },
  },
  {
    name: "put off, then a pause over the new day: it rests, and is never missed",
    steps: [putOff(NOV_16, NOV_25), pause("2026-11-24", "2026-11-27"), wait("2026-11-28")],
    expected: { [NOV_16]: "put-off", [NOV_25]: "paused" },
  },
  {
    name: "put off into a pause that is taken back: due on the new day again",
    steps: [
      pause("2026-11-24", "2026-11-27"),
      putOff(NOV_16, NOV_25),
      resume("2026-11-24", "2026-11-27"),
    ],
    expected: { [NOV_16]: "put-off", [NOV_25]: "due-future" },
  },
  {
    name: "a day out of season, put off: nothing is moved",
    first: { ...weekly, season: [12] },
    steps: [putOff(NOV_16, NOV_25)],
    expected: { [NOV_16]: null, [NOV_25]: null, "2026-12-07": "due-future" },
  },
  {
    name: "put off to a day out of season: due there",
    first: { ...weekly, season: [11] },
    steps: [putOff("2026-11-30", "2026-12-03")],
    expected: { "2026-11-30": "put-off", "2026-12-03": "due-future", "2026-12-07": null },
  },
  {
    name: "put off, and the schedule changes between the days: due on the new day by the former one",
    steps: [
      putOff(NOV_16, NOV_25),
      wait("2026-11-20"),
      change(schedule("monthly", "2026-11-30")),
      wait("2026-11-26"),
    ],
    expected: { [NOV_16]: "put-off", "2026-11-23": null, [NOV_25]: "missed" },
  },
  {
    name: "put off across a change to an interval: dated still, due once and then missed",
    today: "2026-11-16",
    steps: [
      putOff(NOV_16, "2026-11-20"),
      wait("2026-11-18"),
      change(after("P3W", "2026-11-18", { endDate: "2026-12-31" })),
      wait("2027-01-04"),
    ],
    expected: {
      [NOV_16]: "put-off",
      "2026-11-20": "missed",
      "2026-11-18": null,
      "2026-11-21": null,
      "2027-01-03": null,
      "2027-01-04": "due-today",
    },
  },
  {
    name: "the same, done where it was put off to: an interval counts from there",
    today: "2026-11-16",
    steps: [
      putOff(NOV_16, "2026-11-20"),
      wait("2026-11-18"),
      change(after("P3W", "2026-11-18", { endDate: "2026-12-01" })),
      wait("2026-11-20"),
      done("2026-11-20"),
      wait("2027-01-04"),
    ],
    expected: { "2026-11-20": "completed", "2026-12-11": null, "2027-01-04": null },
  },
  {
    name: "both days from the change on: the new schedule decides",
    steps: [putOff("2026-11-23", NOV_25), change(schedule("monthly", "2026-11-30"))],
    expected: { "2026-11-23": null, [NOV_25]: null, "2026-11-30": "due-future" },
  },
  {
    name: "brought forward, and the schedule changes between the days: it stays there",
    today: "2026-11-18",
    steps: [
      putOff("2026-11-23", "2026-11-19"),
      wait("2026-11-20"),
      change(schedule("daily", "2026-11-20")),
    ],
    expected: { "2026-11-19": "missed", "2026-11-20": "due-today", "2026-11-23": "put-off" },
  },
  {
    name: "after a change, put off to a day of the former schedule: due there",
    today: "2026-11-20",
    first: schedule("monthly", "2026-11-05"),
    steps: [wait("2026-11-23"), change(schedule("weekly", NOV_25)), putOff(NOV_25, "2026-11-22")],
    expected: { "2026-11-22": "missed", [NOV_25]: "put-off", "2026-12-02": "due-future" },
  },
  {
    name: "the same, and a second change on that day: it stays there",
    today: "2026-11-20",
    first: schedule("monthly", "2026-11-05"),
    steps: [
      wait("2026-11-23"),
      change(schedule("weekly", NOV_25)),
      putOff(NOV_25, "2026-11-22"),
      change(after("P3W", "2026-11-24")),
    ],
    expected: { "2026-11-22": "missed", [NOV_25]: "put-off", "2026-11-24": "due-future" },
  },
  {
    name: "the same, and a change for the past too: that schedule decides",
    today: "2026-11-20",
    first: schedule("monthly", "2026-11-05"),
    steps: [
      wait("2026-11-23"),
      change(schedule("weekly", NOV_25)),
      putOff(NOV_25, "2026-11-22"),
      { do: "change the past", schedule: schedule("monthly", "2026-11-05") },
      change(schedule("weekly", "2026-11-26")),
    ],
    expected: { "2026-11-22": null, [NOV_25]: null, "2026-11-26": "due-future" },
  },
  {
    name: "an interval task put off: open from the new day on, and never missed",
    today: "2026-11-02",
    first: after("P3W"),
    steps: [putOff("2026-11-02", "2026-11-06"), wait("2026-11-09")],
    expected: { "2026-11-02": "put-off", "2026-11-06": null, "2026-11-09": "due-today" },
  },
  {
    name: "an interval task put off and done before that: the put-off is spent",
    today: "2026-11-02",
    first: after("P3W"),
    steps: [putOff("2026-11-02", "2026-11-20"), wait("2026-11-09"), done("2026-11-09")],
    expected: { "2026-11-02": "put-off", "2026-11-20": null, "2026-11-30": "due-future" },
  },
  {
    name: "an interval task put off, then a pause over the old day: the new day stays",
    first: after("P3W", NOV_16),
    steps: [putOff(NOV_16, NOV_25), pause(...away)],
    expected: { [NOV_16]: "put-off", "2026-11-19": null, [NOV_25]: "due-future" },
  },
  {
    name: "an interval task put off into a pause: it moves on to the day after",
    first: after("P3W", NOV_16),
    steps: [putOff(NOV_16, NOV_25), pause("2026-11-24", "2026-11-27")],
    expected: { [NOV_16]: "put-off", [NOV_25]: "paused", "2026-11-28": "due-future" },
  },
  {
    name: "an interval task put off to a day out of season: due there",
    first: after("P3W", NOV_16, { season: [11] }),
    steps: [putOff(NOV_16, "2026-12-03")],
    expected: { [NOV_16]: "put-off", "2026-12-03": "due-future" },
  },
  {
    name: "a change from an interval to dates: what was open ends, put off or not",
    today: "2026-11-02",
    first: after("P3W"),
    steps: [
      putOff("2026-11-02", NOV_25),
      wait("2026-11-09"),
      change(schedule("weekly", "2026-11-12")),
    ],
    expected: { "2026-11-02": "put-off", "2026-11-12": "due-future", [NOV_25]: null },
  },
  {
    name: "an interval task put off to a day before its schedule: refused",
    today: "2026-11-09",
    first: schedule("monthly", "2026-11-05"),
    steps: [change(after("P3W", "2026-11-12")), putOff("2026-11-12", "2026-11-06")],
    expected: { "2026-11-06": null, "2026-11-12": "due-future" },
  },
];

/** Of a weekly task on a Thursday, unless a case says otherwise. */
export const PUT_OFF_CASES: readonly PutOffCase[] = CASES.map((one) => ({
  ...{ today: "2026-11-12", first: weekly },
  ...one,
}));

/** Compares the case's days with the statuses from its first day on. */
export function expectStatuses(
  { name, expected }: PutOffCase,
  statuses: readonly (string | null)[],
): void {
  const [first = ""] = Object.keys(expected).sort();
  const shown = new Map(statuses.map((status, index) => [dayAfter(first, index), status]));
  const days = Object.keys(expected).map((day) => [day, shown.get(day)]);
  expect(Object.fromEntries(days), name).toEqual(expected);
}
