import { chakra } from "@chakra-ui/react";
import { DayLines } from "../../completions/day-lines.tsx";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useLoadedDay } from "./queries.ts";

interface DayChecklistProps {
  task: Task;
  date: CalendarDate;
  /** The lines ticked that day as the record says it; undefined while that is not known. */
  recorded: readonly string[] | undefined;
}

/** The checklist of the chosen day, whether it is done or not. */
export function DayChecklist({ task, date, recorded }: DayChecklistProps) {
  const { patch } = useLoadedDay(task.id, date);
  const day = checklistDay(task, date);
  const inTask = checkedLines(task, day);
  const checked = inTask ?? recorded;
  if (checked === undefined) return null;
  const count = task.checklist.filter((line) => checked.includes(line)).length;
  return (
    <chakra.div mt="4">
      <chakra.h4 fontSize="sm" fontWeight="semibold">
        Checklist: {count} of {task.checklist.length}
      </chakra.h4>
      <DayLines
        task={task}
        day={day}
        label="Checklist"
        checked={checked}
        // The task shows its latest days at once by itself.
        onChecked={inTask === null ? (lines) => patch({ checked: lines }) : undefined}
      />
    </chakra.div>
  );
}
