import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atOnce, drawFirst, whenDrawn } from "./after-paint.ts";

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
  wantsMotion(true);
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

function wantsMotion(wanted: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: !wanted }));
}

test("work waits until what is drawn has been drawn, in its order, and then no longer", () => {
  const done: string[] = [];
  drawFirst(200);
  whenDrawn(() => done.push("first"));
  atOnce(() => whenDrawn(() => done.push("urgent")));
  paint();
  vi.advanceTimersByTime(199);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(done).toEqual(["first", "urgent"]);
  whenDrawn(() => done.push("third"));
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["first", "urgent", "third"]);
});

test("with nothing to draw, work is done soon; what is urgent, at once", () => {
  const done: string[] = [];
  whenDrawn(() => done.push("soon"));
  atOnce(() => whenDrawn(() => done.push("urgent")));
  expect(done).toEqual(["urgent"]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["urgent", "soon"]);
});

test("an error in what is urgent does not make the rest of the visit urgent", () => {
  const fail = () => {
    throw new Error("broken");
  };
  expect(() => atOnce(fail)).toThrow("broken");
  const work = vi.fn();
  whenDrawn(work);
  expect(work).not.toHaveBeenCalled();
});

test("without motion, work waits for one frame", () => {
  wantsMotion(false);
  const work = vi.fn();
  drawFirst(200);
  whenDrawn(work);
  vi.advanceTimersByTime(20);
  expect(work).not.toHaveBeenCalled();
  paint();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test("one drawing after the other: each waits for its own end alone", () => {
  const done: string[] = [];
  drawFirst(200);
  whenDrawn(() => done.push("first"));
  paint();
  vi.advanceTimersByTime(150);
  drawFirst(200);
  paint();
  vi.advanceTimersByTime(60);
  expect(done).toEqual(["first"]);
  whenDrawn(() => done.push("second"));
  vi.advanceTimersByTime(10);
  expect(done).toEqual(["first"]);
  vi.advanceTimersByTime(200);
  expect(done).toEqual(["first", "second"]);
});

test("a hidden page paints nothing: the work is done all the same, and not again when it is shown", () => {
  const work = vi.fn();
  drawFirst(200);
  whenDrawn(work);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  paint();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});
