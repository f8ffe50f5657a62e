import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { LEAVE_FAILED } from "./mutations.ts";

interface LeaveTaskDialogProps {
  task: Task;
  onClosed: () => void;
}

export default function LeaveTaskDialog({ task, onClosed }: LeaveTaskDialogProps) {
  const { mutateAsync } = useTaskChange(task.id);
  const owner = task.people[task.ownerId] ?? "its owner";

  function leave() {
    mutateAsync({ kind: "leave", taskId: task.id }).then(
      () => toastSuccess("Task Left", "It has been removed from your list."),
      (error) => toastFailure(failureNotice(LEAVE_FAILED, error)),
    );
  }

  return (
    <ConfirmDialog
      title="Leave Task"
      action="Leave"
      onConfirmed={leave}
      focusAfterwards={screenHeading}
      onClosed={onClosed}
    >
      <strong dir="auto">{task.title}</strong> leaves your list. It stays with <bdi>{owner}</bdi>.
      You can ask for it back in the settings.
    </ConfirmDialog>
  );
}
