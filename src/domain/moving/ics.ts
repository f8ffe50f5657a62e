import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { occurrencesOf } from "../recurrence/recurrence.ts";
import type { Repeat } from "../recurrence/repeat.ts";
import { ruleRepeat } from "../recurrence/repeat.ts";
import type { Deed } from "./deeds.ts";
import { effortOf } from "./effort-of.ts";
import { type IcsItem, type IcsSeries, readIcsFile } from "./ics-items.ts";
import { type Draft, Move } from "./move.ts";
import type { MovingTask, Reader } from "./moving-form.ts";
import { addUnscheduled, addUnsure } from "./open-rhythms.ts";
import { once, ruleOf, SIMPLE_REPEATS } from "./rhythm.ts";
import { isTimeZone } from "./when.ts";

const NAME = "iCalendar";

/** Reads the tasks (VTODO) and events (VEVENT) of a calendar file. It doesn't say who did them. */
export const readIcs: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "ics", name: NAME }, file, answers, locale, today);
  const calendar = await readIcsFile(new TextDecoder().decode(file.bytes), locale);
  const zones = calendar.zones.filter(isTimeZone);
  if (calendar.hasInstants || zones.length === 1) move.setZoneOf(zones);
  const lines = linesOf(calendar.series, move);
  const unscheduled: Omit<Draft, "rhythm">[] = [];
  for (const series of calendar.series) {
    if (lines.asLine.has(series)) continue;
    const base = baseOf(series, calendar.name, lines.ofTask.get(series.master.uid) ?? [], move);
    addSeries(series, base, move, unscheduled);
  }
  addUnscheduled(move, unscheduled);
  return move.result(calendar.name || NAME);
};

type Base = Omit<Draft, "rhythm">;

const isDone = (item: IcsItem) =>
  item.isTask &&
  (item.text("status").toUpperCase() === "COMPLETED" || item.text("completed") !== "");

const isCancelled = (item: IcsItem) => item.text("status").toUpperCase() === "CANCELLED";

/** Sub-tasks that are nothing but a line: open and without a date. */
function linesOf(all: readonly IcsSeries[], { zone }: Move) {
  const uids = new Set(all.map(({ master }) => master.uid));
  const parents = new Set(all.map(({ master }) => master.text("related-to")));
  const asLine = new Set<IcsSeries>();
  const ofTask = new Map<string, string[]>();
  for (const series of all) {
    const { master } = series;
    const parent = master.text("related-to");
    const isLine = master.isTask && parent !== master.uid && uids.has(parent);
    const isPlain =
      dayOf(master, zone) === undefined && !isDone(master) && !parents.has(master.uid);
    if (!isLine || !isPlain) continue;
    asLine.add(series);
    ofTask.set(parent, [...(ofTask.get(parent) ?? []), master.text("summary")]);
  }
  return { asLine, ofTask };
}

/** When it is due; what repeats counts from its start. */
function dayOf(item: IcsItem, zone: string): CalendarDate | undefined {
  const [due] = item.days("due", zone);
  const [start] = item.days("dtstart", zone);
  return item.text("rrule") === "" ? (due ?? start) : (start ?? due);
}

function baseOf(
  { master, overrides }: IcsSeries,
  list: string,
  lines: readonly string[],
  move: Move,
): Base {
  const categories = master.texts("categories");
  return {
    source: master.uid || String(master.row),
    title: master.text("summary"),
    category: categories.length === 1 ? categories[0] : list,
    notes: [master.text("description"), categories.length > 1 ? categories.join(", ") : ""],
    checklist: lines,
    effort: effortOf(minutesOf(master.text("estimated-duration") || master.text("duration"))),
    deeds: [master, ...overrides].flatMap((item) => deedOf(item, move)),
    row: master.row,
  };
}

function minutesOf(duration: string): number | null {
  const [, days = 0, hours = 0, minutes = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration) ?? [];
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes) || null;
}

function deedOf(item: IcsItem, move: Move): Deed[] {
  if (!isDone(item)) return [];
  const { row } = item;
  const when = item.when("completed", move.zone);
  if (!when) {
    const what = move.locale.t("It has no date.");
    move.leaveOut({ what, title: item.text("summary"), row, deeds: 1 });
    return [];
  }
  const [occurrence] = item.days("recurrence-id", move.zone);
  const due = item.text("rrule") === "" ? dayOf(item, move.zone) : undefined;
  return [{ day: occurrence ?? due ?? when.day, when, status: "done", by: [], row }];
}

function addSeries(series: IcsSeries, base: Base, move: Move, unscheduled: Base[]) {
  const { t } = move.locale;
  const { master } = series;
  const { title, row = 0, deeds } = base;
  const start = dayOf(master, move.zone);
  const rule = master.text("rrule");
  const isOver = isCancelled(master) || master.text("status").toUpperCase() === "COMPLETED";
  const finish = (what: string) => {
    if (deeds.length > 0) move.add({ ...base, rhythm: once(null) });
    else if (!isDone(master)) move.leaveOut({ what, title, row });
  };
  if (isOver) finish(t("It was cancelled."));
  else if (rule === "") {
    if (deeds.length > 0) move.add({ ...base, rhythm: once(null) });
    else if (start === undefined) unscheduled.push(base);
    else if (!master.isTask && start < move.today) finish(t("It is over."));
    else move.add({ ...base, rhythm: once(start) });
  } else addRepeating(series, base, { rule, start, finish }, move);
}

interface Repeating {
  readonly rule: string;
  readonly start: CalendarDate | undefined;
  readonly finish: (what: string) => void;
}

function addRepeating(
  series: IcsSeries,
  base: Base,
  { rule, start, finish }: Repeating,
  move: Move,
) {
  const { t } = move.locale;
  const { master } = series;
  const { title, row = 0 } = base;
  const repeat = ruleOf(rule);
  if (repeat === null || start === undefined) {
    const text = t(
      "How often is {title} due? {program} has a rhythm for it that Rota doesn’t have.",
      { title, program: NAME },
    );
    const offers = repeat ? [repeat] : SIMPLE_REPEATS;
    addUnsure(move, base, { text, offers, next: start ?? null }, (rhythm) => ({ ...base, rhythm }));
    return;
  }
  if (master.text("rdate") !== "") move.leaveOut({ what: t("Its additional dates."), title, row });
  const settled = [...base.deeds.map(({ day }) => day), ...cancelledDays(series, move)];
  const [from, left] = [master.isTask ? start : move.today, new Set(settled)];
  const next = nextOf({ repeat, start }, from < start ? start : from, left);
  if (next === null) return finish(t("It is over."));
  move.add({
    ...base,
    rhythm: { repeat: restOf(repeat, start, next), next },
    without: settled.filter((day) => day > next && day > move.today),
    putOffs: putOffsOf(series, next, move),
  });
}

/** The days that are left out, or called off. */
function cancelledDays({ master, overrides }: IcsSeries, { zone }: Move): CalendarDate[] {
  const off = overrides.filter(isCancelled).flatMap((one) => one.days("recurrence-id", zone));
  return [...new Set([...master.days("exdate", zone), ...off])];
}

interface Anchored {
  readonly repeat: Repeat;
  readonly start: CalendarDate;
}

const occurrences = ({ repeat, start }: Anchored) => occurrencesOf({ ...repeat, startDate: start });

function nextOf(anchored: Anchored, from: CalendarDate, settled: ReadonlySet<string>) {
  const all = occurrences(anchored);
  let day = all.firstFrom(toDayNumber(from));
  while (day !== null && settled.has(fromDayNumber(day))) day = all.firstFrom(day + 1);
  return day === null ? null : fromDayNumber(day);
}

/** The rule from a later one of its days on: of so many times, those before it have been. */
function restOf(repeat: Repeat, start: CalendarDate, next: CalendarDate): Repeat {
  const [, count] = /COUNT=(\d+)/.exec(repeat.customRrule ?? "") ?? [];
  if (count === undefined || repeat.customRrule === null) return repeat;
  const all = occurrences({ repeat, start });
  let left = Number(count);
  const end = toDayNumber(next);
  for (let day = all.firstFrom(toDayNumber(start)); day !== null && day < end; left--) {
    day = all.firstFrom(day + 1);
  }
  return ruleRepeat(repeat.customRrule.replace(/COUNT=\d+/, `COUNT=${left}`));
}

/** Single days of it that are on another one. */
function putOffsOf(
  { overrides }: IcsSeries,
  next: CalendarDate,
  { zone }: Move,
): MovingTask["putOffs"] {
  const taken = new Set<CalendarDate>();
  return overrides.flatMap((item) => {
    const [dueDate] = item.days("recurrence-id", zone);
    const newDate = dayOf(item, zone);
    const isMoved = dueDate !== undefined && newDate !== undefined && newDate !== dueDate;
    if (!isMoved || isDone(item) || isCancelled(item)) return [];
    if (dueDate < next || newDate < next || taken.has(newDate)) return [];
    taken.add(newDate);
    return [{ dueDate, newDate, toFormerSchedule: false }];
  });
}
