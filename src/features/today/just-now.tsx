import { useEffect, useState } from "react";
import { useLocale } from "../../ui/use-locale.ts";

/** milliseconds */
const JUST_NOW = 60_000;

const remaining = (instant: string) => Date.parse(instant) + JUST_NOW - Date.now();

/** Shown for a minute after the ISO instant. */
export function JustNow({ instant }: { instant: string }) {
  const { t } = useLocale();
  const [isRecent, setRecent] = useState(() => remaining(instant) > 0);
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setRecent(false), Math.max(0, remaining(instant)));
    return () => clearTimeout(timer);
  }, [isRecent, instant]);
  return isRecent ? ` · ${t("just now // after who did it and when")}` : null;
}
