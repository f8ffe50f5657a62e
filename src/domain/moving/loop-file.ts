import * as v from "valibot";
import { DAY_MS } from "../dates/calendar.ts";
import { fromDayNumber, isCalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";
import { readCsv } from "./csv-rows.ts";
import { column, isSqlite, readDatabase, type Tables } from "./sqlite.ts";
import { unzipped } from "./unzipped.ts";

/** What a file of Loop Habit Tracker has: the ZIP of its CSV files, or the backup, which is its database. */

export interface LoopHabit {
  readonly source: string;
  readonly name: string;
  readonly notes: readonly string[];
  /** how often in how many days */
  readonly times: number;
  readonly days: number;
  readonly isNumeric: boolean;
  readonly isAtMost: boolean;
  readonly target: number;
  readonly unit: string;
  readonly isArchived: boolean;
  readonly entries: readonly LoopEntry[];
}

interface LoopEntry {
  readonly row: number;
  /** null: it can't be read */
  readonly day: string | null;
  /** one of VALUES, or of a numeric habit thousandths of its unit */
  readonly value: number;
  readonly notes: string;
}

/** An entry's value; the same numbers in the database and the names in the CSV files. */
export const VALUES = { UNKNOWN: -1, NO: 0, YES_AUTO: 1, YES_MANUAL: 2, SKIP: 3 } as const;

const { text, number, flag } = column;

/** @throws FileProblem for what is none of Loop's */
export const readLoopFile = (
  bytes: Uint8Array<ArrayBuffer>,
  locale: Locale,
): Promise<LoopHabit[]> =>
  isSqlite(bytes) ? readDatabase(bytes, locale, fromTables) : fromZip(bytes, locale);

function fromTables({ rows }: Tables): LoopHabit[] {
  const entries = new Map<number | null, LoopEntry[]>();
  const repetition = v.object({
    id: number,
    habit: number,
    timestamp: number,
    // Before version 1.8 each row was a day on which it was done.
    value: v.optional(number.wrapped, VALUES.YES_MANUAL),
    notes: text,
  });
  for (const row of rows("repetitions", repetition)) {
    const habit = entries.get(row.habit) ?? [];
    entries.set(row.habit, habit);
    habit.push({
      row: row.id ?? 0,
      day: row.timestamp === null ? null : dayOf(row.timestamp / DAY_MS),
      value: row.value ?? VALUES.UNKNOWN,
      notes: row.notes ?? "",
    });
  }
  const habit = v.object({
    ...{ id: number, name: text, question: text, description: text, freq_num: number },
    ...{ freq_den: number, type: number, target_type: number, target_value: number, unit: text },
    ...{ archived: flag, uuid: text },
  });
  return rows("habits", habit).map((row) => ({
    source: row.uuid ?? String(row.id),
    ...{ name: row.name ?? "", notes: [row.question ?? "", row.description ?? ""] },
    ...{ times: row.freq_num ?? 1, days: row.freq_den ?? 1, isNumeric: row.type === 1 },
    ...{ isAtMost: row.target_type === 1, target: row.target_value ?? 0, unit: row.unit ?? "" },
    ...{ isArchived: row.archived, entries: entries.get(row.id) ?? [] },
  }));
}

const dayOf = (dayNumber: number): string | null =>
  Math.abs(dayNumber) < 700_000 ? fromDayNumber(Math.floor(dayNumber)) : null;

const HABITS = /(?:^|\/)Habits\.csv$/;
/** A habit's folder has its place in Habits.csv, from 1. */
const CHECKMARKS = /(?:^|\/)(\d{3,}) ?[^/]*\/Checkmarks\.csv$/;

async function fromZip(bytes: Uint8Array<ArrayBuffer>, locale: Locale): Promise<LoopHabit[]> {
  const files = await unzipped(bytes, (path) => HABITS.test(path) || CHECKMARKS.test(path), locale);
  const [, list] = [...files].find(([path]) => HABITS.test(path)) ?? [];
  const marks = new Map(
    [...files].flatMap(([path, marked]) => {
      const [, place] = CHECKMARKS.exec(path) ?? [];
      return place === undefined ? [] : [[Number(place), marked] as const];
    }),
  );
  const [head = [], ...rows] = await readCsv(list ?? "");
  const place = (name: string) => head.indexOf(name);
  if (place("Name") === -1) {
    throw new FileProblem(
      locale.t("This is no file of {program}.", { program: "Loop Habit Tracker" }),
    );
  }
  const habits: LoopHabit[] = [];
  for (const [index, row] of rows.entries()) {
    const cell = (...names: string[]) => row[Math.max(...names.map(place))] ?? "";
    const position = Number(cell("Position")) || index + 1;
    habits.push({
      source: `${cell("Position")} ${cell("Name")}`,
      ...{ name: cell("Name"), notes: [cell("Question"), cell("Description")] },
      // The names of before version 2.1.
      times: Number(cell("FrequencyNumerator", "NumRepetitions")) || 1,
      days: Number(cell("FrequencyDenominator", "Interval")) || 1,
      ...{ isNumeric: cell("Type") === "NUMERICAL", isAtMost: cell("Target Type") === "AT_MOST" },
      ...{ target: Number(cell("Target Value")) || 0, unit: cell("Unit") },
      isArchived: cell("Archived?") === "true",
      entries: entriesOf(await readCsv(marks.get(position) ?? "")),
    });
  }
  return habits;
}

const entriesOf = (rows: readonly (readonly string[])[]): LoopEntry[] =>
  rows.flatMap(([day = "", value = "", notes = ""], index) => {
    if (index === 0 && day === "Date") return [];
    const isDay = isCalendarDate(day) && !Number.isNaN(toDayNumber(day));
    return [{ row: index + 1, day: isDay ? day : null, value: markOf(value), notes }];
  });

function markOf(text: string): number {
  const named = Object.entries(VALUES).find(([name]) => name === text);
  return named?.[1] ?? (/^-?\d+$/.test(text) ? Number(text) : VALUES.UNKNOWN);
}
