import { useState } from "react";
import { useToday } from "../../clock/today.ts";
import { addMonths, startOfMonth } from "../../domain/dates/calendar.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { DayDetail } from "./day-detail.tsx";
import { Legend } from "./legend.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthNavigation } from "./month-navigation.tsx";

interface HistoryCalendarProps {
  task: Task;
  /** Today's checklist stands above it already. */
  isBelowChecklist?: boolean;
}

/** The days of a task, a month at a time, and the chosen one as an entry of the ledger. */
export default function HistoryCalendar({ task, isBelowChecklist = false }: HistoryCalendarProps) {
  const { today } = useToday();
  const [focused, setFocused] = useState(today);
  return (
    <>
      <MonthNavigation
        month={focused}
        onMove={(months) => setFocused((date) => startOfMonth(addMonths(date, months)))}
        onToday={() => setFocused(today)}
      />
      <MonthGrid task={task} today={today} focused={focused} onFocus={setFocused} />
      <Legend task={task} month={focused} today={today} />
      <DayDetail
        task={task}
        date={focused}
        today={today}
        showsChecklist={!isBelowChecklist || focused !== today}
      />
    </>
  );
}
