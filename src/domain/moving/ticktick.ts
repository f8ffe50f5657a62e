import { FileProblem } from "../portability/rota-file.ts";
import { parseRule } from "../recurrence/recurrence-rule.ts";
import { type Repeat, ruleRepeat } from "../recurrence/repeat.ts";
import { readCsv } from "./csv-rows.ts";
import type { Deed } from "./deeds.ts";
import { grouped } from "./grouped.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled, addUnsure } from "./open-rhythms.ts";
import { oneLine } from "./plain-text.ts";
import { once, type Rhythm, ruleOf, SIMPLE_REPEATS } from "./rhythm.ts";
import { isTimeZone, readWhen } from "./when.ts";

const NAME = "TickTick";
/** the one person whose backup it is */
const OWNER = "owner";
const COLUMNS = [
  "List Name",
  "Title",
  "Kind",
  "Tags",
  "Content",
  "Start Date",
  "Due Date",
  "Repeat",
  "Status",
  "Completed Time",
  "Timezone",
  "taskId",
  "parentId",
] as const;
const OPEN = "0";

/** A row by its columns, and its number in the file. */
interface Row extends Readonly<Record<(typeof COLUMNS)[number], string>> {
  readonly row: number;
}

/** Reads TickTick's backup, a CSV file with some rows before its head. */
export const readTickTick: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "ticktick", name: NAME }, file, answers, locale, today);
  const { t } = locale;
  const rows = rowsOf(await readCsv(new TextDecoder().decode(file.bytes), ","));
  if (rows === null) throw new FileProblem(t("This is no file of {program}.", { program: NAME }));
  const zones = [
    ...grouped(
      rows.filter((row) => isTimeZone(row.Timezone)),
      (row) => row.Timezone,
    ),
  ]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([zone]) => zone);
  move.setZoneOf(zones);
  move.addPerson(OWNER, t("Whoever kept this list // a person whose name isn’t known"));
  const tasks = rows.filter(({ Kind, Title, row }) => {
    if (Kind === "NOTE")
      move.leaveOut({ what: t("It is a note, and no task."), title: Title, row });
    return Kind !== "NOTE";
  });
  addTasks(tasks, move);
  return move.result(NAME);
};

function rowsOf(all: readonly (readonly string[])[]): Row[] | null {
  const head = all.findIndex((row) => row.includes("Title") && row.includes("Status"));
  if (head === -1) return null;
  const places = COLUMNS.map((name) => [name, all[head]?.indexOf(name) ?? -1] as const);
  return all.slice(head + 1).map((cells, index) => ({
    ...(Object.fromEntries(
      places.map(([name, place]) => [name, cells[place]?.trim() ?? ""]),
    ) as Omit<Row, "row">),
    row: head + index + 2,
  }));
}

/** What two rows of one task have in common. */
const nameOf = (row: Row) => JSON.stringify([row["List Name"], oneLine(row.Title)]);

function addTasks(rows: readonly Row[], move: Move) {
  const repeating = new Map(
    rows.filter((row) => row.Status === OPEN && row.Repeat !== "").map((row) => [nameOf(row), row]),
  );
  const isCopy = (row: Row) => row.Status !== OPEN && repeating.has(nameOf(row));
  const copies = rows.filter(isCopy);
  const isPast = copies.length > 0 && askWhetherPast(copies.length, move);
  if (isPast === null) return;
  const past = isPast ? grouped(copies, nameOf) : new Map<string, Row[]>();
  const lines = linesOf(rows);
  const unscheduled: Omit<Draft, "rhythm">[] = [];
  for (const row of rows) {
    if ((isPast && isCopy(row)) || lines.asLine.has(row)) continue;
    const isFirst = repeating.get(nameOf(row)) === row;
    const done = [
      ...(row.Status === OPEN ? [] : [row]),
      ...((isFirst && past.get(nameOf(row))) || []),
    ];
    addTask(row, done, lines.ofTask.get(row.taskId) ?? [], move, unscheduled);
  }
  addUnscheduled(move, unscheduled);
}

/** null while it is open */
function askWhetherPast(count: number, move: Move): boolean | null {
  const { t } = move.locale;
  const answer = move.ask({
    ...{ id: "copies", kind: "choice" },
    text: t(
      "{count, plural, one {# done task has} other {# done tasks have}} the name and the list of one that repeats. Is that its past?",
      { count },
    ),
    choices: [
      { value: "past", label: t("Yes, these are the times that it was done") },
      { value: "tasks", label: t("No, they are tasks of their own") },
    ],
  });
  return answer === null ? null : answer === "past";
}

/** Sub-tasks that are nothing but a line: open and without a date. */
function linesOf(rows: readonly Row[]) {
  const ids = new Set(rows.map(({ taskId }) => taskId));
  const parents = new Set(rows.map(({ parentId }) => parentId));
  const asLine = new Set<Row>();
  const ofTask = new Map<string, string[]>();
  for (const row of rows) {
    const { parentId, taskId } = row;
    const isDated = row["Due Date"] !== "" || row["Start Date"] !== "" || row.Repeat !== "";
    const isLine = parentId !== "" && parentId !== taskId && ids.has(parentId);
    if (!isLine || isDated || row.Status !== OPEN || parents.has(taskId)) continue;
    asLine.add(row);
    ofTask.set(parentId, [...(ofTask.get(parentId) ?? []), row.Title]);
  }
  return { asLine, ofTask };
}

const ITEM = /^[▫▪]\s*/;

function addTask(
  own: Row,
  done: readonly Row[],
  subtasks: readonly string[],
  move: Move,
  unscheduled: Omit<Draft, "rhythm">[],
) {
  const { t } = move.locale;
  const { row, Title: title, Tags } = own;
  const zone = isTimeZone(own.Timezone) ? own.Timezone : move.zone;
  const due = readWhen(own["Due Date"] || own["Start Date"], zone)?.day;
  const tags = Tags.split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  const content = own.Content.split("\n");
  const base: Omit<Draft, "rhythm"> = {
    ...{ source: own.taskId || `${own["List Name"]} / ${title} / ${row}`, title, row },
    category: tags.length === 1 ? tags[0] : own["List Name"],
    notes: [
      content.filter((line) => !ITEM.test(line)).join("\n"),
      tags.length > 1 ? tags.join(", ") : "",
    ],
    checklist: [
      ...content.filter((line) => ITEM.test(line)).map((line) => line.replace(ITEM, "")),
      ...subtasks,
    ],
    deeds: done.flatMap((one) => deedOf(one, move)),
  };
  const add = (rhythm: Rhythm) => move.add({ ...base, rhythm });
  if (own.Status !== OPEN) {
    if (base.deeds.length > 0) add(once(null));
    return;
  }
  if (own.Repeat === "") {
    if (due === undefined) unscheduled.push(base);
    else add(once(due));
    return;
  }
  const repeat = repeatOf(own.Repeat);
  if ("repeatValue" in repeat && due !== undefined) add({ repeat, next: due });
  else {
    const text = t(
      "How often is {title} due? {program} has a rhythm for it that Rota doesn’t have.",
      { title, program: NAME },
    );
    const offers = "repeatValue" in repeat ? [repeat] : repeat;
    addUnsure(move, base, { text, offers, next: due ?? null }, (rhythm) => ({ ...base, rhythm }));
  }
}

/** Of a task that doesn't repeat, its due day is done; a copy of one that does has its own. */
function deedOf(own: Row, move: Move): Deed[] {
  const zone = isTimeZone(own.Timezone) ? own.Timezone : move.zone;
  const when = readWhen(own["Completed Time"], move.zone);
  if (!when) {
    move.leaveOut({
      what: move.locale.t("It has no date."),
      title: own.Title,
      row: own.row,
      deeds: 1,
    });
    return [];
  }
  const due = readWhen(own["Due Date"] || own["Start Date"], zone)?.day;
  return [{ day: due ?? when.day, when, status: "done", by: [OWNER], row: own.row }];
}

/** What TickTick adds to a rule ('TT_SKIP=WEEKEND') is none of RFC 5545's. */
function repeatOf(text: string): Repeat | readonly Repeat[] {
  const known = ruleOf(text);
  if (known) return known;
  const [, rule = ""] = /RRULE:([^\s]+)/.exec(text) ?? [];
  const plain = rule
    .split(";")
    .filter((part) => !part.startsWith("TT_"))
    .join(";");
  return parseRule(plain) ? [ruleRepeat(`RRULE:${plain}`), ...SIMPLE_REPEATS] : SIMPLE_REPEATS;
}
