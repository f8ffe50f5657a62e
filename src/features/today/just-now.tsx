import { useEffect, useState } from "react";

/** Milliseconds for which something has happened just now. */
const JUST_NOW = 60_000;

const remaining = (instant: string) => Date.parse(instant) + JUST_NOW - Date.now();

/** '· just now' for what happened within the last minute; it goes by itself. `instant` is an ISO text. */
export function JustNow({ instant }: { instant: string }) {
  const [isRecent, setRecent] = useState(() => remaining(instant) > 0);
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setRecent(false), Math.max(0, remaining(instant)));
    return () => clearTimeout(timer);
  }, [isRecent, instant]);
  return isRecent ? " · just now" : null;
}
