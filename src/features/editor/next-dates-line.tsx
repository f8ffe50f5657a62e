import { chakra } from "@chakra-ui/react";
import { Fragment, useMemo, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { nextDatesText } from "../../domain/recurrence/next-dates.ts";
import { changedInSchedule, type ScheduleFields } from "../../domain/tasks/task-input.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useWhenQuiet } from "./use-when-quiet.ts";

export function NextDates({ schedule, today }: { schedule: ScheduleFields; today: CalendarDate }) {
  const locale = useLocale();
  // A rule that never occurs takes a while to be found out: not again while the title is typed.
  const [known, setKnown] = useState(schedule);
  if (changedInSchedule(known, schedule).length > 0) setKnown(schedule);
  const text = useMemo(() => nextDatesText(known, today, locale), [known, today, locale]);
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
