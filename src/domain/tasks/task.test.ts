import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Household } from "../households/household.ts";
import { US_ENGLISH } from "../language/locale.ts";
import {
  type CatchUp,
  type Completion,
  doersName,
  hasDuplicateTitle,
  mayUndo,
  personName,
  type Task,
  withCatchUp,
  withCorrection,
  withoutCatchUp,
} from "./task.ts";

describe("the completer's name", () => {
  const task = sampleTask();

  test("is You for oneself and when absent, the person's name otherwise", () => {
    expect(doersName(task, { completedBy: "bob" }, "ann", US_ENGLISH)).toBe("Bob");
    expect(doersName(task, { completedBy: "bob" }, "bob", US_ENGLISH)).toBe("You");
    expect(doersName(task, { completedBy: "nobody" }, "ann", US_ENGLISH)).toBe("You");
  });

  test.each([
    [{ via: "mail" }, ", by mail"],
    [{ via: "push" }, ", from a notification"],
    [{ via: "label" }, ", by its label"],
    [{ via: "display" }, ", on the kitchen tablet"],
    [{ via: "display", viaName: "Hall" }, ", on the tablet “\u2068Hall\u2069”"],
    [{}, ""],
  ] as const)("says by which door it came: %j", (door, text) => {
    const done = { completedBy: null, people: ["bob"], ...door };
    expect(doersName(task, done, "ann", US_ENGLISH)).toBe(`Bob${text}`);
    expect(doersName(task, { ...done, people: [] }, "ann", US_ENGLISH)).toBe(`Somebody${text}`);
    expect(doersName(task, { completedBy: "ann", ...door }, "ann", US_ENGLISH)).toBe(`You${text}`);
  });

  test("of three has a comma", () => {
    const people = { ...task.people, cem: "Cem" };
    const doers = { completedBy: "ann", people: ["ann", "bob", "cem"] };
    expect(doersName({ ...task, people }, doers, "ann", US_ENGLISH)).toBe("Ann, Bob and Cem");
  });

  test("of several says you within them", () => {
    const household = { id: "flat", name: "The flat", role: "keeper", me: "ann", people: [] };
    const doers = { completedBy: "bob", people: ["bob", "ann"] };
    const ours = { ...task, household } as Task;
    expect(doersName(ours, doers, "ann", US_ENGLISH)).toBe("Bob and you");
    expect(doersName(ours, { ...doers, people: ["ann", "bob"] }, "ann", US_ENGLISH)).toBe(
      "You and Bob",
    );
  });

  test("of a household stays with who has left it", () => {
    const household = {
      ...{ id: "flat", name: "The flat", role: "keeper", me: "ann", people: [] },
      former: { cem: "Cem" },
    } as Household;
    expect(personName({ ...task, household }, "cem", US_ENGLISH)).toBe("Cem");
    expect(personName({ ...task, household }, "nobody", US_ENGLISH)).toBe("Someone");
  });

  test("goes with the account", () => {
    expect(doersName(task, { completedBy: null }, "ann", US_ENGLISH)).toBe("Someone who left");
  });
});

describe("a corrected completion", () => {
  const tick: Completion = {
    date: "2026-11-23",
    status: "done",
    completedAt: "2026-11-24T08:05:00Z",
    timeZone: "UTC",
    completedBy: "ann",
    via: "display",
  };
  const task = sampleTask({ recentCompletions: [tick, { ...tick, date: "2026-11-24" }] });

  test("keeps what is not given, and every other day", () => {
    const doers = { completedBy: "bob", people: ["b"], saidBy: "b" };
    const who = withCorrection(task, tick.date, { doers });
    expect(who.recentCompletions).toEqual([
      { ...tick, ...doers, via: undefined },
      task.recentCompletions[1],
    ]);
    const when = withCorrection(task, tick.date, { doneOn: "2026-11-23", doneAt: "22:00" });
    expect(when.recentCompletions[0]).toEqual({ ...tick, doneOn: "2026-11-23", doneAt: "22:00" });
    expect(when.completedDays).toBe(task.completedDays);
  });

  test("on the day on which it was recorded, is no other one", () => {
    const before = withCorrection(task, tick.date, { doneOn: "2026-11-23", doneAt: "22:00" });
    const after = withCorrection(before, tick.date, { doneOn: "2026-11-24" });
    expect(after.recentCompletions).toEqual(task.recentCompletions);
  });
});

describe("who may undo a completion", () => {
  const task = sampleTask({ ownerId: "ann" });

  test("the person who made it, and the owner", () => {
    expect(mayUndo(task, { completedBy: "bob" }, "bob")).toBe(true);
    expect(mayUndo(task, { completedBy: "bob" }, "ann")).toBe(true);
    expect(mayUndo(task, { completedBy: "ann" }, "bob")).toBe(false);
    expect(mayUndo(task, { completedBy: null }, "bob")).toBe(false);
  });
});

describe("a title is unique among the user's active tasks", () => {
  const own = { ownerId: "ann", householdId: null };
  const tasks = [
    sampleTask({ id: "1", ownerId: "ann", title: "Plants" }),
    sampleTask({ id: "2", ownerId: "bob", title: "Teeth" }),
  ];

  test("compared after trimming", () => {
    expect(hasDuplicateTitle(tasks, { ...own, title: " Plants " })).toBe(true);
    expect(hasDuplicateTitle(tasks, { ...own, title: "plants" })).toBe(false);
  });

  test("compared in one Unicode form", () => {
    const known = [sampleTask({ ownerId: "ann", title: "Caf\u00e9" })];
    expect(hasDuplicateTitle(known, { ...own, title: "Cafe\u0301" })).toBe(true);
  });

  test("excluding the task itself when editing", () => {
    expect(hasDuplicateTitle(tasks, { id: "1", ...own, title: "Plants" })).toBe(false);
    expect(hasDuplicateTitle(tasks, { id: "3", ...own, title: "Plants" })).toBe(true);
  });

  test("other people's tasks do not count", () => {
    expect(hasDuplicateTitle(tasks, { ...own, title: "Teeth" })).toBe(false);
  });

  test("a household's count among themselves, whoever brought them", () => {
    const common = [sampleTask({ ownerId: "bob", householdId: "flat", title: "Bins" })];
    expect(hasDuplicateTitle(common, { ...own, title: "Bins" })).toBe(false);
    expect(hasDuplicateTitle(common, { ...own, householdId: "flat", title: "Bins" })).toBe(true);
    expect(hasDuplicateTitle(tasks, { ...own, householdId: "flat", title: "Plants" })).toBe(false);
  });
});

test("a catch-up that is taken back leaves the others", () => {
  const catchUp = (id: string, day: number): CatchUp => ({
    ...{ id, status: "done" as const, completedAt: "", completedBy: "ann", timeZone: "UTC" },
    days: DaySet.fromDays([day]),
  });
  const both = withCatchUp(withCatchUp(sampleTask(), catchUp("1", 10)), catchUp("2", 20));
  const { recentCatchUps, completedDays } = withoutCatchUp(both, "1");
  expect(recentCatchUps.map(({ id }) => id)).toEqual(["2"]);
  expect([completedDays.has(10), completedDays.has(20)]).toEqual([false, true]);
});
