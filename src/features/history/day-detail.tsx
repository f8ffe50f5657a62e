import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { useSession } from "../../auth/session.ts";
import { LOAD_HISTORY_FAILED } from "../../completions/day-changes.ts";
import { DayLines } from "../../completions/day-lines.tsx";
import { useRecordedTurns } from "../../completions/recorded-turns.ts";
import { useToldFailure } from "../../completions/told-changes.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { type CalendarDate, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dateAndTime, tickedWhen } from "../../domain/dates/done-when.ts";
import { formatDate, formatWeekday } from "../../domain/dates/format-date.ts";
import { isolatedIn } from "../../domain/language/isolated.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { taskDays } from "../../domain/recurrence/task-schedule.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { type DayStatus, dayStatus } from "../../domain/tasks/day-status.ts";
import { distanceText, wasDueText } from "../../domain/tasks/due-on.ts";
import { arrivedText } from "../../domain/tasks/event-days.ts";
import { eventText, type RecordedEvent } from "../../domain/tasks/event-texts.ts";
import { historyGrid } from "../../domain/tasks/history-grid.ts";
import { doersName, hasOtherPeople, personName, type Task } from "../../domain/tasks/task.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { Turn } from "../../households/turn.tsx";
import { isOutOfReach } from "../../ui/known.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DayActions } from "./day-actions.tsx";
import { DayNote } from "./day-note.tsx";
import {
  type DayRecord,
  type HistoryEntry,
  useDayRecord,
  useHistory,
  useLoadedDay,
} from "./queries.ts";
import { STATUS_NAMES } from "./status-names.ts";

const TurnActions = late(() => import("./turn-buttons.tsx"), Nothing);

interface DayDetailProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  showsChecklist?: boolean;
  /** below the calendar; first on the task's page, for its actions alone; or among what happened */
  place?: "calendar" | "first" | "timeline";
}

/** Each place has a name of its own: a day may be open in several at once. */
const NAMES: Record<
  NonNullable<DayDetailProps["place"]>,
  (date: CalendarDate, locale: Locale) => string
> = {
  calendar: (_, { t }) => t("Chosen day"),
  first: formatWeekday,
  timeline: (date, locale) => locale.t("Day of {date}", { date: formatDate(date, locale) }),
};

export function DayDetail(props: DayDetailProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, date, today, showsChecklist = true, place = "calendar" } = props;
  const { userId, timeZone } = useViewer();
  // Loads the whole grid at once: one request a month.
  const days = historyGrid(task, date, today).flatMap((cell) => cell?.date ?? []);
  const history = useHistory(task, days[0] ?? date, days.at(-1) ?? date);
  const record = useDayRecord(task, date);
  const told = useRecordedTurns(task, today);
  const status = dayStatus(task, date, today);
  const isSettled = status === "completed" || status === "skipped";
  const recent = recentEntry(task, date, userId, locale);
  const recorded =
    history.data?.find((candidate) => candidate.date === date) ?? record.data?.catchUp;
  // Only the record knows the name of somebody without an account.
  const known = recent?.doers.completedBy ? recent : (recorded ?? recent);
  const entry = isSettled ? known : null;
  const wasDue = wasDueThen(
    task,
    date,
    [...(history.data ?? []), ...task.recentCompletions],
    locale,
  );
  const became = whatBecame(task, date, status, entry, timeZone, locale) ?? wasDue ?? t("Not due");
  const isNamed = hasOtherPeople(task) || entry?.doers.completedBy === null;
  const isFirst = place === "first";

  useToldFailure(LOAD_HISTORY_FAILED, history.error ?? record.error);

  return (
    <chakra.section
      aria-label={NAMES[place](date, locale)}
      {...(isFirst
        ? { display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: "4" }
        : { mt: "3" })}
    >
      <chakra.p
        aria-live="polite"
        minH={isFirst ? undefined : "3rem"}
        textAlign={isFirst ? "start" : "center"}
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span fontWeight="semibold">{formatWeekday(date, locale)}</chakra.span>
        <br />
        <chakra.span color="fg.muted">
          {entry && isNamed && `${became} · `}
          {entry ? (
            <Turn
              kind="instead"
              said={isNamed ? isolatedIn(locale.direction, entry.completedBy) : became}
              task={told}
              day={date}
              today={today}
              doers={{ ...entry, ...entry.doers }}
            />
          ) : (
            became
          )}
          {status === "missed" && <Turn kind="was" task={told} day={date} today={today} />}
        </chakra.span>
      </chakra.p>
      <DayActions
        key={`actions ${date}`}
        task={task}
        date={date}
        today={today}
        entry={entry}
        isFirst={isFirst}
      />
      {hasTurns(task) && (status === "due-today" || status === "due-future") && (
        <TurnActions key={`turn ${date}`} task={task} date={date} today={today} isFirst={isFirst} />
      )}
      {!isFirst && showsChecklist && dayActions(task, date, today).checklist && (
        <DayChecklist task={task} date={date} recorded={record.data?.checked} />
      )}
      {!isFirst && date <= today && (
        <DayNote
          key={`note ${date}`}
          task={task}
          date={date}
          note={task.waitingNotes?.[date] ?? record.data?.note}
          unknown={isOutOfReach(record) ? t("The note could not be loaded.") : t("Loading...")}
          writer={lastWriter(task, record.data, userId, locale)}
        />
      )}
      {place === "calendar" && (
        <DayEvents events={record.data?.events ?? []} task={task} timeZone={timeZone} />
      )}
    </chakra.section>
  );
}

/** 'Was due, done on Nov 15, 2026, 7 days late', of an interval task; else null. */
function wasDueThen(
  task: Task,
  date: CalendarDate,
  entries: readonly Pick<HistoryEntry, "date" | "dueOn" | "doneOn">[],
  locale: Locale,
): string | null {
  const found = entries.find(({ dueOn, date: day }) => dueOn === date && day !== date);
  if (found === undefined) return null;
  const day = found.doneOn ?? found.date;
  const values = { date: formatDate(day, locale), distance: distanceText(date, day, locale) };
  return task.skippedDays.has(toDayNumber(found.date))
    ? locale.t("Was due, skipped on {date}, {distance} // '7 days late'", values)
    : locale.t("Was due, done on {date}, {distance} // '7 days late'", values);
}

function lastWriter(
  task: Task,
  record: DayRecord | undefined,
  userId: string,
  locale: Locale,
): string {
  const noted = record?.events.findLast(({ kind }) => kind === "noted");
  if (!noted) return locale.t("Somebody");
  if (noted.personId) return personName(task, noted.personId, locale);
  return doersName(task, { completedBy: noted.userId }, userId, locale);
}

/** Reads the entry from the task itself, without a request, pending changes included. */
function recentEntry(
  task: Task,
  date: CalendarDate,
  userId: string,
  locale: Locale,
): HistoryEntry | null {
  const day = toDayNumber(date);
  const single = task.recentCompletions.find((one) => one.date === date);
  const found = single ?? task.recentCatchUps.find((one) => one.days.has(day));
  return found
    ? {
        date,
        completedAt: found.completedAt,
        timeZone: found.timeZone,
        completedBy: doersName(task, found, userId, locale),
        doers: found,
        doneOn: single?.doneOn,
        doneAt: single?.doneAt,
        dueOn: single?.dueOn,
        isSingle: single !== undefined,
      }
    : null;
}

/**
 * 'Completed at 8:05 AM, was due on Nov 8, 2026, 7 days late', 'Put off to Nov 25, 2026', and on the day that it went to
 * 'Due Today · put off from Nov 22, 2026'; null for a day without a status on which nothing else became of it
 */
function whatBecame(
  task: Task,
  date: CalendarDate,
  status: DayStatus | null,
  entry: HistoryEntry | null,
  timeZone: string,
  locale: Locale,
): string | null {
  if (status === null) return null;
  const { t } = locale;
  const left = task.putOffs.find(({ dueDate }) => dueDate === date);
  if (left && status === "put-off") {
    return t("Put off to {date}", { date: formatDate(left.newDate, locale) });
  }
  const { putOffDays } = taskDays(task);
  const arrived = task.putOffs.find(
    ({ dueDate, newDate }) => newDate === date && putOffDays.has(toDayNumber(dueDate)),
  );
  const from = arrived && t("put off from {date}", { date: formatDate(arrived.dueDate, locale) });
  const said = [t(STATUS_NAMES[status]), from].filter(Boolean).join(" · ");
  if (!entry) return said;
  const when = tickedWhen({ ...entry, at: entry.completedAt }, date, timeZone, locale);
  const what = t("{status} {when} // 'Completed', 'at 8:05 AM'", { status: said, when });
  const due = wasDueText(entry.dueOn, entry.doneOn ?? date, locale);
  return due ? t("{what}, {due} // 'Completed at 8:05 AM', 'was due on …'", { what, due }) : what;
}

interface DayChecklistProps {
  task: Task;
  date: CalendarDate;
  /** The lines ticked that day as the record says it; undefined while that is not known. */
  recorded: readonly string[] | undefined;
}

function DayChecklist({ task, date, recorded }: DayChecklistProps) {
  const { t } = useLocale();
  const { patch } = useLoadedDay(task.id, date);
  const day = checklistDay(task, date);
  const inTask = checkedLines(task, day);
  const checked = inTask ?? recorded;
  if (checked === undefined) return null;
  const count = task.checklist.filter((line) => checked.includes(line)).length;
  return (
    <chakra.div mt="4">
      <chakra.h4 fontSize="sm" fontWeight="semibold">
        {t("Checklist: {count} of {total}", { count, total: task.checklist.length })}
      </chakra.h4>
      <DayLines
        task={task}
        day={day}
        label={t("Checklist")}
        checked={checked}
        // The task shows its latest days at once by itself.
        onChecked={inTask === null ? (lines) => patch({ checked: lines }) : undefined}
      />
    </chakra.div>
  );
}

interface DayEventsProps {
  events: readonly RecordedEvent[];
  task: Task;
  timeZone: string;
}

function DayEvents({ events, task, timeZone }: DayEventsProps) {
  const locale = useLocale();
  const { t } = locale;
  const id = useId();
  const userId = useSession()?.userId ?? "";
  if (events.length === 0) return null;
  return (
    <>
      <chakra.h4 id={id} mt="5" fontSize="sm" fontWeight="semibold">
        {t("On this day")}
      </chakra.h4>
      <chakra.ul aria-labelledby={id} mt="1" fontSize="sm">
        {events.toReversed().map((event) => (
          <chakra.li
            key={event.id}
            py="1.5"
            borderColor="border"
            css={{ "& + &": { borderTopWidth: "1px" } }}
          >
            <bdi>{eventText(event, task, userId, locale)}</bdi>{" "}
            <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
              · {dateAndTime({ at: event.happenedAt, timeZone: event.timeZone }, timeZone, locale)}
              {arrivedText(event, timeZone, locale)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}
