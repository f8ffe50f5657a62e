import { createStore } from "../../store/store.ts";
import type { ShownChange } from "../overlay.ts";
import type { Entry, Outcome } from "./storage.ts";

/**
 * The changes of the signed-in person that wait on this device for the network (docs/design/offline.md), as far as
 * they have been read from it. `queue.ts` keeps and sends them, and comes late; `storage.ts` is what the browser
 * keeps; `send-entry.ts` says what becomes of one.
 */
export interface Waiting {
  /** in the order in which they were made */
  readonly changes: readonly ShownChange[];
  /** refused changes, until dismissed; see `Untaken` */
  readonly untaken: readonly Untaken[];
}

/** A change that was not taken, and why, as data: who was first and when, or the code of a refusal. */
export interface Untaken extends Pick<Entry, "id" | "title" | "madeAt" | "change"> {
  readonly outcome: Outcome;
}

export const NOTHING_WAITS: Waiting = { changes: [], untaken: [] };

export const waiting = createStore<Waiting>(NOTHING_WAITS);
