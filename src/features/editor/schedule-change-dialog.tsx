import { Stack } from "@chakra-ui/react";
import { type ReactNode, useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
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
  const { task, draft, today, ...asking } = props;
  const [kind, setKind] = useState<EarlierKind>("as-now");
  const first = startsBefore(task, draft);
  const areTurnsOther = turnsChanged(draft, task);
  const { roster, turnLength } = task;
  const areDaysOther = scheduleChanged({ ...draft, roster, turnLength }, task);
  const now = fromToday(task, draft, kind, today);
  const past = forThePast(draft);
  const effects = useMemo(() => {
    const textOf = (answer: ScheduleAnswer) => effectOf(task, draft, answer, today);
    return { now: textOf(fromToday(task, draft, kind, today)), past: textOf(forThePast(draft)) };
  }, [task, draft, kind, today]);
  return (
    <AnswerDialog
      title="Change past days too?"
      usual={["From today on", now]}
      other={["For the past too", past]}
      {...asking}
    >
      <Stack gap="3">
        <p>
          {areDaysOther && "The schedule changes. "}
          {areTurnsOther && "The turns change."}
        </p>
        {first && (
          <FormField
            label={`Before ${formatDate(first, locale)} it was`}
            hint={`What counts from ${formatDate(draft.startDate, locale)} on, if you choose “From today on”.`}
          >
            <Select
              options={earlierChoices(draft, locale)}
              value={kind}
              onChange={(value) => setKind(value as EarlierKind)}
            />
          </FormField>
        )}
        <p aria-live="polite">
          <b>From today on:</b>{" "}
          {first && now.earlier
            ? `${effects.now ?? "no day becomes missed"}. ${stayText(first, now.startDate !== draft.startDate, locale)}`
            : "days before today stay as they were."}
          {areTurnsOther && " Past turns stay whose they were."}
        </p>
        <p>
          <b>For the past too:</b>{" "}
          {effects.past
            ? `${effects.past}. You can undo this until tomorrow.`
            : "what was done and missed stays."}
          {areTurnsOther && " Past days take the new turns."}
        </p>
      </Stack>
    </AnswerDialog>
  );
}

function stayText(first: CalendarDate, isLaterToo: boolean, locale: Locale): string {
  const from = `from ${formatDate(first, locale)} on`;
  return isLaterToo ? `Every day ${from} stays as it is.` : `Past days ${from} stay as they were.`;
}

interface PastStartDialogProps extends Asking {
  past: PastStart;
  startDate: CalendarDate;
}

export function PastStartDialog({ past, startDate, ...asking }: PastStartDialogProps) {
  const locale = useLocale();
  const { today } = useToday();
  const days = past.count === 1 ? "1 day" : `${formatCount(past.count)} days`;
  const next = past.next === today ? "today" : formatDate(past.next, locale);
  return (
    <AnswerDialog
      title="Count the past days?"
      usual={["Count them", { startDate, scheduleFrom: null }]}
      other={[`From ${next}`, { startDate: past.next, scheduleFrom: null }]}
      {...asking}
    >
      <p>
        It was due on {days} before today. Counted, they are overdue until you mark them as done or
        skip them. Otherwise it begins {next}.
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
              Cancel
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
