import { NativeSelect } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";

interface SelectProps {
  /** Value and text of each option. */
  options: readonly (readonly [string, string])[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** The platform's own select: its wheel on phones, its type-ahead on keyboards. */
export function Select({ options, value, onChange, disabled = false }: SelectProps) {
  return (
    <NativeSelect.Root disabled={disabled}>
      <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator asChild>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
