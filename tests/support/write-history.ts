/**
 * What people did to one thing (a title, a share list, an occurrence), in order to say which values
 * it may have in the end. A write took effect at some moment between its start and its end; one that
 * failed may have taken effect or not, and a little later, too.
 */
interface Write {
  readonly value: string;
  /** milliseconds, as `performance.now()` gives them */
  readonly start: number;
  readonly end: number;
  readonly acknowledged: boolean;
}

/** How long the server may go on, in milliseconds, with a request that the client has given up. */
const AFTERLIFE = 2_000;

/** Everything that was written in a run, by the thing that it was written to. */
export class WriteHistory {
  readonly #writes = new Map<string, Write[]>();

  /** requests that the server said it has done */
  acknowledged = 0;
  failed = 0;

  /** Notes the writes of one request to several things: `[thing, value]`. Never rejects. */
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

  /** Everything written to, with the values that it may have now. */
  *possible(): Generator<{ readonly thing: string; readonly values: ReadonlySet<string | null> }> {
    for (const [thing, writes] of this.#writes) {
      const since = Math.max(...writes.map((write) => (write.acknowledged ? write.start : 0)));
      // What ended before an acknowledged write began was overwritten by it.
      const last = writes.filter(({ end }) => end >= since);
      const values = new Set<string | null>(last.map(({ value }) => value));
      if (since === 0) values.add(null); // perhaps none of them was done
      yield { thing, values };
    }
  }
}
