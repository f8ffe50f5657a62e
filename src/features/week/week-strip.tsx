import { chakra } from "@chakra-ui/react";
import { memo, useDeferredValue, useId, useMemo, useState } from "react";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import {
  formatDayOfMonth,
  formatShortWeekday,
  formatWeekday,
} from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { daysAhead } from "../../domain/tasks/week-ahead.ts";
import { useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { DueTasks, type WeekProps } from "./week-ahead.tsx";

/** The seven days after today, each with how much is due: a tap shows what, below them. */
export function WeekStrip(props: WeekProps) {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  return tasks && <Strip tasks={tasks} {...props} />;
}

const Strip = memo(function Strip({ tasks, renderEarly }: WeekProps & { tasks: readonly Task[] }) {
  const moment = useToday();
  const { shown } = useNarrowed(tasks);
  const days = useMemo(() => daysAhead(shown, moment, dueDaysOf), [shown, moment]);
  const [chosen, setChosen] = useState<CalendarDate | null>(null);
  const id = useId();
  const open = days.find(({ date }) => date === chosen);
  return (
    <section aria-label="Next seven days">
      <Days>
        {days.map(({ date, tasks: due }) => {
          const count = due.filter(({ early }) => !early?.done).length;
          const [weekday, number] = [formatShortWeekday(date), formatDayOfMonth(date)];
          return (
            <li key={date}>
              <Day
                // Begins with what is seen, which is what somebody says who steers by voice.
                aria-label={`${weekday} ${number}: ${count === 0 ? "nothing" : formatCount(count)} due`}
                aria-expanded={date === chosen}
                aria-controls={date === chosen ? id : undefined}
                data-free={count === 0 || undefined}
                onClick={() => setChosen(date === chosen ? null : date)}
              >
                <span>
                  {weekday} <i>{number}</i>
                </span>{" "}
                <strong>{count === 0 ? "–" : formatCount(count)}</strong>
              </Day>
            </li>
          );
        })}
      </Days>
      {open && (
        <chakra.div id={id} mt="2" px="3" py="2" bg="bg.muted" borderRadius="card">
          <chakra.h2 fontSize="sm">{formatWeekday(open.date)}</chakra.h2>
          {open.tasks.length === 0 ? (
            <chakra.p color="fg.muted">Nothing due</chakra.p>
          ) : (
            <DueTasks date={open.date} tasks={open.tasks} renderEarly={renderEarly} />
          )}
        </chakra.div>
      )}
    </section>
  );
});

const Days = chakra("ol", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(7, minmax(0, 1fr))",
    mx: "-2.5",
  },
});

const Day = chakra(
  "button",
  {
    base: {
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      justifyContent: "center",
      w: "full",
      minH: "3rem",
      borderRadius: "md",
      fontVariantNumeric: "tabular-nums",
      lineHeight: "1.35",
      "& span": { fontSize: "0.75rem", color: "fg.muted", whiteSpace: "nowrap" },
      "& i": { fontStyle: "normal", "@media (width < 360px)": { display: "none" } },
      "&[data-free] strong": { fontWeight: "normal", color: "fg.muted" },
      _hover: { bg: "bg.muted" },
      _expanded: { bg: "accent.subtle", "& span, & strong": { color: "accent" } },
    },
  },
  { defaultProps: { type: "button" } },
);
