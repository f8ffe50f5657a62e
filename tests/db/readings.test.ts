import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { newPerson } from "../support/actors.ts";
import { runs, seed } from "../support/runs.ts";
import { become, rolledBack } from "../support/sql.ts";

/** A task with an amount is due as if every reading were kept, and it keeps few. */

const AMOUNT = 20;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Step =
  | { readonly kind: "read"; readonly by: number; readonly ago: number }
  | { readonly kind: "nothing said" }
  | { readonly kind: "done" | "skipped"; readonly back: number }
  | { readonly kind: "undo"; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("read" as const),
    // Below zero it is another meter.
    by: fc.oneof(fc.integer({ min: 0, max: 15 }), fc.constantFrom(0.125, 25, -1000)),
    // Some come late.
    ago: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 90 })),
  }),
  fc.record({
    kind: fc.constantFrom("done" as const, "skipped" as const),
    back: fc.constantFrom(0, 0, 1),
  }),
  fc.record({ kind: fc.constant("undo" as const), which: fc.nat(3) }),
  fc.constant({ kind: "nothing said" as const }),
);
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 40 })), {
  minLength: 10,
  maxLength: 16,
});

const dayOf = (instant: number) => Math.floor(instant / DAY);

/** The rule in words, over all readings and deeds. */
class Meter {
  readonly readings: { readonly at: number; readonly number: number; readonly grown: number }[] =
    [];
  /** by day: the instant of the deed */
  readonly deeds = new Map<number, number>();
  happened: { readonly day: number; readonly at: number } | null = null;

  get last(): number | null {
    return this.deeds.size > 0 ? Math.max(...this.deeds.keys()) : null;
  }

  told(at: number, number: number | null): string {
    const { last, happened } = this;
    const lastDeed = last === null ? Number.NEGATIVE_INFINITY : (this.deeds.get(last) as number);
    const grown = number === null ? 0 : this.#grownBy(at, number, lastDeed);
    const isOver = last !== null && (dayOf(at) < last || (dayOf(at) === last && at <= lastDeed));
    if (happened && happened.day > (last ?? 0)) return "open";
    if ((happened && at <= happened.at) || isOver || grown === null) return "late";
    if (grown < AMOUNT) return "waits";
    this.happened = { day: Math.max(dayOf(at), (last ?? 0) + 1), at };
    return "due";
  }

  #grownBy(at: number, number: number, lastDeed: number): number | null {
    const latest = this.readings.at(-1);
    if (latest && latest.at >= at) return null;
    const grown = latest ? latest.grown + Math.max(number - latest.number, 0) : 0;
    this.readings.push({ at, number, grown });
    const known = this.readings.findLast((one) => one.at <= lastDeed);
    return grown - (known?.grown ?? 0);
  }
}

async function play(client: pg.ClientBase, steps: readonly (readonly [Step, number])[]) {
  const id = randomUUID();
  const now = (await client.query<{ now: Date }>("select now()")).rows[0]?.now.getTime() as number;
  let hour = -700;
  const meter = new Meter();
  let number = 100;
  const call = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
  const start = fromDayNumber(dayOf(now) - 60);
  const fields = {
    ...{ title: "Drier", category: "Home", startDate: start, repeatValue: "custom" },
    ...{ waitsFor: "Hours", waitsAmount: AMOUNT },
  };
  await call("select public.create_task($1, $2)", [id, fields]);
  const statuses: string[][] = [];
  for (const [one, hours] of steps) {
    hour = Math.min(hour + hours, -1);
    const at = now + hour * HOUR;
    const madeAgo = JSON.stringify({ "x-made-ago": String(-hour * 3_600) });
    await call("select set_config('request.headers', $1, true)", [madeAgo]);
    if (one.kind === "read" || one.kind === "nothing said") {
      const isRead = one.kind === "read";
      if (isRead) number = one.by < 0 ? 0 : number + one.by;
      const said = at - (isRead ? one.ago * HOUR : 0);
      const [row] = await call("select private.happen('hours', $1, $2) as answer", [
        new Date(said),
        isRead ? number : null,
      ]);
      const status = row?.answer.tasks[0]?.status;
      statuses.push([meter.told(said, isRead ? number : null), status]);
    } else if (one.kind === "undo") {
      const day = [...meter.deeds.keys()].at(-1 - one.which);
      if (day === undefined) continue;
      meter.deeds.delete(day);
      const undone = [id, fromDayNumber(day)];
      await call("select set_config('request.headers', '', true)", []);
      await call("select public.undo_completion($1, $2)", undone);
    } else {
      const day = dayOf(at) - one.back;
      if (meter.deeds.has(day)) continue;
      meter.deeds.set(day, at);
      const name = one.kind === "done" ? "complete_task" : "skip_occurrence";
      await call(`select public.${name}($1, $2)`, [id, fromDayNumber(day)]);
    }
  }
  return { id, statuses, meter };
}

test("the answers are those of all readings, and few are kept", async () => {
  const alice = await newPerson();
  const found = { due: 0, waits: 0, late: 0, open: 0 };
  await fc.assert(
    fc.asyncProperty(history, (steps) =>
      rolledBack(async (client) => {
        await become(client, "authenticated", alice.id);
        const { id, statuses, meter } = await play(client, steps);
        expect(statuses.map(([, answered]) => answered)).toEqual(
          statuses.map(([modelled]) => modelled),
        );
        for (const [status] of statuses) found[status as keyof typeof found] += 1;
        await client.query("reset role");
        const { rows } = await client.query<{ number: string }>(
          "select number from private.readings where task_id = $1 order by read_at",
          [id],
        );
        const deeds = steps.filter(([{ kind }]) => kind === "done" || kind === "skipped").length;
        expect(rows.length).toBeLessThanOrEqual(2 + deeds);
        const latest = meter.readings.at(-1)?.number;
        expect(rows.map((row) => Number(row.number)).at(-1)).toBe(latest);
      }),
    ),
    { seed, numRuns: runs(700) },
  );
  for (const [status, count] of Object.entries(found)) expect(count, status).toBeGreaterThan(0);
});
