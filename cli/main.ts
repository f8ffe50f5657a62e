import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resetData } from "embedded-supabase/data-folder.ts";
import { forgetCallersSettings } from "embedded-supabase/environment.ts";
import { StackError } from "embedded-supabase/errors.ts";
import type { StackOptions } from "embedded-supabase/stack.ts";
import { chooseFolder, rootFolder } from "./project.ts";
import { readServeSettings } from "./serve/settings.ts";

const usage = `Usage:
  npm start [-- OPTIONS]                the app and its backend
  npm run stack [-- OPTIONS] [--json]   the backend alone
  npm run stack reset [-- --data DIR]   empties the data
  npm run stack backup FILE [-- --data DIR] [--replace]
  npm run stack restore FILE [-- --data DIR] [--replace]
  npm run serve [-- --data DIR] [--listen HOST:PORT]   a server of one's own
  npm run serve invite ADDRESS [NAME] | people | rotate-keys 
  npm run serve backup FILE | verify FILE | restore FILE
Options:
  --port-base N   move all ports (N API, N+1 database, N+2 SMTP, N+3 mailbox, N+9 app, …)
  --app-port N    the app's port
  --data DIR      keep the data there instead of .rota
  --ephemeral     keep the data in a throw-away folder
  --no-seed       leave the example accounts and tasks out
  --replace       replace the file (backup) or the people (restore) that are there`;

const log = (line: string) => console.error(`rota: ${line}`);

function parsePort(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new StackError(`${name} takes a port number from 1 to 65000, not "${text}".`);
  }
  return port;
}

/** The options of the command line. @throws StackError with the usage for an unknown one. */
function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        "port-base": { type: "string" },
        "app-port": { type: "string" },
        data: { type: "string" },
        ephemeral: { type: "boolean", default: false },
        "no-seed": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        "on-supabase": { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        update: { type: "boolean", default: false },
      },
    });
    const folder = chooseFolder(values.data);
    if (existsSync(join(folder.path, "secrets.json"))) {
      throw new StackError(`${folder.path} is a server's data, which "npm run serve" alone opens.`);
    }
    const options: StackOptions = {
      projectFolder: rootFolder,
      portBase: parsePort("--port-base", values["port-base"]),
      appPort: parsePort("--app-port", values["app-port"]),
      data: values.ephemeral ? undefined : folder,
      seed: !values["no-seed"],
    };
    return { values, positionals, options, folder };
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(`${(error as Error).message}\n${usage}`);
  }
}

/** `npm run serve`, and what is done to a server beside it. */
async function runServe(args: string[]): Promise<number> {
  const { values, positionals } = parseServe(args);
  const { path } = chooseFolder(values.data ?? join(rootFolder, ".rota-server"));
  const folder = { path, reset: `rm -r ${path}` };
  const [verb, address, ...more] = positionals;
  if (verb === "rotate-keys" && address === undefined) {
    await (await import("./serve/people.ts")).endSessions(folder, log);
    (await import("./serve/secrets.ts")).rotateKeys(path);
    log("the keys are new: start the server again, and everybody signs in again.");
    return 0;
  }
  if (verb === "people" && address === undefined) {
    const lines = await (await import("./serve/people.ts")).people(folder, log);
    console.log(lines.length > 0 ? lines.join("\n") : "Nobody has an account yet.");
    return 0;
  }
  if ((verb === "backup" || verb === "restore") && address !== undefined && more.length === 0) {
    const { openedFolder } = await import("./serve/secrets.ts");
    const commands = await import("./backup/commands.ts");
    return commands[verb](address, { folder: openedFolder(folder), replace: values.replace }, log);
  }
  if (verb === "verify" && address !== undefined && more.length === 0) {
    await (await import("./serve/backups.ts")).verify(address, log);
    return 0;
  }
  const isInvitation = verb === "invite" && address !== undefined;
  if (verb !== undefined && !isInvitation) {
    throw new StackError(`unknown: ${positionals.join(" ")}\n${usage}`);
  }
  const settings = readServeSettings(process.env, values.listen);
  if (!isInvitation) return (await import("./commands.ts")).serve(settings, folder, log);
  const { invite } = await import("./serve/people.ts");
  console.log(await invite(address, more.join(" "), folder, settings.publicUrl, log));
  return 0;
}

function parseServe(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        listen: { type: "string", default: "127.0.0.1:8080" },
        replace: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new StackError(`${(error as Error).message}\n${usage}`);
  }
}

async function run(command: string, args: string[]): Promise<number> {
  // The test commands hand their arguments on to the test runners.
  if (command === "test") return (await import("../tests/run.ts")).runTests(args, log);
  if (command === "deploy") return (await import("../deploy/deploy.ts")).deploy(args, log);
  if (command === "bench") return (await import("../tests/bench/run.ts")).runBench(args, log);
  if (command === "release") return (await import("./release.ts")).release(args[0], log);
  if (command === "serve") return runServe(args);
  const { values, positionals, options, folder } = parse(args);
  if (command === "types") return (await import("./types.ts")).generateTypes(log);
  if (command === "stack" && positionals[0] === "reset") {
    await resetData(folder);
    log(`emptied ${folder.path}.`);
    return 0;
  }
  const [verb, file, ...more] = positionals;
  if (command === "stack" && (verb === "backup" || verb === "restore")) {
    if (!file || more.length > 0) throw new StackError(`${verb} takes one file.\n${usage}`);
    const commands = await import("./backup/commands.ts");
    return commands[verb](file, { folder, replace: values.replace }, log);
  }
  if (positionals.length > 0) throw new StackError(`unknown: ${positionals.join(" ")}\n${usage}`);
  const commands = await import("./commands.ts");
  if (command === "start" && values["on-supabase"]) return commands.startOnSupabase(options, log);
  if (command === "start") return commands.start(options, log);
  if (command === "stack") return commands.stack(options, values.json, log);
  throw new StackError(usage);
}

/**
 * Runs one command of package.json; resolves to the exit code. Unexpected failures are also
 * reported in one sentence; STACK_VERBOSE=1 shows the stack trace.
 */
export async function main([command = "", ...args]: string[]): Promise<number> {
  forgetCallersSettings();
  try {
    return await run(command, args);
  } catch (error) {
    if (error instanceof StackError) log(error.message);
    else if (process.env.STACK_VERBOSE) console.error(error);
    else log(`${(error as Error).message} (STACK_VERBOSE=1 shows where this comes from.)`);
    return 1;
  }
}
