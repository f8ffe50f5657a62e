import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { fromWeekStart } from "../../domain/dates/date-style.ts";
import {
  briefWeekdayName,
  monthName,
  shortMonthName,
  weekdayName,
} from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { WEEKDAY_CODES, type WeekdayCode } from "../../domain/recurrence/recurrence-rule.ts";
import { useLocale } from "../../ui/use-locale.ts";

const Chip = chakra("label", {
  base: {
    position: "relative",
    display: "grid",
    placeItems: "center",
    minH: "touch",
    borderWidth: "1px",
    borderColor: "border.control",
    borderRadius: "md",
    cursor: "pointer",
    transition: "background-color 150ms",
    "&:hover:not(:has(:checked))": { bg: "bg.muted" },
    "&:has(:checked)": {
      bg: "accent",
      borderColor: "accent",
      color: "accent.contrast",
      fontWeight: "semibold",
    },
    "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "accent", outlineOffset: "2px" },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
  },
});

export interface ChipOption<T> {
  readonly value: T;
  readonly short: string;
  readonly name: string;
  /** how many columns it takes; one unless given */
  readonly span?: number;
}

interface ChipChoiceProps<T> {
  legend: ReactNode;
  /** as wide as their words, one after the other, unless given */
  columns?: number;
  isOne?: boolean;
  options: readonly ChipOption<T>[];
  chosen: readonly T[];
  onToggle: (value: T) => void;
  children?: ReactNode;
}

/** So many, or as many as have room for three letters. */
const columnsOf = (count: number) =>
  `repeat(auto-fill, minmax(max(2.25rem, (100% - ${count - 1} * 0.25rem) / ${count} - 0.5px), 1fr))`;

/** A group of checkboxes, or of radio buttons, that look like chips. */
export function ChipChoice<T extends string | number>(props: ChipChoiceProps<T>) {
  const group = useId();
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      <chakra.div
        gap="1"
        {...(props.columns
          ? { display: "grid", gridTemplateColumns: columnsOf(props.columns) }
          : { display: "flex", flexWrap: "wrap", "& label": { px: "3" } })}
      >
        {props.options.map(({ value, short, name, span = 1 }) => (
          <Chip key={value} gridColumn={`span ${span}`}>
            <input
              type={props.isOne ? "radio" : "checkbox"}
              name={props.isOne ? group : undefined}
              aria-label={name}
              checked={props.chosen.includes(value)}
              onChange={() => props.onToggle(value)}
            />
            {short}
          </Chip>
        ))}
        {props.children}
      </chakra.div>
    </fieldset>
  );
}

/** From January on. */
export const monthOptions = (locale: Locale): readonly ChipOption<number>[] =>
  Array.from({ length: 12 }, (_, index) => ({
    value: index + 1,
    short: shortMonthName(index + 1, locale),
    name: monthName(index + 1, locale),
  }));

interface WeekdayChoiceProps {
  chosen: readonly WeekdayCode[];
  onToggle: (weekday: WeekdayCode) => void;
}

export function WeekdayChoice({ chosen, onToggle }: WeekdayChoiceProps) {
  const locale = useLocale();
  const chips = WEEKDAY_CODES.map((value, day) => ({
    value,
    short: briefWeekdayName(day, locale),
    name: weekdayName(day, locale),
  }));
  return (
    <ChipChoice
      legend={locale.t("Weekdays")}
      columns={7}
      options={fromWeekStart([...chips.slice(-1), ...chips.slice(0, -1)], locale)}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}
