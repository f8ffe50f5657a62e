import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectGarbageEveryMinute } from "./collect-garbage.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what nobody holds any more is given back within a minute, each time", () => {
  const fill = () => Array.from({ length: 500_000 }, (_, n) => ({ n })).length;
  collectGarbageEveryMinute();
  for (let minute = 0; minute < 2; minute += 1) {
    expect(fill()).toBe(500_000);
    const kept = fill();
    const before = process.memoryUsage().heapUsed;
    vi.advanceTimersByTime(60_000);
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(kept * 8);
  }
});
