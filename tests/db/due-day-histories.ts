import * as fc from "fast-check";
import type { RandomStep } from "./record-histories.ts";

/** Random histories of a task with one occurrence at a time, which is late, early, put off and changed. */

const OFTEN = [
  ...["done", "skip", "done by", "days go by", "days go by", "put off what is open", "pause"],
  ...["it happens", "it happens"],
];
const SELDOM = [
  ...["undo", "resume", "catch up", "put off", "bring forward", "edit after done", "start earlier"],
  ...["edit to wait", "edit past to wait", "edit past to wait"],
  ...["edit past after done", "edit past", "undo past", "undo past", "correct when", "edit"],
];

const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom(...OFTEN, ...OFTEN, ...SELDOM),
  person: fc.constant("alice" as const),
  day: fc.integer({ min: -4, max: 1 }),
  length: fc.integer({ min: 0, max: 12 }),
  repeat: fc.constantFrom("P1D", "P3D", "P5D", "P2W", "P1M", "weekly", "FREQ=WEEKLY;BYDAY=MO,TH"),
  season: fc.constantFrom(null, null, null, null, [1, 3, 5], [2, 3, 4]),
});

const all = fc
  .record({
    schedule: fc.constantFrom("edit past after done", "edit past to wait"),
    steps: fc.array(step, { minLength: 10, maxLength: 20 }),
  })
  .map(({ schedule, steps: [first, ...rest] }): RandomStep[] => {
    const begin = { ...(first as RandomStep), season: null };
    return [{ ...begin, kind: "move in" }, { ...begin, kind: schedule }, ...rest];
  });

export const dueDayHistory = { all, kinds: [...OFTEN, ...SELDOM] };
