import { afterAll, beforeAll, expect, test } from "vitest";
import { serveApp } from "../../cli/app-server.ts";
import { readConfig } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";
import { ask, local } from "../../stack/tests/support/ask.ts";
import { stackUnderTest } from "../support/environment.ts";

/** A page on the Internet can have its name lead to this machine; nothing here answers to that name. */

const { apiUrl, publishableKey } = stackUnderTest();
const portOf = (url: string) => Number(new URL(url).port);
const apiPort = portOf(apiUrl);
// The stack gives its functions their ports in the order of their names.
const functionPort =
  apiPort + 10 + Object.keys(readConfig().functions).sort().indexOf("create-task");

let app: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  app = await serveApp(stackUnderTest(), await findPortBase(1));
}, 120_000);
afterAll(() => app?.close());

test("an edge function refuses the pages of another name by their origin", async () => {
  const call = (host: string) =>
    ask(functionPort, "/create-task", {
      host,
      method: "POST",
      headers: { origin: `http://${host}`, apikey: publishableKey },
    });
  expect((await call(`evil.example:${functionPort}`)).status).toBe(403);
  expect((await call(`127.0.0.1:${functionPort}`)).status).toBe(401);
});

test("the app's development server answers to this machine's names alone", async () => {
  const port = portOf(app.url);
  for (const host of local(port)) expect((await ask(port, "/", { host })).status).toBe(200);
  for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`]) {
    const { status, text } = await ask(port, "/", { host });
    expect(status).toBe(403);
    expect(text).toContain("not allowed");
  }
});
