import * as fc from "fast-check";

/** Runs before every unit test file: property tests use the seed that vitest.config.ts sets. */

fc.configureGlobal({ seed: Number(process.env.ROTA_SEED) });
