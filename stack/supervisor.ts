import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { rootFolder } from "./config.ts";
import { StackError } from "./errors.ts";

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
  /** Resolves to true once the service answers. */
  isReady: () => Promise<boolean>;
  /** The service after whose unexpected end this one starts anew as well. */
  follows?: string;
}

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const RESTART_DELAY_MS = 300;
/** A service that dies this often within a minute is broken, not unlucky. */
const RESTARTS_A_MINUTE = 5;
const KEPT_LOG_LINES = 20;

interface Running {
  service: Service;
  child: ChildProcess;
  exited: Promise<void>;
  lastLines: string[];
}

/**
 * Starts services one after the other, each behind its health check, restarts one that dies, and
 * stops them in the opposite order.
 */
export class Supervisor {
  readonly #running = new Map<string, Running>();
  readonly #order: string[] = [];
  readonly #log: (line: string) => void;
  readonly #onBroken: (error: Error) => void;
  #restarts: number[] = [];
  #stopping = false;

  constructor(log: (line: string) => void, onBroken: (error: Error) => void) {
    this.#log = log;
    this.#onBroken = onBroken;
  }

  /**
   * Starts a service and waits until it answers.
   * @throws StackError with the service's last words when it dies or stays silent.
   */
  async start(service: Service): Promise<void> {
    if (this.#stopping) return;
    const running = this.#spawn(service);
    await this.#untilReady(running);
    this.#order.push(service.name);
    running.child.once("exit", () => this.#restart(service));
    if (running.child.exitCode !== null) this.#restart(service);
  }

  /** Stops every service, last started first, and waits for each to be gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const name of [...this.#order].reverse()) await this.#end(name);
    // What was still starting when the stop came is not in the order yet.
    for (const name of [...this.#running.keys()]) await this.#end(name);
  }

  async #end(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    running.child.stdin?.end();
    await running.exited;
    this.#running.delete(name);
  }

  #spawn(service: Service): Running {
    const { name, env, isReady: _isReady, follows: _follows, ...launch } = service;
    const child = spawn(
      process.execPath,
      [`${rootFolder}/stack/lifeline.mjs`, JSON.stringify(launch)],
      {
        // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then
        // stops the services in order.
        detached: true,
        env: { ...process.env, ...env },
        stdio: ["pipe", "ignore", "pipe"],
      },
    );
    child.stdin?.on("error", () => {});
    const lastLines: string[] = [];
    if (child.stderr) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        lastLines.push(line);
        if (lastLines.length > KEPT_LOG_LINES) lastLines.shift();
        if (process.env.ROTA_VERBOSE) this.#log(`${name}: ${line}`);
      });
    }
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const running = { service, child, exited, lastLines };
    this.#running.set(name, running);
    return running;
  }

  async #untilReady({ service, child, lastLines }: Running): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!this.#stopping) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new StackError(
          `${service.name} did not start: ${lastLines.join("\n") || "it ended without a word"}`,
        );
      }
      if (await service.isReady().catch(() => false)) return;
      if (Date.now() > deadline) {
        throw new StackError(`${service.name} did not answer within a minute.`);
      }
      await delay(READY_POLL_MS);
    }
  }

  async #restart(service: Service): Promise<void> {
    if (this.#stopping) return;
    const lastWords = this.#running.get(service.name)?.lastLines.at(-1) ?? "no last words";
    this.#log(`${service.name} ended unexpectedly (${lastWords}); starting it again.`);
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now];
    if (this.#restarts.length > RESTARTS_A_MINUTE) {
      this.#onBroken(new StackError(`${service.name} keeps ending; giving up. ${lastWords}`));
      return;
    }
    await delay(RESTART_DELAY_MS);
    if (this.#stopping) return;
    const running = this.#spawn(service);
    try {
      await this.#untilReady(running);
    } catch (error) {
      if (running.child.exitCode === null && running.child.signalCode === null) {
        this.#onBroken(error as Error);
        return;
      }
      await this.#restart(service);
      return;
    }
    if (this.#stopping) return;
    this.#log(`${service.name} is back.`);
    running.child.once("exit", () => this.#restart(service));
    for (const other of this.#running.values()) {
      // Its end is noticed like any other, and starts it again.
      if (other.service.follows === service.name) other.child.stdin?.end();
    }
  }
}
