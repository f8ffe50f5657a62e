import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { serviceEnvironment } from "./environment.ts";
import { StackError } from "./errors.ts";
import { requireFreePorts } from "./ports.ts";
import { adviceFor, isDiskFull, lastReason } from "./reasons.ts";
import { withoutPeople } from "./without-people.ts";

/** One program of the stack, run as its own process. */
export interface Service {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
  /**
   * The signal that stops the program, such as SIGINT for PostgreSQL's fast shutdown. Without it, the program
   * ends when its standard input does, which needs no process in between.
   */
  stopSignal?: NodeJS.Signals;
  /** The ports that it listens on, by purpose. */
  ports: Record<string, number>;
  /** Its output when it is ready, as an answer on its port could come from another program. */
  says: RegExp;
  /** Lines of its output that the log repeats. */
  reports?: RegExp;
  /** Resolves to true once the service answers. */
  isReady: () => Promise<boolean>;
  /** Runs before each start. */
  prepare?: () => Promise<void>;
  /** Advice for a person if it does not start. */
  advice?: string;
  /** The service whose unexpected end also restarts this one. */
  follows?: string;
  /** Whether nothing works without it, so that the stack is broken if it keeps ending. */
  isEssential?: boolean;
}

/** Milliseconds between two checks of a running service, and how many in a row it may leave unanswered. */
const LOOK_MS = 10_000;
const SILENT_LOOKS = 6;
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
/** Milliseconds before a service is restarted; doubled each time that it ends soon after. */
const SHORTEST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;
/** After running this long, a service is sound: its next end counts as the first. */
const SOUND_AFTER_MS = 15_000;
/** Milliseconds in which a program should stop. */
const KILL_AFTER_MS = 15_000;
/** Milliseconds in which an ending predecessor should release a port: longer than KILL_AFTER_MS. */
const PORT_PATIENCE_MS = 20_000;
/**
 * Runs a program that doesn't read its input, and signals it when that ends: the input is a pipe from the
 * supervisor, which may have been killed. The waiting process is detached, and takes less than 1 MB. Arguments:
 * the signal without SIG, the program, its own arguments.
 */
const SIGNAL_AT_END =
  '((read -r _; kill -s "$0" $$) <&3 3<&- >/dev/null 2>&1 &) 3<&0; exec "$@" </dev/null';
/** If an essential service ends more often than this without being sound in between, the stack is broken. */
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

/** Options of a supervisor; tests choose other times. */
interface SupervisorOptions {
  readonly pause?: Pause;
  /** milliseconds between two checks of a running service */
  readonly lookMs?: number;
  /** whether to keep restarting an essential service, as nobody else would */
  readonly keepsTrying?: boolean;
}

/** Waits so many milliseconds, or rejects at the signal. */
type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/** Ends a service; the end is handled like any other. */
function end({ child }: Running): void {
  child.stdin?.end();
  setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
}

/**
 * Starts services one by one, each behind its health check, restarts those that end, with a count per service,
 * and stops them in reverse order.
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

  /** @param onBroken is called if an essential service keeps ending */
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
   * @throws StackError with the service's last output if it ends or doesn't answer, and if the supervisor is
   * stopped.
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

  /** Ends a service that hangs, which restarts it. */
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

  /** Stops every service, last started first, and waits for each to end. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const running of [...this.#running.values()].reverse()) {
      end(running);
      await running.exited;
    }
  }

  #spawn(service: Service): Running {
    const { name, command, args, uid, gid, cwd, stopSignal } = service;
    // A separate process group: Ctrl-C in the terminal only reaches the supervisor, which then stops the
    // services in order.
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
      // A program that can't be started has no exit.
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
        // Another program may have taken a port since the check.
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

  /** Counts the end of a service. Resolves, after a pause, to whether to restart it. */
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

  /** Restarts a service that has ended, however many attempts that takes. */
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
      // It runs but doesn't answer.
      if (latest) end(latest);
      await latest?.exited;
      this.#restart(service, hasDied ? undefined : (error as Error).message);
      return;
    }
    this.#log(`${service.name} is back.`);
    for (const other of this.#running.values()) {
      // Its end is handled like any other, and restarts it.
      if (other.service.follows === service.name) end(other);
    }
  }
}
