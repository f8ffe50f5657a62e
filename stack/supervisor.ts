import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { serviceEnvironment } from "./environment.ts";
import { StackError } from "./errors.ts";
import { requireFreePorts } from "./ports.ts";
import { adviceFor, isDiskFull, lastReason } from "./reasons.ts";
import { withoutPeople } from "./without-people.ts";

/** One program of the stack, run as a process of its own. */
export interface Service {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  /**
   * How the program is asked to stop; PostgreSQL's fast shutdown is SIGINT. Without it, it ends by itself when its
   * standard input does, which needs no process in between.
   */
  stopSignal?: NodeJS.Signals;
  /** What it listens on, each port with its purpose. */
  ports: Record<string, number>;
  /** What it prints when it is ready. An answer on its port could come from another program. */
  says: RegExp;
  /** What of its lines the log repeats. */
  reports?: RegExp;
  /** Resolves to true once the service answers. */
  isReady: () => Promise<boolean>;
  /** Prepares for each start. */
  prepare?: () => Promise<void>;
  /** What a person can do when it does not start. */
  advice?: string;
  /** The service whose unexpected end restarts this one, too. */
  follows?: string;
  /** Whether nothing works without it: when it keeps ending, the stack is broken. */
  isEssential?: boolean;
}

/** Between two looks at a service that runs, and how many in a row it may leave without an answer. */
const LOOK_MS = 10_000;
const SILENT_LOOKS = 6;
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
/** Before a service is started again; each time that it ends soon after, twice as long. */
const SHORTEST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;
/** A service that ran this long is sound: its end is the first one again. */
const SOUND_AFTER_MS = 15_000;
/** How long a program may take to stop. */
const KILL_AFTER_MS = 15_000;
/** How long a port may stay taken by an ending predecessor: longer than that. */
const PORT_PATIENCE_MS = 20_000;
/**
 * Runs a program that doesn't heed its input, and signals it when that ends: it is a pipe from the supervisor, which
 * may have been killed. What waits for that is nobody's child, and costs less than 1 MB.
 * Arguments: the signal without SIG, the program, its own arguments.
 */
const SIGNAL_AT_END =
  '((read -r _; kill -s "$0" $$) <&3 3<&- >/dev/null 2>&1 &) 3<&0; exec "$@" </dev/null';
/** The stack is broken when an essential service ends more often than this without having been sound. */
const ENDS_IN_A_ROW = 5;
const KEPT_LOG_LINES = 20;
const FULL_DISK_REMINDER_MS = 60_000;

interface Running {
  service: Service;
  child: ChildProcess;
  exited: Promise<void>;
  lastLines: string[];
  saysItServes: boolean;
  /** `Date.now()` of when it was ready. */
  readyAt?: number;
}

/** How a supervisor works; tests choose other times. */
interface SupervisorOptions {
  /** waits before a service is started again */
  readonly pause?: Pause;
  /** milliseconds between two looks at a service that runs */
  readonly lookMs?: number;
  /** whether it goes on however often an essential service ends: nobody else would start it again */
  readonly keepsTrying?: boolean;
}

/** Waits so many milliseconds, or rejects at the signal. */
type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/** Ends a service: its end is noticed like any other. */
function end({ child }: Running): void {
  child.stdin?.end();
  setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
}

/**
 * Starts services one after the other, each behind its health check, restarts one that dies,
 * each by its own count, and stops them in the opposite order.
 */
export class Supervisor {
  /** In the order of their first start. */
  readonly #running = new Map<string, Running>();
  readonly #log: (line: string) => void;
  readonly #onBroken: (error: Error) => void;
  readonly #pause: Pause;
  readonly #lookMs: number;
  readonly #keepsTrying: boolean;
  /** How often each service has ended in a row, by name. */
  readonly #ends = new Map<string, number>();
  #diskWasFullAt = Number.NEGATIVE_INFINITY;
  readonly #stopped = new AbortController();

  /**
   * @param onBroken is told when an essential service keeps ending
   */
  constructor(
    log: (line: string) => void,
    onBroken: (error: Error) => void,
    {
      pause = (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
      lookMs = LOOK_MS,
      keepsTrying = false,
    }: SupervisorOptions = {},
  ) {
    this.#log = log;
    this.#onBroken = onBroken;
    this.#pause = pause;
    this.#lookMs = lookMs;
    this.#keepsTrying = keepsTrying;
  }

  get #stopping(): boolean {
    return this.#stopped.signal.aborted;
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
    running.readyAt = Date.now();
    running.child.once("exit", () => this.#restart(service));
    if (hasEnded(running)) this.#restart(service);
    void this.#watch(running);
  }

  /** Ends a service that hangs: its end starts it again. */
  async #watch(running: Running): Promise<void> {
    const { signal } = this.#stopped;
    let silent = 0;
    while (silent < SILENT_LOOKS) {
      await delay(this.#lookMs, undefined, { signal, ref: false }).catch(() => {});
      if (this.#stopping || hasEnded(running)) return;
      const answers = await running.service.isReady().catch(() => false);
      silent = answers ? 0 : silent + 1;
    }
    this.#log(`${running.service.name} does not answer any more.`);
    end(running);
  }

  /** Stops every service, last started first, and waits for each to be gone. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const running of [...this.#running.values()].reverse()) {
      end(running);
      await running.exited;
    }
  }

  #spawn(service: Service): Running {
    const { name, command, args, uid, gid, cwd, stopSignal } = service;
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then
    // stops the services in order.
    const launch = stopSignal
      ? { program: "/bin/sh", words: ["-c", SIGNAL_AT_END, stopSignal.slice(3), command, ...args] }
      : { program: command, words: args };
    const child = spawn(launch.program, launch.words, {
      ...{ detached: true, cwd, uid, gid, env: serviceEnvironment(service.env) },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin?.on("error", () => {});
    const exited = new Promise<void>((resolve) => {
      child.once("exit", (_, signal) => {
        if (signal) this.#heard(running, `ended by ${signal}`);
        resolve();
      });
      // One that can't be started has no exit.
      child.once("error", (error) => {
        this.#heard(running, error.message);
        resolve();
      });
    });
    const running: Running = { service, child, exited, lastLines: [], saysItServes: false };
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input }).on("line", (line) => this.#heard(running, line));
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
    else if (service.reports?.test(line)) this.#log(withoutPeople(line));
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

  /** Counts the end of a service. Resolves after the pause that it takes, to whether to go on. */
  async #pauseAfterEnd(service: Service, reason: string): Promise<boolean> {
    const readyAt = this.#running.get(service.name)?.readyAt ?? Number.POSITIVE_INFINITY;
    const wasSound = Date.now() - readyAt >= SOUND_AFTER_MS;
    const ends = wasSound ? 1 : (this.#ends.get(service.name) ?? 0) + 1;
    this.#ends.set(service.name, ends);
    if (service.isEssential && ends > ENDS_IN_A_ROW) {
      const advice = adviceFor(reason, service.advice ?? "stop the stack and start it again.");
      const problem = `the ${service.name} keeps ending (${reason}): ${advice}`;
      if (!this.#keepsTrying) {
        this.#onBroken(new StackError(problem));
        return false;
      }
      if (ends === ENDS_IN_A_ROW + 1) this.#log(problem);
    }
    const pause = Math.min(SHORTEST_PAUSE_MS * 2 ** (ends - 1), LONGEST_PAUSE_MS);
    const when = pause < 1_000 ? "" : ` in ${Math.round(pause / 1_000)} s`;
    this.#log(`${service.name} ended unexpectedly (${reason}); starting it again${when}.`);
    await this.#pause(pause, this.#stopped.signal).catch(() => {});
    return !this.#stopping;
  }

  /** Has a service that has ended run again, however many attempts that takes. */
  async #restart(service: Service, failure?: string): Promise<void> {
    if (this.#stopping) return;
    const ended = this.#running.get(service.name);
    const reason = failure ?? lastReason(ended?.lastLines ?? []);
    if (!(await this.#pauseAfterEnd(service, reason))) return;
    try {
      await this.start(service);
    } catch (error) {
      if (this.#stopping) return;
      const latest = this.#running.get(service.name);
      const hasDied = latest && latest !== ended && hasEnded(latest);
      if (service.isEssential && !hasDied && !this.#keepsTrying) {
        this.#onBroken(error as Error);
        return;
      }
      // One that runs and does not answer.
      if (latest) end(latest);
      await latest?.exited;
      this.#restart(service, hasDied ? undefined : (error as Error).message);
      return;
    }
    this.#log(`${service.name} is back.`);
    for (const other of this.#running.values()) {
      // Its end is noticed like any other, and starts it again.
      if (other.service.follows === service.name) end(other);
    }
  }
}
