import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

interface StopSharingDialogProps {
  /** how many people have the task; undefined while that is not known */
  people: number | undefined;
  onStop: () => void;
  onClosed: () => void;
}

/** Asks before a save takes a shared task away from its recipients. */
export function StopSharingDialog({ people, onStop, onClosed }: StopSharingDialogProps) {
  return (
    <AppDialog
      role="alertdialog"
      title="Stop sharing?"
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Keep sharing
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onStop();
              close();
            }}
          >
            Stop sharing
          </Button>
        </>
      )}
    >
      {() => <p>{whoLoses(people)} this task when you save it.</p>}
    </AppDialog>
  );
}

function whoLoses(people: number | undefined): string {
  if (!people) return "Everyone it is shared with loses";
  return people === 1 ? "1 person loses" : `${people} people lose`;
}
