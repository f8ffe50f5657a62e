import { setTimeout as pause } from "node:timers/promises";
import { QueryObserver } from "@tanstack/react-query";
import { WebSocket } from "ws";
import { AuthStore } from "../../src/data/auth-store.ts";
import { type Backend, createBackend } from "../../src/data/client.ts";
import { type LiveAnnouncement, LiveUpdates } from "../../src/data/live-updates.ts";
import { taskWritesKey } from "../../src/data/operation.ts";
import { type PendingWrite, withPendingWrites } from "../../src/data/pending-write.ts";
import { createQueryClient } from "../../src/data/query-client.ts";
import type { Session } from "../../src/data/session.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { createAccount, newAddress, PASSWORD } from "./actors.ts";
import { stackUnderTest } from "./environment.ts";

/** The app without its screens: one person's data layer, signed in and live, in Node. */
export interface AppClient {
  readonly email: string;
  readonly session: Session;
  readonly auth: AuthStore;
  readonly live: LiveUpdates;
  readonly announcements: readonly LiveAnnouncement[];
  /** Every frame that came over a websocket, as text. */
  readonly frames: readonly string[];
  /** Every websocket so far, the last one last. */
  readonly sockets: readonly WebSocket[];
  /** The realtime client, once it is there. */
  readonly realtime: () => Awaited<ReturnType<Backend["createRealtime"]>>;
  /** The tasks on screen: the known ones with the writes under way. */
  tasks(): readonly Task[];
  task(id: string): Task | undefined;
  close(): Promise<void>;
}

interface AppClientOptions {
  readonly name: string;
  /** an existing account's address; a new one is made unless given */
  readonly email?: string;
  /** address of the API, when it is not the stack's own (a proxy) */
  readonly apiUrl?: string;
}

const open: AppClient[] = [];

/** A signed-in person whose list is loaded and whose channel is joined. */
export async function openApp(options: AppClientOptions): Promise<AppClient> {
  const email = options.email ?? newAddress(options.name.toLowerCase());
  if (!options.email) await createAccount({ email, metadata: { full_name: options.name } });
  const sockets: WebSocket[] = [];
  const frames: string[] = [];
  class RecordedWebSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      sockets.push(this);
      this.on("message", (data) => frames.push(String(data)));
    }
  }
  const plain = createBackend({
    url: options.apiUrl ?? stackUnderTest().apiUrl,
    publishableKey: stackUnderTest().publishableKey,
    transport: RecordedWebSocket as never, // Node 20 has no WebSocket of its own
  });
  let realtime: Awaited<ReturnType<Backend["createRealtime"]>> | undefined;
  const backend: Backend = {
    ...plain,
    createRealtime: async () => {
      realtime = await plain.createRealtime();
      return realtime;
    },
  };
  const queryClient = createQueryClient();
  const auth = new AuthStore(backend, queryClient);
  const unsubscribe = auth.subscribe(() => {});
  await auth.signIn(email, PASSWORD);
  await eventually(() => {
    if (auth.getState().session === null) throw new Error("not signed in yet");
  });
  const session = auth.getState().session as Session;
  const stopObserving = new QueryObserver(queryClient, session.taskList.query).subscribe(() => {});
  const live = new LiveUpdates(session);
  const announcements: LiveAnnouncement[] = [];
  live.onAnnouncement((announcement) => announcements.push(announcement));
  live.connection.start();
  const tasks = () => {
    const writes = queryClient
      .getMutationCache()
      .findAll({ mutationKey: taskWritesKey(session.userId), status: "pending" });
    return withPendingWrites(
      session.taskList.tasks ?? [],
      writes.map(({ state }) => state.variables as PendingWrite),
    );
  };
  const client: AppClient = {
    email,
    session,
    auth,
    live,
    announcements,
    frames,
    sockets,
    realtime: () => {
      if (!realtime) throw new Error("The realtime client has not been loaded yet.");
      return realtime;
    },
    tasks,
    task: (id) => tasks().find((task) => task.id === id),
    close: async () => {
      live.connection.stop();
      stopObserving();
      unsubscribe();
      await realtime?.disconnect();
    },
  };
  open.push(client);
  await eventually(() => {
    if (live.connection.getState() !== "live") throw new Error("not live yet");
    if (session.taskList.tasks === undefined) throw new Error("not loaded yet");
  });
  return client;
}

/** Closes every client that `openApp` opened. For afterEach. */
export async function closeApps(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
}

/**
 * Waits until the check passes; there is no other way to wait for what arrives live. Not Vitest's,
 * because the benches open apps, too.
 */
export async function eventually(check: () => void, timeout = 10_000): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(10);
  }
}
