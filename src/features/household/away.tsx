import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import { isToCome } from "../../domain/turns/away-words.ts";
import type { Absence } from "../../domain/turns/turn-types.ts";
import { Face } from "../../households/face.tsx";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { AwayDialog } from "./away-dialog.tsx";
import { call, useHouseholdCall } from "./queries.ts";
import { AWAY_FAILED } from "./words.ts";

/** Who is away when: turns pass to those who are there. */
export function Away({ household }: { household: Household }) {
  const { today } = useToday();
  const { mutate } = useHouseholdCall();
  const [isAdding, setAdding] = useState(false);
  const { people, absences = [], me, role } = household;
  const shown = absences
    .filter((absence) => isToCome(absence, today))
    .flatMap((absence) => {
      const person = people.find(({ id }) => id === absence.person);
      return person ? [{ absence, person }] : [];
    })
    .sort((a, b) => (a.absence.from < b.absence.from ? -1 : 1));

  function end({ id, from }: Absence, { name }: HouseholdPerson) {
    mutate(call("end_absence", { household_id: household.id, id }), {
      onSuccess: () =>
        toastSuccess(
          from > today ? "Not away after all" : "Back again",
          `${name} takes turns again.`,
        ),
      onError: (error) => toastFailure(failureNotice(AWAY_FAILED, error)),
    });
  }

  return (
    <Stack gap="3" alignItems="flex-start">
      {shown.length === 0 ? (
        <chakra.p color="fg.muted">Nobody is away. Turns pass over who is.</chakra.p>
      ) : (
        <chakra.ul aria-label="Away" width="full">
          {shown.map(({ absence, person }) => {
            const isAhead = absence.from > today;
            const when = awayWhen(absence, today);
            return (
              <chakra.li
                key={absence.id}
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                gap="3"
                py="2"
                borderColor="border"
                css={{ "& + &": { borderTopWidth: "1px" } }}
              >
                <Face {...person} />
                <chakra.div flex="1" minW="8rem">
                  <chakra.p fontWeight="semibold">
                    <bdi>{person.name}</bdi>
                    {person.id === me && " (you)"}
                  </chakra.p>
                  <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
                    {when}
                  </chakra.p>
                </chakra.div>
                {(role === "keeper" || person.id === me) && (
                  <Button
                    variant="outline"
                    aria-label={`${isAhead ? "Not away" : "Back"}: ${person.name}, ${when}`}
                    onClick={() => end(absence, person)}
                  >
                    {isAhead ? "Not away" : "Back"}
                  </Button>
                )}
              </chakra.li>
            );
          })}
        </chakra.ul>
      )}
      <Button variant="outline" onClick={() => setAdding(true)}>
        {role === "keeper" ? "Somebody is away" : "I am away"}
      </Button>
      {isAdding && <AwayDialog household={household} onClosed={() => setAdding(false)} />}
    </Stack>
  );
}

/** 'Thu, Nov 26 to Thu, Dec 3', 'since Thu, Nov 26, until further notice' */
function awayWhen({ from, to }: Absence, today: CalendarDate): string {
  const last = to && formatNextDate(to, today);
  const first = formatNextDate(from, today);
  if (from <= today) return last ? `Until ${last}` : `Since ${first}, until further notice`;
  return last ? `${first} to ${last}` : `From ${first}, until further notice`;
}
