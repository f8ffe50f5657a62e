import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import type { HouseAbsence, Household } from "../../domain/households/household.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { DayRange } from "./day-range.tsx";
import { AWAY_FAILED } from "./household-words.ts";
import { USUAL_DAYS } from "./pause-all.tsx";
import { type HouseholdDialogProps, useHouseholdCall } from "./queries.ts";

export function HouseAway({ household, until }: { household: Household; until?: CalendarDate }) {
  const { t } = useLocale();
  const { today } = useToday();
  const ahead = (household.houseAbsences ?? []).filter(
    ({ from, to }) => to >= today && (!until || from <= until),
  );
  if (ahead.length === 0) return null;
  return (
    <chakra.ul aria-label={t("Nobody at home")} display="grid" gap="2">
      {ahead.map((absence) => (
        <AwayRow key={absence.id} household={household} absence={absence} />
      ))}
    </chakra.ul>
  );
}

function AwayRow({ household, absence }: { household: Household; absence: HouseAbsence }) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const { callThen, isPending } = useHouseholdCall(AWAY_FAILED);
  const isAhead = absence.from > today;
  const last = formatNextDate(absence.to, today, locale);
  const when = isAhead
    ? t("We are away {first} to {last}", {
        first: formatNextDate(absence.from, today, locale),
        last,
      })
    : t("We are away until {last}", { last });
  const by = household.people.find(({ id }) => id === absence.by);

  const end = () =>
    callThen("end_house_absence", { household_id: household.id, id: absence.id }, () =>
      toastSuccess(
        isAhead ? t("Not away after all") : t("Back again // from being away"),
        t("Tasks are due as ever."),
      ),
    );

  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
      <chakra.span fontVariantNumeric="tabular-nums">
        {when}{" "}
        {by && (
          <chakra.span color="fg.muted">
            {by.id === household.me
              ? t("· entered by you")
              : t("· entered by {name}", { name: by.name })}
          </chakra.span>
        )}
      </chakra.span>
      {household.role !== "helper" && (
        <Button
          variant="outline"
          aria-label={
            isAhead ? t("Not away after all: {when}", { when }) : t("We are back: {when}", { when })
          }
          disabled={isPending}
          onClick={end}
        >
          {isAhead ? t("Not away after all") : t("We are back")}
        </Button>
      )}
    </chakra.li>
  );
}

export function HouseAwayDialog({ household, onClosed }: HouseholdDialogProps) {
  const { t } = useLocale();
  const { today } = useToday();
  const { callThen, isPending } = useHouseholdCall(AWAY_FAILED);
  // One id for the whole life of the form: what is sent again is the same absence.
  const [id] = useState(() => crypto.randomUUID());
  const [days, setDays] = useState({ from: today, to: addDays(today, USUAL_DAYS) });
  return (
    <FormDialog
      title={t("We are away")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close) =>
        callThen(
          "enter_house_absence",
          { household_id: household.id, id, from_day: days.from, to_day: days.to },
          close,
        )
      }
      onClosed={onClosed}
    >
      <p>
        {t("Nothing of the household will be due on these days, not even what is added meanwhile.")}
      </p>
      <DayRange {...days} isEndNeeded onChange={setDays} />
    </FormDialog>
  );
}
