import { useSyncExternalStore } from "react";

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  /** `failure` wears the destructive style. */
  readonly kind: "success" | "failure";
  /** What can be done about it while it is shown. */
  readonly action?: ToastAction | undefined;
  /** A failure of background work: shown after toasts about the user's own actions. */
  readonly isBackground?: boolean;
}

/** The first is on screen, the others wait. */
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function rank({ kind, isBackground }: Toast): number {
  if (kind === "success") return 1;
  return isBackground ? 2 : 0;
}

/** Queues a toast by importance; replaces one with the same title, and an earlier success. */
function show(toast: Toast): void {
  const isOver = (other: Toast) =>
    other.title === toast.title || (toast.kind === "success" && other.kind === "success");
  const others = toasts.filter((other) => !isOver(other));
  const before = others.filter((other) => rank(other) < rank(toast));
  change([...before, toast, ...others.slice(before.length)]);
}

/** Shows a toast; both kinds are read out and can be dismissed. */
export function toastSuccess(title: string, description?: string, action?: ToastAction): void {
  show({ kind: "success", title, description, action });
}

export function toastFailure(toast: Omit<Toast, "kind">): void {
  show({ kind: "failure", ...toast });
}

export function dismissToast(toast: Toast): void {
  change(toasts.filter((other) => other !== toast));
}

/** Before a retry, so that an old failure is not taken for the new outcome. */
export function clearToasts(): void {
  change([]);
}

/** The toast to show now. */
export const shownToast = (): Toast | undefined => toasts[0];

export function useToast(): Toast | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownToast);
}
