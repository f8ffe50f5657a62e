import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

let speak: ((text: string) => void) | null = null;

/** Says something to people who use a screen reader, after what they are hearing and seeing now. */
export function announce(text: string): void {
  afterPaint(() => speak?.(text));
}

export function Announcer() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    speak = (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 }));
    return () => {
      speak = null;
    };
  }, []);
  return (
    <chakra.div role="status" srOnly data-testid="announcer">
      {/* The same words once more are news, too: a new element, or they would not be heard. */}
      <span key={said.turn}>{said.text}</span>
    </chakra.div>
  );
}
