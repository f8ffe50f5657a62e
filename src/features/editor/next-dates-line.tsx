import { chakra } from "@chakra-ui/react";
import { Fragment, useMemo, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { nextDatesText } from "../../domain/recurrence/next-dates.ts";
import { changedInSchedule, type ScheduleFields } from "../../domain/tasks/task-input.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useWhenQuiet } from "./use-when-quiet.ts";

export function NextDates({ schedule, today }: { schedule: ScheduleFields; today: CalendarDate }) {
  const locale = useLocale();
  // A rule that never occurs takes a while to be found out: not again while the title is typed.
  const [known, setKnown] = useState(schedule);
  if (changedInSchedule(known, schedule).length > 0) setKnown(schedule);
  const told = useMemo(() => nextDatesText(known, today, locale), [known, today, locale]);
  const isReason = told === null || typeof told === "string";
  const said = useWhenQuiet(
    isReason ? told : locale.t("Next dates: {dates}", { dates: told.join(" · ") }),
  );
  return (
    <>
      {told !== null && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {isReason ? (
            told
          ) : (
            <RichText
              parts={locale.parts("Next: <dates>{list}</dates>", {
                list: told.join(" · "),
                dates: () => <WholeDates dates={told} />,
              })}
            />
          )}
        </chakra.p>
      )}
      <chakra.span role="status" srOnly>
        {said}
      </chakra.span>
    </>
  );
}

/** No line breaks within the dates of a list. */
const WholeDates = ({ dates }: { dates: readonly string[] }) =>
  dates.map((date, index) => (
    <Fragment key={date}>
      {index > 0 && " · "}
      <chakra.span whiteSpace="nowrap">{date}</chakra.span>
    </Fragment>
  ));
