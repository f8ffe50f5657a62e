import { StackError } from "./errors.ts";
import type { StackAddresses } from "./stack.ts";
import { supabaseCli } from "./supabase-cli.ts";

/** The names under which `supabase status --output json` has told what we need, newest first. */
const statusNames = {
  apiUrl: ["API_URL"],
  publishableKey: ["PUBLISHABLE_KEY", "ANON_KEY"],
  secretKey: ["SECRET_KEY", "SERVICE_ROLE_KEY"],
  dbUrl: ["DB_URL"],
  mailUrl: ["MAILPIT_URL", "INBUCKET_URL"],
} as const;

/**
 * Starts the same backend in Docker with `supabase start` and reads its addresses and keys.
 * @throws StackError when Docker does not run or the status lacks something
 */
export async function startSupabase(): Promise<StackAddresses> {
  const started = await supabaseCli(["start"], {});
  if (started.code !== 0) {
    const reason = started.stderr.trim().split("\n").at(-1) ?? "";
    throw new StackError(`supabase start failed; it needs a running Docker. ${reason}`);
  }
  const { code, stdout, stderr } = await supabaseCli(["status", "--output", "json"], {});
  if (code !== 0) throw new StackError(`supabase status failed: ${stderr.trim()}`);
  const status = JSON.parse(stdout) as Record<string, string>;
  const read = (key: keyof typeof statusNames): string => {
    const value = statusNames[key].map((name) => status[name]).find(Boolean);
    if (!value) throw new StackError(`supabase status names none of ${statusNames[key]}.`);
    return value;
  };
  const apiUrl = read("apiUrl");
  return {
    apiUrl,
    publishableKey: read("publishableKey"),
    secretKey: read("secretKey"),
    dbUrl: read("dbUrl"),
    mailUrl: read("mailUrl"),
    functionsUrl: `${apiUrl}/functions/v1`,
  };
}
