import { expect, test } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";

test("what nobody holds any more is given back at once", () => {
  const fill = () => Array.from({ length: 500_000 }, (_, n) => ({ n })).length;
  expect(fill()).toBe(500_000);
  const kept = fill();
  const before = process.memoryUsage().heapUsed;
  collectGarbage();
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(kept * 8);
});
