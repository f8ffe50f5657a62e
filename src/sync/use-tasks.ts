import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback, useContext, useState } from "react";
import { type Session, useSession } from "../auth/session.ts";
import type { Household } from "../domain/households/household.ts";
import type { Task } from "../domain/tasks/task.ts";
import { isListed, type TaskJson, taskFromJson } from "../domain/tasks/task-json.ts";
import { useStore } from "../store/store.ts";
import type { Invitation, Profile, TaskList } from "./list-answer.ts";
import { type ShownChange, withChanges } from "./overlay.ts";
import { WholeTaskContext } from "./read-whole-task.ts";
import { usePendingChanges } from "./task-changes.ts";
import { taskListQuery } from "./task-list.ts";
import { waiting } from "./waiting/waiting.ts";

const NOBODYS_LIST = queryOptions<TaskList>({
  queryKey: ["task-list", null],
  queryFn: () => ({
    profile: { fullName: "", timeZone: "UTC" },
    invitations: [],
    households: [],
    names: "",
    tasks: [],
  }),
});

const queryOf = (session: Session | null) => (session ? taskListQuery(session) : NOBODYS_LIST);

/** Every unchanged task stays the same object, so that only what changed is rendered again. */
const tasksByJson = new WeakMap<TaskJson, Task>();

function taskOf(json: TaskJson, households: readonly Household[]): Task {
  const household = households.find(({ id }) => id === json.householdId);
  let task = tasksByJson.get(json);
  if (task === undefined || task.household !== household) {
    task = taskFromJson(json, household);
    tasksByJson.set(json, task);
  }
  return task;
}

export const tasksOf = (
  { tasks, households }: TaskList,
  whole: TaskJson | null = null,
): readonly Task[] =>
  tasks
    .map((json) => (json.cut && json.id === whole?.id ? whole : json))
    .filter(isListed)
    .map((json) => taskOf(json, households));

const longOf = ({ tasks }: TaskList) => tasks.filter((task) => !isListed(task));

/** The tasks whose records are too long for the list: no more is known of them than their titles and owners. */
export function useLongTasks(): readonly TaskJson[] {
  return useOfList(longOf) ?? [];
}

/**
 * Every active task of the user and those shared with them, ordered by id, with the writes that wait
 * and those under way applied; empty when nobody is signed in.
 */
export function useTasks(): UseQueryResult<readonly Task[]> {
  const session = useSession();
  const pending = usePendingChanges();
  const { changes: waits } = useStore(waiting);
  const whole = useContext(WholeTaskContext);
  const select = useCallback(
    (list: TaskList) => {
      const changes: ShownChange[] = [...waits, ...pending.map((change) => ({ change }))];
      const { households } = list;
      return withChanges(tasksOf(list, whole), changes, {
        userId: session?.userId ?? "",
        households,
      });
    },
    [waits, pending, session?.userId, whole],
  );
  return useQuery({ ...queryOf(session), select });
}

/** A task as it is now; as it last was, and gone, once it has left the list. */
export function useLatestTask(opened: Task): { readonly task: Task; readonly isGone: boolean } {
  const { data: tasks } = useTasks();
  const current = tasks?.find(({ id }) => id === opened.id);
  const [last, setLast] = useState(opened);
  if (current && current !== last) setLast(current);
  return { task: current ?? last, isGone: tasks !== undefined && current === undefined };
}

/**
 * One task as the server last said it is, without the writes under way; undefined when it is not, or
 * no longer, in the list. For the editor, to which its own save must not look like somebody's change.
 */
export function useServerTask(taskId: string): Task | undefined {
  const whole = useContext(WholeTaskContext);
  const select = useCallback(
    (list: TaskList) => tasksOf(list, whole).find(({ id }) => id === taskId) ?? null,
    [taskId, whole],
  );
  return useOfList(select) ?? undefined;
}

function useOfList<Value>(select: (list: TaskList) => Value): Value | undefined {
  return useQuery({ ...queryOf(useSession()), select }).data;
}

const profileOf = ({ profile }: TaskList) => profile;
const householdsOf = ({ households }: TaskList) => households;
const invitationsOf = ({ invitations }: TaskList) => invitations;

/** The user's profile, which comes with the list; undefined until it is known. */
export const useProfile = (): Profile | undefined => useOfList(profileOf);

/** The user's households, as the server last said; undefined until they are known. */
export const useHouseholds = (): readonly Household[] | undefined => useOfList(householdsOf);

/** The senders who want to share with the user; undefined until known. */
export const useInvitations = (): readonly Invitation[] | undefined => useOfList(invitationsOf);
