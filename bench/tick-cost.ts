import { randomInt } from "node:crypto";
import { newAddress, newPerson, type Person, rpc, succeeded } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

/**
 * Whether an owner can tell from the time of a tick if the address that a task is shared with has an account.
 * The owner ticks and undoes on three tasks in random order: the second address without an account is the
 * control, which differs from the first only by chance.
 */

const TASKS_EACH = 8;
const ROUNDS = 150;
const SHUFFLES = 2_000;

const kinds = ["an account", "none", "none either"] as const;
type Kind = (typeof kinds)[number];

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Without the slowest tenth, which other processes cause. */
const trimmedMean = (values: readonly number[]) => {
  const most = percentile(values, 0.9);
  return mean(values.filter((value) => value <= most));
};

function shuffle<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}

/** How often chance makes a difference at least as large: a permutation test. */
function chance(one: readonly number[], other: readonly number[]): number {
  const seen = Math.abs(trimmedMean(one) - trimmedMean(other));
  const all = [...one, ...other];
  let asLarge = 0;
  for (let n = 0; n < SHUFFLES; n += 1) {
    shuffle(all);
    const difference = trimmedMean(all.slice(0, one.length)) - trimmedMean(all.slice(one.length));
    if (Math.abs(difference) >= seen) asLarge += 1;
  }
  return asLarge / SHUFFLES;
}

async function tickAndUndo(owner: Person, task_id: string): Promise<number> {
  const occurrence = { task_id, completed_date: "2020-02-01" };
  const startedAt = performance.now();
  succeeded(await rpc(owner, "complete_task", occurrence));
  succeeded(await rpc(owner, "undo_completion", occurrence));
  return performance.now() - startedAt;
}

async function addTasks(owner: Person): Promise<readonly (readonly [Kind, string])[]> {
  const pairs: [Kind, string][] = [];
  for (let n = 0; n < TASKS_EACH; n += 1) {
    for (const kind of shuffle([...kinds])) {
      const address = kind === "an account" ? (await newPerson("known")).email : newAddress();
      pairs.push([kind, (await addTask(owner, { share_with: [address] })).id]);
    }
  }
  return pairs;
}

export const bench: Bench = {
  title: "A tick on a task shared with an address that has an account, or none",
  measure: async () => {
    const owner = await newPerson("owner");
    const tasks = await addTasks(owner);
    const times: Record<Kind, number[]> = { "an account": [], none: [], "none either": [] };
    for (const [, id] of tasks) await tickAndUndo(owner, id);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, id] of shuffle([...tasks])) times[kind].push(await tickAndUndo(owner, id));
    }
    const base = trimmedMean(times.none);
    const rows = kinds.map((kind) => [
      kind,
      ms(percentile(times[kind], 0.5)),
      ms(trimmedMean(times[kind])),
      `${((trimmedMean(times[kind]) / base - 1) * 100).toFixed(1)} %`,
      kind === "none" ? "" : chance(times[kind], times.none).toFixed(3),
    ]);
    return [
      table(["the address has", "median", "mean", "against none", "by chance alone"], rows),
      "",
      `${TASKS_EACH} tasks of each kind, ${ROUNDS} ticks with their undo on each, in random order;`,
      "means without the slowest tenth; 'by chance alone' by a permutation test.",
    ].join("\n");
  },
};
