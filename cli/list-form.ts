import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The files that say of what the list of tasks consists. */
const DECLARED_IN = [
  "../src/domain/recurrence/task-schedule.ts",
  "../src/domain/tasks/task-input.ts",
  "../src/domain/tasks/task-json.ts",
  "../src/domain/tasks/task.ts",
  "../src/sync/list-answer.ts",
  "../src/sync/task-list.ts",
];

/**
 * Eight hex digits that change with the form of a list, and sometimes without need. The build puts them
 * into the key of the list that a browser keeps (src/sync/stored-tasks.ts): one of another form is not
 * read.
 */
export function listForm(
  read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8"),
): string {
  const hash = createHash("sha256");
  for (const file of DECLARED_IN) hash.update(read(file));
  return hash.digest("hex").slice(0, 8);
}
