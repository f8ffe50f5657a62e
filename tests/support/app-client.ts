import { QueryObserver } from "@tanstack/react-query";
import { WebSocket } from "ws";
import { createQueryClient } from "../../src/app/query-client.ts";
import { AuthActions } from "../../src/auth/auth-actions.ts";
import { AuthStore } from "../../src/auth/auth-store.ts";
import type { Session } from "../../src/auth/session.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { lazySupabase, type Supabase } from "../../src/supabase/client.ts";
import type { LiveConnection } from "../../src/sync/live-connection.ts";
import { type LiveCompletion, liveConnection } from "../../src/sync/live-list.ts";
import { withChanges } from "../../src/sync/overlay.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";
import { changesKey } from "../../src/sync/task-changes.ts";
import { cachedTaskList, taskListQuery } from "../../src/sync/task-list.ts";
import { tasksOf } from "../../src/sync/use-tasks.ts";
import { acceptEachOther, createAccount, newAddress, PASSWORD } from "./actors.ts";
import { stackUnderTest } from "./environment.ts";
import { eventually } from "./eventually.ts";

/** The app without its screens: one person's data layer, signed in and live, in Node. */
type Announced = Omit<LiveCompletion, "nameFor"> & { readonly name: string };

export interface AppClient {
  readonly email: string;
  readonly session: Session;
  readonly auth: AuthStore & AuthActions;
  readonly live: LiveConnection;
  readonly announcements: readonly Announced[];
  /** Every websocket frame received, as text. */
  readonly frames: readonly string[];
  /** Every websocket so far, the last one last. */
  readonly sockets: readonly WebSocket[];
  readonly supabase: Supabase;
  /** The shown tasks: the known ones with pending writes. */
  tasks(): readonly Task[];
  task(id: string): Task | undefined;
  close(): Promise<void>;
}

interface AppClientOptions {
  readonly name: string;
  /** an existing account's address; by default a new account is made */
  readonly email?: string;
  /** address of the API if it isn't the stack's own (a proxy) */
  readonly apiUrl?: string;
  /** false for a stranger to all others */
  readonly acceptsOthers?: boolean;
  /** false to get it once its list is loaded and its channel joined */
  readonly untilLive?: boolean;
}

const open: AppClient[] = [];
/** Ids of those who have accepted each other. */
const friends = new Set<string>();

/** A websocket's message as text. */
export const frameText = (data: unknown): string => Buffer.from(data as Buffer).toString();

/**
 * A signed-in person whose list is loaded, and who gets every change from now on. People who are open at the
 * same time have accepted each other.
 */
export async function openApp(options: AppClientOptions): Promise<AppClient> {
  const email = options.email ?? newAddress(options.name.toLowerCase());
  if (!options.email) await createAccount({ email, metadata: { full_name: options.name } });
  const sockets: WebSocket[] = [];
  const frames: string[] = [];
  class RecordedWebSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      sockets.push(this);
      this.on("message", (data) => frames.push(frameText(data)));
    }
  }
  const project = {
    url: options.apiUrl ?? stackUnderTest().apiUrl,
    publishableKey: stackUnderTest().publishableKey,
    transport: RecordedWebSocket as never, // Node 20 has no WebSocket
  };
  const supabase = lazySupabase(project);
  const queryClient = createQueryClient();
  const linkClient = lazySupabase({ ...project, keepsSession: false });
  const store = new AuthStore(supabase, queryClient, linkClient);
  const auth = Object.assign(store, new AuthActions(store));
  const unsubscribe = auth.subscribe(() => {});
  await auth.signIn(email, PASSWORD);
  await eventually(() => {
    if (auth.getState().session === null) throw new Error("not signed in yet");
  });
  const session = auth.getState().session as Session;
  const stopObserving = new QueryObserver(queryClient, taskListQuery(session)).subscribe(() => {});
  const announcements: Announced[] = [];
  const live = liveConnection(session, ({ nameFor, ...completion }) =>
    announcements.push({ ...completion, name: nameFor(US_ENGLISH) }),
  );
  live.start();
  const tasks = () => {
    const list = cachedTaskList(session);
    const changes = queryClient
      .getMutationCache()
      .findAll({ mutationKey: changesKey(session.userId), status: "pending" })
      .map(({ state }) => ({ change: state.variables as TaskChange }));
    const { userId } = session;
    return list ? withChanges(tasksOf(list), changes, { userId, households: list.households }) : [];
  };
  const client: AppClient = {
    email,
    session,
    auth,
    live,
    announcements,
    frames,
    sockets,
    supabase: await supabase(),
    tasks,
    task: (id) => tasks().find((task) => task.id === id),
    close: async () => {
      live.stop();
      stopObserving();
      unsubscribe();
      await (await supabase()).realtime.disconnect();
    },
  };
  open.push(client);
  if (options.acceptsOthers !== false) {
    friends.add(session.userId);
    await acceptEachOther([...friends].map((id) => ({ id })));
  }
  await eventually(() => {
    if (client.supabase.getChannels()[0]?.state !== "joined") throw new Error("not joined yet");
    if (options.untilLive !== false && live.getState() !== "live") {
      throw new Error("not live yet");
    }
    if (cachedTaskList(session) === undefined) throw new Error("not loaded yet");
  });
  return client;
}

/** Closes every client that `openApp` opened. For afterEach. */
export async function closeApps(): Promise<void> {
  friends.clear();
  await Promise.all(open.splice(0).map((client) => client.close()));
}
