import { usualLanguage } from "./app/usual-language.ts";
import { freshToken, storedSession } from "./auth/stored-session.ts";
import { readBackend } from "./supabase/backend.ts";
import type { PreloadedTasks } from "./sync/preloaded-tasks.ts";
import { afterPaint } from "./ui/after-paint.ts";

/** Runs within the built page before anything else; see sync/preloaded-tasks.ts. */

/** Set by the build: where the sign-in screen is. */
declare const SIGN_IN_FILE: string;

/** Below the API's address. */
const LIST_TASKS = "/rest/v1/rpc/list_tasks";

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

// The first date and number of a page take a slow phone 60 ms; until the app's files are here it has nothing to do.
if (session !== null) {
  afterPaint(() => {
    new Intl.DateTimeFormat().format();
    new Intl.NumberFormat().format(0);
  });
}

if (session === null && location.pathname === "/") {
  const link = document.createElement("link");
  Object.assign(link, { rel: "modulepreload", href: SIGN_IN_FILE, crossOrigin: "" });
  document.head.append(link);
  // In the page stands its beginning, in English.
  if (usualLanguage() === "en") document.documentElement.className = "sign-in";
}
