import type { Role } from "../../domain/households/household.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ROLE_HINTS, ROLE_NAMES } from "./household-words.ts";

interface RoleFieldProps {
  role: Role;
  isFuture?: boolean;
  onChange: (role: Role) => void;
}

export function RoleField({ role, isFuture = false, onChange }: RoleFieldProps) {
  const { t } = useLocale();
  const hint = ROLE_HINTS[role].charAt(0).toUpperCase() + ROLE_HINTS[role].slice(1);
  return (
    <FormField label={isFuture ? t("Role once they join") : t("Role")} hint={`${hint}.`}>
      <Select
        options={Object.entries(ROLE_NAMES)}
        value={role}
        onChange={(value) => onChange(value as Role)}
      />
    </FormField>
  );
}
