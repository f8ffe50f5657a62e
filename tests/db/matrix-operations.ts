import { randomUUID } from "node:crypto";
import { type Answer, type Person, rest } from "../support/actors.ts";
import type { Actor, Fixtures } from "./matrix-fixtures.ts";

/**
 * What each kind of caller gets: 'ok', a number of rows, or the status and code of the refusal.
 * `outsider` stands for everyone else who does not take part; those who are named otherwise know of
 * the task or its owner what they may.
 */
export interface Expected extends Partial<Record<Actor, string>> {
  readonly anonymous: string;
  readonly owner: string;
  readonly recipient: string;
  readonly outsider: string;
}

export interface Operation {
  readonly name: string;
  readonly call: (person: Person | null, fixtures: Fixtures) => Promise<Answer>;
  readonly expected: Expected;
  /** Adds something of the caller's own: nothing that the fixtures' task could tell apart. */
  readonly isOwnBusiness?: boolean;
  /** Prepares the fixtures with a change of its own. */
  readonly changesItself?: boolean;
}

export const DENIED = "403 42501";
const SIGN_IN = "401 42501";
export const UNKNOWN = "404 TASK_NOT_FOUND";
export const NOTHING = "403 NOT_ALLOWED";

/** `anonymous` comes last because it is nearly always the same. */
export function outcomes(
  owner: string,
  recipient: string,
  outsider: string,
  anonymous = SIGN_IN,
): Expected {
  return { anonymous, owner, recipient, outsider };
}
export const everyone = (outcome: string, anonymous = SIGN_IN) =>
  outcomes(outcome, outcome, outcome, anonymous);
export const nobody = everyone(DENIED);

export const newTask = () => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  start_date: "2020-01-01",
});

/** One operation for each column that clients may not set, alike for all tables. */
export function forbiddenColumns(
  method: "POST" | "PATCH",
  path: (fixtures: Fixtures) => string,
  columns: Record<string, (fixtures: Fixtures) => unknown>,
  others: () => Record<string, unknown> = () => ({}),
): Operation[] {
  return Object.entries(columns).map(([column, value]) => ({
    name: `${method === "POST" ? "insert" : "update"} ${column}`,
    call: (person, fixtures) =>
      rest(person, method, path(fixtures), { ...others(), [column]: value(fixtures) }),
    expected: nobody,
  }));
}

export const later = () => "2099-01-01T00:00:00Z";
