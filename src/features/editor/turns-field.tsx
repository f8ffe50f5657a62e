import { chakra, Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { proposedRoster } from "../../domain/turns/proposed-roster.ts";
import type { TurnLength } from "../../domain/turns/turn-types.ts";
import { Choice } from "../../households/choice.tsx";
import { Face } from "../../households/face.tsx";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { FieldsProps } from "./draft.ts";
import { RosterList } from "./roster-list.tsx";
import { turnsPreview } from "./turns-preview.ts";

type Kind = "anybody" | "one" | "turns";

const KINDS: readonly (readonly [Kind, string])[] = [
  ["anybody", "Anybody"],
  ["one", "One person"],
  ["turns", "Taking turns"],
];

const LENGTHS = [
  ["each", "Each time"],
  ["week", "A week"],
  ["month", "A month"],
] as const satisfies readonly (readonly [TurnLength, string])[];

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
  const style = useDateStyle();
  const { draft, household, task, tasks, today, onChange } = props;
  const { roster, turnLength } = draft;
  const [chosen, setChosen] = useState(() => kindOf(roster));
  // Somebody who is left out of two, or the last one, may be followed by others.
  const kind = chosen === "turns" && roster.length < 2 ? chosen : kindOf(roster);
  const preview = useMemo(
    () =>
      isCalendarDate(draft.startDate) ? turnsPreview(task, draft, household, today, style) : null,
    [task, draft, household, today, style],
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
        <legend>Whose turn?</legend>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {KINDS.map(([value, text]) => (
            <Choice key={value} ps="3">
              <input
                type="radio"
                name="turns"
                checked={kind === value}
                onChange={() => choose(value)}
              />
              {text}
            </Choice>
          ))}
        </chakra.div>
      </fieldset>
      {kind === "one" && (
        <fieldset>
          <chakra.legend srOnly>Whose it is</chakra.legend>
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
                <bdi>{id === household.me ? "You" : name}</bdi>
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
          <FormField label="A turn lasts">
            <Select
              name="turnLength"
              options={LENGTHS}
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
