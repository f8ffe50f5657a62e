import { chakra } from "@chakra-ui/react";
import { memo, useDeferredValue, useId, useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatTightWeekday, formatWeekday } from "../../domain/dates/format-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { daysAhead } from "../../domain/tasks/week-ahead.ts";
import { useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { LARGE_LETTERS } from "../../ui/theme/recipes/media.recipe.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { DueTasks } from "./week-list.tsx";

export function WeekStrip() {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  return tasks && <Strip tasks={tasks} />;
}

const Strip = memo(function Strip({ tasks }: { tasks: readonly Task[] }) {
  const locale = useLocale();
  const { t } = locale;
  const moment = useToday();
  const { shown } = useNarrowed(tasks, moment.today);
  const days = useMemo(() => daysAhead(shown, moment, locale), [shown, moment, locale]);
  const [chosen, setChosen] = useState<CalendarDate | null>(null);
  const id = useId();
  const most = Math.max(1, ...days.map(({ tasks: due }) => due.length));
  const open = days.find(({ date }) => date === chosen);
  return (
    <section aria-label={t("Next seven days")}>
      <chakra.ol display="grid" gridTemplateColumns="repeat(7, minmax(0, 1fr))" mx="-2.5">
        {days.map(({ date, tasks: due }) => {
          const count = due.filter(({ early }) => !early?.done).length;
          const weekday = formatTightWeekday(date, locale);
          return (
            <li key={date}>
              <Day
                // Begins with what is seen, which is what somebody says who steers by voice.
                aria-label={t("{weekday}, {day}: {count, plural, =0 {nothing} other {#}} due", {
                  weekday,
                  day: formatWeekday(date, locale),
                  count,
                })}
                aria-expanded={date === chosen}
                aria-controls={date === chosen ? id : undefined}
                onClick={() => setChosen(date === chosen ? null : date)}
              >
                {weekday}
                <i style={{ width: `${Math.round((80 * count) / most)}%` }} />
              </Day>
            </li>
          );
        })}
      </chakra.ol>
      {open && (
        <chakra.div id={id} mt="2" px="3" py="2" bg="bg.muted" borderRadius="card">
          <chakra.h2 fontSize="sm">{formatWeekday(open.date, locale)}</chakra.h2>
          {open.tasks.length === 0 ? (
            <chakra.p color="fg.muted">{t("Nothing due")}</chakra.p>
          ) : (
            <DueTasks date={open.date} tasks={open.tasks} />
          )}
        </chakra.div>
      )}
    </section>
  );
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
      minH: "touch",
      px: "2",
      [LARGE_LETTERS]: { px: "0", fontSize: "0.625rem" },
      borderRadius: "md",
      fontSize: "0.8125rem",
      lineHeight: "1.35",
      color: "fg.muted",
      // How much is due, beside the other days.
      "& i": {
        display: "block",
        h: "0.25rem",
        mt: "1",
        borderRadius: "full",
        bg: "accent",
        opacity: "0.75",
      },
      _hover: { bg: "bg.muted" },
      _expanded: { bg: "accent.subtle", color: "accent" },
    },
  },
  { defaultProps: { type: "button" } },
);
