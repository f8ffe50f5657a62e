import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Site } from "../site.ts";
import { Troubles } from "../troubles.ts";
import { createFront } from "./front.ts";
import { shared } from "./gateway.ts";
import { peerBehindProxy } from "./peer.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "front-"));
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'" />`;
  writeFileSync(join(folder, "index.html"), policy);
});
afterAll(() => rmSync(folder, { recursive: true }));

const states = { api: "up", realtime: "down" };

/** What the front answers to somebody at an address. */
function ask(path: string, remoteAddress: string, headers: Record<string, string>) {
  const site: Site = {
    ...{
      urls: ["https://tasks.example", "http://192.168.1.5:8080"],
      version: "1.2.3",
      appFolder: folder,
    },
    listen: { host: "127.0.0.1", port: 8080 },
    allowed: { auth: {}, calls: [], tables: {}, functions: [] },
    ...{ isOpen: false, invitedCall: undefined, signUpLinks: "", mailServer: null, reaches: [] },
    ...{ trustedProxies: ["10.0.0.9"], troubles: join(folder, "troubles"), functionVariables: {} },
  };
  const front = createFront(
    site,
    () => Response.json(states, { status: 503 }),
    peerBehindProxy(site.trustedProxies),
  );
  return front.request(path, { headers }, { incoming: { socket: { remoteAddress } } });
}

test.each([
  ["a stranger", "203.0.113.7", { host: "10.0.0.1:8080" }],
  ["a stranger behind a proxy", "127.0.0.1", { host: "x", "x-forwarded-for": "203.0.113.7" }],
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
