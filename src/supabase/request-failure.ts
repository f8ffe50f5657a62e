import { onlineManager } from "@tanstack/react-query";
import { msg } from "../domain/language/messages.ts";
import { type Deed, readDeed } from "../domain/tasks/deed.ts";
import {
  ERROR_STATUS,
  type ErrorCode,
  isErrorCode,
  SQLSTATE_DISK_FULL,
} from "../domain/tasks/error-codes.ts";
import type { InputIssue } from "../domain/tasks/input-issues.ts";

export const UNREACHABLE = msg(
  "Unable to connect to the server. Please check your internet connection and try again.",
);

/** A request that the backend refused or that never got an answer. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  /** one of our own codes, or NETWORK_ERROR when there was no answer */
  readonly code: ErrorCode | "NETWORK_ERROR" | null;
  /** HTTP status; 0 when there was no answer */
  readonly status: number;
  /** what is wrong with the input, when that is why */
  readonly issues: readonly InputIssue[];
  /** what came first, when that is why */
  readonly deed: Deed | null;
  /** milliseconds after which to ask again, when too much was asked for at once; null otherwise */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    code: RequestFailure["code"],
    status: number,
    issues: readonly InputIssue[] = [],
    deed: Deed | null = null,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.deed = deed;
    this.retryAfter = retryAfter;
  }

  /** True when the same request would be refused again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

/** The result of supabase-js's `.from`, `.rpc` and `.functions.invoke` alike. */
interface Result<Data> {
  readonly data: Data | null;
  readonly error: (Error & { readonly details?: string; readonly context?: unknown }) | null;
  /** of `.from` and `.rpc`; 0 when there was no answer */
  readonly status?: number;
}

/** The data of a request, null for none; throws RequestFailure. */
export async function dataOf<Data>(request: PromiseLike<Result<Data>>): Promise<Data | null> {
  const { data, error, status = 0 } = await request;
  if (error === null) return data;
  if (error.context instanceof Response) throw await functionFailure(error.context);
  if ((error as { code?: string }).code === SQLSTATE_DISK_FULL) {
    throw new RequestFailure(error.message, "DISK_FULL", ERROR_STATUS.DISK_FULL);
  }
  // Our SQL raises its code as the message.
  if (isErrorCode(error.message)) {
    const issues = await issuesOf(error.details);
    const { message, details } = error;
    const wait = waitOf(details, ERROR_STATUS[message]);
    throw new RequestFailure(
      message,
      message,
      ERROR_STATUS[message],
      issues,
      readDeed(details),
      wait,
    );
  }
  const code = status === 0 ? "NETWORK_ERROR" : null;
  throw new RequestFailure(error.message, code, status, [], null, waitOf(error.details, status));
}

/** The same of a request for rows. */
export const rowsOf = async <Row>(request: PromiseLike<Result<Row[]>>): Promise<Row[]> =>
  (await dataOf(request)) ?? [];

/**
 * The same of an answer that is JSON of our own making: `read` parses it where it comes in, and throws where it has
 * another form.
 */
export async function answerOf<Answer>(
  request: PromiseLike<Result<unknown>>,
  read: (answer: unknown) => Answer,
): Promise<Answer> {
  const answer = await dataOf(request);
  try {
    return read(answer);
  } catch (cause) {
    throw new RequestFailure(`The answer can't be read: ${String(cause)}`, null, 200);
  }
}

/** Milliseconds until what was too much may be asked for again, of the seconds that are said; else null. */
function waitOf(said: string | null | undefined, status: number): number | null {
  const seconds = Number(said ?? Number.NaN);
  return status === 429 && seconds > 0 ? seconds * 1_000 : null;
}

/** Reads the errors of an input, with texts that are loaded when there are any. */
async function issuesOf(details: string | undefined): Promise<readonly InputIssue[]> {
  if (!details) return [];
  const { readIssues } = await import("../domain/tasks/input-texts.ts");
  return readIssues(details);
}

interface FunctionError {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly InputIssue[];
}

/** An edge function's refusal: `{error: {code, message, issues?}}`. */
export async function functionFailure(response: Response): Promise<RequestFailure> {
  const body: { error?: FunctionError } | null = await response.json().catch(() => null);
  const { code, message = response.statusText, issues } = body?.error ?? {};
  const { status, headers } = response;
  const wait = waitOf(headers.get("Retry-After"), status);
  return new RequestFailure(message, isErrorCode(code) ? code : null, status, issues, null, wait);
}

export const NETWORK = /fetch|network/i;

/** Offline, a message containing 'fetch' or 'network', or the code NETWORK_ERROR. */
export function isNetworkLike(error: unknown): boolean {
  if (!onlineManager.isOnline()) return true;
  if (error instanceof RequestFailure && error.code === "NETWORK_ERROR") return true;
  return NETWORK.test(messageOf(error));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
