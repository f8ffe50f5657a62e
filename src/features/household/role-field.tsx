import { ROLES, type Role } from "../../domain/households/household.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ROLE_NAMES } from "./household-words.ts";

interface RoleFieldProps {
  role: Role;
  isFuture?: boolean;
  onChange: (role: Role) => void;
}

export function RoleField({ role, isFuture = false, onChange }: RoleFieldProps) {
  const { t } = useLocale();
  return (
    <FormField
      label={isFuture ? t("Role once they join") : t("Role // in a household")}
      hint={t(
        "{role, select, keeper {Manages tasks and people.} member {Adds and changes tasks, ticks for anyone.} other {Ticks, skips, puts off, writes notes.}}",
        { role },
      )}
    >
      <Select
        options={ROLES.map((one) => [one, t(ROLE_NAMES[one])])}
        value={role}
        onChange={(value) => onChange(value as Role)}
      />
    </FormField>
  );
}
