import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Household } from "../../domain/households/household.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { CheckRow } from "../../ui/check-row.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { DayRange } from "./day-range.tsx";
import { AWAY_FAILED } from "./household-words.ts";
import { call, useHouseholdCall } from "./queries.ts";

interface AwayDialogProps {
  household: Household;
  onClosed: () => void;
}

/** From when to when somebody is away: a keeper says it of anyone, everybody else of themselves. */
export function AwayDialog({ household, onClosed }: AwayDialogProps) {
  return (
    <AppDialog title="Away" onClosed={onClosed}>
      {(close) => <AwayForm household={household} onSaved={close} />}
    </AppDialog>
  );
}

function AwayForm({ household, onSaved }: { household: Household; onSaved: () => void }) {
  const { today } = useToday();
  const { mutateAsync, isPending } = useHouseholdCall();
  // One id for the whole life of the form: what is sent again is the same absence.
  const [id] = useState(() => crypto.randomUUID());
  const [person, setPerson] = useState(household.me);
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState("");
  const [isForPast, setForPast] = useState(false);
  const { errors, form } = useFormErrors(() => {
    const parameters = {
      ...{ id, household_id: household.id, person_id: person },
      ...{ from_day: from, ...(to && { to_day: to }), for_past: isForPast },
    };
    mutateAsync(call("enter_absence", parameters)).then(onSaved, (error) =>
      toastFailure(failureNotice(AWAY_FAILED, error)),
    );
  });

  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        {household.role === "keeper" && (
          <FormField label="Who">
            <Select
              options={household.people.map(
                ({ id: one, name }) => [one, one === household.me ? "You" : name] as const,
              )}
              value={person}
              onChange={setPerson}
            />
          </FormField>
        )}
        <DayRange
          from={from}
          to={to}
          errors={errors}
          onChange={(days) => {
            setFrom(days.from);
            setTo(days.to);
          }}
        />
        {from !== "" && from < today && (
          <CheckRow
            checked={isForPast}
            onChange={setForPast}
            hint="Otherwise turns change only from today on."
          >
            For the past too
          </CheckRow>
        )}
        <chakra.p color="fg.muted" fontSize="sm">
          Their turns go to the others. Nobody owes turns afterwards.
        </chakra.p>
        <chakra.div display="flex" justifyContent="flex-end">
          <Button type="submit" disabled={isPending}>
            Save
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}
