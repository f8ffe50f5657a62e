import { describe, expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { dayActions } from "./day-ledger.ts";

const TODAY = "2026-11-21"; // a Saturday
const DAILY = taskOf({ startDate: "2026-11-18" });

describe("what can be done with a day", () => {
  test("a missed day and today: everything but undo", () => {
    for (const date of ["2026-11-20", TODAY]) {
      expect(dayActions(DAILY, date, TODAY)).toEqual({
        markDone: true,
        skip: true,
        undo: false,
        note: true,
        checklist: false,
        putOff: { dueDate: date, newDate: null },
      });
    }
  });

  test("a future day can be done early or put off, and nothing else", () => {
    expect(dayActions(DAILY, "2026-11-22", TODAY)).toEqual({
      markDone: true,
      skip: false,
      undo: false,
      note: false,
      checklist: false,
      putOff: { dueDate: "2026-11-22", newDate: null },
    });
  });

  test("is done early up to 366 days ahead, where it is due, and never of an interval task", () => {
    const may = (date: string, task = DAILY) => dayActions(task, date, TODAY).markDone;
    expect(may("2027-11-22")).toBe(true);
    expect(may("2027-11-23")).toBe(false);
    expect(may("2026-11-22", taskOf({ startDate: "2026-11-18", repeatValue: "weekly" }))).toBe(
      false,
    );
    const after = { repeatValue: "custom", afterDone: "P3D" } as const;
    expect(may("2026-11-24", taskOf({ startDate: "2026-11-24", ...after }))).toBe(false);
    const done = { ...DAILY, completedDays: daySet("2026-11-24") };
    expect(dayActions(done, "2026-11-24", TODAY)).toMatchObject({
      ...{ markDone: false, undo: true, putOff: null },
    });
  });

  test("what is open since another day is put off from there", () => {
    const task = taskOf({ startDate: "2026-11-18", repeatValue: "custom", afterDone: "P1M" });
    const { putOff } = dayActions(task, TODAY, TODAY);
    expect(putOff).toEqual({ dueDate: "2026-11-18", newDate: null });
    const putOffs = [{ dueDate: "2026-11-18", newDate: "2026-11-20" }];
    const again = dayActions({ ...task, putOffs }, TODAY, TODAY);
    expect(again.putOff).toEqual({ dueDate: "2026-11-18", newDate: "2026-11-20" });
    const later = [{ dueDate: "2026-11-18", newDate: "2026-11-24" }];
    expect(dayActions({ ...task, putOffs: later }, TODAY, TODAY).putOff).toBe(null);
  });

  test("the lines of a checklist can be ticked on a day that is due or done", () => {
    const task = taskOf({ ...DAILY, checklist: ["Sink"], repeatValue: "weekly" });
    const mayTick = (date: string) =>
      dayActions({ ...task, completedDays: daySet("2026-11-20") }, date, "2026-11-26").checklist;
    expect(["2026-11-18", "2026-11-20", "2026-11-25"].map(mayTick)).toEqual([true, true, true]);
    expect(["2026-11-19", "2026-12-02"].map(mayTick), "neither").toEqual([false, false]);
    const earlier = { ...task, completedDays: daySet("2026-11-10") };
    expect(dayActions(earlier, "2026-11-10", TODAY).checklist, "before the start").toBe(false);
  });

  test("what was done or skipped can be taken back", () => {
    const task = { ...DAILY, completedDays: daySet("2026-11-19"), skippedDays: daySet(TODAY) };
    for (const date of ["2026-11-19", TODAY]) {
      const can = dayActions(task, date, TODAY);
      expect(can).toMatchObject({ markDone: false, skip: false, undo: true, putOff: null });
    }
  });

  test("a day that is not due can be done from the start to the end, and not skipped", () => {
    const weekly = taskOf({ startDate: "2026-11-14", repeatValue: "weekly" });
    expect(dayActions(weekly, "2026-11-17", TODAY)).toMatchObject({ markDone: true, skip: false });
    expect(dayActions(weekly, "2026-11-13", TODAY)).toMatchObject({ markDone: false, note: true });
  });

  test("a former schedule decides for its days", () => {
    const former = { ...DAILY, startDate: "2026-11-01", validUntil: "2026-11-10" };
    const task = { ...DAILY, scheduleFrom: "2026-11-11", formerSchedules: [former] };
    expect(dayActions(task, "2026-11-05", TODAY).markDone).toBe(true);
    expect(dayActions(task, "2026-11-15", TODAY).markDone).toBe(false);
  });

  test("put off again or back, from either day", () => {
    const move = { dueDate: "2026-11-20", newDate: "2026-11-25" };
    const weekly = taskOf({ startDate: "2026-11-20", repeatValue: "weekly", putOffs: [move] });
    for (const date of [move.dueDate, move.newDate]) {
      expect(dayActions(weekly, date, TODAY)).toMatchObject({
        markDone: date === move.newDate,
        skip: false,
        putOff: move,
      });
    }
  });
});
