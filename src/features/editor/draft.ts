import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Message } from "../../domain/language/messages.ts";
import { includesAddress, isSameAddress } from "../../domain/tasks/address.ts";
import {
  emptyFields,
  fieldsOf,
  nameOfField,
  scheduleOf,
  TASK_FIELDS,
  type TaskFields,
} from "../../domain/tasks/task-input.ts";

/** The editor's fields. Shares are kept as changes, because the list may load later. */
export interface Draft extends TaskFields {
  readonly addedShares: readonly string[];
  readonly removedShares: readonly string[];
  readonly typedShare: string;
}

const NO_SHARES = { addedShares: [], removedShares: [], typedShare: "" };

export function newDraft(today: CalendarDate): Draft {
  return { ...emptyFields(today), ...NO_SHARES };
}

export function draftOf(task: TaskFields): Draft {
  return { ...fieldsOf(task), ...NO_SHARES };
}

export type FieldErrors = Readonly<Partial<Record<string, string>>>;

export interface FieldsProps {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly today: CalendarDate;
  onChange(part: Partial<Draft>): void;
  onLeave(field: string): void;
}

/** Fields that others changed during the edit, by their names on screen. */
export interface RemoteChanges {
  /** put into the fields */
  readonly accepted: readonly Message[];
  /** changed here, too: the fields stay as they were entered */
  readonly retained: readonly Message[];
}

/** Applies the changes from `base` to `now`, except to fields that were edited here. */
export function mergeChange(
  draft: Draft,
  base: Draft,
  now: Draft,
): RemoteChanges & { readonly draft: Draft } {
  const accepted: Message[] = [];
  const retained: Message[] = [];
  let merged = draft;
  for (const name of new Set(TASK_FIELDS.map(nameOfField))) {
    const keys = TASK_FIELDS.filter((field) => nameOfField(field) === name);
    const differ = (a: Draft, b: Draft) => keys.some((key) => !isSame(a[key], b[key]));
    if (!differ(base, now) || !differ(draft, now)) continue;
    if (differ(draft, base)) {
      if (name) retained.push(name);
    } else {
      if (name) accepted.push(name);
      merged = { ...merged, ...Object.fromEntries(keys.map((key) => [key, now[key]])) };
    }
  }
  return { draft: merged, accepted, retained };
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Turns are part of the schedule. */
export const scheduleChanged = (draft: TaskFields, initial: TaskFields): boolean =>
  !isSame(decidersOf(draft), decidersOf(initial));

/** A rule decides only where the repeat is custom. */
function decidersOf(fields: TaskFields) {
  const {
    customRruleText: _,
    customRrule,
    afterDone,
    waitsFor,
    waitsAmount,
    ...schedule
  } = scheduleOf(fields);
  const rule =
    fields.repeatValue === "custom" ? [customRrule, afterDone, waitsFor, waitsAmount] : [];
  return [schedule, rule, turnsOf(fields)];
}

export const turnsChanged = (draft: TaskFields, initial: TaskFields): boolean =>
  !isSame(turnsOf(draft), turnsOf(initial));

/** One person's turn has no end. */
const turnsOf = ({ roster, turnLength }: TaskFields) => [roster, roster.length > 1 && turnLength];

export function sharesOf(draft: Draft, stored: readonly string[]): string[] {
  const kept = stored.filter((email) => !includesAddress(draft.removedShares, email));
  const added = draft.addedShares.filter((email) => !includesAddress(kept, email));
  return [...kept, ...added];
}

export function withShare(draft: Draft, email: string): Draft {
  return {
    ...draft,
    typedShare: "",
    removedShares: draft.removedShares.filter((removed) => !isSameAddress(removed, email)),
    addedShares: [...draft.addedShares.filter((one) => !isSameAddress(one, email)), email.trim()],
  };
}

export function withoutShare(draft: Draft, email: string): Draft {
  return {
    ...draft,
    addedShares: draft.addedShares.filter((one) => !isSameAddress(one, email)),
    removedShares: [...draft.removedShares, email],
  };
}

export function sharesChanged(draft: Draft, initial: Draft): boolean {
  return (
    draft.addedShares.length + draft.removedShares.length > 0 || draft.isShared !== initial.isShared
  );
}
