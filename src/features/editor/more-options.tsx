import { chakra, Stack } from "@chakra-ui/react";
import { type Message, msg } from "../../domain/language/messages.ts";
import { inOrder, toggled } from "../../domain/recurrence/custom-rule.ts";
import { EFFORT_NAMES } from "../../domain/tasks/effort.ts";
import type { MissedPolicy } from "../../domain/tasks/missed-policies.ts";
import { FormField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ChecklistField } from "./checklist-field.tsx";
import { ChipChoice, monthOptions } from "./chip-choice.tsx";
import type { Draft, FieldsProps } from "./draft.ts";

export function MoreOptions({ draft, errors, onChange, onLeave }: FieldsProps) {
  const locale = useLocale();
  const { t } = locale;
  const { season, missedPolicy, checklist, effort } = draft;
  const isDaily = draft.repeatValue === "daily";
  const hasPolicy = !isDaily && missedPolicy !== "keep";
  const isUsed = checklist.length > 0 || season !== null || hasPolicy || effort !== null;

  function toggle(month: number) {
    const months = inOrder(toggled(season ?? [], month));
    onChange({ season: months.length > 0 ? months : null });
  }

  return (
    <Fold
      title={t("More options")}
      isOpenAtFirst={isUsed}
      isHeldOpen={errors.checklist !== undefined}
    >
      <Stack gap="5" pt="2">
        <ChecklistField
          lines={checklist}
          error={errors.checklist}
          onChange={(lines) => onChange({ checklist: [...lines] })}
          onLeave={() => onLeave("checklist")}
        />
        <FormField label={t("Duration")} hint={t("Roughly, each time.")}>
          <Select
            options={[
              ["", t("Not set // how long it takes")],
              ...EFFORT_NAMES.map((name, index) => [`${index + 1}`, t(name)] as const),
            ]}
            value={effort === null ? "" : `${effort}`}
            onChange={(value) => onChange({ effort: value === "" ? null : Number(value) })}
          />
        </FormField>
        {!isDaily && <MissedField value={missedPolicy} onChange={onChange} />}
        <div>
          <ChipChoice
            legend={t("Season")}
            columns={4}
            options={monthOptions(locale)}
            chosen={season ?? []}
            onToggle={toggle}
          />
          <chakra.p mt="1.5" fontSize="sm" color="fg.muted">
            {season ? t("Due only in the chosen months.") : t("Due in every month.")}
          </chakra.p>
        </div>
      </Stack>
    </Fold>
  );
}

const POLICIES: readonly (readonly [MissedPolicy, Message])[] = [
  ["keep", msg("Keep all // missed days")],
  ["latest", msg("Keep the latest // missed day")],
  ["pass", msg("Keep none // of the missed days")],
];

interface MissedFieldProps {
  value: MissedPolicy;
  onChange: (part: Partial<Draft>) => void;
}

export function MissedField({ value, onChange }: MissedFieldProps) {
  const { t } = useLocale();
  return (
    <FormField
      label={t("If it was missed")}
      hint={t("Changes only what is shown; you can change it back.")}
    >
      <Select
        options={POLICIES.map(([policy, text]) => [policy, t(text)] as const)}
        value={value}
        onChange={(policy) => onChange({ missedPolicy: policy as MissedPolicy })}
      />
    </FormField>
  );
}
