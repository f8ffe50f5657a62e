import { spawn } from "node:child_process";
import { localKeys } from "./config.ts";
import { migrate, seed } from "./database-setup.ts";
import { StackError } from "./errors.ts";
import type { Progress, StackAddresses } from "./stack.ts";
import { type CliResult, failureOf, supabaseCli } from "./supabase-cli.ts";

/** A local Supabase, which keeps running when this program ends. */
export interface LocalSupabase {
  addresses: StackAddresses;
  stopCommand: string;
}

/** The CLI's names for the values used here, newest first. */
const statusNames = {
  apiUrl: ["API_URL"],
  publishableKey: ["PUBLISHABLE_KEY", "ANON_KEY"],
  secretKey: ["SECRET_KEY", "SERVICE_ROLE_KEY"],
  dbUrl: ["DB_URL"],
  mailUrl: ["MAILPIT_URL", "INBUCKET_URL"],
} as const;

function addressesFrom(status: Record<string, string>): StackAddresses {
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

/** Whether the Docker daemon answers, not only whether Docker is installed. */
function hasDocker(): Promise<boolean> {
  return new Promise((resolve) => {
    const docker = spawn("docker", ["info"], { stdio: "ignore" });
    docker.on("error", () => resolve(false));
    docker.on("exit", (code) => resolve(code === 0));
  });
}

async function startContainers(projectFolder: string): Promise<LocalSupabase> {
  const started = await supabaseCli(projectFolder, ["start"], {});
  if (started.code !== 0) throw new StackError(`supabase start failed: ${started.stderr.trim()}`);
  const status = await supabaseCli(projectFolder, ["status", "--output", "json"], {});
  if (status.code !== 0) throw new StackError(`supabase status failed: ${status.stderr.trim()}`);
  return { addresses: addressesFrom(JSON.parse(status.stdout)), stopCommand: "npx supabase stop" };
}

const native = { SUPABASE_EXPERIMENTAL_STACK: "1" };

function nativeFailure(result: CliResult): StackError {
  const { reason } = failureOf(result);
  if (!reason.includes("Unable to download")) {
    return new StackError(`Docker is not running, and without it supabase start failed: ${reason}`);
  }
  const [cause = "no answer"] = /getaddrinfo \w+ [\w.-]+/.exec(reason) ?? [];
  return new StackError(
    `Docker is not running, and what Supabase needs to run without it could not be downloaded (${cause}): start Docker, or try again with a connection to github.com.`,
  );
}

/** The CLI's experimental mode without containers: it downloads and runs the services' programs. */
async function startNative(projectFolder: string): Promise<LocalSupabase> {
  const options = ["--runtime", "native", "--eager", "--exclude", "studio"];
  const started = await supabaseCli(
    projectFolder,
    ["start", ...options, "--output-format", "json"],
    native,
  );
  if (started.code !== 0) {
    await supabaseCli(projectFolder, ["stop"], native);
    throw nativeFailure(started);
  }
  const { env } = JSON.parse(started.stdout) as { env: Record<string, string> };
  const addresses = addressesFrom(env);
  const databasePort = Number(new URL(addresses.dbUrl).port);
  await migrate(projectFolder, databasePort, {
    remedy: 'start over with "supabase db reset"',
    password: localKeys.databasePassword,
  });
  await seed(projectFolder, databasePort);
  return { addresses, stopCommand: "SUPABASE_EXPERIMENTAL_STACK=1 npx supabase stop" };
}

/**
 * Starts the same backend with `supabase start` and reads its addresses and keys: in Docker, or without Docker
 * as programs that the CLI downloads.
 * @param projectFolder contains `supabase/`
 * @throws StackError naming what is missing; then nothing is left running
 */
export async function startSupabase(
  projectFolder: string,
  progress: Progress,
): Promise<LocalSupabase> {
  if (await hasDocker()) {
    progress("starting the Supabase containers…");
    return startContainers(projectFolder);
  }
  progress("Docker is not running: starting Supabase without it (experimental)…");
  return startNative(projectFolder);
}
