import type { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "../supabase/request-failure.ts";
import { readTaskList, type TaskList } from "./list-answer.ts";

/**
 * The first reading call is made by a script in the page itself (src/preload.ts), while the
 * app's files are still on their way; on a slow phone that is a second earlier
 * (docs/performance.md). The first query takes its answer, or makes the call itself.
 */
export interface PreloadedTasks {
  readonly userId: string;
  /** The HTTP status and, if it is 200, the list. */
  readonly answer: Promise<{ readonly status: number; readonly list?: unknown }>;
  /** the answer's, once it has come */
  list?: unknown;
}

declare global {
  var rotaPreloadedTasks: PreloadedTasks | undefined;
}

/** How long other downloads wait for the preloaded answer, in milliseconds. */
const PATIENCE = 3_000;

/** Puts a preloaded list that is there already into the cache, so that the first render shows it. */
export function cachePreloadedTasks(queryClient: QueryClient): void {
  const { userId, list } = globalThis.rotaPreloadedTasks ?? {};
  if (!list) return;
  globalThis.rotaPreloadedTasks = undefined;
  try {
    queryClient.setQueryData<TaskList>(["task-list", userId], readTaskList(list));
  } catch {
    // The first query asks for it, and tells.
  }
}

/** The preloaded list, once; undefined when there is none. Throws RequestFailure. */
export async function takePreloadedTasks(userId: string): Promise<TaskList | undefined> {
  const preloaded = globalThis.rotaPreloadedTasks;
  globalThis.rotaPreloadedTasks = undefined;
  if (preloaded?.userId !== userId) return undefined;
  const { status, list } = await preloaded.answer.catch((cause: unknown) => {
    throw new RequestFailure(String(cause), "NETWORK_ERROR", 0);
  });
  // The token was refused; supabase-js can renew it.
  if (list || status === 401) return list ? readTaskList(list) : undefined;
  throw new RequestFailure(`The list was answered with ${status}.`, null, status);
}

/** Resolves when the preloaded answer has arrived, or after PATIENCE; never rejects. */
export function afterPreload(): Promise<unknown> {
  const answer = globalThis.rotaPreloadedTasks?.answer.catch(() => undefined);
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
