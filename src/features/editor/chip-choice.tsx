import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { fromWeekStart } from "../../domain/dates/date-style.ts";
import { WEEKDAY_CODES, type WeekdayCode } from "../../domain/recurrence/recurrence-rule.ts";
import { MONTH_NAMES, WEEKDAY_NAMES } from "../../domain/recurrence/rule-text.ts";
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
export const MONTHS: readonly ChipOption<number>[] = MONTH_NAMES.map((name, index) => ({
  value: index + 1,
  short: name.slice(0, 3),
  name,
}));

const CHIPS = WEEKDAY_CODES.map((value, day): ChipOption<WeekdayCode> => {
  const name = WEEKDAY_NAMES[day] ?? "";
  return { value, short: name.slice(0, 2), name };
});
const FROM_SUNDAY = [...CHIPS.slice(-1), ...CHIPS.slice(0, -1)];

interface WeekdayChoiceProps {
  chosen: readonly WeekdayCode[];
  onToggle: (weekday: WeekdayCode) => void;
}

export function WeekdayChoice({ chosen, onToggle }: WeekdayChoiceProps) {
  const locale = useLocale();
  return (
    <ChipChoice
      legend="Weekdays"
      columns={7}
      options={fromWeekStart(FROM_SUNDAY, locale)}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}
