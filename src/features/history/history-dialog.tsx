import { chakra } from "@chakra-ui/react";
import type { Task } from "../../domain/tasks/task.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { Notes } from "../../ui/notes.tsx";
import HistoryCalendar from "./history-calendar.tsx";

interface HistoryDialogProps {
  task: Task;
  onClosed: () => void;
}

export default function HistoryDialog({ task: opened, onClosed }: HistoryDialogProps) {
  const { data: tasks } = useTasks();
  // Live while it is open; a deleted task stays as it was.
  const task = tasks?.find(({ id }) => id === opened.id) ?? opened;
  const title = (
    <>
      Task History: <bdi>{task.title}</bdi>
    </>
  );

  return (
    <AppDialog title={title} size="md" onClosed={onClosed}>
      {() => (
        <>
          {task.subtitle && (
            <chakra.div mb="3">
              <Notes title={task.title} text={task.subtitle} />
            </chakra.div>
          )}
          <HistoryCalendar task={task} />
        </>
      )}
    </AppDialog>
  );
}
