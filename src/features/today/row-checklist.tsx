import { useId, useState } from "react";
import { DayLines } from "../../completions/day-lines.tsx";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { rowIcon } from "../../ui/icon.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface RowChecklistProps {
  task: Task;
  date: CalendarDate;
  /** 'Nov 20, 2026' where the task has several rows */
  which: string | null;
  /** whether a short one shows its lines unasked: it is open today, with few others */
  isCurrent: boolean;
}

const SHORT = 6;

/** Ticking all lines does not tick the task. */
export function RowChecklist({ task, date, which, isCurrent }: RowChecklistProps) {
  const { t } = useLocale();
  const id = useId();
  const [isOpen, setOpen] = useState(isCurrent && task.checklist.length <= SHORT);
  const day = checklistDay(task, date);
  const checked = checkedLines(task, day);
  if (checked === null) return null;
  const { title, checklist } = task;
  const count = checklist.filter((line) => checked.includes(line)).length;
  const progress = t("{count} of {all} // lines of a checklist", { count, all: checklist.length });

  return (
    <>
      <button
        type="button"
        className="lines"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={
          which === null
            ? t("{progress} lines of {title} ticked // '1 of 3 lines'", { progress, title })
            : t("{progress} lines of {title} ticked for {day} // '1 of 3 lines'", {
                progress,
                title,
                day: which,
              })
        }
        onClick={() => setOpen(!isOpen)}
      >
        {rowIcon("tasks")}
        {progress}
        {rowIcon("down")}
      </button>
      {isOpen && (
        <div id={id}>
          <DayLines
            task={task}
            day={day}
            label={
              which === null
                ? t("Checklist of {title}", { title })
                : t("Checklist of {title} for {day}", { title, day: which })
            }
            checked={checked}
          />
        </div>
      )}
    </>
  );
}
