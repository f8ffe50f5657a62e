import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { emptyFields } from "../../src/domain/tasks/task-input.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";
import { Tally } from "../support/dimensions.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { rolledBack } from "../support/sql.ts";
import { type MadeDeed, newUnion, playUnion, prepareUnion, type Union } from "./union-play.ts";

/** All changes of one task that can wait on a device, and random histories of them. */

export const today = Math.floor(Date.now() / 86_400_000);
/** Two missed days and the next one of the weekly task, and the days to which they are put off. */
export const MISSED = today - 7;
const [OLDER, NEXT] = [today - 14, today + 7];
const [LATER, EARLIER] = [today + 2, today - 2];
export const HOUR = 3_600;

const recorded = { completedBy: "", completedAt: new Date(0).toISOString(), timeZone: "UTC" };
const at = (day: number) => fromDayNumber(day);

/** The possible deeds on a day; `catchUpId` is an earlier catch-up's. */
export const deeds = (
  { household, task: taskId, people }: Union,
  catchUpId: string,
  day: number,
) => {
  const of = { taskId, date: at(day) };
  const newId = randomUUID();
  const doers = people.map(({ person }) => ({ id: person, name: "Somebody" }));
  const catchUp = {
    ...{ kind: "catch-up" as const, taskId, ...recorded },
    days: [OLDER, day].map((one) => [one, 1]),
  };
  return {
    tick: { kind: "complete", ...of, ...recorded },
    "done by": { kind: "complete", ...of, ...recorded, doers: doers.slice(1) },
    "done earlier": { kind: "complete", ...of, ...recorded, doneOn: at(day - 3) },
    "done early": { kind: "complete", ...of, date: at(NEXT), ...recorded },
    skip: { kind: "skip", ...of, ...recorded },
    "catch up": { ...catchUp, catchUpId: randomUUID(), status: "done" },
    "skip all": { ...catchUp, catchUpId: randomUUID(), status: "skipped" },
    undo: { kind: "undo", ...of },
    "undo of a day caught up on": { kind: "undo", taskId, date: at(OLDER) },
    "undo of a catch-up": { kind: "undo-catch-up", taskId, catchUpId },
    "put off": { kind: "put-off", taskId, dueDate: at(day), newDate: at(LATER) },
    "put back": { kind: "put-off", taskId, dueDate: at(day), newDate: at(day) },
    "put off the next": { kind: "put-off", taskId, dueDate: at(NEXT), newDate: at(LATER) },
    correct: { kind: "correct", ...of, correctedBy: "", doneOn: at(day - 5) },
    "correct who": { kind: "correct", ...of, correctedBy: "", doers },
    note: { kind: "note", taskId, day: at(day), note: randomUUID(), basedOn: "" },
    "tick of a line": { kind: "check-line", taskId, day: at(day), line: "Soap", isChecked: true },
    "line taken back": { kind: "check-line", taskId, day: at(day), line: "Soap", isChecked: false },
    "quick add": {
      ...{ kind: "create", taskId: newId },
      input: {
        ...{ ...emptyFields(at(day)), id: newId, shareWith: [] },
        ...{ title: "Windows", category: "Home", householdId: household },
      },
    },
  } satisfies Record<string, TaskChange>;
};

export type Kind = keyof ReturnType<typeof deeds>;
export const KINDS: readonly Kind[] = Object.keys(
  deeds({ household: "", task: "", people: [], devices: [] } as unknown as Union, "", today),
) as Kind[];

export async function expectUnion(
  client: pg.ClientBase,
  union: Union,
  arriving: readonly MadeDeed[],
  about: string,
) {
  const { expected, seen } = await playUnion(client, union, arriving);
  expect(seen, about).toEqual(expected);
  return seen.told;
}

/** Kinds that are accepted or not, depending on earlier deeds. */
const TOLD = "complete, skip, catch-up, undo, put-off, correct, note, check-line, create".split(
  ", ",
);
const TAKEN = [...TOLD, "undo-catch-up"];

export async function playHistories(count: number, length: number, from: number) {
  const tally = new Tally([...TAKEN, ...TOLD.map((kind) => `${kind}, told`)]);
  for (let number = 0; number < count; number += 1) {
    await rolledBack(async (client) => {
      await prepareUnion(client);
      const random = randomFrom(from + number);
      const clocks = [random(25) - 12, random(25) - 12] as const;
      const union = await newUnion(client, today, clocks, random(3) === 0);
      const about = `ROTA_SEED=${from + number}`;
      const made = randomDeeds(union, length, random);
      const outcomes = await expectUnion(client, union, made, about);
      for (const [index, { change }] of made.entries()) {
        const told = outcomes[index];
        tally.note(told ? `${change.kind}, told` : change.kind);
      }
    });
  }
  console.log(`${count} histories of ${length} deeds, 0 differences`);
  tally.expectAll("what two devices did", count >= 100);
}

/** The deeds of two devices in a day, arriving in any order that keeps each device's own. */
function randomDeeds(union: Union, length: number, random: Random): readonly MadeDeed[] {
  const catchUps: string[] = [randomUUID()];
  const made = ([0, 1] as const).map((device) => {
    let ago = 20 * HOUR;
    return Array.from({ length: length / 2 }, (): MadeDeed => {
      const kind = KINDS[random(KINDS.length)] as Kind;
      const day = [MISSED, MISSED, OLDER - 7, LATER, EARLIER][random(5)] ?? MISSED;
      const id = catchUps[random(catchUps.length)] ?? "";
      const known: TaskChange = deeds(union, id, kind === "skip" ? MISSED : day)[kind];
      ago -= 15 + random((36 * HOUR) / length);
      const change = shaped(known, random, catchUps);
      return { device, change, ago, isRepeated: random(4) === 0 };
    });
  });
  const arriving: MadeDeed[] = [];
  while (made.some((left) => left.length > 0)) {
    const device = made[random(2)] ?? [];
    arriving.push(...device.splice(0, 1 + random(10)));
  }
  return arriving;
}

/** With variations: other days of a catch-up, and other days to put off to. */
function shaped(change: TaskChange, random: Random, catchUps: string[]): TaskChange {
  if (change.kind === "catch-up") {
    catchUps.push(change.catchUpId);
    return { ...change, days: [[MISSED - random(16), 1 + random(8)]] };
  }
  if (change.kind === "create") {
    const title = ["Windows", "Oven", "Drain", "Lamp"][random(4)] ?? "";
    return { ...change, input: { ...change.input, title } };
  }
  if (change.kind !== "put-off") return change;
  const dueDate = at([MISSED, OLDER, NEXT][random(3)] ?? MISSED);
  const newDate = [dueDate, at(LATER), at(EARLIER), at(LATER + 1)][random(4)] ?? dueDate;
  return { ...change, dueDate, newDate };
}
