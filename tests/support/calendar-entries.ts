import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { calendarFile } from "../../src/calendar/calendar-file.ts";
import { addDays } from "../../src/domain/dates/calendar.ts";
import { type CalendarDate, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { isolatedIn } from "../../src/domain/language/isolated.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { taskOccurrences } from "../../src/domain/recurrence/task-schedule.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { turnOf } from "../../src/domain/turns/turn-words.ts";

/** For tests only: the expected entries of a calendar file, and those that other programs' readers find in it. */

export interface Entry {
  readonly uid: string;
  readonly date: CalendarDate;
  readonly summary: string;
  readonly description: string;
}

export interface Board {
  readonly today: CalendarDate;
  readonly tasks: readonly Task[];
}

export const APP_URL = "https://rota.example";

export const fileOf = ({ today, tasks }: Board): string =>
  calendarFile(tasks, { today, appUrl: APP_URL, locale: US_ENGLISH });

/** As a one-line reader shows it. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** A multi-line text, at most 300 characters of it. */
function notesOf(subtitle: string): string {
  const lines = subtitle.split(/\r\n|\r|\n|\u0085|\u2028|\u2029/).map(inOneLine);
  const characters = [...lines.join("\n")];
  return characters.length > 300 ? `${characters.slice(0, 300).join("")}…` : lines.join("\n");
}

function summaryOf(task: Task, date: CalendarDate, today: CalendarDate): string | null {
  const title = inOneLine(task.title);
  const day = toDayNumber(date);
  if (task.completedDays.has(day)) return `✓ ${title}`;
  if (task.skippedDays.has(day)) return `Skipped: ${isolatedIn("ltr", title)}`;
  if (!taskOccurrences(task).has(day)) return null;
  const turn = turnOf(task, date, today);
  return turn && !turn.isMine
    ? `${isolatedIn("ltr", title)} (${isolatedIn("ltr", turn.name)})`
    : title;
}

/** Asks each task about each day from 60 before today to 365 after it. */
export function expectedEntries({ today, tasks }: Board): Entry[] {
  const entries: Entry[] = [];
  for (const task of tasks) {
    const description = [
      notesOf(task.subtitle ?? ""),
      task.checklist.map((line) => `- ${inOneLine(line)}`).join("\n"),
      `${APP_URL}/task/${task.id}`,
    ];
    for (let offset = -60; offset <= 365; offset++) {
      const date = addDays(today, offset);
      const summary = summaryOf(task, date, today);
      if (summary === null) continue;
      entries.push({
        uid: `${task.id}-${date}@rota`,
        date,
        summary,
        description: description.filter(Boolean).join("\n\n"),
      });
    }
  }
  return inOrder(entries);
}

/**
 * The entries without texts that contain a backslash in `expected`: older readers take an escaped one before an
 * n for a line break.
 */
export function withoutBackslashes(
  read: readonly Entry[],
  expected: readonly Entry[],
): readonly Entry[] {
  const isHard = new Set(
    expected
      .filter(({ summary, description }) => `${summary}${description}`.includes("\\"))
      .map(({ uid }) => uid),
  );
  return read.map((entry) =>
    isHard.has(entry.uid) ? { ...entry, summary: "", description: "" } : entry,
  );
}

/** Readers give entries in any order. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));

/** By ical.js, Mozilla's. Throws for entries other than one whole day. */
export function readByIcalJs(file: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return inOrder(
    calendar.getAllSubcomponents("vevent").map((component) => {
      const { uid, startDate, endDate, summary, description } = new ICAL.Event(component);
      const days = endDate.subtractDate(startDate).toSeconds() / 86_400;
      if (!startDate.isDate || !endDate.isDate || days !== 1) throw new Error(`${uid}: ${days}`);
      return { uid, date: startDate.toString(), summary, description };
    }),
  );
}

/** By node-ical, which gives local midnights. Throws for entries other than one whole day. */
export function readByNodeIcal(file: string): Entry[] {
  const text = (value: unknown) =>
    typeof value === "object" ? (value as { val: string }).val : String(value);
  const localDate = (date: Date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  const entries: Entry[] = [];
  for (const item of Object.values(nodeIcal.sync.parseICS(file))) {
    if (item?.type !== "VEVENT") continue;
    const { uid, start, end, datetype, summary, description } = item;
    const date = localDate(start);
    if (datetype !== "date" || !end || localDate(end) !== addDays(date, 1)) {
      throw new Error(`${uid}: ${start} to ${end}`);
    }
    entries.push({ uid, date, summary: text(summary), description: text(description) });
  }
  return inOrder(entries);
}
