import { chakra } from "@chakra-ui/react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { TextField } from "../../ui/field.tsx";

interface DayRangeProps {
  from: CalendarDate;
  /** "" for no end */
  to: CalendarDate;
  isEndNeeded?: boolean;
  onChange: (days: { from: CalendarDate; to: CalendarDate }) => void;
}

/** Both days are included. */
export function DayRange({ from, to, isEndNeeded = false, onChange }: DayRangeProps) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))"
      gap="3"
      alignItems="start"
    >
      <TextField
        label="From"
        name="from"
        type="date"
        required
        value={from}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <TextField
        label="Until"
        name="to"
        type="date"
        required={isEndNeeded}
        value={to}
        ref={(input) =>
          input?.setCustomValidity(to !== "" && to < from ? "The end is before the start" : "")
        }
        hint={isEndNeeded ? undefined : "Empty: until further notice."}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </chakra.div>
  );
}
