import { chakra } from "@chakra-ui/react";
import { DayLines } from "../../completions/day-lines.tsx";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import { dayStatus } from "../../domain/tasks/day-status.ts";
import type { Task } from "../../domain/tasks/task.ts";

interface TaskChecklistProps {
  task: Task;
  today: CalendarDate;
}

/** The lines of a task, to be ticked on a day on which it is due. */
export function TaskChecklist({ task, today }: TaskChecklistProps) {
  const status = dayStatus(task, today, today);
  const isToday = status === "due-today" || status === "completed";
  const day = checklistDay(task, today);
  const checked = isToday ? checkedLines(task, day) : null;

  if (checked === null) {
    return (
      <chakra.ul listStyleType="disc" ps="5" aria-label="Checklist">
        {task.checklist.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </chakra.ul>
    );
  }
  return <DayLines task={task} day={day} label="Checklist for today" checked={checked} />;
}
