import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useViewer } from "../../completions/use-viewer.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { wasDueText } from "../../domain/tasks/due-on.ts";
import { arrivedText, daysText, eventText, onlyDay } from "../../domain/tasks/event-texts.ts";
import { personName, type Task } from "../../domain/tasks/task.ts";
import { Face } from "../../households/face.tsx";
import { Turn } from "../../households/turn.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { TimelineEvent } from "./timeline.ts";

interface HappeningProps {
  task: Task;
  event: TimelineEvent;
  /** on which it happened */
  date: CalendarDate;
  isOpen: boolean;
  onToggle: () => void;
  /** takes it back, where that can be done */
  onUndo: (() => void) | null;
  /** the day that it leads to */
  children: (date: CalendarDate) => ReactNode;
}

/** One event of the timeline, with the face of the person whose it is, and the way to its day. */
export function Happening({
  task,
  event,
  date,
  isOpen,
  onToggle,
  onUndo,
  children,
}: HappeningProps) {
  const style = useDateStyle();
  const { userId, timeZone, today } = useViewer();
  const when = doneWhen({ at: event.happenedAt, timeZone: event.timeZone }, date, timeZone, style);
  const { leadsTo } = event;
  const about = onlyDay(event.days);
  const due = wasDueText(event.details.due, about ?? date, style);
  return (
    <chakra.li py="1.5" borderColor="border">
      <chakra.div display="flex" alignItems="center" gap="3" minH="touch">
        {task.household && (
          <PersonFace
            task={task}
            id={personOf(event) ?? (event.userId === userId ? task.household.me : null)}
          />
        )}
        <chakra.div flex="1" minW="0">
          <p>
            {eventText(event, task, userId, style)}
            {event.kind === "done" && about && (
              <Turn
                kind="instead"
                task={task}
                day={about}
                today={today}
                doers={{
                  completedBy: null,
                  people: event.details.people,
                  completedAt: event.happenedAt,
                  timeZone: event.timeZone,
                }}
              />
            )}
          </p>
          <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
            {event.days !== null && about !== date && `for ${daysText(event.days, style)} · `}
            {due && `${due} · `}
            {when}
            {arrivedText(event, timeZone, style)}
          </chakra.p>
        </chakra.div>
        {onUndo && (
          <Button variant="outline" px="4" aria-label="Undo the schedule change" onClick={onUndo}>
            Undo
          </Button>
        )}
        {leadsTo && (
          <IconButton
            icon={isOpen ? "up" : "edit"}
            me="-2"
            label={`Change ${formatDate(leadsTo, style)}`}
            title={`Change ${formatDate(leadsTo, style)}`}
            aria-expanded={isOpen}
            onClick={onToggle}
          />
        )}
      </chakra.div>
      {isOpen && leadsTo && children(leadsTo)}
    </chakra.li>
  );
}

/** Prefers the person who did it to the one who said so. */
const personOf = ({ details, personId }: TimelineEvent) => details.people?.[0] ?? personId ?? null;

function PersonFace({ task, id }: { task: Task; id: string | null }) {
  if (id === null) return <chakra.span boxSize="2rem" flexShrink="0" />;
  const person = task.household?.people.find((one) => one.id === id);
  // A former member has a name in the record, but no colour.
  return <Face name={person?.name ?? personName(task, id)} face={person?.face ?? 0} />;
}
