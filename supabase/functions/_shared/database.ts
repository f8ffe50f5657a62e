import { PostgrestClient, type PostgrestError } from "@supabase/postgrest-js";
import { isErrorCode, SQLSTATE_DISK_FULL } from "../../../src/domain/tasks/error-codes.ts";
import { INPUT_TEXTS, readIssues } from "../../../src/domain/tasks/input-texts.ts";
import type { Environment } from "./environment.ts";
import { type Failure, failure, validationFailure } from "./failure.ts";

/** Calls a function of the database as the caller. @throws Failure */
export type Call = (name: string, parameters: Record<string, unknown>) => Promise<unknown>;

/** Longer than any call takes, so that no caller waits for ever. */
const TIMEOUT_MS = 20_000;

/** The headers for the database: the caller's token, and for how long the request waited (private.made_at). */
const PASSED_ON = ["authorization", "x-made-ago"];

/** The database as its request's caller sees it. */
export function databaseFor(environment: Environment, { headers }: Request): Call {
  const passed = [...headers].filter(([name]) => PASSED_ON.includes(name));
  return callWith(environment, { apikey: environment.apiKey, ...Object.fromEntries(passed) });
}

/**
 * The database for the functions' own calls, granted only to `service_role`. Calls about a person continue
 * with that person's rights (`private.act_for`).
 */
export function databaseForService(environment: Environment): Call {
  const { secretKey } = environment;
  return callWith(environment, { apikey: secretKey, Authorization: `Bearer ${secretKey}` });
}

function callWith(environment: Environment, headers: Record<string, string>): Call {
  const client = new PostgrestClient(`${environment.apiUrl}/rest/v1`, {
    headers,
    fetch: environment.fetch,
  });
  return async (name, parameters) => {
    const { data, error, status } = await client
      .rpc(name, parameters)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
    if (error) throw translate(error, status);
    return data;
  };
}

/** Our SQL raises a code as the message; other errors are recognised by status and SQLSTATE. */
function translate(error: PostgrestError, status: number): Failure {
  if (error.message === "VALIDATION_FAILED" || error.message === "LIMIT_REACHED") {
    return validationFailure(readIssues(error.details), error.message);
  }
  if (isErrorCode(error.message)) {
    const retryAfter = Number.parseInt(error.details, 10) || undefined;
    return Object.assign(
      failure(error.message),
      error.message === "TOO_MANY_ATTEMPTS" && { retryAfter },
    );
  }
  if (error.code === SQLSTATE_DISK_FULL) return failure("DISK_FULL");
  if (status === 401) return failure("UNAUTHENTICATED");
  if (status === 403) return failure("NOT_ALLOWED");
  // Class 22: a value that the database can't take, such as a date that does not exist.
  if (status === 400 && error.code.startsWith("22")) {
    return validationFailure([{ path: "", message: INPUT_TEXTS.INVALID }]);
  }
  console.error("The database call failed:", status, error.code, error.message);
  return Object.assign(failure("INTERNAL"), { cause: error });
}
