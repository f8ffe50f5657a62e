import { chakra, Stack } from "@chakra-ui/react";
import { useMemo } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { msg } from "../../domain/language/messages.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { nextTurns, personOfTurn, turnName } from "../../domain/turns/turn-words.ts";
import { Face } from "../../households/face.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const LENGTHS = {
  each: msg("One time each, in this order:"),
  week: msg("A week each, in this order:"),
  month: msg("A month each, in this order:"),
} as const;

const NEXT = 6;

export default function TaskTurns({ task, today }: { task: Task; today: CalendarDate }) {
  const locale = useLocale();
  const { t } = locale;
  const { roster, turnLength } = task;
  const next = useMemo(() => nextTurns(task, today, today, NEXT, locale), [task, today, locale]);
  const isOne = roster.length === 1;
  return (
    <Stack gap="2">
      <chakra.p color="fg.muted" fontSize="sm">
        {isOne ? t("It is always one person’s:") : t(LENGTHS[turnLength])}
      </chakra.p>
      <chakra.ol
        aria-label={t("Order of turns")}
        display="flex"
        flexWrap="wrap"
        columnGap="4"
        rowGap="1"
      >
        {roster.map((id) => {
          const turn = personOfTurn(task, id);
          return (
            <chakra.li key={id} display="inline-flex" alignItems="center" gap="1.5">
              <Face name={turn.name} face={turn.face} size="small" />
              <bdi>{turnName(turn, locale)}</bdi>
            </chakra.li>
          );
        })}
      </chakra.ol>
      {!isOne && next.length > 0 && (
        <chakra.ol
          aria-label={t("Next turns")}
          display="grid"
          gridTemplateColumns="auto 1fr"
          columnGap="4"
          rowGap="1"
          fontVariantNumeric="tabular-nums"
        >
          {next.map(({ day, when, turn }) => (
            <chakra.li key={day} display="grid" gridTemplateColumns="subgrid" gridColumn="1 / -1">
              <chakra.span color="fg.muted">{when}</chakra.span>
              <bdi>{turn ? turnName(turn, locale) : t("Anybody")}</bdi>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Stack>
  );
}
