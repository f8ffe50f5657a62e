import { freshToken, storedSession } from "./auth/stored-session.ts";
import { readBackend } from "./supabase/backend.ts";
import { LIST_TASKS, type PreloadedTasks } from "./sync/preloaded-tasks.ts";

/** Runs within the built page before anything else; see sync/preloaded-tasks.ts. */

/** As the app's own requests, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const session = storedSession();
const token = freshToken(session);
if (session !== null && token !== null && location.pathname === "/") {
  const { url, publishableKey } = readBackend();
  const answer = fetch(url + LIST_TASKS, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: "{}",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  }).then(async (response) => ({
    status: response.status,
    list: response.ok ? await response.json() : undefined,
  }));
  const preloaded: PreloadedTasks = { userId: session.user.id, answer };
  globalThis.rotaPreloadedTasks = preloaded;
  answer.then(
    ({ list }) => {
      preloaded.list = list;
    },
    // A failure is the app's to tell, when it asks.
    () => undefined,
  );
}
