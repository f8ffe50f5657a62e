import { createKept } from "../store/kept.ts";
import { useStore } from "../store/store.ts";

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const DIALOG = "[role=dialog], [role=alertdialog], [role=menu]";

/** Speech control and slipping hands need a way to turn single keys off. */
const shortcuts = createKept("rota.shortcuts", "on");

export const turnSingleKeys = (on: boolean): void => shortcuts.setState(on ? "on" : "off");

export const useAreSingleKeysOn = (): boolean => useStore(shortcuts) !== "off";

/** Null while somebody types, in a dialog, with Ctrl, Alt or Meta, or where single keys are off. */
export function singleKey(event: KeyboardEvent): string | null {
  if (shortcuts.getState() === "off" || event.defaultPrevented || event.repeat || event.isComposing)
    return null;
  // Not Shift, which some keyboards need for these characters.
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TYPING) || document.querySelector(DIALOG) ? null : event.key;
}
