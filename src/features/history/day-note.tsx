import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { tellFailure } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-texts.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { MeanwhileNotice } from "../../ui/meanwhile-notice.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useLoadedDay } from "./queries.ts";

const NOTE_FAILED: FailureWords = {
  title: msg("Error Saving Note"),
  description: msg("Failed to save the note. Please try again."),
  offline: msg("Unable to save the note. Please check your connection and try again."),
  sendsInput: true,
};

const NOTE_MAX_LENGTH = 500;

interface DayNoteProps {
  task: Task;
  date: CalendarDate;
  note: string | undefined;
  unknown: string;
  writer: string;
}

/** The typed text, and the stored notes that its writer has seen. */
interface Draft {
  readonly text: string;
  readonly seen: readonly string[];
}

/** As the database stores it. */
const entered = (text: string) => text.trim().normalize("NFC");
/** As the database counts: an emoji is one character. */
const lengthOf = (text: string) => [...entered(text)].length;

/** Others see the note once it is saved; if both wrote, neither text is lost. */
export function DayNote({ task, date, note, unknown, writer }: DayNoteProps) {
  const locale = useLocale();
  const { t } = locale;
  const { mutateAsync: change } = useTaskChange(task.id);
  const { patch, readAgain } = useLoadedDay(task.id, date);
  const field = useRef<HTMLTextAreaElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  // Null until something is typed: then what others write does not overwrite it.
  const [draft, setDraft] = useState<Draft | null>(null);
  const stored = note ?? "";
  const { text, seen } = draft ?? { text: stored, seen: [stored] };
  const isTooLong = lengthOf(text) > NOTE_MAX_LENGTH;
  const isOther = note !== undefined && !seen.includes(note) && note !== entered(text);
  const both = isOther && note !== "" ? entered(`${note}\n${entered(text)}`) : null;

  async function save(wanted: string) {
    const saved = entered(wanted);
    setDraft({ text: wanted, seen: [...seen, stored, saved] });
    if (lengthOf(saved) > NOTE_MAX_LENGTH) {
      field.current?.focus();
      return announce(t(INPUT_TEXTS.NOTE_TOO_LONG));
    }
    try {
      if (draft !== null)
        await change({ kind: "note", taskId: task.id, day: date, note: saved, basedOn: stored });
      patch({ note: saved });
      // Text typed in the meantime stays.
      setDraft((current) => (current?.text === wanted ? null : current));
      announce(saved === "" ? t("Note removed") : t("Note saved"));
    } catch (error) {
      const isChanged = error instanceof RequestFailure && error.code === "NOTE_CHANGED";
      if (!isChanged) return tellFailure(NOTE_FAILED, error);
      announce(t(ERROR_TEXTS.NOTE_CHANGED ?? ""));
      await readAgain();
    }
  }

  return (
    <chakra.form
      mt="4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(both ?? text);
      }}
    >
      <FormField
        label={t("Note // of a day")}
        error={isTooLong ? t(INPUT_TEXTS.NOTE_TOO_LONG) : undefined}
        hint={note === undefined && draft === null ? unknown : lengthText(text, both, locale)}
      >
        <Textarea
          ref={field}
          dir="auto"
          rows={2}
          placeholder=" "
          value={text}
          onChange={({ target }) => setDraft({ text: target.value, seen })}
        />
      </FormField>
      <MeanwhileNotice mt="2" whiteSpace="pre-wrap" _empty={{ mt: "0" }}>
        {isOther && <Meanwhile writer={writer} note={note} />}
      </MeanwhileNotice>
      <chakra.div display="flex" flexWrap="wrap" gap="2" mt="2">
        <Button ref={saveButton} type="submit" variant="outline">
          {both === null ? t("Save note") : t("Keep both // notes")}
        </Button>
        {both !== null && (
          <Button
            variant="outline"
            onClick={() => {
              // This button goes.
              saveButton.current?.focus();
              void save(text);
            }}
          >
            {t("Replace theirs // the other one's note")}
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  );
}

function Meanwhile({ writer, note }: { writer: string; note: string }) {
  const { t } = useLocale();
  return note === ""
    ? t("{name} took the note away meanwhile.", { name: writer })
    : t("{name} wrote meanwhile: “{note}”", { name: writer, note });
}

/** '12 of 500 characters', with both notes' length where there are two. */
function lengthText(text: string, both: string | null, { t }: Locale): string {
  const values = { count: lengthOf(text), most: NOTE_MAX_LENGTH };
  return both === null
    ? t("{count, number} of {most, number} characters", values)
    : t("{count, number} of {most, number} characters, {both, number} with the other note", {
        ...values,
        both: lengthOf(both),
      });
}
