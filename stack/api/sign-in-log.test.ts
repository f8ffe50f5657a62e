import { Hono } from "hono";
import { expect, test } from "vitest";
import { keys, signToken } from "../tests/support/realtime-server.ts";
import { signInLog } from "./sign-in-log.ts";

const ADDRESS = "canary@example.com";

/** An Auth with one account, and its log. */
function newAuth() {
  const lines: string[] = [];
  const find = async (address: string) => (address === ADDRESS ? "its-id" : undefined);
  const app = new Hono().use(signInLog(find, (line) => lines.push(line), keys));
  app.post("*", async (context) => {
    const { password } = await context.req.json().catch(() => ({}));
    return password === "right"
      ? context.json({ access_token: "canary-token", user: { id: "its-id", email: ADDRESS } })
      : context.json({ error_code: "invalid_credentials", msg: ADDRESS }, 400);
  });
  const ask = (path: string, body: unknown, peer = "203.0.113.7") => {
    const headers = { Authorization: `Bearer ${signToken("its-id", {}, keys.jwtSecret)}` };
    const init = {
      method: "POST",
      body: JSON.stringify(body),
      ...(path.includes("factors") && { headers }),
    };
    return app.request(`/auth/v1/${path}`, init, { peer });
  };
  return { ask, lines };
}

const SIGN_IN = "token?grant_type=password";
const NOW = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";

test.each([
  ["a sign-in", SIGN_IN, { email: ADDRESS, password: "right" }, "sign-in: account its-id"],
  [
    "a wrong password",
    SIGN_IN,
    { email: "CANARY@example.com", password: "x" },
    "sign-in refused \\(invalid_credentials\\): account its-id",
  ],
  [
    "an address without an account",
    SIGN_IN,
    { email: "no-canary@example.com", password: "x" },
    "sign-in refused \\(invalid_credentials\\): no account",
  ],
  [
    "a password where the address goes",
    SIGN_IN,
    { email: "canary secret", password: "" },
    "sign-in refused \\(invalid_credentials\\): no account",
  ],
  ["no JSON", SIGN_IN, "canary", "sign-in refused \\(invalid_credentials\\): no account"],
  [
    "a mailed link",
    "verify",
    { token_hash: "canary", password: "right" },
    "sign-in by a mailed link: account its-id",
  ],
  [
    "a link that is no good",
    "verify",
    { token_hash: "canary" },
    "sign-in by a mailed link refused \\(invalid_credentials\\): no account",
  ],
  [
    "a code",
    "factors/1/verify",
    { code: "canary", password: "right" },
    "sign-in, second factor: account its-id",
  ],
  [
    "a wrong code",
    "factors/1/verify",
    { code: "canary" },
    "sign-in, second factor refused \\(invalid_credentials\\): account its-id",
  ],
])(
  "%s is written with the account, from where and when, and nothing that was typed",
  async (_, path, body, line) => {
    const { ask, lines } = newAuth();
    await ask(path, body);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${line}, from 203\\.0\\.113\\.7, ${NOW}$`));
    expect(lines[0]).not.toContain("canary");
  },
);

test("whoever guesses fills no disk, and keeps nobody else out of the log", async () => {
  const { ask, lines } = newAuth();
  for (let n = 0; n < 50; n += 1) await ask(SIGN_IN, { email: ADDRESS, password: "x" });
  await ask(SIGN_IN, { email: ADDRESS, password: "right" }, "198.51.100.1");
  await expect.poll(() => lines.at(-1)).toContain("from 198.51.100.1");
  expect(lines).toHaveLength(21);
});

test("what signs nobody in is not written", async () => {
  const { ask, lines } = newAuth();
  for (const path of ["token?grant_type=refresh_token", "signup", "recover"]) await ask(path, {});
  await ask(SIGN_IN, {});
  await expect.poll(() => lines).toHaveLength(1);
});
