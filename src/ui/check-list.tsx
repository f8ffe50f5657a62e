import { chakra } from "@chakra-ui/react";
import { Fragment, type ReactNode } from "react";
import { CheckRow } from "./check-row.tsx";

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
