import { expect, test } from "vitest";
import { addDays, addMonths } from "./calendar.ts";
import { sixWeeks, startOfMonth } from "./month.ts";

test("adding days crosses months, years and both steps of the clock", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
  expect(() => addDays("2026-02-30", 1)).toThrow(RangeError);
});

test("adding months keeps the day of the month, or takes the month's last", () => {
  expect(addMonths("2026-11-21", 12)).toBe("2027-11-21");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  expect(addMonths("0099-12-31", 2)).toBe("0100-02-28");
  expect(() => addMonths("2026-02-30", 1)).toThrow(RangeError);
});

test("a month starts on its first day", () => {
  expect(startOfMonth("2026-01-31")).toBe("2026-01-01");
  expect(startOfMonth("2026-12-01")).toBe("2026-12-01");
});

test("six weeks begin on the Sunday on or before the date", () => {
  expect(sixWeeks("2026-11-01")).toHaveLength(42);
  expect(sixWeeks("2026-11-01")[0]).toBe("2026-11-01");
  expect(sixWeeks("2026-08-01")[0]).toBe("2026-07-26");
  expect(sixWeeks("2026-08-01")[41]).toBe("2026-09-05");
});

test("the calendar's first and last day are as far as it goes", () => {
  expect(addDays("0001-01-03", -5)).toBe("0001-01-01");
  expect(addDays("9999-12-31", 1)).toBe("9999-12-31");
  expect(addMonths("0001-05-31", -12)).toBe("0001-01-01");
  expect(addMonths("9999-12-01", 1)).toBe("9999-12-31");
  expect(sixWeeks("0001-01-01").slice(0, 2)).toEqual([null, "0001-01-01"]);
  expect(sixWeeks("9999-12-01").filter((date) => date === null)).toHaveLength(8);
});
