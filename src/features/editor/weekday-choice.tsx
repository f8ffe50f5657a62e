import { fromWeekStart } from "../../domain/dates/date-style.ts";
import type { WeekdayCode } from "../../domain/recurrence/custom-rule.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { ChipChoice, type ChipOption } from "./chip-choice.tsx";

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
  const style = useDateStyle();
  return (
    <ChipChoice
      legend="Weekdays"
      columns={7}
      options={fromWeekStart(WEEKDAYS, style)}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}
