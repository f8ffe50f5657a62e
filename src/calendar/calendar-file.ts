import ical, { foldLines, ICalEvent, ICalEventTransparency } from "ical-generator";
import { DAY_MS } from "../domain/dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../domain/dates/calendar-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { type CalendarDay, calendarDays } from "../domain/tasks/calendar-days.ts";
import type { Task } from "../domain/tasks/task.ts";
import { turnOf } from "../domain/turns/turn-words.ts";

/** Tasks as an iCalendar file (RFC 5545), for the edge function and for the browser. */

/** How many days a file has before today and after it. */
const DAYS_BACK = 60;
const DAYS_AHEAD = 365;

/** In bytes. A file with more is cut to the days around today: readers refuse files of many megabytes. */
export const MOST_BYTES = 2_000_000;

/** Notes and the checklist stand in every event of their task; the link leads to the rest. */
const NOTES_LENGTH = 300;

const HOUR_S = 3_600;

type ShownDay = CalendarDay & { readonly whose: string | null };

interface CalendarFileOptions {
  readonly today: CalendarDate;
  /** Address of the app, without a slash at the end: every event links to its task's page. */
  readonly appUrl: string;
  /** the reader's */
  readonly locale: Locale;
  /** leaves out the turns of others; what is anybody's stays */
  readonly onlyMyTurns?: boolean;
}

/**
 * The file's text: one all-day event a task and day on which it is due, done or skipped, from 60 days
 * before today to 365 after it. The same tasks on the same day give the same bytes. With more than
 * `MOST_BYTES`, whole days are left out, the farthest from today first.
 */
export function calendarFile(
  tasks: readonly Task[],
  { today, appUrl, locale, onlyMyTurns = false }: CalendarFileOptions,
): string {
  const now = toDayNumber(today);
  const all = tasks.map((task) => ({
    task,
    days: calendarDays(task, now - DAYS_BACK, now + DAYS_AHEAD)
      .map((day) => ({ ...day, whose: nameOfOther(task, day, today) }))
      .filter(({ whose }) => !onlyMyTurns || whose === null),
  }));
  const calendar = ical({
    name: "Rota",
    prodId: { company: "Rota", product: "Tasks", language: locale.language.toUpperCase() },
    ttl: HOUR_S,
  });
  const [head = "", end = ""] = calendar.toString().split(/(?=END:VCALENDAR)/);
  const write = all.map(({ task }) => {
    const url = `${appUrl}/task/${task.id}`;
    const title = oneLine(task.title);
    const event = {
      sequence: task.revision,
      stamp: new Date(task.updatedAt),
      allDay: true,
      // A task is no appointment: its day stays free.
      transparency: ICalEventTransparency.TRANSPARENT,
      description: description(task, url),
      url,
    };
    return (shown: ShownDay) => {
      const { day } = shown;
      const written = new ICalEvent(
        {
          ...event,
          id: `${task.id}-${fromDayNumber(day)}@rota`,
          start: new Date(day * DAY_MS),
          end: new Date((day + 1) * DAY_MS),
          summary: summaryOf(title, shown, locale),
        },
        calendar,
      );
      // One by one: folding thousands at once takes hundreds of megabytes.
      return foldLines(written.toString());
    };
  });
  const ofDay = new Map<number, (() => string)[]>();
  all.forEach(({ days }, n) => {
    for (const day of days) {
      const ofThisDay = ofDay.get(day.day) ?? [];
      ofThisDay.push(() => write[n]?.(day) ?? "");
      ofDay.set(day.day, ofThisDay);
    }
  });
  const events = fittingDays(ofDay, now);
  return `${head}${events.join("")}${end}\r\n`;
}

function summaryOf(title: string, { mark, whose }: ShownDay, { t }: Locale): string {
  if (mark === "done") return `✓ ${title}`;
  if (mark === "skipped") return t("Skipped: {task}", { task: title });
  // A name beside a done day would be taken for who did it.
  return whose ? t("{task} ({name}) // whose turn a task is", { task: title, name: whose }) : title;
}

/** Returns the name if it is another person's turn; null for the reader's turn or anybody's. */
function nameOfOther(task: Task, { day }: CalendarDay, today: CalendarDate): string | null {
  const turn = turnOf(task, fromDayNumber(day), today);
  return turn && !turn.isMine ? oneLine(turn.name) : null;
}

/** The texts of as many of the nearest days to today as have `MOST_BYTES` together, by day. */
function fittingDays(
  ofDay: ReadonlyMap<number, readonly (() => string)[]>,
  today: number,
): string[] {
  const nearestFirst = [...ofDay].sort(
    ([a], [b]) => Math.abs(a - today) - Math.abs(b - today) || b - a,
  );
  const shown: { day: number; text: string }[] = [];
  let total = 0;
  for (const [day, writers] of nearestFirst) {
    const text = writers.map((write) => write()).join("");
    total += new TextEncoder().encode(text).length;
    if (total > MOST_BYTES && shown.length > 0) break;
    shown.push({ day, text });
  }
  return shown.sort((a, b) => a.day - b.day).map(({ text }) => text);
}

/** Many readers show no URL of an event, so that the link stands in its text, too. */
function description({ subtitle, checklist }: Task, url: string): string {
  const notes = [...severalLines(subtitle ?? "")];
  const lines = [...checklist.map((line) => `- ${oneLine(line)}`).join("\n")];
  return [shortened(notes), shortened(lines), url].filter((part) => part !== "").join("\n\n");
}

const shortened = (letters: readonly string[]) =>
  letters.length > NOTES_LENGTH ? `${letters.slice(0, NOTES_LENGTH).join("")}…` : letters.join("");

// RFC 5545 takes no control characters, and some readers end a line at any that may be one's end.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
const severalLines = (text: string) =>
  text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map(oneLine)
    .join("\n");
