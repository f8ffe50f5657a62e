import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { LANGUAGES } from "../../domain/language/languages.ts";
import { FormField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import { type HouseholdDialogProps, useHouseholdCall } from "./queries.ts";

export function RenameDialog({ household: { id, name }, onClosed }: HouseholdDialogProps) {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  return (
    <FormDialog
      title={t("Rename household")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close, textOf) =>
        callThen("rename_household", { household_id: id, name: textOf("name") }, close)
      }
      onClosed={onClosed}
    >
      <TextField
        label={t("Name // of a household")}
        name="name"
        required
        maxLength={100}
        defaultValue={name}
      />
    </FormDialog>
  );
}

/** What the household's tablets and labels speak; its people have their own. */
export function LanguageDialog({ household: { id, language }, onClosed }: HouseholdDialogProps) {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  const [chosen, setChosen] = useState(language ?? "");
  return (
    <FormDialog
      title={t("Language of the tablets")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close) =>
        callThen(
          "set_household_language",
          { household_id: id, ...(chosen && { language: chosen }) },
          close,
        )
      }
      onClosed={onClosed}
    >
      <FormField
        label={t("Language")}
        hint={t("What tablets of the household show. Everyone’s own is in their settings.")}
      >
        <Select
          options={[["", t("As the tablet’s browser")], ...Object.entries(LANGUAGES)]}
          value={chosen}
          onChange={setChosen}
        />
      </FormField>
    </FormDialog>
  );
}

/** Turns and absences count in the household's time zone. */
export function ZoneDialog({ household, onClosed }: HouseholdDialogProps) {
  const { t } = useLocale();
  const { timeZone: mine } = useToday();
  const { callThen, isPending } = useHouseholdCall();
  const [zone, setZone] = useState(household.nextTimeZone ?? household.timeZone ?? mine);
  return (
    <FormDialog
      title={t("Time zone")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close) =>
        callThen("set_household_zone", { household_id: household.id, time_zone: zone }, close)
      }
      onClosed={onClosed}
    >
      <FormField
        label={t("The household’s time zone")}
        hint={t("Turns and absences change at its midnight.")}
      >
        <ZoneSelect value={zone} onChange={setZone} />
      </FormField>
      <chakra.p color="fg.muted" fontSize="sm">
        {t("It counts from tomorrow on. Nothing before changes.")}
      </chakra.p>
    </FormDialog>
  );
}
