import { useSyncExternalStore } from "react";

export interface Notice {
  readonly title: string;
  readonly description?: string | undefined;
  /** `failure` wears the destructive style. */
  readonly kind: "success" | "failure";
  /** A failure of what the app did by itself: it waits until all about people's own deeds is said. */
  readonly isBackground?: boolean;
}

/** The first is on screen, the others wait until it goes. */
let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function rank({ kind, isBackground }: Notice): number {
  if (kind === "success") return 1;
  return isBackground ? 2 : 0;
}

/** Says it before all that matters no more; the same title once more, and a success before, make way. */
function notify(notice: Notice): void {
  const isOver = (other: Notice) =>
    other.title === notice.title || (notice.kind === "success" && other.kind === "success");
  const others = notices.filter((other) => !isOver(other));
  const before = others.filter((other) => rank(other) < rank(notice));
  change([...before, notice, ...others.slice(before.length)]);
}

/** Shows a toast; both kinds are read out and can be dismissed. */
export function notifySuccess(title: string, description?: string): void {
  notify({ kind: "success", title, description });
}

export function notifyFailure(notice: Omit<Notice, "kind">): void {
  notify({ kind: "failure", ...notice });
}

export function dismissNotice(notice: Notice): void {
  change(notices.filter((other) => other !== notice));
}

/** A deed is tried anew: what was said of it before would be read as its outcome. */
export function clearNotices(): void {
  change([]);
}

/** What is to be on screen now. */
export const shownNotice = (): Notice | undefined => notices[0];

export function useNotice(): Notice | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownNotice);
}
