import { SOMEONE_WHO_LEFT, type Task } from "../../domain/tasks/task.ts";

/** Who an account, or a person of its household, is to the viewer; null is a person who has closed their account. */
export function personName(
  task: Task,
  userId: string | null,
  viewerId: string | undefined,
): string {
  if (userId === null) return SOMEONE_WHO_LEFT;
  if (userId === viewerId || userId === task.household?.me) return "You";
  return task.people[userId] ?? "Someone";
}
