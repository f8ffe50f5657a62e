import type { Task } from "./task.ts";

/**
 * Returns the notice for a task that left the viewer's list without their doing. Others aren't told
 * whether its owner deleted it or ended the share.
 */
export function goneNotice(task: Task, viewerId: string): readonly [title: string, text: string] {
  return task.ownerId === viewerId || task.household
    ? ["Task Deleted", `${task.title} was deleted.`]
    : ["No Longer Shared", `${task.title} is no longer shared with you.`];
}
