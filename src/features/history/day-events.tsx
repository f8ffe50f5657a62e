import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { useSession } from "../../auth/session.ts";
import { dateAndTime } from "../../domain/dates/done-when.ts";
import { arrivedText, eventText, type RecordedEvent } from "../../domain/tasks/event-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";

interface DayEventsProps {
  /** in the order in which they happened */
  events: readonly RecordedEvent[];
  task: Task;
  timeZone: string;
}

export function DayEvents({ events, task, timeZone }: DayEventsProps) {
  const style = useDateStyle();
  const id = useId();
  const userId = useSession()?.userId ?? "";
  if (events.length === 0) return null;
  return (
    <>
      <chakra.h4 id={id} mt="5" fontSize="sm" fontWeight="semibold">
        On this day
      </chakra.h4>
      <chakra.ul aria-labelledby={id} mt="1" fontSize="sm">
        {events.toReversed().map((event) => (
          <chakra.li
            key={event.id}
            py="1.5"
            borderColor="border"
            css={{ "& + &": { borderTopWidth: "1px" } }}
          >
            <bdi>{eventText(event, task, userId, style)}</bdi>{" "}
            <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
              · {dateAndTime({ at: event.happenedAt, timeZone: event.timeZone }, timeZone, style)}
              {arrivedText(event, timeZone, style)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}
