import { type Caller, callUntil, newCallers, type Tally } from "./api-load-callers.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** milliseconds */
const STEP_DURATION = 5_000;
const WARM_UP_DURATION = 2_000;
/** Slower than this, in milliseconds, nobody would wait. */
const SLOWEST_P95 = 5_000;

interface Step {
  readonly clients: number;
  /** answered requests a second */
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly errors: readonly string[];
  /** share of one core that the callers themselves used */
  readonly ownShare: number;
}

async function measureStep(callers: readonly Caller[], duration: number): Promise<Step> {
  const tally: Tally = { latencies: [], errors: [] };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(callers.map((caller) => callUntil(startedAt + duration, caller, tally)));
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return {
    clients: callers.length,
    rate: (tally.latencies.length / elapsed) * 1_000,
    p50: percentile(tally.latencies, 0.5),
    p95: percentile(tally.latencies, 0.95),
    errors: tally.errors,
    ownShare: (user + system) / 1_000 / elapsed,
  };
}

function rowOf({ clients, rate, p50, p95, errors, ownShare }: Step): string[] {
  const share = `${Math.round(ownShare * 100)} %`;
  return [String(clients), rate.toFixed(0), ms(p50), ms(p95), String(errors.length), share];
}

/** More and more callers at once, each waiting for its answers, until an error or no patience. */
export const bench: Bench = {
  title: "How many requests the embedded stack answers",
  async measure({ addresses, log }) {
    const callers = await newCallers(addresses, Math.max(...CLIENTS));
    await measureStep(callers.slice(0, 2), WARM_UP_DURATION);
    const steps: Step[] = [];
    let gave = "nothing did";
    for (const clients of CLIENTS) {
      log(`${clients} clients at once…`);
      const step = await measureStep(callers.slice(0, clients), STEP_DURATION);
      steps.push(step);
      const slow = step.p95 > SLOWEST_P95 ? `p95 above ${ms(SLOWEST_P95)}` : undefined;
      const reason = step.errors[0] ?? slow;
      if (reason === undefined) continue;
      gave = `with ${clients} clients, ${reason}`;
      break;
    }
    const sound = steps.filter(({ errors }) => errors.length === 0);
    const best = sound.reduce((a, b) => (b.rate > a.rate ? b : a), sound[0] as Step);
    const header = [
      "clients",
      "requests a second",
      "p50",
      "p95",
      "errors",
      "the callers' processor",
    ];
    return [
      "Different people, each in a loop: the list (11 tasks), a tick, its undo, every request",
      `as soon as the one before is answered, for ${STEP_DURATION / 1_000} s a step.`,
      "The callers share the machine with the stack; their processor use is in percent of one core.",
      `Most requests a second without an error: **${best?.rate.toFixed(0) ?? "none"}**,`,
      `with ${best?.clients ?? "no"} clients. What gave: ${gave}.\n`,
      table(header, steps.map(rowOf)),
    ].join("\n");
  },
};
