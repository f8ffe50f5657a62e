import { useRef } from "react";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { LEAVE_FAILED, leaveTask } from "./mutations.ts";

interface LeaveTaskDialogProps {
  task: Task;
  onClosed: () => void;
}

/** A recipient leaves a shared task; it stays with its owner and the others. */
export default function LeaveTaskDialog({ task, onClosed }: LeaveTaskDialogProps) {
  const { mutateAsync } = useTaskChange(task.id);
  const owner = task.people[task.ownerId] ?? "its owner";

  // The button that opened this dialog is removed with its task's card.
  const isConfirmed = useRef(false);

  function confirm(close: () => void) {
    isConfirmed.current = true;
    mutateAsync(leaveTask(task.id)).then(
      () => toastSuccess("Task Left", "It has been removed from your list."),
      (error) => toastFailure(failureNotice(LEAVE_FAILED, error)),
    );
    close();
  }

  return (
    <AppDialog
      role="alertdialog"
      title="Leave Task"
      onClosed={onClosed}
      returnFocusTo={() => (isConfirmed.current ? screenHeading() : null)}
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
          <strong dir="auto">{task.title}</strong> leaves your list. It stays with{" "}
          <bdi>{owner}</bdi>. You can ask for it back in the settings.
        </p>
      )}
    </AppDialog>
  );
}
