import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";

let speak: ((text: string) => void) | null = null;

/** Says something to people who use a screen reader, after what they are hearing now. */
export function announce(text: string): void {
  speak?.(text);
}

export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    speak = setText;
    return () => {
      speak = null;
    };
  }, []);
  return (
    <chakra.div role="status" srOnly data-testid="announcer">
      {text}
    </chakra.div>
  );
}
