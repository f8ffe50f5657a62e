import { useEffect, useState } from "react";

/** milliseconds */
const JUST_NOW = 60_000;

const remaining = (instant: string) => Date.parse(instant) + JUST_NOW - Date.now();

/** Shown for a minute after the ISO instant. */
export function JustNow({ instant }: { instant: string }) {
  const [isRecent, setRecent] = useState(() => remaining(instant) > 0);
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setRecent(false), Math.max(0, remaining(instant)));
    return () => clearTimeout(timer);
  }, [isRecent, instant]);
  return isRecent ? " · just now" : null;
}
