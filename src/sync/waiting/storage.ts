import { createStore, get, type UseStore, update } from "idb-keyval";
import * as v from "valibot";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { parseTaskChange, type TaskChange } from "../task-change.ts";
import type { Outcome } from "./waiting.ts";

/**
 * The waiting changes as this browser keeps them, in IndexedDB: a list for each account, in the order in which
 * they were made. A list is read and written in one transaction, so that no tab takes another's changes away.
 */

/** Of one account; those that could not be taken count, too, until they are dismissed. */
export const MOST_WAITING = 500;

const text = v.string();
const first = {
  ...{ name: text, at: text, timeZone: text, status: v.optional(text) },
  days: v.optional(v.array(v.array(v.number()))),
};
const outcome = v.variant("kind", [
  v.object({
    ...{ kind: v.literal("first"), ...first },
    ...{ others: v.optional(v.array(v.object(first))), taken: v.optional(v.number()) },
  }),
  v.object({ kind: v.literal("refused"), code: text, message: v.optional(text) }),
  v.object({ kind: v.literal("clock") }),
]);

const entry = v.object({
  id: text,
  /** ISO instant, by this device's clock */
  madeAt: v.pipe(text, v.isoTimestamp()),
  /** of the task */
  title: text,
  /** how often the server was there and could not take it */
  tries: v.number(),
  /** why it was not taken: it no longer waits */
  outcome: v.optional(outcome),
  change: v.unknown(),
});

/** A change that waits, or one that could not be taken. */
export interface Entry extends Omit<v.InferOutput<typeof entry>, "change" | "outcome"> {
  readonly change: TaskChange;
  readonly outcome?: Outcome | undefined;
}

export type Entries = readonly Entry[];

/**
 * What was stored, as far as this version can read it: another one, or anybody else, may have written it.
 * A change that it can't read is one that was not taken.
 */
export function parseEntries(stored: unknown): Entries {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one): Entry[] => {
    const known = v.safeParse(entry, one);
    if (!known.success) return [];
    try {
      return [{ ...known.output, change: parseTaskChange(known.output.change) }];
    } catch {
      const { id, title } = known.output;
      const change = { kind: "delete", taskId: id } as const;
      return [{ ...known.output, title, change, outcome: UNREADABLE }];
    }
  });
}

const UNREADABLE = { kind: "refused", code: "unreadable" } as const;

let database: UseStore | undefined;

/** Opened when it is first needed: where there is none, that rejects. */
function store(): UseStore {
  database ??= createStore("rota", "waiting");
  return database;
}

export const readEntries = async (userId: string): Promise<Entries> =>
  parseEntries(await get(userId, store()));

/** Changes the list of an account. Resolves to what it is then; rejects when that can't be kept. */
export async function changeEntries(
  userId: string,
  change: (entries: Entries) => Entries,
): Promise<Entries> {
  let changed: Entries = [];
  await update<unknown>(
    userId,
    (stored) => {
      changed = change(parseEntries(stored));
      return changed;
    },
    store(),
  );
  return changed;
}

/** The list with one more. @throws RequestFailure when too many wait already */
export function withEntry(entries: Entries, added: Entry): Entries {
  if (entries.length >= MOST_WAITING) {
    const message = `${MOST_WAITING} changes wait on this device already. Nothing more can wait.`;
    throw new RequestFailure(message, "LIMIT_REACHED", 422, [{ path: "", message }]);
  }
  return [...entries, added];
}

export const waits = ({ outcome: known }: Entry): boolean => known === undefined;
