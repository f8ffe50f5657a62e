import { chakra } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Absence } from "../../domain/turns/turn-types.ts";
import { Button } from "../../ui/button.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { AWAY_FAILED } from "./household-words.ts";
import { useHouseholdCall } from "./queries.ts";

interface AwayProps {
  household: Household;
  person: HouseholdPerson;
  absence: Absence;
  mayEnd: boolean;
}

export function Away({ household, person: { name }, absence, mayEnd }: AwayProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const { callThen } = useHouseholdCall(AWAY_FAILED);
  const isAhead = absence.from > today;
  const when = awayWhen(absence, today, locale);

  const end = () =>
    callThen("end_absence", { household_id: household.id, id: absence.id }, () =>
      toastSuccess(
        isAhead ? t("Not away after all") : t("Back again // from being away"),
        t("{name} takes turns again.", { name }),
      ),
    );

  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" w="full" ps="2.75rem">
      <chakra.p flex="1" color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        {when}
      </chakra.p>
      {mayEnd && (
        <Button
          variant="outline"
          aria-label={
            isAhead
              ? t("Not away: {name}, {when}", { name, when })
              : t("Back: {name}, {when}", { name, when })
          }
          onClick={end}
        >
          {isAhead ? t("Not away") : t("Back // from being away")}
        </Button>
      )}
    </chakra.div>
  );
}

/** 'Away Thu, Nov 26 to Thu, Dec 3', 'Away since Thu, Nov 26, until further notice' */
function awayWhen({ from, to }: Absence, today: CalendarDate, locale: Locale): string {
  const { t } = locale;
  const last = to && formatNextDate(to, today, locale);
  const first = formatNextDate(from, today, locale);
  if (from <= today)
    return last
      ? t("Away until {last}", { last })
      : t("Away since {first}, until further notice", { first });
  return last
    ? t("Away {first} to {last}", { first, last })
    : t("Away from {first}, until further notice", { first });
}
