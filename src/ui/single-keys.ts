import { createKept } from "../store/kept.ts";
import { useStore } from "../store/store.ts";

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const DIALOG = "[role=dialog], [role=alertdialog], [role=menu]";

/** People who speak to their computer, or whose hands slip, need a way to turn single keys off. */
const shortcuts = createKept("rota.shortcuts", "on");

/** Kept by this browser, if it keeps anything. */
export const turnSingleKeys = (on: boolean): void => shortcuts.setState(on ? "on" : "off");

export const useAreSingleKeysOn = (): boolean => useStore(shortcuts) !== "off";

/**
 * The key that was pressed to act on the page; null while somebody types, in a dialog, with Ctrl, Alt or
 * Meta, and where the user has turned such keys off.
 */
export function singleKey(event: KeyboardEvent): string | null {
  if (shortcuts.getState() === "off" || event.defaultPrevented || event.repeat || event.isComposing)
    return null;
  // Not Shift, which some keyboards need for these characters.
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TYPING) || document.querySelector(DIALOG) ? null : event.key;
}
