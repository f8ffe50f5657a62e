import { useEffect, useState } from "react";
import type { Locale } from "../domain/language/locale.ts";
import { useStore } from "../store/store.ts";
import { type ShownConnectionState, useConnectionState } from "../sync/live.tsx";
import { waiting } from "../sync/waiting/waiting.ts";
import { Icon } from "../ui/icon.tsx";
import { useLocale } from "../ui/use-locale.ts";

/** Milliseconds: a page that wakes up reconnects sooner. */
const PATIENCE_MS = 3_000;

/** 'Offline: 3 unsynced changes'; before the first connection, nothing is missed. */
function textOf(state: ShownConnectionState, count: number, { t }: Locale): string {
  const isOffline = state === "offline";
  if (count > 0) {
    return isOffline
      ? t("Offline: {count, plural, one {# unsynced change} other {# unsynced changes}}", { count })
      : t("{count, plural, one {# unsynced change} other {# unsynced changes}}", { count });
  }
  if (isOffline) return t("Offline // the connection");
  return state === "reconnecting" ? t("Reconnecting...") : "";
}

export function ConnectionStatus() {
  const state = useConnectionState();
  const count = useStore(waiting).changes.length;
  const [shown, setShown] = useState<ShownConnectionState>("live");

  useEffect(() => {
    const timer = setTimeout(() => setShown(state), state === "reconnecting" ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);

  const text = textOf(shown, count, useLocale());
  return (
    <div role="status" className="connection">
      {text && (
        <span>
          <Icon name="offline" />
          <span>{text}</span>
        </span>
      )}
    </div>
  );
}
