import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "./postgrest-reads.ts";
import { call, error, makePeople, now, type Row, removePeople, token } from "./postgrest-world.ts";
import { called, written } from "./postgrest-writes.ts";

/**
 * Real PostgREST 14.1's answers to calls of the app and of strangers, by its sources and documentation: its
 * settings, instants and errors. `npm test -- --on-supabase` asks the real one.
 */

beforeAll(makePeople);
afterAll(removePeople);

const tokens: readonly (readonly [
  what: string,
  token: () => string,
  code: string,
  message: string,
  details?: string,
])[] = [
  [
    "another secret's",
    () => token({}, { secret: "x".repeat(40) }),
    "PGRST301",
    "JWT cryptographic operation failed",
  ],
  ["three words", () => "a.b.c", "PGRST301", "JWT cryptographic operation failed"],
  ["one word", () => "garbage", "PGRST301", "Expected 3 parts in JWT; got 1"],
  ["two words", () => "a.b", "PGRST301", "Expected 3 parts in JWT; got 2"],
  ["none", () => "", "PGRST301", "Empty JWT is sent in Authorization header"],
  [
    "an unsigned one",
    () => token({}, { alg: "none" }),
    "PGRST301",
    "Wrong or unsupported encoding algorithm",
    "JWT is unsecured but expected 'alg' was not 'none'",
  ],
  ["an old one", () => token({ exp: now - 60 }), "PGRST303", "JWT expired"],
  [
    "one of tomorrow",
    () => token({ iat: now + 86_400, exp: now + 90_000 }),
    "PGRST303",
    "JWT issued at future",
  ],
  [
    "one from tomorrow on",
    () => token({ nbf: now + 86_400, exp: now + 90_000 }),
    "PGRST303",
    "JWT not yet valid",
  ],
];

const refusedTokens: readonly Row[] = [
  ...tokens.map(
    ([what, made, code, message, details]): Row => [
      `a token: ${what}`,
      () => call("GET", "tasks?select=id", { token: made() }),
      401,
      error(code, message, details ?? null),
      { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` },
    ],
  ),
  [
    "a function with another secret's token",
    () =>
      call("POST", "rpc/list_tasks", { body: {}, token: token({}, { secret: "x".repeat(40) }) }),
    401,
    error("PGRST301", "JWT cryptographic operation failed"),
  ],
  [
    "a role that isn't there",
    () => call("GET", "tasks?select=id", { token: token({ role: "nobody_at_all" }) }),
    401,
    error("22023", 'role "nobody_at_all" does not exist'),
  ],
];

const all: readonly Row[] = [...read, ...written, ...called, ...refusedTokens];

test("they are 58", () => {
  expect(all).toHaveLength(58);
});

for (const [what, ask, status, body, headers = {}] of all) {
  test(what, async () => {
    const answer = await ask();
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    for (const [name, value] of Object.entries(headers)) {
      expect(answer.headers.get(name)).toEqual(value);
    }
  });
}
