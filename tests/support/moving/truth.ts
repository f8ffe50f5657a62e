import * as v from "valibot";
import { expect } from "vitest";
import { fromDayNumber, toDayNumber } from "../../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../../src/domain/dates/day-set.ts";
import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import {
  type Answers,
  type Moving,
  type MovingTask,
  movingSchema,
} from "../../../src/domain/moving/moving-form.ts";
import { sourceOf } from "../../../src/domain/moving/sources.ts";
import { dueDays } from "../../../src/domain/tasks/day-status.ts";
import { NOTHING_RECORDED } from "../../../src/domain/tasks/task.ts";
import { emptyFields } from "../../../src/domain/tasks/task-input.ts";
import type { Random } from "../random.ts";

/** What a random file of another program says, as its generator knows. */

export const TODAY = "2026-11-27";
/** The middle of the day in each zone that the generators choose. */
export const NOW = Date.parse("2026-11-27T12:00:00Z");

export interface TrueDeed {
  readonly title: string;
  readonly status: "done" | "skipped";
  /** the instant; null where the file has the day alone */
  readonly at: number | null;
  readonly day: string;
  /** the day that may be done instead: that of its occurrence */
  readonly due?: string | undefined;
  /** names */
  readonly by: readonly string[];
  readonly note: string;
  readonly row: number;
  /** it can't be kept, and is said to be left out */
  readonly isLost: boolean;
}

export interface TrueFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly zone: string;
  /** the day on which it is read; by default `TODAY` */
  readonly today?: string;
  readonly deeds: readonly TrueDeed[];
  /** by the title: the past day since which it is open; or the program counts that day itself */
  readonly openSince: ReadonlyMap<string, string> | "any past day";
  readonly answers?: Answers;
}

export const pick = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[random(items.length)] ?? items[0];

const clocks: Record<string, Intl.DateTimeFormat> = {};

/** '2025-05-28 10:11:12' on the clocks of a zone. */
export function localTime(at: number, timeZone: string): string {
  clocks[timeZone] ??= new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone, dateStyle: "short", timeStyle: "medium" },
  });
  return clocks[timeZone].format(at);
}

export const dayIn = (zone: string, at: number): string => localTime(at, zone).slice(0, 10);

/** Reads it through the page's own table, and answers what is asked. */
export async function readMoving({
  name,
  bytes,
  zone,
  today = TODAY,
  answers: given = {},
}: TrueFile): Promise<Moving> {
  const file = { name, bytes };
  const read = await (await sourceOf(file))?.load();
  if (!read) throw new Error(`${name} isn't recognised`);
  const answers: Record<string, string> = { ...given };
  for (let round = 0; round < 5; round++) {
    const moving = await read(file, answers, US_ENGLISH, today);
    if (moving.questions.length === 0) return v.parse(movingSchema, moving);
    for (const { id, kind, choices } of moving.questions) {
      answers[id] = kind === "zone" ? zone : kind === "day" ? today : (choices[0]?.value ?? "");
    }
  }
  throw new Error("It asks again and again");
}

interface Kept {
  readonly title: string;
  readonly status: string;
  readonly day: string;
  readonly at: number;
  readonly isDayAlone: boolean;
  readonly by: string;
  /** of its day, or, while that is still to come, of the one on which it was done: several may stand there */
  readonly notes: string;
  isFound?: boolean;
}

function keptIn({ tasks, people }: Moving, today: string): Kept[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return tasks.flatMap(({ fields, completions, notes }) =>
    completions.flatMap(({ by, status, days }) =>
      days.map(([day, at = "", doneOn]) => ({
        ...{ title: String(fields.title), status, day, at: Date.parse(at) },
        isDayAlone: doneOn === day,
        by: by.map((id) => names.get(id)).join(),
        notes: notes.flatMap((one) => (one.day === day || day > today ? one.note : [])).join("\n"),
      })),
    ),
  );
}

/** @param open a day that is open: what was done on it was for an earlier one */
function isOf({ status, day, at, isDayAlone, by }: Kept, deed: TrueDeed, open?: string): boolean {
  const isMoved = open !== undefined && day < open && [deed.day, deed.due].includes(open);
  if (status !== deed.status || (day !== deed.day && day !== deed.due && !isMoved)) return false;
  if (deed.at !== null) return at === deed.at;
  return (isDayAlone || status === "skipped") && by === deed.by.join();
}

/** 0 deeds lost, 0 invented, each with its day, person and note; what is left out is what the file's `leftOut` says. */
export function expectTruth(moving: Moving, file: TrueFile) {
  const { today = TODAY } = file;
  const kept = new Map<string, Kept[]>();
  for (const one of keptIn(moving, today)) {
    kept.set(one.title, [...(kept.get(one.title) ?? []), one]);
  }
  const left: TrueDeed[] = [];
  let written = 0;
  for (const deed of file.deeds) {
    const all = kept.get(deed.title) ?? [];
    const open = file.openSince === "any past day" ? undefined : file.openSince.get(deed.title);
    const one = all.find((kept) => !kept.isFound && isOf(kept, deed, open));
    if (one === undefined || deed.isLost) left.push(deed);
    expect(one !== undefined && deed.isLost, `kept: ${JSON.stringify(deed)}`).toBe(false);
    if (one === undefined) continue;
    one.isFound = true;
    expect(one.by, JSON.stringify(deed)).toBe(deed.by.join());
    expect(one.notes, JSON.stringify(deed)).toContain(deed.note.trim());
    written += deed.note.trim().replaceAll("\n", "").length;
  }
  const texts = moving.tasks.flatMap(({ notes }) =>
    notes.map(({ note }) => note.replaceAll("\n", "")),
  );
  expect(texts.join("").length, "notes").toBe(written);
  expect(
    [...kept.values()].flat().filter(({ isFound }) => !isFound),
    "invented",
  ).toEqual([]);
  const rows = new Set(moving.leftOut.map(({ row }) => row));
  const whole = moving.leftOut.filter(({ row, deeds }) => row === undefined && deeds);
  for (const deed of left) {
    const isSaid = rows.has(deed.row) || whole.some(({ title }) => title === deed.title);
    expect(isSaid, `not said: ${JSON.stringify(deed)}`).toBe(true);
    const isTaken = kept.get(deed.title)?.some(({ day }) => day === deed.day) ?? false;
    const open = file.openSince === "any past day" ? deed.day : file.openSince.get(deed.title);
    expect(deed.isLost || isTaken || open === deed.day, `left out: ${JSON.stringify(deed)}`).toBe(
      true,
    );
  }
  const lost = moving.leftOut.reduce((sum, { deeds = 0 }) => sum + deeds, 0);
  expect(lost).toBe(left.filter(({ status }) => status === "done").length);
  for (const task of moving.tasks) {
    const title = String(task.fields.title);
    const missed = missedDays(task, today);
    // An interval task is open since its interval ended.
    if (file.openSince === "any past day" || task.fields.afterDone) {
      expect(missed.length, title).toBeLessThan(2);
    } else {
      const open = file.openSince.get(title);
      expect(missed, title).toEqual(open && open < today ? [open] : []);
    }
  }
}

/** The past days on which Rota says that it was missed. */
export function missedDays(
  { fields, formerSchedules, putOffs, pausedDays, completions }: MovingTask,
  today = TODAY,
) {
  const settled = (wanted: string) =>
    DaySet.fromDays(
      completions.flatMap(({ status, days }) =>
        status === wanted ? days.map(([day]) => toDayNumber(day)) : [],
      ),
    );
  const task = Object.assign({}, emptyFields(today), NOTHING_RECORDED, fields, {
    formerSchedules,
    putOffs,
    pausedDays: DaySet.fromRuns(
      pausedDays.map(([first, last]) => {
        const day = toDayNumber(first);
        return [day, toDayNumber(last) - day + 1];
      }),
    ),
    completedDays: settled("done"),
    skippedDays: settled("skipped"),
  });
  const days = dueDays(task as never, today);
  return days.latestMissed(days.missedCount).map(fromDayNumber).sort();
}
