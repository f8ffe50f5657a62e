import { chakra, Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Household } from "../../domain/households/household.ts";
import { isolated } from "../../domain/language/isolated.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { hasPast } from "../../domain/recurrence/task-schedule.ts";
import { withSchedule } from "../../domain/tasks/schedule-change.ts";
import { NOTHING_RECORDED, personName, type Task } from "../../domain/tasks/task.ts";
import { fieldsOf } from "../../domain/tasks/task-input.ts";
import { proposedRoster } from "../../domain/turns/proposed-roster.ts";
import type { TurnLength } from "../../domain/turns/turn-types.ts";
import { nameInSentence, nextTurns } from "../../domain/turns/turn-words.ts";
import { Choice } from "../../households/choice.tsx";
import { Face } from "../../households/face.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { Draft, FieldsProps } from "./draft.ts";
import { RowButtons, useOrderedRows } from "./ordered-rows.tsx";

type Kind = "anybody" | "one" | "turns";

const KINDS: readonly (readonly [Kind, Message])[] = [
  ["anybody", msg("Anybody")],
  ["one", msg("One person")],
  ["turns", msg("Taking turns")],
];

const LENGTHS: readonly (readonly [TurnLength, Message])[] = [
  ["each", msg("Each time // how long a turn lasts")],
  ["week", msg("A week // how long a turn lasts")],
  ["month", msg("A month // how long a turn lasts")],
];

interface TurnsFieldProps extends FieldsProps {
  /** to which the draft belongs, with several people */
  household: Household;
  /** as it is stored; null for a new one */
  task: Task | null;
  tasks: readonly Task[];
}

const kindOf = (roster: readonly string[]): Kind =>
  roster.length > 1 ? "turns" : roster.length === 1 ? "one" : "anybody";

export default function TurnsField(props: TurnsFieldProps) {
  const locale = useLocale();
  const { t } = locale;
  const { draft, household, task, tasks, today, onChange } = props;
  const { roster, turnLength } = draft;
  const [chosen, setChosen] = useState(() => kindOf(roster));
  // Somebody who is left out of two, or the last one, may be followed by others.
  const kind = chosen === "turns" && roster.length < 2 ? chosen : kindOf(roster);
  const preview = useMemo(
    () =>
      isCalendarDate(draft.startDate) ? turnsPreview(task, draft, household, today, locale) : null,
    [task, draft, household, today, locale],
  );

  function choose(next: Kind) {
    setChosen(next);
    if (next === "anybody") onChange({ roster: [], turnLength: "each" });
    else if (next === "one") onChange({ roster: [roster[0] ?? household.me], turnLength: "each" });
    else {
      const proposed = proposedRoster(household, tasks, task?.id);
      onChange({ roster: task && task.roster.length > 1 ? [...task.roster] : proposed });
    }
  }

  return (
    <Stack gap="3">
      <fieldset>
        <legend>{t("Whose turn?")}</legend>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {KINDS.map(([value, text]) => (
            <Choice key={value} ps="3">
              <input
                type="radio"
                name="turns"
                checked={kind === value}
                onChange={() => choose(value)}
              />
              {t(text)}
            </Choice>
          ))}
        </chakra.div>
      </fieldset>
      {kind === "one" && (
        <fieldset>
          <chakra.legend srOnly>{t("Whose it is")}</chakra.legend>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {household.people.map(({ id, name, face }) => (
              <Choice key={id}>
                <input
                  type="radio"
                  name="turn-of"
                  checked={roster[0] === id}
                  onChange={() => onChange({ roster: [id] })}
                />
                <Face name={name} face={face} />
                <bdi>{id === household.me ? t("You") : name}</bdi>
              </Choice>
            ))}
          </chakra.div>
        </fieldset>
      )}
      {kind === "turns" && (
        <>
          <RosterList
            household={household}
            roster={roster}
            onChange={(next) => onChange({ roster: [...next] })}
          />
          <FormField label={t("A turn lasts")}>
            <Select
              name="turnLength"
              options={LENGTHS.map(([value, text]) => [value, t(text)] as const)}
              value={turnLength}
              onChange={(value) => onChange({ turnLength: value as TurnLength })}
            />
          </FormField>
        </>
      )}
      {preview && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {preview}
        </chakra.p>
      )}
    </Stack>
  );
}

interface RosterListProps {
  household: Household;
  roster: readonly string[];
  onChange: (roster: readonly string[]) => void;
}

function RosterList({ household, roster, onChange }: RosterListProps) {
  const locale = useLocale();
  const { t } = locale;
  const { list, change, move } = useOrderedRows(roster, onChange, (id) => id);
  const others = household.people.filter(({ id }) => !roster.includes(id));

  return (
    <chakra.div ref={list} display="grid" gap="2">
      <chakra.ol aria-label={t("Order of turns")}>
        {roster.map((id, index) => {
          const name = personName({ people: {}, household }, id, locale);
          const person = household.people.find((one) => one.id === id);
          return (
            <chakra.li
              key={id}
              data-row={id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              gap="2"
            >
              <chakra.span w="1.5ch" color="fg.muted" fontVariantNumeric="tabular-nums">
                {index + 1}
              </chakra.span>
              <Face name={person?.name ?? name} face={person?.face ?? 0} />
              <chakra.span flex="1 1 5rem" minW="0">
                <bdi>{name}</bdi>
                {!person && ` ${t("(has left) // after a person's name")}`}
              </chakra.span>
              <RowButtons
                name={name}
                isFirst={index === 0}
                isLast={index === roster.length - 1}
                removal={t("Leave {name} out // of those who take turns", { name })}
                onMove={(by, part) => move(index, by, part, name)}
                onRemove={() => change(roster.toSpliced(index, 1), id, "add")}
              />
            </chakra.li>
          );
        })}
      </chakra.ol>
      {others.length > 0 && (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="2"
          role="group"
          aria-label={t("Not on it // people who don't take turns")}
        >
          {others.map(({ id, name, face }) => (
            <Button
              key={id}
              variant="outline"
              ps="1.5"
              pe="3"
              py="1"
              maxW="full"
              fontWeight="normal"
              data-part="add"
              data-row={id}
              aria-label={t("Add {name}", {
                name: personName({ people: {}, household }, id, locale),
              })}
              onClick={() => change([...roster, id], id, "remove")}
            >
              <Face name={name} face={face} />
              <chakra.bdi minW="0">{personName({ people: {}, household }, id, locale)}</chakra.bdi>
              <Icon name="plus" />
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

const SHOWN = 4;

/** 'Next turns: Thu Bob · Fri Carol · Sat you', as dates have commas; null without turns. */
function turnsPreview(
  task: Task | null,
  draft: Draft,
  household: Household,
  today: CalendarDate,
  locale: Locale,
): string | null {
  if (draft.roster.length === 0) return null;
  const turns = nextTurns(saved(task, draft, household, today), today, today, SHOWN, locale);
  const { t } = locale;
  const said = turns.map(({ when, turn }) =>
    t("{when} {name} // whose turn it is when: 'Thu Bob'", {
      when,
      name: isolated(nameInSentence(turn, locale)),
    }),
  );
  return said.length > 0 ? t("Next turns: {turns}", { turns: said.join(" · ") }) : null;
}

/** If it has a past, the draft counts from today on. */
function saved(task: Task | null, draft: Draft, household: Household, today: CalendarDate): Task {
  const fields = { ...fieldsOf(draft), endDate: draft.endDate || null };
  if (task === null) return { ...NOTHING_RECORDED, ...fields, household };
  const scheduleFrom = hasPast(task, today) ? today : fields.scheduleFrom;
  return { ...withSchedule(task, { ...fields, scheduleFrom }), household };
}
