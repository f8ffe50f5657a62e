import { chakra, Stack } from "@chakra-ui/react";
import { memo, useDeferredValue, useMemo } from "react";
import { useToday } from "../../clock/today.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { weekAhead } from "../../domain/tasks/week-ahead.ts";
import { useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";

/** How many tasks a day names. */
const MOST = 12;

/** What is due in the seven days after today: what is each day once, then the rest by day. */
export function WeekAhead() {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  return tasks && <Days tasks={tasks} />;
}

const Days = memo(function Days({ tasks }: { tasks: readonly Task[] }) {
  const { today } = useToday();
  const { shown } = useNarrowed(tasks);
  const { everyDay, days } = useMemo(() => weekAhead(shown, today), [shown, today]);
  if (everyDay.length + days.length === 0) return <chakra.p color="fg.muted">Nothing due</chakra.p>;
  return (
    <Stack as="ol" gap="4">
      {everyDay.length > 0 && <Due on="Every day" tasks={everyDay} />}
      {days.map((day) => (
        <Due key={day.date} on={formatWeekday(day.date)} tasks={day.tasks} />
      ))}
    </Stack>
  );
});

function Due({ on, tasks }: { on: string; tasks: readonly Task[] }) {
  return (
    <li>
      <chakra.h3 fontSize="sm">{on}</chakra.h3>
      <DueTasks tasks={tasks} />
    </li>
  );
}

/** The tasks of a day, each a link to its page. */
export function DueTasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul>
      {tasks.slice(0, MOST).map(({ id, title }) => (
        <li key={id}>
          <DayLink href={`/task/${id}`} dir="auto">
            {title}
          </DayLink>
        </li>
      ))}
      {tasks.length > MOST && (
        <chakra.li color="fg.muted">and {formatCount(tasks.length - MOST)} more</chakra.li>
      )}
    </ul>
  );
}

const DayLink = chakra("a", {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "touch",
    py: "2",
    borderRadius: "sm",
    _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
  },
});
