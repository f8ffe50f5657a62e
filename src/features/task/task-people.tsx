import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Face } from "../../households/face.tsx";
import { personName } from "./person-name.ts";
import { useDoneCounts } from "./queries.ts";

/** Who takes part in a task, and how often each of them has done it: most first. */
export function TaskPeople({ task }: { task: Task }) {
  const { user } = useAuth();
  const { data: counts, error } = useDoneCounts(task);
  const ids = counts ? [...counts.keys()] : Object.keys(task.people);
  const people = ids
    .map((id) => ({ id, name: personName(task, id, user?.id), count: counts?.get(id) }))
    // In a household, who did it stands there as its person.
    .filter(({ count }) => !task.household || count !== 0)
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.name < b.name ? -1 : 1));
  return (
    <>
      <chakra.ul aria-label="People" fontVariantNumeric="tabular-nums">
        {people.map(({ id, name, count }) => (
          <chakra.li key={id} display="flex" alignItems="center" gap="1.5">
            <FaceOf task={task} id={id} />
            <span>
              <bdi>{name}</bdi>
              {id === task.ownerId && task.isShared && !task.household && " (owner)"}
              {count !== undefined && `: ${timesText(count)}`}
            </span>
          </chakra.li>
        ))}
      </chakra.ul>
      {error && !counts && <p>How often could not be loaded.</p>}
    </>
  );
}

/** Of who is in the task's household now. */
function FaceOf({ task, id }: { task: Task; id: string | null }) {
  const person = task.household?.people.find((one) => one.id === id);
  return person && <Face name={person.name} face={person.face} isSmall />;
}

const timesText = (count: number) => (count === 1 ? "once" : `${formatCount(count)} times`);
