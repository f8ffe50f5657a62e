import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stackUnderTest } from "../support/environment.ts";
import { rows } from "./postgrest-rows.ts";
import { ask, denied, error, makePeople, now, removePeople, token } from "./postgrest-world.ts";

/**
 * Real PostgREST 14.1's answers to calls of the app and of strangers, by its sources and documentation: its
 * settings, instants and errors. `npm test -- --on-supabase` asks the real one.
 */

beforeAll(makePeople);
afterAll(removePeople);

for (const [request, status, body, headers, answered = {}] of rows) {
  test(`${request} is answered by ${status}`, async () => {
    const answer = await ask(request, headers);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    expect(Object.fromEntries(answer.headers)).toMatchObject(answered);
  });
}

test("what is the service's alone is called by the secret key, and by no other", async () => {
  const call = 'POST rpc/use_token {"token_hash": "00", "operation": "list", "input": {}}';
  const { secretKey } = stackUnderTest();
  const asked = await ask(call, { apikey: secretKey }, secretKey);
  expect(asked).toMatchObject({ status: 401, body: { message: "UNAUTHENTICATED" } });
  for (const headers of [{}, { apikey: secretKey }]) {
    const { status, body } = await ask(call, headers);
    expect({ status, body }).toEqual({ status: 403, body: denied("function use_token") });
  }
});

const FAILED = "JWT cryptographic operation failed";
const forged = () => token({}, { secret: "x".repeat(40) });
const noUnsigned = "JWT is unsecured but expected 'alg' was not 'none'";
const unsupported = "Wrong or unsupported encoding algorithm";

describe("a token", () => {
  test.each<[string, () => string, code: string, message: string, details?: string]>([
    ["of another secret", forged, "PGRST301", FAILED],
    ["of three words", () => "a.b.c", "PGRST301", FAILED],
    ["of one word", () => "garbage", "PGRST301", "Expected 3 parts in JWT; got 1"],
    ["of two words", () => "a.b", "PGRST301", "Expected 3 parts in JWT; got 2"],
    ["that is none", () => "", "PGRST301", "Empty JWT is sent in Authorization header"],
    ["without a signature", () => token({}, { alg: "none" }), "PGRST301", unsupported, noUnsigned],
    ["of before", () => token({ exp: now - 60 }), "PGRST303", "JWT expired"],
    [
      "of tomorrow",
      () => token({ iat: now + 86_400, exp: now + 90_000 }),
      "PGRST303",
      "JWT issued at future",
    ],
    [
      "from tomorrow on",
      () => token({ nbf: now + 86_400, exp: now + 90_000 }),
      "PGRST303",
      "JWT not yet valid",
    ],
  ])("%s is refused", async (_, made, code, message, details) => {
    const { status, body, headers } = await ask("GET tasks?select=id", {}, made());
    expect({ status, body }).toEqual({ status: 401, body: error(code, message, details ?? null) });
    expect(headers.get("www-authenticate")).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    );
  });

  test.each([
    ["POST rpc/list_tasks {}", forged, error("PGRST301", FAILED)],
    [
      "GET tasks?select=id",
      () => token({ role: "nobody_at_all" }),
      error("22023", 'role "nobody_at_all" does not exist'),
    ],
  ])("of another secret or role is refused for %s", async (request, made, expected) => {
    const { status, body } = await ask(request, {}, made());
    expect({ status, body }).toEqual({ status: 401, body: expected });
  });
});
