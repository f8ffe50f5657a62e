import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FolderChoice, StackError } from "embedded-supabase";
import { forgetOperators } from "embedded-supabase/tools";
import { asksForHelp, helpText } from "../help.ts";
import { chooseFolder, isPackage, packageVersion, rootFolder, serveCommand } from "../project.ts";
import type { ImportOptions } from "./import-file.ts";
import { latestBackup } from "./kept-backups.ts";
import { withKept } from "./kept-settings.ts";
import { operatorsIn, type Running } from "./operator-table.ts";
import { readPublicUrls, readServeSettings, requirePublicUrl } from "./settings.ts";
import { servedPlace } from "./upgrade.ts";

const usageOf = (words: string, meaning: string, options?: string) =>
  [serveCommand(words, options), meaning] as const;

export const serveUsage = helpText([
  usageOf("", "a server of one's own", "[--data DIR] [--listen HOST:PORT]"),
  usageOf("invite [ADDRESS]", "prints a link with which a person makes an account"),
  usageOf("people", "lists the accounts"),
  usageOf("status", "whether it serves, what does not work and since when"),
  usageOf("doctor", "what is there, what runs and what doesn't answer, to paste into a question"),
  usageOf("reset ADDRESS", "turns a second factor off, and prints a link for a new password"),
  usageOf(
    "import FILE",
    "another program's file, or a household's own: says what it would do, --yes does it",
    "--as KEEPER [--household NAME] [--people CSV] [--answers CSV] [--yes]",
  ),
  usageOf("close ADDRESS", "closes an account for good"),
  usageOf("operator ADDRESS", "lets a person run the server in the browser"),
  usageOf("no-operator ADDRESS", "ends that"),
  usageOf("backup FILE", "writes all data into a file"),
  usageOf("verify FILE", "whether it can be restored"),
  usageOf("restore FILE", "brings it back, or into a new folder", "[--replace]"),
  usageOf("backup FILE", "of a hosted project (SUPABASE_DB_URL)", "--from-supabase"),
  usageOf("restore FILE", "into one that is new", "--to-supabase"),
  usageOf("rotate-keys", "ends all sessions"),
  usageOf("install-service", "writes a unit for systemd"),
]);

type Log = (line: string) => void;

interface Told {
  readonly folder: FolderChoice;
  readonly listen: string;
  readonly replace: boolean;
  /** whether to use a hosted project instead of the folder */
  readonly onSupabase: boolean;
  /** the words after the verb */
  readonly words: readonly string[];
  readonly importing: ImportOptions;
  readonly log: Log;
}

interface Verb {
  /** how many words may follow it */
  readonly takes: readonly [least: number, most: number];
  /** Resolves to the output, and whether the command succeeded. */
  readonly run: (told: Told) => Promise<string | { text: string; isWell: boolean }>;
}

/** The base of links: PUBLIC_URL, or the address given when the server was started. */
const urlOf = ({ folder, listen }: Told) =>
  (!process.env.PUBLIC_URL && servedPlace(folder)?.url) || readPublicUrls(process.env, listen)[0];

const people = () => import("./people.ts");

const NEW_KEYS =
  "the keys of this folder are new: links in mails sent before end, and devices ask for notifications anew. To keep both, begin again with the old folder's secrets.json in a new one.";

/** Copies data to or from a file, for the server's folder or a hosted project. */
const moving = (verb: "backup" | "restore"): Verb => ({
  takes: [1, 1],
  run: async ({ folder, replace, onSupabase, words: [file = ""], log }) => {
    const { hasSecrets, makeSecrets, openedFolder } = await import("./secrets.ts");
    const commands = await import("../backup/commands.ts");
    const databaseUrl = onSupabase ? readDatabaseUrl() : undefined;
    const isNew = verb === "restore" && !databaseUrl && !hasSecrets(folder.path);
    const isThere = existsSync(folder.path);
    if (isNew) makeSecrets(folder.path);
    try {
      const opened = databaseUrl ? folder : openedFolder(folder);
      const options = { folder: opened, databaseUrl, replace, closesExamples: true };
      await commands[verb](file, options, log);
    } catch (error) {
      if (isNew) forget(folder.path, isThere);
      throw error;
    }
    // An account of the same id in the file may be another person's.
    if (verb === "restore" && !databaseUrl && forgetOperators(operatorsIn(folder))) {
      log(
        `nobody runs this server in the browser now: "${serveCommand("operator ADDRESS")}" says who does.`,
      );
    }
    if (isNew) {
      await (await people()).forgetDevices(folder, log);
      log(NEW_KEYS);
    }
    return "";
  },
});

/** Makes a person an operator of the server, or ends that. */
const lettingRun = (isOne: boolean): Verb => ({
  takes: [1, 1],
  run: async ({ folder, words: [address = ""], log }) => {
    await (await people()).letRun(address, isOne, folder, log);
    return isOne
      ? `${address} finds this server in the settings.`
      : `${address} runs this server no longer.`;
  },
});

/** Deletes the data of a failed start. @param isThere whether its folder existed, empty, and stays */
function forget(path: string, isThere: boolean): void {
  const begun = isThere ? readdirSync(path).map((name) => join(path, name)) : [path];
  for (const each of begun.filter((name) => !name.endsWith("lost+found"))) {
    rmSync(each, { recursive: true, force: true });
  }
}

function readDatabaseUrl(): string {
  const { SUPABASE_DB_URL: url } = process.env;
  if (url && /^postgres(?:ql)?:\/\//.test(url)) return url;
  throw new StackError(
    "SUPABASE_DB_URL is not set: say the project's connection string, as its dashboard shows it under Connect.",
  );
}

const verbs: Readonly<Record<string, Verb>> = {
  invite: {
    takes: [0, 1],
    run: async (told) => {
      const { folder, words, log } = told;
      const [address] = words;
      const { invite, signUpLink } = await people();
      const url = urlOf(told);
      return address === undefined ? signUpLink(folder, url) : invite(address, folder, url, log);
    },
  },
  people: {
    takes: [0, 0],
    run: async ({ folder, log }) => {
      const lines = await (await people()).people(folder, log);
      return lines.join("\n") || "Nobody has an account yet.";
    },
  },
  reset: {
    takes: [1, 1],
    run: async (told) => {
      const { folder, words, log } = told;
      const [address = ""] = words;
      return (await people()).resetPassword(address, folder, urlOf(told), log);
    },
  },
  status: {
    takes: [0, 0],
    run: async ({ folder }) =>
      (await (await import("./status.ts")).status(folder)).lines.join("\n"),
  },
  doctor: {
    takes: [0, 0],
    run: async ({ folder }) => (await import("./doctor.ts")).doctor(folder),
  },
  import: {
    takes: [1, 1],
    run: async ({ folder, importing, words: [file = ""], log }) => {
      const { importFile, readWishes } = await import("./import-file.ts");
      return importFile(readWishes(file, importing), folder, log);
    },
  },
  close: {
    takes: [1, 1],
    run: async ({ folder, words: [address = ""], log }) => {
      await (await people()).closeAccount(address, folder, log);
      return `The account of ${address} is closed.`;
    },
  },
  operator: lettingRun(true),
  "no-operator": lettingRun(false),
  backup: moving("backup"),
  restore: moving("restore"),
  verify: {
    takes: [1, 1],
    run: async ({ folder, words: [file = ""], log }) => {
      await (await import("./backups.ts")).verify(file, folder, log, "asked");
      return "";
    },
  },
  "rotate-keys": {
    takes: [0, 0],
    run: async ({ folder, log }) => {
      await (await people()).endSessions(folder, log);
      (await import("./secrets.ts")).rotateKeys(folder.path);
      log("the keys are new: start the server again, and everybody signs in again.");
      return "";
    },
  },
  "install-service": {
    takes: [0, 0],
    run: async ({ folder, listen }) => {
      const { hasVariables, installService } = await import("./service-unit.ts");
      const isAgain = !process.env.PUBLIC_URL && hasVariables(folder.path);
      if (!isAgain) requirePublicUrl(process.env);
      if (!isAgain) readServeSettings(process.env, listen);
      return installService(folder.path, listen, process.env);
    },
  },
};

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        listen: { type: "string", default: "127.0.0.1:8080" },
        replace: { type: "boolean", default: false },
        "from-supabase": { type: "boolean", default: false },
        "to-supabase": { type: "boolean", default: false },
        version: { type: "boolean", default: false },
        as: { type: "string" },
        household: { type: "string" },
        people: { type: "string" },
        answers: { type: "string" },
        yes: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new StackError(`${(error as Error).message}\n${serveUsage}`);
  }
}

/** A sentence for error messages on how to continue without losing data. */
function remedyFor(path: string): string {
  const backup = latestBackup(path);
  const other = `${path}-restored`;
  return backup
    ? `restore the last backup into another folder ("${serveCommand(`restore ${backup}`, `--data ${other}`)}")`
    : `begin with another folder ("${serveCommand("", `--data ${other}`)}")`;
}

/** Adds the time in UTC to a server's messages. */
const timed =
  (log: Log): Log =>
  (line) =>
    log(`${new Date().toISOString().slice(0, "2026-11-27T10:08:08".length)}Z ${line}`);

/** `npm run serve`, and the commands for a server. */
export async function runServe(args: string[], log: Log): Promise<number> {
  if (asksForHelp(args)) {
    console.log(serveUsage);
    return 0;
  }
  const { values, positionals } = parse(args);
  const { listen, replace, as, household, people, answers, yes } = values;
  const importing = { as, household, people, answers, yes };
  if (values.version) {
    console.log(packageVersion());
    return 0;
  }
  const { path } = chooseFolder(
    values.data ??
      process.env.ROTA_DATA ??
      (isPackage ? ".rota-server" : join(rootFolder, ".rota-server")),
  );
  const folder = { path, remedy: remedyFor(path) };
  const [name, ...words] = positionals;
  if (name === undefined) {
    const { url } = servedPlace(folder) ?? {};
    const read: Running["readSettings"] = (variables) => readServeSettings(variables, listen);
    const settings = read(withKept(folder, process.env));
    // Otherwise people who know the server by another address couldn't reach it any more.
    if (url && !settings.publicUrls.includes(url)) requirePublicUrl(process.env, url);
    return (await import("../commands.ts")).serve(read, folder, timed(log));
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb || words.length < verb.takes[0] || words.length > verb.takes[1]) {
    throw new StackError(`unknown: ${positionals.join(" ")}\n${serveUsage}`);
  }
  const onSupabase = values[name === "backup" ? "from-supabase" : "to-supabase"];
  const said = await verb.run({ folder, listen, replace, onSupabase, words, importing, log });
  const { text, isWell } = typeof said === "string" ? { text: said, isWell: true } : said;
  if (text !== "") console.log(text);
  return isWell ? 0 : 1;
}
