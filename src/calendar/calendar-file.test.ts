import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  APP_URL,
  type Entry,
  expectedEntries,
  fileOf,
  readByIcalJs,
  readByNodeIcal,
  withoutBackslashes,
} from "../../tests/support/calendar-entries.ts";
import { randomBoard } from "../../tests/support/random-tasks.ts";
import { runs, seed } from "../../tests/support/runs.ts";
import { turnTask } from "../../tests/support/sample-household.ts";
import { daySet, sampleTask } from "../../tests/support/sample-task.ts";
import { taskOf } from "../../tests/support/task-fixture.ts";
import { US_ENGLISH } from "../domain/language/locale.ts";
import { calendarFile, MOST_BYTES } from "./calendar-file.ts";

const BOARDS = runs(60);
const TODAY = "2026-11-20";

function expectFromNodeIcal(file: string, expected: readonly Entry[]): void {
  const read = readByNodeIcal(file);
  expect(withoutBackslashes(read, expected)).toEqual(withoutBackslashes(expected, expected));
}

const linesOf = (file: string) => file.split("\r\n");

describe("a file of random boards", () => {
  test(`has, for each of ${BOARDS}, the days and texts of our rules as ical.js and node-ical read it`, () => {
    fc.assert(
      fc.property(randomBoard, (board) => {
        const file = fileOf(board);
        const expected = expectedEntries(board);
        expect(readByIcalJs(file)).toEqual(expected);
        expectFromNodeIcal(file, expected);
      }),
      { seed, numRuns: BOARDS },
    );
  });

  test("has lines of at most 75 octets, each ended by CRLF, and nothing else that ends a line", () => {
    fc.assert(
      fc.property(randomBoard, (board) => {
        const file = fileOf(board);
        expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
        const lines = linesOf(file);
        const tooLong = lines.filter((line) => Buffer.byteLength(line) > 75);
        expect(tooLong).toEqual([]);
        expect(lines.filter((line) => /[\p{Cc}\u2028\u2029]/u.test(line))).toEqual([]);
      }),
      { seed, numRuns: BOARDS },
    );
  });

  test("has no rules, and of every property of an entry one", () => {
    fc.assert(
      fc.property(randomBoard, (board) => {
        const file = fileOf(board).replaceAll("\r\n ", "");
        const count = (name: string) =>
          linesOf(file).filter((line) => line.startsWith(name)).length;
        const events = count("BEGIN:VEVENT");
        expect(count("RRULE") + count("EXDATE") + count("BEGIN:VALARM")).toBe(0);
        for (const name of ["UID:", "DTSTART;VALUE=DATE:", "DTEND;VALUE=DATE:", "SUMMARY:"]) {
          expect(count(name)).toBe(events);
        }
      }),
      { seed, numRuns: BOARDS },
    );
  });
});

describe("an entry", () => {
  const plants = sampleTask({
    title: "Plants",
    startDate: "2026-11-02",
    endDate: "2026-11-30",
    repeatValue: "weekly",
    revision: 7,
    completedDays: daySet("2026-11-02"),
    skippedDays: daySet("2026-11-09"),
    putOffs: [{ dueDate: "2026-11-16", newDate: "2026-11-18" }],
    pausedDays: daySet("2026-11-23"),
  });
  const file = fileOf({ today: TODAY, tasks: [plants] });

  test("says what is done and skipped, where it was put off to, and nothing of a pause", () => {
    expect(readByIcalJs(file).map(({ date, summary }) => `${date} ${summary}`)).toEqual([
      "2026-11-02 ✓ Plants",
      "2026-11-09 Skipped: Plants",
      "2026-11-18 Plants",
      "2026-11-30 Plants",
    ]);
  });

  test("has its task's revision and change, a link to it, and leaves the day free", () => {
    const [, entry = ""] = file.replaceAll("\r\n ", "").split("BEGIN:VEVENT\r\n");
    expect(linesOf(entry)).toEqual(
      expect.arrayContaining([
        `UID:${plants.id}-2026-11-02@rota`,
        "SEQUENCE:7",
        "DTSTAMP:20261101T080000Z",
        "DTSTART;VALUE=DATE:20261102",
        "DTEND;VALUE=DATE:20261103",
        "TRANSP:TRANSPARENT",
        `URL;VALUE=URI:${APP_URL}/task/${plants.id}`,
      ]),
    );
  });
});

test("says whose turn it is where it is not the reader's, and leaves it out if wished", () => {
  const bins = turnTask({
    ...{ startDate: "2026-11-20", endDate: "2026-11-24" },
    completedDays: daySet("2026-11-21"),
  });
  const summaries = (onlyMyTurns: boolean) =>
    readByIcalJs(
      calendarFile([bins], { today: TODAY, appUrl: APP_URL, locale: US_ENGLISH, onlyMyTurns }),
    ).map(({ date, summary }) => `${date} ${summary}`);
  expect(summaries(false)).toEqual([
    "2026-11-20 Bins",
    "2026-11-21 ✓ Bins",
    "2026-11-22 Bins (Carol)",
    "2026-11-23 Bins",
    "2026-11-24 Bins (Bob)",
  ]);
  expect(summaries(true)).toEqual(["2026-11-20 Bins", "2026-11-23 Bins"]);
});

test.each([
  [300, ""],
  [301, "…"],
])("notes of %i characters end with '%s' after 300", (length, end) => {
  const notes = sampleTask({
    ...{ startDate: TODAY, repeatValue: "daily" },
    subtitle: "x".repeat(length),
  });
  const file = fileOf({ today: TODAY, tasks: [notes] }).replaceAll("\r\n ", "");
  expect(file).toContain(`DESCRIPTION:${"x".repeat(300)}${end}\\n`);
});

describe("the same board", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  test("is the same file whenever it is asked for", () => {
    vi.useFakeTimers();
    const board = { today: TODAY, tasks: [taskOf()] };
    const file = fileOf(board);
    vi.advanceTimersByTime(90_000_000);
    expect(fileOf(board)).toBe(file);
  });

  test.each([
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
  ])("is the same file on a machine in %s, and the same days to a reader there", (zone) => {
    const boards = fc.sample(randomBoard, { seed, numRuns: BOARDS });
    const files = boards.map(fileOf);
    vi.stubEnv("TZ", zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const [index, board] of boards.entries()) {
      expect(fileOf(board)).toBe(files[index]);
      const expected = expectedEntries(board);
      expect(readByIcalJs(files[index] ?? "")).toEqual(expected);
      expectFromNodeIcal(files[index] ?? "", expected);
    }
  });
});

describe("a board with more than fits", () => {
  const daily = (count: number, startDate = "2026-01-01") =>
    Array.from({ length: count }, (_, index) =>
      taskOf({ id: `task-${index}`, startDate, endDate: "2027-01-01" }),
    );
  const fileOfTasks = (tasks: ReturnType<typeof daily>) =>
    calendarFile(tasks, { today: TODAY, appUrl: APP_URL, locale: US_ENGLISH });
  const datesOf = (file: string) =>
    [...file.matchAll(/\nDTSTART;VALUE=DATE:(\d+)/g)].map(([, date]) => date);

  test("has the days around today, each of them whole, and as many as 2 MB have", () => {
    const heavy = daily(300).map((task) => ({
      ...task,
      subtitle: "🧹".repeat(5_000),
      checklist: Array.from({ length: 20 }, (_, n) => `${n} ${"ä".repeat(90)}`),
    }));
    for (const tasks of [daily(300), heavy]) {
      const file = fileOfTasks(tasks);
      const dates = datesOf(file);
      const days = [...new Set(dates)].sort();
      expect(days).toContain(TODAY.replaceAll("-", ""));
      for (const day of days) expect(dates.filter((date) => date === day)).toHaveLength(300);
      const size = new TextEncoder().encode(file).length;
      expect(size).toBeLessThan(MOST_BYTES + 1_000);
      expect(size + size / days.length).toBeGreaterThan(MOST_BYTES);
    }
  });

  test("has today, whatever its size", () => {
    expect(new Set(datesOf(fileOfTasks(daily(6_000, TODAY))))).toEqual(
      new Set([TODAY.replaceAll("-", "")]),
    );
  });
});
