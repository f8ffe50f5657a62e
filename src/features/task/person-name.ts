import { SOMEONE_WHO_LEFT, type Task } from "../../domain/tasks/task.ts";

/** Who somebody is to the viewer; null is a person who has closed their account. */
export function personName(
  task: Task,
  userId: string | null,
  viewerId: string | undefined,
): string {
  if (userId === null) return SOMEONE_WHO_LEFT;
  if (userId === viewerId) return "You";
  return task.people[userId] ?? "Someone";
}
