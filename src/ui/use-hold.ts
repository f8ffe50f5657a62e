import {
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from "react";

const HOLD_MS = 500;

/** in pixels */
const MOST_SLIP = 10;

/** Calls `onHold` after a press by mouse, pen or finger, without a click; scrolling or slipping cancels it. */
export function useHold<Held extends HTMLElement>(onHold: ((element: Held) => void) | undefined) {
  const [isHolding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function end() {
    clearTimeout(timer.current);
    setHolding(false);
  }

  if (!onHold) return { isHolding, handlers: {} };
  const handlers = {
    onPointerDown({ currentTarget, button, isPrimary, clientX, clientY }: PointerEvent<Held>) {
      wasHeld.current = false;
      if (button !== 0 || !isPrimary) return;
      from.current = { x: clientX, y: clientY };
      setHolding(true);
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        setHolding(false);
        onHold(currentTarget);
      }, HOLD_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent<Held>) {
      const { x, y } = from.current;
      if (Math.hypot(clientX - x, clientY - y) > MOST_SLIP) end();
    },
    onPointerUp: end,
    onPointerLeave: end,
    // Also when the browser begins to scroll.
    onPointerCancel: end,
    /** Lifting the finger would be a click beside the dialog that the hold opened, and take its focus. */
    onTouchEnd(event: TouchEvent<Held>) {
      if (wasHeld.current) event.preventDefault();
    },
    /** A finger that stays asks for a menu; the right mouse button may have it. */
    onContextMenu(event: MouseEvent<Held>) {
      if (isHolding || wasHeld.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent<Held>) {
      // A key's click has no detail, and is none that follows.
      if (wasHeld.current && event.detail > 0) event.stopPropagation();
      wasHeld.current = false;
    },
  };
  return { isHolding, handlers };
}
