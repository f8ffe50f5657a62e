import { expect, test } from "vitest";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { US_ENGLISH } from "../domain/language/locale.ts";
import { parseTaskChange, type TaskChange } from "../sync/task-change.ts";
import type { Outcome } from "../sync/waiting/storage.ts";
import { deedText, outcomeText } from "./untaken-words.ts";

const today = "2026-11-24";
const madeAt = `${today}T08:00:00Z`;
const reader = { today, timeZone: "UTC", locale: US_ENGLISH };

const taskId = "00000000-0000-4000-8000-000000000001";
const date = "2026-11-20";
const recorded = { completedBy: "me", completedAt: madeAt, timeZone: "UTC" };
const input = { id: taskId, title: "Bins", category: "Home", startDate: date };
const changeOf = (kind: TaskChange["kind"], parts: object) =>
  parseTaskChange({ kind, taskId, ...recorded, ...parts });

/** One of each kind that can wait. */
const changes = {
  complete: changeOf("complete", { date }),
  skip: changeOf("skip", { date }),
  undo: changeOf("undo", { date }),
  correct: changeOf("correct", { date, correctedBy: "me" }),
  "catch-up": changeOf("catch-up", { catchUpId: taskId, days: [[20_777, 2]], status: "done" }),
  "undo-catch-up": changeOf("undo-catch-up", { catchUpId: taskId }),
  "put-off": changeOf("put-off", { dueDate: date, newDate: today }),
  note: changeOf("note", { day: date, note: "Late", basedOn: "" }),
  "check-line": changeOf("check-line", { day: date, line: "Pots", isChecked: true }),
  create: changeOf("create", { input }),
} as const;

const told = (outcome: Outcome, change: TaskChange = changes.complete) =>
  `${deedText({ change, madeAt }, reader)}: ${outcomeText({ change, outcome }, reader)}`;

const at = { at: `${today}T08:05:00Z`, timeZone: "UTC" } as const;
const first = { kind: "first", name: "Alice", ...at } as const;

test.each([
  [{ ...first, status: "put_off" }, "complete", "Alice has put it off since, at 8:05 AM."],
  [
    { ...first, name: "You", status: "skipped" },
    "complete",
    "You were first: skipped, at 8:05 AM.",
  ],
  [{ ...first, name: "You", status: "done" }, "undo", "You have done it since, at 8:05 AM."],
  [{ ...first, status: "corrected" }, "correct", "Alice has corrected it since, at 8:05 AM."],
  [
    {
      ...{ ...first, status: "done", days: [[20_771, 2]], taken: 1 },
      others: [{ name: "Bob", ...at, status: "skipped", days: [[20_774, 1]] }],
    },
    "catch-up",
    "1 day was taken. Alice was first: done for Nov 14, 2026 and 1 other day, at 8:05 AM. Bob was first: skipped for Nov 17, 2026, at 8:05 AM.",
  ],
] as const)("%j is told of a deed of the kind %s", (outcome, kind, text) => {
  expect(told(outcome, changes[kind])).toContain(`: ${text}`);
});

const refused = (code: string, message?: string): Outcome => ({ kind: "refused", code, message });

test.each([
  [
    "2026-11-23",
    "Done for yesterday, at 8:00 AM: Alice was first: done for yesterday, at 8:05 AM.",
  ],
  [today, "Done for today, at 8:00 AM: Alice was first: done for today, at 8:05 AM."],
  [
    "2026-11-20",
    "Done for Nov 20, 2026, at 8:00 AM: Alice was first: done for Nov 20, 2026, at 8:05 AM.",
  ],
])("who was first is named, with what they did, and the day and its time (%s)", (date, text) => {
  const days = [[toDayNumber(date), 1]];
  expect(told({ ...first, days }, changeOf("complete", { date }))).toBe(text);
});

test("by which door it came is told with who was first", () => {
  const days = [[toDayNumber(today), 1]];
  expect(told({ ...first, days, via: "display", viaName: "Hall" })).toContain(
    "Alice was first: done for today, on the tablet “\u2068Hall\u2069”, at 8:05 AM.",
  );
  expect(told({ ...first, status: "put_off", via: "mail" })).toContain(
    "Alice has put it off since, by mail, at 8:05 AM.",
  );
});

test("each kind of change that can wait names its day, as its reader writes it", () => {
  const words = Object.values(changes).map((change) =>
    deedText(
      { change, madeAt },
      { ...reader, locale: { ...US_ENGLISH, order: "ymd", hours: "24" } },
    ),
  );
  expect(words).toEqual([
    "Done for 2026-11-20, at 08:00",
    "Skipped for 2026-11-20, at 08:00",
    "Undone for 2026-11-20, at 08:00",
    "Corrected for 2026-11-20, at 08:00",
    "Caught up for 2026-11-20 and 1 other day, at 08:00",
    "Catch-up undone at 08:00",
    "Put off for 2026-11-20, at 08:00",
    "Note for 2026-11-20, at 08:00",
    "Checklist for 2026-11-20, at 08:00",
    "New task at 08:00",
  ]);
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
