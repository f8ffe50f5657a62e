import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { failureNotice } from "../../data/failure.ts";
import { useDeleteTask } from "../../data/tasks.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";
import { screenHeading } from "../../ui/screen-heading.ts";

interface DeleteTaskDialogProps {
  task: Task;
  onClosed: () => void;
}

/** The Delete Task confirmation, with its warning for a shared task (spec §2). */
export default function DeleteTaskDialog({ task, onClosed }: DeleteTaskDialogProps) {
  const { mutate } = useDeleteTask();

  // The card with the button that opened this goes with its task.
  const gone = useRef(false);

  function confirm(close: () => void) {
    gone.current = true;
    mutate(task, {
      onSuccess: () => notifySuccess("Task Deleted", "Your task has been deleted successfully."),
      onError: (error) => notifyFailure(failureNotice("delete", error)),
    });
    close();
  }

  return (
    <AppDialog
      role="alertdialog"
      title="Delete Task"
      onClosed={onClosed}
      returnFocusTo={() => (gone.current ? screenHeading() : null)}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => confirm(close)}>
            Delete
          </Button>
        </>
      )}
    >
      {() => (
        <>
          <p>
            Delete <strong>{task.title}</strong> and its history?
          </p>
          {task.isShared && (
            <chakra.p mt="3" p="3" bg="danger.subtle" borderRadius="md">
              This task is shared. Deleting it removes the task for everyone.
            </chakra.p>
          )}
        </>
      )}
    </AppDialog>
  );
}
