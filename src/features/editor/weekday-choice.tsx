import { fromWeekStart } from "../../domain/dates/date-style.ts";
import { WEEKDAY_CODES, type WeekdayCode } from "../../domain/recurrence/recurrence-rule.ts";
import { WEEKDAY_NAMES } from "../../domain/recurrence/rule-text.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { ChipChoice, type ChipOption } from "./chip-choice.tsx";

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
  const style = useDateStyle();
  return (
    <ChipChoice
      legend="Weekdays"
      columns={7}
      options={fromWeekStart(FROM_SUNDAY, style)}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}
