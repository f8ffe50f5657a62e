/** For property tests: where their random choices begin, and how many of them there are. */

/** Chosen and printed by vitest.config.ts. */
export const seed = Number(process.env.ROTA_SEED);

/**
 * How often a property is tried that `npm test -- --all` tries `long` times: the share of it that
 * ROTA_RUNS says, which is small in the first tier, and at least once.
 */
export const runs = (long: number): number =>
  Math.max(1, Math.round(long * Number(process.env.ROTA_RUNS)));
