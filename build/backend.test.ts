import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeBackend } from "./backend.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-backend-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const backend = { url: "https://rota.example", publishableKey: "k</script>", sendsMail: false };

test("page and worker name the backend, and the policy lets them reach nothing else", () => {
  const page = join(folder, "index.html");
  const worker = join(folder, "worker.js");
  writeFileSync(page, `connect-src 'self'; <script id="backend">"ROTA_BACKEND"</script>`);
  writeFileSync(worker, "let e=ROTA_BACKEND;");
  writeBackend(folder, { ...backend, url: "https://rota.example/" });
  const [, json = ""] = /backend">(.*)<\/script>$/.exec(readFileSync(page, "utf8")) ?? [];
  expect(JSON.parse(json)).toEqual(backend);
  expect(json).not.toContain("<");
  expect(readFileSync(page, "utf8")).toMatch(
    /^connect-src 'self' https:\/\/rota\.example wss:\/\/rota\.example;/,
  );
  expect(readFileSync(worker, "utf8")).toBe(`let e=${json};`);
});

test("one that is reached at several addresses has the page's own", () => {
  const page = join(folder, "index.html");
  writeFileSync(page, `connect-src 'self'; "ROTA_BACKEND"`);
  const addresses = ["https://rota.example", "http://192.168.1.5:8080"];
  writeBackend(folder, { ...backend, url: "" }, addresses);
  expect(readFileSync(page, "utf8")).toMatch(
    /^connect-src 'self' https:\/\/rota\.example wss:\/\/rota\.example http:\/\/192\.168\.1\.5:8080 ws:\/\/192\.168\.1\.5:8080; {"url":""/,
  );
});
