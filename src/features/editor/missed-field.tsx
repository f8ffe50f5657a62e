import type { MissedPolicy } from "../../domain/tasks/missed-policies.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import type { Draft } from "./draft.ts";

const POLICIES: Record<MissedPolicy, string> = {
  keep: "Keep all",
  latest: "Keep the latest",
  pass: "Keep none",
};

interface MissedFieldProps {
  value: MissedPolicy;
  onChange: (part: Partial<Draft>) => void;
}

export function MissedField({ value, onChange }: MissedFieldProps) {
  return (
    <FormField label="If it was missed" hint="Changes only what is shown; you can change it back.">
      <Select
        options={Object.entries(POLICIES)}
        value={value}
        onChange={(policy) => onChange({ missedPolicy: policy as MissedPolicy })}
      />
    </FormField>
  );
}
