import { useRef } from "react";
import { failureNotice } from "../../data/failure.ts";
import { useLeaveTask } from "../../data/tasks.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";
import { screenHeading } from "../../ui/screen-heading.ts";

interface LeaveTaskDialogProps {
  task: Task;
  onClosed: () => void;
}

/** A recipient gives a shared task back; it stays with its owner and the others. */
export default function LeaveTaskDialog({ task, onClosed }: LeaveTaskDialogProps) {
  const { mutate } = useLeaveTask();
  const owner = task.people[task.ownerId] ?? "its owner";

  // The card with the button that opened this goes with its task.
  const gone = useRef(false);

  function confirm(close: () => void) {
    gone.current = true;
    mutate(task, {
      onSuccess: () => notifySuccess("Task Left", "It has been removed from your list."),
      onError: (error) => notifyFailure(failureNotice("leave", error)),
    });
    close();
  }

  return (
    <AppDialog
      role="alertdialog"
      title="Leave Task"
      onClosed={onClosed}
      returnFocusTo={() => (gone.current ? screenHeading() : null)}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => confirm(close)}>
            Leave
          </Button>
        </>
      )}
    >
      {() => (
        <p>
          <strong>{task.title}</strong> leaves your list. It stays with {owner}, who can share it
          with you again.
        </p>
      )}
    </AppDialog>
  );
}
