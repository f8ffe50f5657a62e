import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { DaySet } from "../dates/day-set.ts";
import {
  type CatchUp,
  completerName,
  hasDuplicateTitle,
  mayUndo,
  withCatchUp,
  withoutCatchUp,
} from "./task.ts";

describe("the completer's name", () => {
  const task = sampleTask();

  test("is You for oneself and when absent, the person's name otherwise", () => {
    expect(completerName(task, "bob", "ann")).toBe("Bob");
    expect(completerName(task, "bob", "bob")).toBe("You");
    expect(completerName(task, undefined, "ann")).toBe("You");
    expect(completerName(task, "nobody", "ann")).toBe("You");
  });

  test("goes with the account", () => {
    expect(completerName(task, null, "ann")).toBe("Someone who left");
  });
});

describe("who may undo a completion", () => {
  const task = sampleTask({ ownerId: "ann" });

  test("the person who made it, and the owner", () => {
    expect(mayUndo(task, "bob", "bob")).toBe(true);
    expect(mayUndo(task, "bob", "ann")).toBe(true);
    expect(mayUndo(task, "ann", "bob")).toBe(false);
    expect(mayUndo(task, null, "bob")).toBe(false);
  });
});

describe("a title is unique among the user's active tasks", () => {
  const tasks = [
    sampleTask({ id: "1", ownerId: "ann", title: "Plants" }),
    sampleTask({ id: "2", ownerId: "bob", title: "Teeth" }),
  ];

  test("compared after trimming", () => {
    expect(hasDuplicateTitle(tasks, { ownerId: "ann", title: " Plants " })).toBe(true);
    expect(hasDuplicateTitle(tasks, { ownerId: "ann", title: "plants" })).toBe(false);
  });

  test("compared in one Unicode form", () => {
    const known = [sampleTask({ ownerId: "ann", title: "Caf\u00e9" })];
    expect(hasDuplicateTitle(known, { ownerId: "ann", title: "Cafe\u0301" })).toBe(true);
  });

  test("excluding the task itself when editing", () => {
    expect(hasDuplicateTitle(tasks, { id: "1", ownerId: "ann", title: "Plants" })).toBe(false);
    expect(hasDuplicateTitle(tasks, { id: "3", ownerId: "ann", title: "Plants" })).toBe(true);
  });

  test("other people's tasks do not count", () => {
    expect(hasDuplicateTitle(tasks, { ownerId: "ann", title: "Teeth" })).toBe(false);
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
