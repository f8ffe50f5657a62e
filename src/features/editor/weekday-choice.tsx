import { chakra } from "@chakra-ui/react";
import {
  type CustomRule,
  toggleWeekday,
  type WeekdayCode,
} from "../../domain/recurrence/custom-rule.ts";

/** In the order of the product's calendars: Sunday first. */
const WEEKDAYS: readonly { code: WeekdayCode; short: string; name: string }[] = [
  { code: "SU", short: "Su", name: "Sunday" },
  { code: "MO", short: "Mo", name: "Monday" },
  { code: "TU", short: "Tu", name: "Tuesday" },
  { code: "WE", short: "We", name: "Wednesday" },
  { code: "TH", short: "Th", name: "Thursday" },
  { code: "FR", short: "Fr", name: "Friday" },
  { code: "SA", short: "Sa", name: "Saturday" },
];

const Day = chakra("label", {
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

interface WeekdayChoiceProps {
  choices: CustomRule;
  onChange: (choices: CustomRule) => void;
}

export function WeekdayChoice({ choices, onChange }: WeekdayChoiceProps) {
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontSize="sm" fontWeight="semibold" mb="1.5">
        Weekdays
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns="repeat(7, minmax(0, 1fr))" gap="1">
        {WEEKDAYS.map(({ code, short, name }) => (
          <Day key={code}>
            <input
              type="checkbox"
              aria-label={name}
              checked={choices.weekdays.includes(code)}
              onChange={() => onChange(toggleWeekday(choices, code))}
            />
            {short}
          </Day>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
