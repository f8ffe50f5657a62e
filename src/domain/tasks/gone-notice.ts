import type { Locale } from "../language/locale.ts";
import type { Task } from "./task.ts";

/**
 * Returns the notice for a task that left the viewer's list without their doing. Others aren't told
 * whether its owner deleted it or ended the share.
 */
export function goneNotice(
  task: Task,
  viewerId: string,
  { t }: Locale,
): readonly [title: string, text: string] {
  const { title } = task;
  return task.ownerId === viewerId || task.household
    ? [t("Task Deleted"), t("{title} was deleted.", { title })]
    : [t("No Longer Shared"), t("{title} is no longer shared with you.", { title })];
}
