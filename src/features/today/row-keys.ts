import type { KeyboardEvent } from "react";
import { singleKey } from "../../ui/single-keys.ts";

const PRESSES: Readonly<Record<string, string>> = {
  d: "button.tick, .undo",
  p: ".more",
};

/** What each does: app/shortcuts-dialog.tsx. `acts` get the row that is left. */
export function pressRowKey(
  event: KeyboardEvent<HTMLElement>,
  acts: Readonly<Record<string, (row: HTMLElement) => void>>,
): void {
  const row = event.currentTarget;
  const key = singleKey(event.nativeEvent) ?? "";
  const button = PRESSES[key] && row.querySelector<HTMLElement>(PRESSES[key]);
  if (button) button.click();
  else if (acts[key]) acts[key](row);
  else return;
  event.preventDefault();
}
