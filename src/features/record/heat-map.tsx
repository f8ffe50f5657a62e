import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { addDays, addMonths } from "../../domain/dates/calendar.ts";
import {
  type CalendarDate,
  daysInMonth,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "../../domain/dates/calendar-date.ts";
import { formatFullDate } from "../../domain/dates/format-date.ts";
import { countsText } from "../../domain/figures/figure-texts.ts";
import { type DayCounts, dayMark } from "../../domain/figures/heat-map.ts";
import { MONTH_NAMES } from "../../domain/recurrence/rule-text.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { MARK_STYLES, MarkSign } from "./marks.tsx";

interface HeatMapProps {
  year: number;
  counts: ReadonlyMap<number, DayCounts>;
  today: CalendarDate;
  /** the day with the table's only tab stop */
  focused: CalendarDate;
  /** the day whose ledger is shown; null for none */
  chosen: CalendarDate | null;
  onFocus: (date: CalendarDate) => void;
  onPress: (date: CalendarDate) => void;
}

/** The date that an arrow key moves to: months are rows, or on phones columns; null for any other key. */
function target(event: KeyboardEvent, date: CalendarDate, isNarrow: boolean): CalendarDate | null {
  const isDay = /^Arrow(Up|Down)$/.test(event.key) === isNarrow;
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowUp":
      return isDay ? addDays(date, -1) : addMonths(date, -1);
    case "ArrowRight":
    case "ArrowDown":
      return isDay ? addDays(date, 1) : addMonths(date, 1);
    case "Home":
      return `${date.slice(0, 8)}01`;
    case "End":
      return addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1);
    case "PageUp":
      return addMonths(date, -12);
    case "PageDown":
      return addMonths(date, 12);
    default:
      return null;
  }
}

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
const MONTHS = MONTH_NAMES.map((name, index) => ({ month: index + 1, name }));

/** A year as a table of months and days, one tab stop, arrows move. On phones the months are its columns. */
export function HeatMap(props: HeatMapProps) {
  const { year, counts, today, focused, chosen, onFocus, onPress } = props;
  const isNarrow = useIsNarrow();
  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);

  useEffect(() => {
    if (byKey.current) {
      table.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus();
    }
    byKey.current = false;
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const next = target(event, focused, isNarrow);
    if (next === null) return;
    event.preventDefault();
    byKey.current = true;
    onFocus(next);
  }

  const cell = (month: number, day: number) => {
    if (day > daysInMonth(year, month)) return <td key={`${month} ${day}`} />;
    const date = `${`${year}`.padStart(4, "0")}-${two(month)}-${two(day)}`;
    return (
      <Day
        key={date}
        date={date}
        counts={counts.get(toDayNumber(date))}
        isToday={date === today}
        isFocused={date === focused}
        isChosen={date === chosen}
        onPress={onPress}
      />
    );
  };

  return (
    <Table ref={table} role="grid" aria-label={`${year}`} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          {isNarrow
            ? MONTHS.map(({ month, name }) => (
                <th key={month} scope="col">
                  <span aria-hidden="true">{name.slice(0, 1)}</span>
                  <chakra.span srOnly>{name}</chakra.span>
                </th>
              ))
            : DAYS.map((day) => (
                <th key={day} scope="col">
                  {day}
                </th>
              ))}
        </tr>
      </thead>
      <tbody>
        {isNarrow
          ? DAYS.map((day) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {MONTHS.map(({ month }) => cell(month, day))}
              </tr>
            ))
          : MONTHS.map(({ month, name }) => (
              <tr key={month}>
                <th scope="row">
                  <span aria-hidden="true">{name.slice(0, 3)}</span>
                  <chakra.span srOnly>{name}</chakra.span>
                </th>
                {DAYS.map((day) => cell(month, day))}
              </tr>
            ))}
      </tbody>
    </Table>
  );
}

const two = (number: number) => `${number}`.padStart(2, "0");

const Table = chakra("table", {
  base: {
    width: "full",
    tableLayout: "fixed",
    borderCollapse: "separate",
    borderSpacing: "1px",
    fontVariantNumeric: "tabular-nums",
    "& th": {
      height: "1.375rem",
      fontSize: "0.75rem",
      fontWeight: "normal",
      color: "fg.muted",
      textAlign: "center",
    },
    "& th[scope=row], & thead td": {
      width: { base: "1.5rem", md: "2.5rem" },
      whiteSpace: "nowrap",
      textAlign: "start",
    },
    "& th[scope=row]": { fontSize: { md: "sm" } },
    "& td": { p: "0" },
  },
});

const DayButton = chakra("button", {
  base: {
    display: "grid",
    placeItems: "center",
    width: "full",
    height: { base: "1.75rem", md: "1.625rem" },
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "4px",
    ...MARK_STYLES,
    "&[data-future]": { borderColor: "transparent" },
    "&[aria-current]": {
      outline: "2px solid",
      outlineColor: "status.today",
      outlineOffset: "-1px",
    },
    "&[data-chosen]": { outline: "2px solid", outlineColor: "fg", outlineOffset: "1px" },
    "&:focus-visible": { outline: "3px solid", outlineColor: "accent", outlineOffset: "1px" },
    "&:hover": { borderColor: "fg" },
    _print: { printColorAdjust: "exact" },
  },
});

interface DayProps {
  date: CalendarDate;
  counts: DayCounts | undefined;
  isToday: boolean;
  isFocused: boolean;
  isChosen: boolean;
  onPress: (date: CalendarDate) => void;
}

/** Memoised: an arrow key moves one of 366. */
const Day = memo(function Day({ date, counts, isToday, isFocused, isChosen, onPress }: DayProps) {
  const mark = counts ? dayMark(counts) : null;
  return (
    <td>
      <DayButton
        type="button"
        data-date={date}
        data-mark={mark ?? undefined}
        data-chosen={isChosen || undefined}
        tabIndex={isFocused ? 0 : -1}
        aria-current={isToday ? "date" : undefined}
        aria-label={`${formatFullDate(date)}: ${countsText(counts)}`}
        onClick={() => onPress(date)}
      >
        {mark && <MarkSign mark={mark} />}
      </DayButton>
    </td>
  );
});

/** The same day in another year, within the calendar. */
export const inYear = (date: CalendarDate, year: number): CalendarDate =>
  addMonths(date, (year - Number(date.slice(0, 4))) * 12);

/** Whether there is such a year. */
export const isYear = (year: number): boolean =>
  year >= Number(fromDayNumber(FIRST_DAY).slice(0, 4)) &&
  year <= Number(fromDayNumber(LAST_DAY).slice(0, 4));
