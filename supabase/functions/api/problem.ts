import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import type { ErrorCode } from "../../../src/domain/tasks/error-codes.ts";
import { Failure, failure } from "../_shared/failure.ts";

/** What programs are told instead of people. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: "There is no such token, or it has ended",
  NOT_ALLOWED: "This token may not do this",
  KEY_REUSED: "This Idempotency-Key came with another request",
  NOT_FOUND: "There is nothing at this address",
  METHOD_NOT_ALLOWED: "This address takes another method",
  TOO_MANY_ATTEMPTS: "This token is used too often",
  VALIDATION_FAILED: "The request is not valid",
  LIMIT_REACHED: "A limit is reached",
  INTERNAL: "Something went wrong",
};

/** An error as RFC 9457 has it; what isn't ours is logged, and told as INTERNAL. */
export function problemOf(error: unknown, headers: Record<string, string> = {}): Response {
  if (!(error instanceof Failure)) console.error("The API failed:", (error as Error)?.message);
  const { code, status, message, issues, retryAfter } =
    error instanceof Failure ? error : failure("INTERNAL");
  const body = {
    type: `urn:rota:${code}`,
    title: TITLES[code] ?? message,
    ...{ status, code },
    ...(code !== "INTERNAL" && { detail: message }),
    ...(issues && {
      issues: issues.map((one) => ({ path: one.path, message: US_ENGLISH.t(one.message) })),
    }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      "Content-Type": "application/problem+json",
      ...(status === 401 && { "WWW-Authenticate": 'Bearer realm="Rota"' }),
      ...(status === 429 && { "Retry-After": String(retryAfter ?? 60) }),
    },
  });
}
