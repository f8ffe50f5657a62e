import { chakra } from "@chakra-ui/react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DayStatus } from "../../domain/tasks/day-status.ts";
import { historyGrid } from "../../domain/tasks/history-grid.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { DaySign } from "../../ui/day-sign.tsx";
import { HATCHED, STATUS_COLOURS, STATUS_NAMES } from "./status-names.ts";

const ALWAYS: readonly DayStatus[] = ["completed", "missed", "due-future", "due-today"];
const IF_SHOWN: readonly DayStatus[] = ["skipped", "put-off", "paused"];

interface LegendProps {
  task: Task;
  /** Any date of the month that is shown. */
  month: CalendarDate;
  today: CalendarDate;
}

/** The signs of the grid: four of them always, the rarer ones where the month shown has them. */
export function Legend({ task, month, today }: LegendProps) {
  const shown = new Set(historyGrid(task, month, today).map((cell) => cell?.status));
  return (
    <chakra.ul
      aria-label="Legend"
      display="flex"
      flexWrap="wrap"
      justifyContent="center"
      columnGap={{ base: "2", sm: "5" }}
      rowGap="1"
      my={{ base: "2", sm: "3" }}
      fontSize={{ base: "0.75rem", sm: "sm" }}
    >
      {[...ALWAYS, ...IF_SHOWN.filter((status) => shown.has(status))].map((status) => (
        <chakra.li
          key={status}
          display="inline-flex"
          alignItems="center"
          gap={{ base: "1", sm: "2" }}
        >
          <chakra.span
            data-status={status}
            display="grid"
            placeItems="center"
            boxSize={{ base: "1.125rem", sm: "1.375rem" }}
            borderWidth="2px"
            borderColor="currentColor"
            borderRadius="sm"
            color={STATUS_COLOURS[status]}
            backgroundImage={status === "paused" ? HATCHED : undefined}
          >
            <DaySign status={status} />
          </chakra.span>
          {STATUS_NAMES[status]}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
