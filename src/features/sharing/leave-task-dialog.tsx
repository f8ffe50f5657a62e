import { told } from "../../completions/told-changes.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { LEAVE_FAILED } from "./mutations.ts";

export default function LeaveTaskDialog({ task, onClosed }: TaskDialogProps) {
  const { mutateAsync } = useTaskChange(task.id);
  const locale = useLocale();
  const { t } = locale;
  const owner = task.people[task.ownerId];
  const values = { task: task.title, b: strong };

  const leave = () =>
    void told(mutateAsync({ kind: "leave", taskId: task.id }), LEAVE_FAILED, () =>
      toastSuccess(t("Task Left"), t("It has been removed from your list.")),
    );

  return (
    <ConfirmDialog
      title={t("Leave Task")}
      action={t("Leave // a task that somebody shares")}
      onConfirmed={leave}
      focusAfterwards={screenHeading}
      onClosed={onClosed}
    >
      <RichText
        parts={
          owner === undefined
            ? locale.parts(
                "<b>{task}</b> leaves your list. It stays with its owner. You can ask for it back in the settings.",
                values,
              )
            : locale.parts(
                "<b>{task}</b> leaves your list. It stays with {owner}. You can ask for it back in the settings.",
                { ...values, owner },
              )
        }
      />
    </ConfirmDialog>
  );
}
