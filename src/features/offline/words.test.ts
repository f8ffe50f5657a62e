import { expect, test } from "vitest";
import type { Outcome, Untaken } from "../../sync/waiting.ts";
import { deedText, outcomeText } from "./words.ts";

const today = "2026-11-24";

const told = (outcome: Outcome, kind: Untaken["kind"] = "complete") => {
  const untaken = { id: "1", title: "Bins", kind, madeAt: `${today}T08:00:00Z`, outcome };
  return `${deedText(untaken, today, "UTC")}: ${outcomeText(untaken, today, "UTC")}`;
};

const refused = (code: string, message?: string): Outcome => ({ kind: "refused", code, message });

test.each([
  ["first", "Done at 8:00 AM: Alice was first, at 8:05 AM."],
  ["undo", "Undone at 8:00 AM: Alice has done it since, at 8:05 AM."],
] as const)("who was first is named, with the time (%s)", (case_, text) => {
  const first = {
    kind: "first",
    name: "Alice",
    at: `${today}T08:05:00Z`,
    timeZone: "UTC",
  } as const;
  expect(told(first, case_ === "undo" ? "undo" : "complete")).toBe(text);
});

test.each([
  [refused("deleted"), "It was deleted meanwhile."],
  [refused("left"), "You no longer take part."],
  [refused("LIMIT_REACHED", "Too many."), "Too many."],
  [refused("DUPLICATE_TASK"), "You already have an active task with that title."],
  [refused("server"), "The server could not take it."],
  [refused("something new"), "The server could not take it."],
  [{ kind: "clock" } as const, "It is recorded, but not as of then"],
])("%j is told in words", (outcome, text) => {
  expect(told(outcome)).toContain(text);
});
