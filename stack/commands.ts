import { choosePorts, readProjectConfig } from "./config.ts";
import { startSupabase } from "./on-supabase.ts";
import { requireFreePorts } from "./ports.ts";
import { type Progress, type Stack, type StackOptions, startStack } from "./stack.ts";
import { untilStopped } from "./stop-signals.ts";

/** Waits for a signal or for a broken service, then stops. Resolves to the exit code. */
async function keepRunning(stack: Stack, stopped: Promise<string>, log: Progress): Promise<number> {
  const reason = await Promise.race([stopped, stack.broken]);
  if (reason instanceof Error) log(reason.message);
  await stack.stop();
  return reason instanceof Error ? 1 : 0;
}

/** Starts the stack; a stop asked for meanwhile takes effect as soon as that is safe. */
async function startUnlessStopped(
  options: StackOptions,
  stopped: Promise<string>,
  log: Progress,
): Promise<Stack | undefined> {
  let isStopped = false;
  stopped.then(() => {
    isStopped = true;
    log("stopping…");
  });
  const stack = await startStack(options, log);
  if (!isStopped) return stack;
  await stack.stop();
  return undefined;
}

/** `npm run stack`: the backend alone, until it is stopped. */
export async function stack(options: StackOptions, json: boolean, log: Progress): Promise<number> {
  const stopped = untilStopped();
  const running = await startUnlessStopped(options, stopped, log);
  if (!running) return 0;
  if (json) process.stdout.write(`${JSON.stringify(running.addresses)}\n`);
  else for (const [name, value] of Object.entries(running.addresses)) log(`${name}: ${value}`);
  return keepRunning(running, stopped, log);
}

/** Vite is loaded only where an app is served: the backend alone does without its memory. */
async function serveApp(...args: Parameters<typeof import("./app-server.ts").serveApp>) {
  const server = await import("./app-server.ts");
  return server.serveApp(...args);
}

function printWelcome(appUrl: string, mailUrl: string, seeded: boolean): void {
  const accounts = seeded
    ? "\n  Accounts  alice@example.com and bob@example.com, password rota-demo-1"
    : "";
  console.log(
    `\n  Rota      ${appUrl}\n  Mailbox   ${mailUrl}${accounts}\n\n  Ctrl-C stops everything.\n`,
  );
}

/** `npm start`: the app on the embedded stack, until it is stopped. */
export async function start(options: StackOptions, log: Progress): Promise<number> {
  const stopped = untilStopped();
  const ports = choosePorts(readProjectConfig(), options.portBase, options.appPort);
  await requireFreePorts({ app: ports.app });
  const running = await startUnlessStopped(options, stopped, log);
  if (!running) return 0;
  log("starting the app…");
  try {
    const app = await serveApp(running.addresses, ports.app);
    printWelcome(app.url, running.addresses.mailUrl, options.seed);
    const code = await keepRunning(running, stopped, log);
    await app.close();
    return code;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** `npm run start:supabase`: the same app on `supabase start`. */
export async function startOnSupabase(options: StackOptions, log: Progress): Promise<number> {
  const stopped = untilStopped();
  const { addresses, stopCommand } = await startSupabase(log);
  const { app: port } = choosePorts(readProjectConfig(), undefined, options.appPort);
  const app = await serveApp(addresses, port);
  printWelcome(app.url, addresses.mailUrl, true);
  await stopped;
  await app.close();
  log(`Supabase goes on running; "${stopCommand}" ends it.`);
  return 0;
}
