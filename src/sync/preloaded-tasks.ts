import { RequestFailure } from "../supabase/request-failure.ts";

/**
 * The first reading call is made by a script in the page itself (src/preload.ts), while the
 * app's files are still on their way; on a slow phone that is a second earlier
 * (docs/performance.md). The first query takes its answer, or makes the call itself.
 */
interface PreloadedTasks {
  readonly userId: string;
  readonly response: Promise<Response>;
}

declare global {
  var rotaPreloadedTasks: PreloadedTasks | undefined;
}

/** The call, below the API's address. */
export const LIST_TASKS = "/rest/v1/rpc/list_tasks";

/** How long other downloads wait for the preloaded answer, in milliseconds. */
const PATIENCE = 3_000;

/** The preloaded answer's JSON, once; undefined when there is none. Throws RequestFailure. */
export async function takePreloadedTasks(userId: string): Promise<unknown> {
  const preloaded = globalThis.rotaPreloadedTasks;
  globalThis.rotaPreloadedTasks = undefined;
  if (preloaded?.userId !== userId) return undefined;
  const response = await preloaded.response.catch((cause: unknown) => {
    throw new RequestFailure(String(cause), "NETWORK_ERROR", 0);
  });
  if (response.ok) return response.json();
  // The token was refused; supabase-js can renew it.
  if (response.status === 401) return undefined;
  throw new RequestFailure(response.statusText, null, response.status);
}

/** Resolves when the preloaded answer has arrived, or after PATIENCE; never rejects. */
export function afterPreload(): Promise<unknown> {
  const response = globalThis.rotaPreloadedTasks?.response.catch(() => undefined);
  return Promise.race([response, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
