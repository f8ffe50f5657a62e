import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { late } from "../../ui/late.tsx";
import { pressed } from "../../ui/pressed.ts";
import { whenIdle } from "../../ui/when-idle.ts";

const Moving = late(() => import("./moving-parts.tsx"));

/** Longer lists aren't animated. */
const MOST_ROWS = 40;

/** Rows that would lose their state by being mounted again: focus, open notes, a tap under way. */
const IN_USE =
  "[data-section] :is(:focus, [data-swipe], [aria-expanded=true], [data-fresh], [data-pressed])";

/** Animates sections once framer-motion is loaded. That mounts the rows again, so it waits until none is in use. */
export function Motion({ rowCount, children }: { rowCount: number; children: ReactNode }) {
  const isShort = rowCount <= MOST_ROWS;
  // Once it is there, a list that is shown again moves from the start.
  const [isMoving, setMoving] = useState(() => isShort && Moving.isLoaded());
  const start = useEffectEvent(() => {
    const isInUse = pressed.getState() || document.querySelector(IN_USE) !== null;
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
