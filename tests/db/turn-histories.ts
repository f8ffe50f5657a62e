import * as fc from "fast-check";
import type { RandomStep } from "./record-histories.ts";

/** Random histories of a household's task in which people take turns, swap them and are away. */

const OFTEN = [
  ...["done", "done", "done by", "skip", "days go by", "days go by", "weeks go by", "weeks go by"],
  ...["take turn", "give turn", "give turn", "away"],
];
const SELDOM = [
  ...["return turn", "offer turn", "back", "roster", "roster past", "edit", "edit after done"],
  ...["put off", "bring forward", "put off what is open", "pause", "resume", "catch up by", "undo"],
  ...[
    ...["correct who", "done early", "start earlier", "undo past", "edit past", "move out"],
    ...["move in", "nobody there", "nobody there", "somebody back"],
  ],
];

const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom(...OFTEN, ...OFTEN, ...OFTEN, ...SELDOM),
  person: fc.constantFrom("alice", "alice", "alice", "bob"),
  day: fc.integer({ min: -6, max: 6 }),
  length: fc.integer({ min: 0, max: 12 }),
  repeat: fc.constantFrom("daily", "daily", "weekly", "P3D", "P1W", "FREQ=WEEKLY;BYDAY=MO,TH"),
  season: fc.constantFrom(null, null, null, null, [3, 4]),
});

/** First, three people take turns, and some are given; sometimes of an interval task. */
const all = fc
  .record({
    isAfterDone: fc.constantFrom(false, false, true),
    steps: fc.array(step, { minLength: 10, maxLength: 20 }),
  })
  .map(({ isAfterDone, steps: [first, ...rest] }): RandomStep[] => {
    const begin: RandomStep = { ...(first as RandomStep), person: "alice", season: null };
    const schedule = isAfterDone ? "edit past after done" : "edit past";
    return [
      { ...begin, kind: "move in" },
      { ...begin, kind: schedule },
      { ...begin, kind: "roster past", length: begin.length % 2 },
      { ...begin, kind: "give turn", day: 1 },
      { ...begin, kind: "give turn", day: 4, length: begin.length + 1 },
      ...rest,
    ];
  });

export const turnHistory = { all, kinds: [...OFTEN, ...SELDOM] };
