import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectGarbageLater } from "./collect-garbage.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what nobody holds any more is given back a minute later", () => {
  const fill = () => Array.from({ length: 500_000 }, (_, n) => ({ n })).length;
  expect(fill()).toBe(500_000);
  const kept = fill();
  const before = process.memoryUsage().heapUsed;
  collectGarbageLater();
  vi.advanceTimersByTime(60_000);
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(kept * 8);
});
