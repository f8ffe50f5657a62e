import { Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { AnswerDialog, type Asking } from "./answer-dialog.tsx";
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
  /** as it is */
  task: Task;
  /** as it will be */
  draft: Draft;
  today: CalendarDate;
}

/** Asks from when on a changed schedule counts, and says what that does to the days before today. */
export function ScheduleChangeDialog(props: ScheduleChangeDialogProps) {
  const style = useDateStyle();
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
            label={`Before ${formatDate(first, style)} it was`}
            hint={`What counts from ${formatDate(draft.startDate, style)} on, if you choose “From today on”.`}
          >
            <Select
              options={earlierChoices(draft, style)}
              value={kind}
              onChange={(value) => setKind(value as EarlierKind)}
            />
          </FormField>
        )}
        <p aria-live="polite">
          <b>From today on:</b>{" "}
          {first && now.earlier
            ? `${effects.now ?? "no day becomes missed"}. ${stayText(first, now.startDate !== draft.startDate, style)}`
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

/** Which days are left as they were. */
function stayText(first: CalendarDate, isLaterToo: boolean, style: DateStyle): string {
  const from = `from ${formatDate(first, style)} on`;
  return isLaterToo ? `Every day ${from} stays as it is.` : `Past days ${from} stay as they were.`;
}
