import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mark } from "../cluster.ts";
import { makeCluster } from "./new-cluster.ts";

/** Writes into a folder while it exists, but not for ever. */
const WRITER = `
  const { writeFileSync } = require("node:fs");
  for (let n = 0; n < 5000; n += 1) {
    writeFileSync(process.argv[1] + "/" + n, "");
    if (n === 100) console.log("writes");
  }`;

test("what a killed start has left goes, though what that started still writes there", async () => {
  const path = mkdtempSync(join(tmpdir(), "embedded-supabase-cluster-"));
  const left = join(path, "unfinished/postgres");
  mkdirSync(left, { recursive: true });
  mark(join(path, "unfinished"));
  const writer = spawn(process.execPath, ["-e", WRITER, left], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(writer, "exit");
  await once(writer.stdout, "data");
  const folder = { path, postgres: join(path, "postgres"), password: "secret" };
  const settings = { initdb: "true", user: undefined, superuser: "admin" };
  await makeCluster(folder as never, settings, undefined);
  await ended;
  expect(existsSync(folder.postgres)).toBe(true);
  expect(existsSync(join(path, "unfinished"))).toBe(false);
  rmSync(path, { recursive: true });
});
