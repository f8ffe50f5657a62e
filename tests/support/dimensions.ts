import * as fc from "fast-check";
import { expect } from "vitest";
import { seed } from "./runs.ts";

/** Checks that random choices cover their purpose: a field that is always null tests nothing. */

/** For each dimension, the values that have it. */
export type Dimensions<T> = Readonly<Record<string, (value: T) => boolean>>;

const isWhole = process.env.ROTA_TIER === "all";

/** Counts the results of random steps by name; only a run at full length has all of them. */
export class Tally {
  readonly #counts: Map<string, number>;

  constructor(wanted: readonly string[]) {
    this.#counts = new Map(wanted.map((name) => [name, 0]));
  }

  note(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** @param isWhole whether there were enough steps for each result to occur */
  expectAll(about: string, isWhole: boolean): void {
    if (isWhole) expectAllOccur(about, Object.fromEntries(this.#counts));
  }
}

/** Fails with the names of those that never occurred; the second tier prints all counts. */
function expectAllOccur(name: string, counts: Readonly<Record<string, number>>): void {
  const all = Object.entries(counts);
  if (isWhole) console.log(`${name}: ${all.map((one) => one.join(" ")).join(", ")}`);
  const never = all.filter(([, count]) => count === 0).map(([dimension]) => dimension);
  expect(never, `never in ${name}`).toEqual([]);
}

/**
 * Draws values: every dimension must occur, and every field must have several values.
 * @param sameAlways the fields with one value on purpose, such as `schedules[].afterDone`
 */
export function expectDimensions<T>(
  name: string,
  values: fc.Arbitrary<T>,
  dimensions: Dimensions<T> = {},
  sameAlways: readonly string[] = [],
): void {
  const drawn = fc.sample(values, { seed, numRuns: isWhole ? 20_000 : 1_000 });
  const counts = Object.entries(dimensions).map(([dimension, has]) => [
    dimension,
    drawn.filter((value) => has(value)).length,
  ]);
  expectAllOccur(name, Object.fromEntries(counts));
  expect(fieldsOfOneValue(drawn), `always the same in ${name}`).toEqual([...sameAlways].sort());
}

/** The paths of fields with a single value in all drawn ones; elements of a list count as one. */
function fieldsOfOneValue(drawn: readonly unknown[]): string[] {
  const known = new Map<string, Set<string>>();
  const look = (value: unknown, path: string) => {
    if (Array.isArray(value)) {
      for (const one of value) look(one, `${path}[]`);
    } else if (isPlain(value)) {
      for (const [key, part] of Object.entries(value)) look(part, path ? `${path}.${key}` : key);
    } else note(path, value);
  };
  const note = (path: string, value: unknown) => {
    const values = known.get(path) ?? new Set();
    if (values.size < 2) known.set(path, values.add(JSON.stringify(value) ?? String(value)));
  };
  for (const value of drawn) look(value, "");
  // A field that is an object or list in some values and null in others varies by that.
  const has = (path: string) =>
    [...known.keys()].some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  return [...known]
    .filter(([path, values]) => values.size < 2 && !has(path))
    .map(([path]) => path)
    .sort();
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
