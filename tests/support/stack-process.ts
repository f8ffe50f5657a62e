import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rootFolder } from "../../cli/project.ts";
import type { StackAddresses } from "../../stack/stack.ts";

/** `npm run stack` as a process, started like by a person or script. */
export interface StackProcess {
  child: ChildProcess;
  /** The line of JSON on standard output. Rejects if the program ends without one. */
  addresses: Promise<StackAddresses>;
  log: () => string;
  exitCode: Promise<number | null>;
}

export function runStack(args: string[], options: SpawnOptions = {}): StackProcess {
  return runBootstrap(["stack", "--json", ...args], options);
}

/** Any command of package.json through bootstrap.mjs, or an installed package's own. */
export function runBootstrap(
  args: string[],
  options: SpawnOptions = {},
  root = rootFolder,
): StackProcess {
  const isPackage = existsSync(join(root, "rota.mjs"));
  const program = join(root, isPackage ? "rota.mjs" : "cli/bootstrap.mjs");
  const child = spawn(process.execPath, [program, ...args], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  const addresses = new Promise<StackAddresses>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    exitCode.then((code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  // A test that only checks the exit code must not fail on this unused promise.
  addresses.catch(() => {});
  return { child, addresses, log: () => log, exitCode };
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
