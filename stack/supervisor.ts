import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { serviceEnvironment } from "./environment.ts";
import { StackError } from "./errors.ts";
import { requireFreePorts } from "./ports.ts";
import { adviceFor, isDiskFull, lastReason } from "./reasons.ts";

/** One program of the stack, run as a process of its own. */
export interface Service {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  /** How the program is asked to stop. PostgreSQL's fast shutdown is SIGINT. */
  stopSignal: NodeJS.Signals;
  /** What it listens on, each port with its purpose. */
  ports: Record<string, number>;
  /** What it prints when it is ready. An answer on its port could come from another program. */
  says: RegExp;
  /** Resolves to true once the service answers. */
  isReady: () => Promise<boolean>;
  /** Prepares for each start. */
  prepare?: () => Promise<void>;
  /** What a person can do when it does not start. */
  advice?: string;
  /** The service whose unexpected end restarts this one, too. */
  follows?: string;
}

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const RESTART_DELAY_MS = 300;
/** How long a port may stay taken by an ending predecessor: longer than a lifeline waits. */
const PORT_PATIENCE_MS = 20_000;
/** A service that dies this often within a minute is considered broken. */
const RESTARTS_A_MINUTE = 5;
const KEPT_LOG_LINES = 20;
const FULL_DISK_REMINDER_MS = 60_000;

interface Running {
  service: Service;
  child: ChildProcess;
  exited: Promise<void>;
  lastLines: string[];
  saysItServes: boolean;
}

const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts services one after the other, each behind its health check, restarts one that dies, and
 * stops them in the opposite order.
 */
export class Supervisor {
  /** In the order of their first start. */
  readonly #running = new Map<string, Running>();
  readonly #log: (line: string) => void;
  readonly #onBroken: (error: Error) => void;
  #restarts: number[] = [];
  #diskWasFullAt = Number.NEGATIVE_INFINITY;
  #stopping = false;

  constructor(log: (line: string) => void, onBroken: (error: Error) => void) {
    this.#log = log;
    this.#onBroken = onBroken;
  }

  /**
   * Starts a service and waits until it answers.
   * @throws StackError with the service's last words when it dies or stays silent, and when the
   *   supervisor is stopped.
   */
  async start(service: Service): Promise<void> {
    await service.prepare?.();
    await requireFreePorts(service.ports, PORT_PATIENCE_MS);
    if (this.#stopping) throw new StackError("stopped.");
    const running = this.#spawn(service);
    await this.#untilReady(running);
    running.child.once("exit", () => this.#restart(service));
    if (hasEnded(running)) this.#restart(service);
  }

  /** Stops every service, last started first, and waits for each to be gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const { child, exited } of [...this.#running.values()].reverse()) {
      child.stdin?.end();
      await exited;
    }
  }

  #spawn(service: Service): Running {
    const { name, command, args, uid, gid, cwd, stopSignal } = service;
    const launch = { command, args, uid, gid, cwd, stopSignal };
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, "lifeline.mjs"), JSON.stringify(launch)],
      {
        // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then
        // stops the services in order.
        detached: true,
        env: serviceEnvironment(service.env),
        stdio: ["pipe", "ignore", "pipe"],
      },
    );
    child.stdin?.on("error", () => {});
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const running: Running = { service, child, exited, lastLines: [], saysItServes: false };
    if (child.stderr) {
      createInterface({ input: child.stderr }).on("line", (line) => this.#heard(running, line));
    }
    this.#running.set(name, running);
    return running;
  }

  #heard(running: Running, line: string): void {
    const { lastLines, service } = running;
    lastLines.push(line);
    if (lastLines.length > KEPT_LOG_LINES) lastLines.shift();
    if (service.says.test(line)) running.saysItServes = true;
    if (process.env.STACK_VERBOSE) this.#log(`${service.name}: ${line}`);
    if (isDiskFull(line) && Date.now() - this.#diskWasFullAt > FULL_DISK_REMINDER_MS) {
      this.#diskWasFullAt = Date.now();
      this.#log(
        `the disk is full, so nothing more can be saved (${service.name}): make room on it.`,
      );
    }
  }

  async #untilReady(running: Running): Promise<void> {
    const { service, lastLines } = running;
    const advice = service.advice ?? "with STACK_VERBOSE=1 you see all that it says.";
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!this.#stopping) {
      if (hasEnded(running)) {
        // Another program may have taken a port since it was looked at.
        await requireFreePorts(service.ports);
        const reason = lastReason(lastLines);
        throw new StackError(
          `the ${service.name} did not start (${reason}): ${adviceFor(reason, advice)}`,
        );
      }
      if (running.saysItServes && (await service.isReady().catch(() => false))) return;
      if (Date.now() > deadline) {
        throw new StackError(`the ${service.name} did not answer within a minute: ${advice}`);
      }
      await delay(READY_POLL_MS);
    }
    throw new StackError("stopped.");
  }

  async #restart(service: Service): Promise<void> {
    if (this.#stopping) return;
    const ended = this.#running.get(service.name);
    const lastWords = lastReason(ended?.lastLines ?? []);
    this.#log(`${service.name} ended unexpectedly (${lastWords}); starting it again.`);
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now];
    if (this.#restarts.length > RESTARTS_A_MINUTE) {
      const advice = adviceFor(lastWords, service.advice ?? "stop the stack and start it again.");
      this.#onBroken(new StackError(`the ${service.name} keeps ending (${lastWords}): ${advice}`));
      return;
    }
    await delay(RESTART_DELAY_MS);
    try {
      await this.start(service);
    } catch (error) {
      if (this.#stopping) return;
      const latest = this.#running.get(service.name);
      if (latest && latest !== ended && hasEnded(latest)) await this.#restart(service);
      else this.#onBroken(error as Error);
      return;
    }
    this.#log(`${service.name} is back.`);
    for (const other of this.#running.values()) {
      // Its end is noticed like any other, and starts it again.
      if (other.service.follows === service.name) other.child.stdin?.end();
    }
  }
}
