import { chakra } from "@chakra-ui/react";
import { formatHour } from "../domain/dates/format-hour.ts";
import { FormField } from "./field.tsx";
import { Select } from "./select.tsx";
import { useLocale } from "./use-locale.ts";

interface HourFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** 0 to 23 */
  readonly value: number;
  readonly without?: number;
  readonly onChange: (hour: number) => void;
}

export function HourField({ label, hint, value, without, onChange }: HourFieldProps) {
  const locale = useLocale();
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== without);
  return (
    <chakra.div maxW="narrow" flex="1" minW="8rem">
      <FormField label={label} hint={hint}>
        <Select
          options={hours.map((hour) => [String(hour), formatHour(hour, locale)] as const)}
          value={String(value)}
          onChange={(hour) => onChange(Number(hour))}
        />
      </FormField>
    </chakra.div>
  );
}
