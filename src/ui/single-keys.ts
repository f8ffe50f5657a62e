import { createStore, useStore } from "../store/store.ts";

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
export function turnSingleKeys(on: boolean): void {
  areOn.setState(on);
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch {
    // no storage
  }
}

export const useAreSingleKeysOn = (): boolean => useStore(areOn);

/**
 * The key that was pressed to act on the page; null while somebody types, in a dialog, with Ctrl, Alt or
 * Meta, and where the user has turned such keys off.
 */
export function singleKey(event: KeyboardEvent): string | null {
  if (!areOn.getState() || event.defaultPrevented || event.repeat || event.isComposing) return null;
  // Not Shift, which some keyboards need for these characters.
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TYPING) || document.querySelector(DIALOG) ? null : event.key;
}
