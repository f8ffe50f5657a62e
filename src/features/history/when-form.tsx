import { chakra } from "@chakra-ui/react";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import {
  COMPLETE_FAILED,
  CORRECT_FAILED,
  type Correction,
  completeOccurrence,
} from "../../completions/day-changes.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
} from "../../domain/dates/calendar-date.ts";
import { recordedDay } from "../../domain/dates/done-when.ts";
import { dayToChoose } from "../../domain/dates/format-date.ts";
import { clocksAgree, placeName } from "../../domain/dates/time-zone.ts";
import { namedPeople } from "../../domain/households/doers.ts";
import type { Household } from "../../domain/households/household.ts";
import { isOneAtATime } from "../../domain/recurrence/task-schedule.ts";
import { dueDays } from "../../domain/tasks/day-status.ts";
import { dayDoneEarlier } from "../../domain/tasks/done-earlier.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { WhoChoice } from "../../households/who-choice.tsx";
import { type FailureWords, fieldIssues } from "../../supabase/failure-notice.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { Button } from "../../ui/button.tsx";
import { FieldRow, FormField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { HistoryEntry } from "./queries.ts";

export interface When {
  /** `yyyy-MM-dd`, or what is typed of it */
  readonly doneOn: string;
  /** `HH:mm`; "" where it is not known */
  readonly doneAt: string;
}

type WhenErrors = Partial<Record<keyof When, string | undefined>>;

interface WhenFormProps {
  label: string;
  known: When;
  hint: string;
  words: FailureWords;
  children?: ReactNode;
  /** Sends it, the day being one; resolves to what is wrong with it where it was not sent. */
  onSave: (when: When) => Promise<WhenErrors | undefined>;
  onClose: () => void;
}

function WhenForm(props: WhenFormProps) {
  const { t } = useLocale();
  const [when, setWhen] = useState(props.known);
  const [errors, setErrors] = useState<WhenErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (!isCalendarDate(when.doneOn)) return setErrors({ doneOn: t("Choose a day") });
    try {
      const wrong = await props.onSave(when);
      if (wrong) setErrors(wrong);
      else props.onClose();
    } catch (error) {
      setErrors(
        Object.fromEntries(fieldIssues(error).map(({ path, message }) => [path, t(message)])),
      );
      tellFailure(props.words, error);
    }
  }

  function change(changed: Partial<When>) {
    setWhen({ ...when, ...changed });
    setErrors({});
  }

  return (
    <chakra.form
      ref={form}
      aria-label={props.label}
      scrollMarginBottom="4"
      display="flex"
      flexDirection="column"
      gap="3"
      flexBasis="100%"
      mt="2"
      textAlign="start"
      noValidate
      onSubmit={(event: SubmitEvent) => void save(event)}
    >
      {props.children}
      <FieldRow gap="2" alignItems="start">
        <TextField
          label={t("Done on // a label of a date")}
          type="date"
          value={when.doneOn}
          error={errors.doneOn}
          onChange={({ target }) => change({ doneOn: target.value })}
        />
        <TextField
          label={t("At // a label of a time")}
          type="time"
          value={when.doneAt}
          error={errors.doneAt}
          hint={props.hint}
          onChange={({ target }) => change({ doneAt: target.value })}
        />
      </FieldRow>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button type="submit">{t("Save")}</Button>
        <Button variant="outline" onClick={props.onClose}>
          {t("Cancel")}
        </Button>
      </chakra.div>
    </chakra.form>
  );
}

interface CorrectFormProps {
  task: Task;
  date: CalendarDate;
  entry: HistoryEntry;
  /** whose people could have done it; null where nobody is named */
  household: Household | null;
  onClose: () => void;
}

/** Unchanged fields aren't sent. */
export function CorrectForm({ task, date, entry, household, onClose }: CorrectFormProps) {
  const { t } = useLocale();
  const { userId, timeZone } = useViewer();
  const send = useTaskChanges();
  const [chosen, setChosen] = useState<readonly string[]>();
  const recorded = { at: entry.completedAt, timeZone: entry.timeZone };
  const known = { doneOn: entry.doneOn ?? recordedDay(recorded), doneAt: entry.doneAt ?? "" };
  // If only the account is known, only the viewer can be preselected.
  const isOwn = household && entry.doers.completedBy === userId;
  const people = entry.doers.people ?? [isOwn ? household.me : ""];
  const isSameClock = clocksAgree(recorded.at, entry.timeZone, timeZone);

  async function save({ doneOn, doneAt }: When) {
    const isOther = doneOn !== known.doneOn || doneAt !== known.doneAt;
    const correction: Correction = {
      ...(household && chosen && { doers: namedPeople(household, chosen) }),
      ...(isOther && { doneOn, ...(doneAt && { doneAt }) }),
    };
    if (Object.keys(correction).length > 0)
      await send({ kind: "correct", taskId: task.id, date, correctedBy: userId, ...correction });
    return undefined;
  }

  return (
    <WhenForm
      label={t("Correct // a form")}
      known={known}
      hint={
        isSameClock
          ? t("If known // a time")
          : t("If known, in {place} // a time", { place: placeName(entry.timeZone) })
      }
      words={CORRECT_FAILED}
      onSave={save}
      onClose={onClose}
    >
      {household && (
        <WhoChoice
          legend={t("Done by // a label of people")}
          household={household}
          chosen={chosen ?? people}
          onChange={setChosen}
        />
      )}
    </WhenForm>
  );
}

interface DoneEarlierFormProps {
  task: Task;
  /** which a tick would complete now */
  date: CalendarDate;
  onClose: () => void;
}

const MOST_MISSED = 30;

export function DoneEarlierForm({ task, date, onClose }: DoneEarlierFormProps) {
  const locale = useLocale();
  const { t } = locale;
  const { userId, today, timeZone } = useViewer();
  const send = useTaskChanges();
  const yesterday = addDays(today, -1);
  const missed = dueDays(task, today).latestMissed(MOST_MISSED).map(fromDayNumber);
  const open = [...new Set([date, ...missed])].sort().reverse();
  const [which, setWhich] = useState(open.includes(yesterday) ? yesterday : date);

  async function save({ doneOn, doneAt }: When) {
    if (doneOn > today) return { doneOn: t(INPUT_TEXTS.DONE_LATER) };
    const day = dayDoneEarlier(task, which, doneOn);
    if (day === null) {
      const isBefore = !isOneAtATime(task);
      return {
        doneOn: isBefore ? t(INPUT_TEXTS.DONE_TOO_EARLY) : t("That is before it was due again"),
      };
    }
    const when = { doneOn, ...(doneAt && { doneAt }) };
    await send(completeOccurrence(task, day, { userId, timeZone }, undefined, when));
    return undefined;
  }

  return (
    <WhenForm
      label={t("Done earlier")}
      known={{ doneOn: yesterday, doneAt: "" }}
      hint={t("If known // a time")}
      words={COMPLETE_FAILED}
      onSave={save}
      onClose={onClose}
    >
      {open.length > 1 && (
        <FormField label={t("Which one // of several days")}>
          <Select
            options={open.map((day) => [day, dayToChoose(day, today, locale)] as const)}
            value={which}
            onChange={setWhich}
          />
        </FormField>
      )}
    </WhenForm>
  );
}
