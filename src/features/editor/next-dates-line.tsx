import { chakra } from "@chakra-ui/react";
import { Fragment, useMemo } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { nextDatesText } from "../../domain/recurrence/next-dates.ts";
import type { Schedule } from "../../domain/recurrence/recurrence.ts";
import type { TaskSchedule } from "../../domain/recurrence/task-schedule.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { useWhenQuiet } from "./use-when-quiet.ts";

interface NextDatesProps {
  schedule: Schedule & Partial<Pick<TaskSchedule, "season">>;
  today: CalendarDate;
}

/** When a task with the schedule is due next; nothing while its start date is not entered. */
export function NextDates({ schedule, today }: NextDatesProps) {
  const style = useDateStyle();
  const { startDate, endDate = null, repeatValue, customRrule = null, season = null } = schedule;
  // A rule that never occurs takes a while to be found out.
  const text = useMemo(
    () => nextDatesText({ startDate, endDate, repeatValue, customRrule, season }, today, style),
    [startDate, endDate, repeatValue, customRrule, season, today, style],
  );
  const said = useWhenQuiet(text);
  return (
    <>
      {text !== null && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          <WholeDates text={text} />
        </chakra.p>
      )}
      <chakra.span role="status" srOnly>
        {said?.replace("Next:", "Next dates:")}
      </chakra.span>
    </>
  );
}

const LIST = "Next: ";

/** No line breaks within the dates of a list. */
function WholeDates({ text }: { text: string }) {
  if (!text.startsWith(LIST)) return text;
  const dates = text.slice(LIST.length).split(" · ");
  return (
    <>
      {LIST}
      {dates.map((date, index) => (
        <Fragment key={date}>
          {index > 0 && " · "}
          <chakra.span whiteSpace="nowrap">{date}</chakra.span>
        </Fragment>
      ))}
    </>
  );
}
