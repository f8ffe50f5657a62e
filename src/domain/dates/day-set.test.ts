import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DaySet } from "./day-set.ts";

describe("a set of days", () => {
  test("holds the days of its runs", () => {
    const set = DaySet.fromRuns([
      [10, 3],
      [20, 1],
    ]);
    expect([9, 10, 12, 13, 20, 21].map((day) => set.has(day))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(set.size).toBe(4);
  });

  test("joins runs that touch or overlap, in any order, and drops empty ones", () => {
    const set = DaySet.fromRuns([
      [20, 2],
      [10, 5],
      [12, 1],
      [15, 5],
      [40, 0],
    ]);
    expect(set.toRuns()).toEqual([[10, 12]]);
  });

  test("comes from bits, the highest of a byte first", () => {
    expect(DaySet.fromBits(10, Uint8Array.of(0b1011_0001, 0b1000_0000)).toRuns()).toEqual([
      [10, 1],
      [12, 2],
      [17, 2],
    ]);
    expect(DaySet.fromBits(-3, new Uint8Array()).size).toBe(0);
  });

  test("is not changed by adding or taking out a day", () => {
    const set = DaySet.fromRuns([[10, 3]]);
    expect(set.union(DaySet.fromDays([13])).toRuns()).toEqual([[10, 4]]);
    expect(set.minus(DaySet.fromDays([11])).toRuns()).toEqual([
      [10, 1],
      [12, 1],
    ]);
    expect(set.toRuns()).toEqual([[10, 3]]);
  });

  test("stays itself when nothing changes", () => {
    const set = DaySet.fromRuns([[10, 3]]);
    expect(set.union(DaySet.empty)).toBe(set);
    expect(set.minus(DaySet.fromDays([9]))).toBe(set);
    expect(DaySet.empty.size).toBe(0);
  });

  test("does as a plain set of numbers does", () => {
    const days = fc.array(fc.integer({ min: -20, max: 20 }));
    fc.assert(
      fc.property(days, days, days, (first, added, removed) => {
        const plain = new Set(first);
        let set = DaySet.fromDays(first);
        for (const day of added) {
          plain.add(day);
          set = set.union(DaySet.fromDays([day]));
        }
        for (const day of removed) plain.delete(day);
        set = set.minus(DaySet.fromDays(removed));
        expect(set.size).toBe(plain.size);
        for (let day = -22; day <= 22; day++) {
          expect(set.has(day)).toBe(plain.has(day));
          if (!plain.has(day)) continue;
          const end = set.runEnd(day);
          for (let inside = day; inside <= end; inside++) expect(plain.has(inside)).toBe(true);
          expect(plain.has(end + 1)).toBe(false);
        }
        expect(DaySet.fromRuns(set.toRuns()).toRuns()).toEqual(set.toRuns());
      }),
    );
  });
});
