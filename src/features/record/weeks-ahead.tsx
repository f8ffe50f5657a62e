import { chakra } from "@chakra-ui/react";
import { fromDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Turns } from "../../domain/figures/figure-turns.ts";
import { loadAhead } from "../../domain/figures/household-figures.ts";
import { type Person, sumOf } from "../../domain/figures/people.ts";
import { SOMEBODY } from "../../domain/figures/shares.ts";
import { formatCount } from "../../domain/format-count.ts";
import { minutesText } from "../../domain/tasks/effort.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";

interface WeeksAheadProps {
  tasks: readonly Task[];
  people: readonly Person[];
  turns: Turns;
  today: number;
}

const ANYBODY: Person = { ids: [SOMEBODY], name: "anybody" };

/** How much is due in each of the next four weeks, and whose turn it is where a roster says so. */
export function WeeksAhead({ tasks, people, turns, today }: WeeksAheadProps) {
  const style = useDateStyle();
  const weeks = loadAhead(tasks, today, turns);
  return (
    <chakra.ul>
      {weeks.map(({ first, loads }) => {
        const counts = new Map([...loads].map(([who, { count }]) => [who, count]));
        const all = [...loads.values()];
        const total = all.reduce((sum, { count }) => sum + count, 0);
        const minutes = all.reduce((sum, load) => sum + load.minutes, 0);
        const parts = [...people.filter(({ ids }) => ids[0] !== SOMEBODY), ANYBODY]
          .map((person) => ({ ...person, count: sumOf(counts, person) }))
          .filter(({ count }) => count > 0);
        const isSplit = parts.some(({ name }) => name !== ANYBODY.name);
        return (
          <chakra.li key={first} py="1">
            <span>
              {formatDate(fromDayNumber(first), style)} to{" "}
              {formatDate(fromDayNumber(first + 6), style)}: {formatCount(total)} due
              {minutes > 0 && `, ${minutesText(minutes)}`}
            </span>
            {isSplit && (
              <chakra.p color="fg.muted" fontSize="sm">
                {parts.map(({ name, count }) => `${name} ${formatCount(count)}`).join(" · ")}
              </chakra.p>
            )}
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
