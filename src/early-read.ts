import { READ_BOARD, READ_BOARD_BODY } from "./data/early-answer.ts";
import { freshToken, keptSession } from "./data/kept-session.ts";

/** Runs within the built page before anything else; see data/early-answer.ts. */

/** As the app's own requests, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const token = freshToken(keptSession());
if (token !== null && location.pathname === "/") {
  const url = import.meta.env.VITE_SUPABASE_URL.replace(/\/$/, "") + READ_BOARD;
  const response = fetch(url, {
    method: "POST",
    headers: {
      apikey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: READ_BOARD_BODY,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  // A failure is the app's to tell, when it asks.
  response.catch(() => undefined);
  globalThis.rotaEarlyAnswer = { url, token, response };
}
