import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";
import { seed } from "../support/runs.ts";
import { rolledBack } from "../support/sql.ts";
import {
  deeds,
  expectUnion,
  HOUR,
  KINDS,
  type Kind,
  MISSED,
  playHistories,
  today,
} from "./union-deeds.ts";
import { type MadeDeed, newUnion, prepareUnion } from "./union-play.ts";

/**
 * Two devices without a network, sent by the app's own queue to the database: accepted deeds, answers and the
 * record are as the five lines of docs/design/offline.md say.
 */

/** Which of two deeds was made first: in the first tier, one order of each pair, and both orders of each kind. */
const orders = (pair: number) =>
  process.env.ROTA_TIER === "first" ? [pair % 2 > 0] : [false, true];

/** The state before both devices lost the network. */
const BEFORE: readonly (readonly Kind[])[] = [[], ["tick"], ["catch up"], ["put off"]];

test.each(KINDS)("%s arrives, and then anything from the other device", async (kind) => {
  await rolledBack(async (client) => {
    await prepareUnion(client);
    const union = await newUnion(client, today, [12, -12]);
    for (const [number, other] of KINDS.entries()) {
      for (const isLater of orders(KINDS.indexOf(kind) + number)) {
        const before = BEFORE[(number + Number(isLater)) % BEFORE.length] ?? [];
        await client.query("savepoint nothing_happened");
        const catchUpId = randomUUID();
        const known = deeds(union, catchUpId, MISSED);
        const there = before.map((base): MadeDeed => {
          const change: TaskChange =
            base === "catch up" ? { ...known[base], catchUpId } : known[base];
          return { device: 0, change, ago: 30 * HOUR };
        });
        const mine: MadeDeed = { device: 0, change: known[kind], ago: (isLater ? 2 : 8) * HOUR };
        // Each device has its own texts.
        const its = deeds(union, catchUpId, MISSED)[other];
        const theirs: MadeDeed = { device: 1, change: its, ago: 5 * HOUR };
        const about = `${before} | ${kind}, then ${other}, which was made ${isLater ? "before" : "after"} it`;
        await expectUnion(client, union, [...there, mine, theirs], about);
        await client.query("rollback to savepoint nothing_happened");
      }
    }
  });
});

test.each([
  { from: MISSED, to: MISSED + 5, about: "put off" },
  { from: MISSED + 5, to: MISSED, about: "put back" },
])("a tick of a line goes with what is $about, and so does when it was made", async (move) => {
  await rolledBack(async (client) => {
    await prepareUnion(client);
    const union = await newUnion(client, today, [0, 0]);
    const of = { taskId: union.task, dueDate: fromDayNumber(MISSED) };
    const putOff = (day: number, ago: number): MadeDeed => {
      const change = { kind: "put-off" as const, ...of, newDate: fromDayNumber(day) };
      return { device: 0, change, ago: ago * HOUR };
    };
    const tick = deeds(union, "", move.from)["tick of a line"];
    const older = deeds(union, "", move.to)["line taken back"];
    const told = await expectUnion(
      client,
      union,
      [
        putOff(move.from, 9),
        { device: 0, change: tick, ago: 4 * HOUR },
        putOff(move.to, 2),
        { device: 1, change: older, ago: 6 * HOUR },
      ],
      move.about,
    );
    expect(told.at(-1)).toEqual({ days: [move.to] });
  });
});

test("a few random histories of two devices", () => playHistories(3, 60, seed));
