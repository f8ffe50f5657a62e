import { expect, test } from "vitest";
import { timelineOf } from "./timeline.ts";

const event = (id: number, happenedAt: string, days: string | null, timeZone = "UTC") => ({
  id,
  kind: "done",
  happenedAt,
  timeZone,
  userId: "petra",
  days,
  details: {},
});

const NOV_20 = "{[2026-11-20,2026-11-21)}";
const EVENTS = [
  event(5, "2026-11-22T10:00:00Z", "{[2026-11-18,2026-11-20)}"),
  event(4, "2026-11-22T09:00:00Z", NOV_20),
  // It was still the day before where it happened.
  event(3, "2026-11-22T03:00:00Z", NOV_20, "America/New_York"),
  event(2, "2026-11-20T09:00:00Z", NOV_20),
  event(1, "2026-11-20T08:00:00Z", null),
];
const shown = (openId: number | null) =>
  timelineOf(EVENTS, openId).map(({ date, events }) => [
    date,
    events.map(({ id, leadsTo }) => (leadsTo === null ? id : `${id} to ${leadsTo}`)),
  ]);

test("events stand on the day that it was there; the latest of a day leads to it", () => {
  expect(shown(null)).toEqual([
    ["2026-11-22", [5, "4 to 2026-11-20"]],
    ["2026-11-21", [3]],
    ["2026-11-20", [2, 1]],
  ]);
});

test("a day that is open stays where it was opened", () => {
  expect(shown(2)).toEqual([
    ["2026-11-22", [5, 4]],
    ["2026-11-21", [3]],
    ["2026-11-20", ["2 to 2026-11-20", 1]],
  ]);
});
