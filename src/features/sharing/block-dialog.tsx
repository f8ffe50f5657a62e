import { useRef } from "react";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { DECISION_FAILED, useDecision } from "./mutations.ts";

interface BlockDialogProps {
  senderId: string;
  name: string;
  /** What to focus once the person is blocked: what opened this is gone then. */
  focusAfterwards: () => HTMLElement | null;
  onClosed: () => void;
}

/** Asks before everything that a person shares is taken from the user's list. */
export default function BlockDialog({
  senderId,
  name,
  focusAfterwards,
  onClosed,
}: BlockDialogProps) {
  const { mutateAsync } = useDecision();
  const isBlocked = useRef(false);

  function block(close: () => void) {
    isBlocked.current = true;
    close();
    mutateAsync({ senderId, call: "block_sender" }).then(
      () =>
        toastSuccess("Person blocked", `${name} is not told. You can undo this in the settings.`),
      (error) => toastFailure(failureNotice(DECISION_FAILED, error)),
    );
  }

  return (
    <AppDialog
      role="alertdialog"
      title="Block this person?"
      onClosed={onClosed}
      returnFocusTo={() => (isBlocked.current ? focusAfterwards() : null)}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => block(close)}>
            Block
          </Button>
        </>
      )}
    >
      {() => (
        <p>
          Everything that <bdi>{name}</bdi> shares with you leaves your list, and nothing they share
          reaches you any more. What you share with them stays as it is.
        </p>
      )}
    </AppDialog>
  );
}
