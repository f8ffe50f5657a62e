import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paintFirst, whenPainted } from "./after-paint.ts";

let frames: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
    last += 1;
    frames.set(last, callback);
    return last;
  });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The browser prepares a frame and paints it. */
function paint(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback();
}

test("work waits for the paint that is due, in its order, and then no longer", () => {
  const done: string[] = [];
  paintFirst();
  whenPainted(() => done.push("first"));
  whenPainted(() => done.push("second"));
  vi.advanceTimersByTime(20);
  expect(done).toEqual([]);
  paint();
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["first", "second"]);
  whenPainted(() => done.push("third"));
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["first", "second", "third"]);
});

test("a hidden page paints nothing: the work is done all the same, and not again when it is shown", () => {
  const work = vi.fn();
  paintFirst();
  whenPainted(work);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  paint();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});
