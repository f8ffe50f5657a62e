import type { ReactNode } from "react";

export type ConnectionState = "live" | "reconnecting" | "offline";

/** Someone else completed an occurrence, and it arrived live. */
export interface LiveAnnouncement {
  readonly taskId: string;
  readonly taskTitle: string;
  /** the completer's display name */
  readonly name: string;
  /** the occurrence, `yyyy-MM-dd` */
  readonly date: string;
}

/** Keeps the cached data live while a user is signed in. Stands below AuthProvider. */
export function LiveProvider(_props: { children: ReactNode }): ReactNode {
  throw new Error("Being written.");
}
export function useConnectionState(): ConnectionState {
  throw new Error("Being written.");
}
/** Calls back for each completion by someone else as it arrives (for screen readers). */
export function useLiveAnnouncements(
  _onAnnouncement: (announcement: LiveAnnouncement) => void,
): void {
  throw new Error("Being written.");
}
