import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

interface DiscardDialogProps {
  onDiscard: () => void;
  onClosed: () => void;
}

/** Asks before unsaved input is discarded. */
export function DiscardDialog({ onDiscard, onClosed }: DiscardDialogProps) {
  return (
    <AppDialog
      role="alertdialog"
      title="Discard your changes?"
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    >
      {() => <p>What you have entered has not been saved.</p>}
    </AppDialog>
  );
}
