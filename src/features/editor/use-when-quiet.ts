import { useEffect, useRef, useState } from "react";

/** milliseconds */
const QUIET = 1_000;

/** For live regions: the text once it has changed and then stayed; null until then. */
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
