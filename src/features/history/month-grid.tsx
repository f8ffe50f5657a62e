import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { addDays, addMonths } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { fromWeekStart } from "../../domain/dates/date-style.ts";
import { formatFullDate, formatMonth, formatTightWeekday } from "../../domain/dates/format-date.ts";
import { sideBySide } from "../../domain/joined.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { whoIs } from "../../domain/language/who.ts";
import { type HistoryCell, historyGrid } from "../../domain/tasks/history-grid.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { turnOf } from "../../domain/turns/turn-words.ts";
import { DaySign } from "../../ui/day-sign.tsx";
import { keyFromLeft } from "../../ui/direction.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { HATCHED, STATUS_COLOURS, STATUS_NAMES } from "./status-names.ts";

/** From a Sunday on. */
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`);

interface MonthGridProps {
  task: Task;
  today: CalendarDate;
  /** The day with the grid's only tab stop; its month is shown. */
  focused: CalendarDate;
  isChosen: boolean;
  onFocus: (date: CalendarDate) => void;
  onPress: (date: CalendarDate) => void;
}

/** in days */
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["ArrowUp", -7],
  ["ArrowDown", 7],
]);

/** Follows the ARIA date grid; null for any other key. */
function target({ key, shiftKey }: KeyboardEvent, date: CalendarDate, column: number) {
  const step = STEPS.get(keyFromLeft(key));
  if (step !== undefined) return addDays(date, step);
  if (key === "Home") return addDays(date, -column);
  if (key === "End") return addDays(date, 6 - column);
  if (key === "PageUp") return addMonths(date, shiftKey ? -12 : -1);
  return key === "PageDown" ? addMonths(date, shiftKey ? 12 : 1) : null;
}

export function MonthGrid(props: MonthGridProps) {
  const locale = useLocale();
  const { task, today, focused, isChosen, onFocus, onPress } = props;
  const weekdays = fromWeekStart(WEEK, locale).map((date) => formatTightWeekday(date, locale));
  const cells = historyGrid(task, focused, today, locale.weekStart);
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);

  useEffect(() => {
    if (byKey.current) {
      grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus();
    }
    byKey.current = false;
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const column = cells.findIndex((cell) => cell?.date === focused) % 7;
    const next = target(event, focused, column);
    if (next === null) return;
    event.preventDefault();
    byKey.current = true;
    onFocus(next);
  }

  return (
    <chakra.table
      ref={grid}
      width="full"
      tableLayout="fixed"
      role="grid"
      aria-label={formatMonth(focused, locale)}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <chakra.th
              key={name}
              scope="col"
              py="1.5"
              fontSize="min(0.875rem, 4vw)"
              fontWeight="normal"
              textAlign="center"
              color="fg.muted"
            >
              {name}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(cells).map((week) => (
          <tr key={week.find((cell) => cell !== null)?.date ?? "none"}>
            {week.map((cell, weekday) =>
              cell ? (
                <Day
                  key={cell.date}
                  cell={cell}
                  isToday={cell.date === today}
                  isFocused={cell.date === focused}
                  isChosen={isChosen && cell.date === focused}
                  name={nameOf(task, cell, today, locale)}
                  onPress={() => onPress(cell.date)}
                />
              ) : (
                <td key={weekdays[weekday]} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function weeksOf<Cell>(cells: readonly Cell[]): (readonly Cell[])[] {
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

interface DayProps {
  cell: HistoryCell;
  isToday: boolean;
  isFocused: boolean;
  isChosen: boolean;
  name: string;
  onPress: () => void;
}

const DayButton = chakra("button", {
  base: {
    position: "relative",
    display: "grid",
    placeItems: "center",
    width: "full",
    minH: "touch",
    borderWidth: "2px",
    borderColor: "transparent",
    borderRadius: "md",
    fontVariantNumeric: "tabular-nums",
    "& svg": { position: "absolute", insetEnd: "1px", bottom: "1px" },
    "&[data-status]": { borderColor: "currentColor" },
    "&[data-status=paused]": { backgroundImage: HATCHED },
    // Dimmed, yet readable: sunk into the page, with a hairline for its outline.
    "&[data-outside]": { borderWidth: "1px", fontSize: "sm", bg: "bg.sunken" },
    "&[data-outside]:not([data-status])": { color: "fg.muted" },
    "&[aria-current]": {
      fontWeight: "semibold",
      textDecoration: "underline",
      textUnderlineOffset: "0.2em",
    },
    _hover: { bg: "bg.muted" },
    "[data-chosen] > &": { bg: "accent.subtle" },
  },
});

function Day({ cell, isToday, isFocused, isChosen, name, onPress }: DayProps) {
  const { date, status, isInMonth } = cell;
  return (
    <chakra.td p="2px" data-chosen={isChosen || undefined}>
      <DayButton
        type="button"
        color={status ? STATUS_COLOURS[status] : undefined}
        data-date={date}
        data-status={status ?? undefined}
        data-outside={!isInMonth || undefined}
        tabIndex={isFocused ? 0 : -1}
        aria-current={isToday ? "date" : undefined}
        aria-label={name}
        onClick={onPress}
      >
        {Number(date.slice(8))}
        {status && <DaySign status={status} />}
      </DayButton>
    </chakra.td>
  );
}

/** 'Thursday, November 19, 2026, Missed, was Bob’s turn' */
function nameOf(
  task: Task,
  { date, status }: HistoryCell,
  today: CalendarDate,
  locale: Locale,
): string {
  const { t } = locale;
  const turn = status === "missed" ? turnOf(task, date, today) : null;
  const parts = [
    formatFullDate(date, locale),
    status && t(STATUS_NAMES[status]),
    turn &&
      t(
        "{who, select, you {was your turn} other {was {name}’s turn}} // after what became of a day",
        whoIs(turn.isMine, turn.name),
      ),
  ];
  return sideBySide(
    parts.filter((part) => part !== null),
    locale,
  );
}
