import { strToU8, zipSync } from "fflate";
import { addDays } from "../../../src/domain/dates/calendar.ts";
import type { Random } from "../random.ts";
import { databaseOf } from "./database.ts";
import { pick, TODAY, type TrueDeed, type TrueFile } from "./truth.ts";

/** Random habits of Loop Habit Tracker 2.3, as its database (version 25) and its CSV files have them. */

const NAMED: Readonly<Record<number, string>> = {
  ...{ [-1]: "UNKNOWN", 0: "NO", 1: "YES_AUTO", 2: "YES_MANUAL", 3: "SKIP" },
};
const FREQUENCIES: readonly [Frequency, ...Frequency[]] = [
  [1, 1],
  [1, 7],
  [3, 7],
  [2, 30],
  [1, 14],
  [7, 7],
];

type Frequency = readonly [times: number, days: number];

interface Habit {
  readonly id: number;
  readonly name: string;
  readonly times: number;
  readonly days: number;
  readonly isNumeric: boolean;
  readonly isAtMost: boolean;
  readonly target: number;
  readonly isArchived: boolean;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly id: number;
  readonly day: string;
  readonly value: number;
  readonly note: string;
}

function habitOf(id: number, firstEntry: number, random: Random): Habit {
  const [times, days] = pick(random, FREQUENCIES);
  const isNumeric = random(4) === 0;
  let day = addDays(TODAY, -random(400));
  const entries = Array.from({ length: random(60) }, (_, index) => {
    day = addDays(day, -1 - random(4));
    const value = isNumeric ? pick(random, [3, 0, 4_000, 9_000, 12_500]) : random(5) - 1;
    const isNoted = value === 2 || value > 3;
    const note = isNoted ? pick(random, ["", 'in the rain, "again"', "two\nlines"]) : "";
    return { id: firstEntry + index, day, value, note };
  });
  return {
    ...{
      id,
      times,
      days,
      isNumeric,
      entries,
      name: `${pick(random, ["Run", "Lesen, laut", "💧"])} ${id}`,
    },
    ...{ isAtMost: isNumeric && random(3) === 0, target: 5, isArchived: random(8) === 0 },
  };
}

const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map((cell) => cellOf(String(cell))).join(",")).join("\n");

function zipOf(habits: readonly Habit[]) {
  const files: Record<string, Uint8Array> = {
    "Habits.csv": strToU8(
      csv([
        [
          "Position",
          "Name",
          "Type",
          "Question",
          "Description",
          "FrequencyNumerator",
          "FrequencyDenominator",
          "Color",
          "Unit",
          "Target Type",
          "Target Value",
          "Archived?",
        ],
        ...habits.map((one, index) => [
          ...[String(index + 1).padStart(3, "0"), one.name, one.isNumeric ? "NUMERICAL" : "YES_NO"],
          ...["Did you?", "", one.times, one.days, "#FF8F00", one.isNumeric ? "km" : ""],
          ...[one.isNumeric ? (one.isAtMost ? "AT_MOST" : "AT_LEAST") : ""],
          ...[one.isNumeric ? `${one.target}.0` : "", String(one.isArchived)],
        ]),
      ]),
    ),
    "Scores.csv": strToU8("Date,"),
  };
  for (const [index, { name, entries }] of habits.entries()) {
    const folder = `${String(index + 1).padStart(3, "0")} ${name.replaceAll(/[^ a-zA-Z0-9._-]+/g, "")}`;
    files[`${folder.trim()}/Checkmarks.csv`] = strToU8(
      csv([
        ["Date", "Value", "Notes"],
        ...entries.map(({ day, value, note }) => [day, NAMED[value] ?? value, note]),
      ]),
    );
  }
  return new Uint8Array(zipSync(files));
}

const databaseFile = (habits: readonly Habit[]) =>
  databaseOf({
    Habits: {
      columns: [
        "id integer primary key autoincrement",
        "archived integer",
        "color integer",
        "description text",
        "freq_den integer",
        "freq_num integer",
        "name text",
        "position integer",
        "type integer not null default 0",
        "target_type integer not null default 0",
        "target_value real not null default 0",
        "unit text not null default ''",
        "question text",
        "uuid text",
      ],
      rows: habits.map((one) => [
        ...[one.id, Number(one.isArchived), 1, "", one.days, one.times, one.name, one.id],
        ...[
          Number(one.isNumeric),
          Number(one.isAtMost),
          one.target,
          "km",
          "Did you?",
          `uuid${one.id}`,
        ],
      ]),
    },
    Repetitions: {
      columns: [
        "id integer primary key autoincrement",
        "habit integer not null",
        "timestamp integer not null",
        "value integer not null",
        "notes text",
      ],
      rows: habits.flatMap(({ id, entries }) =>
        entries.map((one) => [one.id, id, Date.parse(`${one.day}T00:00:00Z`), one.value, one.note]),
      ),
    },
  });

export async function loopFile(random: Random, format: "sqlite" | "zip"): Promise<TrueFile> {
  const habits: Habit[] = [];
  let entries = 1;
  for (let id = 1; id <= 1 + random(6); id++) {
    const habit = habitOf(id, entries, random);
    habits.push(habit);
    entries += habit.entries.length;
  }
  return {
    name: format === "zip" ? "Loop Habits CSV 2026-11-27.zip" : "Loop Habits Backup.db",
    bytes: format === "zip" ? zipOf(habits) : await databaseFile(habits),
    zone: "UTC",
    deeds: habits.flatMap((habit) => deedsOf(habit, format)),
    openSince: new Map(),
  };
}

const deedsOf = (
  { name, isNumeric, isAtMost, target, entries }: Habit,
  format: string,
): TrueDeed[] =>
  entries.flatMap(({ id, day, value, note }, index) => {
    const isAmount = isNumeric && value > 3;
    const isDone = isAmount || (!isNumeric && value === 2);
    const isSkipped = value === 3 && !isAtMost;
    if (!isDone && !isSkipped) return [];
    const amount = isAmount ? `${new Intl.NumberFormat("en").format(value / 1_000)} km` : "";
    return [
      {
        ...{ title: name, status: isSkipped ? "skipped" : "done", at: null, day },
        ...{ by: ["Whoever kept this list"], note: [amount, note].filter(Boolean).join("\n") },
        row: format === "zip" ? index + 2 : id,
        isLost: isAtMost || (isAmount && value < target * 1_000),
      } as const,
    ];
  });
