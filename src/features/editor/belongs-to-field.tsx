import type { Household } from "../../domain/households/household.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

const NOBODYS = "";

interface BelongsToFieldProps {
  households: readonly Household[];
  /** where the task is stored now; null for one's own, and for a new one */
  stored: string | null;
  value: string | null;
  onChange: (householdId: string | null) => void;
}

/** Lets the task belong to the user or to a household; hidden if there is no choice. */
export function BelongsToField({ households, stored, value, onChange }: BelongsToFieldProps) {
  const from = households.find(({ id }) => id === stored);
  // Only a keeper takes a task out.
  const mayLeave = stored === null || from?.role === "keeper";
  const options = [
    ...(mayLeave ? [[NOBODYS, "Just me"] as const] : []),
    ...households
      .filter(({ id, role }) => id === stored || (mayLeave && role !== "helper"))
      .map(({ id, name }) => [id, name] as const),
  ];
  if (options.length < 2) return null;
  return (
    <FormField label="Belongs to" hint={hintOf(households, value)}>
      <Select
        options={options}
        value={value ?? NOBODYS}
        onChange={(id) => onChange(id === NOBODYS ? null : id)}
      />
    </FormField>
  );
}

function hintOf(households: readonly Household[], value: string | null): string {
  const people = households.find(({ id }) => id === value)?.people.length ?? 1;
  return people > 1 ? "It is on the board of everyone there." : "It is on your board alone.";
}
