import { chakra } from "@chakra-ui/react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { TextField } from "../../ui/field.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface DayRangeProps {
  from: CalendarDate;
  /** "" for no end */
  to: CalendarDate;
  isEndNeeded?: boolean;
  onChange: (days: { from: CalendarDate; to: CalendarDate }) => void;
}

/** Both days are included. */
export function DayRange({ from, to, isEndNeeded = false, onChange }: DayRangeProps) {
  const { t } = useLocale();
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))"
      gap="3"
      alignItems="start"
    >
      <TextField
        label={t("From // the first day")}
        name="from"
        type="date"
        required
        value={from}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <TextField
        label={t("Until // the last day")}
        name="to"
        type="date"
        required={isEndNeeded}
        value={to}
        ref={(input) =>
          input?.setCustomValidity(to !== "" && to < from ? t("The end is before the start") : "")
        }
        hint={isEndNeeded ? undefined : t("Empty: until further notice.")}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </chakra.div>
  );
}
