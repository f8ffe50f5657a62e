/** A whole number from 0 to below the given one. */
export type Random = (below: number) => number;

/**
 * The same numbers for the same seed, so that a failed run's choices can be repeated; successive seeds have
 * unrelated numbers (mulberry32).
 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
