import { expect, test } from "vitest";
import { countDays, daysText, eventText, type RecordedEvent } from "./task-record.ts";

const DAY = "{[2026-11-03,2026-11-04)}";
const RANGE = "{[2026-10-30,2026-11-02)}";
const SEVERAL = "{[2026-10-30,2026-11-02),[2026-11-03,2026-11-04)}";

test("days in words and in number", () => {
  expect([DAY, RANGE, SEVERAL, "{}"].map((days) => [daysText(days), countDays(days)])).toEqual([
    ["Nov 3, 2026", 1],
    ["Oct 30, 2026 to Nov 1, 2026", 3],
    ["4 days from Oct 30, 2026 to Nov 3, 2026", 4],
    ["", 0],
  ]);
});

const nameOf = (id: string | null) => (id === "robin" ? "Robin" : "You");
const say = (kind: string, more: Partial<RecordedEvent> = {}) => {
  const event = { id: 1, happenedAt: "", userId: "me", kind, days: DAY, details: {}, ...more };
  return eventText(event, nameOf).replace(/[\u2068\u2069]/g, "");
};

test.each<[string, Partial<RecordedEvent>, string]>([
  ["created", { days: null }, "added the task"],
  [
    "renamed",
    { days: null, details: { before: "Bins", after: "Bin" } },
    "renamed it from Bins to Bin",
  ],
  ["done", { details: { by: "me" } }, "did it: Nov 3, 2026"],
  ["done", { details: { by: "robin" } }, "marked it as done by Robin: Nov 3, 2026"],
  ["done", { userId: null, details: { by: null } }, "did it: Nov 3, 2026"],
  ["skipped", { days: RANGE }, "skipped it: Oct 30, 2026 to Nov 1, 2026"],
  ["undone", { details: { status: "done" } }, "took back a tick: Nov 3, 2026"],
  ["undone", { details: { status: "skipped" } }, "took back a skip: Nov 3, 2026"],
  ["put_off", { details: { to: "2026-11-05" } }, "put Nov 3, 2026 off to Nov 5, 2026"],
  ["put_off", { details: { to: null } }, "put Nov 3, 2026 back"],
  ["noted", { details: { note: null } }, "took the note on Nov 3, 2026 away"],
  [
    "checklist_changed",
    { days: null, details: { before: ["Sink"], after: ["Hob", "Sink"] } },
    "changed the checklist: “Hob” added",
  ],
  ["noted", { details: { note: "No bags" } }, "wrote about Nov 3, 2026: No bags"],
  ["paused", { days: RANGE }, "paused it: Oct 30, 2026 to Nov 1, 2026"],
  ["resumed", { days: RANGE }, "ended its pause: Oct 30, 2026 to Nov 1, 2026"],
  ["deleted", {}, "deleted it"],
  ["restored", {}, "brought it back"],
  ["shared", {}, "shared it"],
  ["left", { details: { by: "me" } }, "left it"],
  ["left", { details: { by: "robin" } }, "ended a share"],
  ["something_new", {}, "changed it"],
  [
    "schedule_changed",
    {
      details: {
        before: { repeatValue: "daily" },
        after: { repeatValue: "weekly" },
        from: "2026-11-03",
      },
    },
    "changed when it is due from Daily to Weekly, as of Nov 3, 2026",
  ],
  [
    "schedule_changed",
    { details: { before: { repeatValue: "daily" }, after: { repeatValue: "daily" }, from: null } },
    "changed when it is due",
  ],
])("%s %j", (kind, more, text) => {
  expect(say(kind, more)).toBe(text);
});
