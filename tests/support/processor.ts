import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process in /proc: its own clock ticks, and those of its ended children. */
interface Process {
  parent: string;
  owner: string;
  own: number;
  ofEnded: number;
}

/** USER_HZ, which Linux has fixed at 100 for programs. */
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 2_000;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

interface Stat {
  /** its number and start */
  key: string;
  program: string;
  /** from the state on */
  fields: string[];
}

function readProcesses(): Map<number, Stat> {
  const processes = new Map<number, Stat>();
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const stat = read(pid, "stat");
    // The name of a program, in parentheses, may have spaces.
    const end = stat.lastIndexOf(")");
    const fields = stat.slice(end + 2).split(" ");
    const program = stat.slice(stat.indexOf("(") + 1, end);
    if (fields[19]) processes.set(pid, { key: `${pid} ${fields[19]}`, program, fields });
  }
  return processes;
}

/**
 * Processor seconds of this process and everything that it started, by the names that `follow` gives to
 * children; including browsers, which nobody waits for. Samples every two seconds, and counts processes that ended
 * between two samples by their parent. Only on Linux; elsewhere it counts nothing.
 */
export class ProcessorMeter {
  readonly #names = new Map<number, string>();
  readonly #ticks = new Map<string, number>();
  readonly #databases = new Set<string>();
  readonly #knownServers = new Set<string>();
  readonly #timer = process.platform === "linux" && setInterval(() => this.#look(), SAMPLE_MS);
  #before = new Map<string, Process>();

  constructor(name: string) {
    this.follow(process.pid, name);
  }

  /** Counts this process and its children under this name from now on. */
  follow(pid: number, name: string): void {
    this.#names.set(pid, name);
  }

  /** Seconds by name, and the number of data folders that PostgreSQL served, except those for verifying a backup. */
  end(): { seconds: Map<string, number>; databases: number } {
    if (this.#timer) {
      clearInterval(this.#timer);
      this.#look();
    }
    const seconds = [...this.#ticks].map(
      ([name, ticks]) => [name, ticks / TICKS_A_SECOND] as const,
    );
    return { seconds: new Map(seconds), databases: this.#databases.size };
  }

  #look(): void {
    const all = readProcesses();
    const now = new Map<string, Process>();
    for (const [pid, { key, program, fields }] of all) {
      const owner = this.#ownerOf(pid, all);
      if (!owner) continue;
      const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
      const parent = all.get(Number(fields[1]))?.key ?? "";
      now.set(key, { parent, owner, own: own + system, ofEnded: ended + endedSystem });
      if (program === "postgres" && !this.#knownServers.has(key)) {
        this.#knownServers.add(key);
        this.#noteDatabase(pid);
      }
    }
    const gone = new Map<string, [string, Process][]>();
    for (const [key, process] of this.#before) {
      if (now.has(key)) continue;
      gone.set(process.parent, [...(gone.get(process.parent) ?? []), [key, process]]);
    }
    /** The last samples of its ended children, and of theirs. */
    const countedOf = (key: string): number =>
      (gone.get(key) ?? []).reduce(
        (sum, [child, { own, ofEnded }]) => sum + own + ofEnded + countedOf(child),
        0,
      );
    for (const [key, { owner, own, ofEnded }] of now) {
      const before = this.#before.get(key) ?? { own: 0, ofEnded: 0 };
      const [[, first] = []] = gone.get(key) ?? [];
      this.#add(owner, own - before.own);
      this.#add(first?.owner ?? owner, Math.max(0, ofEnded - before.ofEnded - countedOf(key)));
    }
    this.#before = now;
  }

  #add(name: string, ticks: number): void {
    this.#ticks.set(name, (this.#ticks.get(name) ?? 0) + ticks);
  }

  #noteDatabase(pid: number): void {
    const [program = "", option] = read(pid, "cmdline").split("\0");
    if (!program.endsWith("/postgres") || option !== "-D") return;
    try {
      // PostgreSQL works in its data folder, which -D may name. A server verifies its backup at night.
      const folder = readlinkSync(`/proc/${pid}/cwd`);
      if (!folder.includes("/verifying")) this.#databases.add(folder);
    } catch {
      // It has ended.
    }
  }

  /** Its own name, its name before it was orphaned, or its parent's. */
  #ownerOf(pid: number, all: ReturnType<typeof readProcesses>): string | undefined {
    const process = all.get(pid);
    if (!process) return undefined;
    return (
      this.#names.get(pid) ??
      this.#before.get(process.key)?.owner ??
      this.#ownerOf(Number(process.fields[1]), all)
    );
  }
}

/** Processor seconds of a fixed piece of work: the machine's current speed. */
export function fixedWork(): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let n = 0; n < 200_000_000; n += 1) sum = (sum * 31 + n) | 0;
  const { user, system } = process.cpuUsage(before);
  // Using the sum keeps the loop from being optimised away.
  return Number.isInteger(sum) ? (user + system) / 1_000_000 : 0;
}
