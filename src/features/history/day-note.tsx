import { chakra, Textarea } from "@chakra-ui/react";
import { useState } from "react";
import { noteDay } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useKnowDay } from "./queries.ts";

const NOTE_MAX_LENGTH = 500;

interface DayNoteProps {
  task: Task;
  date: CalendarDate;
  /** The note that is stored, empty for none; undefined while that is not known. */
  note: string | undefined;
}

/** What somebody has to say about the day; others see it once it is saved. */
export function DayNote({ task, date, note }: DayNoteProps) {
  const { mutateAsync: change } = useTaskChange(task.id);
  const know = useKnowDay(task.id, date);
  // Null until something is typed: then what others write does not overwrite it.
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? note ?? "";
  // As the database counts: an emoji is one character.
  const length = [...text.trim()].length;
  const isTooLong = length > NOTE_MAX_LENGTH;

  async function save() {
    if (isTooLong) return announce(INPUT_TEXTS.NOTE_TOO_LONG);
    try {
      const saved = text.trim();
      if (draft !== null) await change(noteDay(task.id, date, saved));
      know({ note: saved });
      // What was typed in the meantime stays.
      setDraft((current) => (current === text ? null : current));
      announce(saved === "" ? "Note removed" : "Note saved");
    } catch (error) {
      toastFailure(failureNotice("note", error));
    }
  }

  return (
    <chakra.form
      mt="4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormField
        label="Note"
        error={isTooLong ? INPUT_TEXTS.NOTE_TOO_LONG : undefined}
        hint={`${length} of ${NOTE_MAX_LENGTH} characters`}
      >
        <Textarea
          dir="auto"
          rows={2}
          value={text}
          onChange={(event) => setDraft(event.target.value)}
        />
      </FormField>
      <Button type="submit" variant="outline" mt="2">
        Save note
      </Button>
    </chakra.form>
  );
}
