import { type MouseEvent, useSyncExternalStore } from "react";

/** What the main view shows, as the URL's hash: `#tasks`, `#today/new`, `#tasks/edit/<id>`. */
export type Tab = "today" | "tasks" | "about";
export type EditorTarget =
  | { readonly kind: "new" }
  | { readonly kind: "edit"; readonly id: string };
export interface View {
  readonly tab: Tab;
  readonly editor: EditorTarget | null;
}

const TABS: readonly string[] = ["today", "tasks", "about"] satisfies Tab[];

/** Anything else in the hash (a link from a mail, say) means Today. */
function parseView(hash: string): View {
  const [tab = "", action, id] = hash.replace(/^#/, "").split("/");
  if (!TABS.includes(tab)) return { tab: "today", editor: null };
  if (action === "new") return { tab: tab as Tab, editor: { kind: "new" } };
  if (action === "edit" && id) return { tab: tab as Tab, editor: { kind: "edit", id } };
  return { tab: tab as Tab, editor: null };
}

function hashOf({ tab, editor }: View): string {
  if (editor === null) return `#${tab}`;
  return editor.kind === "new" ? `#${tab}/new` : `#${tab}/edit/${editor.id}`;
}

let view = parseView(location.hash);
/** Asked before the editor is left by the browser's Back; see `guardEditor`. */
let guard: (() => void) | null = null;
/** Scroll position and focus of the tabs when the editor opened. */
let place = { scroll: 0, focus: null as Element | null };
const listeners = new Set<() => void>();

// The editor and the tabs share one page of very different heights; the browser would guess wrong.
history.scrollRestoration = "manual";

function show(next: View): void {
  if (view.editor === null) place = { scroll: scrollY, focus: document.activeElement };
  view = next;
  for (const listener of listeners) listener();
}

addEventListener("popstate", () => {
  const next = parseView(location.hash);
  if (guard && view.editor !== null) {
    // The browser has already gone back: restore the entry and let the editor ask.
    history.pushState({ editor: true }, "", hashOf(view));
    guard();
    return;
  }
  show(next);
});

export function useView(): View {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => view,
  );
}

export function showTab(tab: Tab): void {
  const next: View = { tab, editor: null };
  history.replaceState(null, "", hashOf(next));
  show(next);
}

/** The tabs that single keys lead to; the search is on one of them. */
export const TABS_BY_KEY = { "1": "today", "2": "tasks", "3": "about", "/": "tasks" } as const;

/** Shows a tab from a task's page, as a new history entry; its search with the focus in it if asked. */
export function leaveForTab(tab: Tab, { search = false } = {}): void {
  const next: View = { tab, editor: null };
  show(next);
  history.pushState(search ? { search } : null, "", `/${hashOf(next)}`);
  if (search) return;
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  });
}

/** Where somebody was in a list when they left it for a task's page. */
interface Left {
  readonly scroll: number;
  /** of the link that they followed */
  readonly href: string;
}

/** Follows a link to a task's page without loading the app anew, and keeps the place for Back. */
export function followTaskLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target instanceof Element ? event.target : null;
  const href = target?.closest("a[href^='/task/']")?.getAttribute("href");
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!href || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  const left: Left = { scroll: scrollY, href };
  history.replaceState({ left }, "");
  history.pushState(null, "", href);
}

/** Back in the lists: to the link that was followed to a task's page, if one was. */
export function returnToLink(): void {
  const left: Left | undefined = history.state?.left;
  if (!left) return;
  requestAnimationFrame(() => {
    scrollTo({ top: left.scroll, behavior: "instant" });
    document
      .querySelector<HTMLElement>(`a[href="${CSS.escape(left.href)}"]`)
      ?.focus({ preventScroll: true });
  });
}

/** Opens the editor as a history entry of its own, so that Back closes it. */
export function openEditor(editor: EditorTarget): void {
  const next: View = { tab: view.tab, editor };
  history.pushState({ editor: true }, "", hashOf(next));
  show(next);
}

/** Closes the editor without asking. */
export function closeEditor(): void {
  guard = null;
  if (history.state?.editor) history.back();
  else showTab(view.tab);
}

/** While `ask` is set, the browser's Back calls it instead of leaving the editor. */
export function guardEditor(ask: (() => void) | null): void {
  guard = ask;
}

/** Restores the scroll position and focus from before the editor opened. */
export function restorePlace(): void {
  const { scroll, focus } = place;
  // The tabs have no layout until React has committed.
  requestAnimationFrame(() => {
    scrollTo({ top: scroll, behavior: "instant" });
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  });
}
