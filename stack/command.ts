import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StackError } from "./errors.ts";
import { startStack } from "./stack.ts";

const usage = `Usage: embedded-supabase start [OPTIONS]   in a folder with supabase/config.toml
  --port-base N   N API, N+1 database, N+2 SMTP, N+3 mailbox, … instead of the configured ports
  --data DIR      keeps the data there; without it, it is thrown away in the end
  --no-seed       leaves supabase/seed.sql out
  --json          prints the addresses and keys as one line of JSON`;

/**
 * The program `embedded-supabase`, until it is stopped.
 * @returns its exit code
 */
export async function runCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "port-base": { type: "string" },
      data: { type: "string" },
      "no-seed": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  if (positionals.join(" ") !== "start") throw new StackError(usage);
  const base = values["port-base"];
  const path = values.data && resolve(values.data);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopped.abort(new StackError("stopped.")));
  }
  const stack = await startStack(
    {
      projectFolder: process.cwd(),
      portBase: base === undefined ? undefined : Number(base),
      data: path ? { path, remedy: `start over with "rm -r ${path}"` } : undefined,
      seed: !values["no-seed"] && existsSync("supabase/seed.sql"),
    },
    (line) => console.error(line),
    stopped.signal,
  );
  const lines = Object.entries(stack.addresses).map(([name, value]) => `${name}: ${value}`);
  console.log(values.json ? JSON.stringify(stack.addresses) : lines.join("\n"));
  const end = new Promise<undefined>((done) => {
    if (stopped.signal.aborted) done(undefined);
    stopped.signal.addEventListener("abort", () => done(undefined));
  });
  const broken = await Promise.race([stack.broken, end]);
  await stack.stop();
  if (broken) throw broken;
  return 0;
}
