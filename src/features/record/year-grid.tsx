import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import { fromDayNumber } from "../../domain/dates/calendar-date.ts";
import {
  formatFullDate,
  formatWeekdayName,
  monthName,
  shortMonthName,
} from "../../domain/dates/format-date.ts";
import { countsText } from "../../domain/figures/figure-texts.ts";
import { type DayCounts, dayMark } from "../../domain/figures/heat-map.ts";
import { placeInWeek } from "../../domain/figures/period.ts";
import { DaySign } from "../../ui/day-sign.tsx";
import { isFromRight, keyFromLeft } from "../../ui/direction.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { MARK_STYLES } from "./mark-squares.tsx";

interface YearGridProps {
  label: string;
  /** day numbers, both included */
  first: number;
  last: number;
  counts: ReadonlyMap<number, DayCounts>;
  /** on which nobody used Rota: what was missed then has no mark */
  unused: ReadonlySet<number>;
  today: number;
  /** the day with the grid's only tab stop */
  focused: number;
  isChosen: boolean;
  onFocus: (day: number) => void;
  onPress: (day: number) => void;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** in days */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function YearGrid(props: YearGridProps) {
  const locale = useLocale();
  const { t } = locale;
  const { label, first, last, counts, today, focused, isChosen, onFocus, onPress } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  const start = first - placeInWeek(first, locale);
  const weeks = Array.from({ length: Math.floor((last - start) / 7) + 1 }, (_, week) => week);

  // The latest weeks are what one looks for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each year is another grid.
  useLayoutEffect(() => {
    const { current: all } = scroller;
    if (all) all.scrollLeft = isFromRight() ? -all.scrollWidth : all.scrollWidth;
  }, [first]);

  useEffect(() => {
    if (byKey.current) {
      scroller.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    }
    byKey.current = false;
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const day = dayAt(event);
    const step = STEPS[keyFromLeft(event.key)];
    const isPress = event.key === "Enter" || event.key === " ";
    if (day === null || (step === undefined && !isPress)) return;
    event.preventDefault();
    if (step === undefined) return onPress(day);
    byKey.current = true;
    onFocus(Math.min(Math.max(day + step, first), last));
  }

  function onClick(event: MouseEvent) {
    const day = dayAt(event);
    if (day !== null) onPress(day);
  }

  const cell = (day: number) => {
    if (day < first || day > last) return <td key={day} />;
    const known = counts.get(day);
    const isUnused = props.unused.has(day);
    const mark = known && !isUnused ? dayMark(known) : null;
    return (
      <td
        key={day}
        data-day={day}
        data-mark={mark ?? undefined}
        tabIndex={day === focused ? 0 : -1}
        aria-current={day === today ? "date" : undefined}
        data-chosen={(isChosen && day === focused) || undefined}
        aria-label={`${formatFullDate(fromDayNumber(day), locale)}: ${countsText(known, locale)}${isUnused ? t(", Rota was not used") : ""}`}
      >
        {mark && mark !== "done" && <DaySign status={mark} />}
      </td>
    );
  };

  return (
    <chakra.div ref={scroller} position="relative" overflowX="auto" mx="-1" p="1">
      <Grid role="grid" aria-label={label} onKeyDown={onKeyDown} onClick={onClick}>
        <thead>
          <tr>
            <td />
            {monthsOf(weeks.map((week) => start + 7 * week + 6)).map(({ month, span }) => (
              <th key={month} scope="col" colSpan={span}>
                <span aria-hidden="true">{shortMonthName(month, locale)}</span>
                <chakra.span srOnly>{monthName(month, locale)}</chakra.span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => {
            const name = formatWeekdayName(fromDayNumber(start + weekday));
            return (
              <tr key={weekday}>
                <th scope="row">
                  <span aria-hidden="true">{name.slice(0, 1)}</span>
                  <chakra.span srOnly>{name}</chakra.span>
                </th>
                {weeks.map((week) => cell(start + 7 * week + weekday))}
              </tr>
            );
          })}
        </tbody>
      </Grid>
    </chakra.div>
  );
}

function dayAt({ target }: KeyboardEvent | MouseEvent): number | null {
  const square = (target as Element).closest<HTMLElement>("[data-day]");
  return square && Number(square.dataset.day);
}

/** Groups weeks, given by their last days, into months 1 to 12. */
function monthsOf(days: readonly number[]): readonly { month: number; span: number }[] {
  const months: { month: number; span: number }[] = [];
  for (const day of days) {
    const month = Number(fromDayNumber(day).slice(5, 7));
    const latest = months.at(-1);
    if (latest?.month === month) latest.span += 1;
    else months.push({ month, span: 1 });
  }
  return months;
}

const Grid = chakra("table", {
  base: {
    // A square that a finger hits; at a desk a year has room.
    "--cell": "1rem",
    "@media (pointer: coarse), (max-width: 47.99rem)": { "--cell": "1.75rem" },
    _print: { "--cell": "0.75rem" },
    borderCollapse: "separate",
    borderSpacing: "2px",
    fontSize: "0.75rem",
    "& th": { fontWeight: "normal", color: "fg.muted", textAlign: "start", whiteSpace: "nowrap" },
    "& thead th": { maxW: "0", overflow: "visible" },
    "& th[scope=row]": {
      position: "sticky",
      insetStart: "-1",
      bg: "bg.panel",
      pe: "1",
      lineHeight: "1",
    },
    "& td": { h: "var(--cell)" },
    "& td[data-day]": {
      p: "0",
      minW: "var(--cell)",
      textAlign: "center",
      borderWidth: "1px",
      borderRadius: "4px",
      bg: "bg.muted",
      cursor: "pointer",
      printColorAdjust: "exact",
      ...MARK_STYLES,
      "& svg": { m: "auto", maxW: "full" },
      _hover: { borderColor: "fg" },
      "&[aria-current]": { outline: "2px solid {colors.status.today}", outlineOffset: "-1px" },
      "&[data-chosen]": { outline: "2px solid {colors.fg}", outlineOffset: "0" },
      _focusVisible: { outline: "3px solid {colors.accent}", outlineOffset: "0" },
    },
  },
});
