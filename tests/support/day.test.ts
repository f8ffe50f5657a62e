import { expect, test } from "vitest";
import { dayInZone, timeInZone } from "../../src/domain/dates/time-zone.ts";
import { noonZone } from "./day.ts";

const HOUR = 3_600_000;

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  "a run that starts at %i:59 UTC has the same day for eleven hours",
  (hour) => {
    const start = Date.parse("2026-11-22T00:59:59Z") + hour * HOUR;
    const zone = noonZone(start);
    expect(timeInZone(start, zone)).toBe("12:59 PM");
    expect(dayInZone(start, zone)).toBe("2026-11-22");
    expect(dayInZone(start + 11 * HOUR, zone)).toBe("2026-11-22");
  },
);
