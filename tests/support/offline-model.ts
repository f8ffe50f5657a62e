/** The deeds of two devices without a network, and the expected record when they are back, one after the other. */

export interface Deed {
  /** `one` is a tick of the second missed day, `all` a catch-up on those that are left */
  readonly kind: "tick" | "undo" | "note" | "add" | "one" | "all";
  readonly title: string;
  /** milliseconds since the epoch, before and after */
  readonly from: number;
  readonly to: number;
  readonly text?: string;
}

export interface ExpectedEvent {
  readonly by: string;
  readonly kind: "done" | "undone" | "noted" | "created";
  readonly deed: Deed;
}

/** The record as deeds arrive: existing deeds stay, and later ones are told so. */
export class OfflineModel {
  readonly #doneBy = new Map<string, string>();
  readonly #notes = new Map<string, string>();
  /** the missed days that are done, out of three */
  readonly #madeUp = new Set<number>();
  readonly events: ExpectedEvent[] = [];

  /** Applies a person's deeds in order. Returns the number of conflicts that they are told of. */
  arrive(by: string, deeds: readonly Deed[]): number {
    let told = 0;
    /** Refused ticks, whose undos have no effect either. */
    const notTaken = new Set<string>();
    let missed = [1, 2, 3];
    for (const deed of deeds) {
      const { kind, title } = deed;
      const doer = this.#doneBy.get(title);
      if (kind === "tick" && doer !== undefined) {
        told += 1;
        notTaken.add(title);
      } else if (kind === "tick") {
        this.#doneBy.set(title, by);
        this.events.push({ by, kind: "done", deed });
      } else if (kind === "undo" && !notTaken.delete(title)) {
        this.#doneBy.delete(title);
        this.events.push({ by, kind: "undone", deed });
      } else if (kind === "note" && this.#notes.has(title)) {
        told += 1;
      } else if (kind === "note") {
        this.#notes.set(title, deed.text ?? "");
        this.events.push({ by, kind: "noted", deed });
      } else if (kind === "one" || kind === "all") {
        const days = kind === "one" ? [2] : missed;
        missed = missed.filter((day) => !days.includes(day));
        const taken = days.filter((day) => !this.#madeUp.has(day));
        for (const day of taken) this.#madeUp.add(day);
        if (taken.length > 0) this.events.push({ by, kind: "done", deed });
        if (taken.length < days.length) told += 1;
      } else if (kind === "add") {
        this.events.push({ by, kind: "created", deed });
      }
    }
    return told;
  }
}
