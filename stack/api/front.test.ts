import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Site } from "../site.ts";
import { Troubles } from "../troubles.ts";
import { createFront, type Gateway } from "./front.ts";
import { shared } from "./gateway.ts";
import { peerBehindProxy } from "./peer.ts";
import { plainErrors } from "./plain-errors.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "front-"));
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'" />`;
  writeFileSync(join(folder, "index.html"), policy);
});
afterAll(() => rmSync(folder, { recursive: true }));

const states = { api: "up", realtime: "down" };

/** A gateway that answers with personal data, as the platform's services send it. */
const ofAuth: Gateway = () =>
  Response.json({ email: "x" }, { headers: { "Access-Control-Allow-Origin": "*" } });

/** The front's answer to a peer at an address, who reached it at 10.0.0.1. */
function ask(
  path: string,
  remoteAddress: string,
  headers: Record<string, string>,
  {
    body,
    gateway = () => Response.json(states, { status: 503 }),
  }: { body?: string; gateway?: Gateway } = {},
) {
  const site: Site = {
    ...{
      urls: ["https://tasks.example", "http://192.168.1.5:8080"],
      version: "1.2.3",
      appFolder: folder,
    },
    listen: { host: "127.0.0.1", port: 8080 },
    allowed: {
      auth: { user: ["PUT"], signup: ["POST"] },
      ...{ calls: ["list_tasks"], tables: { tasks: ["GET"] }, functions: ["calendar"] },
    },
    ...{ issuer: undefined, takesPasswords: true },
    ...{ isOpen: false, invitedCall: undefined, signUpLinks: "", mailServer: null, reaches: [] },
    ...{ claimCall: undefined, letInCall: "is_let_in" },
    ...{ trustedProxies: ["10.0.0.9"], troubles: join(folder, "troubles"), functionVariables: {} },
  };
  const front = createFront(site, gateway, peerBehindProxy(site.trustedProxies));
  const socket = { remoteAddress, localAddress: "::ffff:10.0.0.1" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body };
  return front.request(path, init, { incoming: { socket } });
}

const HOME = { host: "tasks.example" };

test.each([
  ["a stranger", "203.0.113.7", { host: "10.0.0.1:8080" }],
  [
    "a stranger behind a proxy",
    "127.0.0.1",
    { host: "127.0.0.1", "x-forwarded-for": "203.0.113.7" },
  ],
  ["a stranger behind a proxy that says nothing of them", "127.0.0.1", { host: "tasks.example" }],
])("%s learns whether it works, and nothing of what it is made of", async (_, address, headers) => {
  const answer = await ask("/health", address, headers);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ status: "down" });
});

test.each(["127.0.0.1", "10.0.0.9"])("%s is told the parts and the troubles", async (address) => {
  new Troubles(join(folder, "troubles"), () => {}).begin("send-mails", "refused");
  const answer = await ask("/health", address, { host: "127.0.0.1:8080" });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    ...{ version: "1.2.3", ...states },
    troubles: [{ what: "send-mails", since: expect.any(String), reason: "refused" }],
  });
});

test.each([
  "evil.example",
  "10.0.0.2:8080",
  "tasks.example.evil.example",
  "127.0.0.1.evil.example",
  "",
])("by the name %j nobody learns its health", async (host) => {
  for (const address of ["127.0.0.1", "203.0.113.7"]) {
    expect((await ask("/health", address, { host })).status).toBe(421);
  }
});

test.each([
  ["/auth/v1/signup", "{}"],
  ["/rest/v1/rpc/list_tasks", "{}"],
  ["/rest/v1/tasks?select=id", undefined],
  ["/functions/v1/calendar", "{}"],
])(
  "what %s answers is kept by nobody on the way, and no other page reads it",
  async (path, body) => {
    const answer = await ask(path, "203.0.113.7", HOME, { ...(body && { body }), gateway: ofAuth });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://tasks.example");
  },
);

test("JSON that nests too deeply is refused before anybody reads it", async () => {
  const told: string[] = [];
  const gateway: Gateway = async (request) => {
    told.push(await request.text());
    return new Response();
  };
  const nested = (depth: number, value = "1") =>
    `${'{"a":['.repeat(depth / 2)}${value}${"]}".repeat(depth / 2)}`;
  for (const path of ["/auth/v1/signup", "/rest/v1/rpc/list_tasks", "/functions/v1/calendar"]) {
    for (const body of [nested(102), "[".repeat(1_000_000), `{"a":"[","b":${nested(102)}`]) {
      expect((await ask(path, "203.0.113.7", HOME, { body, gateway })).status, path).toBe(400);
    }
    expect(told).toEqual([]);
    const fine = [nested(100), JSON.stringify({ text: '[{"\\'.repeat(1_000) })];
    for (const body of fine) {
      expect((await ask(path, "203.0.113.7", HOME, { body, gateway })).status).toBe(200);
    }
    expect(told.splice(0)).toEqual(fine);
  }
});

test("an error of the database is a code, and none of its words", async () => {
  const refusals = {
    "23514": 'new row for relation "tasks" violates check constraint "tasks_season_check"',
    "22P02": 'invalid input syntax for type uuid: "canary"',
    "42501": "permission denied for table canary",
    "42P01": 'relation "canary" does not exist',
    "40001": "could not serialize access due to canary",
    XX000: "canary",
    PT422: "LIMIT_REACHED",
    PGRST301: "JWT expired",
  };
  for (const [code, message] of Object.entries(refusals)) {
    const app = new Hono().use(plainErrors);
    app.all("*", (context) => context.json({ code, message, details: message, hint: null }, 400));
    const answer = await app.request("/");
    const said = await answer.text();
    expect([answer.status, JSON.parse(said).code]).toEqual([400, code]);
    if (/^P/.test(code)) expect(said).toContain(message);
    else expect(said).not.toMatch(/canary|relation|constraint|permission|serialize|syntax/);
  }
});

test("the page's policy is a header, too, and nobody may frame it", async () => {
  const answer = await ask("/", "203.0.113.7", { host: "tasks.example" });
  expect(answer.headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  );
});

test("many who ask at once cause one answer", async () => {
  let asked = 0;
  const health = shared(async () => {
    asked += 1;
    return asked;
  }, 60_000);
  expect(await Promise.all(Array.from({ length: 50 }, health))).toEqual(Array(50).fill(1));
  expect(await health()).toBe(1);
});

test.each([
  ["tasks.example", 200, "max-age=31536000"],
  ["192.168.1.5:8080", 200, null],
  ["192.168.1.5", 421, null],
  ["localhost:8080", 421, null],
])("at %s it answers %i", async (host, status, security) => {
  const answer = await ask("/", "203.0.113.7", { host });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("strict-transport-security")).toBe(security);
});

test.each([
  ["rota.local:8080", "such as http://rota.local:8080 or https://rota.local:8080,"],
  ["[fd00::1]:8080", "such as http://[fd00::1]:8080 or https://[fd00::1]:8080,"],
  ["<b>", "such as this one,"],
])("who comes to %s is told where it is, and how it could be there, too", async (host, words) => {
  const answer = await ask("/auth/v1/token", "203.0.113.7", { host });
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const said = await answer.text();
  expect(said).toContain("reached at https://tasks.example and http://192.168.1.5:8080.");
  expect(said).toContain(words);
  expect(said).toContain("PUBLIC_URL");
});
