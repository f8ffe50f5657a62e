/**
 * The writes to one thing (a title, a share list, an occurrence), to compute its possible final values. A write
 * took effect at some moment between its start and its end; a failed one may have taken effect or not, and a
 * little later, too.
 */
interface Write {
  readonly value: string;
  /** milliseconds, as `performance.now()` gives them */
  readonly start: number;
  readonly end: number;
  readonly acknowledged: boolean;
}

/** Milliseconds for which the server may continue with a request that the client has given up. */
const AFTERLIFE = 2_000;

/** All writes of a run, by the thing written to. */
export class WriteHistory {
  readonly #writes = new Map<string, Write[]>();

  /** requests that the server acknowledged */
  acknowledged = 0;
  failed = 0;

  /** Records one request's writes to several things: `[thing, value]`. Never rejects. */
  async note(entries: readonly (readonly [string, string])[], request: Promise<unknown>) {
    const start = performance.now();
    const acknowledged = await request.then(
      () => true,
      () => false,
    );
    if (acknowledged) this.acknowledged += 1;
    else this.failed += 1;
    const end = performance.now() + (acknowledged ? 0 : AFTERLIFE);
    for (const [thing, value] of entries) {
      const writes = this.#writes.get(thing) ?? [];
      writes.push({ value, start, end, acknowledged });
      this.#writes.set(thing, writes);
    }
  }

  /** Everything written to, with its possible values now. */
  *possible(): Generator<{ readonly thing: string; readonly values: ReadonlySet<string | null> }> {
    for (const [thing, writes] of this.#writes) {
      const since = Math.max(...writes.map((write) => (write.acknowledged ? write.start : 0)));
      // A write that ended before an acknowledged one began was overwritten by it.
      const last = writes.filter(({ end }) => end >= since);
      const values = new Set<string | null>(last.map(({ value }) => value));
      if (since === 0) values.add(null); // perhaps none of them was done
      yield { thing, values };
    }
  }
}
