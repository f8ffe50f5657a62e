import type { Environment } from "./environment.ts";
import { failure } from "./failure.ts";

/** An account of Auth, the auth server. */

export interface Account {
  readonly id: string;
  readonly email: string;
}

const TIMEOUT_MS = 20_000;

async function ask(
  { apiUrl, fetch: send }: Environment,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await send(`${apiUrl}/auth/v1/${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  return { status: response.status, body: answer ?? {} };
}

const asService = ({ secretKey }: Environment) => ({
  apikey: secretKey,
  Authorization: `Bearer ${secretKey}`,
});

/**
 * The account of an access token; null if it is gone.
 * @throws Failure UNAUTHENTICATED for an invalid token
 */
export async function accountOf(
  environment: Environment,
  authorization: string,
): Promise<Account | null> {
  const headers = { apikey: environment.apiKey, Authorization: authorization };
  const { status, body } = await ask(environment, "GET", "user", headers);
  if (status === 200) return { id: String(body.id), email: String(body.email) };
  if (body.error_code === "user_not_found") return null;
  throw failure(status < 500 ? "UNAUTHENTICATED" : "INTERNAL");
}

/** @throws Failure WRONG_PASSWORD, TOO_MANY_ATTEMPTS when the auth server accepts no more of them */
export async function checkPassword(
  environment: Environment,
  { id, email }: Account,
  password: string,
): Promise<void> {
  const headers = { apikey: environment.apiKey };
  const credentials = { email, password };
  const path = "token?grant_type=password";
  const { status, body } = await ask(environment, "POST", path, headers, credentials);
  if (status === 200 && (body.user as Account | undefined)?.id === id) return;
  if (status === 429) throw failure("TOO_MANY_ATTEMPTS");
  throw failure(status < 500 ? "WRONG_PASSWORD" : "INTERNAL");
}

/**
 * Whether sign-ups are closed. The auth server doesn't apply that to its administrator, who makes the
 * accounts of confirmed addresses.
 * @throws Failure INTERNAL
 */
export async function isClosed(environment: Environment): Promise<boolean> {
  const { status, body } = await ask(environment, "GET", "settings", {
    apikey: environment.apiKey,
  });
  if (status !== 200) throw failure("INTERNAL");
  return body.disable_signup === true;
}

interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  /** IANA name; an unknown one counts as UTC */
  readonly timeZone: string;
  /** a BCP 47 tag; one that has no such form is left out */
  readonly language?: string | undefined;
}

/**
 * Makes an account with a confirmed address. The auth server doesn't check passwords set by its
 * administrator, so callers must.
 * @throws Failure ACCOUNT_EXISTS, WEAK_PASSWORD if a hosted project refuses it all the same, INTERNAL
 */
export async function createAccount(environment: Environment, account: NewAccount): Promise<void> {
  const { email, password, fullName, timeZone, language } = account;
  const { status, body } = await ask(environment, "POST", "admin/users", asService(environment), {
    ...{ email, password, email_confirm: true },
    user_metadata: { full_name: fullName, time_zone: timeZone, language },
  });
  if (status === 200) return;
  if (body.error_code === "email_exists") throw failure("ACCOUNT_EXISTS");
  if (body.error_code === "weak_password") throw failure("WEAK_PASSWORD");
  console.error("The account could not be made:", status, body.error_code);
  throw failure("INTERNAL");
}

/** Deletes an account for good; one that is gone is no error. @throws Failure INTERNAL */
export async function deleteAccount(environment: Environment, id: string): Promise<void> {
  const path = `admin/users/${id}`;
  const { status, body } = await ask(environment, "DELETE", path, asService(environment));
  if (status === 200 || status === 404) return;
  console.error("The account could not be deleted:", status, body.error_code);
  throw failure("INTERNAL");
}
