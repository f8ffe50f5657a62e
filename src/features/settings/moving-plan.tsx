import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { formatMonth } from "../../domain/dates/format-date.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { figuresOf } from "../../domain/moving/moving-figures.ts";
import type { Moving, MovingPerson } from "../../domain/moving/moving-form.ts";
import {
  entriesOf,
  householdOfImport,
  type Match,
  type Matches,
  ownEntriesOf,
} from "../../domain/moving/moving-in.ts";
import { piecesOf } from "../../domain/portability/import-pieces.ts";
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
  const chosenFor = (person: MovingPerson) => chosen[person.id] ?? first(person, household, me);

  function choose(person: MovingPerson, value: string) {
    const others = moving.people.filter(
      (one) => one !== person && value === ME && chosenFor(one) === ME,
    );
    const freed = Object.fromEntries(others.map(({ id }) => [id, NEW]));
    setChosen({ ...chosen, ...freed, [person.id]: value });
  }

  function plan() {
    const matches = new Map(moving.people.map((one) => [one.id, matchOf(chosenFor(one))]));
    onPlanned(
      planOf(moving, target, matches, {
        importer: importerOf(household, me),
        locale,
      }),
    );
  }

  return (
    <Stack gap="5">
      <p>{keptText(moving, moving.tasks.length, locale)}</p>
      <FormField label={t("They become // the tasks of a file")}>
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

/** Whoever has the same name is offered first. */
function first(
  { name, hasLeft }: MovingPerson,
  household: Household | undefined,
  me: string,
): string {
  if (hasLeft) return NEW;
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  const found = household?.people.find((person) => isSame(person.name));
  if (found) return found.id === household?.me ? ME : found.id;
  return !household && isSame(me) ? ME : NEW;
}

interface PlanContext {
  readonly importer: string;
  readonly locale: Locale;
}

function planOf(
  moving: Moving,
  target: string,
  matches: Matches,
  { importer, locale }: PlanContext,
): ImportPlan {
  const { t } = locale;
  const standInFor = ({ name }: MovingPerson) =>
    t("{name} (imported by {importer}) // instead of a name", { name, importer });
  const isOwn = target === OWN;
  const { entries, pieces, tooLarge } = piecesOf(
    isOwn ? ownEntriesOf(moving, matches, locale) : entriesOf(moving),
  );
  const household = isOwn
    ? undefined
    : householdOfImport(moving, target || null, matches, standInFor);
  return {
    upload: newUpload(pieces, household),
    entries,
    leftOut: [
      ...moving.leftOut.map(({ what, row, title }) => ({
        title: title ?? "",
        why: row === undefined ? what : t("Row {row, number}: {what}", { row, what }),
      })),
      ...tooLarge.map(({ fields }) => ({
        title: String(fields.title ?? ""),
        why: t("It is too large // a task"),
      })),
    ],
    remarks: remarksOn(moving, locale),
    summary: (sources) => {
      const tasks = moving.tasks.filter(({ source }) => sources.has(source));
      return keptText(moving, tasks.length, locale, tasks);
    },
  };
}

/** 'Kept: 1,204 of 1,219 deeds of 31 tasks by 4 people, since March 2022' */
function keptText(moving: Moving, count: number, locale: Locale, tasks = moving.tasks): string {
  const { t } = locale;
  const { deeds, allDeeds, people, since } = figuresOf(moving, tasks);
  return since === null
    ? t("Kept: {count, plural, one {# task} other {# tasks}}, without deeds.", { count })
    : t(
        "Kept: {deeds, number} of {all, plural, one {# deed} other {# deeds}} of {count, plural, one {# task} other {# tasks}} by {people, plural, one {# person} other {# people}}, since {month}.",
        { deeds, all: allDeeds, count, people, month: formatMonth(since, locale) },
      );
}

/** What belongs to a household and doesn't come with it. */
function remarksOn({ source, people, displays }: Moving, locale: Locale): string[] {
  const { t } = locale;
  if (source !== "rota") return [];
  return [
    t("Accounts, devices, links and the log of changes stay where they are. Invite people again."),
    ...(people.some(({ hasAccount }) => hasAccount) && displays.length > 0
      ? [
          t("Tablets are to be set up again: {names}.", {
            names: displays.join(", "),
          }),
        ]
      : []),
  ];
}
