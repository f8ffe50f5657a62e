import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { afterPaint } from "./after-paint.ts";

let speak: ((text: string) => void) | null = null;

export function announce(text: string): void {
  afterPaint(() => speak?.(text));
}

/** Outside the app's root, which open dialogs hide from screen readers. */
export function Announcer() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    speak = (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 }));
    return () => {
      speak = null;
    };
  }, []);
  return createPortal(
    <div role="status" className="sr-only" data-testid="announcer">
      {/* A new element each time: an unchanged text would not be announced again. */}
      <span key={said.turn}>{said.text}</span>
    </div>,
    document.body,
  );
}
