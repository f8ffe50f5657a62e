import { chakra, Textarea } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-codes.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { errorWords, failureNotice } from "../../supabase/failure-notice.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { MeanwhileNotice } from "../../ui/meanwhile-notice.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useLoadedDay } from "./queries.ts";

const NOTE_FAILED = errorWords("Saving Note", "save the note", { sendsInput: true });

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
      return announce(INPUT_TEXTS.NOTE_TOO_LONG);
    }
    try {
      if (draft !== null)
        await change({ kind: "note", taskId: task.id, day: date, note: saved, basedOn: stored });
      patch({ note: saved });
      // Text typed in the meantime stays.
      setDraft((current) => (current?.text === wanted ? null : current));
      announce(saved === "" ? "Note removed" : "Note saved");
    } catch (error) {
      const isChanged = error instanceof RequestFailure && error.code === "NOTE_CHANGED";
      if (!isChanged) return toastFailure(failureNotice(NOTE_FAILED, error));
      announce(ERROR_TEXTS.NOTE_CHANGED ?? "");
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
        label="Note"
        error={isTooLong ? INPUT_TEXTS.NOTE_TOO_LONG : undefined}
        hint={
          note === undefined && draft === null
            ? unknown
            : `${lengthOf(text)} of ${NOTE_MAX_LENGTH} characters` +
              (both === null ? "" : `, ${lengthOf(both)} with the other note`)
        }
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
          {both === null ? "Save note" : "Keep both"}
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
            Replace theirs
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  );
}

function Meanwhile({ writer, note }: { writer: string; note: string }) {
  const who = <bdi>{writer}</bdi>;
  if (note === "") return <>{who} took the note away meanwhile.</>;
  return (
    <>
      {who} wrote meanwhile: “<bdi>{note}</bdi>”
    </>
  );
}
