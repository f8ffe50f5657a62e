import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/today.ts";
import type { Household } from "../../domain/households/household.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { CheckRow } from "../../ui/check-row.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { call, useHouseholdCall } from "./queries.ts";
import { AWAY_FAILED } from "./words.ts";

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
  const { mutate, isPending } = useHouseholdCall();
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
    mutate(call("enter_absence", parameters), {
      onSuccess: onSaved,
      onError: (error) => toastFailure(failureNotice(AWAY_FAILED, error)),
    });
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
        <chakra.div
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))"
          gap="3"
          alignItems="start"
        >
          <TextField
            label="From"
            name="from"
            type="date"
            required
            value={from}
            error={errors.from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label="Until"
            name="to"
            type="date"
            value={to}
            error={errors.to}
            ref={(input) =>
              input?.setCustomValidity(to !== "" && to < from ? "That is before it begins" : "")
            }
            hint="Empty: until further notice."
            onChange={({ target }) => setTo(target.value)}
          />
        </chakra.div>
        {from !== "" && from < today && (
          <CheckRow
            checked={isForPast}
            onChange={setForPast}
            hint="Otherwise turns change from today on alone."
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
