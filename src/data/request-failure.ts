import { ERROR_STATUS, type ErrorCode, isErrorCode } from "../domain/tasks/error-codes.ts";
import type { InputIssue } from "../domain/tasks/task-input.ts";

/** A request that the backend refused or that never got an answer. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  /** one of our own codes, or NETWORK_ERROR when there was no answer */
  readonly code: ErrorCode | "NETWORK_ERROR" | null;
  /** HTTP status; 0 when there was no answer */
  readonly status: number;
  /** what is wrong with the input, when that is why */
  readonly issues: readonly InputIssue[];

  constructor(
    message: string,
    code: RequestFailure["code"],
    status: number,
    issues: readonly InputIssue[] = [],
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.issues = issues;
  }

  /** True when the same request would be refused again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

interface RestResult<Data> {
  readonly data: Data | null;
  readonly error: { readonly message: string; readonly details: string } | null;
  readonly status: number;
}

/** The data of a REST call, null for none; throws RequestFailure. Our SQL raises its code as the message. */
export async function restData<Data>(request: PromiseLike<RestResult<Data>>): Promise<Data | null> {
  const { data, error, status } = await request;
  if (error === null) return data;
  if (isErrorCode(error.message)) {
    throw new RequestFailure(
      error.message,
      error.message,
      ERROR_STATUS[error.message],
      issuesIn(error.details),
    );
  }
  throw new RequestFailure(error.message, status === 0 ? "NETWORK_ERROR" : null, status);
}

function issuesIn(details: string | null): readonly InputIssue[] {
  if (!details?.startsWith("[")) return [];
  return JSON.parse(details) as InputIssue[];
}

interface FunctionError {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly InputIssue[];
}

/** The JSON answer of an edge function; throws RequestFailure. */
export async function functionData<Data>(request: Promise<Response>): Promise<Data> {
  let response: Response;
  let body: unknown;
  try {
    response = await request;
    body = await response.json();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RequestFailure(reason, "NETWORK_ERROR", 0);
  }
  if (response.ok) return body as Data;
  const error = (body as { error?: FunctionError } | null)?.error;
  throw new RequestFailure(
    error?.message ?? response.statusText,
    isErrorCode(error?.code) ? error.code : null,
    response.status,
    error?.issues,
  );
}
