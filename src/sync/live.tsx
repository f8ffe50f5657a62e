import { focusManager, onlineManager } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { type Session, useSession } from "../auth/session.ts";
import { createStore, type Store, useStore } from "../store/store.ts";
import type { ConnectionState } from "./live-connection.ts";
import type { OnCompletion } from "./live-list.ts";
import { forgetStoredTasks, storeTasks } from "./stored-tasks.ts";
import { cachedTaskList } from "./task-list.ts";

/** `connecting` until the page's connection has been live once. */
export type ShownConnectionState = ConnectionState | "connecting";

interface Connection extends Store<ConnectionState> {
  readonly wasLive: boolean;
}

/** Milliseconds before the code for it is asked for again after it could not be loaded. */
const RETRY = 3_000;

/** Used while nobody is signed in, or the code has not come. */
const NO_CONNECTION: Connection = {
  ...createStore<ConnectionState>("reconnecting"),
  wasLive: false,
};

/** Whether there is a network, which is known before the connection's code has come. */
const network: Store<boolean> = {
  getState: () => onlineManager.isOnline(),
  subscribe: (listener) => onlineManager.subscribe(listener),
};

const ConnectionContext = createContext<Connection>(NO_CONNECTION);

interface LiveProviderProps {
  /** Called for each completion by someone else as it arrives; the same function each time. */
  readonly onCompletion: OnCompletion;
  readonly children: ReactNode;
}

/** Keeps the list live while a user is signed in. Stands below AuthProvider. */
export function LiveProvider({ onCompletion, children }: LiveProviderProps): ReactNode {
  const session = useSession();
  const [connection, setConnection] = useState<Connection>(NO_CONNECTION);
  useEffect(
    () => (session ? connect(session, onCompletion, setConnection) : undefined),
    [session, onCompletion],
  );
  useEffect(() => (session === null ? undefined : storeWhenHidden(session)), [session]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

/** Starts the connection once its code has come, after supabase-js, without which it is of no use. Returns the function that ends it. */
function connect(
  session: Session,
  onCompletion: OnCompletion,
  show: (connection: Connection) => void,
): () => void {
  let stop = () => {};
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function begin() {
    try {
      await session.supabase();
      const { liveConnection } = await import("./live-list.ts");
      if (isOver) return;
      const connection = liveConnection(session, onCompletion);
      stop = () => connection.stop();
      show(connection);
      connection.start();
    } catch {
      if (!isOver) timer = setTimeout(begin, RETRY);
    }
  }
  void begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
    show(NO_CONNECTION);
  };
}

/** A page is hidden before it is closed or reloaded; storing the list then delays no tap. */
function storeWhenHidden(session: Session): () => void {
  session.signal.addEventListener("abort", forgetStoredTasks);
  return focusManager.subscribe((isShown) => {
    const list = cachedTaskList(session);
    if (list && !isShown) storeTasks(session.userId, list);
  });
}

/** Whether changes by others arrive at once; `offline` when the device has no network. */
export function useConnectionState(): ShownConnectionState {
  const connection = useContext(ConnectionContext);
  const state = useStore(connection);
  if (!useStore(network)) return "offline";
  return state === "reconnecting" && !connection.wasLive ? "connecting" : state;
}
