import type { Handler } from "./endpoint.ts";
import type { Environment } from "./environment.ts";
import { Failure, failure } from "./failure.ts";
import { isOneOf } from "./secret.ts";

const MOST_REASONS = 10;

/** Told of each mail or push: null when it was taken, or else why it was not. */
export type Report = (error: string | null) => void;

/**
 * The handler of a function that a scheduler calls every minute, by POST with a secret key of the project as the
 * header `apikey`. Answers 200 with `{failed, sent, why}`: the names of what did not get
 * through its work, how much was taken, and why something was not. Calls may overlap.
 */
export function scheduledEndpoint(
  { secretKeys }: Environment,
  work: (report: Report) => Promise<readonly string[]>,
): Handler {
  return async (request) => {
    if (request.method !== "POST") return refusal(new Failure("METHOD_NOT_ALLOWED", "Use POST."));
    if (!(await isOneOf(request.headers.get("apikey") ?? "", secretKeys))) {
      return refusal(failure("UNAUTHENTICATED"));
    }
    const why: string[] = [];
    let sent = 0;
    const failed = await work((error) => {
      if (error === null) sent += 1;
      else why.push(error);
    });
    return Response.json({ failed, sent, why: why.slice(0, MOST_REASONS) });
  };
}

function refusal({ code, message, status }: Failure): Response {
  return Response.json({ error: { code, message } }, { status });
}
