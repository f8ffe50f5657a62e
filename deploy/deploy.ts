import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError } from "embedded-supabase";
import { buildApp } from "../build/app.ts";
import { writeBackend } from "../build/backend.ts";
import { addAssets, assetsOf } from "../build/earlier-assets.ts";
import { rootFolder } from "../cli/project.ts";
import { type Check, makeChecks, privateChannelOpens, sendMailsAnswers } from "./checks.ts";
import { ACTIVE_JOBS, missingJobs, scheduleSql } from "./schedule.ts";
import {
  type DeployTarget,
  functionSecrets,
  hostedConfig,
  type KeptSettings,
  keptSettings,
  nothingKept,
  reachesMailServer,
  readTarget,
} from "./settings.ts";
import { run } from "./supabase.ts";

type Log = (line: string) => void;

const SECRETS_FILE = "functions.env";
const SCHEDULE_FILE = "schedule.sql";

/** The Supabase CLI's arguments for each step. `config` is the folder of the hosted settings. */
function commandsFor({ projectRef }: DeployTarget, config: string) {
  const remote = `--remote=${projectRef}`;
  const compare = ["config", "diff", "--workdir", config, remote];
  return {
    link: ["link", projectRef, "--yes"],
    readKeys: ["projects", "api-keys", remote, "--reveal"],
    migrate: ["db", "push", remote, "--yes"],
    compare,
    configure: ["config", "push", "--workdir", config, remote, "--yes"],
    listSecrets: ["secrets", "list", remote],
    setSecrets: ["secrets", "set", "--env-file", join(config, SECRETS_FILE), remote, "--yes"],
    // Bundled by the platform: no Docker needed here.
    deployFunctions: ["functions", "deploy", remote, "--use-api", "--yes"],
    schedule: ["db", "query", "--file", join(config, SCHEDULE_FILE), remote, "--yes"],
    checkSettings: compare,
    checkSchedule: ["db", "query", ACTIVE_JOBS, remote, "--yes"],
  };
}

type Commands = ReturnType<typeof commandsFor>;

interface ApiKeys {
  keys: { type: string; name: string; api_key: string }[];
}

/** The one that the edge functions use, too: `default` or else the first. */
function keyIn(answer: string, wanted: "publishable" | "secret"): string {
  const keys = (JSON.parse(answer) as ApiKeys).keys.filter(({ type }) => type === wanted);
  const key = keys.find(({ name }) => name === "default") ?? keys[0];
  if (key) return key.api_key;
  throw new StackError(`the project has no ${wanted} key: create one in its settings, API Keys.`);
}

/** A setting that differs, by its name in config.toml. Secrets are never one. */
interface Difference {
  name: string;
  /** what the project has */
  remote: unknown;
  /** whether our settings say anything about it */
  declared: boolean;
}

interface ConfigDiff {
  scope: { present: string[] };
  changes: { path: string[]; remote: unknown; declared: boolean }[];
}

async function readDifferences(compare: string[]): Promise<Difference[]> {
  const { scope, changes } = JSON.parse(await run("reading the settings", compare)) as ConfigDiff;
  // Without it nothing would seem to differ, and what the project has would be replaced.
  if (!scope.present.includes("auth")) {
    throw new StackError("the project's Auth settings can't be read: they were left alone.");
  }
  return changes.map(({ path, ...change }) => ({ name: path.join("."), ...change }));
}

function printKept({ enableSignup, redirectUrls }: KeptSettings, log: Log): void {
  if (!enableSignup) log("sign-up is closed in this project, and stays so.");
  if (redirectUrls.length > 0) log(`redirect addresses that stay: ${redirectUrls.join(", ")}`);
}

/** Pushes the settings; what the project keeps stays. Resolves to that and to whether mail works. */
async function configure(target: DeployTarget, commands: Commands, folder: string, log: Log) {
  const file = join(folder, "supabase/config.toml");
  const templates = "supabase/templates";
  cpSync(join(rootFolder, templates), join(folder, templates), { recursive: true });
  writeFileSync(file, hostedConfig(target, nothingKept()));
  const differences = await readDifferences(commands.compare);
  const remote = (wanted: string) => differences.find(({ name }) => name === wanted)?.remote;
  const kept = keptSettings(remote);
  printKept(kept, log);
  writeFileSync(file, hostedConfig(target, kept));
  await run("changing the settings", commands.configure);
  return { kept, sendsMail: Boolean(target.smtp ?? remote("auth.email.smtp.host")) };
}

async function setSecrets(target: DeployTarget, commands: Commands, folder: string) {
  const answer = await run("reading the functions' secrets", commands.listSecrets);
  const { secrets } = JSON.parse(answer) as { secrets: { name: string }[] };
  const stored = secrets.map(({ name }) => name);
  const text = functionSecrets(target, process.env, stored);
  writeFileSync(join(folder, SECRETS_FILE), text, { mode: 0o600 });
  await run("setting the functions' secrets", commands.setSecrets);
}

/** In a file of its own, because it has the secret key. */
async function schedule(apiUrl: string, secretKey: string, commands: Commands, folder: string) {
  const sql = scheduleSql(apiUrl, secretKey);
  writeFileSync(join(folder, SCHEDULE_FILE), sql, { mode: 0o600 });
  await run("setting the schedule up", commands.schedule);
}

/** What a deployment ends with: whether the project does what it was told. */
const checksOf = (commands: Commands, apiUrl: string, secretKey: string): Check[] => [
  {
    name: "settings",
    look: async () => {
      const differences = await readDifferences(commands.checkSettings);
      const refused = differences.filter(({ declared }) => declared).map(({ name }) => name);
      if (refused.length === 0) return "as they should be";
      throw new Error(`the project did not take ${refused.join(", ")}`);
    },
  },
  {
    name: "schedule",
    look: async () => {
      const rows = await run("reading the schedule", commands.checkSchedule);
      const missing = missingJobs(JSON.parse(rows));
      if (missing.length === 0) return "its jobs are active";
      throw new Error(`pg_cron has no active job ${missing.join(", ")}`);
    },
  },
  sendMailsAnswers(apiUrl, secretKey),
  privateChannelOpens(apiUrl, secretKey),
];

const apiUrlOf = ({ projectRef }: DeployTarget) => `https://${projectRef}.supabase.co`;

/** Builds the app for a project. */
async function build(target: DeployTarget, publishableKey: string): Promise<void> {
  const built = join(rootFolder, "dist");
  const earlier = assetsOf(built);
  await buildApp(built).catch((error: Error) => {
    throw new StackError(`building the app failed: ${error.message}`);
  });
  const { OIDC_NAME: issuer } = process.env;
  writeBackend(built, {
    ...{ url: apiUrlOf(target), publishableKey, sendsMail: true },
    ...(issuer && { issuer }),
  });
  addAssets(built, earlier);
}

const noMail = `No mail server (SMTP_HOST): Supabase's own mailer writes to members of your organisation only.
  Nobody else can sign up or reset a password. Set the SMTP_ variables and deploy again.`;

const closedPort = `Edge functions can't reach ports 25 and 587: no invitations and no morning mails are sent.
  Set SMTP_PORT to 465 or 2465, whichever your mail server has, and deploy again.`;

/** What a person still has to do, once everything else is done. */
function whatIsLeft(target: DeployTarget, sendsMail: boolean, isOpen = true): string {
  const { siteUrl, smtp } = target;
  const lines = [
    ...(sendsMail ? [] : [noMail]),
    ...(smtp && !reachesMailServer(target) ? [closedPort] : []),
    `Upload dist/ to ${siteUrl}.`,
    isOpen
      ? `Open ${siteUrl}, sign up, and follow the link in the mail.`
      : `Open ${siteUrl} and sign in.`,
  ];
  return `\nLeft for you:\n${lines.map((line) => `- ${line}`).join("\n")}\n`;
}

function printPlan(target: DeployTarget): void {
  const config = "TEMPORARY_FOLDER";
  const quoted = (arg: string) => (arg.includes(" ") ? `"${arg}"` : arg);
  const cli = Object.values(commandsFor(target, config)).map(
    (args) => `supabase ${args.map(quoted).join(" ")}`,
  );
  console.log([...cli, "vite build"].join("\n"));
  console.log(
    `(then ${apiUrlOf(target)} and the project's publishable key are written into dist/)`,
  );
  console.log(`\n${config}/supabase/config.toml:\n`);
  console.log(hostedConfig(target, nothingKept()));
  console.log(`A project that asks for longer passwords goes on doing so, one that is closed for sign-up stays
closed, and its other redirect addresses stay.`);
  console.log(whatIsLeft(target, target.smtp !== undefined));
}

/** Each step may be done again: what is there already stays as it is. */
async function deployTo(target: DeployTarget, log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rota-deploy-"));
  const commands = commandsFor(target, folder);
  const apiUrl = apiUrlOf(target);
  try {
    log(`linking ${target.projectRef}…`);
    await run("linking the project", commands.link);
    const keys = await run("reading the project's keys", commands.readKeys);
    const secretKey = keyIn(keys, "secret");
    log("applying the migrations…");
    await run("applying the migrations", commands.migrate);
    log("changing the project's settings…");
    const { kept, sendsMail } = await configure(target, commands, folder, log);
    log("deploying the edge functions…");
    await setSecrets(target, commands, folder);
    await run("deploying the functions", commands.deployFunctions);
    log("setting the schedule up…");
    await schedule(apiUrl, secretKey, commands, folder);
    log("building the app…");
    await build(target, keyIn(keys, "publishable"));
    log("checking what was deployed…");
    await makeChecks(checksOf(commands, apiUrl, secretKey), console.log);
    console.log(whatIsLeft(target, sendsMail, kept.enableSignup));
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
