import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { runBootstrap } from "../support/stack-process.ts";

/** A fresh clone in which nothing is installed, with a registry of the test's own. */
let clone = "";
let registry: Server;
beforeEach(async () => {
  clone = mkdtempSync(join(tmpdir(), "rota-install-"));
  for (const folder of ["cli", "stack"]) mkdirSync(join(clone, folder));
  const files = ["package.json", "package-lock.json", "cli/bootstrap.mjs", "stack/package.json"];
  for (const file of files) {
    copyFileSync(join(rootFolder, file), join(clone, file));
  }
  registry = createServer().listen(0, "127.0.0.1");
  await once(registry, "listening");
});
afterEach(() => {
  registry.close();
  rmSync(clone, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const host = () => `127.0.0.1:${(registry.address() as AddressInfo).port}`;

function start(npmRegistry: string) {
  const env = {
    ...process.env,
    npm_config_registry: `http://${npmRegistry}`,
    npm_config_cache: join(clone, "cache"),
  };
  return runBootstrap(["start"], { env }, clone);
}

test("a first start that can't reach the registry says so instead of trying every package", async () => {
  const unreachable = host();
  registry.close();
  const { exitCode, log } = start(unreachable);
  expect(await exitCode).toBe(1);
  expect(log()).toContain(
    `the packages could not be installed (${unreachable} does not answer: ECONNREFUSED): check the network connection to the npm registry and run the command again.`,
  );
  expect(log()).not.toContain("    at ");
}, 120_000);

test("Ctrl-C during the installation ends it and npm, and is no failure", async () => {
  const asked = once(registry, "connection") as Promise<[Socket]>;
  const { child, exitCode, log } = start(host());
  const [socket] = await asked;
  const npmIsGone = once(socket.resume(), "close");
  child.kill("SIGINT");
  expect(await exitCode).toBe(0);
  expect(log()).toContain("rota: stopped.");
  await npmIsGone;
}, 120_000);
