import { Input } from "@chakra-ui/react";
import { useState } from "react";
import { FieldRow, FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

const UNITS = [
  ["D", "Days"],
  ["W", "Weeks"],
  ["M", "Months"],
] as const;

const MAX_DIGITS = 3;

interface AfterDoneFieldProps {
  /** ISO 8601, such as `P3D` */
  duration: string;
  onChange: (duration: string) => void;
}

/** How long after it was last done a task is due again. */
export function AfterDoneField({ duration, onChange }: AfterDoneFieldProps) {
  const count = duration.slice(1, -1);
  const unit = duration.slice(-1);
  const [text, setText] = useState(count);
  return (
    <FieldRow>
      <FormField label="Due again after">
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_DIGITS}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const entered = Number.parseInt(event.target.value, 10);
            onChange(`P${entered > 0 ? entered : 1}${unit}`);
          }}
          onBlur={() => setText(count)}
        />
      </FormField>
      <FormField label="Unit">
        <Select options={UNITS} value={unit} onChange={(next) => onChange(`P${count}${next}`)} />
      </FormField>
    </FieldRow>
  );
}
