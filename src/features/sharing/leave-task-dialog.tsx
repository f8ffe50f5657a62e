import { told } from "../../completions/told-changes.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { LEAVE_FAILED } from "./mutations.ts";

export default function LeaveTaskDialog({ task, onClosed }: TaskDialogProps) {
  const { mutateAsync } = useTaskChange(task.id);
  const owner = task.people[task.ownerId] ?? "its owner";

  const leave = () =>
    void told(mutateAsync({ kind: "leave", taskId: task.id }), LEAVE_FAILED, () =>
      toastSuccess("Task Left", "It has been removed from your list."),
    );

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
