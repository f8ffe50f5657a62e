import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { StackError } from "./errors.ts";

const POLL_MS = 100;
const HIGHEST_PORT = 65_535;

/** Ports that browsers and `fetch` never call: the "bad ports" of https://fetch.spec.whatwg.org. */
export const refusedByBrowsers: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101],
  ...[102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389],
  ...[427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665],
  ...[6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/**
 * Checks that ports can be used together, whatever runs on this machine.
 * @param ports by purpose
 * @throws StackError naming the first that can't
 */
export function requireUsablePorts(ports: Record<string, number>): void {
  const purposes = new Map<number, string>();
  for (const [purpose, port] of Object.entries(ports)) {
    const other = purposes.get(port);
    const problem =
      (port > HIGHEST_PORT && `does not exist: ${HIGHEST_PORT} is the last`) ||
      (refusedByBrowsers.has(port) && "is one that browsers refuse to call") ||
      (other && `is wanted for the ${other}, too`);
    if (problem) {
      throw new StackError(
        `port ${port} (for the ${purpose}) ${problem}: choose other ports with --port-base N or --app-port N.`,
      );
    }
    purposes.set(port, purpose);
  }
}

/** The system's error code if a port can't be listened on now; undefined if it can. */
function whyTaken(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown error"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** The options that choose other ports, for an error message. */
const PORT_OPTIONS = "--port-base N or --app-port N";

const LOOPBACK = "127.0.0.1";
const reasons: Record<string, string> = {
  EADDRINUSE: "is in use: stop the program that uses it, or choose other ports with",
  EACCES: "is kept for administrators: choose ports from 1024 with",
};

/**
 * Checks that ports are free before anything is started on them.
 * @param patienceMs how long to wait for a program that is ending
 * @param options that choose other ports, for an error message
 * @param host an address of this machine to listen on
 * @throws StackError naming the first port that isn't free, and its purpose
 */
export async function requireFreePorts(
  ports: Record<string, number>,
  patienceMs = 0,
  options = PORT_OPTIONS,
  host = LOOPBACK,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (const [purpose, port] of Object.entries(ports)) {
    for (let code = await whyTaken(port, host); code; code = await whyTaken(port, host)) {
      if (["EADDRNOTAVAIL", "ENOTFOUND", "EINVAL"].includes(code)) {
        throw new StackError(
          `${host} is no address of this machine: name one that is with ${options}, ${LOOPBACK} for this machine alone or 0.0.0.0 for all of its networks.`,
        );
      }
      if (Date.now() > deadline) {
        const reason = reasons[code] ? `${reasons[code]} ${options}.` : `can't be used (${code}).`;
        throw new StackError(`port ${port} (for the ${purpose}) ${reason}`);
      }
      await delay(POLL_MS);
    }
  }
}

/** All possible bases: browsers refuse none of their ports. */
const BASES = Array.from({ length: 12_000 }, (_, offset) => 20_000 + offset);

/** How many a stack has: ten for its services and the app, then one for each edge function. */
export const STACK_PORTS = 30;

/** The first and last of the system's ports for outgoing connections. */
function outgoingPorts(): [first: number, last: number] {
  try {
    const text = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
    const [first = 0, last = 0] = text.trim().split(/\s+/).map(Number);
    return [first, last];
  } catch {
    // Not Linux: the standard range, above all of ours.
    return [49_152, HIGHEST_PORT];
  }
}

/**
 * The bases with `count` ports that no outgoing connection takes; all bases if the system leaves none.
 * @param wanted a port that something else is about to take
 */
export function portBases(
  count: number,
  [first, last] = outgoingPorts(),
  wanted?: number,
): number[] {
  const others = BASES.filter((base) => !wanted || base + count <= wanted || base > wanted);
  const quiet = others.filter((base) => base + count <= first || base > last);
  return quiet.length > 0 ? quiet : others;
}

/**
 * Finds a base with `count` free ports.
 * @param wanted a port that something else is about to take
 */
export async function findPortBase(count: number, wanted?: number): Promise<number> {
  const bases = portBases(count, undefined, wanted);
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = bases[Math.floor(Math.random() * bases.length)] ?? 0;
    const ports = Array.from({ length: count }, (_, offset) => base + offset);
    const taken = await Promise.all(ports.map((port) => whyTaken(port, LOOPBACK)));
    if (!taken.some(Boolean)) return base;
  }
  throw new StackError("no free ports were found on this machine.");
}
