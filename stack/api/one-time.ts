/** Of one network, and of all: beyond these, its oldest or the oldest is forgotten. */
const MOST_OF_A_NETWORK = 20;
const MOST = 5_000;

interface Kept<Value> {
  readonly value: Value;
  readonly network: string;
  readonly at: number;
}

/** Values that are taken once, within some time, by a secret key. */
export class OneTime<Value> {
  readonly #kept = new Map<string, Kept<Value>>();
  readonly #life: number;

  /** @param life in milliseconds */
  constructor(life: number) {
    this.#life = life;
  }

  /** @param network whose it is, so that nobody uses up the room of others */
  keep(key: string, value: Value, network: string): void {
    const old = Date.now() - this.#life;
    const own: string[] = [];
    for (const [other, { at, network: its }] of this.#kept) {
      if (at < old) this.#kept.delete(other);
      else if (its === network) own.push(other);
    }
    const [first] = own.length >= MOST_OF_A_NETWORK ? own : this.#kept.keys();
    if (first !== undefined && (own.length >= MOST_OF_A_NETWORK || this.#kept.size >= MOST)) {
      this.#kept.delete(first);
    }
    this.#kept.set(key, { value, network, at: Date.now() });
  }

  /** The value, for the last time; undefined if there is none, or it is too old. */
  take(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && Date.now() - kept.at <= this.#life ? kept.value : undefined;
  }
}
