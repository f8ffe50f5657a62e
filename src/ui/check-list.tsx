import { chakra } from "@chakra-ui/react";
import { Fragment, type ReactNode } from "react";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly more?: ReactNode;
}

interface CheckListProps {
  legend: string;
  hint?: string;
  rows: readonly Row[];
  checked: ReadonlySet<string>;
  onChange: (checked: Set<string>) => void;
}

export function CheckList({ legend, hint, rows, checked, onChange }: CheckListProps) {
  function toggle(id: string, isChecked: boolean) {
    const next = new Set(checked);
    if (isChecked) next.add(id);
    else next.delete(id);
    onChange(next);
  }
  return (
    <fieldset>
      <chakra.legend mb="1">{legend}</chakra.legend>
      {hint && (
        <chakra.p color="fg.muted" fontSize="sm">
          {hint}
        </chakra.p>
      )}
      {rows.map(({ id, name, hint: about, more }) => (
        <Fragment key={id}>
          <CheckRow
            hint={about}
            checked={checked.has(id)}
            onChange={(isChecked) => toggle(id, isChecked)}
          >
            {name}
          </CheckRow>
          {checked.has(id) && more}
        </Fragment>
      ))}
    </fieldset>
  );
}

interface CheckRowProps {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  hint?: ReactNode;
  isStruck?: boolean;
  children: ReactNode;
}

export function CheckRow({ checked, onChange, hint, isStruck, children }: CheckRowProps) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="3"
      minH="touch"
      py="1"
      borderRadius="md"
      cursor="pointer"
      {...(isStruck && checked && { color: "fg.muted", textDecoration: "line-through" })}
    >
      <chakra.input
        type="checkbox"
        boxSize="1.25rem"
        flexShrink="0"
        accentColor="accent"
        cursor="pointer"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <chakra.span minW="0" overflowWrap="anywhere">
        <bdi>{children}</bdi>
        {hint && (
          <chakra.span display="block" color="fg.muted" fontSize="sm">
            {hint}
          </chakra.span>
        )}
      </chakra.span>
    </chakra.label>
  );
}
