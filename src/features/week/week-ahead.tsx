import { chakra, Stack } from "@chakra-ui/react";
import { memo, type ReactNode, useDeferredValue, useMemo } from "react";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import { doneEarlyText, type EarlyDay } from "../../domain/tasks/done-early.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { type DueTask, weekAhead } from "../../domain/tasks/week-ahead.ts";
import { useNarrowed } from "../../households/room-choice.tsx";
import { Turn } from "../../households/turn.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { EARLY_BUTTON } from "../../ui/early-button.styles.ts";

/** How many tasks a day names. */
const MOST = 12;

export interface WeekProps {
  /** the button for a later day of a task, which belongs to another feature; the function never changes */
  renderEarly: (task: Task, early: EarlyDay) => ReactNode;
}

/** What is due in the seven days after today: what is each day once, then the rest by day. */
export function WeekAhead(props: WeekProps) {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  return tasks && <Days tasks={tasks} {...props} />;
}

const Days = memo(function Days({ tasks, renderEarly }: WeekProps & { tasks: readonly Task[] }) {
  const moment = useToday();
  const { shown } = useNarrowed(tasks);
  const { everyDay, days } = useMemo(() => weekAhead(shown, moment, dueDaysOf), [shown, moment]);
  if (everyDay.length + days.length === 0) return <chakra.p color="fg.muted">Nothing due</chakra.p>;
  return (
    <Stack as="ol" gap="4">
      {everyDay.length > 0 && <Due on="Every day" tasks={everyDay} renderEarly={renderEarly} />}
      {days.map((day) => (
        <Due
          key={day.date}
          on={formatWeekday(day.date)}
          date={day.date}
          tasks={day.tasks}
          renderEarly={renderEarly}
        />
      ))}
    </Stack>
  );
});

function Due({ on, ...shown }: DueTasksProps & { on: string }) {
  return (
    <li>
      <chakra.h3 fontSize="sm">{on}</chakra.h3>
      <DueTasks {...shown} />
    </li>
  );
}

interface DueTasksProps extends WeekProps {
  /** absent where they are due on each of the days */
  date?: CalendarDate;
  tasks: readonly DueTask[];
}

/** The tasks of a day: each a link to its page, with what can be done of it ahead. */
export function DueTasks({ date, tasks, renderEarly }: DueTasksProps) {
  const { today } = useToday();
  return (
    <ul>
      {tasks.slice(0, MOST).map(({ task, early }) => (
        <DayTask key={task.id}>
          <div className="body">
            <a href={`/task/${task.id}`} dir="auto">
              {task.title}
            </a>
            <Turn
              kind={date ? "name" : "ahead"}
              task={task}
              day={date ?? addDays(today, 1)}
              today={today}
            />
            {early?.done && <p className="early-done">{doneEarlyText(early.date, today)}</p>}
          </div>
          {early && renderEarly(task, early)}
        </DayTask>
      ))}
      {tasks.length > MOST && (
        <chakra.li color="fg.muted">and {formatCount(tasks.length - MOST)} more</chakra.li>
      )}
    </ul>
  );
}

const DayTask = chakra("li", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    columnGap: "1",
    "& .body": { flex: "1", minW: "0" },
    "& a": {
      display: "flex",
      alignItems: "center",
      minH: "touch",
      py: "2",
      borderRadius: "sm",
      overflowWrap: "anywhere",
      _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
    },
    "& .turn, & .turns-ahead": {
      display: "flex",
      mt: "-2",
      pb: "1.5",
      fontSize: "sm",
      color: "fg.muted",
    },
    "& .turns-ahead": { display: "block" },
    "& .early-done": { mt: "-2", pb: "1", fontSize: "sm", color: "status.completed" },
    ...EARLY_BUTTON,
  },
});
