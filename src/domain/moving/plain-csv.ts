import { isCalendarDate } from "../dates/calendar-date.ts";
import { FileProblem } from "../portability/rota-file.ts";
import { readCsv } from "./csv-rows.ts";
import type { Deed } from "./deeds.ts";
import { Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled } from "./open-rhythms.ts";
import { cutTo, oneLine } from "./plain-text.ts";
import { readWhen, type When, whenOfDay } from "./when.ts";

const NAME = "CSV";
const SAMPLE_ROWS = 5;
const SAMPLE_LENGTH = 40;
const NONE = "none";

interface Columns {
  readonly task: number;
  readonly day: number;
  readonly person: number | null;
  readonly note: number | null;
  readonly hasHead: boolean;
}

type DayOrder = "dmy" | "mdy";

/** Reads a table of what was done: which column says what is asked, with the first rows. */
export const readPlainCsv: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "csv", name: NAME }, file, answers, locale, today);
  const { t } = locale;
  const rows = await readCsv(new TextDecoder().decode(file.bytes));
  if (rows.length < 1 || rows.every((row) => row.length < 2)) {
    throw new FileProblem(
      t("There is no table in this file: it needs a column for the task and one for the day."),
    );
  }
  const columns = askColumns(rows, move);
  if (columns) addRows(rows, columns, move);
  const [name = NAME] = file.name.split(/\.\w+$/);
  return move.result(name);
};

function askColumns(rows: readonly (readonly string[])[], move: Move): Columns | null {
  const { t } = move.locale;
  const width = Math.max(...rows.slice(0, SAMPLE_ROWS).map(({ length }) => length));
  const sample = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) =>
      Array.from({ length: width }, (_, place) => cutTo(oneLine(row[place] ?? ""), SAMPLE_LENGTH)),
    );
  const places = Array.from({ length: width }, (_, place) => ({
    value: String(place),
    label: t("Column {number, number}: {first}", {
      number: place + 1,
      first: sample[0]?.[place] ?? "",
    }),
  }));
  const none = { value: NONE, label: t("None of them // columns") };
  const ask = (id: string, text: string, choices: typeof places) =>
    move.ask({ id, text, kind: "choice", choices, sample });
  const task = ask("task", t("Which column says what was done?"), places);
  const day = ask("day", t("Which column says on which day?"), places);
  const person = ask("person", t("Which column says who did it?"), [...places, none]);
  const note = ask("note", t("Which column has a note?"), [...places, none]);
  const head = ask("head", t("Is the first row a heading?"), [
    { value: "yes", label: t("Yes") },
    { value: "no", label: t("No") },
  ]);
  if (task === null || day === null || person === null || note === null || head === null)
    return null;
  const placeOf = (answer: string) => (answer === NONE ? null : Number(answer));
  return {
    ...{ task: Number(task), day: Number(day), person: placeOf(person), note: placeOf(note) },
    hasHead: head === "yes",
  };
}

function addRows(rows: readonly (readonly string[])[], columns: Columns, move: Move) {
  const { t } = move.locale;
  const skipped = columns.hasHead ? 1 : 0;
  const body = rows.slice(skipped);
  const order = dayOrderOf(
    body.map((row) => row[columns.day] ?? ""),
    move,
  );
  if (order === null) return;
  if (body.some((row) => WITH_TIME.test(row[columns.day] ?? ""))) move.setZone(null);
  const tasks = new Map<string, Deed[]>();
  for (const [index, cells] of body.entries()) {
    const row = index + skipped + 1;
    if (cells.every((cell) => cell.trim() === "")) continue;
    const cell = (place: number | null) => (place === null ? "" : oneLine(cells[place] ?? ""));
    const title = cell(columns.task);
    const when = readDay(cell(columns.day), order, move.zone);
    if (title === "") move.leaveOut({ what: t("It can't be read"), row, deeds: 1 });
    else if (!when) move.leaveOut({ what: t("It has no date."), title, row, deeds: 1 });
    else {
      const name = cell(columns.person);
      if (name !== "" && !move.knows(name)) move.addPerson(name, name);
      const note = columns.note === null ? "" : (cells[columns.note] ?? "");
      const deeds = tasks.get(title) ?? [];
      tasks.set(title, deeds);
      deeds.push({ day: when.day, when, status: "done", by: name === "" ? [] : [name], note, row });
    }
  }
  addUnscheduled(
    move,
    [...tasks].map(([title, deeds]) => ({ source: title, title, deeds })),
  );
}

const WITH_TIME = /^\s*\d{4}-\d{2}-\d{2}[T ]\d{2}:/;
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b/;

/** Whether the day or the month comes first: dots, and numbers above 12, say so; else it is asked. */
function dayOrderOf(cells: readonly string[], move: Move): DayOrder | null {
  const { t } = move.locale;
  const inNumbers = cells.flatMap((cell) => {
    const [, first, mark, second] = NUMBERS.exec(cell.trim()) ?? [];
    return first === undefined || mark === "."
      ? []
      : [{ first: Number(first), second: Number(second), cell }];
  });
  const [example] = inNumbers;
  if (example === undefined || inNumbers.some(({ first }) => first > 12)) return "dmy";
  if (inNumbers.some(({ second }) => second > 12)) return "mdy";
  const answer = move.ask({
    ...{ id: "order", kind: "choice" },
    text: t("What comes first in {date}?", { date: example.cell.trim() }),
    choices: [
      { value: "dmy", label: t("The day") },
      { value: "mdy", label: t("The month") },
    ],
  });
  return answer === "dmy" || answer === "mdy" ? answer : null;
}

/** A day; with a time, too, where the cell has one. */
function readDay(cell: string, order: DayOrder, zone: string): When | null {
  const [, first = "", mark, second = "", year] = NUMBERS.exec(cell) ?? [];
  if (year === undefined) return readWhen(cell, zone);
  const [day, month] = mark === "." || order === "dmy" ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? whenOfDay(date, zone) : null;
}
