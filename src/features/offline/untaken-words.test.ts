import { expect, test } from "vitest";
import { US_STYLE } from "../../domain/dates/date-style.ts";
import type { Outcome } from "../../sync/waiting/storage.ts";
import type { Untaken } from "../../sync/waiting/waiting.ts";
import { deedText, outcomeText } from "./untaken-words.ts";

const today = "2026-11-24";

const told = (outcome: Outcome, kind: Untaken["kind"] = "complete") => {
  const untaken = { id: "1", title: "Bins", kind, madeAt: `${today}T08:00:00Z`, outcome };
  return `${deedText(untaken, today, "UTC", US_STYLE)}: ${outcomeText(untaken, today, "UTC", US_STYLE)}`;
};

const at = { at: `${today}T08:05:00Z`, timeZone: "UTC" } as const;
const first = { kind: "first", name: "Alice", ...at } as const;

test.each([
  [{ ...first, status: "put_off" }, "complete", "Alice has put it off since, at 8:05 AM."],
  [{ ...first, name: "You", status: "skipped" }, "complete", "You were first, at 8:05 AM."],
  [{ ...first, name: "You", status: "done" }, "undo", "You have done it since, at 8:05 AM."],
  [{ ...first, status: "corrected" }, "correct", "Alice has corrected it since, at 8:05 AM."],
  [
    {
      ...{ ...first, status: "done", days: [[20_771, 2]], taken: 1 },
      others: [{ name: "Bob", ...at, status: "skipped", days: [[20_774, 1]] }],
    },
    "catch-up",
    "1 day was taken. Alice was first on Nov 14, 2026 and 1 other day, at 8:05 AM. Bob was first on Nov 17, 2026, at 8:05 AM.",
  ],
] as const)("%j is told of a deed of the kind %s", (outcome, kind, text) => {
  expect(told(outcome, kind)).toContain(`: ${text}`);
});

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
  [refused("not-created"), "The new task was not saved."],
  [refused("LIMIT_REACHED", "Too many."), "Too many."],
  [refused("DUPLICATE_TASK"), "You already have an active task with that title."],
  [refused("server"), "The server could not save it."],
  [refused("something new"), "The server could not save it."],
  [{ kind: "clock" } as const, "It is recorded, but with a later time"],
])("%j is told in words", (outcome, text) => {
  expect(told(outcome)).toContain(text);
});
