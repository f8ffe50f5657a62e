import { NativeSelect } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";
import { nativeSelectRecipe } from "./theme/recipes/select.ts";

interface SelectProps {
  /** Value and text of each option. */
  options: readonly (readonly [string, string])[];
  value: string;
  name?: string;
  onChange: (value: string, select: HTMLSelectElement) => void;
}

/** The platform's own select: its wheel on phones, its type-ahead on keyboards. */
export function Select({ options, value, name, onChange }: SelectProps) {
  return (
    <NativeSelect.Root recipe={nativeSelectRecipe}>
      <NativeSelect.Field
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value, event.target)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
