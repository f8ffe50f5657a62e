import { chakra, Stack } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone, timeInZone } from "../../domain/dates/time-zone.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { eventText, type RecordedEvent } from "../../domain/tasks/task-record.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { personName } from "./person-name.ts";
import { useTaskEvents } from "./queries.ts";

/** Everything that happened to a task, the latest first. */
export function TaskEvents({ task }: { task: Task }) {
  const { user } = useAuth();
  const { timeZone } = useToday();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTaskEvents(task);
  const nameOf = (userId: string | null) => personName(task, userId, user?.id);
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
          <Happening key={event.id} event={event} timeZone={timeZone} nameOf={nameOf} />
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
  nameOf: (userId: string | null) => string;
}

function Happening({ event, timeZone, nameOf }: HappeningProps) {
  const { happenedAt, userId } = event;
  return (
    <li>
      <p>
        <chakra.bdi fontWeight="semibold">{nameOf(userId)}</chakra.bdi> {eventText(event, nameOf)}
      </p>
      <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        {formatDate(dayInZone(happenedAt, timeZone))} at {timeInZone(happenedAt, timeZone)}
      </chakra.p>
    </li>
  );
}
