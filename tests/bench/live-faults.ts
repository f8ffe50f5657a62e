import { runFaults } from "../support/fault-run.ts";
import type { Bench } from "./context.ts";
import { ms, table } from "./report.ts";

const FAULTS = 200;

/** Everyone's screens and the acknowledged writes after a whole fault run (tests/support/fault-run.ts). */
export const bench: Bench = {
  title: `After ${FAULTS} faults between ten clients and the API`,
  async measure() {
    const result = await runFaults({ faults: FAULTS, seed: Date.now() % 1_000_000 });
    if (result.broken.length > 0) throw new Error(result.broken.join("\n"));
    const faults = Object.entries(result.faults).map(([kind, count]) => `${count} ${kind}`);
    return table(
      ["measured", "result"],
      [
        ["faults", faults.join(", ")],
        ["writes acknowledged", String(result.acknowledged)],
        ["writes that failed, with a message", String(result.failed)],
        ["acknowledged writes lost, or there twice", String(result.broken.length)],
        ["tasks and completions in the end", `${result.tasks}, ${result.completions}`],
        ["last heal to every screen as the server", ms(result.healing)],
      ],
    );
  },
};
