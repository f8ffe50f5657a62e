import { createStore, get, type UseStore, update } from "idb-keyval";
import * as v from "valibot";
import { inEnglish, msg } from "../../domain/language/messages.ts";
import { VIAS } from "../../domain/tasks/door.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { parseTaskChange, type TaskChange } from "../task-change.ts";

/**
 * The waiting changes as this browser keeps them, in IndexedDB: a list for each account, in the order in which
 * they were made. A list is read and written in one transaction, so that no tab takes another's changes away.
 */

/** The limit of one account; refused changes count until dismissed. */
export const MOST_WAITING = 500;

const text = v.string();
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());
/** An earlier change that stays: made at an ISO instant in an IANA zone. */
const first = v.object({
  ...{ name: text, at: text, timeZone: text },
  /** as a `Deed` has it; what an earlier version of the app kept has neither */
  ...{ status: v.optional(text), days: v.optional(list(list(v.number()))) },
  ...{ via: v.optional(v.picklist(VIAS)), viaName: v.optional(text) },
});
const outcome = v.variant("kind", [
  /** what came first, and how many days of it were taken all the same */
  v.object({
    ...{ kind: v.literal("first"), ...first.entries },
    ...{ others: v.optional(list(first)), taken: v.optional(v.number()) },
  }),
  /** the code of a refusal, or one of `deleted`, `left`, `not-created`, `unreadable` and `server` */
  v.object({ kind: v.literal("refused"), code: text, message: v.optional(text) }),
  /** taken, but as of another instant than the device's clock said */
  v.object({ kind: v.literal("clock") }),
]);

export type First = v.InferOutput<typeof first>;
export type Outcome = v.InferOutput<typeof outcome>;

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
export interface Entry extends Omit<v.InferOutput<typeof entry>, "change"> {
  readonly change: TaskChange;
}

export type Entries = readonly Entry[];

/**
 * Parses stored changes, which another version, or anybody, may have written. An unreadable change
 * counts as refused.
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

/**
 * @param known what this page has of it: kept again where the browser has thrown the list away, as it may while it is
 *   short of room. A list in which nothing waits any more is there, and empty
 */
export async function readEntries(userId: string, known: Entries = []): Promise<Entries> {
  const stored = await get<unknown>(userId, store());
  if (stored !== undefined || known.length === 0) return parseEntries(stored);
  return changeEntries(userId, (entries) => entries, known);
}

/**
 * Changes the list of an account. Resolves to what it is then; rejects when that can't be kept.
 * @param known as in `readEntries`
 */
export async function changeEntries(
  userId: string,
  change: (entries: Entries) => Entries,
  known: Entries = [],
): Promise<Entries> {
  let changed: Entries = [];
  await update<unknown>(
    userId,
    (stored) => {
      changed = change(stored === undefined ? known : parseEntries(stored));
      return changed;
    },
    store(),
  );
  return changed;
}

/** Asks the browser to throw nothing away by itself that the app keeps; it may ask its user, or say no. */
export function askToStay(): void {
  // Insecure addresses have no such storage manager.
  const storage: StorageManager | undefined = navigator.storage;
  void storage?.persist?.().catch(() => undefined);
}

/** The list with one more. @throws RequestFailure when too many wait already */
export function withEntry(entries: Entries, added: Entry): Entries {
  if (entries.length >= MOST_WAITING) {
    const message = msg("500 unsynced changes are on this device already. No more can be kept.");
    throw new RequestFailure(inEnglish(message), "LIMIT_REACHED", 422, [{ path: "", message }]);
  }
  return [...entries, added];
}

export const waits = ({ outcome: known }: Entry): boolean => known === undefined;
