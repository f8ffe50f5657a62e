import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { dateAndTime, doneWhen, tickedWhen } from "./done-when.ts";

const LATE = "2026-11-18T04:30:00Z"; // Tuesday, 11:30 PM in New York
const inNewYork = { at: LATE, timeZone: "America/New_York" };

test("names the day only when it is another one, where it was recorded", () => {
  const when = (timeZone: string, date: string) =>
    doneWhen({ at: LATE, timeZone }, date, timeZone, US_ENGLISH);
  expect(when("America/New_York", "2026-11-17")).toBe("at 11:30 PM");
  expect(when("Europe/Berlin", "2026-11-18")).toBe("at 5:30 AM");
  expect(when("UTC", "2026-11-17")).toBe("on Nov 18, 2026 at 4:30 AM");
});

test("when it was ticked: the time, and on another day which one for which", () => {
  const recorded = { at: "2026-11-21T08:05:00Z", timeZone: "UTC" };
  const at = (date: string) => tickedWhen(recorded, date, "UTC", US_ENGLISH);
  expect(at("2026-11-21")).toBe("at 8:05 AM");
  expect(at("2026-11-18")).toBe("· ticked on Saturday for Wednesday, at 8:05 AM");
  expect(at("2026-11-14")).toBe("· ticked on Nov 21, 2026 for Nov 14, 2026, at 8:05 AM");
});

test("what was corrected: when it was done, and beside it when it was ticked", () => {
  const recorded = { at: "2026-11-24T08:05:00Z", timeZone: "UTC" };
  const when = (doneOn: string, doneAt: string | undefined, date: string, zone = "UTC") =>
    [doneWhen, tickedWhen].map((tell) =>
      tell({ ...recorded, doneOn, doneAt }, date, zone, US_ENGLISH),
    );
  const ticked = "ticked on Nov 24, 2026 at 8:05 AM";
  expect(when("2026-11-23", "22:00", "2026-11-23")).toEqual([
    "at 10:00 PM",
    `at 10:00 PM · ${ticked}`,
  ]);
  expect(when("2026-11-22", "00:30", "2026-11-23")).toEqual([
    "on Nov 22, 2026 at 12:30 AM",
    `on Nov 22, 2026 at 12:30 AM · ${ticked}`,
  ]);
  expect(when("2026-11-23", undefined, "2026-11-23")[1]).toBe(`on Nov 23, 2026 · ${ticked}`);
  expect(when("2026-11-24", "07:00", "2026-11-24")[1]).toBe("at 7:00 AM · ticked at 8:05 AM");
  expect(when("2026-11-23", "22:00", "2026-11-23", "Asia/Tokyo")).toEqual([
    "at 10:00 PM in UTC",
    `at 10:00 PM in UTC · ${ticked} in UTC`,
  ]);
});

test("moving rewords nothing: the day and the time stay, and say where", () => {
  expect(tickedWhen(inNewYork, "2026-11-17", "Asia/Tokyo", US_ENGLISH)).toBe(
    "at 11:30 PM in New York",
  );
  expect(doneWhen(inNewYork, "2026-11-18", "Asia/Tokyo", US_ENGLISH)).toBe(
    "on Nov 17, 2026 at 11:30 PM in New York",
  );
  expect(dateAndTime(inNewYork, "Asia/Tokyo", US_ENGLISH)).toBe(
    "Nov 17, 2026 at 11:30 PM in New York",
  );
});

test("where the clocks showed the same, the place is left out", () => {
  expect(dateAndTime(inNewYork, "America/Lima", US_ENGLISH)).toBe("Nov 17, 2026 at 11:30 PM");
  // In summer they differ by an hour.
  const summer = { ...inNewYork, at: "2026-07-18T03:30:00Z" };
  expect(dateAndTime(summer, "America/Lima", US_ENGLISH)).toBe(
    "Jul 17, 2026 at 11:30 PM in New York",
  );
});

test.each([
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["UTC", "UTC"],
  ["Etc/UTC", "UTC"],
  // The names of these have the signs the other way round.
  ["Etc/GMT+5", "UTC-5"],
  ["Etc/GMT-14", "UTC+14"],
])("%s is called %s", (timeZone, name) => {
  expect(dateAndTime({ at: LATE, timeZone }, "Asia/Kathmandu", US_ENGLISH).split(" in ")[1]).toBe(
    name,
  );
});
