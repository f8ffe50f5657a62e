import { inEnglish } from "../domain/language/messages.ts";
import { readBackend } from "./backend.ts";
import { fetchInTime } from "./client.ts";
import { functionFailure, RequestFailure, UNREACHABLE } from "./request-failure.ts";

/**
 * Calls an edge function that asks for no session, without loading supabase-js; resolves to its
 * answer. Throws RequestFailure.
 */
export async function callPublicFunction(name: string, body: object): Promise<unknown> {
  const { url, publishableKey } = readBackend();
  const response = await fetchInTime(`${url}/functions/v1/${name}`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestFailure(inEnglish(UNREACHABLE), "NETWORK_ERROR", 0);
  });
  if (!response.ok) throw await functionFailure(response);
  return response.json();
}
