/** For property tests: the seed and the number of their random choices. */

/** Chosen and printed by vitest.config.ts. */
export const seed = Number(process.env.ROTA_SEED);

/**
 * How often to try a property that `npm test -- --all` tries `long` times: multiplied by ROTA_RUNS, which is
 * small in the first tier, and at least once.
 */
export const runs = (long: number): number =>
  Math.max(1, Math.round(long * Number(process.env.ROTA_RUNS)));
