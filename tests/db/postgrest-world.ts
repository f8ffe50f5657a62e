import { createHmac, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { localKeys } from "../../stack/config.ts";
import { newPerson, type Person } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { sql } from "../support/sql.ts";

/** People, their requests to PostgREST, and its answers. */

export const now = Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as the auth service signs it, with these changes. */
export function token(
  changes: object = {},
  { secret = localKeys.jwtSecret, alg = "HS256" } = {},
): string {
  const claims = { sub: anna.id, role: "authenticated", iat: now, exp: now + 3_600, ...changes };
  const signed = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return `${signed}.${alg === "none" ? "" : signature}`;
}

let anna: Person;
let bob: Person;
let task = "";
export const none = randomUUID();

export async function makePeople(): Promise<void> {
  [anna, bob] = [await newPerson("anna", "Anna"), await newPerson("bob", "Bob")];
  task = (await addTask(anna, { title: "Dishes" })).id;
  const today = new Date().toISOString().slice(0, 10);
  await ask(`POST rpc/complete_task {"task_id": ":task", "completed_date": "${today}"}`);
}

export const removePeople = () =>
  sql("delete from auth.users where id = any ($1)", [[anna.id, bob.id]]);

/** "GET tasks?:mine", by Anna or by who is named before it, with a body if any; `:task` and the like are ids. */
export async function ask(request: string, headers: Record<string, string> = {}, token?: string) {
  const ids = { mine: `id=eq.${task}`, task, none, anna: anna.id, bob: bob.id };
  const filled = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(`:${name}`, id),
    request,
  );
  const [, who, method = "", path, body] =
    /^(?:(bob|nobody) )?([A-Z]+) (\S+)(?: (.+))?$/.exec(filled) ?? [];
  const { apiUrl, publishableKey } = stackUnderTest();
  const bearer = token ?? { anna: anna.token, bob: bob.token, nobody: null }[who ?? "anna"];
  const response = await fetch(`${process.env.ROTA_BEHIND_URL ?? apiUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      ...(bearer != null && { Authorization: `Bearer ${bearer}` }),
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

export const error = (
  code: string,
  message: unknown,
  details: unknown = null,
  hint: unknown = null,
) => ({
  ...{ code, message, details, hint },
});
export const someText = expect.any(String);
/** As in PostgreSQL's JSON, in UTC. */
export const instant = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/,
);
export const noFunction = (name: string, words: string) =>
  error(
    "PGRST202",
    `Could not find the function public.${name}${words} in the schema cache`,
    expect.stringMatching(`^Searched for the function public.${name} `),
    expect.toSatisfy((hint) => hint === null || typeof hint === "string"),
  );
export const noTable = (name: string) =>
  error(
    "PGRST205",
    `Could not find the table 'public.${name}' in the schema cache`,
    null,
    expect.toSatisfy((hint) => hint === null || typeof hint === "string"),
  );
export const denied = (what: string) => error("42501", `permission denied for ${what}`);

export type Row = readonly [
  request: string,
  status: number,
  body: unknown,
  headers?: Record<string, string>,
  answered?: Record<string, unknown>,
];
