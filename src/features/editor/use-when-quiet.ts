import { useEffect, useRef, useState } from "react";

/** How long nothing changes, in ms, before a screen reader is told. */
const QUIET = 1_000;

/** A text for a live region: once it has changed and then stayed for a while; null until then. */
export function useWhenQuiet(text: string | null): string | null {
  const known = useRef(text);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (text === known.current) return;
    const timer = setTimeout(() => {
      known.current = text;
      setSaid(text);
    }, QUIET);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
