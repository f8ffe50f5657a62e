import { chakra, Stack } from "@chakra-ui/react";
import { inOrder, toggled } from "../../domain/recurrence/custom-rule.ts";
import { EFFORT_NAMES } from "../../domain/tasks/effort.ts";
import type { MissedPolicy } from "../../domain/tasks/missed-policies.ts";
import { FormField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { ChecklistField } from "./checklist-field.tsx";
import { ChipChoice, MONTHS } from "./chip-choice.tsx";
import type { Draft, FieldsProps } from "./draft.ts";

const EFFORTS: readonly (readonly [string, string])[] = [
  ["", "Not set"],
  ...EFFORT_NAMES.map((name, index) => [`${index + 1}`, name] as const),
];

export function MoreOptions({ draft, errors, onChange, onLeave }: FieldsProps) {
  const { season, missedPolicy, checklist, effort } = draft;
  const isDaily = draft.repeatValue === "daily";
  const hasPolicy = !isDaily && missedPolicy !== "keep";
  const isUsed = checklist.length > 0 || season !== null || hasPolicy || effort !== null;

  function toggle(month: number) {
    const months = inOrder(toggled(season ?? [], month));
    onChange({ season: months.length > 0 ? months : null });
  }

  return (
    <Fold title="More options" isOpenAtFirst={isUsed} isHeldOpen={errors.checklist !== undefined}>
      <Stack gap="5" pt="2">
        <ChecklistField
          lines={checklist}
          error={errors.checklist}
          onChange={(lines) => onChange({ checklist: [...lines] })}
          onLeave={() => onLeave("checklist")}
        />
        <FormField label="Duration" hint="Roughly, each time.">
          <Select
            options={EFFORTS}
            value={effort === null ? "" : `${effort}`}
            onChange={(value) => onChange({ effort: value === "" ? null : Number(value) })}
          />
        </FormField>
        {!isDaily && <MissedField value={missedPolicy} onChange={onChange} />}
        <div>
          <ChipChoice
            legend="Season"
            columns={4}
            options={MONTHS}
            chosen={season ?? []}
            onToggle={toggle}
          />
          <chakra.p mt="1.5" fontSize="sm" color="fg.muted">
            {season ? "Due only in the chosen months." : "Due in every month."}
          </chakra.p>
        </div>
      </Stack>
    </Fold>
  );
}

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
