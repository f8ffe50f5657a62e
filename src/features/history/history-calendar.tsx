import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { useRecordedTurns } from "../../completions/recorded-turns.ts";
import { addMonths } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { startOfMonth } from "../../domain/dates/month.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { DayDetail } from "./day-detail.tsx";
import { Legend } from "./legend.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthNavigation } from "./month-navigation.tsx";

interface HistoryCalendarProps {
  task: Task;
  /** A day is shown once it is pressed; today's checklist stands elsewhere on the page. */
  isFolded?: boolean;
}

/** The days of a task, a month at a time, and the chosen one as an entry of the ledger. */
export default function HistoryCalendar({ task, isFolded = false }: HistoryCalendarProps) {
  const { today } = useToday();
  const told = useRecordedTurns(task, today);
  const [focused, setFocused] = useState(today);
  const [isOpen, setOpen] = useState(!isFolded);

  function press(date: CalendarDate) {
    setFocused(date);
    // Pressed once more, it is folded again.
    setOpen(!isFolded || !isOpen || date !== focused);
  }

  return (
    <>
      <MonthNavigation
        month={focused}
        onMove={(months) => setFocused((date) => startOfMonth(addMonths(date, months)))}
        onToday={() => setFocused(today)}
      />
      <MonthGrid
        task={told}
        today={today}
        focused={focused}
        isChosen={isOpen}
        onFocus={setFocused}
        onPress={press}
      />
      <Legend task={task} month={focused} today={today} />
      {isOpen && (
        <DayDetail
          task={task}
          date={focused}
          today={today}
          showsChecklist={!isFolded || focused !== today}
        />
      )}
    </>
  );
}
