import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { msg } from "../domain/language/messages.ts";
import { withLine } from "../domain/tasks/checklist.ts";
import type { Task } from "../domain/tasks/task.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { Checklist } from "../ui/checklist-lines.tsx";
import { useToldChanges } from "./told-changes.ts";

const CHECK_LINE_FAILED: FailureWords = {
  title: msg("Error Saving Checklist"),
  description: msg("Failed to save the checklist. Please try again."),
  offline: msg("Unable to save the checklist. Please check your connection and try again."),
  sendsInput: true,
};

interface DayLinesProps {
  task: Task;
  /** to which the ticks belong (`checklistDay`) */
  day: CalendarDate;
  /** the list's name */
  label: string;
  checked: readonly string[];
  /** Shows what is ticked, where the task does not do so by itself. */
  onChecked?: ((checked: readonly string[]) => void) | undefined;
}

/** The checklist of a task on a day, to be ticked. */
export function DayLines({ task, day, label, checked, onChecked }: DayLinesProps) {
  const send = useToldChanges();

  async function check(line: string, isChecked: boolean) {
    onChecked?.(withLine(checked, line, isChecked));
    const change = { kind: "check-line", taskId: task.id, day, line, isChecked } as const;
    if ((await send(change, CHECK_LINE_FAILED)) === false) onChecked?.(checked);
  }

  return <Checklist label={label} lines={task.checklist} checked={checked} onCheck={check} />;
}
