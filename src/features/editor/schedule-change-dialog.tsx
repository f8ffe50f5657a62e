import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

interface ScheduleChangeDialogProps {
  onAnswer: (from: "today" | "past") => void;
  onClosed: () => void;
}

/** Asks from when on a changed schedule counts. */
export function ScheduleChangeDialog({ onAnswer, onClosed }: ScheduleChangeDialogProps) {
  return (
    <AppDialog
      role="alertdialog"
      title="Change past days too?"
      onClosed={onClosed}
      footer={(close) => {
        const answer = (from: "today" | "past") => () => {
          onAnswer(from);
          close();
        };
        return (
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="outline" onClick={answer("past")}>
              For the past too
            </Button>
            <Button data-autofocus onClick={answer("today")}>
              From today on
            </Button>
          </>
        );
      }}
    >
      {() => (
        <p>
          The task repeats in another way now. From today on: days before today stay as they were.
          For the past too: they are shown as if it had always repeated like this.
        </p>
      )}
    </AppDialog>
  );
}
