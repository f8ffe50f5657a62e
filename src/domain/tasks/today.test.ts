import { describe, expect, test } from "vitest";
import { completed, daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { at, done, ID, NOON, OPEN, rows, TODAY } from "../../../tests/support/today-rows.ts";
import type { Task } from "./task.ts";
import { todayBuckets } from "./today.ts";

const TEETH = sampleTask({ title: "Teeth", startDate: TODAY });
const PLANTS = sampleTask({ title: "Plants", startDate: "2026-11-19" });

describe("Today's buckets", () => {
  test("Active: due today, not completed", () => {
    const buckets = todayBuckets([TEETH], at(NOON));
    expect(rows(buckets.active)).toEqual(["Teeth 11-21"]);
    expect([buckets.done, buckets.overdue]).toEqual([[], []]);
    expect(buckets.active[0]?.items[0]).toEqual({
      kind: "occurrence",
      id: ID,
      task: TEETH,
      dueDate: TODAY,
      doneDate: TODAY,
      wasOverdue: false,
      isDone: false,
      isSkipped: false,
      completedAt: null,
      timeZone: null,
      doers: null,
    });
  });

  test("Done: completed today, with its time and its completer", () => {
    const task = { ...TEETH, ...completed(done(TODAY, "2026-11-21T08:00:00Z", "bob")) };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Teeth 11-21 done"]);
    expect([buckets.active, buckets.overdue]).toEqual([[], []]);
    expect(buckets.done[0]?.items[0]).toMatchObject({
      id: ID,
      wasOverdue: false,
      completedAt: "2026-11-21T08:00:00Z",
      doers: expect.objectContaining({ completedBy: "bob" }),
    });
  });

  test("Done: a past occurrence completed today is there, flagged Overdue", () => {
    const task = { ...PLANTS, ...completed(done("2026-11-19", "2026-11-21T08:00:00Z")) };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Plants 11-19 late done"]);
    expect(buckets.done[0]?.items[0]?.id).toBe(`${ID}-2026-11-19`);
    expect(rows(buckets.active)).toEqual(["Plants 11-21"]);
    expect(rows(buckets.overdue)).toEqual(["Plants 11-20 late"]);
  });

  test("Done: one that was done on its day and ticked today is there, and says when it was done", () => {
    const lastNight = { doneOn: "2026-11-20", doneAt: "22:00" };
    const tick = { ...done("2026-11-20", "2026-11-21T08:00:00Z"), ...lastNight };
    const { done: buckets } = todayBuckets([{ ...PLANTS, ...completed(tick) }], at(NOON));
    expect(rows(buckets)).toEqual(["Plants 11-20 late done"]);
    expect(buckets[0]?.items[0]).toMatchObject(lastNight);
  });

  test("Done: a later occurrence that was done today is there, and on its day it is done", () => {
    const early = done("2026-11-24", "2026-11-21T08:00:00Z");
    const weekly = { startDate: "2026-11-24", repeatValue: "weekly" } as const;
    const task = sampleTask({ title: "Bins", ...weekly, ...completed(early) });
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Bins 11-24 done"]);
    expect(buckets.done[0]?.items[0]).toMatchObject({
      ...{ id: `${ID}-2026-11-24`, wasOverdue: false, doneDate: "2026-11-24" },
      completedAt: "2026-11-21T08:00:00Z",
    });
    expect(buckets.count + buckets.active.length + buckets.overdue.length).toBe(0);
    const on = (today: string) =>
      todayBuckets([task], at(Date.parse(`${today}T12:00:00Z`), "UTC", today));
    expect(on("2026-11-22").done, "only on the day of the tick").toEqual([]);
    expect(rows(on("2026-11-24").done)).toEqual(["Bins 11-24 done"]);
    expect([on("2026-11-24").count, on("2026-11-25").count]).toEqual([0, 0]);
    const elsewhere = { ...task, startDate: "2026-11-25" };
    expect(todayBuckets([elsewhere], at(NOON)).done, "no occurrence").toEqual([]);
  });

  test("Done: an interval task, done earlier, is there on the day of the tick", () => {
    const after = { startDate: "2026-11-18", repeatValue: "custom", afterDone: "P3D" } as const;
    const earlier = { ...done("2026-11-20", "2026-11-21T08:00:00Z"), doneOn: "2026-11-20" };
    const task = sampleTask({ title: "Plants", ...after, ...completed(earlier) });
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Plants 11-20 late done"]);
    expect([buckets.active, buckets.overdue]).toEqual([[], []]);
  });

  test("Done: a past occurrence completed before today is not there", () => {
    const task = { ...PLANTS, ...completed(done("2026-11-19", "2026-11-20T23:59:59Z")) };
    expect(todayBuckets([task], at(NOON)).done).toEqual([]);
  });

  test("Done: today's occurrence is there even when nobody knows who did it", () => {
    const task = { ...TEETH, completedDays: daySet(TODAY) };
    const buckets = todayBuckets([task], at(NOON));
    expect(rows(buckets.done)).toEqual(["Teeth 11-21 done"]);
    expect(buckets.active).toEqual([]);
  });

  test("Overdue: past occurrences since the start date with no completion, latest first", () => {
    const task = { ...PLANTS, startDate: "2026-11-17", completedDays: daySet("2026-11-18") };
    expect(rows(todayBuckets([task], at(NOON)).overdue)).toEqual(["Plants: 3 missed 11-20"]);
    expect(rows(todayBuckets([task], at(NOON), OPEN).overdue)).toEqual([
      "Plants: 3 missed 11-20",
      "Plants 11-20 late",
      "Plants 11-19 late",
      "Plants 11-17 late",
    ]);
  });

  test("Overdue: each row has a composite id", () => {
    const [item] = todayBuckets([PLANTS], at(NOON), OPEN).overdue[0]?.items ?? [];
    const days = item?.kind === "missed" ? item.days : [];
    expect(days.map(({ id }) => id)).toEqual([`${ID}-2026-11-20`, `${ID}-2026-11-19`]);
  });

  test("Today count equals Active plus visible Overdue, where a task is one", () => {
    expect(todayBuckets([TEETH, PLANTS], at(NOON)).count).toBe(3);
    const doneToday = completed(done(TODAY, "2026-11-21T08:00:00Z"));
    expect(todayBuckets([{ ...TEETH, ...doneToday }], at(NOON)).count).toBe(0);
    expect(todayBuckets([], at(NOON))).toMatchObject({ count: 0, nextHideAt: null });
  });
});

describe("an overdue item marked done", () => {
  const LATE = { ...PLANTS, ...completed(done("2026-11-19", "2026-11-21T12:00:00.000Z", "bob")) };

  test("leaves the count at once and is in Done at once", () => {
    const buckets = todayBuckets([LATE], at(NOON));
    expect(buckets.count).toBe(2);
    expect(rows(buckets.done)).toEqual(["Plants 11-19 late done"]);
  });

  test("keeps its Overdue row, done, in its place, until 10 seconds have passed", () => {
    // The last two rows of a task are shown each; of an open one all stay below it.
    const struck = ["Plants 11-20 late", "Plants 11-19 late done"];
    const opened = todayBuckets([LATE], at(NOON), OPEN);
    expect(rows(opened.overdue)).toEqual(["Plants: 1 missed 11-20", ...struck]);
    expect(rows(todayBuckets([LATE], at(NOON)).overdue)).toEqual(struck);
    const last = todayBuckets([LATE], at(NOON + 9_999));
    expect(rows(last.overdue)).toEqual(struck);
    expect(last.overdue[0]?.items[1]).toMatchObject({ doers: { completedBy: "bob" } });
    expect(last.nextHideAt).toBe(NOON + 10_000);
    const gone = todayBuckets([LATE], at(NOON + 10_000));
    expect(rows(gone.overdue)).toEqual(["Plants 11-20 late"]);
    expect(gone.nextHideAt).toBeNull();
    expect(rows(gone.done)).toEqual(["Plants 11-19 late done"]);
  });

  test("keeps its row past midnight, though Done is a new day's then", () => {
    const lastSecond = Date.parse("2026-11-21T23:59:58Z");
    const task = { ...PLANTS, ...completed(done("2026-11-19", "2026-11-21T23:59:58Z")) };
    const moment = at(lastSecond + 3_000, "UTC", "2026-11-22");
    const buckets = todayBuckets([task], moment, OPEN);
    expect(rows(buckets.overdue)).toContain("Plants 11-19 late done");
    expect(buckets.done).toEqual([]);
  });

  test("today's occurrence done seconds before midnight never shows as overdue", () => {
    const task = { ...TEETH, ...completed(done(TODAY, "2026-11-21T23:59:58Z")) };
    const now = Date.parse("2026-11-22T00:00:01Z");
    expect(todayBuckets([task], at(now, "UTC", "2026-11-22")).overdue).toEqual([]);
  });

  test("shows its row also when the completer's clock is a little ahead, not when far ahead", () => {
    const overdueAt = (now: number) => rows(todayBuckets([LATE], at(now)).overdue);
    expect(overdueAt(NOON - 10_000)).toEqual(["Plants 11-20 late", "Plants 11-19 late done"]);
    expect(overdueAt(NOON - 10_001)).toEqual(["Plants 11-20 late"]);
  });

  test("the earliest row to hide says when", () => {
    const later = {
      ...LATE,
      id: "b",
      ...completed(done("2026-11-20", "2026-11-21T12:00:04.000Z")),
    };
    const buckets = todayBuckets([later, LATE], at(NOON + 5_000));
    expect(buckets.nextHideAt).toBe(NOON + 10_000);
    expect(todayBuckets([later, LATE], at(NOON + 10_000)).nextHideAt).toBe(NOON + 14_000);
  });

  test("undone, it is overdue again", () => {
    const undone: Task = { ...LATE, completedDays: PLANTS.completedDays, recentCompletions: [] };
    const buckets = todayBuckets([undone], at(NOON));
    expect(buckets.count).toBe(2);
    expect(rows(buckets.overdue)).toEqual(["Plants: 2 missed 11-20"]);
  });
});

test("a completion on a day that is no occurrence is neither done nor late, and counts nowhere", () => {
  const weekly = { ...PLANTS, startDate: "2026-11-09", repeatValue: "weekly" as const };
  const task = {
    ...weekly,
    ...completed(
      done("2026-11-10", "2026-11-21T11:59:59Z"),
      done("2026-11-20", "2026-11-21T11:59:59Z"),
      done(TODAY, "2026-11-21T11:59:59Z"),
    ),
  };
  const { overdue, ...buckets } = todayBuckets([task], at(NOON));
  expect(rows(overdue)).toEqual(["Plants: 2 missed 11-16"]);
  expect(buckets).toMatchObject({ active: [], done: [], count: 1, missedCount: 2 });
});

test("a day later what was due today is overdue", () => {
  todayBuckets([PLANTS], at(NOON));
  const tomorrow = todayBuckets([PLANTS], at(NOON + 86_400_000, "UTC", "2026-11-22"));
  expect(rows(tomorrow.overdue)[0]).toBe("Plants: 3 missed 11-21");
});

describe("today's calendar day is the user's", () => {
  test.each([
    // Late on Saturday evening in New York it is Sunday in UTC.
    ["America/New_York", "2026-11-22T04:59:59Z", true],
    ["America/New_York", "2026-11-22T05:00:00Z", false],
    ["America/New_York", "2026-11-21T04:59:59Z", false],
    // Saturday morning in Auckland is Friday in UTC.
    ["Pacific/Auckland", "2026-11-20T11:00:00Z", true],
    ["Pacific/Auckland", "2026-11-20T10:59:59Z", false],
    ["Asia/Kolkata", "2026-11-20T18:30:00Z", true],
    ["Asia/Kolkata", "2026-11-21T18:30:00Z", false],
  ])("in %s a late completion at %s is today's: %s", (timeZone, completedAt, isToday) => {
    const task = { ...PLANTS, ...completed(done("2026-11-19", completedAt)) };
    const buckets = todayBuckets([task], at(NOON, timeZone));
    expect(buckets.done.length > 0).toBe(isToday);
  });

  test("the 25 hours of the day the clock goes back are one day", () => {
    const task = (completedAt: string) => ({
      ...PLANTS,
      startDate: "2026-10-20",
      ...completed(done("2026-10-31", completedAt)),
    });
    const moment = at(Date.parse("2026-11-01T12:00:00Z"), "America/New_York", "2026-11-01");
    const isDone = (completedAt: string) => todayBuckets([task(completedAt)], moment).done.length;
    expect(isDone("2026-11-01T04:00:00Z")).toBe(1);
    expect(isDone("2026-11-02T04:59:59Z")).toBe(1);
    expect(isDone("2026-11-01T03:59:59Z")).toBe(0);
    expect(isDone("2026-11-02T05:00:00Z")).toBe(0);
  });
});

describe("groups in alphabetical order of category, tasks by title", () => {
  const named = (category: string, title: string, id: string) =>
    sampleTask({ category, title, id, startDate: TODAY });

  test("with their own items", () => {
    const tasks = [
      named("Work", "Report", "1"),
      named("garden", "Water", "2"),
      named("Kitchen", "Wipe", "3"),
      named("Kitchen", "dishes", "4"),
      named("Épicerie", "Milk", "5"),
    ];
    const { active } = todayBuckets(tasks, at(NOON));
    expect(
      active.map(({ category, items }) => [category, items.map((it) => it.task.title)]),
    ).toEqual([
      ["Épicerie", ["Milk"]],
      ["garden", ["Water"]],
      ["Kitchen", ["dishes", "Wipe"]],
      ["Work", ["Report"]],
    ]);
  });

  test("the order of the input does not matter", () => {
    const tasks = [named("A", "Same", "2"), named("B", "Other", "3"), named("A", "Same", "1")];
    const order = (list: readonly Task[]) =>
      todayBuckets(list, at(NOON)).active.flatMap(({ items }) => items.map(({ id }) => id));
    expect(order(tasks)).toEqual(["1", "2", "3"]);
    expect(order([...tasks].reverse())).toEqual(["1", "2", "3"]);
  });

  test("the tasks given are left in their order", () => {
    const tasks = [named("B", "Two", "2"), named("A", "One", "1")];
    todayBuckets(tasks, at(NOON));
    expect(tasks.map(({ id }) => id)).toEqual(["2", "1"]);
  });
});
