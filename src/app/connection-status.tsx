import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { formatCount } from "../domain/format-count.ts";
import { useStore } from "../store/store.ts";
import { type ShownConnectionState, useConnectionState } from "../sync/live.tsx";
import { waiting } from "../sync/waiting/waiting.ts";
import { Icon } from "../ui/icon.tsx";
import { LARGE_LETTERS } from "../ui/theme/recipes/media.recipe.ts";

/** Milliseconds: a page that wakes up reconnects sooner. */
const PATIENCE_MS = 3_000;

const TEXTS: Record<ShownConnectionState, string> = {
  // Before the first connection, nothing is missed.
  connecting: "",
  live: "",
  reconnecting: "Reconnecting...",
  offline: "Offline",
};

/** 'Offline: 3 unsynced changes'. */
function textOf(state: ShownConnectionState, count: number): string {
  if (count === 0) return TEXTS[state];
  const changes = count === 1 ? "1 unsynced change" : `${formatCount(count)} unsynced changes`;
  return state === "offline" ? `${TEXTS[state]}: ${changes}` : changes;
}

export function ConnectionStatus() {
  const state = useConnectionState();
  const count = useStore(waiting).changes.length;
  const [shown, setShown] = useState<ShownConnectionState>("live");

  useEffect(() => {
    const timer = setTimeout(() => setShown(state), state === "reconnecting" ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);

  const text = textOf(shown, count);
  return (
    <chakra.div
      role="status"
      display="flex"
      flex="1 1 auto"
      minW={text && "min(15vw, 6rem)"}
      justifyContent="flex-end"
      fontSize="sm"
      lineHeight="1.2"
      color="fg.muted"
    >
      {text && (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          <Icon name="offline" />
          <chakra.span css={{ [LARGE_LETTERS]: { srOnly: true } }}>{text}</chakra.span>
        </chakra.span>
      )}
    </chakra.div>
  );
}
