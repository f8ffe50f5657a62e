import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

const QUESTIONS = {
  renew: {
    title: "Make a new calendar address?",
    text: "The old address stops at once. Calendars that read it show nothing new until you give them the new one.",
    confirm: "Make a new address",
  },
  revoke: {
    title: "Turn the calendar off?",
    text: "Its address stops at once. Calendars keep what they have read until you remove it there.",
    confirm: "Turn off",
  },
} as const;

interface CalendarDialogProps {
  question: keyof typeof QUESTIONS;
  onConfirmed: () => void;
  onClosed: () => void;
}

/** Asks before an address stops. */
export function CalendarDialog({ question, onConfirmed, onClosed }: CalendarDialogProps) {
  const { title, text, confirm } = QUESTIONS[question];
  return (
    <AppDialog
      role="alertdialog"
      title={title}
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              close();
              onConfirmed();
            }}
          >
            {confirm}
          </Button>
        </>
      )}
    >
      {() => <p>{text}</p>}
    </AppDialog>
  );
}
