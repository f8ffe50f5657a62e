import { describe, expect, test } from "vitest";
import {
  FIRST_HOUR,
  LATER_HOURS,
  QUICK_ADD_CASES,
} from "../../../tests/support/quick-add-cases.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { readLine } from "./read-line.ts";

const context = { today: "2026-11-24", categories: ["Kitchen", "Living room"] };

/** The rows of a table, as cells; a row with words in braces is one for each of them. */
const rowsOf = (table: string) =>
  table
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [lines = "", ...meaning] = row.trim().split(" | ");
      const [before = "", either = "", after = ""] = lines.split(/[{}]/);
      return either.split("; ").map((words) => {
        const line = before + words + after;
        return [line, ...(meaning.length > 0 ? meaning : [line])];
      });
    });

describe.each(Object.entries(QUICK_ADD_CASES))("%s", (_, table) => {
  test.each(rowsOf(table).map((cells) => [cells[0] ?? "", cells] as const))("%s", (line, cells) => {
    const [, title, category = "", repeat = "", startDate = "", endDate = ""] = cells;
    const read = readLine(line, context);
    expect({
      title: read.title,
      category: read.category ?? "",
      repeat: read.repeat ? repeatText(read.repeat, US_ENGLISH) : "",
      startDate: read.startDate ?? "",
      endDate: read.endDate ?? "",
    }).toEqual({ title, category, repeat, startDate, endDate });
  });
});

describe("what a first hour types is never daily unasked", () => {
  test.each(
    [...rowsOf(FIRST_HOUR), ...rowsOf(LATER_HOURS)].map(
      (cells) => [cells[0] ?? "", cells] as const,
    ),
  )("%s", (line, [, title, howOften, startDate = ""]) => {
    const read = readLine(line, context);
    const asked =
      read.unknown.length > 0
        ? `asks: ${read.unknown.map((words) => `'${words}'`).join(" ")}`
        : `asks (${read.likely ?? "none"})`;
    expect({
      title: read.title,
      howOften: read.repeat ? repeatText(read.repeat, US_ENGLISH) : asked,
      startDate: read.startDate ?? "",
    }).toEqual({ title, howOften, startDate });
    if (howOften === "Daily") expect(line).toMatch(/daily|every (day|morning)/);
  });

  test("of 20 and 40 lines", () => {
    expect(rowsOf(FIRST_HOUR).length).toBeGreaterThanOrEqual(20);
    expect(rowsOf(LATER_HOURS).length).toBeGreaterThanOrEqual(40);
  });
});

test("a date in numbers is in the order in which its writer has dates", () => {
  const startOf = (line: string, order: "mdy" | "dmy" | "ymd") =>
    readLine(line, { ...context, order }).startDate;
  for (const line of ["Dentist 3.4.", "Dentist on 3/4", "Dentist due 3.4.2027", "Dentist 3/4/27"]) {
    expect(startOf(line, "dmy"), line).toBe("2027-04-03");
    expect(startOf(line, "mdy"), line).toBe("2027-03-04");
  }
  expect(startOf("Dentist 14.12.", "ymd")).toBe("2026-12-14");
  expect(startOf("Dentist 31.2.", "dmy")).toBeNull();
});

test("there are 300 cases and more", () => {
  const lines = Object.values(QUICK_ADD_CASES).flatMap((table) =>
    rowsOf(table).map(([line]) => line),
  );
  expect(new Set(lines).size).toBeGreaterThanOrEqual(300);
});

const wordsOf = (line: string, asTitle: string[] = []) =>
  readLine(line, { ...context, isTitle: (words) => asTitle.includes(words) }).understood.map(
    ({ kind, words }) => `${kind}: ${words}`,
  );

test("says which words it has understood", () => {
  expect(wordsOf("Kettle, every other thu from dec 1 until 5 jan @kitchen!")).toEqual([
    "repeat: every other thu",
    "start: from dec 1",
    "end: until 5 jan",
    "category: @kitchen",
  ]);
});

test("a day alone is what makes it a task for one day", () => {
  expect(wordsOf("Dentist on friday")).toEqual(["repeat: on friday"]);
  expect(wordsOf("Dentist on friday every year")).toEqual([
    "start: on friday",
    "repeat: every year",
  ]);
});

test("words that shall be title are", () => {
  const line = "Kettle every thu @kitchen";
  expect(wordsOf(line, ["every thu"])).toEqual(["category: @kitchen"]);
  expect(readLine(line, { ...context, isTitle: (words) => words === "every thu" })).toMatchObject({
    title: "Kettle every thu",
    repeat: null,
  });
});

test("what contradicted them counts then", () => {
  expect(wordsOf("Mop every day every thu")).toEqual(["repeat: every day"]);
  expect(wordsOf("Mop every day every thu", ["every day"])).toEqual(["repeat: every thu"]);
});

test("every other week is counted from the first day on which it is due", () => {
  // Friday: this week's Thursday has been.
  const { startDate } = readLine("Bins every other thu", { ...context, today: "2026-11-27" });
  expect(startDate).toBe("2026-12-03");
});

test("a start that is given stays, and the weekday is said by a rule", () => {
  expect(readLine("Bins every thu", { ...context, startDate: "2026-12-07" })).toMatchObject({
    startDate: "2026-12-07",
    repeat: { repeatValue: "custom", customRrule: "RRULE:FREQ=WEEKLY;BYDAY=TH" },
  });
});

test("an interval task is stored as the form does", () => {
  expect(readLine("Water every 3 days after done", context).repeat).toEqual({
    repeatValue: "custom",
    customRrule: null,
    customRruleText: null,
    afterDone: "P3D",
    waitsFor: null,
    waitsAmount: null,
  });
});
