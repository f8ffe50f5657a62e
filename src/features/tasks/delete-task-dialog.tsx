import { chakra } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { DELETED_TASKS } from "./queries.ts";

const DELETE_FAILED: FailureWords = {
  title: msg("Error Deleting Task"),
  description: msg("Failed to delete your task. Please try again."),
};

export default function DeleteTaskDialog({ task, onClosed }: TaskDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const send = useToldChanges();
  const queryClient = useQueryClient();
  const others = (task.household?.people.length ?? 0) - 1;

  async function remove() {
    if ((await send({ kind: "delete", taskId: task.id }, DELETE_FAILED)) === false) return;
    toastSuccess(t("Task Deleted"), t("Your task has been deleted successfully."));
    void queryClient.invalidateQueries({ queryKey: DELETED_TASKS });
  }

  return (
    <ConfirmDialog
      title={t("Delete Task")}
      action={t("Delete")}
      onConfirmed={() => void remove()}
      focusAfterwards={screenHeading}
      onClosed={onClosed}
    >
      <p>
        <RichText
          parts={locale.parts("Delete <b>{title}</b> and its history?", {
            ...{ title: task.title, b: strong },
          })}
        />
      </p>
      {(task.isShared || others > 0) && (
        <chakra.p mt="3" p="3" bg="danger.subtle" borderRadius="md">
          {task.isShared
            ? t("This task is shared. Deleting it removes the task for everyone.")
            : t("It belongs to {household}. Deleting it removes the task for everyone.", {
                household: task.household?.name ?? "",
              })}
        </chakra.p>
      )}
    </ConfirmDialog>
  );
}
