import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/today.ts";
import { addMonths, startOfMonth } from "../../domain/dates/calendar.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { Notes } from "../../ui/notes.tsx";
import { DayDetail } from "./day-detail.tsx";
import { Legend } from "./legend.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthNavigation } from "./month-navigation.tsx";

interface HistoryDialogProps {
  task: Task;
  onClosed: () => void;
}

export default function HistoryDialog({ task: opened, onClosed }: HistoryDialogProps) {
  const { data: tasks } = useTasks();
  const { today } = useToday();
  const [focused, setFocused] = useState(today);
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
          <MonthNavigation
            month={focused}
            onMove={(months) => setFocused((date) => startOfMonth(addMonths(date, months)))}
            onToday={() => setFocused(today)}
          />
          <MonthGrid task={task} today={today} focused={focused} onFocus={setFocused} />
          <Legend task={task} month={focused} today={today} />
          <DayDetail task={task} date={focused} today={today} />
        </>
      )}
    </AppDialog>
  );
}
