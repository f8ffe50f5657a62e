import type { KeyboardEvent } from "react";
import { singleKey } from "../../ui/single-keys.ts";

/** The controls of a row that keys press. */
const PRESSES: Readonly<Record<string, string>> = {
  d: "button.tick, .undo",
  p: ".more",
  w: ".who",
};

/** Acts on the row that has the focus: the keys of `SHORTCUTS`. `skip` is given what the row is left from. */
export function pressRowKey(
  event: KeyboardEvent<HTMLElement>,
  skip: ((row: HTMLElement) => void) | undefined,
): void {
  const row = event.currentTarget;
  const key = singleKey(event.nativeEvent) ?? "";
  const button = PRESSES[key] && row.querySelector<HTMLElement>(PRESSES[key]);
  if (button) button.click();
  else if (key === "s" && skip) skip(row);
  else return;
  event.preventDefault();
}
