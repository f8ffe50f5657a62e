import { readBackend } from "./backend.ts";
import type { Supabase } from "./client.ts";
import { functionFailure, RequestFailure, UNREACHABLE } from "./request-failure.ts";

/**
 * Asks a server of one's own what only who runs it may ask; resolves to its answer, for which it takes its time.
 * Throws RequestFailure: with 404 for anybody else.
 * @param body of an act; without it, something is read
 */
export async function callOperator(
  { auth }: Supabase,
  name: string,
  signal: AbortSignal,
  body?: object,
): Promise<Response> {
  const { data } = await auth.getSession();
  const response = await fetch(`${readBackend().url}/operator/v1/${name}`, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${data.session?.access_token}`,
      "Content-Type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  }).catch(() => {
    throw new RequestFailure(UNREACHABLE, "NETWORK_ERROR", 0);
  });
  if (!response.ok) throw await functionFailure(response);
  return response;
}
