import { chakra, Stack } from "@chakra-ui/react";
import { memo, useDeferredValue, useMemo } from "react";
import { useToday } from "../../clock/today.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { weekAhead } from "../../domain/tasks/week-ahead.ts";
import { useTasks } from "../../sync/use-tasks.ts";

/** How many tasks a day names. */
const MOST = 12;

/** What is due on each of the seven days after today. */
export function WeekAhead() {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  return tasks && <Days tasks={tasks} />;
}

const Days = memo(function Days({ tasks }: { tasks: readonly Task[] }) {
  const { today } = useToday();
  const days = useMemo(() => weekAhead(tasks, today), [tasks, today]);
  return (
    <Stack as="ol" gap="4">
      {days.map(({ date, tasks: due }) => (
        <chakra.li key={date}>
          <chakra.h3 fontSize="sm">{formatWeekday(date)}</chakra.h3>
          {due.length === 0 ? (
            <chakra.p color="fg.muted">Nothing due</chakra.p>
          ) : (
            <ul>
              {due.slice(0, MOST).map(({ id, title }) => (
                <li key={id}>
                  <DayLink href={`/task/${id}`} dir="auto">
                    {title}
                  </DayLink>
                </li>
              ))}
              {due.length > MOST && (
                <chakra.li color="fg.muted">and {formatCount(due.length - MOST)} more</chakra.li>
              )}
            </ul>
          )}
        </chakra.li>
      ))}
    </Stack>
  );
});

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
