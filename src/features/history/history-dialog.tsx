import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useSession } from "../../auth/session.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import { goneNotice } from "../../domain/tasks/gone-notice.ts";
import { useLatestTask } from "../../sync/use-tasks.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { Notes } from "../../ui/notes.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import HistoryCalendar from "./history-calendar.tsx";

/** Closes with a notice if the task leaves the user's list. */
export default function HistoryDialog({ task: opened, onClosed }: TaskDialogProps) {
  const locale = useLocale();
  const userId = useSession()?.userId ?? "";
  const { task, isGone } = useLatestTask(opened);
  useEffect(() => {
    if (isGone) toastSuccess(...goneNotice(task, userId, locale));
  }, [isGone, task, userId, locale]);
  const title = locale.t("Task History: {title}", { title: task.title });

  return (
    <AppDialog
      title={title}
      size="md"
      isOver={isGone}
      // The button that opened it has gone with its task.
      returnFocusTo={() => (isGone ? screenHeading() : null)}
      onClosed={onClosed}
    >
      {() => (
        <>
          {task.subtitle && (
            <chakra.div mb="3">
              <Notes task={task} text={task.subtitle} />
            </chakra.div>
          )}
          <HistoryCalendar task={task} />
        </>
      )}
    </AppDialog>
  );
}
