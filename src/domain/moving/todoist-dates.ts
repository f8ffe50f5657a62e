import type { CalendarDate } from "../dates/calendar-date.ts";
import { DAY, MONTH } from "../quick-add/english.ts";
import type { Found } from "../quick-add/language-words.ts";
import { readPhrase, type Said } from "../quick-add/read-phrase.ts";
import { scheduleOf } from "../quick-add/schedule.ts";
import type { Repeat } from "../recurrence/repeat.ts";
import type { TaskFields } from "../tasks/task-input.ts";

/** Dates as Todoist's help page on recurring dates has them: the words of the app's own line, and a few more. */

export interface ReadDate {
  readonly repeat: Repeat & Pick<TaskFields, "startDate" | "endDate">;
  /** the words have a time of day, which a task does not */
  readonly hasTime: boolean;
  /** the words don't say from when it counts, so it counts from today */
  readonly countsFromToday: boolean;
}

/** In characters: no date that is understood is longer. */
const LONGEST = 200;

const TIME =
  /\s*(?:\b(?:at|@)\s*)?\b(?:\d{1,2}(?::\d{2})\s*(?:[ap]m)?|\d{1,2}\s*[ap]m|noon|midnight)\b|\s+at\s+\d{1,2}\b/g;

const RHYTHM = /^(?:every|daily|weekly|monthly|quarterly|yearly|annually)\b/;
const WHOLE_MONTH = new RegExp(`^every ${MONTH}$`);
const MONTH_DAY = `(?:${MONTH} ${DAY}|${DAY}(?: of)? ${MONTH})`;
const SEVERAL_MONTHS = new RegExp(`^every ${MONTH_DAY}(?:(?:, ?(?:and )?| and )${MONTH_DAY})+$`);

/** Reads Todoist's words for a date; null when unsure: another language, days without a year, hours. */
export function readTodoistDate(words: string, today: CalendarDate): ReadDate | null {
  // The order of dates in numbers is unknown.
  if (words.length > LONGEST || /\d[./]\d/.test(words)) return null;
  const lower = words.toLowerCase().replaceAll(/\s+/g, " ").trim();
  const timeless = lower.replaceAll(TIME, "").trim();
  const phrases = readAll(asOurs(timeless), today);
  if (phrases === null) return null;
  const said = phrases.map((phrase) => phrase.said);
  const rhythm = said.map((one) => (one.kind === "repeat" ? one.rhythm : null)).find(Boolean);
  const start = said.find((one) => one.kind === "start");
  const startDate = start?.date ?? today;
  const { repeat, endDate } = scheduleOf(said, { today, startDate });
  if (repeat === null || rhythm === "once") return null;
  const isCounted = rhythm && (rhythm.interval > 1 || (!rhythm.by && rhythm.frequency !== "daily"));
  return {
    repeat: { ...repeat, startDate, endDate },
    hasTime: timeless !== lower || /\b(morning|afternoon|evening|night)\b/.test(lower),
    countsFromToday: !start && isCounted === true && !rhythm?.isAfterDone,
  };
}

/** All of the words, in phrases; null when some are not understood, or not sure. */
function readAll(words: string, today: CalendarDate): Found<Said>[] | null {
  const found: Found<Said>[] = [];
  for (let rest = words; rest !== ""; ) {
    const next = readPhrase(rest, { today });
    if (!next || !isSure(next, rest.slice(0, next.length))) return null;
    found.push(next);
    rest = rest.slice(next.length).replace(/^,? /, "");
  }
  return new Set(found.map(({ said }) => said.kind)).size === found.length ? found : null;
}

/** A date has its year; a rhythm is no word that may be a date ('sundays', 'on the 15th'), or leaves the day open. */
function isSure({ said }: Found<Said>, words: string): boolean {
  if (said.kind !== "repeat") return said.date === null || /\b\d{4}\b/.test(words);
  return RHYTHM.test(words) && !WHOLE_MONTH.test(words);
}

/** In the words of the app's line. */
function asOurs(text: string): string {
  const words = text
    .replace(/^(?:ev|each)\b/, "every")
    .replace(/^everyday\b/, "every day")
    // As the help page has it.
    .replace(/^every weekend\b/, "every sat")
    .replace(/^(?:every! ?|after )/, "every! ")
    .replace(/ start on /, " starting ")
    .replace(/ to /, " until ");
  if (/^every \d[\d, ]*(?:and \d+)?$/.test(words)) return words.replaceAll(/\d+/g, "$&th");
  const days = new Set(words.match(/\d+/g));
  const isOneDay = days.size === 1 && SEVERAL_MONTHS.test(words);
  return isOneDay ? `every ${[...days]} ${words.match(new RegExp(MONTH, "g"))?.join(", ")}` : words;
}
