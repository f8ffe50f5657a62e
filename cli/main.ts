import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resetData, StackError, type StackOptions } from "embedded-supabase";
import { asksForHelp, helpOf } from "./help.ts";
import { chooseFolder, packageVersion, rootFolder, serveCommand } from "./project.ts";
import { reported } from "./reported.ts";
import { runServe } from "./serve/main.ts";

const log = (line: string) => console.error(`rota: ${line}`);

function parsePort(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new StackError(`${name} takes a port number from 1 to 65000, not "${text}".`);
  }
  return port;
}

/** Parses the command line. @throws StackError with the usage for an unknown option */
function parse(command: string, args: string[]) {
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
        "no-schedule": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        "on-supabase": { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        update: { type: "boolean", default: false },
      },
    });
    const folder = chooseFolder(values.data);
    if (existsSync(join(folder.path, "secrets.json"))) {
      throw new StackError(
        `${folder.path} is a server's data, which "${serveCommand()}" alone opens.`,
      );
    }
    const options: StackOptions = {
      projectFolder: rootFolder,
      portBase: parsePort("--port-base", values["port-base"]),
      appPort: parsePort("--app-port", values["app-port"]),
      data: values.ephemeral ? undefined : folder,
      seed: !values["no-seed"],
      schedule: !values["no-schedule"],
    };
    return { values, positionals, options, folder };
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(`${(error as Error).message}\n${helpOf(command)}`);
  }
}

async function run(command: string, args: string[]): Promise<number> {
  if (command === "serve") return runServe(args, log);
  if (asksForHelp(args)) {
    console.log(helpOf(command));
    return 0;
  }
  if (args.includes("--version")) {
    console.log(packageVersion());
    return 0;
  }
  // The test commands pass their arguments on to the test runners.
  if (command === "test") return (await import("../tests/run.ts")).runTests(args, log);
  if (command === "screenshots")
    return (await import("../tests/run.ts")).takeScreenshots(args, log);
  if (command === "deploy") return (await import("../deploy/deploy.ts")).deploy(args, log);
  if (command === "bench") return (await import("../bench/run.ts")).runBench(args, log);
  if (command === "migration") return (await import("./migration.ts")).writeMigration(args[0], log);
  if (command === "languages") return (await import("./languages/command.ts")).languages(args, log);
  if (command === "release") return (await import("./release.ts")).release(args[0] ?? "", log);
  if (command === "package") return (await import("./package.ts")).makePackage(log);
  const { values, positionals, options, folder } = parse(command, args);
  if (command === "types") return (await import("./types.ts")).generateTypes(log);
  if (command === "stack" && positionals[0] === "reset") {
    await resetData(folder);
    log(`emptied ${folder.path}.`);
    return 0;
  }
  const [verb, file, ...more] = positionals;
  if (command === "stack" && (verb === "backup" || verb === "restore")) {
    if (!file || more.length > 0)
      throw new StackError(`${verb} takes one file.\n${helpOf(command)}`);
    const commands = await import("./backup/commands.ts");
    return commands[verb](file, { folder, replace: values.replace }, log);
  }
  if (positionals.length > 0)
    throw new StackError(`unknown: ${positionals.join(" ")}\n${helpOf(command)}`);
  const commands = await import("./commands.ts");
  if (command === "start" && values["on-supabase"]) return commands.startOnSupabase(options, log);
  if (command === "start") return commands.start(options, log);
  if (command === "stack") return commands.stack(options, values.json, log);
  throw new StackError(helpOf(command));
}

export const main = ([command = "", ...args]: string[]): Promise<number> =>
  reported(() => run(command, args), log);
