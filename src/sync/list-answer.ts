import type { Household } from "../domain/households/household.ts";
import { isTaskJson, type TaskJson } from "../domain/tasks/task-json.ts";

export interface Profile {
  /** empty when none was given */
  readonly fullName: string;
  /** IANA name; decides which day is today */
  readonly timeZone: string;
  /** how they write dates, such as `dmy-24-mon`; null until it is known */
  readonly dateStyle?: string | null;
  /** a BCP 47 tag; null until they choose one */
  readonly language?: string | null;
  /** whether to ask the user about the morning mail; absent when they have decided, or are new */
  readonly offersMorningMail?: boolean;
}

/** Somebody wants to share with the user, who has not decided about them. */
export interface Invitation {
  readonly senderId: string;
  readonly senderName: string;
  /** of tasks; 100 stands for 100 or more */
  readonly count: number;
}

/** As last received from the server: everything that the first screen shows. */
export interface TaskList {
  readonly profile: Profile;
  /** in the order of the names; at most 20 */
  readonly invitations: readonly Invitation[];
  /** in the order in which they were made */
  readonly households: readonly Household[];
  /** ordered by id */
  readonly tasks: readonly TaskJson[];
  /** stands for the households and the names in the tasks, which can change while their revisions stay */
  readonly names: string;
}

/**
 * Parses the answered or stored list, which anybody may have written, or another version. It is on the
 * way to the first paint, so only what the screens rely on is checked, by hand. @param known the cached
 * list; digests in the answer stand for its tasks and households @throws TypeError when it is none
 */
export function readTaskList(value: unknown, known?: TaskList): TaskList {
  const list: TaskList = { ...known, ...Object(value) };
  const { profile, invitations, households, tasks } = list;
  const isList =
    [invitations, households, tasks].every(Array.isArray) && profile && tasks.every(isTaskJson);
  if (!isList) throw new TypeError("This is no task list.");
  return list;
}
