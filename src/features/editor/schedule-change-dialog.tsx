import { Stack } from "@chakra-ui/react";
import { type ReactNode, useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { PastStart } from "../../domain/tasks/start-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type Draft, scheduleChanged, turnsChanged } from "./draft.ts";
import {
  type EarlierKind,
  earlierChoices,
  effectOf,
  forThePast,
  fromToday,
  type ScheduleAnswer,
  startsBefore,
} from "./schedule-answer.ts";

interface ScheduleChangeDialogProps extends Asking {
  task: Task;
  draft: Draft;
  today: CalendarDate;
}

export function ScheduleChangeDialog(props: ScheduleChangeDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, draft, today, ...asking } = props;
  const [kind, setKind] = useState<EarlierKind>("as-now");
  const first = startsBefore(task, draft);
  const areTurnsOther = turnsChanged(draft, task);
  const { roster, turnLength } = task;
  const areDaysOther = scheduleChanged({ ...draft, roster, turnLength }, task);
  const now = fromToday(task, draft, kind, today);
  const past = forThePast(draft);
  const effects = useMemo(() => {
    const textOf = (answer: ScheduleAnswer) => effectOf(task, draft, answer, today, locale);
    return { now: textOf(fromToday(task, draft, kind, today)), past: textOf(forThePast(draft)) };
  }, [task, draft, kind, today, locale]);
  return (
    <AnswerDialog
      title={t("Change past days too?")}
      usual={[t("From today on"), now]}
      other={[t("For the past too"), past]}
      {...asking}
    >
      <Stack gap="3">
        <p>
          {areDaysOther && `${t("The schedule changes.")} `}
          {areTurnsOther && t("The turns change.")}
        </p>
        {first && (
          <FormField
            label={t("Before {date} it was // a choice follows: 'Daily'", {
              date: formatDate(first, locale),
            })}
            hint={t("What counts from {date} on, if you choose “From today on”.", {
              date: formatDate(draft.startDate, locale),
            })}
          >
            <Select
              options={earlierChoices(draft, locale)}
              value={kind}
              onChange={(value) => setKind(value as EarlierKind)}
            />
          </FormField>
        )}
        <p aria-live="polite">
          <b>{t("From today on:")}</b>{" "}
          {first && now.earlier
            ? `${effects.now ?? t("no day becomes missed")}. ${stayText(first, now.startDate !== draft.startDate, locale)}`
            : t("days before today stay as they were. // after 'From today on:'")}
          {areTurnsOther && ` ${t("Past turns stay whose they were.")}`}
        </p>
        <p>
          <b>{t("For the past too:")}</b>{" "}
          {effects.past
            ? `${effects.past}. ${t("You can undo this until tomorrow.")}`
            : t("what was done and missed stays. // after 'For the past too:'")}
          {areTurnsOther && ` ${t("Past days take the new turns.")}`}
        </p>
      </Stack>
    </AnswerDialog>
  );
}

function stayText(first: CalendarDate, isLaterToo: boolean, locale: Locale): string {
  const date = formatDate(first, locale);
  return isLaterToo
    ? locale.t("Every day from {date} on stays as it is.", { date })
    : locale.t("Past days from {date} on stay as they were.", { date });
}

interface PastStartDialogProps extends Asking {
  past: PastStart;
  startDate: CalendarDate;
}

export function PastStartDialog({ past, startDate, ...asking }: PastStartDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const { count } = past;
  const isToday = past.next === today;
  const date = formatDate(past.next, locale);
  return (
    <AnswerDialog
      title={t("Count the past days?")}
      usual={[t("Count them"), { startDate, scheduleFrom: null }]}
      other={[
        isToday ? t("From today") : t("From {date}", { date }),
        { startDate: past.next, scheduleFrom: null },
      ]}
      {...asking}
    >
      <p>
        {isToday
          ? t(
              "It was due on {count, plural, one {# day} other {# days}} before today. Counted, they are overdue until you mark them as done or skip them. Otherwise it begins today.",
              { count },
            )
          : t(
              "It was due on {count, plural, one {# day} other {# days}} before today. Counted, they are overdue until you mark them as done or skip them. Otherwise it begins {date}.",
              { count, date },
            )}
      </p>
    </AnswerDialog>
  );
}

type Choice = readonly [string, ScheduleAnswer];

interface Asking {
  onAnswer: (answer: ScheduleAnswer) => void;
  onClosed: () => void;
}

interface AnswerDialogProps extends Asking {
  title: string;
  usual: Choice;
  other: Choice;
  children: ReactNode;
}

function AnswerDialog({ title, usual, other, onAnswer, ...props }: AnswerDialogProps) {
  const { t } = useLocale();
  return (
    <AppDialog
      role="alertdialog"
      title={title}
      onClosed={props.onClosed}
      footer={(close) => {
        const answer = (chosen: ScheduleAnswer) => () => {
          onAnswer(chosen);
          close();
        };
        return (
          <>
            <Button variant="ghost" onClick={close}>
              {t("Cancel")}
            </Button>
            <Button variant="outline" onClick={answer(other[1])}>
              {other[0]}
            </Button>
            <Button data-autofocus onClick={answer(usual[1])}>
              {usual[0]}
            </Button>
          </>
        );
      }}
    >
      {() => props.children}
    </AppDialog>
  );
}
