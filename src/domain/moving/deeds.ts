import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import type { LeftOutPart, MovingTask } from "./moving-form.ts";
import { cutTo, storableText } from "./plain-text.ts";
import type { When } from "./when.ts";

/** What happened to a task on a day, in a file. */
export interface Deed {
  /** the day that is done: its occurrence's where that is known, else that of `when` */
  readonly day: CalendarDate;
  readonly when: When;
  readonly status: "done" | "skipped";
  /** ids of people; empty for nobody in particular */
  readonly by: readonly string[];
  readonly note?: string | null | undefined;
  /** of an interval task: the day on which it was due */
  readonly dueOn?: CalendarDate | undefined;
  /** its row in the file */
  readonly row?: number | undefined;
}

const NOTE_MOST = 500;
const PEOPLE_MOST = 50;
/** A day may be done this long ahead. */
const AHEAD_DAYS = 366;

interface Context {
  /** IANA name; null: nothing depends on it */
  readonly zone: string | null;
  readonly today: CalendarDate;
  /** a day that is open, whatever was done on it */
  readonly open?: CalendarDate | null;
  /** the occurrence before that */
  readonly before?: CalendarDate | null;
  readonly title: string;
  readonly locale: Locale;
}

interface Past {
  readonly deeds: readonly Deed[];
  readonly completions: MovingTask["completions"];
  readonly notes: MovingTask["notes"];
  readonly leftOut: readonly LeftOutPart[];
}

/** The deeds that can be kept, as the neutral form has them, and each other with its reason. */
export function pastOf(all: readonly Deed[], context: Context): Past {
  const leftOut: LeftOutPart[] = [];
  const byDay = new Map<CalendarDate, Deed>();
  const last = { done: addDays(context.today, AHEAD_DAYS), skipped: context.today };
  for (const deed of [...all].sort(inOrder)) {
    const problem = problemOf(deed, context);
    const isFree = (day: CalendarDate) => day !== context.open && !byDay.has(day);
    const own = [possibleDay(deed, last[deed.status]), deed.when.day];
    const isOfOpen = own.some((day) => day === context.open);
    const day = [...own, ...(isOfOpen && context.before ? [context.before] : [])].find(isFree);
    if (problem === null && day) byDay.set(day, { ...deed, day });
    else leftOut.push(lost(deed, problem ?? isTaken(deed, context), context));
  }
  const deeds = [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  const notes = notesOf(deeds, context, leftOut);
  return { deeds, completions: completionsOf(deeds, context), notes, leftOut };
}

/** What was done counts before what was skipped, and the first of two. */
function inOrder(a: Deed, b: Deed): number {
  if (a.status !== b.status) return a.status === "done" ? -1 : 1;
  if (a.when.at === b.when.at) return 0;
  return a.when.at < b.when.at ? -1 : 1;
}

/** A skip ahead, or a deed more than a year ahead, is one of its own day. */
const possibleDay = ({ day, when }: Deed, last: CalendarDate) =>
  day > last || day < "1000" ? when.day : day;

function problemOf({ when }: Deed, { today, locale: { t } }: Context): string | null {
  if (when.at < "1970" || when.day < "1970") return t("It is dated before 1970.");
  return when.day > today ? t("It is dated in the future.") : null;
}

const isTaken = ({ day, when }: Deed, { locale }: Context) =>
  locale.t("Rota keeps one deed of a task for a day, and {date} has one already.", {
    date: formatDate(day < "1000" ? when.day : day, locale),
  });

const lost = ({ row, status }: Deed, what: string, { title }: Context): LeftOutPart => ({
  what,
  title,
  ...(row !== undefined && { row }),
  ...(status === "done" && { deeds: 1 }),
});

/** A day has one note: that of a day still to come stands on the one on which it was written, after that one's own. */
function notesOf(
  deeds: readonly Deed[],
  { title, today, locale: { t } }: Context,
  leftOut: LeftOutPart[],
): MovingTask["notes"] {
  const notes = new Map<CalendarDate, MovingTask["notes"][number]>();
  for (const { note, day, by, when, row } of deeds) {
    const text = storableText(note ?? "").trim();
    if (text === "") continue;
    const noted = day > today ? when.day : day;
    const before = notes.get(noted);
    const whole = before ? `${before.note}\n${text}` : text;
    const kept = cutTo(whole, NOTE_MOST);
    if (kept !== whole) {
      const what = t("The end of a note, which is too long.");
      leftOut.push({ what, title, ...(row !== undefined && { row }) });
    }
    const people = [...new Set([...(before?.by ?? []), ...by])];
    notes.set(noted, { day: noted, note: kept, by: people, at: when.at });
  }
  return [...notes.values()];
}

function completionsOf(deeds: readonly Deed[], { zone }: Context): MovingTask["completions"] {
  const rows = new Map<string, MovingTask["completions"][number]>();
  for (const { day, when, status, by, dueOn } of deeds) {
    const people = [...new Set(by)].slice(0, PEOPLE_MOST);
    const key = JSON.stringify([status, people]);
    const row = rows.get(key) ?? { by: people, status, ...(zone && { timeZone: zone }), days: [] };
    rows.set(key, row);
    const doneOn = when.isDayAlone && status === "done" ? when.day : null;
    if (dueOn !== undefined) row.days.push([day, when.at, doneOn, null, dueOn]);
    else if (doneOn !== null) row.days.push([day, when.at, doneOn]);
    else row.days.push([day, when.at]);
  }
  return [...rows.values()];
}
