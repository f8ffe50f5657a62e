import { chakra } from "@chakra-ui/react";
import { Icon } from "../../ui/icon.tsx";
import type { RemoteChanges } from "./use-task-form.ts";

/** Says, also aloud, what happened to the task while it was edited: nothing that was entered is lost. */
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
    // Empty, it takes no room among the fields, yet it must be there to be heard when it is filled.
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
