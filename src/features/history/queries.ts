import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { userQuery } from "../../auth/session-query.ts";
import {
  COMPLETION_COLUMNS,
  completionOf,
  doersOf,
  EVENT_COLUMNS,
  eventOf,
  importedName,
} from "../../completions/record-rows.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Corrected } from "../../domain/dates/done-when.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { isOneAtATime } from "../../domain/recurrence/task-schedule.ts";
import { checklistDay } from "../../domain/tasks/checklist.ts";
import type { RecordedEvent } from "../../domain/tasks/event-texts.ts";
import { type Doers, doersName, type Task } from "../../domain/tasks/task.ts";
import { dataOf, rowsOf } from "../../supabase/request-failure.ts";
import { RECORD } from "../../sync/record-key.ts";
import { useLocale } from "../../ui/use-locale.ts";

export interface HistoryEntry extends Corrected {
  readonly date: CalendarDate;
  /** ISO instant */
  readonly completedAt: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
  /** the completer's name, or 'You' */
  readonly completedBy: string;
  readonly doers: Doers;
  /** of an interval task: the day on which it was due */
  readonly dueOn?: CalendarDate | undefined;
  /** no day of a catch-up */
  readonly isSingle: boolean;
}

/** Filters for completions of these days, or due on them. */
function isAboutDays(task: Task, from: CalendarDate, to: CalendarDate): string {
  const within = (column: string) => `and(${column}.gte.${from},${column}.lte.${to})`;
  const hasDueDays = [task, ...task.formerSchedules].some(isOneAtATime);
  return ["completed_date", ...(hasDueDays ? ["due_on"] : [])].map(within).join();
}

/** Completions from `from` to `to` (both included), in order; a new range shows the last one until it loads. */
export function useHistory(task: Task, from: CalendarDate, to: CalendarDate) {
  const query = historyQuery(useSession(), task, from, to, useLocale());
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

export const historyQuery = (
  session: Session | null,
  task: Task,
  from: CalendarDate,
  to: CalendarDate,
  locale: Locale,
) =>
  userQuery<readonly HistoryEntry[]>(
    session,
    // The revision grows with every completion and undo, so the entries follow them live.
    [RECORD, "history", task.id, from, to, task.revision, locale.language],
    async (supabase, signal, userId) => {
      const rows = await rowsOf(
        supabase
          .from("task_completions")
          .select(COMPLETION_COLUMNS)
          .eq("task_id", task.id)
          .or(isAboutDays(task, from, to))
          .order("completed_date")
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...completionOf(row),
        completedBy: importedName(row, locale) ?? doersName(task, doersOf(row), userId, locale),
        doers: doersOf(row),
        isSingle: true,
      }));
    },
  );

export interface DayRecord {
  readonly events: readonly RecordedEvent[];
  /** empty when there is none */
  readonly note: string;
  /** who did or skipped the day together with others, in one go */
  readonly catchUp: HistoryEntry | null;
  readonly checked: readonly string[];
}

const dayKey = (userId: string | undefined, taskId: string, date: CalendarDate) => [
  RECORD,
  userId,
  "day",
  taskId,
  date,
];

export function useDayRecord(task: Task, date: CalendarDate) {
  const session = useSession();
  const locale = useLocale();
  const key = dayKey(session?.userId, task.id, date);
  return useQuery<DayRecord>({
    queryKey: [...key, task.revision, locale.language],
    queryFn: session ? ({ signal }) => readDay(session, task, date, signal, locale) : skipToken,
    // Another day's record would be wrong for this one.
    placeholderData: (known, query) =>
      key.every((part, index) => query?.queryKey[index] === part) ? known : undefined,
  });
}

export function useLoadedDay(taskId: string, date: CalendarDate) {
  const session = useSession();
  const queryKey = dayKey(session?.userId, taskId, date);
  return {
    patch: (entered: Partial<Pick<DayRecord, "note" | "checked">>) => {
      session?.queryClient.setQueriesData<DayRecord>(
        { queryKey },
        (known) => known && { ...known, ...entered },
      );
    },
    readAgain: async () => session?.queryClient.invalidateQueries({ queryKey }),
  };
}

const MOST_EVENTS = 100;

async function readDay(
  session: Session,
  task: Task,
  date: CalendarDate,
  signal: AbortSignal,
  locale: Locale,
): Promise<DayRecord> {
  const supabase = await session.supabase();
  const thatDay = `{[${date},${date}]}`;
  const events = () =>
    supabase
      .from("task_events")
      .select(EVENT_COLUMNS)
      .eq("task_id", task.id)
      .order("id", { ascending: false })
      .limit(MOST_EVENTS)
      .abortSignal(signal);
  const [ofDay, ofTask, notes, catchUps, checks] = await Promise.all([
    dataOf(events().contains("days", thatDay)),
    // Wider than the day by the zones there are.
    dataOf(
      events()
        .is("days", null)
        .gte("happened_at", `${addDays(date, -1)}T00:00:00Z`)
        .lt("happened_at", `${addDays(date, 2)}T00:00:00Z`),
    ),
    dataOf(
      supabase
        .from("task_day_notes")
        .select("note")
        .eq("task_id", task.id)
        .eq("day", date)
        .abortSignal(signal),
    ),
    dataOf(
      supabase
        .from("task_catch_ups")
        .select("recorded_at, time_zone, user_id, by_name, people, said_by")
        .eq("task_id", task.id)
        .contains("days", thatDay)
        .abortSignal(signal),
    ),
    task.checklist.length > 0
      ? dataOf(
          supabase
            .from("task_checks")
            .select("line")
            .eq("task_id", task.id)
            .eq("day", checklistDay(task, date))
            .abortSignal(signal),
        )
      : [],
  ]);
  const happenedThen = (ofTask ?? []).filter(
    ({ happened_at, time_zone }) => dayInZone(happened_at, time_zone) === date,
  );
  const [catchUp] = catchUps ?? [];
  return {
    events: [...(ofDay ?? []), ...happenedThen].sort((a, b) => a.id - b.id).map(eventOf),
    note: notes?.[0]?.note ?? "",
    catchUp: catchUp
      ? {
          date,
          completedAt: catchUp.recorded_at,
          timeZone: catchUp.time_zone,
          completedBy:
            importedName(catchUp, locale) ??
            doersName(task, doersOf(catchUp), session.userId, locale),
          doers: doersOf(catchUp),
          isSingle: false,
        }
      : null,
    checked: (checks ?? []).map(({ line }) => line),
  };
}
