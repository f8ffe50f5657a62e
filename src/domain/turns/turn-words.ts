import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { nearName } from "../dates/done-when.ts";
import { formatMonth, formatNextDate, formatShortWeekday } from "../dates/format-date.ts";
import { dayInZone } from "../dates/time-zone.ts";
import type { Locale } from "../language/locale.ts";
import { nextTaskDates } from "../recurrence/next-dates.ts";
import { isOneAtATime, taskDays } from "../recurrence/task-schedule.ts";
import { type Doers, nameIn, type Task } from "../tasks/task.ts";
import { turnOn } from "./turns.ts";

/** Texts about turns. */

/** Somebody's turn, as the viewer has it. */
export interface Turn {
  /** of the person */
  readonly id: string;
  /** the viewer's own, too */
  readonly name: string;
  /** the colour of the face, 0 to 9 */
  readonly face: number;
  readonly isMine: boolean;
}

/** Returns the turn of an occurrence by its day; null for anybody's. */
export function turnOf(task: Task, day: CalendarDate, today: CalendarDate): Turn | null {
  const id = turnOn(task, day, today);
  return id === null ? null : personOfTurn(task, id);
}

/** Somebody as the viewer has them. */
export function personOfTurn(task: Task, id: string): Turn {
  const person = task.household?.people.find((one) => one.id === id);
  return {
    id,
    name: person?.name ?? nameIn(task, id) ?? "?",
    face: person?.face ?? 0,
    isMine: id === task.household?.me,
  };
}

/** 'You', 'Bob' */
export const turnName = ({ name, isMine }: Turn, { t }: Locale): string =>
  isMine ? t("You") : name;

/** 'you', 'Bob', 'anybody' */
export const nameInSentence = (turn: Turn | null, { t }: Locale): string => {
  if (turn === null) return t("anybody // in a sentence");
  return turn.isMine ? t("you // subject: 'Bob and you did'") : turn.name;
};

/** 'Your turn', 'Bob’s turn' */
export const turnText = ({ name, isMine }: Turn, { t }: Locale): string =>
  isMine ? t("Your turn") : t("{name}’s turn", { name });

/** 'your turn', 'Bob’s turn', in the middle of a sentence; null where it is anybody's */
export function turnInSentence(
  task: Task,
  day: CalendarDate,
  today: CalendarDate,
  locale: Locale,
): string | null {
  const turn = turnOf(task, day, today);
  return turn && (turn.isMine ? locale.t("your turn // in a sentence") : turnText(turn, locale));
}

/** Names whose turn others did; null if it was one of theirs, or nobody is named. */
export function insteadOf(
  task: Task,
  day: CalendarDate,
  doers: DoersThen | null,
  today: CalendarDate,
): Turn | null {
  if (doers && isBeforeTurns(task, day, doers)) return null;
  const people = doers?.people ?? [];
  const turn = people.length > 0 ? turnOf(task, day, today) : null;
  return turn && people.includes(turn.id) ? null : turn;
}

/** The doers, the ISO instant of the tick and its time zone; null for now. */
export interface DoersThen extends Doers {
  readonly completedAt: string | null;
  readonly timeZone: string | null;
}

/** Whether it was done before that day's turns were entered: those entered "for the past too" count before their day. */
function isBeforeTurns(task: Task, day: CalendarDate, { completedAt, timeZone }: DoersThen) {
  const { rosterSince } = task.formerSchedules.find(({ validUntil }) => day <= validUntil) ?? task;
  if (!completedAt || !timeZone || !rosterSince) return false;
  const since = Date.parse(rosterSince);
  return Date.parse(completedAt) < since && day >= dayInZone(since, timeZone);
}

/** A turn that is to come. */
export interface NextTurn {
  /** its first day on which the task is due */
  readonly day: CalendarDate;
  /** 'Thu', 'Mon, Nov 30', 'This week', 'December 2026', 'then' */
  readonly when: string;
  readonly turn: Turn | null;
}

/**
 * The next turns from `from` on, at most `count`, of which something is due. Of an interval task
 * the first has a day, or is 'Today' once it is late; those that follow have an order alone.
 */
export function nextTurns(
  task: Task,
  from: CalendarDate,
  today: CalendarDate,
  count: number,
  locale: Locale,
): NextTurn[] {
  const isOneByOne = isOneAtATime(task) && task.turnLength === "each";
  const found: NextTurn[] = [];
  let rest = task;
  let next: CalendarDate | undefined = from;
  while (found.length < count) {
    const day = nextDay(rest, next, today);
    if (day === undefined) break;
    const when =
      isOneByOne && found.length > 0
        ? locale.t("then // of whose turn follows")
        : whenText(task, day, today, locale);
    found.push({ day, when, turn: turnOf(rest, day, today) });
    next = addDays(lastDayOfTurn(task, day), 1);
    if (isOneByOne) rest = doneOn(rest, day);
  }
  return found;
}

/** The first day from `from` on on which a task can be done. */
function nextDay(task: Task, from: CalendarDate, today: CalendarDate): CalendarDate | undefined {
  const { openDay } = taskDays(task);
  const isLate = openDay !== null && openDay < toDayNumber(today);
  return isLate && from <= today ? today : nextTaskDates(task, from, 1)[0];
}

const doneOn = (task: Task, day: CalendarDate): Task => ({
  ...task,
  completedDays: task.completedDays.union(DaySet.fromDays([toDayNumber(day)])),
});

/** The last day of the turn of a day. */
export function lastDayOfTurn({ turnLength }: Task, day: CalendarDate): CalendarDate {
  if (turnLength === "week") return addDays(mondayOf(day), 6);
  if (turnLength === "month") {
    const next = addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7);
    return addDays(`${next}-01`, -1);
  }
  return day;
}

/** The Monday of the day's week. */
const mondayOf = (day: CalendarDate) => addDays(day, -((toDayNumber(day) + 3) % 7));

function whenText(
  { turnLength }: Task,
  day: CalendarDate,
  today: CalendarDate,
  locale: Locale,
): string {
  const { t } = locale;
  if (turnLength === "month") return formatMonth(day, locale);
  if (turnLength === "week") {
    const weeks = (toDayNumber(mondayOf(day)) - toDayNumber(mondayOf(today))) / 7;
    if (weeks === 0) return t("This week");
    return weeks === 1
      ? t("Next week")
      : t("From {date}", { date: formatNextDate(mondayOf(day), today, locale) });
  }
  if (day === today) return t("Today");
  const isNear = toDayNumber(day) - toDayNumber(today) < 7;
  return isNear ? formatShortWeekday(day, locale) : formatNextDate(day, today, locale);
}

/** 'today', 'tomorrow', 'on Sunday', 'on Dec 12, 2026' */
export function onDayText(day: CalendarDate, today: CalendarDate, locale: Locale): string {
  const days = toDayNumber(day) - toDayNumber(today);
  const { t } = locale;
  if (days === 0) return t("today // within a sentence");
  return days === 1
    ? t("tomorrow // within a sentence")
    : t("on {day} // a weekday, or a date", { day: nearName(day, today, locale) });
}
