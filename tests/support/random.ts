/** A whole number from 0 to below the given one. */
export type Random = (below: number) => number;

/** The same numbers for the same seed, so that the choices of a run that failed can be had again. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
