import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useRecordedTurns } from "../../completions/recorded-turns.ts";
import {
  SCHEDULE_UNDONE,
  undoableEvent,
  useUndoSchedule,
} from "../../completions/schedule-undo.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatNextDate, relativeDate } from "../../domain/dates/format-date.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { isOutOfReach } from "../../ui/known.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { Happening } from "./happening.tsx";
import { type PersonIds, useTaskEvents } from "./queries.ts";
import { TaskPeople } from "./task-people.tsx";
import { timelineOf } from "./timeline.ts";

interface TaskEventsProps {
  task: Task;
  /** a day as an entry of the ledger, to be edited where it is */
  renderDay: (date: CalendarDate) => ReactNode;
}

/** Everything that happened to a task, the latest first, also what one person did. */
export function TaskEvents({ task, renderDay }: TaskEventsProps) {
  const [person, setPerson] = useState<PersonIds>([]);
  return (
    <Stack gap="5">
      <TaskPeople task={task} chosen={person} onChoose={setPerson} />
      <Timeline key={person.join()} task={task} person={person} renderDay={renderDay} />
    </Stack>
  );
}

function Timeline({ task, person, renderDay }: TaskEventsProps & { person: PersonIds }) {
  const style = useDateStyle();
  const { userId, today } = useViewer();
  const undoSchedule = useUndoSchedule(task.id);
  const told = useRecordedTurns(task, today);
  const [openId, setOpenId] = useState<number | null>(null);
  const query = useTaskEvents(task, person);
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data) {
    if (!isOutOfReach(query)) return <Loading size="sm" />;
    return <LoadFailure what="What happened" onRetry={() => void refetch()} />;
  }
  const events = data.pages.flat();
  const days = timelineOf(events, openId);

  async function undo(eventId: number) {
    const failure = await undoSchedule(eventId);
    if (failure) toastFailure(failure);
    else toastSuccess(...SCHEDULE_UNDONE);
  }

  const undoable = mayEdit(task, userId) ? undoableEvent(events, Date.now()) : null;
  return (
    <Stack gap="5">
      {days.map(({ date, events }) => (
        <div key={events.at(-1)?.id}>
          <chakra.h3 mb="1" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {nearName(date, today, style)}
          </chakra.h3>
          <chakra.ul css={{ "& > li + li": { borderTopWidth: "1px" } }}>
            {events.map((event) => (
              <Happening
                key={event.id}
                task={told}
                event={event}
                date={date}
                isOpen={event.id === openId}
                onToggle={() => setOpenId(event.id === openId ? null : event.id)}
                onUndo={event.id === undoable ? () => void undo(event.id) : null}
              >
                {renderDay}
              </Happening>
            ))}
          </chakra.ul>
        </div>
      ))}
      {days.length === 0 && <p>Nothing yet.</p>}
      {hasNextPage && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-disabled={isFetchingNextPage}
          onClick={() => void (isFetchingNextPage || fetchNextPage())}
        >
          Show earlier
        </Button>
      )}
    </Stack>
  );
}

/** 'Today', 'Yesterday', 'Fri, Nov 20' */
function nearName(date: CalendarDate, today: CalendarDate, style: DateStyle): string {
  const relative = relativeDate(date, today, style);
  return relative === "Today" || relative === "Yesterday"
    ? relative
    : formatNextDate(date, today, style);
}
