import { chakra } from "@chakra-ui/react";
import { CHECK_LINE_FAILED } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import { dayStatus } from "../../domain/tasks/day-status.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { Checklist } from "../../ui/checklist-lines.tsx";
import { toastFailure } from "../../ui/toast.ts";

interface TaskChecklistProps {
  task: Task;
  today: CalendarDate;
}

/** The lines of a task, to be ticked on a day on which it is due. */
export function TaskChecklist({ task, today }: TaskChecklistProps) {
  const { mutateAsync: change } = useTaskChange(task.id);
  const { checklist } = task;
  const status = dayStatus(task, today, today);
  const isToday = status === "due-today" || status === "completed";
  const day = checklistDay(task, today);
  const checked = isToday ? checkedLines(task, day) : null;

  if (checked === null) {
    return (
      <chakra.ul listStyleType="disc" ps="5" aria-label="Checklist">
        {checklist.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </chakra.ul>
    );
  }

  async function check(line: string, isChecked: boolean) {
    try {
      await change({ kind: "check-line", taskId: task.id, day, line, isChecked });
    } catch (error) {
      toastFailure(failureNotice(CHECK_LINE_FAILED, error));
    }
  }

  return (
    <Checklist label="Checklist for today" lines={checklist} checked={checked} onCheck={check} />
  );
}
