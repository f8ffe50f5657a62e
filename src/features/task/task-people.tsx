import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import type { Locale } from "../../domain/language/locale.ts";
import { personName, SOMEONE_WHO_LEFT, type Task } from "../../domain/tasks/task.ts";
import { Face } from "../../households/face.tsx";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type PersonIds, useDoneCounts } from "./queries.ts";

interface TaskPeopleProps {
  task: Task;
  chosen: PersonIds;
  onChoose: (person: PersonIds) => void;
}

/** Counts completions by person, most first; pressing one filters the events. */
export function TaskPeople({ task, chosen, onChoose }: TaskPeopleProps) {
  const { t } = useLocale();
  const { data: counts, error } = useDoneCounts(task);
  const isChosen = ({ ids }: Person) => ids.length > 0 && ids.join() === chosen.join();
  const people = usePeople(task, counts).filter(
    // In a household, who did it stands there as its person.
    (person) => !task.household || person.count !== 0 || isChosen(person),
  );
  return (
    <>
      <chakra.ul aria-label={t("People")} display="flex" flexWrap="wrap" gap="2">
        {people.map((person) => {
          const { ids, name, count } = person;
          const isPressed = isChosen(person);
          const text = (
            <span>
              <FaceOf task={task} ids={ids} />{" "}
              {doneText(
                ids.includes(task.ownerId) && task.isShared && !task.household
                  ? t("{name} (owner) // of a task", { name })
                  : name,
                count,
                t,
              )}
            </span>
          );
          return (
            <chakra.li key={ids.join()} maxW="full" fontVariantNumeric="tabular-nums">
              {isPressed || (people.length > 1 && ids.length > 0) ? (
                <Button
                  variant="outline"
                  px="4"
                  maxW="full"
                  fontWeight="normal"
                  aria-pressed={isPressed}
                  {...(isPressed && { bg: "accent.subtle", borderColor: "accent" })}
                  onClick={() => onChoose(isPressed ? [] : ids)}
                >
                  {text}
                </Button>
              ) : (
                text
              )}
            </chakra.li>
          );
        })}
      </chakra.ul>
      {error && !counts && <p>{t("How often could not be loaded.")}</p>}
    </>
  );
}

interface Person {
  /** none for those who have closed their accounts */
  readonly ids: PersonIds;
  readonly name: string;
  readonly count: number | undefined;
}

function usePeople(task: Task, counts: ReturnType<typeof useDoneCounts>["data"]): Person[] {
  const locale = useLocale();
  const { user } = useAuth();
  const all = counts ? [...counts.keys()] : Object.keys(task.people);
  // In a household, one's own are those by the account, too, from before the task came there.
  const me = all.filter((id) => id === user?.id || id === task.household?.me);
  const others = all.filter((id) => !me.includes(id)).map((id) => [id]);
  const nameOf = (id: string | null) =>
    id === null ? locale.t(SOMEONE_WHO_LEFT) : personName(task, id, locale);
  return [me, ...others]
    .filter((ids) => ids.length > 0)
    .map((ids) => ({
      ids: ids.filter((id) => id !== null),
      name: ids === me ? locale.t("You") : nameOf(ids[0] ?? null),
      count: counts && ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
    }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.name < b.name ? -1 : 1));
}

/** Only current members have a face. */
function FaceOf({ task, ids }: { task: Task; ids: PersonIds }) {
  const person = task.household?.people.find(({ id }) => ids.includes(id));
  return person && <Face name={person.name} face={person.face} size="small" />;
}

/** 'Bob: 3 times' */
const doneText = (name: string, count: number | undefined, t: Locale["t"]) =>
  count === undefined
    ? name
    : t(
        "{count, plural, one {{name}: once} other {{name}: # times}} // how often somebody did it",
        {
          ...{ name, count },
        },
      );
