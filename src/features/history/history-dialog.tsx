import { useState } from "react";
import { useTasks } from "../../data/tasks.ts";
import { useToday } from "../../data/today.ts";
import { addMonths, startOfMonth } from "../../domain/dates/calendar.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { DayDetail } from "./day-detail.tsx";
import { Legend } from "./legend.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthNavigation } from "./month-navigation.tsx";

interface HistoryDialogProps {
  task: Task;
  onClosed: () => void;
}

/** The Task History dialog (spec §2). */
export default function HistoryDialog({ task: opened, onClosed }: HistoryDialogProps) {
  const { data: tasks } = useTasks();
  const { today } = useToday();
  const [focused, setFocused] = useState(today);
  // Follows changes that arrive while it is open; a task that was deleted stays as it was.
  const task = tasks?.find(({ id }) => id === opened.id) ?? opened;

  return (
    <AppDialog title={`Task History: ${task.title}`} size="md" onClosed={onClosed}>
      {() => (
        <>
          <MonthNavigation
            month={focused}
            onMove={(months) => setFocused(startOfMonth(addMonths(focused, months)))}
            onToday={() => setFocused(today)}
          />
          <MonthGrid task={task} today={today} focused={focused} onFocus={setFocused} />
          <DayDetail task={task} date={focused} today={today} />
          <Legend />
        </>
      )}
    </AppDialog>
  );
}
