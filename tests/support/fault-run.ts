import { setTimeout as pause } from "node:timers/promises";
import type { Task } from "../../src/domain/tasks/task.ts";
import { refreshTaskList } from "../../src/sync/task-list.ts";
import { type AppClient, openApp } from "./app-client.ts";
import { stackUnderTest } from "./environment.ts";
import { eventually } from "./eventually.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { act, brokenPromises } from "./fault-writes.ts";
import { type Random, randomFrom } from "./random.ts";
import { WriteHistory } from "./write-history.ts";

/** Ten clients: five people with two devices each. */
const PEOPLE = ["Alice", "Bob", "Carol", "Dora", "Emil"];
const DEVICES_EACH = 2;
/** Milliseconds: the longest fault, the longest delay of a chunk, and the pauses between faults and writes. */
const LONGEST_FAULT = 1_500;
const LONGEST_LATENCY = 600;
const BETWEEN_FAULTS = 300;
const BETWEEN_WRITES = 800;

const FAULTS = {
  cut: (proxy: FaultProxy) => proxy.shut(),
  delay: (proxy: FaultProxy, random: Random) => proxy.slow(random(LONGEST_LATENCY)),
  "half-open": (proxy: FaultProxy) => proxy.silence(),
  "slow start": (proxy: FaultProxy) => proxy.restart(),
} as const;
type Fault = keyof typeof FAULTS;

interface Device {
  readonly client: AppClient;
  readonly proxy: FaultProxy;
  healthy: boolean;
}

export interface FaultRunOptions {
  readonly faults: number;
  readonly seed: number;
  /** Runs in parallel with the faults, which continue until it is done. */
  readonly meanwhile?: () => Promise<void>;
}

export interface FaultRunResult {
  readonly faults: Readonly<Record<Fault, number>>;
  readonly acknowledged: number;
  readonly failed: number;
  readonly tasks: number;
  readonly completions: number;
  /** milliseconds from the last repair until every screen equalled the server */
  readonly healing: number;
  /** acknowledged changes that are missing or there twice; must be empty */
  readonly broken: readonly string[];
}

/**
 * People write while their connections fail in every way; in the end every screen must equal a fresh read, and
 * the server must have everything that it acknowledged. Rejects if a screen never does.
 */
export async function runFaults(options: FaultRunOptions): Promise<FaultRunResult> {
  const random = randomFrom(options.seed);
  const devices = await openDevices();
  const readers = await openReaders(devices);
  try {
    const history = new WriteHistory();
    const running = { on: true };
    const people = devices.filter((_, index) => index % DEVICES_EACH === 0);
    const emails = people.map(({ client }) => client.email);
    const writing = devices.map(({ client }) => write(client, emails, history, random, running));
    const meanwhile = options.meanwhile?.();
    const faults = await makeFaults(devices, options.faults, random, meanwhile);
    const healedAt = performance.now();
    running.on = false;
    await Promise.all(writing);
    await Promise.all(readers.map(({ session }) => refreshTaskList(session)));
    const fresh = new Map(readers.map(({ email, tasks }) => [email, tasks().map(shown)]));
    await eventually(() => {
      for (const { client } of devices) expectFresh(client, fresh.get(client.email));
    });
    const healing = performance.now() - healedAt;
    const { acknowledged, failed } = history;
    const owners = people.map(({ client }) => client.session.userId);
    return { faults, acknowledged, failed, healing, ...(await brokenPromises(history, owners)) };
  } finally {
    await Promise.all(
      [...devices.map(({ client }) => client), ...readers].map((app) => app.close()),
    );
    await Promise.all(devices.map(({ proxy }) => proxy.shut()));
  }
}

async function openDevices(): Promise<Device[]> {
  const opened = PEOPLE.map(async (name) => {
    const devices: Device[] = [];
    for (let index = 0; index < DEVICES_EACH; index += 1) {
      const proxy = await startFaultProxy(stackUnderTest().apiUrl);
      const [first] = devices;
      const email = first ? { email: first.client.email } : {};
      const client = await openApp({ name, apiUrl: proxy.url, ...email });
      devices.push({ proxy, client, healthy: true });
    }
    return devices;
  });
  return (await Promise.all(opened)).flat();
}

/** One more client per person, neither live nor behind a proxy, for a fresh read in the end. */
async function openReaders(devices: readonly Device[]): Promise<AppClient[]> {
  const emails = new Set(devices.map(({ client }) => client.email));
  const opened = [...emails].map((email) => openApp({ name: "Reader", email }));
  const readers = await Promise.all(opened);
  for (const { live } of readers) live.stop();
  return readers;
}

/** Starts writes one after the other, whether or not earlier ones have ended; waits for all. */
async function write(
  client: AppClient,
  emails: readonly string[],
  history: WriteHistory,
  random: Random,
  running: { readonly on: boolean },
): Promise<void> {
  const writes: Promise<void>[] = [];
  while (running.on) {
    writes.push(act(client, emails, history, random));
    await pause(random(BETWEEN_WRITES));
  }
  await Promise.all(writes);
}

/** Makes faults, several at a time; resolves when all are over. */
async function makeFaults(
  devices: readonly Device[],
  atLeast: number,
  random: Random,
  meanwhile: Promise<void> = Promise.resolve(),
): Promise<Record<Fault, number>> {
  const counts = { cut: 0, delay: 0, "half-open": 0, "slow start": 0 };
  const kinds = Object.keys(FAULTS) as Fault[];
  const faults: Promise<void>[] = [];
  const strike = (victim: Device | undefined) => {
    const kind = kinds[random(kinds.length)];
    if (!victim || !kind) return;
    counts[kind] += 1;
    faults.push(makeFault(victim, kind, random));
  };
  let isDone = false;
  const done = meanwhile.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined); // awaited below
  while (faults.length < atLeast - devices.length || !isDone) {
    const healthy = devices.filter((device) => device.healthy);
    strike(healthy[random(healthy.length)]);
    await pause(random(BETWEEN_FAULTS));
  }
  await done;
  await Promise.all(faults);
  // Everyone's last fault comes while others write, so that no later message tells them that they missed
  // something.
  for (const device of devices) strike(device);
  await Promise.all(faults);
  return counts;
}

async function makeFault(device: Device, kind: Fault, random: Random): Promise<void> {
  device.healthy = false;
  await FAULTS[kind](device.proxy, random);
  await pause(random(LONGEST_FAULT));
  await device.proxy.open();
  device.healthy = true;
}

/** The parts on which everyone must agree; names of people who undid all their deeds may remain unseen. */
function shown({ people, ...task }: Task) {
  return {
    ...task,
    completedDays: task.completedDays.toRuns(),
    names: task.recentCompletions.map(({ completedBy }) => people[completedBy ?? ""]),
  };
}

function expectFresh(client: AppClient, fresh: readonly unknown[] = []): void {
  const state = client.live.getState();
  if (state !== "live") throw new Error(`${client.email} is ${state}`);
  const screen = client.tasks().map(shown);
  if (JSON.stringify(screen) === JSON.stringify(fresh)) return;
  const other = (list: readonly unknown[]) => {
    const texts = new Set(list.map((task) => JSON.stringify(task)));
    return (task: unknown) => !texts.has(JSON.stringify(task));
  };
  const wrong = { onScreen: screen.filter(other(fresh)), onServer: fresh.filter(other(screen)) };
  throw new Error(`${client.email} shows something else: ${JSON.stringify(wrong)}`);
}
