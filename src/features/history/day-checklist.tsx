import { chakra } from "@chakra-ui/react";
import { CHECK_LINE_FAILED } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { checkedLines, checklistDay, withLine } from "../../domain/tasks/checklist.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { Checklist } from "../../ui/checklist-lines.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { usePatchDayRecord } from "./queries.ts";

interface DayChecklistProps {
  task: Task;
  date: CalendarDate;
  /** The lines ticked that day as the record says it; undefined while that is not known. */
  recorded: readonly string[] | undefined;
}

/** The checklist of the chosen day, whether it is done or not. */
export function DayChecklist({ task, date, recorded }: DayChecklistProps) {
  const { mutateAsync: change } = useTaskChange(task.id);
  const patch = usePatchDayRecord(task.id, date);
  const day = checklistDay(task, date);
  const inTask = checkedLines(task, day);
  const checked = inTask ?? recorded;
  if (checked === undefined) return null;

  async function check(line: string, isChecked: boolean) {
    // The task shows its latest days at once by itself.
    if (inTask === null && recorded) patch({ checked: withLine(recorded, line, isChecked) });
    try {
      await change({ kind: "check-line", taskId: task.id, day, line, isChecked });
    } catch (error) {
      if (inTask === null && recorded) patch({ checked: recorded });
      toastFailure(failureNotice(CHECK_LINE_FAILED, error));
    }
  }

  const count = task.checklist.filter((line) => checked.includes(line)).length;
  return (
    <chakra.div mt="4">
      <chakra.h4 fontSize="sm" fontWeight="semibold">
        Checklist: {count} of {task.checklist.length}
      </chakra.h4>
      <Checklist label="Checklist" lines={task.checklist} checked={checked} onCheck={check} />
    </chakra.div>
  );
}
