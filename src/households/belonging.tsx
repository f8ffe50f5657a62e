import type { Household } from "../domain/households/household.ts";
import { type Doers, sharedHousehold, type Task } from "../domain/tasks/task.ts";
import { rowIcon } from "../ui/icon.tsx";
import { Faces } from "./face.tsx";

/** How many people are named where their faces stand. */
const MOST_NAMES = 6;

/** 'The flat: Alice, Bob and Carol', 'The club: Alice, Bob, Carol, Dan, Eve, Fay and 44 more' */
function belongingText({ name, people }: Household): string {
  const names = people.slice(0, MOST_NAMES).map((person) => person.name);
  const more = people.length - names.length;
  return `${name}: ${inWords.format(more > 0 ? [...names, `${more} more`] : names)}`;
}

/** British, for 'Alice, Bob and Carol' has no second comma. */
const inWords = new Intl.ListFormat("en-GB");

interface BelongingProps {
  household: Household;
  /** whether its name is shown, because tasks of others stand beside its own */
  isNamed: boolean;
  /** false where the faces of those who did it stand, or whose turn it is: two rows of them would be taken for one */
  hasFaces?: boolean;
}

/** Whose a household's task is: the faces of its people; nothing but its name for who is alone there. */
export function Belonging({ household, isNamed, hasFaces = true }: BelongingProps) {
  const { name, people } = household;
  if (people.length > 1 && hasFaces) {
    return (
      <span
        className="belonging"
        data-named={isNamed || undefined}
        role="img"
        aria-label={belongingText(household)}
      >
        <Faces people={people} />
        {isNamed && <bdi>{name}</bdi>}
      </span>
    );
  }
  if (!isNamed) return null;
  return (
    <span className="belonging">
      {rowIcon("shared")}
      <bdi>{name}</bdi>
    </span>
  );
}

interface DoerFacesProps {
  task: Task;
  doers: Doers;
}

/** The faces of those who did a household's task and are still there, beside the text that names them. */
export function DoerFaces({ task, doers }: DoerFacesProps) {
  const household = sharedHousehold(task);
  const people = household?.people.filter(({ id }) => doers.people?.includes(id)) ?? [];
  return people.length > 0 && <Faces people={people} />;
}
