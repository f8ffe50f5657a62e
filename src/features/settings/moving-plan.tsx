import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { keptText, offeredMatch, planOf, remarksOn } from "../../domain/moving/import-plan.ts";
import type { Moving, MovingPerson } from "../../domain/moving/moving-form.ts";
import type { Match } from "../../domain/moving/moving-in.ts";
import { FileProblem } from "../../domain/portability/rota-file.ts";
import { useHouseholds, useProfile } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { ImportPlan } from "./import-preview.tsx";
import { newUpload } from "./upload.ts";

interface MovingPlanProps {
  moving: Moving;
  /** the household whose page it was opened on; null: a new one is offered first */
  householdId: string | null;
  onPlanned: (plan: ImportPlan) => void;
}

const OWN = "own";
const NEW = "";
const ME = "me";

/** Asks where a household goes, and who its people are here. */
export function MovingPlan({ moving, householdId, onPlanned }: MovingPlanProps) {
  const locale = useLocale();
  const { t } = locale;
  const kept = useHouseholds()?.filter(({ role }) => role === "keeper") ?? [];
  const me = useProfile()?.fullName ?? "";
  const isAlone = moving.source !== "rota" && moving.people.length < 2;
  const [target, setTarget] = useState(householdId ?? (isAlone ? OWN : NEW));
  const household = kept.find(({ id }) => id === target);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const chosenFor = (person: MovingPerson) =>
    chosen[person.id] ?? choiceOf(offeredMatch(person, household, me));

  function choose(person: MovingPerson, value: string) {
    const others = moving.people.filter(
      (one) => one !== person && value === ME && chosenFor(one) === ME,
    );
    const freed = Object.fromEntries(others.map(({ id }) => [id, NEW]));
    setChosen({ ...chosen, ...freed, [person.id]: value });
  }

  function plan() {
    const matches = new Map(moving.people.map((one) => [one.id, matchOf(chosenFor(one))]));
    const importer = importerOf(household, me);
    try {
      const {
        household: told,
        pieces,
        entries,
        leftOut,
      } = planOf(moving, target === OWN ? OWN : { id: target || null }, matches, {
        importer,
        locale,
      });
      onPlanned({
        upload: newUpload(pieces, told),
        entries,
        leftOut,
        remarks: remarksOn(moving, locale),
        words: new Map(moving.tasks.map(({ source, words }) => [source, words])),
        summary: (sources) => keptText(moving, locale, sources),
      });
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <Stack gap="5">
      <p>{keptText(moving, locale)}</p>
      <FormField label={t("They become // the tasks of a file")} error={problem}>
        <Select
          options={[
            [NEW, t("A new household: {name}", { name: moving.name })],
            ...kept.map(nameOf),
            [OWN, t("My own tasks, without turns")],
          ]}
          value={target}
          onChange={(value) => {
            setTarget(value);
            setChosen({});
          }}
        />
      </FormField>
      {moving.people.length > 0 && (
        <Stack as="fieldset" gap="4">
          <legend>{t("Who is who?")}</legend>
          <p>
            {t(
              "What the file says of people who have an account here stands in their name only once they have said so.",
            )}
          </p>
          {moving.people.map((person) => (
            <FormField
              key={person.id}
              label={t("{name} in the file is // somebody", { name: person.name })}
            >
              <Select
                options={[
                  [NEW, person.hasLeft || target === OWN ? t("Somebody else") : t("A new person")],
                  [ME, t("You")],
                  ...(household?.people ?? []).filter(({ id }) => id !== household?.me).map(nameOf),
                ]}
                value={chosenFor(person)}
                onChange={(value) => choose(person, value)}
              />
            </FormField>
          ))}
        </Stack>
      )}
      <div>
        <Button onClick={plan}>{t("Continue")}</Button>
      </div>
    </Stack>
  );
}

const nameOf = ({ id, name }: { id: string; name: string }) => [id, name] as const;

const importerOf = (household: Household | undefined, me: string) =>
  household?.people.find(({ id }) => id === household.me)?.name ?? me;

const matchOf = (value: string): Match =>
  value === ME ? "me" : value === NEW ? null : { id: value };

const choiceOf = (match: Match) => (match === "me" ? ME : (match?.id ?? NEW));
