import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { likelyStart } from "../../domain/tasks/start-date.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { afterClick } from "../../ui/pressed.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { FieldsProps } from "./draft.ts";

export function DateFields(props: FieldsProps & { storedStart: CalendarDate | undefined }) {
  const { t } = useLocale();
  const longAgo = t("More than five years ago.");
  const questionOf = (likely: CalendarDate) =>
    t("Did you mean {year}?", { year: `${Number(likely.slice(0, 4))}` });
  const { draft, errors, onChange, onLeave } = props;
  const startField = useRef<HTMLInputElement>(null);
  const endField = useRef<HTMLInputElement>(null);
  // The date with which the field was left: while a year is typed, all its beginnings are dates.
  const [entered, setEntered] = useState<string>();
  const isAsked = draft.startDate === entered && draft.startDate !== props.storedStart;
  const likely = isAsked ? likelyStart(draft.startDate, props.today) : null;

  function leaveStart() {
    onLeave("startDate");
    afterClick(() => setEntered(draft.startDate));
    if (draft.startDate === entered || draft.startDate === props.storedStart) return;
    const found = likelyStart(draft.startDate, props.today);
    if (found !== null) announce(`${longAgo} ${questionOf(found)}`);
  }

  return (
    <chakra.div
      display="grid"
      gap="5"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" }}
      alignItems="start"
    >
      <TextField
        ref={startField}
        name="startDate"
        label={t("Start date")}
        type="date"
        required
        value={draft.startDate}
        error={errors.startDate}
        hint={
          likely === null ? undefined : (
            <>
              {longAgo}
              <Button
                variant="link"
                onClick={() => {
                  onChange({ startDate: likely });
                  // This button is removed with the question.
                  startField.current?.focus();
                }}
              >
                {questionOf(likely)}
              </Button>
            </>
          )
        }
        onChange={(event) => onChange({ startDate: event.target.value })}
        onBlur={leaveStart}
      />
      <chakra.div display="flex" gap="1" alignItems="flex-start">
        <TextField
          ref={endField}
          name="endDate"
          label={t("End date")}
          type="date"
          value={draft.endDate ?? ""}
          error={errors.endDate}
          onChange={(event) => onChange({ endDate: event.target.value || null })}
          onBlur={() => onLeave("endDate")}
        />
        {draft.endDate && (
          <IconButton
            icon="close"
            label={t("Clear end date")}
            mt="1.6875rem"
            onClick={() => {
              onChange({ endDate: null });
              // This button is removed with the date.
              endField.current?.focus();
            }}
          />
        )}
      </chakra.div>
    </chakra.div>
  );
}
