import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseTaskChange, type TaskChange } from "./task-change.ts";

type Kind = TaskChange["kind"];
/** A kind without a sample is an error of tsc. */
type Samples = { readonly [K in Kind]: fc.Arbitrary<Extract<TaskChange, { kind: K }>> };

const taskId = fc.uuid();
const date = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const days = fc.array(date);
const recorded = {
  completedBy: fc.uuid(),
  completedAt: fc.constant("2026-11-23T08:00:00.000Z"),
  timeZone: fc.constantFrom("UTC", "Europe/Berlin"),
};
const status = fc.constantFrom("done" as const, "skipped" as const);
const text = fc.string();
const title = fc.stringMatching(/^[a-z]{2,20}$/);

const change = <K extends Kind, Parameters extends object>(
  kind: K,
  parameters: { readonly [P in keyof Parameters]: fc.Arbitrary<Parameters[P]> },
) => fc.record({ kind: fc.constant(kind), taskId, ...parameters });

const fields = {
  category: title,
  subtitle: fc.constant(null),
  endDate: fc.constant(null),
  repeatValue: fc.constant("daily" as const),
  customRrule: fc.constant(null),
  customRruleText: fc.constant(null),
  afterDone: fc.constant(null),
  season: fc.constant(null),
  roster: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  turnLength: fc.constantFrom("each" as const, "week" as const),
  scheduleFrom: fc.constant(null),
  missedPolicy: fc.constantFrom("keep" as const, "latest" as const),
  checklist: fc.uniqueArray(title, { maxLength: 5 }),
  isShared: fc.boolean(),
  householdId: fc.option(fc.uuid()),
  effort: fc.option(fc.integer({ min: 1, max: 5 })),
};
const input = fc.record({
  id: taskId,
  title,
  startDate: date,
  ...fields,
  shareWith: fc.constant([]),
});

const samples = {
  create: change("create", { input }),
  update: change("update", { input: fc.record({ id: taskId, title, ...fields }) }),
  delete: change("delete", {}),
  restore: change("restore", {}),
  leave: change("leave", {}),
  complete: change("complete", { date, ...recorded }),
  skip: change("skip", { date, ...recorded }),
  undo: change("undo", { date }),
  "catch-up": change("catch-up", {
    catchUpId: fc.uuid(),
    days: fc.array(fc.tuple(fc.integer(), fc.nat())),
    status,
    ...recorded,
  }),
  "undo-catch-up": change("undo-catch-up", { catchUpId: fc.uuid() }),
  "put-off": change("put-off", { dueDate: date, newDate: date }),
  note: change("note", { day: date, note: text, basedOn: text }),
  "check-line": change("check-line", { day: date, line: text, isChecked: fc.boolean() }),
  "take-turns": change("take-turns", { days }),
  "give-turns": change("give-turns", { days, personId: fc.uuid() }),
  "return-turns": change("return-turns", { days }),
  "offer-turns": change("offer-turns", { days, toPerson: fc.option(fc.uuid()) }),
  "withdraw-offers": change("withdraw-offers", { days }),
  pause: change("pause", { firstDay: date, lastDay: date, isPaused: fc.boolean() }),
} as unknown as Samples;

const anyChange = fc.oneof(...(Object.values(samples) as fc.Arbitrary<TaskChange>[]));

test("every change can be stored as JSON and is the same when it is read again", () => {
  fc.assert(
    fc.property(anyChange, (made) => {
      expect(parseTaskChange(JSON.parse(JSON.stringify(made)))).toEqual(made);
    }),
  );
});

test("what is no change, or lacks a parameter, is refused", () => {
  fc.assert(
    fc.property(anyChange, fc.nat(), (made, at) => {
      const names = Object.keys(made);
      const left = Object.fromEntries(
        Object.entries(made).filter((_, index) => index !== at % names.length),
      );
      expect(() => parseTaskChange(left)).toThrow();
    }),
  );
  expect(() => parseTaskChange({ kind: "explode", taskId: crypto.randomUUID() })).toThrow();
  expect(() => parseTaskChange(null)).toThrow();
});
