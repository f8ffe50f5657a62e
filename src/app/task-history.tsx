import { useState } from "react";
import { useToday } from "../clock/today.ts";
import { addMonths, startOfMonth } from "../domain/dates/calendar.ts";
import type { Task } from "../domain/tasks/task.ts";
import { DayDetail } from "../features/history/day-detail.tsx";
import { Legend } from "../features/history/legend.tsx";
import { MonthGrid } from "../features/history/month-grid.tsx";
import { MonthNavigation } from "../features/history/month-navigation.tsx";

/** The history's calendar, as a part of the task's page. */
export default function TaskHistory({ task }: { task: Task }) {
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
      {/* Today's checklist stands above, on the page. */}
      <DayDetail task={task} date={focused} today={today} showsChecklist={focused !== today} />
      <Legend task={task} month={focused} today={today} />
    </>
  );
}
