import { newPerson, rpc, succeeded } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { askApi, newToken } from "../tests/support/api.ts";
import { setUses } from "../tests/support/uses.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

/** Measures a tick by the API beside one by the app, in turn. */

const TASKS = 30;
const CALLS = 300;
/** Calls before measuring: code is compiled and plans are made. */
const WARM_UP = 60;

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
    const took: Record<"app" | "API", number[]> = { app: [], API: [] };
    for (let n = 0; n < WARM_UP + CALLS; n += 1) {
      for (const [place, door] of (["app", "API"] as const).entries()) {
        const [task, day] = [ids[(2 * n + place) % TASKS] ?? "", dayBefore(2 * n + place)];
        const at = performance.now();
        if (door === "app") {
          succeeded(await rpc(person, "complete_task", { task_id: task, completed_date: day }));
        } else {
          const { status } = await askApi(token, `POST tasks/${task}/done`, { day });
          if (status !== 200) throw new Error(`the API answered ${status}`);
        }
        if (n >= WARM_UP) took[door].push(performance.now() - at);
      }
    }
    const [app, api] = [took.app, took.API].map((all) =>
      [0.5, 0.95].map((p) => percentile(all, p)),
    );
    const cells = (all: readonly number[] = []) => all.map((one) => ms(one));
    const ratios = [0, 1].map((p) => `${((api?.[p] ?? 0) / (app?.[p] ?? 1)).toFixed(2)} ×`);
    return table(
      ["a tick", "p50", "p95"],
      [
        ["by the app", ...cells(app)],
        ["by the API", ...cells(api)],
        ["the API's / the app's", ...ratios],
      ],
    );
  },
};
