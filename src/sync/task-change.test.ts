import * as fc from "fast-check";
import { expect, test } from "vitest";
import { expectDimensions } from "../../tests/support/dimensions.ts";
import { parseTaskChange, type TaskChange } from "./task-change.ts";

type Kind = TaskChange["kind"];
/** A kind without a sample is an error of tsc. */
type Samples = Readonly<Record<Kind, fc.Arbitrary<{ readonly kind: Kind }>>>;

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

const optional = {
  doers: fc.array(fc.record({ id: fc.uuid(), name: text }), { maxLength: 3 }),
  doneOn: date,
  doneAt: fc.constantFrom("00:00", "09:30", "23:59"),
};

const change = <K extends Kind>(
  kind: K,
  parameters: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  some: Partial<typeof optional> = {},
) =>
  fc
    .tuple(
      fc.record({ kind: fc.constant(kind), taskId, ...parameters }),
      fc.record(some, { requiredKeys: [] }),
    )
    .map(([required, others]) => ({ ...required, ...others }));

const { doers } = optional;
const fields = {
  category: title,
  subtitle: fc.option(title),
  endDate: fc.constant(null),
  repeatValue: fc.constant("custom" as const),
  ...{ customRrule: fc.constant(null), customRruleText: fc.constant(null) },
  afterDone: fc.constantFrom("P1D", "P2W"),
  waitsFor: fc.option(fc.constantFrom("Dishes done", "Washing done"), { freq: 2 }),
  waitsAmount: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  season: fc.option(fc.constantFrom([1, 2], [11])),
  roster: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  turnLength: fc.constantFrom("each" as const, "week" as const),
  scheduleFrom: fc.option(date),
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
  complete: change("complete", { date, ...recorded }, optional),
  skip: change("skip", { date, ...recorded }),
  undo: change("undo", { date }),
  correct: change("correct", { date, correctedBy: fc.uuid() }, optional),
  "catch-up": change(
    "catch-up",
    {
      catchUpId: fc.uuid(),
      days: fc.array(fc.tuple(fc.integer(), fc.nat())),
      status,
      ...recorded,
    },
    { doers },
  ),
  "undo-catch-up": change("undo-catch-up", { catchUpId: fc.uuid() }),
  "put-off": change("put-off", { dueDate: date, newDate: date }),
  note: change("note", { day: date, note: text, basedOn: text }),
  "check-line": change("check-line", { day: date, line: text, isChecked: fc.boolean() }),
  "undo-schedule": change("undo-schedule", { eventId: fc.nat() }),
  "take-turns": change("take-turns", { days }),
  "give-turns": change("give-turns", { days, personId: fc.uuid() }),
  "return-turns": change("return-turns", { days }),
  "offer-turns": change("offer-turns", { days, toPerson: fc.option(fc.uuid()) }),
  "withdraw-offers": change("withdraw-offers", { days }),
  pause: change("pause", { firstDay: date, lastDay: date, isPaused: fc.boolean() }),
} satisfies Samples;

const anyChange: fc.Arbitrary<{ readonly kind: Kind }> = fc.oneof(...Object.values(samples));

test("every change can be stored as JSON and is the same when it is read again", () => {
  const has = (name: string) => (made: object) => name in made;
  expectDimensions(
    "optional parts of changes",
    samples.complete,
    {
      ...{ doers: has("doers"), doneOn: has("doneOn"), doneAt: has("doneAt") },
      "none of them": (made) => Object.keys(optional).every((name) => !(name in made)),
    },
    ["completedAt", "kind"],
  );
  fc.assert(
    fc.property(anyChange, (made) => {
      expect(parseTaskChange(JSON.parse(JSON.stringify(made)))).toEqual(made);
    }),
  );
});

test("what is no change, or lacks a parameter, is refused", () => {
  fc.assert(
    fc.property(anyChange, fc.nat(), (made, at) => {
      const names = Object.keys(made).filter((name) => !(name in optional));
      const left = Object.fromEntries(
        Object.entries(made).filter(([name]) => name !== names[at % names.length]),
      );
      expect(() => parseTaskChange(left)).toThrow();
    }),
  );
  expect(() => parseTaskChange({ kind: "explode", taskId: crypto.randomUUID() })).toThrow();
  expect(() => parseTaskChange(null)).toThrow();
});
