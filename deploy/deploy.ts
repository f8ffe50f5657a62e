import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError } from "embedded-supabase/errors.ts";
import { failureOf, supabaseCli } from "embedded-supabase/supabase-cli.ts";
import { readConfig, rootFolder } from "../cli/project.ts";
import {
  type DeployTarget,
  functionSecrets,
  hostedConfig,
  reachesMailServer,
  readTarget,
} from "./settings.ts";

type Log = (line: string) => void;

const SECRETS_FILE = "functions.env";

/** The Supabase CLI's arguments for each step. `config` is the folder of the hosted settings. */
function commandsFor({ projectRef }: DeployTarget, config: string) {
  const remote = `--remote=${projectRef}`;
  return {
    link: ["link", projectRef, "--yes"],
    readKeys: ["projects", "api-keys", remote, "--reveal"],
    migrate: ["db", "push", remote, "--yes"],
    compare: ["config", "diff", "--workdir", config, remote],
    configure: ["config", "push", "--workdir", config, remote, "--yes"],
    setSecrets: ["secrets", "set", "--env-file", join(config, SECRETS_FILE), remote, "--yes"],
    // Bundled by the platform: no Docker needed here.
    deployFunctions: ["functions", "deploy", remote, "--use-api", "--yes"],
  };
}

/**
 * Runs the CLI against the hosted project. Resolves to its answer, a JSON text.
 * @param env what the command lines must not show
 * @throws StackError with the CLI's reason
 */
async function run(
  what: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const result = await supabaseCli(rootFolder, [...args, "--output-format", "json"], env);
  if (process.env.STACK_VERBOSE) process.stderr.write(`${result.stderr}${result.stdout}`);
  if (result.code === 0) return result.stdout;
  const { code, reason } = failureOf(result);
  if (code === "AccessTokenRequiredError") {
    throw new StackError(
      'you are not logged in to Supabase: run "npx supabase login", or set SUPABASE_ACCESS_TOKEN.',
    );
  }
  throw new StackError(`${what} failed, and nothing after it was done: ${reason}`);
}

interface ApiKeys {
  keys: { type: string; api_key: string }[];
}

function keyIn(output: string, wanted: "publishable" | "secret"): string {
  const { keys } = JSON.parse(output) as ApiKeys;
  const key = keys.find(({ type }) => type === wanted);
  if (key) return key.api_key;
  throw new StackError(`the project has no ${wanted} key: create one in its settings, API Keys.`);
}

interface ConfigDifferences {
  changes: { path: string[]; remote: unknown }[];
}

/** What the project has where the settings differ. Secrets are never part of it. */
function remoteValue(output: string, path: string): unknown {
  const { changes } = JSON.parse(output) as ConfigDifferences;
  return changes.find((change) => change.path.join(".") === path)?.remote;
}

/** Pushes the settings; a longer minimum that somebody chose stays. Resolves to whether mail works. */
async function configure(
  target: DeployTarget,
  { compare, configure: push }: ReturnType<typeof commandsFor>,
  folder: string,
): Promise<boolean> {
  const file = join(folder, "supabase/config.toml");
  const templates = "supabase/templates";
  cpSync(join(rootFolder, templates), join(folder, templates), { recursive: true });
  const { minimum_password_length: minimum } = readConfig().auth;
  writeFileSync(file, hostedConfig(target, minimum));
  const differences = await run("reading the settings", compare);
  const chosen = remoteValue(differences, "auth.minimum_password_length");
  if (typeof chosen === "number" && chosen > minimum) {
    writeFileSync(file, hostedConfig(target, chosen));
  }
  await run("changing the settings", push);
  return Boolean(target.smtp ?? remoteValue(differences, "auth.email.smtp.host"));
}

const apiUrlOf = ({ projectRef }: DeployTarget) => `https://${projectRef}.supabase.co`;

function build(target: DeployTarget, publishableKey: string): Promise<void> {
  const vite = join(rootFolder, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: rootFolder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      VITE_SUPABASE_URL: apiUrlOf(target),
      VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new StackError("building the app failed.")),
    );
  });
}

const noMail = `No mail server (SMTP_HOST): Supabase's own mailer writes to members of your organisation only.
  Nobody else can sign up or reset a password. Set the SMTP_ variables and deploy again.`;

const closedPort = `Edge functions can't reach ports 25 and 587: no invitations and no morning mails are sent.
  Set SMTP_PORT to 465 or 2465, whichever your mail server has, and deploy again.`;

/** What a person still has to do, once everything else is done. */
function whatIsLeft(target: DeployTarget, sendsMail: boolean): string {
  const { siteUrl, smtp } = target;
  const steps = [
    `Upload dist/ to ${siteUrl}; unknown paths answer with index.html.`,
    "Let that host add the header  Content-Security-Policy: frame-ancestors 'none'",
    `Open ${siteUrl}, sign up, and follow the link in the mail.`,
  ];
  const problems = [
    ...(sendsMail ? [] : [noMail]),
    ...(smtp && !reachesMailServer(target) ? [closedPort] : []),
  ];
  const lines = [...problems, ...steps];
  return `\nLeft for you:\n${lines.map((line) => `- ${line}`).join("\n")}\n`;
}

function printPlan(target: DeployTarget): void {
  const config = "TEMPORARY_FOLDER";
  const cli = Object.values(commandsFor(target, config)).map(
    (args) => `supabase ${args.join(" ")}`,
  );
  const env = `VITE_SUPABASE_URL=${apiUrlOf(target)} VITE_SUPABASE_PUBLISHABLE_KEY=<the project's>`;
  console.log([...cli, `${env} vite build`].join("\n"));
  console.log(`\n${config}/supabase/config.toml:\n`);
  console.log(hostedConfig(target, readConfig().auth.minimum_password_length));
  console.log("If the project asks for longer passwords than that, it goes on doing so.");
  console.log(whatIsLeft(target, target.smtp !== undefined));
}

/** Each step may be done again: what is there already stays as it is. */
async function deployTo(target: DeployTarget, log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rota-deploy-"));
  const commands = commandsFor(target, folder);
  try {
    log(`linking ${target.projectRef}…`);
    await run("linking the project", commands.link);
    const keys = await run("reading the project's keys", commands.readKeys);
    const publishableKey = keyIn(keys, "publishable");
    log("applying the migrations…");
    // By the names in config.toml: they go into Vault, for the schedule.
    await run("applying the migrations", commands.migrate, {
      VAULT_PROJECT_URL: apiUrlOf(target),
      VAULT_SECRET_KEY: keyIn(keys, "secret"),
    });
    log("changing the project's settings…");
    const sendsMail = await configure(target, commands, folder);
    log("deploying the edge functions…");
    writeFileSync(join(folder, SECRETS_FILE), functionSecrets(target, process.env), {
      mode: 0o600,
    });
    await run("setting the functions' secrets", commands.setSecrets);
    await run("deploying the functions", commands.deployFunctions);
    log("building the app…");
    await build(target, publishableKey);
    console.log(whatIsLeft(target, sendsMail));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * `npm run deploy`: puts this checkout on a hosted Supabase project and builds the app for it. Reads
 * the environment and, for what is not set there, the file .env.deploy.
 */
export async function deploy(args: string[], log: Log): Promise<number> {
  const [option, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && option !== "--dry-run")) {
    throw new StackError(`unknown: ${args.join(" ")}\nUsage: npm run deploy [-- --dry-run]`);
  }
  const file = join(rootFolder, ".env.deploy");
  if (existsSync(file)) process.loadEnvFile(file);
  const target = readTarget(process.env);
  if (option) printPlan(target);
  else await deployTo(target, log);
  return 0;
}
