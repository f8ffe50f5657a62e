import type { Task } from "../tasks/task.ts";

const WORD = /\p{L}{4,}/gu;

/**
 * The category that a title suggests: that of the task with the longest word in common with it, of four letters or
 * more, and the newest of several; null where none has one.
 */
export function guessCategory(
  title: string,
  tasks: readonly Pick<Task, "title" | "category" | "createdAt">[],
): string | null {
  const words = new Set(wordsOf(title));
  let [best, length] = [null as Pick<Task, "category" | "createdAt"> | null, 1];
  for (const task of tasks) {
    const common = Math.max(
      0,
      ...wordsOf(task.title).map((word) => (words.has(word) ? word.length : 0)),
    );
    const isNewer = common === length && best !== null && task.createdAt > best.createdAt;
    if (common > length || isNewer) [best, length] = [task, common];
  }
  return best?.category ?? null;
}

const wordsOf = (title: string) => title.toLowerCase().match(WORD) ?? [];
