import { useEffect, useEffectEvent } from "react";
import { msg } from "../domain/language/messages.ts";
import { singleKey } from "../ui/single-keys.ts";

const PAGE_KEYS = [
  ["n", msg("New task")],
  ["/", msg("Search tasks")],
  ["1", msg("Today")],
  ["2", msg("Tasks")],
  ["3", msg("About // a tab: about Rota")],
  ["j", msg("Next row // of a list")],
  ["k", msg("Previous row // of a list")],
  ["?", msg("This list // of keys")],
] as const;

/** Those of a row of Today that has the focus (features/today/row-keys.ts); the menu comes on a card, too. */
const ROW_KEYS = [
  ["d", msg("Row: done, or undo // a key for a row of a list")],
  ["s", msg("Row: skip // a key for a row of a list")],
  ["p", msg("Row: put off, and more // a key for a row of a list")],
  ["w", msg("Row: who did it // a key for a row of a list")],
] as const;

export const SHORTCUTS = [...PAGE_KEYS, ...ROW_KEYS];

export type ShortcutKey = (typeof PAGE_KEYS)[number][0];

/** See ui/single-keys.ts for when keys count. */
export function useShortcuts(isActive: boolean, act: (key: ShortcutKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const pressed = singleKey(event);
    const [key] = PAGE_KEYS.find(([one]) => one === pressed) ?? [];
    if (key === undefined) return;
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
