import { useEffect, useEffectEvent } from "react";
import { singleKey } from "../ui/single-keys.ts";

/** What each does: shortcuts-dialog.tsx. */
const PAGE_KEYS = ["n", "/", "1", "2", "3", "j", "k", "?"] as const;

export type ShortcutKey = (typeof PAGE_KEYS)[number];

/** See ui/single-keys.ts for when keys count. */
export function useShortcuts(isActive: boolean, act: (key: ShortcutKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const pressed = singleKey(event);
    const key = PAGE_KEYS.find((one) => one === pressed);
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
