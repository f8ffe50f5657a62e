import type { WeekdayCode } from "../../domain/recurrence/custom-rule.ts";
import { ChipChoice, type ChipOption } from "./chip-choice.tsx";

/** In the order of the product's calendars: Sunday first. */
const WEEKDAYS: readonly ChipOption<WeekdayCode>[] = [
  { value: "SU", short: "Su", name: "Sunday" },
  { value: "MO", short: "Mo", name: "Monday" },
  { value: "TU", short: "Tu", name: "Tuesday" },
  { value: "WE", short: "We", name: "Wednesday" },
  { value: "TH", short: "Th", name: "Thursday" },
  { value: "FR", short: "Fr", name: "Friday" },
  { value: "SA", short: "Sa", name: "Saturday" },
];

interface WeekdayChoiceProps {
  chosen: readonly WeekdayCode[];
  onToggle: (weekday: WeekdayCode) => void;
}

export function WeekdayChoice({ chosen, onToggle }: WeekdayChoiceProps) {
  return (
    <ChipChoice
      legend="Weekdays"
      columns={7}
      options={WEEKDAYS}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}
