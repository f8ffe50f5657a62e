import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSupabase } from "./on-supabase.ts";

/** The answer of CLI 3.1 on a machine without Docker and Internet, shortened. */
const download =
  "Stack failed: Unable to prepare database artifact: Unable to download the slim-services archive: https://github.com/supabase/slim-services/releases/download/postgres.tar.zst (Transport error: getaddrinfo ENOTFOUND github.com)";

let folder = "";

/** A program in place of the CLI that fails to start in the given way. */
function failWith(error: object): void {
  const program = join(folder, "supabase");
  const answer = JSON.stringify({ _tag: "Error", error });
  const script = `#!/usr/bin/env node
    require("node:fs").appendFileSync(${JSON.stringify(join(folder, "log"))}, process.argv[2] + "\\n");
    if (process.argv[2] === "start") { console.log(${JSON.stringify(answer)}); process.exitCode = 1; }`;
  writeFileSync(program, script, { mode: 0o755 });
  vi.stubEnv("SUPABASE_CLI_BINARY_OVERRIDE", program);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "supabase-cli-"));
  vi.stubEnv("PATH", dirname(process.execPath));
  vi.stubEnv("DOCKER_HOST", "tcp://127.0.0.1:1");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("without Docker and without a download it says so in one sentence and leaves nothing running", async () => {
  failWith({ code: "ExperimentalStackStartError", message: download });
  await expect(startSupabase(folder, () => {})).rejects.toThrow(
    "Docker is not running, and what Supabase needs to run without it could not be downloaded (getaddrinfo ENOTFOUND github.com): start Docker, or try again with a connection to github.com.",
  );
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("start\nstop\n");
});

test("another reason is passed on with the CLI's advice", async () => {
  failWith({
    code: "ExperimentalStackStartError",
    message: "PostgreSQL cannot be run as root",
    suggestion: "Set SUPABASE_NATIVE_POSTGRES_USER=<user>.",
  });
  await expect(startSupabase(folder, () => {})).rejects.toThrow(
    "Docker is not running, and without it supabase start failed: PostgreSQL cannot be run as root. Set SUPABASE_NATIVE_POSTGRES_USER=<user>.",
  );
});
