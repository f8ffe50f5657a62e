import { freshToken, storedSession } from "./auth/stored-session.ts";
import { LIST_TASKS, type PreloadedTasks } from "./sync/preloaded-tasks.ts";

/** Runs within the built page before anything else; see sync/preloaded-tasks.ts. */

/** What the first screens consist of, written into the built page (vite.config.ts). */
declare const MAIN_VIEW_FILES: readonly string[];
declare const AUTH_SCREEN_FILES: readonly string[];

/** As the app's own requests, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const session = storedSession();
const token = freshToken(session);
if (session !== null && token !== null && location.pathname === "/") {
  const answer = fetch(import.meta.env.VITE_SUPABASE_URL.replace(/\/$/, "") + LIST_TASKS, {
    method: "POST",
    headers: {
      apikey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
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

// The first screen is a part of its own, which the app would ask for only later.
if (location.pathname === "/") {
  for (const href of session === null ? AUTH_SCREEN_FILES : MAIN_VIEW_FILES) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    );
  }
}
