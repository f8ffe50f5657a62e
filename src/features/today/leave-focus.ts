import { afterPaint } from "../../ui/after-paint.ts";
import { screenHeading } from "../../ui/screen-heading.ts";

/** Finds the next focus when a row leaves its section, or all rows of `task` do. */
export function neighbourOf(button: HTMLElement, task?: string): HTMLElement | null {
  const section = button.closest("section");
  const row = button.closest("li");
  // Skips the buttons that expand or open something.
  const acting = [
    ...(section?.querySelectorAll<HTMLElement>("button:not([aria-expanded], [aria-haspopup])") ??
      []),
  ];
  const stays = (one: HTMLElement) => {
    const itsRow = one.closest("li");
    // Others may be leaving already, or will.
    const leaves = one.closest("[inert]") || itsRow?.querySelector("[data-fresh], [data-pressed]");
    return itsRow !== row && !leaves && (!task || itsRow?.dataset.task !== task);
  };
  const isAfter = (one: Node) =>
    (button.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return (
    acting.find((one) => isAfter(one) && stays(one)) ??
    acting.findLast((one) => !isAfter(one) && stays(one)) ??
    // The section goes with its last row.
    screenHeading()
  );
}

/** Moved after paint, as focusing forces a layout that would delay the tap's first frame. */
export function leaveFocus(button: HTMLElement, task?: string): void {
  const neighbour = neighbourOf(button, task);
  afterPaint(() => neighbour?.focus({ preventScroll: true }));
}
