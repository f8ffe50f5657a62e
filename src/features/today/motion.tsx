import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { late } from "../../ui/late.tsx";
import { whenIdle } from "../../ui/when-idle.ts";

const Moving = late(() => import("./moving-parts.tsx"));

/** More rows than this come and go without ado. */
const MOST_ROWS = 40;

/** Rows that would lose their state by being mounted again: focus, open notes, a tap under way. */
const IN_USE =
  "[data-section] :is(:focus, :active, [data-swipe], [aria-expanded=true], [data-fresh], [data-pressed])";

/**
 * Makes the sections in it come and go with framer-motion, which is loaded when the page is idle.
 * Until then the parts are plain elements. Changing them mounts the rows again, so that is done only
 * while none of them is being used, once, and not in a long list.
 */
export function Motion({ rowCount, children }: { rowCount: number; children: ReactNode }) {
  const isShort = rowCount <= MOST_ROWS;
  // Once it is there, a list that is shown again moves from the start.
  const [isMoving, setMoving] = useState(() => isShort && Moving.isLoaded());
  const start = useEffectEvent(() => {
    const isInUse = document.querySelector(IN_USE) !== null;
    // At once: otherwise a row could be tapped after this look, and be mounted again under the tap.
    if (isShort && !isInUse) flushSync(() => setMoving(true));
  });

  useEffect(() => {
    if (Moving.isLoaded() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isShown = true;
    const cancel = whenIdle(async () => {
      await Moving.load();
      if (isShown) start();
    });
    return () => {
      isShown = false;
      cancel();
    };
  }, []);

  return isMoving ? <Moving>{children}</Moving> : children;
}
