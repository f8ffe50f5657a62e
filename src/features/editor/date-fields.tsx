import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Draft } from "./draft.ts";
import type { FieldErrors } from "./use-task-form.ts";

interface DateFieldsProps {
  draft: Draft;
  errors: FieldErrors;
  onChange: (part: Partial<Draft>) => void;
  onLeave: (field: string) => void;
}

export function DateFields({ draft, errors, onChange, onLeave }: DateFieldsProps) {
  const endField = useRef<HTMLInputElement>(null);
  return (
    <chakra.div
      display="grid"
      gap="5"
      gridTemplateColumns={{ base: "1fr", sm: "1fr 1fr" }}
      alignItems="start"
    >
      <TextField
        label="Start date"
        type="date"
        required
        value={draft.startDate}
        error={errors.startDate}
        onChange={(event) => onChange({ startDate: event.target.value })}
        onBlur={() => onLeave("startDate")}
      />
      <chakra.div display="flex" gap="1" alignItems="flex-start">
        <TextField
          ref={endField}
          label="End date"
          type="date"
          value={draft.endDate ?? ""}
          error={errors.endDate}
          onChange={(event) => onChange({ endDate: event.target.value || null })}
          onBlur={() => onLeave("endDate")}
        />
        {draft.endDate && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Clear end date"
            mt="1.6875rem"
            onClick={() => {
              onChange({ endDate: null });
              // This button is removed with the date.
              endField.current?.focus();
            }}
          >
            <Icon name="close" />
          </Button>
        )}
      </chakra.div>
    </chakra.div>
  );
}
