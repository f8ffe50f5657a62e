import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { CheckRow } from "../../ui/check-list.tsx";
import { FormField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DayRange } from "./day-range.tsx";
import { AWAY_FAILED } from "./household-words.ts";
import { type HouseholdDialogProps, useHouseholdCall } from "./queries.ts";

/** Keepers may enter anybody's absence. */
export function AwayDialog({ household, onClosed }: HouseholdDialogProps) {
  const { t } = useLocale();
  const { today } = useToday();
  const { callThen, isPending } = useHouseholdCall(AWAY_FAILED);
  // One id for the whole life of the form: what is sent again is the same absence.
  const [id] = useState(() => crypto.randomUUID());
  const [person, setPerson] = useState(household.me);
  const [days, setDays] = useState({ from: today, to: "" });
  const [isForPast, setForPast] = useState(false);
  const { from, to } = days;

  return (
    <FormDialog
      title={t("Away // a dialog: somebody won’t be at home")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close) => {
        const absence = { id, household_id: household.id, person_id: person, for_past: isForPast };
        callThen("enter_absence", { ...absence, from_day: from, ...(to && { to_day: to }) }, close);
      }}
      onClosed={onClosed}
    >
      {household.role === "keeper" && (
        <FormField label={t("Who // is away")}>
          <Select
            options={household.people.map(
              ({ id: one, name }) => [one, one === household.me ? t("You") : name] as const,
            )}
            value={person}
            onChange={setPerson}
          />
        </FormField>
      )}
      <DayRange {...days} onChange={setDays} />
      {from !== "" && from < today && (
        <CheckRow
          checked={isForPast}
          onChange={setForPast}
          hint={t("Otherwise turns change only from today on.")}
        >
          {t("For the past too")}
        </CheckRow>
      )}
      <chakra.p color="fg.muted" fontSize="sm">
        {t("Turns go to the others. Nobody owes any afterwards.")}
      </chakra.p>
    </FormDialog>
  );
}
