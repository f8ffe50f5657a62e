import { focusManager } from "@tanstack/react-query";
import * as v from "valibot";
import type { Session } from "../auth/session.ts";
import { writeKept } from "../store/kept.ts";
import type { TaskList } from "./list-answer.ts";
import { listSchema } from "./list-schema.ts";
import { STORED_TASKS } from "./stored-tasks.ts";
import { cachedTaskList } from "./task-list.ts";

/** Keeps what the schema has of the list; nothing of one that it can't read, and no old one in its place. */
export function storeTasks(userId: string, list: TaskList): void {
  const { success, output } = v.safeParse(listSchema, list);
  writeKept(STORED_TASKS, success ? JSON.stringify({ userId, list: output }) : null);
}

/**
 * Keeps the list for the next visit whenever the page is hidden, as it is before it is closed or reloaded: that delays
 * no tap. Returns the function that ends it.
 */
export const keepList = (session: Session): (() => void) =>
  focusManager.subscribe((isShown) => {
    const list = cachedTaskList(session);
    if (list && !isShown) storeTasks(session.userId, list);
  });
