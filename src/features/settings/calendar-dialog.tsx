import { useRef } from "react";
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
  /** What to focus once it is confirmed: what asked may be gone then. */
  focusAfterwards: () => HTMLElement | null;
  onClosed: () => void;
}

/** Asks before an address stops. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { title, text, confirm } = QUESTIONS[props.question];
  const isConfirmed = useRef(false);

  function confirmIt(close: () => void) {
    isConfirmed.current = true;
    close();
    props.onConfirmed();
  }

  return (
    <AppDialog
      role="alertdialog"
      title={title}
      onClosed={props.onClosed}
      returnFocusTo={() => (isConfirmed.current ? props.focusAfterwards() : null)}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => confirmIt(close)}>
            {confirm}
          </Button>
        </>
      )}
    >
      {() => <p>{text}</p>}
    </AppDialog>
  );
}
