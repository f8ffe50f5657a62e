import { useState } from "react";
import { FormField } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const MAX_DIGITS = 3;

interface DurationFieldProps {
  label: string;
  /** ISO 8601, such as `P3D`; null where none is entered */
  duration: string | null;
  /** null where no number is entered */
  onChange: (duration: string | null) => void;
}

/** A number of days, weeks or months, as two fields of a row. */
export function DurationField({ label, duration, onChange }: DurationFieldProps) {
  const { t } = useLocale();
  const count = duration?.slice(1, -1) ?? "";
  const [text, setText] = useState(count);
  const [chosenUnit, setChosenUnit] = useState("M");
  const unit = duration?.slice(-1) ?? chosenUnit;
  return (
    <>
      <FormField label={label}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_DIGITS}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const entered = Number.parseInt(event.target.value, 10);
            onChange(entered > 0 ? `P${entered}${unit}` : null);
          }}
          onBlur={() => setText(count)}
        />
      </FormField>
      <FormField label={t("Unit // of time")}>
        <Select
          options={[
            ["D", t("Days")],
            ["W", t("Weeks")],
            ["M", t("Months")],
          ]}
          value={unit}
          onChange={(next) => {
            setChosenUnit(next);
            if (duration !== null) onChange(`P${count}${next}`);
          }}
        />
      </FormField>
    </>
  );
}
