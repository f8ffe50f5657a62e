import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Callers, callersOf, newAddress, PASSWORD } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

/** A second factor by supabase-js's own calls: what it takes, what it opens, and who is refused in which words. */

const FAILURES = 10;

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack(
    (toml) => `${toml}
[auth.mfa]
max_enrolled_factors = 3
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`,
  );
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const newClient = (): SupabaseClient =>
  createClient(stack.apiUrl, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

async function signedIn(email: string): Promise<SupabaseClient> {
  const client = newClient();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

const codeOf = (secret: string, off = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + off * 30_000 });

/** The current code, which may have been used. */
async function freshCode(secret: string): Promise<string> {
  await callers.sql("update auth.mfa_factors set last_step = -1 where secret = $1", [secret]);
  return codeOf(secret);
}

/** Somebody with a verified factor. */
async function withFactor() {
  const email = newAddress("factor");
  await callers.createAccount(email);
  const client = await signedIn(email);
  const { data } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  if (data?.type !== "totp") throw new Error("no factor");
  const { id: factorId, totp } = data;
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId,
    code: codeOf(totp.secret),
  });
  expect(verified.error).toBeNull();
  return { email, client, factorId, secret: totp.secret };
}

const levelOf = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? "";
const told = (error: { status?: number | undefined; code?: string | undefined } | null) =>
  `${error?.status} ${error?.code}`;

test("turned on, asked for after the password, turned off", async () => {
  const email = newAddress("whole");
  await callers.createAccount(email);
  const [client, elsewhere] = [await signedIn(email), await signedIn(email)];
  expect(await levelOf(client)).toMatchObject({
    ...{ currentLevel: "aal1", nextLevel: "aal1" },
    currentAuthenticationMethods: [{ method: "password", timestamp: expect.any(Number) }],
  });
  const { data } = await client.auth.mfa.enroll({ factorType: "totp", issuer: "Rota" });
  if (data?.type !== "totp") throw new Error("no factor");
  const { secret, uri, qr_code } = data.totp;
  expect(new URL(uri).searchParams.get("issuer")).toBe("Rota");
  expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/Rota:${email}`);
  expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  // Nothing is asked for before it was verified once.
  expect(await levelOf(await signedIn(email))).toMatchObject({ nextLevel: "aal1" });
  const code = codeOf(secret);
  const before = (await client.auth.getSession()).data.session?.refresh_token ?? "";
  const on = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  expect(on.error).toBeNull();
  expect(on.data?.user.factors).toMatchObject([{ id: data.id, status: "verified" }]);
  expect(await levelOf(client)).toMatchObject({
    ...{ currentLevel: "aal2", nextLevel: "aal2" },
    currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
  });
  // The account's other sessions end, and what was given out before it leads nowhere.
  expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const stolen = await newClient().auth.refreshSession({ refresh_token: before });
  expect(told(stolen.error)).toBe("400 refresh_token_not_found");
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await levelOf(client)).toMatchObject({ currentLevel: "aal2" });

  const again = await signedIn(email);
  expect(await levelOf(again)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  const listed = await again.auth.mfa.listFactors();
  expect(listed.data?.totp).toMatchObject([{ id: data.id, factor_type: "totp" }]);
  expect(JSON.stringify(listed)).not.toContain(secret);
  // A code counts once, in whichever session.
  const used = await again.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  expect(told(used.error)).toBe("422 mfa_verification_failed");
  const next = await again.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: await freshCode(secret),
  });
  expect(next.error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();

  expect((await again.auth.mfa.unenroll({ factorId: data.id })).error).toBeNull();
  expect((await again.auth.refreshSession()).error).toBeNull();
  expect(await levelOf(again)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  expect(await levelOf(await signedIn(email))).toMatchObject({ nextLevel: "aal1" });
});

test("who hasn't given the code changes neither the factor nor the sign-in", async () => {
  const { email, client, factorId } = await withFactor();
  const half = await signedIn(email);
  const { mfa } = half.auth;
  expect(told((await mfa.unenroll({ factorId })).error)).toBe("422 insufficient_aal");
  const another = await mfa.enroll({ factorType: "totp", friendlyName: "another" });
  expect(told(another.error)).toBe("403 insufficient_aal");
  for (const change of [{ password: "another password" }, { email: newAddress() }]) {
    expect(told((await half.auth.updateUser(change)).error)).toBe("401 insufficient_aal");
  }
  const begun = "00000000-0000-4000-8000-00000000f00d";
  await callers.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     select $1, id, 'begun', 'totp', 'unverified', $2 from auth.users where email = $3`,
    [begun, "A".repeat(32), email],
  );
  const own = await mfa.challengeAndVerify({ factorId: begun, code: codeOf("A".repeat(32)) });
  expect(told(own.error)).toBe("403 insufficient_aal");
  // A mailed link is no code.
  await half.auth.resetPasswordForEmail(email);
  const link = new URL((await callers.mailedLink(email)) ?? "");
  const mailed = newClient();
  const opened = await mailed.auth.verifyOtp({
    type: "recovery",
    token_hash: link.searchParams.get("token_hash") ?? link.searchParams.get("token") ?? "",
  });
  expect(opened.error).toBeNull();
  const reset = await mailed.auth.updateUser({ password: "another password" });
  expect(told(reset.error)).toBe("401 insufficient_aal");
  expect(await levelOf(half)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  expect((await client.auth.updateUser({ password: "another password" })).error).toBeNull();
});

test("a challenge is its factor's, is answered once and ends", async () => {
  const { email, factorId, secret } = await withFactor();
  const other = await withFactor();
  const half = await signedIn(email);
  const { mfa } = half.auth;
  const open = async () => (await mfa.challenge({ factorId })).data?.id ?? "";
  const answer = async (challengeId: string, code: string, ofFactor = factorId) =>
    told((await mfa.verify({ factorId: ofFactor, challengeId, code })).error);

  expect(told((await mfa.challenge({ factorId: other.factorId })).error)).toBe(
    "404 mfa_factor_not_found",
  );
  expect(told((await mfa.unenroll({ factorId: other.factorId })).error)).toBe(
    "404 mfa_factor_not_found",
  );
  expect(await answer(await open(), codeOf(other.secret), other.factorId)).toBe(
    "404 mfa_factor_not_found",
  );
  expect(await answer(await open(), "123", "none")).toBe("404 validation_failed");
  const theirs = await other.client.auth.mfa.challenge({ factorId: other.factorId });
  const code = await freshCode(secret);
  expect(await answer(theirs.data?.id ?? "", code)).toBe("422 mfa_factor_not_found");
  expect(await answer("none", code)).toBe("422 mfa_factor_not_found");
  expect(await answer(await open(), "")).toBe("400 validation_failed");
  expect(await answer(await open(), codeOf(other.secret))).toBe("422 mfa_verification_failed");

  const old = await open();
  await callers.sql(
    "update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1",
    [old],
  );
  expect(await answer(old, code)).toBe("422 mfa_challenge_expired");
  const challenge = await open();
  // Of two at once with one code, one is through.
  const both = await Promise.all([answer(challenge, code), answer(challenge, code)]);
  expect(both.filter((each) => each === "undefined undefined")).toHaveLength(1);
  expect(await answer(challenge, await freshCode(secret))).toBe("422 mfa_challenge_expired");
});

test("names and numbers of factors are the platform's, and unfinished ones go", async () => {
  const email = newAddress("many");
  await callers.createAccount(email);
  const { mfa } = (await signedIn(email)).auth;
  const enrol = async (friendlyName: string) =>
    told((await mfa.enroll({ factorType: "totp", friendlyName })).error);
  expect(await enrol("a")).toBe("undefined undefined");
  expect(await enrol("a")).toBe("422 mfa_factor_name_conflict");
  expect(await enrol("b")).toBe("undefined undefined");
  expect(await enrol("c")).toBe("undefined undefined");
  expect(await enrol("d")).toBe("422 too_many_enrolled_mfa_factors");
  await callers.sql(
    "update auth.mfa_factors set created_at = now() - interval '301 seconds' where friendly_name = 'a'",
  );
  expect(await enrol("a")).toBe("undefined undefined");
  expect(told((await mfa.enroll({ factorType: "phone", phone: "+123456789" })).error)).toBe(
    "400 validation_failed",
  );
});

test("without a session there is nothing, and a session of an ended one neither", async () => {
  const { client, factorId } = await withFactor();
  const token = await tokenOf(client);
  const path = `factors/${factorId}/challenge`;
  const as = (given: string) => ({ id: "", email: "", token: given });
  expect((await callers.auth(null, "POST", path)).body.error_code).toBe("no_authorization");
  expect((await callers.auth(as("x.y.z"), "POST", path)).body.error_code).toBe("no_authorization");
  await client.auth.signOut({ scope: "global" });
  expect((await callers.auth(as(token), "POST", path)).body.error_code).toBe("session_not_found");
});

test("guesses are limited, and those at one account keep nobody else out", async () => {
  const [ann, bob] = [await withFactor(), await withFactor()];
  const half = await signedIn(ann.email);
  const guess = async (code: string) => {
    const { factorId } = ann;
    return told((await half.auth.mfa.challengeAndVerify({ factorId, code })).error);
  };
  const wrong = codeOf(bob.secret);
  for (let n = 0; n < FAILURES; n += 1)
    expect(await guess(wrong)).toBe("422 mfa_verification_failed");
  expect(await guess(await freshCode(ann.secret))).toBe("429 over_request_rate_limit");
  // A new session is no new start.
  const anew = await signedIn(ann.email);
  const code = await freshCode(ann.secret);
  const more = await anew.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code });
  expect(told(more.error)).toBe("429 over_request_rate_limit");
  const other = await signedIn(bob.email);
  const through = await other.auth.mfa.challengeAndVerify({
    factorId: bob.factorId,
    code: await freshCode(bob.secret),
  });
  expect(through.error).toBeNull();
});
