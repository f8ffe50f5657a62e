import { StackError } from "embedded-supabase";
import { asksForHelp } from "./help.ts";
import { reported } from "./reported.ts";
import { runServe, serveUsage } from "./serve/main.ts";

/** The program of the package made by `npm run package`: a self-hosted server. */

const log = (line: string) => console.error(`rota: ${line}`);

const [command = "", ...args] = process.argv.slice(2);
const code = await reported(() => {
  if (command === "serve") return runServe(args, log);
  if (asksForHelp([command]) || command === "--version") return runServe([command], log);
  throw new StackError(serveUsage);
}, log);
// Open handles must not keep a finished command alive.
process.stdout.write("", () => process.exit(code));
