import { describe, expect, test } from "vitest";
import { completed, daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { at, done, ID, NOON, OPEN, rows, TODAY } from "../../../tests/support/today-rows.ts";
import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { type Task, withCatchUp, withoutCatchUp } from "./task.ts";
import { type MissedShown, missedDays, todayBuckets } from "./today.ts";

const TEETH = sampleTask({ title: "Teeth", startDate: TODAY });
const PLANTS = sampleTask({ title: "Plants", startDate: "2026-11-19" });

describe("a task that was missed more often than is shown", () => {
  const SINCE = { ...TEETH, startDate: "2026-11-10" };
  const shownOf = (task: Task, shown: MissedShown = OPEN) => {
    const buckets = todayBuckets([task], at(NOON), shown);
    const [item] = [...buckets.overdue, ...buckets.earlier][0]?.items ?? [];
    if (item?.kind !== "missed") throw new Error("No row of the task");
    const days = item.days.map((it) => it.dueDate.slice(8) + (it.isDone ? " done" : ""));
    return { days, last: item.earlier };
  };

  test("has its latest days, and how many are before them; it counts as one", () => {
    expect(shownOf(SINCE)).toEqual({ days: ["20", "19", "18", "17", "16"], last: 6 });
    expect(todayBuckets([SINCE], at(NOON))).toMatchObject({ count: 1, earlierCount: 1 });
    expect(shownOf(SINCE, new Map([["another", 9]]))).toEqual({ days: [], last: 0 });
  });

  test("has as many as were asked for, and no more before them in the end", () => {
    expect(shownOf(SINCE, new Map([[ID, 9]]))).toMatchObject({ last: 2 });
    const all = shownOf(SINCE, new Map([[ID, 40]]));
    expect(all.days).toHaveLength(11);
    expect(all.last).toBe(0);
  });

  test("shows the next one for one that is done, which stays for its 10 seconds", () => {
    const task = { ...SINCE, ...completed(done("2026-11-16", "2026-11-21T12:00:00.000Z")) };
    expect(shownOf(task)).toEqual({ days: ["20", "19", "18", "17", "16 done", "15"], last: 5 });
  });

  test("does not show a day that somebody else did further back", () => {
    const task = { ...SINCE, ...completed(done("2026-11-11", "2026-11-21T12:00:00.000Z")) };
    expect(shownOf(task)).toEqual({ days: ["20", "19", "18", "17", "16"], last: 5 });
    expect(rows(todayBuckets([task], at(NOON)).done)).toEqual(["Teeth 11-11 late done"]);
  });
});

const skipped = (date: string, completedAt: string) => ({
  ...done(date, completedAt),
  status: "skipped" as const,
});

describe("skips", () => {
  test("one of today is in Done as skipped, and struck through in Overdue for a while", () => {
    const task = {
      ...PLANTS,
      skippedDays: daySet("2026-11-19"),
      recentCompletions: [skipped("2026-11-19", "2026-11-21T11:59:55Z")],
    };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Plants 11-19 late skipped"]);
    expect(rows(buckets.overdue)).toEqual(["Plants 11-20 late", "Plants 11-19 late skipped"]);
    expect(buckets.count).toBe(2);
  });

  test("today's occurrence skipped is in Done, and due no more", () => {
    const skip = skipped(TODAY, "2026-11-21T08:00:00Z");
    const task = { ...TEETH, skippedDays: daySet(TODAY), recentCompletions: [skip] };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Teeth 11-21 skipped"]);
    expect([buckets.active, buckets.count]).toEqual([[], 0]);
  });
});

describe("a catch-up", () => {
  const SINCE = { ...PLANTS, startDate: "2016-11-21", completedDays: daySet("2026-11-18") };

  test("takes every missed day as runs, and leaves one row in Done on its day", () => {
    const days = missedDays(SINCE, TODAY);
    expect(days.toRuns().map(([, length]) => length)).toEqual([3649, 2]);
    const catchUp = {
      id: "c",
      status: "done" as const,
      days,
      completedAt: "2026-11-21T08:00:00Z",
      timeZone: "UTC",
    };
    const task = withCatchUp(SINCE, { ...catchUp, completedBy: "ann" });
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Plants: 3651 days"]);
    expect([rows(buckets.overdue), buckets.count]).toEqual([[], 1]);
    expect(todayBuckets([task], at(NOON + 86_400_000, "UTC", "2026-11-22")).done).toEqual([]);
    expect(todayBuckets([withoutCatchUp(task, "c")], at(NOON))).toMatchObject({
      count: 2,
      missedCount: 3651,
    });
  });

  test("has at most the latest 4,000 runs", () => {
    const weekly = { ...PLANTS, startDate: "1900-01-01", repeatValue: "weekly" as const };
    const runs = missedDays(weekly, TODAY).toRuns();
    expect(runs).toHaveLength(4_000);
    expect(runs.at(-1)?.[0]).toBe(toDayNumber("2026-11-16"));
  });

  test("takes what counts as missed by the task's policy", () => {
    const weekly = { ...PLANTS, startDate: "2026-11-02", repeatValue: "weekly" as const };
    const days = (missedPolicy: Task["missedPolicy"]) =>
      [...missedDays({ ...weekly, missedPolicy }, TODAY).toRuns()].map(([day]) =>
        fromDayNumber(day),
      );
    expect(days("keep")).toEqual(["2026-11-02", "2026-11-09", "2026-11-16"]);
    expect(days("latest")).toEqual(["2026-11-16"]);
    expect(days("pass")).toEqual([]);
  });
});

describe("an interval task", () => {
  const WINDOWS = sampleTask({
    title: "Windows",
    startDate: "2026-11-10",
    repeatValue: "custom",
    afterDone: "P3D",
    completedDays: daySet("2026-11-12"),
  });

  test("long open it is one row with its due day, and a tick completes today", () => {
    const buckets = todayBuckets([WINDOWS], at(NOON));
    expect(rows(buckets.overdue)).toEqual(["Windows 11-15 late"]);
    expect(buckets.overdue[0]?.items[0]).toMatchObject({ doneDate: TODAY });
    expect(buckets.count).toBe(1);
    expect(missedDays(WINDOWS, TODAY).size).toBe(0);
  });

  test("done today it is in Done, and nowhere else", () => {
    const task = { ...WINDOWS, ...completed(done(TODAY, "2026-11-21T08:00:00Z")) };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Windows 11-21 done"]);
    expect([buckets.active, buckets.overdue, buckets.count]).toEqual([[], [], 0]);
  });
});

describe("what is folded", () => {
  const WEEKLY = sampleTask({ startDate: "2026-10-25", repeatValue: "weekly", title: "Bins" });
  const once = (startDate: string) =>
    sampleTask({ startDate, repeatValue: "custom", customRrule: "FREQ=DAILY;COUNT=1" });
  const where = (task: Task, today = TODAY) => {
    const { overdue, earlier, count } = todayBuckets([task], at(NOON, "UTC", today));
    return [rows(overdue).length, rows(earlier).length, count];
  };

  test("is what was missed longer than a week ago, until when it counts", () => {
    expect(where(once("2026-11-14"))).toEqual([1, 0, 1]);
    expect(where(once("2026-11-13"))).toEqual([0, 1, 0]);
  });

  test("is a longer backlog of what is due today, and stays so when it is done", () => {
    const behind = { ...TEETH, startDate: "2026-11-13" };
    expect(where({ ...TEETH, startDate: "2026-11-14" })).toEqual([1, 0, 2]);
    expect(where(behind)).toEqual([0, 1, 1]);
    const ticked = { ...behind, ...completed(done(TODAY, "2026-11-21T08:00:00Z")) };
    expect(where(ticked)).toEqual([0, 1, 0]);
    expect(where(ticked, "2026-11-22")).toEqual([0, 1, 1]);
    // Done now and then, a day of it that was missed is news.
    expect(where({ ...behind, completedDays: daySet("2026-11-17") })).toEqual([1, 0, 2]);
  });

  test("is no task of which the latest time was missed this week", () => {
    expect(where(WEEKLY)).toEqual([1, 0, 1]);
  });

  test("is all of a task that is paused", () => {
    expect(where({ ...WEEKLY, pausedDays: daySet(TODAY) })).toEqual([0, 1, 0]);
  });

  test("moves nowhere by a tick of one of its days", () => {
    const late = completed(done("2026-11-20", "2026-11-21T12:00:00.000Z"));
    expect(where({ ...TEETH, startDate: "2026-11-13", ...late })).toEqual([0, 1, 1]);
  });
});
