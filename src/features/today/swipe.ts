import { isFromRight } from "../../ui/direction.ts";

/** Pixels until a swipe counts, and until it is no longer a tap. */
const ENOUGH = 88;
const BEGINS = 12;

interface Swipe {
  readonly row: HTMLElement;
  readonly x: number;
  readonly y: number;
  isUnderWay: boolean;
}

/** Along the line it ticks the row, back it opens its menu; a scroll cancels it. @returns a function that ends it */
export function swipeRows(list: HTMLElement): () => void {
  let swipe: Swipe | null = null;
  const listening = new AbortController();
  const listen = (type: string, handle: (event: PointerEvent) => void) =>
    list.addEventListener(type, (event) => handle(event as PointerEvent), listening);

  function end() {
    if (swipe) {
      delete swipe.row.dataset.swipe;
      swipe.row.style.removeProperty("translate");
    }
    swipe = null;
  }

  listen("pointerdown", ({ target, pointerType, isPrimary, clientX: x, clientY: y }) => {
    end();
    const row = (target as Element).closest<HTMLElement>(".row");
    const isOpen = row?.querySelector("button.tick");
    if (row && isOpen && isPrimary && pointerType === "touch")
      swipe = { row, x, y, isUnderWay: false };
  });
  listen("pointermove", ({ pointerId, clientX, clientY }) => {
    if (!swipe) return;
    const across = clientX - swipe.x;
    if (!swipe.isUnderWay) {
      if (Math.abs(clientY - swipe.y) > BEGINS) return end();
      if (Math.abs(across) <= BEGINS) return;
      swipe.isUnderWay = true;
      // Also when the finger leaves the row; and no control of it is pressed at the end.
      swipe.row.setPointerCapture(pointerId);
    }
    swipe.row.dataset.swipe =
      Math.abs(across) < ENOUGH ? "begun" : across > 0 === isFromRight() ? "more" : "done";
    swipe.row.style.translate = `${across}px`;
  });
  listen("pointerup", () => {
    const row = swipe?.row;
    const meant = row?.dataset.swipe;
    end();
    if (meant === "done") row?.querySelector<HTMLElement>("button.tick")?.click();
    if (meant === "more") row?.querySelector<HTMLElement>(".more")?.click();
  });
  listen("pointercancel", end);
  return () => {
    end();
    listening.abort();
  };
}
