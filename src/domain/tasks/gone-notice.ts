import type { Task } from "./task.ts";

/**
 * What to say of a task that has left the viewer's list without their doing. Whether its owner deleted
 * it or ended the share is not told to others: either way it is no longer shared with them.
 */
export function goneNotice(task: Task, viewerId: string): readonly [title: string, text: string] {
  return task.ownerId === viewerId || task.household
    ? ["Task Deleted", `${task.title} was deleted.`]
    : ["No Longer Shared", `${task.title} is no longer shared with you.`];
}
