import { newAccounts } from "./big-history-accounts.ts";
import { type Load, loadToday } from "./big-history-load.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

const ROUNDS = 20;
/** The first visits warm the database and the server up. */
const WARM_UP = 2;

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;

/** Each figure of the report: its name, its value, and how it is written. */
const FIGURES: readonly [string, (load: Load) => number, (value: number) => string][] = [
  ["navigation to the painted list", ({ painted }) => painted, ms],
  ["of it, to the end of the list's answer", ({ answered }) => answered, ms],
  ["of that, the call itself", ({ call }) => call, ms],
  ["of it, from the answer to the painting", ({ painted, answered }) => painted - answered, ms],
  ["the list's answer, as JSON", ({ bytes }) => bytes, kilobytes],
  ["the list's answer, as sent", ({ sentBytes }) => sentBytes, kilobytes],
  ["JavaScript's memory, after garbage collection", ({ heapBytes }) => heapBytes, megabytes],
];

/** Today's first list for a long-time user, beside that of somebody who has just begun. */
export const bench: Bench = {
  title: "Big histories",
  async measure({ browser, appUrl, log }) {
    const accounts = await newAccounts();
    const visits = accounts.map((account) => ({ account, loads: [] as Load[] }));
    for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
      log(`visit ${n + 1} of ${ROUNDS + WARM_UP}…`);
      for (const { account, loads } of visits) {
        const load = await loadToday(browser, appUrl, account);
        if (n >= WARM_UP) loads.push(load);
      }
    }
    const rows = FIGURES.map(([name, valueIn, write]) => {
      const samples = visits.map(({ loads }) => loads.map(valueIn));
      const [small = Number.NaN, big = Number.NaN] = samples.map((values) =>
        percentile(values, 0.5),
      );
      const cells = samples.flatMap((values) =>
        [0.5, 0.95].map((share) => write(percentile(values, share))),
      );
      return [name, ...cells, `${(big / small).toFixed(2)} ×`];
    });
    const header = accounts.flatMap(({ name, count }) => [
      `${name}, ${count} on Today: p50`,
      "p95",
    ]);
    return [
      `${ROUNDS} visits each in turn, every one in a new browser context that has nothing but the`,
      "session; app, server and browser on this machine, nothing slowed.\n",
      table(["", ...header, "ratio of p50"], rows),
    ].join("\n");
  },
};
