import { readBackend } from "./backend.ts";
import { functionFailure, RequestFailure, UNREACHABLE } from "./request-failure.ts";

/** A request without an answer after this many milliseconds has failed. */
const REQUEST_TIMEOUT = 10_000;

/**
 * Calls an edge function that asks for no session, without loading supabase-js; resolves to its
 * answer. Throws RequestFailure.
 */
export async function callPublicFunction(name: string, body: object): Promise<unknown> {
  const { url, publishableKey } = readBackend();
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  }).catch(() => {
    throw new RequestFailure(UNREACHABLE, "NETWORK_ERROR", 0);
  });
  if (!response.ok) throw await functionFailure(response);
  return response.json();
}
