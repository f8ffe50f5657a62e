import type { Locale } from "../domain/language/locale.ts";
import { createStore } from "../store/store.ts";
import { spokenLocale } from "./use-locale.ts";

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  /** `failure` wears the destructive style. */
  readonly kind: "success" | "failure";
  /** offered while the toast is shown */
  readonly action?: ToastAction | undefined;
  /** A failure of background work: shown after toasts about the user's own actions. */
  readonly isBackground?: boolean;
  /** In which it was said: its words stay when another language is chosen. */
  readonly locale: Locale;
}

type Said = Omit<Toast, "locale">;

/** The first is on screen, the others wait. */
export const toasts = createStore<readonly Toast[]>([]);

function rank({ kind, isBackground }: Said): number {
  if (kind === "success") return 1;
  return isBackground ? 2 : 0;
}

/** Queues by importance; replaces a toast with the same title, and an earlier success. */
function show(said: Said): Toast {
  const toast = { ...said, locale: spokenLocale.getState() };
  const isOver = (other: Toast) =>
    other.title === toast.title || (toast.kind === "success" && other.kind === "success");
  const others = toasts.getState().filter((other) => !isOver(other));
  const before = others.filter((other) => rank(other) < rank(toast));
  toasts.setState([...before, toast, ...others.slice(before.length)]);
  return toast;
}

export function toastSuccess(title: string, description?: string, action?: ToastAction): void {
  show({ kind: "success", title, description, action });
}

/** Returns the toast for `dismissToast`. */
export function toastFailure(toast: Omit<Said, "kind">): Toast {
  return show({ kind: "failure", ...toast });
}

export function dismissToast(toast: Toast): void {
  toasts.setState(toasts.getState().filter((other) => other !== toast));
}

/** An old failure must not be taken for the outcome of a retry. */
export function clearToasts(): void {
  toasts.setState([]);
}
