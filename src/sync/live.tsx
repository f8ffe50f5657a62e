import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
} from "react";
import { useSession } from "../auth/session.ts";
import type { ConnectionState } from "./live-connection.ts";
import { type LiveAnnouncement, LiveUpdates } from "./live-updates.ts";
import { useStoredTasks } from "./use-stored-tasks.ts";

export type { ConnectionState, LiveAnnouncement };

const LiveContext = createContext<LiveUpdates | null>(null);

/** Keeps the cached data live while a user is signed in. Stands below AuthProvider. */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const updates = useMemo(() => session && new LiveUpdates(session), [session]);
  useStoredTasks(session);
  useEffect(() => {
    updates?.connection.start();
    return () => updates?.connection.stop();
  }, [updates]);
  return <LiveContext value={updates}>{children}</LiveContext>;
}

const subscribeToNothing = () => () => {};

/** Whether changes by others arrive at once; `offline` when the device has no network. */
export function useConnectionState(): ConnectionState {
  const connection = useContext(LiveContext)?.connection;
  return useSyncExternalStore(
    connection?.subscribe ?? subscribeToNothing,
    () => connection?.getState() ?? "reconnecting",
  );
}

/** Calls back for each completion by someone else as it arrives (for screen readers). */
export function useLiveAnnouncements(
  onAnnouncement: (announcement: LiveAnnouncement) => void,
): void {
  const updates = useContext(LiveContext);
  const announce = useEffectEvent(onAnnouncement);
  useEffect(() => updates?.onAnnouncement((announcement) => announce(announcement)), [updates]);
}
