import { chakra } from "@chakra-ui/react";
import { Fragment } from "react";
import { TURN_FAILED } from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { awayText, awayToday } from "../../domain/turns/away-words.ts";
import {
  askerName,
  type OpenOffer,
  offeredDaysText,
  offersToMe,
} from "../../domain/turns/open-offers.ts";
import { Button } from "../../ui/button.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { Claims } from "./claims.tsx";

interface TurnNewsProps {
  tasks: readonly Task[];
  today: CalendarDate;
}

export default function TurnNews({ tasks, today }: TurnNewsProps) {
  const locale = useLocale();
  // By id: after a change of a household, each of its tasks has a copy of its own.
  const byId = new Map(
    tasks.flatMap(({ household }) => (household ? [[household.id, household]] : [])),
  );
  const households = [...byId.values()];
  const away = households.flatMap((household) => awayToday(household, today));
  const offers = offersToMe(tasks, today);
  return (
    <>
      <Claims households={households} />
      {away.length > 0 && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {away.map((person, index) => (
            <Fragment key={person.id}>
              {index > 0 && " · "}
              {awayText(person, today, locale)}
            </Fragment>
          ))}
        </chakra.p>
      )}
      {offers.length > 0 && (
        <chakra.ul aria-label={locale.t("Asked of you")} mt="1" mb={{ md: "2" }}>
          {offers.map((offer) => (
            <Offer key={`${offer.task.id} ${offer.from}`} offer={offer} today={today} />
          ))}
        </chakra.ul>
      )}
    </>
  );
}

function Offer({ offer, today }: { offer: OpenOffer; today: CalendarDate }) {
  const locale = useLocale();
  const { t } = locale;
  const send = useToldChanges();
  const { task, days } = offer;
  const { title } = task;
  const when = offeredDaysText(offer, today, locale);

  async function take() {
    // The line goes, and the button with it.
    screenHeading()?.focus({ preventScroll: true });
    const answer = await send({ kind: "take-turns", taskId: task.id, days }, TURN_FAILED);
    if (answer !== false)
      toastSuccess(
        t("Your turn"),
        t("{title} {when} is yours. // when: 'on Friday'", { title, when }),
      );
  }

  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="flex-end"
      columnGap="3"
      ps="3"
      fontSize="sm"
      bg="accent.subtle"
      borderRadius="md"
      css={{ "& + &": { mt: "1" } }}
    >
      <chakra.span flex="1 1 12rem">
        {t("{name} asks: can you take {title} {when}? // when: 'on Friday'", {
          name: askerName(offer),
          title,
          when,
        })}
      </chakra.span>
      <Button
        variant="link"
        px="4"
        aria-label={t("Take {title} {when} // when: 'on Friday'", { title, when })}
        onClick={() => void take()}
      >
        {t("Take // somebody's turn")}
      </Button>
    </chakra.li>
  );
}
