import type { Household } from "../domain/households/household.ts";
import { type Doers, sharedHousehold, type Task } from "../domain/tasks/task.ts";
import { rowIcon } from "../ui/icon.tsx";
import { Face } from "./face.tsx";

/** The household that a task belongs to, where tasks of others stand around. */
export const Belonging = ({ household }: { household: Household }) => (
  <span className="fact belonging">
    {rowIcon("shared")}
    <bdi>{household.name}</bdi>
  </span>
);

interface DoerFaceProps {
  task: Task;
  doers: Doers;
}

/** The face of who did a household's task and is still there, the first of several; a text beside it names them. */
export function DoerFace({ task, doers }: DoerFaceProps) {
  const person = sharedHousehold(task)?.people.find(({ id }) => doers.people?.includes(id));
  return (
    person && (
      <span className="whose">
        <Face name={person.name} face={person.face} size="small" />
      </span>
    )
  );
}
