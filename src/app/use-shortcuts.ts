import { useEffect, useEffectEvent } from "react";
import { createStore, useStore } from "../store/store.ts";

/** Single keys that act on the whole page, and what each does. */
export const SHORTCUTS = [
  ["n", "New task"],
  ["/", "Search tasks"],
  ["1", "Today"],
  ["2", "Tasks"],
  ["3", "About"],
  ["?", "This list"],
] as const;

export type ShortcutKey = (typeof SHORTCUTS)[number][0];

const STORED = "rota.shortcuts";
const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const DIALOG = "[role=dialog], [role=alertdialog]";

/** People who speak to their computer, or whose hands slip, need a way to turn single keys off. */
const areOn = createStore(readStored());

function readStored(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true; // no storage
  }
}

/** Kept by this browser, if it keeps anything. */
export function turnShortcuts(on: boolean): void {
  areOn.setState(on);
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch {
    // no storage
  }
}

export const useAreShortcutsOn = (): boolean => useStore(areOn);

function isForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  // Not Shift, which some keyboards need for these characters.
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(TYPING) && !document.querySelector(DIALOG);
}

/**
 * Calls `act` for each of the keys while `isActive`: not while somebody types, not in a dialog, not
 * with Ctrl, Alt or Meta, and not when the user has turned them off.
 */
export function useShortcuts(isActive: boolean, act: (key: ShortcutKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const [key] = SHORTCUTS.find(([one]) => one === event.key) ?? [];
    if (key === undefined || !areOn.getState() || !isForThePage(event)) return;
    event.preventDefault();
    act(key);
  });
  useEffect(() => {
    if (!isActive) return;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [isActive]);
}
