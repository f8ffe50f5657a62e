import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useRecordedTurns } from "../../completions/recorded-turns.ts";
import {
  SCHEDULE_UNDONE,
  undoableEvent,
  useUndoSchedule,
} from "../../completions/schedule-undo.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatDate, formatNextDate, relativeDate } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { wasDueText } from "../../domain/tasks/due-on.ts";
import { arrivedText, forDaysText, onlyDay } from "../../domain/tasks/event-days.ts";
import { eventText } from "../../domain/tasks/event-texts.ts";
import { mayEdit, personName, type Task } from "../../domain/tasks/task.ts";
import { type TimelineEvent, timelineOf } from "../../domain/tasks/timeline.ts";
import { Face } from "../../households/face.tsx";
import { Turn } from "../../households/turn.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { isOutOfReach } from "../../ui/known.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { LARGE_LETTERS } from "../../ui/theme/recipes/media.recipe.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type PersonIds, useTaskEvents } from "./queries.ts";
import { TaskPeople } from "./task-people.tsx";

interface TaskEventsProps {
  task: Task;
  renderDay: (date: CalendarDate) => ReactNode;
}

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
  const locale = useLocale();
  const { t } = locale;
  const { userId, today } = useViewer();
  const undoSchedule = useUndoSchedule(task.id);
  const told = useRecordedTurns(task, today);
  const [openId, setOpenId] = useState<number | null>(null);
  const query = useTaskEvents(task, person);
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data) {
    if (!isOutOfReach(query)) return <Loading size="sm" />;
    return (
      <LoadFailure
        failed={t("What happened could not be loaded.")}
        onRetry={() => void refetch()}
      />
    );
  }
  const events = data.pages.flat();
  const days = timelineOf(events, openId);

  async function undo(eventId: number) {
    const failure = await undoSchedule(eventId);
    if (failure) toastFailure(failure);
    else toastSuccess(t(SCHEDULE_UNDONE[0]), t(SCHEDULE_UNDONE[1]));
  }

  const undoable = mayEdit(task, userId) ? undoableEvent(events, Date.now()) : null;
  return (
    <Stack gap="5">
      {days.map(({ date, events }) => (
        <div key={events.at(-1)?.id}>
          <chakra.h3 mb="1" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {nearName(date, today, locale)}
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
      {days.length === 0 && <p>{t("Nothing yet. // has happened")}</p>}
      {hasNextPage && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-disabled={isFetchingNextPage}
          onClick={() => void (isFetchingNextPage || fetchNextPage())}
        >
          {t("Show earlier // events")}
        </Button>
      )}
    </Stack>
  );
}

/** 'Today', 'Yesterday', 'Fri, Nov 20' */
function nearName(date: CalendarDate, today: CalendarDate, locale: Locale): string {
  return date === today || date === addDays(today, -1)
    ? relativeDate(date, today, locale)
    : formatNextDate(date, today, locale);
}

interface HappeningProps {
  task: Task;
  event: TimelineEvent;
  date: CalendarDate;
  isOpen: boolean;
  onToggle: () => void;
  onUndo: (() => void) | null;
  children: (date: CalendarDate) => ReactNode;
}

function Happening({ task, event, date, isOpen, onToggle, onUndo, children }: HappeningProps) {
  const locale = useLocale();
  const { t } = locale;
  const { userId, timeZone, today } = useViewer();
  const when = doneWhen({ at: event.happenedAt, timeZone: event.timeZone }, date, timeZone, locale);
  const { leadsTo } = event;
  const about = onlyDay(event.days);
  const due = wasDueText(event.details.due, about ?? date, locale);
  return (
    <chakra.li py="1.5" borderColor="border">
      <chakra.div
        display="flex"
        alignItems="center"
        gap="3"
        minH="touch"
        // The text names who has the face.
        css={{ [LARGE_LETTERS]: { "& > span": { display: "none" } } }}
      >
        {task.household && (
          <PersonFace
            task={task}
            id={personOf(event) ?? (event.userId === userId ? task.household.me : null)}
          />
        )}
        <chakra.div flex="1" minW="0">
          <p>
            {event.kind === "done" && about ? (
              <Turn
                kind="instead"
                said={eventText(event, task, userId, locale)}
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
            ) : (
              eventText(event, task, userId, locale)
            )}
          </p>
          <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
            {event.days !== null && about !== date && `${forDaysText(event.days, locale)} · `}
            {due && `${due} · `}
            {when}
            {arrivedText(event, timeZone, locale)}
          </chakra.p>
        </chakra.div>
        {onUndo && (
          <Button
            variant="outline"
            px="4"
            aria-label={t("Undo the schedule change")}
            onClick={onUndo}
          >
            {t("Undo")}
          </Button>
        )}
        {leadsTo && (
          <IconButton
            icon={isOpen ? "up" : "edit"}
            me="-2"
            label={t("Change {date} // what was done on a day", {
              date: formatDate(leadsTo, locale),
            })}
            title={t("Change {date} // what was done on a day", {
              date: formatDate(leadsTo, locale),
            })}
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
  const locale = useLocale();
  if (id === null) return <chakra.span boxSize="2rem" flexShrink="0" />;
  const person = task.household?.people.find((one) => one.id === id);
  // A former member has a name in the record, but no colour.
  return <Face name={person?.name ?? personName(task, id, locale)} face={person?.face ?? 0} />;
}
