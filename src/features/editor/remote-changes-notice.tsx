import { MeanwhileNotice } from "../../ui/meanwhile-notice.tsx";
import type { RemoteChanges } from "./draft.ts";

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
          ? [`Also changed by someone else; yours is kept: ${retained.join(", ")}.`]
          : []),
      ];
  // It takes no space while it is empty.
  return <MeanwhileNotice _empty={{ mb: "-5" }}>{sentences.join(" ")}</MeanwhileNotice>;
}
