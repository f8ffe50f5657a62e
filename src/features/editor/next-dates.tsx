import { chakra } from "@chakra-ui/react";
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import type { CustomRule } from "../../domain/recurrence/custom-rule.ts";
import { nextDates, type RuleDates } from "./dialog-rule.ts";

const SHOWN = 5;

interface NextDatesProps {
  rule: CustomRule;
  dates: RuleDates;
  today: CalendarDate;
}

/** When a task with the rule is due next; nothing while its start date is not entered. */
export function NextDates({ rule, dates, today }: NextDatesProps) {
  if (!isCalendarDate(dates.startDate)) return null;
  return (
    <chakra.p mt="2" px="3" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
      {textOf(rule, dates, today)}
    </chakra.p>
  );
}

function textOf(rule: CustomRule, dates: RuleDates, today: CalendarDate): string {
  const next = nextDates(rule, dates, today, SHOWN);
  if (next.length > 0) return `Next: ${listOf(next.map((date) => formatNextDate(date, today)))}`;
  const isEver = nextDates(rule, { ...dates, endDate: null }, today, 1).length > 0;
  return isEver ? "No dates before the end date." : "This rule never occurs.";
}

/** Lines break between two dates, after the dot, and nowhere else. */
function listOf(dates: readonly string[]): string {
  return dates.map((date) => date.replaceAll(" ", "\u00a0")).join("\u00a0· ");
}
