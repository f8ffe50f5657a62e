import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runServe } from "./main.ts";
import { makeSecrets, type Secrets } from "./secrets.ts";

/** Tests `serve doctor` against a stand-in for the server and the proxy in front of it. */

let path = "";
let secrets: Secrets;
let answers = { status: 200, parts: {}, opensWebsockets: true };
const server = createServer((_, answer) => {
  answer.writeHead(answers.status).end(JSON.stringify({ version: "2.0.0", ...answers.parts }));
});
server.on("upgrade", ({ url = "" }, socket) => {
  const isOpen = answers.opensWebsockets && url.includes(`apikey=${secrets.publishable}`);
  socket.end(
    `HTTP/1.1 ${isOpen ? "101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade" : "400 Bad Request"}\r\n\r\n`,
  );
});

beforeEach(async () => {
  answers = { status: 200, parts: { database: "up" }, opensWebsockets: true };
  path = join(mkdtempSync(join(tmpdir(), "rota-doctor-")), "data");
  secrets = makeSecrets(path);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const place = { version: "2.0.0", url: `http://127.0.0.1:${port}`, signUp: "invited" };
  const listen = { host: "127.0.0.1", port };
  writeFileSync(join(path, "served-by.json"), JSON.stringify({ ...place, listen }));
});
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
  rmSync(join(path, ".."), { recursive: true });
});

async function doctor() {
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  const code = await runServe(["doctor", "--data", path], () => {});
  return { code, said: String(print.mock.calls) };
}

test("of a server that is well it says so in ten lines, without a secret and an address", async () => {
  const { code, said } = await doctor();
  expect(code).toBe(0);
  expect(said).toContain("version 2.0.0 serves http://…");
  expect(said).toContain("the public address answers 200");
  expect(said).toContain("its live connection is open");
  expect(said.split("\n").length).toBeLessThanOrEqual(10);
  for (const secret of ["127.0.0.1", ...Object.values(secrets)]) expect(said).not.toContain(secret);
});

test("a proxy that cuts websockets is said in one sentence", async () => {
  answers.opensWebsockets = false;
  const { code, said } = await doctor();
  expect(code).toBe(1);
  expect(said).toMatch(/its live connection answers 400: a proxy cuts websockets, so that/);
});

test("what is down, or doesn't answer, is named", async () => {
  answers.parts = { database: "down" };
  expect(await doctor()).toMatchObject({
    code: 1,
    said: expect.stringContaining("down: database"),
  });
  answers = { ...answers, parts: {}, status: 502 };
  const proxied = await doctor();
  expect(proxied).toMatchObject({ code: 1, said: expect.stringContaining("address answers 502") });
  server.close();
  const { code, said } = await doctor();
  expect(code).toBe(1);
  expect(said).toContain("nothing serves http://…");
  expect(said).toContain("the public address does not answer (ECONNREFUSED)");
  expect(said).not.toContain("a proxy");
});
