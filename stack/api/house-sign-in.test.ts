import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { Hono } from "hono";
import { type MutableResponse, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isUsableIssuer } from "../issuer-settings.ts";
import type { HouseAccounts } from "./house-accounts.ts";
import { houseSignIn } from "./house-sign-in.ts";
import { Issuer, type Person } from "./issuer.ts";

/** The way to an issuer and back, with a real one, and with answers that no issuer should give. */

const SITE = "https://rota.test";
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const honest = new OAuth2Server();
const other = new OAuth2Server();
const found: (Person & { readonly metadata?: object })[] = [];
const linked: string[] = [];
let claims: Record<string, unknown> = {};
let app: Hono;

const accounts: HouseAccounts = {
  isSignedIn: async (account) => account === "ann",
  find: async (person, _, metadata) => {
    found.push(metadata.language ? { ...person, metadata } : person);
    return "ann";
  },
  link: async (_, account) => {
    linked.push(account);
    return account;
  },
  unlink: async () => undefined,
  keepFlow: async () => {},
};

const settings = () => ({
  url: honest.issuer.url ?? "",
  ...{ clientId: "rota", clientSecret: "secret", name: "The house" },
});

beforeAll(async () => {
  for (const server of [honest, other]) {
    await server.issuer.keys.generate("RS256");
    await server.start(0, "localhost");
  }
});
afterAll(() => Promise.all([honest.stop(), other.stop()]));

beforeEach(() => {
  claims = { sub: "sub-1", email: "Ann@Example.com", email_verified: true, aud: "rota" };
  found.length = 0;
  linked.length = 0;
  honest.service.removeAllListeners();
  honest.service.on("beforeTokenSigning", ({ payload }: MutableToken) => {
    Object.assign(payload, claims);
  });
  app = new Hono().route(
    "/",
    houseSignIn({
      ...{
        issuer: settings(),
        urls: [SITE],
        accounts,
        mayBegin: async () => true,
        takesPasswords: true,
      },
      ...{ jwtSecret: "s".repeat(32), publishableKey: "p", secretKey: "s", log: () => {} },
    }),
  );
  app.post("/auth/v1/token", (context) => context.json({ access_token: "issued" }));
});

const ask = (path: string, init: RequestInit = {}) =>
  app.request(`${SITE}${path}`, init, { peer: "203.0.113.7" });
const goneTo = (answer: Response) => new URL(answer.headers.get("location") ?? "");

async function leave(more: Record<string, string> = {}): Promise<URL> {
  const query = { provider: "custom:house", code_challenge: CHALLENGE, ...more };
  const asked = new URLSearchParams({ code_challenge_method: "s256", ...query });
  return goneTo(await ask(`/auth/v1/authorize?${asked}`));
}

/** The path to which the issuer leads back. */
async function answerOf(at: URL): Promise<string> {
  const { pathname, search } = goneTo(await fetch(at, { redirect: "manual" }));
  return pathname + search;
}

const comeBack = async () => goneTo(await ask(await answerOf(await leave())));

function exchange(back: URL, code_verifier = VERIFIER) {
  const body = JSON.stringify({ auth_code: back.searchParams.get("code"), code_verifier });
  return ask("/auth/v1/token?grant_type=pkce", { method: "POST", body });
}

const errorOf = async (answer: Response) => (await answer.json()).error_code;

test("a person is who the issuer says, by its name for them", async () => {
  const metadata = { time_zone: "Asia/Tokyo", language: "de" };
  const at = await leave(metadata);
  expect(at.searchParams.get("redirect_uri")).toBe(`${SITE}/auth/v1/callback`);
  expect(at.searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["nonce", "state"]) expect(at.searchParams.get(name)).toMatch(/.{40}/);
  const back = goneTo(await ask(await answerOf(at)));
  expect(back.origin + back.pathname).toBe(`${SITE}/sign-in`);
  expect(found).toEqual([]);
  expect((await exchange(back)).status).toBe(200);
  const person = { key: `${settings().url} sub-1`, email: "ann@example.com", isProven: true };
  expect(found).toEqual([{ ...person, name: "", metadata }]);
});

test("an issuer that tells the address in its user info alone is asked there", async () => {
  delete claims.email;
  claims.sub = "sub-2";
  honest.service.on("beforeUserinfo", (answer: MutableResponse) => {
    answer.body = { sub: "sub-2", email: "ann@example.com", email_verified: "true" };
  });
  await exchange(await comeBack());
  // Only the word of the standard counts.
  expect(found).toMatchObject([{ email: "ann@example.com", isProven: false }]);
});

const unsigned = (token: string) =>
  `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
const replaced = (change: (token: string) => string | undefined) =>
  honest.service.on("beforeResponse", (answer: MutableResponse) => {
    const body = answer.body as { id_token?: string | undefined };
    body.id_token = change(body.id_token ?? "");
  });

test.each<[string, () => unknown]>([
  ["an old nonce", () => Object.assign(claims, { nonce: "of yesterday" })],
  ["another issuer", () => Object.assign(claims, { iss: other.issuer.url })],
  ["another program", () => Object.assign(claims, { aud: "another" })],
  ["an end in the past", () => Object.assign(claims, { exp: 1 })],
  ["no signature", () => replaced(unsigned)],
  ["a signature of nobody", () => replaced((token) => `${token.slice(0, -8)}AAAAAAAA`)],
  ["no token", () => replaced(() => undefined)],
  [
    "another's name in the user info",
    () => {
      delete claims.email;
      honest.service.on("beforeUserinfo", (answer: MutableResponse) => {
        answer.body = { sub: "somebody else", email: "ann@example.com", email_verified: true };
      });
    },
  ],
])("%s signs nobody in", async (_, prepare) => {
  prepare();
  const back = await comeBack();
  expect(back.search).toBe("?error=server_error&error_code=unexpected_failure");
  expect(found).toEqual([]);
});

test("another issuer's token signs nobody in, under this one's name too", async () => {
  let nonce = "";
  honest.service.on("beforeTokenSigning", ({ payload }: MutableToken) => {
    nonce = String(payload.nonce);
  });
  for (const iss of [other.issuer.url, honest.issuer.url]) {
    const forged = await other.issuer.buildToken({
      scopesOrTransform: (_, payload) => Object.assign(payload, { ...claims, iss, nonce }),
    });
    honest.service.once("beforeResponse", (answer: MutableResponse) => {
      Object.assign(answer.body as object, { id_token: forged });
    });
    expect((await comeBack()).searchParams.get("error")).toBe("server_error");
  }
});

test("a state, and a code, are good once", async () => {
  const path = await answerOf(await leave());
  const back = goneTo(await ask(path));
  expect(goneTo(await ask(path)).searchParams.get("error_code")).toBe("bad_oauth_state");
  expect((await exchange(back)).status).toBe(200);
  expect(await errorOf(await exchange(back))).toBe("flow_state_not_found");
  expect(found).toHaveLength(1);
});

test("a code opens nothing for another browser, and then for none", async () => {
  const back = await comeBack();
  expect(await errorOf(await exchange(back, "w".repeat(43)))).toBe("bad_code_verifier");
  expect(await errorOf(await exchange(back))).toBe("flow_state_not_found");
  expect(found).toEqual([]);
});

test("who waits too long begins again", async () => {
  const path = await answerOf(await leave());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
  expect(goneTo(await ask(path)).searchParams.get("error_code")).toBe("bad_oauth_state");
  vi.useRealTimers();
});

test("nobody uses up the room of others", async () => {
  const path = await answerOf(await leave());
  const query = `provider=custom:house&code_challenge=${CHALLENGE}&code_challenge_method=s256`;
  for (let n = 0; n < 30; n++) {
    await app.request(`${SITE}/auth/v1/authorize?${query}`, {}, { peer: "198.51.100.1" });
  }
  expect(goneTo(await ask(path)).searchParams.get("code")).toBeTruthy();
});

test("without a proof of the browser nobody leaves, and nobody connects without a session", async () => {
  for (const query of ["provider=custom:house", "provider=google&code_challenge=x"]) {
    expect((await ask(`/auth/v1/authorize?${query}`)).status).toBe(400);
  }
  const plain = `provider=custom:house&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  expect((await ask(`/auth/v1/authorize?${plain}`)).status).toBe(400);
  expect((await ask(`/auth/v1/user/identities/authorize?${plain}`)).status).toBe(401);
  expect(linked).toEqual([]);
});

test("who says no at the issuer is told so", async () => {
  const state = (await leave()).searchParams.get("state");
  const back = goneTo(await ask(`/auth/v1/callback?state=${state}&error=access_denied`));
  expect(back.searchParams.get("error")).toBe("access_denied");
});

test("an issuer that doesn't answer is waited for no longer than allowed", async () => {
  const silent = createServer(() => {}).listen(0, "localhost");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as { port: number };
  const issuer = new Issuer({ ...settings(), url: `http://localhost:${port}` }, 0.05);
  await expect(issuer.ask(`${SITE}/auth/v1/callback`)).rejects.toThrow();
  silent.closeAllConnections();
  silent.close();
});

test.each([
  ["https://auth.example", true],
  ["https://auth.example/realms/house", true],
  ["http://localhost:9000", true],
  ["http://auth.example", false],
  ["http://localhost.example", false],
  ["https://me@auth.example", false],
  ["ftp://auth.example", false],
  ["auth.example", false],
])("an issuer at %s may be used: %s", (url, isUsable) => {
  expect(isUsableIssuer(url)).toBe(isUsable);
});
