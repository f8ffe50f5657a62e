import { chakra } from "@chakra-ui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { browserTimeZone } from "../../auth/auth-store.ts";
import { useSession } from "../../auth/session.ts";
import { dayClock } from "../../clock/day-clock.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen, nearName } from "../../domain/dates/done-when.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import {
  type DeedAnswer,
  type DisplayJson,
  type DoneRow,
  displayDoers,
  displayRows,
  displayTasks,
  type OpenRow,
  untakenText,
} from "../../domain/households/display.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { nextDueDate, overdueText } from "../../domain/tasks/day-status.ts";
import { PeopleButtons } from "../../households/people-buttons.tsx";
import { useStore } from "../../store/store.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import { Button } from "../../ui/button.tsx";
import { LinkPage, Outcome } from "../../ui/link-parts.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { displayCalls, displayQuery, isOver, TICK_FAILED } from "./queries.ts";

/** milliseconds */
const UNDO_TIME = 15 * 60_000;

interface LabelPageProps {
  token: string;
  /** a client without a session, for somebody who is not signed in */
  anonymous: LoadSupabase;
  onLeave: () => void;
}

/** Opened by scanning a task's printed label: asks who did it; opening changes nothing. */
export function LabelPage({ token, anonymous, onLeave }: LabelPageProps) {
  const { t } = useLocale();
  const session = useSession();
  const supabase = session?.supabase ?? anonymous;
  const query = useQuery(displayQuery(token, supabase, session?.userId ?? null));
  const calls = displayCalls(token, supabase);
  const [acted, setActed] = useState<Acted | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (act: Act) => {
      const answer = await act.change(calls);
      await query.refetch();
      return answer;
    },
    onSuccess: (answer, { isUndo }) => setActed({ ...answer, isUndo }),
    onError: (failure) => {
      tellFailure(TICK_FAILED, failure);
      void query.refetch();
    },
  });
  return (
    <LinkPage
      query={query}
      isOver={isOver(query.error)}
      advice={t(
        "The task is gone, or there are new labels. Somebody of the household can print one.",
      )}
      isBusy={isPending}
      onLeave={onLeave}
    >
      {(shown) => <Shown shown={shown} acted={acted} act={mutate} />}
    </LinkPage>
  );
}

interface Act {
  change: (calls: ReturnType<typeof displayCalls>) => Promise<DeedAnswer>;
  isUndo: boolean;
}

type Acted = DeedAnswer & Pick<Act, "isUndo">;

interface ShownProps {
  shown: DisplayJson;
  acted: Acted | null;
  act: (act: Act) => void;
}

function Shown({ shown, acted, act }: ShownProps) {
  const locale = useLocale();
  const { t } = locale;
  const timeZone = browserTimeZone();
  const today = useStore(useMemo(() => dayClock(timeZone), [timeZone]));
  const [task] = useMemo(() => displayTasks(shown), [shown]);
  if (!task) return null;
  const rows = displayRows([task], { today, timeZone, now: Date.now() }, locale);
  const { active, done, overdue } = rows;
  // Today's; else what was done today has been done, and the days before can wait for the board.
  const open = active[0] ?? (done.length === 0 ? overdue[0] : undefined);
  const toTick = open ?? rows.coming[0];
  const next = nextDueDate(task, today);
  const actedText = (answer: Acted) =>
    untakenText(shown, answer, { today, timeZone }, locale) ??
    (answer.isUndo
      ? t("Taken back. It is open again.")
      : t("Done for {day}.", { day: formatWeekday(answer.day, locale) }));
  return (
    <>
      <chakra.div overflowWrap="anywhere">
        <chakra.h2 dir="auto" fontSize="1.25rem">
          {task.title}
        </chakra.h2>
        {open && <chakra.p color="fg.muted">{dueText(open, today, locale)}</chakra.p>}
      </chakra.div>
      {!open && done[0] && (
        <Settled
          row={done[0]}
          today={today}
          shown={shown}
          hasActed={acted !== null}
          onUndo={(day) =>
            act({ isUndo: true, change: ({ undo }) => undo({ taskId: task.id, day }) })
          }
        />
      )}
      {!open && !done[0] && (
        <Outcome takesFocus={false}>
          {next
            ? t("Not due; next on {day}.", { day: formatWeekday(next, locale) })
            : t("Not due.")}
        </Outcome>
      )}
      {toTick && (
        <>
          {acted && <Outcome takesFocus>{actedText(acted)}</Outcome>}
          <PeopleButtons
            isEarly={!open}
            people={shown.people}
            me={shown.me}
            onTick={(person) =>
              act({
                isUndo: false,
                change: ({ tick }) => tick({ taskId: task.id, day: toTick.day }, [person]),
              })
            }
          />
        </>
      )}
    </>
  );
}

const dueText = ({ dueDate, missed }: OpenRow, today: string, locale: Locale) =>
  missed > 0
    ? overdueText(missed, dueDate, today, locale)
    : locale.t("For today, {day}", { day: formatWeekday(today, locale) });

interface SettledProps {
  row: DoneRow;
  today: CalendarDate;
  shown: DisplayJson;
  hasActed: boolean;
  onUndo: (day: string) => void;
}

function Settled({ row, today, shown, hasActed, onUndo }: SettledProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, day, done } = row;
  const mayUndo = done?.via === "label" && Date.now() - Date.parse(done.completedAt) < UNDO_TIME;
  return (
    <>
      <Outcome key={done?.completedAt} takesFocus={hasActed}>
        {settledText(row, shown, today, locale)}
      </Outcome>
      {mayUndo && (
        <Button
          variant="outline"
          aria-label={t("Undo {title}", { title: task.title })}
          onClick={() => onUndo(day)}
        >
          {t("Undo")}
        </Button>
      )}
    </>
  );
}

/** 'Done today by Carol at 8:05 AM.', 'Skipped on Nov 21, 2026 at 8:05 AM.' */
function settledText(row: DoneRow, shown: DisplayJson, today: CalendarDate, locale: Locale) {
  const { t } = locale;
  const { day, done, isSkipped } = row;
  const zone = browserTimeZone();
  const values = {
    which: dayKind(row, today, zone),
    day: nearName(day, today, locale),
    names: displayDoers(shown, done, locale)?.names ?? "",
    at: done
      ? doneWhen({ ...done, at: done.completedAt, timeZone: zone }, today, zone, locale)
      : "",
  };
  if (!done) {
    return isSkipped
      ? t("{which, select, early {Skipped today for {day}.} other {Skipped today.}}", values)
      : t("{which, select, early {Done today for {day}.} other {Done today.}}", values);
  }
  if (isSkipped) {
    return t(
      "{which, select, today {Skipped today {at}.} early {Skipped today for {day} {at}.} other {Skipped {at}.}} // at: 'at 8:05 AM'",
      values,
    );
  }
  return values.names === ""
    ? t(
        "{which, select, today {Done today {at}.} early {Done today for {day} {at}.} other {Done {at}.}} // at: 'at 8:05 AM'",
        values,
      )
    : t(
        "{which, select, today {Done today by {names} {at}.} early {Done today for {day} by {names} {at}.} other {Done by {names} {at}.}} // at: 'at 8:05 AM'",
        values,
      );
}

/** Whether it was done today, and then whether for a day to come. */
function dayKind({ day, done }: DoneRow, today: CalendarDate, zone: string) {
  if (done && dayInZone(done.completedAt, zone) !== today) return "before";
  return day > today ? "early" : "today";
}
