import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { readTodoistRows, type TodoistRow } from "./todoist-file.ts";

const TODAY = "2026-11-22";
const task = (CONTENT: string, rest: TodoistRow = {}): TodoistRow => ({
  TYPE: "task",
  CONTENT,
  DATE: "every day",
  DATE_LANG: "en",
  ...rest,
});
const read = (...rows: TodoistRow[]) =>
  readTodoistRows(rows, "Chores [220474322].csv", TODAY, US_ENGLISH);

test("a section is the category, else the only label, else the project", () => {
  const rows = [
    task("Water plants"),
    task("Buy bread @errand"),
    task("Call Ann @phone @family"),
    { TYPE: "section", CONTENT: "Kitchen" },
    task("Descale the kettle @errand"),
  ];
  expect(read(...rows).map(({ title, category }) => [title, category])).toEqual([
    ["Water plants", "Chores"],
    ["Buy bread", "errand"],
    ["Call Ann", "Chores"],
    ["Descale the kettle", "Kitchen"],
  ]);
});

test("sub-tasks without a date are lines of a checklist, others tasks of their own", () => {
  const rows = [
    task("Clean the bathroom", { INDENT: "1" }),
    task("Mirror", { INDENT: "2", DATE: "" }),
    task("Behind the mirror", { INDENT: "3", DATE: "" }),
    task("Drain", { INDENT: "2", DATE: "every month" }),
    task("Use the brush", { INDENT: "3", DATE: "" }),
  ];
  expect(read(...rows).map(({ title, checklist }) => [title, checklist])).toEqual([
    ["Clean the bathroom", ["Mirror", "Behind the mirror"]],
    ["Drain", ["Use the brush"]],
  ]);
});

test("more lines than a checklist has become tasks to be checked", () => {
  const lines = Array.from({ length: 22 }, (_, index) =>
    task(`Line ${index}`, { INDENT: "2", DATE: "" }),
  );
  const tasks = read(
    task("Move house"),
    ...lines,
    task("x".repeat(101), { INDENT: "2", DATE: "" }),
  );
  expect(tasks[0]?.checklist).toHaveLength(20);
  expect(tasks.slice(1).map(({ title, date }) => [title.slice(0, 8), date])).toEqual([
    ["Line 20", null],
    ["Line 21", null],
    ["xxxxxxxx", null],
  ]);
});

test("the description and the comments are the notes", () => {
  const rows = [
    task("Bins", { DESCRIPTION: "Black, “left”" }),
    { TYPE: "note", CONTENT: "Not on holidays" },
    task("Glass"),
  ];
  expect(read(...rows).map(({ notes }) => notes)).toEqual(["Black, “left”\n\nNot on holidays", ""]);
});

test("words of another language are left to be checked, even if they could be English", () => {
  expect(read(task("Bins", { DATE: "every day", DATE_LANG: "de" }))[0]?.date).toBeNull();
  expect(read(task("Bins", { DATE: "", DATE_LANG: "en" }))[0]).toMatchObject({
    date: null,
    words: "",
  });
});

test("each task is known by where it stands and what it says", () => {
  const rows = [task("Bins"), task("Bins"), { TYPE: "section", CONTENT: "Yard" }, task("Bins")];
  const sources = read(...rows).map(({ source }) => source);
  expect(new Set(sources).size).toBe(3);
  expect(read(...rows).map(({ source }) => source)).toEqual(sources);
});

test("other CSV files are none of Todoist's", () => {
  expect(() => readTodoistRows([{ NAME: "Dishes" }], "x.csv", TODAY, US_ENGLISH)).toThrow(
    "no CSV file of Todoist",
  );
  expect(() => readTodoistRows([], "x.csv", TODAY, US_ENGLISH)).toThrow("no CSV file of Todoist");
});

test("English dates are read; there is none without words, or in words of another language", () => {
  const dates = read(
    task("Bins", { DATE: "every monday" }),
    task("Plants", { DATE: "" }),
    task("Herbs", { DATE: "jeden Montag", DATE_LANG: "de" }),
  ).map(({ date }) => date !== null);
  expect(dates).toEqual([true, false, false]);
});
