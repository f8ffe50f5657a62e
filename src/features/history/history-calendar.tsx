import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { useRecordedTurns } from "../../completions/recorded-turns.ts";
import { addMonths } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatMonth } from "../../domain/dates/format-date.ts";
import { startOfMonth } from "../../domain/dates/month.ts";
import type { DayStatus } from "../../domain/tasks/day-status.ts";
import { historyGrid } from "../../domain/tasks/history-grid.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { DaySign } from "../../ui/day-sign.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DayDetail } from "./day-detail.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { HATCHED, STATUS_COLOURS, STATUS_NAMES } from "./status-names.ts";

interface HistoryCalendarProps {
  task: Task;
  /** A day is shown once it is pressed; today's checklist stands elsewhere on the page. */
  isFolded?: boolean;
}

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

const ALWAYS: readonly DayStatus[] = ["completed", "missed", "due-future", "due-today"];
const IF_SHOWN: readonly DayStatus[] = ["skipped", "put-off", "paused"];

interface LegendProps {
  task: Task;
  /** Any date of the month that is shown. */
  month: CalendarDate;
  today: CalendarDate;
}

/** Rare signs are listed only if the month has them. */
function Legend({ task, month, today }: LegendProps) {
  const { t } = useLocale();
  const shown = new Set(historyGrid(task, month, today).map((cell) => cell?.status));
  return (
    <chakra.ul
      aria-label={t("Legend")}
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
          {t(STATUS_NAMES[status])}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

interface MonthNavigationProps {
  /** Any date of the month that is shown. */
  month: CalendarDate;
  onMove: (months: number) => void;
  onToday: () => void;
}

function MonthNavigation({ month, onMove, onToday }: MonthNavigationProps) {
  const locale = useLocale();
  const { t } = locale;
  const step = (label: string, icon: IconName, months: number) => (
    <IconButton icon={icon} label={label} onClick={() => onMove(months)} />
  );
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between">
      <chakra.div display="flex">
        {step(t("Previous year"), "previousYear", -12)}
        {step(t("Previous month"), "previous", -1)}
      </chakra.div>
      <chakra.h3
        aria-live="polite"
        textAlign="center"
        flex="1"
        minW="5rem"
        fontSize={{ base: "sm", sm: "md" }}
        css={{ "@media (width < 24rem)": { order: "-1", flexBasis: "100%" } }}
      >
        {formatMonth(month, locale)}
      </chakra.h3>
      <chakra.div display="flex">
        <Button variant="ghost" px={{ base: "2", sm: "5" }} onClick={onToday}>
          {t("Today")}
        </Button>
        {step(t("Next month"), "next", 1)}
        {step(t("Next year"), "nextYear", 12)}
      </chakra.div>
    </chakra.div>
  );
}
