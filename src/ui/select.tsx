import { NativeSelect } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";
import { nativeSelectRecipe } from "./theme/recipes/input.recipe.ts";

/** Value and text. */
type Option = readonly [string, string];

interface SelectProps {
  label?: string;
  options: readonly Option[];
  groups?: readonly { readonly label: string; readonly options: readonly Option[] }[];
  value: string;
  name?: string;
  onChange: (value: string, select: HTMLSelectElement) => void;
}

/** The platform's own select has a wheel on phones and type-ahead on keyboards. */
export function Select({ label, options, groups = [], value, name, onChange }: SelectProps) {
  return (
    <NativeSelect.Root recipe={nativeSelectRecipe}>
      <NativeSelect.Field
        aria-label={label}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value, event.target)}
      >
        <Options options={options} />
        {groups.map(({ label, options: grouped }) => (
          <optgroup key={label} label={label}>
            <Options options={grouped} />
          </optgroup>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}

const Options = ({ options }: Pick<SelectProps, "options">) =>
  options.map(([key, text]) => (
    <option key={key} value={key}>
      {text}
    </option>
  ));
