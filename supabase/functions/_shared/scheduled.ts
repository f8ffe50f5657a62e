import type { Handler } from "./endpoint.ts";
import type { Environment } from "./environment.ts";
import { Failure, failure } from "./failure.ts";
import { isOneOf } from "./secret.ts";

/**
 * The handler of a function that a scheduler calls every minute, by POST with a secret key of the project as the
 * header `apikey`. Answers 200 with `{failed}`, the names of what did not get through its work. Calls may overlap.
 */
export function scheduledEndpoint(
  { secretKeys }: Environment,
  work: () => Promise<readonly string[]>,
): Handler {
  return async (request) => {
    if (request.method !== "POST") return refusal(new Failure("METHOD_NOT_ALLOWED", "Use POST."));
    if (!(await isOneOf(request.headers.get("apikey") ?? "", secretKeys))) {
      return refusal(failure("UNAUTHENTICATED"));
    }
    return Response.json({ failed: await work() });
  };
}

function refusal({ code, message, status }: Failure): Response {
  return Response.json({ error: { code, message } }, { status });
}
