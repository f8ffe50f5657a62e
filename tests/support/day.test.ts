import { afterEach, expect, test, vi } from "vitest";

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  "a run that starts at %i:59 UTC has the same day for eleven hours",
  async (hour) => {
    const start = Date.parse("2026-11-22T00:59:59Z") + hour * HOUR;
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const { day, ZONE } = await import("./day.ts");
    expect(day(0)).toBe("2026-11-22");
    vi.setSystemTime(start + 11 * HOUR);
    expect([day(-1), day(0), day(1)]).toEqual(["2026-11-21", "2026-11-22", "2026-11-23"]);
    const options = { timeZone: ZONE, hour: "numeric", hourCycle: "h23" } as const;
    expect(new Intl.DateTimeFormat("en", options).format(start)).toBe("12");
  },
);
