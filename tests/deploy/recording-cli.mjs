#!/usr/bin/env node
/** Wraps the real Supabase CLI: notes its arguments, and leads `db push` to the test's database. */
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";

const { SUPABASE_CLI_BINARY_OVERRIDE: _, ...env } = process.env;
const args = process.argv.slice(2);
const quoted = args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg));
appendFileSync(env.ROTA_TEST_CLI_LOG, `supabase ${quoted.join(" ")}\n`);
const isPush = args[0] === "db" && args[1] === "push";
const database = `--remote=${env.ROTA_TEST_DATABASE_URL}`;
const given = args.map((arg) => (isPush && arg.startsWith("--remote=") ? database : arg));
const { status } = spawnSync(process.execPath, [env.ROTA_TEST_CLI, ...given], {
  stdio: "inherit",
  env,
});
process.exitCode = status ?? 1;
