import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attemptLimit, SITE_GUESSES } from "../../stack/api/attempt-limit.ts";
import { createFront } from "../../stack/api/front.ts";
import { keepLastOperator, operatorDoor } from "../../stack/api/operator.ts";
import { setOperator } from "../../stack/operators.ts";
import type { Site } from "../../stack/site.ts";
import { ACTS } from "./operator-table.ts";

/** The door to what who runs a server may ask for: every act, by everybody. */

const keys = {
  jwtSecret: "s".repeat(32),
  publishableKey: "sb_publishable_x",
  secretKey: "sb_secret_x",
};
const PASSWORD = "the right password";
const [operator, person, session] = [randomUUID(), randomUUID(), randomUUID()] as const;
const HOST = "rota.example";

let folder = "";
let lines: string[] = [];
/** What came through. */
let asked: { url: string | undefined; account: unknown; body: string }[] = [];
let accounts: readonly string[] = [];
const behind = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push({ url: request.url, account: request.headers["x-account"], body });
  response.end("{}");
});
let front: Hono;

/** A database with these accounts, each with one session. */
const pool = {
  query: async (text: string, values: unknown[]) => {
    if (text.includes("crypt(")) return { rows: [{ is_right: values[0] === PASSWORD }] };
    if (text.includes("any($1)")) {
      return { rows: accounts.filter((id) => id !== values[1] && String(values[0]).includes(id)) };
    }
    const isThere = accounts.includes(String(values[0])) && values[1] === session;
    return { rows: isThere ? [{ hash: "$2a$10$…" }] : [] };
  },
} as never;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "operator-"));
  writeFileSync(join(folder, "index.html"), "<p>the app</p>");
  behind.listen(0, "127.0.0.1");
  await once(behind, "listening");
});
afterAll(() => {
  behind.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  [lines, asked, accounts] = [[], [], [operator, person]];
  const file = join(folder, "operators.json");
  rmSync(file, { force: true });
  setOperator(file, operator, true);
  const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  const door = { accounts: file, acts: ACTS, closes: "close-account", url, secret: "its own" };
  const site = {
    ...{ urls: [`https://${HOST}`, "http://10.0.0.1"], appFolder: folder, trustedProxies: [] },
    ...{ allowed: { auth: {}, calls: [], tables: {}, functions: ["close-account"] } },
    operator: door,
  } as never as Site;
  const options = { ...keys, operator: door, pool, log: (line: string) => void lines.push(line) };
  const { admit, answer } = operatorDoor(options);
  const gateway = new Hono().all("/operator/v1/*", admit, attemptLimit(SITE_GUESSES), answer);
  gateway.post("/functions/v1/close-account", keepLastOperator(options), (c) => c.json({}));
  front = createFront(site, gateway.fetch, () => "203.0.113.7");
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
function tokenOf(sub: string, { secret = keys.jwtSecret, session_id = session as string } = {}) {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const signed = `${encoded({ alg: "HS256" })}.${encoded({ role: "authenticated", sub, session_id, exp })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const ask = (path: string, method: string, headers: Record<string, string>, body: object = {}) =>
  front.request(path, {
    ...{ method, headers: { host: HOST, "content-type": "application/json", ...headers } },
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });

const as = (token: string, more = {}) => ({ authorization: `Bearer ${token}`, ...more });
const ACTORS: Record<string, Record<string, string>> = {
  nobody: {},
  "whoever has the app's key": as(keys.publishableKey),
  "whoever has the secret key": as(keys.secretKey),
  "another person": as(tokenOf(person)),
  "the operator, by a token that is forged": as(tokenOf(operator, { secret: "f".repeat(32) })),
  "the operator, signed out": as(tokenOf(operator, { session_id: randomUUID() })),
  "the operator, from another site": as(tokenOf(operator), { origin: "https://evil.example" }),
  "the operator, from another address of it": as(tokenOf(operator), { origin: "http://10.0.0.1" }),
};
const operatorsOwn = as(tokenOf(operator), { origin: `https://${HOST}` });

test("nobody but who runs it learns that any of it is there", async () => {
  const nothing = await ask("/operator/v1/no-such-thing", "POST", {});
  const [missing, headers] = [await nothing.text(), [...nothing.headers]];
  expect(nothing.status).toBe(404);
  for (const [name, own] of Object.entries(ACTORS)) {
    for (const act of Object.keys(ACTS)) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const body = { current_password: PASSWORD };
        const answer = await ask(`/operator/v1/${act}`, method, own, body);
        const said = [answer.status, await answer.text(), [...answer.headers]];
        expect(said, `${method} ${act} by ${name}`).toEqual([404, missing, headers]);
      }
    }
  }
  expect([asked, lines]).toEqual([[], []]);
});

test("who runs it gets through, with the password again where accounts open or end", async () => {
  const table: string[] = [];
  for (const [act, { method }] of Object.entries(ACTS)) {
    const statuses = [];
    for (const current_password of [undefined, "a wrong one", PASSWORD]) {
      const answer = await ask(`/operator/v1/${act}`, method, operatorsOwn, { current_password });
      statuses.push(answer.status);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    const other = await ask(`/operator/v1/${act}`, "PUT", operatorsOwn);
    table.push(`${act.padEnd(16)} ${[...statuses, other.status].join(" ")}`);
  }
  // without a password, with a wrong one, with the right one; by another method
  expect(table).toEqual([
    "state            200 200 200 404",
    "test-mail        200 200 200 404",
    "make-backup      200 200 200 404",
    "verify-backup    200 200 200 404",
    "invite           400 400 200 404",
    "reset            400 400 200 404",
    "close            400 400 200 404",
    "set-sign-up      400 400 200 404",
    "set-mail         400 400 200 404",
    "download-backup  400 400 200 404",
  ]);
});

test("what goes on says who asks, and no password; each act is a line, without an address", async () => {
  const body = { current_password: PASSWORD, account: person, address: "carol@example.com" };
  await ask("/operator/v1/reset", "POST", operatorsOwn, body);
  expect(asked).toEqual([
    {
      ...{ url: "/operator/v1/reset", account: operator },
      body: JSON.stringify({ account: person, address: "carol@example.com" }),
    },
  ]);
  await ask("/operator/v1/reset", "POST", operatorsOwn, { ...body, current_password: "wrong" });
  await ask("/operator/v1/state", "GET", operatorsOwn);
  const by = `account ${operator}, from 203.0.113.7`;
  expect(lines).toEqual([
    `operator: reset of ${person} 200, ${by}`,
    `operator: reset of ${person} 400, ${by}`,
  ]);
});

test("the password is guessed at no faster than at a sign-in", async () => {
  const guess = async (current_password: string) =>
    (await ask("/operator/v1/invite", "POST", operatorsOwn, { current_password })).status;
  for (let n = 0; n < 5; n += 1) expect(await guess(`guess ${n}`)).toBe(400);
  expect(await guess("guess 6")).toBe(429);
  expect(await guess(PASSWORD)).toBe(429);
});

test("the last one who runs it does not close their account, whoever else may", async () => {
  const close = async (sub: string) =>
    (await ask("/functions/v1/close-account", "POST", as(tokenOf(sub)))).status;
  expect([await close(operator), await close(person)]).toEqual([409, 200]);
  setOperator(join(folder, "operators.json"), person, true);
  expect([await close(operator), await close(person)]).toEqual([200, 200]);
  // Its account is gone.
  accounts = [operator];
  expect(await close(operator)).toBe(409);
});
