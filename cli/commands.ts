import {
  type FolderChoice,
  type Progress,
  type Stack,
  StackError,
  type StackOptions,
  startStack,
} from "embedded-supabase";
import {
  callEveryMinute,
  choosePorts,
  requireFreePorts,
  requireUsablePorts,
  scheduledFunctions,
  startSupabase,
  whenStopped,
} from "embedded-supabase/tools";
import { readConfig, rootFolder } from "./project.ts";
import type { Running } from "./serve/operator-table.ts";
import { Stopped, stopSignal } from "./stop-signals.ts";

/** The work of a command until it is stopped; it cleans up after itself. */
type Work = (signal: AbortSignal) => Promise<void>;

/**
 * Works until it fails or is stopped. Stopping is never a failure: message and exit code are the same during
 * and after the start.
 */
async function untilStopped(work: Work, log: Progress): Promise<number> {
  const signal = stopSignal();
  signal.addEventListener("abort", () => log("stopping…"));
  try {
    await work(signal);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  log("stopped.");
  return 0;
}

/** Rejects when the stack has to stop, because of a signal or a broken service. */
function endOf(stack: Stack, signal: AbortSignal): Promise<never> {
  const end = Promise.race([
    stack.broken.then((error) => Promise.reject(error)),
    whenStopped(signal),
  ]);
  end.catch(() => {});
  return end;
}

/** `npm run stack`: only the backend, until stopped. */
export function stack(options: StackOptions, json: boolean, log: Progress): Promise<number> {
  return untilStopped(async (signal) => {
    const running = await startStack(options, log, signal);
    if (json) process.stdout.write(`${JSON.stringify(running.addresses)}\n`);
    else for (const [name, value] of Object.entries(running.addresses)) log(`${name}: ${value}`);
    await endOf(running, signal).finally(running.stop);
  }, log);
}

/** Loads Vite only for the app, as the backend doesn't need its memory. */
async function serveApp(...args: Parameters<typeof import("./app-server.ts").serveApp>) {
  const server = await import("./app-server.ts");
  return server.serveApp(...args);
}

/** @throws StackError for a checkout whose path Vite would misread */
function requireServablePath(): void {
  const [character] = /[#?*]/.exec(rootFolder) ?? [];
  if (character) {
    throw new StackError(
      `the app can't be served from ${rootFolder}, because its path has a "${character}": move the checkout.`,
    );
  }
}

function printWelcome(appUrl: string, mailUrl: string, seeded: boolean): void {
  const accounts = seeded
    ? "\n  Accounts  alice@example.com and bob@example.com, password rota-demo-1"
    : "";
  console.log(
    `\n  Rota      ${appUrl}\n  Mailbox   ${mailUrl}${accounts}\n\n  Ctrl-C stops everything.\n`,
  );
}

/** `npm start`: the app on the embedded stack, until stopped. */
export function start(options: StackOptions, log: Progress): Promise<number> {
  return untilStopped(async (signal) => {
    requireServablePath();
    const ports = choosePorts(readConfig(), options.portBase, options.appPort);
    await requireFreePorts({ app: ports.app });
    const running = await startStack(options, log, signal);
    const end = endOf(running, signal);
    try {
      log("starting the app…");
      const app = await Promise.race([serveApp(running.addresses, ports.app), end]);
      printWelcome(app.url, running.addresses.mailUrl, options.seed);
      await end;
    } finally {
      await running.stop();
    }
  }, log);
}

/** `npm run serve`: a self-hosted server, until stopped. */
export function serve(...[readSettings, folder, log]: ServeArguments): Promise<number> {
  return untilStopped(async (signal) => {
    const server = await import("./serve/serve.ts");
    await server.serve(readSettings, folder, log, signal);
  }, log);
}

type ServeArguments = [readSettings: Running["readSettings"], folder: FolderChoice, log: Progress];

/** `npm run start:supabase`: the same app on `supabase start`. */
export function startOnSupabase(options: StackOptions, log: Progress): Promise<number> {
  return untilStopped(async (signal) => {
    requireServablePath();
    const { app: port } = choosePorts(readConfig(), undefined, options.appPort);
    requireUsablePorts({ app: port });
    const { addresses, stopCommand } = await Promise.race([
      startSupabase(rootFolder, log),
      whenStopped(signal),
    ]);
    const app = await serveApp(addresses, port);
    const { functionsUrl, secretKey } = addresses;
    const endCalls = callEveryMinute(functionsUrl, secretKey, scheduledFunctions(rootFolder));
    printWelcome(app.url, addresses.mailUrl, true);
    try {
      await whenStopped(signal);
    } finally {
      endCalls();
      await app.close();
      log(`Supabase goes on running; "${stopCommand}" ends it.`);
    }
  }, log);
}
