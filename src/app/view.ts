import { useLayoutEffect, useMemo } from "react";
import { navigate, useHistoryState, useLocationProperty } from "wouter/use-browser-location";
import { msg } from "../domain/language/messages.ts";
import { screenHeading } from "../ui/screen-heading.ts";
import { shownTitle } from "./use-title.ts";

/** The main view's state is the URL's hash: `#tasks`, `#today/new`, `#tasks/edit/<id>`. */
export const TAB_NAMES = {
  today: msg("Today"),
  tasks: msg("Tasks"),
  about: msg("About // a tab: about Rota"),
} as const;
export type Tab = keyof typeof TAB_NAMES;
/** In place of a task's id: the editor makes a new one. */
export const NEW_TASK = "new";
export interface View {
  readonly tab: Tab;
  /** the id of the task that is edited */
  readonly editor: string | null;
}

/** Anything else in the hash (a link from a mail, say) means Today. */
function parseView(hash: string): View {
  const [tab = "", action, id] = hash.replace(/^#/, "").split("/");
  if (!Object.hasOwn(TAB_NAMES, tab)) return { tab: "today", editor: null };
  const edited = action === "new" ? NEW_TASK : action === "edit" && id;
  return { tab: tab as Tab, editor: edited || null };
}

function hashOf({ tab, editor }: View): string {
  if (editor === null) return `#${tab}`;
  return editor === NEW_TASK ? `#${tab}/new` : `#${tab}/edit/${editor}`;
}

const currentHash = () => location.hash;
const currentView = () => parseView(currentHash());

export function useView(): View {
  const hash = useLocationProperty(currentHash);
  return useMemo(() => parseView(hash), [hash]);
}

/** The editor to which the browser's Back returns, after which `ask` is called; see `guardEditor`. */
let guarded: { readonly address: string; readonly ask: () => void } | null = null;
/** Scroll position and focus of the tabs when the editor opened. */
let place = { scroll: 0, focus: null as Element | null };

const keepPlace = () => {
  place = { scroll: scrollY, focus: document.activeElement };
};

function returnOrKeepPlace(): void {
  if (guarded) {
    // The browser has already gone back: restore the entry and let the editor ask.
    navigate(guarded.address, { state: { editor: true } });
    guarded.ask();
  } else if (currentView().editor) keepPlace();
}

// The editor and the tabs share one page of very different heights; the browser would guess wrong.
history.scrollRestoration = "manual";
// Before wouter's own listener, so the app loads this file at its start.
addEventListener("popstate", returnOrKeepPlace);
// After React's own listeners, one of which may have acted.
addEventListener("click", followLink);

/** Leads to a path in place of the one that is shown. */
export const goTo = (path: string) => navigate(path, { replace: true });

export const goHome = () => navigate("/", { replace: true });

export function showTab(tab: Tab): void {
  navigate(hashOf({ tab, editor: null }), { replace: true });
}

/** The tabs that single keys lead to; the search is on one of them. */
export const TABS_BY_KEY = {
  "1": "today",
  "2": "tasks",
  "3": "about",
  "/": "tasks",
} as const;

export function leaveForTab(tab: Tab, { search = false } = {}): void {
  navigate(`/${hashOf({ tab, editor: null })}`, { state: search ? { search } : null });
  if (search) return;
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  });
}

/** The place to return to when a page is left. */
interface Left {
  readonly scroll: number;
  readonly href: string;
}

interface CameFrom {
  /** the name of the screen to which Back leads; none if the visit began here */
  readonly from?: string;
  /** the language of that name */
  readonly lang?: string;
}

const openPage = (href: string): void =>
  navigate(href, { state: { from: shownTitle(), lang: document.documentElement.lang } });

export const useCameFrom = (): CameFrom => useHistoryState<CameFrom | null>() ?? {};

export const openHousehold = (id: string): void => openPage(`/household/${id}`);

/** Follows an internal link without loading the app again, and keeps the place for Back. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  const href = link?.getAttribute("href");
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!href || link?.hasAttribute("target") || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  const left: Left = { scroll: scrollY, href };
  navigate(location.href, { replace: true, state: { ...history.state, left } });
  openPage(href);
}

/** Back on a screen: to the link that was followed from it. @returns whether one was */
export function returnToLink(): boolean {
  const left: Left | undefined = history.state?.left;
  if (!left) return false;
  requestAnimationFrame(() => {
    scrollTo({ top: left.scroll, behavior: "instant" });
    document
      .querySelector<HTMLElement>(`a[href="${CSS.escape(left.href)}"]`)
      ?.focus({ preventScroll: true });
  });
  return true;
}

/** A history entry of its own, so that Back closes it. */
export function openEditor(editor: string): void {
  keepPlace();
  navigate(hashOf({ ...currentView(), editor }), { state: { editor: true } });
}

export function addShared(shared: URLSearchParams): void {
  const parts = ["title", "text", "url"].map((name) => shared.get(name)?.trim());
  const line = [...new Set(parts)].filter(Boolean).join(" ").replaceAll(/\s+/g, " ");
  navigate("/", { replace: true });
  navigate("/#today/new", { state: { editor: true, line } });
}

export function closeEditor(): void {
  guarded = null;
  if (history.state?.editor) history.back();
  else showTab(currentView().tab);
}

/** While `ask` is set, the browser's Back calls it instead of leaving the editor. */
export function guardEditor(ask: (() => void) | null): void {
  guarded = ask && { address: location.href, ask };
}

export function useRestoredPlace(isEditing: boolean): void {
  useLayoutEffect(() => {
    if (!isEditing) return;
    scrollTo({ top: 0, behavior: "instant" });
    return () => {
      const { scroll, focus } = place;
      // The tabs have no layout until React has committed.
      requestAnimationFrame(() => {
        scrollTo({ top: scroll, behavior: "instant" });
        const last = focus === document.body ? screenHeading() : focus;
        if (last instanceof HTMLElement) last.focus({ preventScroll: true });
      });
    };
  }, [isEditing]);
}
