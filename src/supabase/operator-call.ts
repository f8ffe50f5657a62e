import { inEnglish } from "../domain/language/messages.ts";
import { readBackend } from "./backend.ts";
import type { Supabase } from "./client.ts";
import { functionFailure, RequestFailure, UNREACHABLE } from "./request-failure.ts";

/**
 * Makes a call that only operators of a self-hosted server may make. It has no timeout.
 * Throws RequestFailure: 404 for anyone else.
 * @param body makes it a POST
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
    throw new RequestFailure(inEnglish(UNREACHABLE), "NETWORK_ERROR", 0);
  });
  if (!response.ok) throw await functionFailure(response);
  return response;
}
