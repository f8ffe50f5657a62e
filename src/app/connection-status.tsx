import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { type ConnectionState, useConnectionState } from "../sync/live.tsx";
import { Icon } from "../ui/icon.tsx";

/**
 * Milliseconds: a page that loads or wakes up reconnects within this time, so it is not worth
 * saying.
 */
const PATIENCE_MS = 3_000;

const TEXTS: Record<Exclude<ConnectionState, "live">, string> = {
  reconnecting: "Reconnecting...",
  offline: "Offline",
};

/** Says so when changes by others may be missing; empty while connected. */
export function ConnectionStatus() {
  const state = useConnectionState();
  const [shown, setShown] = useState<ConnectionState>("live");

  useEffect(() => {
    const timer = setTimeout(() => setShown(state), state === "reconnecting" ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    // Takes only the space that the header's other parts leave.
    <chakra.div
      role="status"
      display="flex"
      flex="1"
      minW="0"
      justifyContent="flex-end"
      fontSize="sm"
      color="fg.muted"
    >
      {shown !== "live" && (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          <Icon name="offline" />
          {TEXTS[shown]}
        </chakra.span>
      )}
    </chakra.div>
  );
}
