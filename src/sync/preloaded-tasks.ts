/**
 * The first reading call is made by a script in the page itself (src/preload-tasks.ts), while the
 * app's files are still on their way; on a slow phone that is a second earlier
 * (docs/performance.md). The first query takes its answer, or makes the call itself.
 */
export interface PreloadedTasks {
  readonly userId: string;
  readonly response: Promise<Response>;
}

declare global {
  var rotaPreloadedTasks: PreloadedTasks | undefined;
}

/** The call, below the API's address. */
export const LIST_TASKS = "/rest/v1/rpc/list_tasks";

/** Milliseconds for which everything else leaves the line to the preloaded answer. */
const PATIENCE = 3_000;

/** The preloaded answer's JSON, once; undefined when there is none, or no good one. */
export async function takePreloadedTasks(userId: string): Promise<unknown> {
  const preloaded = globalThis.rotaPreloadedTasks;
  globalThis.rotaPreloadedTasks = undefined;
  if (preloaded?.userId !== userId) return undefined;
  try {
    const response = await preloaded.response;
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined; // the call is made again, and its failure told
  }
}

/** Resolves when the preloaded answer has come, or is not to be waited for; never rejects. */
export function afterPreload(): Promise<unknown> {
  const response = globalThis.rotaPreloadedTasks?.response.catch(() => undefined);
  return Promise.race([response, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
