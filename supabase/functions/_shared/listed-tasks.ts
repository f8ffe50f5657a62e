import type { Household } from "../../../src/domain/households/household.ts";
import type { Task } from "../../../src/domain/tasks/task.ts";
import { isListed, type TaskJson, taskFromJson } from "../../../src/domain/tasks/task-json.ts";
import type { Reader } from "./readers-locale.ts";

/** The parts of `list_tasks_for`'s answer that mails and pushes read. */
export interface ListFor {
  readonly profile: Reader;
  readonly tasks: readonly TaskJson[];
  readonly households: readonly Household[];
}

/** The tasks of a person's list, each with its household. */
export const listedTasks = ({ tasks, households }: Pick<ListFor, "tasks" | "households">): Task[] =>
  tasks.filter(isListed).map((json) =>
    taskFromJson(
      json,
      households.find(({ id }) => id === json.householdId),
    ),
  );
