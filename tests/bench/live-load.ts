import { parts, processesOf, type RunningProcess } from "../support/processes.ts";
import type { Bench } from "./context.ts";
import { Crowd } from "./live-crowd.ts";
import { ms, percentile, table } from "./report.ts";

const STEPS = (process.env.ROTA_BENCH_CLIENTS ?? "100,200,400,800,1600,3200,6400,9600,12800")
  .split(",")
  .map(Number);
/** Everyone taps once in so many seconds. */
const SECONDS_BETWEEN_TAPS = 20;
const STEP_DURATION = 15_000;
/** The limit, in milliseconds. */
const SLOWEST_P95 = 1_000;

/** Seconds of a processor that the processes have used since then; not those that ended meanwhile. */
function timeSince(before: readonly RunningProcess[], now: readonly RunningProcess[]): number {
  const earlier = new Map(before.map(({ pid, processorTime }) => [pid, processorTime]));
  const used = now.map(({ pid, processorTime }) => processorTime - (earlier.get(pid) ?? 0));
  return used.reduce((sum, time) => sum + time, 0);
}

interface Step {
  readonly row: readonly string[];
  /** why no further step is needed; empty as long as all is well */
  readonly gave: string;
}

async function measureStep(crowd: Crowd, clients: number): Promise<Step> {
  await crowd.growTo(clients);
  crowd.latencies.length = 0;
  crowd.taps = 0;
  const before = parts.map((part) => processesOf(part, process.pid));
  const own = process.cpuUsage();
  const start = performance.now();
  await crowd.tap(crowd.size / SECONDS_BETWEEN_TAPS, STEP_DURATION);
  const elapsed = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const used = parts.map((part, index) => {
    const processes = processesOf(part, process.pid);
    const memory = processes.reduce((sum, each) => sum + each.memory, 0) / 1024;
    const share = (timeSince(before[index] ?? [], processes) / elapsed) * 100;
    return `${Math.round(memory)} MB, ${Math.round(share)} %`;
  });
  const generator = `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB, ${Math.round((user + system) / elapsed / 10_000)} %`;
  const p95 = percentile(crowd.latencies, 0.95);
  const slow = p95 > SLOWEST_P95 ? `p95 above ${ms(SLOWEST_P95)}` : "";
  return {
    row: [
      String(crowd.size),
      `${(crowd.taps / elapsed).toFixed(1)}`,
      ms(percentile(crowd.latencies, 0.5)),
      ms(p95),
      String(crowd.errors.length),
      ...used,
      generator,
    ],
    gave: crowd.errors[0] ?? slow,
  };
}

/** More and more live clients on the embedded stack, with taps in proportion, until something gives. */
export const bench: Bench = {
  title: "How many live clients the embedded stack carries",
  async measure({ log }) {
    const crowd = new Crowd();
    const rows: (readonly string[])[] = [];
    let highest = 0;
    let gave = "nothing did";
    try {
      for (const clients of STEPS) {
        log(`${clients} live clients…`);
        const step = await measureStep(crowd, clients);
        rows.push(step.row);
        if (step.gave !== "") {
          gave = step.gave;
          break;
        }
        highest = clients;
      }
    } catch (error) {
      gave = `${crowd.size} clients were live when the next could not join: ${error}`;
    } finally {
      crowd.close();
    }
    const header = ["clients", "taps a second", "p50", "p95", "errors", ...parts, "the clients"];
    return [
      `Households of four; everyone taps once in ${SECONDS_BETWEEN_TAPS} s; from the request to the message at each`,
      "of the other three. Memory is resident (what processes share counts in each), processor use in",
      `percent of one core. Highest step without an error and with p95 below one second: **${highest}**.`,
      `What gave: ${gave}.\n`,
      table(header, rows),
    ].join("\n");
  },
};
