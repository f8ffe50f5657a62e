import { chakra } from "@chakra-ui/react";
import { Icon } from "../../ui/icon.tsx";
import type { RemoteChanges } from "./use-task-form.ts";

/** Announces what happened to the task while it was edited. */
export function RemoteChangesNotice({
  isGone,
  accepted,
  retained,
}: RemoteChanges & { isGone: boolean }) {
  const sentences = isGone
    ? ["This task has been deleted meanwhile.", "What you entered is kept: save it as a new task."]
    : [
        ...(accepted.length > 0 ? [`Changed meanwhile: ${accepted.join(", ")}.`] : []),
        ...(retained.length > 0
          ? [`Changed meanwhile, too, but kept as you entered it: ${retained.join(", ")}.`]
          : []),
      ];
  return (
    // Always mounted, or a screen reader would miss its first text; takes no space while empty.
    <chakra.div role="status" _empty={{ mb: "-5" }}>
      {sentences.length > 0 && (
        <chakra.div display="flex" gap="3" p="3" bg="bg.muted" borderRadius="md">
          <chakra.span color="status.today" pt="0.5">
            <Icon name="alert" />
          </chakra.span>
          <p>{sentences.join(" ")}</p>
        </chakra.div>
      )}
    </chakra.div>
  );
}
