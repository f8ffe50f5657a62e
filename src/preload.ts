import { freshToken, storedSession } from "./auth/stored-session.ts";
import { LIST_TASKS, type PreloadedTasks } from "./sync/preloaded-tasks.ts";

/** Runs within the built page before anything else; see sync/preloaded-tasks.ts. */

/** What the app and the first screens consist of, written into the built page (vite.config.ts). */
declare const APP_FILE: string;
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

/** Asks for a file that is to be run later; resolves when it is here, or cannot come. */
function preload(href: string): Promise<unknown> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

// The first screen is a part of its own, which the app would ask for only later. Asked for along with the
// app's files, it would keep them from coming; now it comes while they begin.
if (location.pathname === "/") {
  const files = session === null ? AUTH_SCREEN_FILES : MAIN_VIEW_FILES;
  preload(APP_FILE).then(() => files.forEach(preload));
}
