/**
 * For tests and the benchmark only: a second implementation of recurrence, written from the text of RFC 5545
 * (3.3.10) without sharing anything with the code that it checks, not even date arithmetic. It walks every
 * period and every day in it, so it is slow and obvious.
 */

const DAY_MS = 86_400_000;
const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]; // as Date.getUTCDay counts

type Parts = Readonly<Record<string, string>>;

export interface OracleSchedule {
  readonly startDate: string;
  readonly endDate: string | null;
  /** a rule that parses, without prefix */
  readonly rule: string;
}

/** The occurrences up to a date, from the start on, as `yyyy-MM-dd`. */
export function rfcOccurrences(schedule: OracleSchedule, to: string): string[] {
  const parts = readParts(schedule.rule);
  const start = new Date(schedule.startDate);
  const limit = Number(parts.COUNT ?? Number.POSITIVE_INFINITY);
  const last = [to, schedule.endDate ?? to, untilOf(parts) ?? to].sort()[0] as string;
  const dates: string[] = [];
  for (let period = periodOf(parts, start); isoDate(first(period)) <= last; ) {
    for (const day of setOf(parts, period, start)) {
      const date = isoDate(day);
      if (date < schedule.startDate) continue; // "DTSTART defines the first instance"
      if (date > last || dates.length >= limit) return dates;
      dates.push(date);
    }
    period = laterPeriod(parts, period);
  }
  return dates;
}

function readParts(rule: string): Parts {
  return Object.fromEntries(rule.split(";").map((part) => part.split("=")));
}

function untilOf(parts: Parts): string | undefined {
  return parts.UNTIL?.replace(/^(....)(..)(..).*$/, "$1-$2-$3");
}

const isoDate = (day: Date) => day.toISOString().slice(0, 10);
const first = (period: readonly Date[]) => period[0] as Date;
const plusDays = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);

/** Every day of the day, week, month or year that contains a day. */
function periodOf(parts: Parts, around: Date): Date[] {
  const year = around.getUTCFullYear();
  const month = around.getUTCMonth();
  switch (parts.FREQ) {
    case "DAILY":
      return [around];
    case "WEEKLY": {
      const weekStart = CODES.indexOf(parts.WKST ?? "MO"); // "The default value is MO."
      const monday = plusDays(around, -((around.getUTCDay() - weekStart + 7) % 7));
      return [0, 1, 2, 3, 4, 5, 6].map((days) => plusDays(monday, days));
    }
    case "MONTHLY":
      return daysFrom(utcDate(year, month, 1), utcDate(year, month + 1, 1));
    default:
      return daysFrom(utcDate(year, 0, 1), utcDate(year + 1, 0, 1));
  }
}

/** "The INTERVAL rule part … how often the recurrence rule repeats": the period after so many. */
function laterPeriod(parts: Parts, period: readonly Date[]): Date[] {
  const interval = Number(parts.INTERVAL ?? 1);
  const day = first(period);
  const year = day.getUTCFullYear();
  switch (parts.FREQ) {
    case "DAILY":
      return periodOf(parts, plusDays(day, interval));
    case "WEEKLY":
      return periodOf(parts, plusDays(day, 7 * interval));
    case "MONTHLY":
      return periodOf(parts, utcDate(year, day.getUTCMonth() + interval, 1));
    default:
      return periodOf(parts, utcDate(year + interval, 0, 1));
  }
}

function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // unlike Date.UTC, this knows the years before 100
  return date;
}

function daysFrom(from: Date, before: Date): Date[] {
  const days: Date[] = [];
  for (let day = from; day < before; day = plusDays(day, 1)) days.push(day);
  return days;
}

/** The set of a period: the days allowed by every BY part, then those picked by BYSETPOS. */
function setOf(parts: Parts, period: readonly Date[], start: Date): Date[] {
  const set = period.filter((day) => isAllowed(parts, day, start));
  const positions = parts.BYSETPOS?.split(",").map(Number);
  if (positions === undefined) return set;
  return set.filter((_, index) =>
    positions.some((n) => (n > 0 ? index === n - 1 : index === set.length + n)),
  );
}

function isAllowed(parts: Parts, day: Date, start: Date): boolean {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY, BYWEEKNO } = parts;
  const month = day.getUTCMonth() + 1;
  if (BYMONTH !== undefined && !numbers(BYMONTH).includes(month)) return false;
  if (BYMONTHDAY !== undefined && !isListed(BYMONTHDAY, placeIn("MONTHLY", day))) return false;
  if (BYYEARDAY !== undefined && !isListed(BYYEARDAY, placeIn("YEARLY", day))) return false;
  if (BYWEEKNO !== undefined && !isListed(BYWEEKNO, weekOfYear(parts, day))) return false;
  if (BYDAY !== undefined) return BYDAY.split(",").some((entry) => isNamed(parts, entry, day));
  if (BYMONTHDAY ?? BYYEARDAY ?? BYWEEKNO) return true;
  // "Information, not contained in the rule, … are derived from DTSTART"
  if (parts.FREQ === "DAILY") return true;
  if (parts.FREQ === "WEEKLY") return day.getUTCDay() === start.getUTCDay();
  if (day.getUTCDate() !== start.getUTCDate()) return false;
  return parts.FREQ === "MONTHLY" || BYMONTH !== undefined || month === start.getUTCMonth() + 1;
}

const numbers = (list: string) => list.split(",").map(Number);

/** The position of something in a series: the RFC counts from either end. */
interface Place {
  readonly number: number;
  readonly of: number;
}

function isListed(list: string, { number, of }: Place): boolean {
  return numbers(list).some((n) => n === number || n === number - of - 1);
}

function placeIn(frequency: "MONTHLY" | "YEARLY", day: Date): Place {
  const days = periodOf({ FREQ: frequency }, day);
  return { number: (day.getTime() - first(days).getTime()) / DAY_MS + 1, of: days.length };
}

/** "+1MO represents the first Monday within the month": of the year without BYMONTH in a YEARLY rule. */
function isNamed(parts: Parts, entry: string, day: Date): boolean {
  if (CODES[day.getUTCDay()] !== entry.slice(-2)) return false;
  if (entry.length === 2) return true;
  const inYear = parts.FREQ === "YEARLY" && parts.BYMONTH === undefined;
  const { number, of } = placeIn(inYear ? "YEARLY" : "MONTHLY", day);
  const ordinal = Number(entry.slice(0, -2));
  return ordinal > 0
    ? Math.ceil(number / 7) === ordinal
    : Math.ceil((of - number + 1) / 7) === -ordinal;
}

/** "Week number one of the calendar year is the first week that contains at least four days" in it. */
function weekOfYear(parts: Parts, day: Date): Place {
  const week = periodOf({ ...parts, FREQ: "WEEKLY" }, day);
  const year = (week[3] as Date).getUTCFullYear(); // a week's fourth day lies where four of its days do
  const firstWeek = first(periodOf({ ...parts, FREQ: "WEEKLY" }, utcDate(year, 0, 4)));
  const nextFirstWeek = first(periodOf({ ...parts, FREQ: "WEEKLY" }, utcDate(year + 1, 0, 4)));
  const weeksFrom = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS / 7;
  return {
    number: weeksFrom(firstWeek, first(week)) + 1,
    of: weeksFrom(firstWeek, nextFirstWeek),
  };
}
