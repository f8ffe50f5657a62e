import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { completerName, hasDuplicateTitle, mayUndo } from "./task.ts";

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

  test("whoever made it, and the owner", () => {
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
