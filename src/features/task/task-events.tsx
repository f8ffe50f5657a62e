import { chakra, Stack } from "@chakra-ui/react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import { dateAndTime } from "../../domain/dates/done-when.ts";
import { daysText, eventText, type RecordedEvent } from "../../domain/tasks/event-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useTaskEvents } from "./queries.ts";

/** Everything that happened to a task, the latest first. */
export function TaskEvents({ task }: { task: Task }) {
  const userId = useSession()?.userId ?? "";
  const { timeZone } = useToday();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTaskEvents(task);
  if (!data) {
    if (!error) return <Loading size="sm" />;
    return (
      <Stack gap="3" alignItems="flex-start">
        <p>What happened could not be loaded.</p>
        <Button variant="outline" onClick={() => void refetch()}>
          Try Again
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="3" alignItems="flex-start">
      <Stack as="ul" gap="3" aria-label="What happened">
        {data.pages.flat().map((event) => (
          <Happening key={event.id} event={event} timeZone={timeZone}>
            {eventText(event, task, userId)}
          </Happening>
        ))}
      </Stack>
      {hasNextPage && (
        <Button
          variant="outline"
          aria-disabled={isFetchingNextPage}
          onClick={() => void (isFetchingNextPage || fetchNextPage())}
        >
          Show earlier
        </Button>
      )}
    </Stack>
  );
}

interface HappeningProps {
  event: RecordedEvent;
  timeZone: string;
  children: string;
}

function Happening({ event, timeZone, children }: HappeningProps) {
  return (
    <li>
      <p>{children}</p>
      <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        {event.days !== null && `for ${daysText(event.days)} · `}
        {dateAndTime({ at: event.happenedAt, timeZone: event.timeZone }, timeZone)}
      </chakra.p>
    </li>
  );
}
