import type { KeyboardEvent } from "react";
import { singleKey } from "../../ui/single-keys.ts";

/** The controls of a row that keys press. */
const PRESSES: Readonly<Record<string, string>> = {
  d: "button.tick, .undo",
  p: ".more",
};

/** Acts on the row that has the focus: the keys of `SHORTCUTS`. `acts` are given what the row is left from. */
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
