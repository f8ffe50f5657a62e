import { useEffect, useEffectEvent } from "react";
import { singleKey } from "../ui/single-keys.ts";

const PAGE_KEYS = [
  ["n", "New task"],
  ["/", "Search tasks"],
  ["1", "Today"],
  ["2", "Tasks"],
  ["3", "About"],
  ["j", "Next row"],
  ["k", "Previous row"],
  ["?", "This list"],
] as const;

/** Those of a row of Today that has the focus (features/today/row-keys.ts); the menu comes on a card, too. */
const ROW_KEYS = [
  ["d", "Row: done, or undo"],
  ["s", "Row: skip"],
  ["p", "Row: put off, and more"],
  ["w", "Row: who did it"],
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
