import * as fc from "fast-check";
import { afterAll, vi } from "vitest";

/** Runs before every test file that isn't a browser's: property tests use the seed that vitest.config.ts sets. */

fc.configureGlobal({ seed: Number(process.env.ROTA_SEED) });

const clock = { Date, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval };

// The next file of a worker finds everything as it was; a spy on a stopped clock would bring that back.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
  Object.assign(globalThis, clock);
});
