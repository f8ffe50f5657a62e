import { newPerson, rpc, succeeded } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { askApi, newToken } from "../tests/support/api.ts";
import { processesOf } from "../tests/support/processes.ts";
import { setUses } from "../tests/support/uses.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";
import { ticksOfEach, usedSince } from "./serve-calls.ts";

/** Measures a tick by the API beside one by the app, in turn: as a program waits for it, and the database's processor. */

const TASKS = 30;
const CALLS = 300;
/** Calls before measuring: code is compiled and plans are made. */
const WARM_UP = 60;
/** Rounds of as many calls by one, then by the other, whose processor is counted in hundredths of a second. */
const ROUNDS = 6;

type Door = "app" | "API";
const DOORS: readonly Door[] = ["app", "API"];

/** The database's processes, with the time that each has used; only on Linux. */
const database = () => ticksOfEach(processesOf("PostgreSQL", process.pid));

export const bench: Bench = {
  title: "A tick by the API beside one by the app",
  async measure() {
    const person = await newPerson("owner");
    const id = crypto.randomUUID();
    const token = await newToken(person, "tick", null, { id });
    for (const limit of ["token_uses_per_minute", "token_changes_per_day"])
      await setUses(limit, id, -1_000_000, -10_000);
    const ids: string[] = [];
    for (let n = 0; n < TASKS; n += 1) {
      const task = { title: `Water plant ${n}`, start_date: "2025-12-01" };
      ids.push((await addTask(person, task)).id);
    }
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    const dayBefore = (n: number) =>
      new Date(today - Math.floor(n / TASKS) * 86_400_000).toISOString().slice(0, 10);
    let next = 0;
    /** @returns milliseconds */
    const tick = async (door: Door) => {
      const [task, day] = [ids[next % TASKS] ?? "", dayBefore(next)];
      next += 1;
      const at = performance.now();
      if (door === "app") {
        succeeded(await rpc(person, "complete_task", { task_id: task, completed_date: day }));
      } else {
        const { status } = await askApi(token, `POST tasks/${task}/done`, { day });
        if (status !== 200) throw new Error(`the API answered ${status}`);
      }
      return performance.now() - at;
    };
    const took: Record<Door, number[]> = { app: [], API: [] };
    for (let n = 0; n < WARM_UP + CALLS; n += 1) {
      for (const door of DOORS) {
        const milliseconds = await tick(door);
        if (n >= WARM_UP) took[door].push(milliseconds);
      }
    }
    const used: Record<Door, number> = { app: 0, API: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const door of DOORS) {
        const before = database();
        for (let n = 0; n < CALLS; n += 1) await tick(door);
        used[door] += usedSince(before, database());
      }
    }
    const [app, api] = [took.app, took.API].map((all) =>
      [0.5, 0.95].map((p) => percentile(all, p)),
    );
    const cells = (all: readonly number[] = [], door: Door) => [
      ...all.map((one) => ms(one)),
      `${(used[door] / ROUNDS / CALLS).toFixed(2)} ms`,
    ];
    const ratios = [0, 1].map((p) => `${((api?.[p] ?? 0) / (app?.[p] ?? 1)).toFixed(2)} ×`);
    return table(
      ["a tick", "p50", "p95", "the database's processor"],
      [
        ["by the app", ...cells(app, "app")],
        ["by the API", ...cells(api, "API")],
        ["the API's / the app's", ...ratios, `${(used.API / used.app).toFixed(2)} ×`],
      ],
    );
  },
};
