import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addDays } from "../domain/dates/calendar.ts";
import { dayInZone, startOfDayInZone } from "../domain/dates/time-zone.ts";
import { dayClock } from "./day-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(timeZone: string, now: string) {
  vi.setSystemTime(new Date(now));
  const clock = dayClock(timeZone);
  const changed = vi.fn();
  return { clock, changed, stop: clock.subscribe(changed) };
}

test("the day changes at midnight of the zone, to the millisecond, and only once", async () => {
  const { clock, changed, stop } = watch("America/New_York", "2026-11-22T04:58:30.500Z");
  expect(clock.getState()).toBe("2026-11-21");
  await vi.advanceTimersByTimeAsync(89_499);
  expect(changed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(clock.getState()).toBe("2026-11-22");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

test("a machine that slept past midnight notices within a minute of waking", async () => {
  const { changed, stop } = watch("Europe/Berlin", "2026-11-21T20:00:00Z");
  // While it sleeps the clock runs and the timers do not.
  vi.setSystemTime(new Date("2026-11-22T07:00:00Z"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

test.each([
  ["the night of 25 hours", "2026-10-24T22:30:00Z", "2026-10-25T23:00:00Z"],
  ["the night of 23 hours", "2026-03-28T23:30:00Z", "2026-03-29T22:00:00Z"],
])("%s ends at its midnight", async (_, start, midnight) => {
  const { changed, stop } = watch("Europe/Berlin", start);
  await vi.advanceTimersByTimeAsync(Date.parse(midnight) - Date.parse(start) - 1);
  expect(changed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

test("it is the clock's day, not the last one known, also when the clock is set back", () => {
  const clock = dayClock("Europe/Berlin");
  for (const [now, day] of [
    ["2026-11-21T22:59:59.999Z", "2026-11-21"],
    ["2026-11-21T23:00:00Z", "2026-11-22"],
    ["2026-11-22T22:59:59.999Z", "2026-11-22"],
    ["2026-11-21T22:59:59.999Z", "2026-11-21"],
    ["2026-10-25T22:59:59.999Z", "2026-10-25"],
    ["2026-10-25T23:00:00Z", "2026-10-26"],
  ] as const) {
    vi.setSystemTime(new Date(now));
    expect(clock.getState()).toBe(day);
  }
});

test("around every midnight of every zone it says what the calendar says", () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const day = fc.integer({ min: 0, max: 20 * 365 }).map((days) => addDays("2026-01-01", days));
  const offsets = fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 2 });
  fc.assert(
    fc.property(zone, day, offsets, (timeZone, date, around) => {
      const clock = dayClock(timeZone);
      const midnight = startOfDayInZone(date, timeZone);
      for (const offset of [-1, 0, ...around]) {
        vi.setSystemTime(midnight + offset);
        expect(clock.getState()).toBe(dayInZone(midnight + offset, timeZone));
      }
    }),
  );
});

test("a clock nobody watches sets no timer", () => {
  const { stop } = watch("UTC", "2026-11-21T20:00:00Z");
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("however many watch, one timer runs, and all of them are told", async () => {
  const { clock, changed, stop } = watch("UTC", "2026-11-21T23:59:30Z");
  const alsoChanged = vi.fn();
  const stopOther = clock.subscribe(alsoChanged);
  expect(vi.getTimerCount()).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(changed).not.toHaveBeenCalled();
  expect(alsoChanged).toHaveBeenCalledTimes(1);
  stopOther();
});
