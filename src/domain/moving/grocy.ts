import * as v from "valibot";
import { addDays, addMonths } from "../dates/calendar.ts";
import { type CalendarDate, toDayNumber, weekdayOf } from "../dates/calendar-date.ts";
import { WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";
import type { Repeat } from "../recurrence/repeat.ts";
import { simpleRepeat } from "../recurrence/repeat.ts";
import type { Deed } from "./deeds.ts";
import { grouped } from "./grouped.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled, addUnsure } from "./open-rhythms.ts";
import {
  afterDone,
  averageOf,
  dayOfMonth,
  every,
  once,
  type Rhythm,
  SIMPLE_REPEATS,
  weekdayCode,
} from "./rhythm.ts";
import { column, readDatabase, type Tables } from "./sqlite.ts";
import { readWhen, type When } from "./when.ts";

const NAME = "Grocy";
const { text, number, flag } = column;

const choreRow = v.object({
  ...{ id: number, name: text, description: text, period_type: text, period_days: number },
  ...{ period_config: text, period_interval: number, track_date_only: flag, start_date: text },
  ...{ rescheduled_date: text, assignment_type: text, assignment_config: text },
  ...{ next_execution_assigned_to_user_id: number, active: v.optional(flag.wrapped, true) },
});
const logRow = v.object({
  ...{ id: number, chore_id: number, tracked_time: text, done_by_user_id: number, undone: flag },
  ...{ skipped: flag, scheduled_execution_time: text, row_created_timestamp: text },
});
const userRow = v.object({ id: number, username: text, first_name: text, last_name: text });

type Chore = v.InferOutput<typeof choreRow>;
type Log = v.InferOutput<typeof logRow>;
type User = v.InferOutput<typeof userRow>;

/** Reads Grocy's database: its chores and their journal. Its clocks have no zone, which is asked. */
export const readGrocy: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "grocy", name: NAME }, file, answers, locale, today);
  const { t } = locale;
  const { chores, log, users } = await readDatabase(file.bytes, locale, tablesOf);
  move.setZone(null);
  for (const user of users) {
    const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
    move.addPerson(String(user.id), name || (user.username ?? ""), user.username ?? undefined);
  }
  const byChore = grouped(log, ({ chore_id }) => chore_id);
  const unscheduled: Omit<Draft, "rhythm">[] = [];
  for (const chore of chores) {
    addChore(chore, byChore.get(chore.id) ?? [], users, move, unscheduled);
    byChore.delete(chore.id);
  }
  addUnscheduled(move, unscheduled);
  for (const { id, skipped, undone } of [...byChore.values()].flat()) {
    const deeds = skipped || undone ? 0 : 1;
    move.leaveOut({ what: t("Its task was deleted."), deeds, ...(id !== null && { row: id }) });
  }
  return move.result(NAME);
};

const tablesOf = ({ rows }: Tables) => ({
  chores: rows("chores", choreRow),
  log: rows("chores_log", logRow),
  users: rows("users", userRow),
});

function addChore(
  chore: Chore,
  log: readonly Log[],
  users: readonly User[],
  move: Move,
  unscheduled: Omit<Draft, "rhythm">[],
) {
  const { t } = move.locale;
  const title = chore.name ?? "";
  const row = chore.id ?? 0;
  const kept = log.flatMap((entry) => keptOf(entry, title, move));
  const days = kept.map(({ tracked }) => tracked.day);
  const head = { source: String(row), title, row };
  const draft = (rhythm: Rhythm): Draft => ({
    ...head,
    rhythm,
    notes: [chore.description],
    roster: rosterOf(chore, users, move),
    deeds: kept.map((one) => deedOf(one, chore, rhythm, move)),
  });
  if (!chore.active) {
    if (kept.length > 0) move.add(draft(once(null)));
    else move.leaveOut({ what: t("It is archived, and was never done."), title, row });
    return;
  }
  const repeat = repeatOf(chore, days);
  const next = nextOf(chore, days, move);
  if (repeat === "none") unscheduled.push(draft(once(null)));
  else if ("repeatValue" in repeat) move.add(draft({ repeat, next }));
  else {
    const text = t(
      "How often is {title} due? {program} has a rhythm for it that Rota doesn’t have.",
      { title, program: NAME },
    );
    addUnsure(move, head, { text, offers: repeat, next }, draft);
  }
}

interface Kept {
  readonly entry: Log;
  readonly tracked: When;
}

function keptOf(entry: Log, title: string, move: Move): Kept[] {
  const { t } = move.locale;
  const { id, undone, skipped, tracked_time } = entry;
  const tracked = readWhen(tracked_time, move.zone);
  if (tracked && !undone) return [{ entry, tracked }];
  move.leaveOut({
    what: undone ? t("It was taken back.") : t("It has no date."),
    title,
    ...(id !== null && { row: id }),
    deeds: undone || skipped ? 0 : 1,
  });
  return [];
}

/** What is tracked ahead was recorded before. */
function deedOf(
  { entry, tracked }: Kept,
  { track_date_only }: Chore,
  { repeat }: Rhythm,
  move: Move,
): Deed {
  const { id, done_by_user_id, skipped, scheduled_execution_time, row_created_timestamp } = entry;
  const isAhead = tracked.day > move.today;
  const recorded = isAhead ? readWhen(row_created_timestamp, move.zone) : null;
  const dueOn = repeat.afterDone && readWhen(scheduled_execution_time, move.zone)?.day;
  return {
    day: tracked.day,
    when: recorded ?? { ...tracked, isDayAlone: track_date_only },
    status: skipped ? "skipped" : "done",
    by: done_by_user_id === null ? [] : [move.person(String(done_by_user_id))],
    ...(id !== null && { row: id }),
    ...(dueOn && { dueOn }),
  };
}

/** As the view chores_current of version 4.6 counts it. */
function repeatOf(
  chore: Chore,
  days: readonly CalendarDate[],
): Repeat | "none" | readonly (Repeat | null)[] {
  const interval = chore.period_interval ?? 1;
  const monthDay = chore.period_days ?? 0;
  switch (chore.period_type) {
    case "manually":
      return "none";
    case "dynamic-regular":
      return afterDone(monthDay, "D") ?? SIMPLE_REPEATS;
    case "hourly":
      return (interval % 24 === 0 && afterDone(interval / 24, "D")) || [simpleRepeat("daily")];
    case "daily":
      return afterDone(interval, "D") ?? SIMPLE_REPEATS;
    case "weekly": {
      const codes = weekdaysOf(chore);
      if (codes.length === 0 || (interval > 1 && codes.length > 1)) return SIMPLE_REPEATS;
      if (codes.length === WEEKDAY_CODES.length) return simpleRepeat("daily");
      return every(interval, "W", `BYDAY=${codes.join()}`);
    }
    case "monthly": {
      if (!(monthDay >= 1 && monthDay <= 31)) return SIMPLE_REPEATS;
      const repeat = every(interval, "M", dayOfMonth(monthDay));
      // A month without that day has it in the next one.
      return monthDay > 28 ? [repeat, ...SIMPLE_REPEATS] : repeat;
    }
    case "yearly":
      return every(interval, "Y");
    case "adaptive":
      return [averageOf(days), ...SIMPLE_REPEATS];
    default:
      return SIMPLE_REPEATS;
  }
}

const weekdaysOf = ({ period_config }: Chore) =>
  (period_config ?? "").split(",").flatMap((name) => weekdayCode(name) ?? []);

/** The next day, counted from the last one that was tracked; null for an interval, which Rota counts itself. */
function nextOf(chore: Chore, days: readonly CalendarDate[], { zone }: Move): CalendarDate | null {
  const moved = readWhen(chore.rescheduled_date, zone)?.day;
  const start = readWhen(chore.start_date, zone)?.day ?? null;
  const last = [...days].sort().at(-1);
  if (moved !== undefined || last === undefined) return moved ?? start;
  const interval = chore.period_interval ?? 1;
  if (chore.period_type === "weekly") {
    const codes = weekdaysOf(chore);
    const week = Array.from({ length: 7 }, (_, index) =>
      addDays(last, 7 * (interval - 1) + 1 + index),
    );
    const isChosen = (day: CalendarDate) =>
      codes.some((code) => WEEKDAY_CODES.indexOf(code) === weekdayOf(toDayNumber(day)));
    return week.find(isChosen) ?? null;
  }
  if (chore.period_type === "monthly") {
    const month = addMonths(`${last.slice(0, 7)}-01`, interval);
    return addDays(month, (chore.period_days ?? 1) - 1);
  }
  if (chore.period_type === "yearly") {
    const year = addMonths(last, 12 * interval).slice(0, 4);
    const day = start?.slice(4) ?? last.slice(4);
    return day === "-02-29" ? addMonths(last, 12 * interval) : `${year}${day}`;
  }
  return null;
}

/** Whoever has the next turn is the first. */
function rosterOf(chore: Chore, users: readonly User[], move: Move): string[] {
  const { assignment_type: kind, assignment_config } = chore;
  if (!kind || kind === "no-assignment") return [];
  const ids = (assignment_config ?? "").split(",").filter((id) => /^\d+$/.test(id));
  const nameOf = (id: string) => {
    const user = users.find((one) => String(one.id) === id);
    return [user?.first_name, user?.last_name].filter(Boolean).join(" ") || (user?.username ?? "");
  };
  const people = [...ids].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const first = Math.max(0, people.indexOf(String(chore.next_execution_assigned_to_user_id)));
  if (people.length > 1 && kind !== "in-alphabetical-order") {
    const what = move.locale.t("Whose turn it is was drawn in {program}; here it goes round.", {
      program: NAME,
    });
    move.leaveOut({ what, title: chore.name ?? "", ...(chore.id !== null && { row: chore.id }) });
  }
  return [...people.slice(first), ...people.slice(0, first)].map((id) => move.person(id));
}
