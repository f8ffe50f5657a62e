import { randomUUID } from "node:crypto";
import { localKeys } from "../../stack/config.ts";
import { signToken } from "../../stack/realtime/tokens.ts";
import { stackUnderTest } from "./environment.ts";
import { sql, sqlValue } from "./sql.ts";

/** People with real access tokens of the stack under test, and their requests. */

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export const PASSWORD = "a password for tests";

/** An address that no other test uses. */
export const newAddress = (name = "person"): string => `${name}-${randomUUID()}@example.com`;

export interface AccountOptions {
  readonly email?: string;
  readonly confirmed?: boolean;
  readonly metadata?: Record<string, unknown>;
}

/** Whether the stack under test is ours, with the keys of every local stack. */
const isOurs = () => stackUnderTest().publishableKey === localKeys.publishable;

let hash: Promise<string> | undefined;

/** A cheap hash of the password. */
function passwordHash(): Promise<string> {
  hash ??= sqlValue<string>("select extensions.crypt($1, extensions.gen_salt('bf', 4))", [
    PASSWORD,
  ]);
  return hash;
}

/** Makes an account like an administrator; resolves to its id. */
export async function createAccount({
  email = newAddress(),
  confirmed = true,
  metadata = {},
}: AccountOptions = {}): Promise<string> {
  const id = randomUUID();
  await sql(
    `insert into auth.users (
       id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change,
       email_change_token_new, email_change_token_current, phone_change, phone_change_token,
       reauthentication_token
     )
     values (
       $1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end,
       '{"provider": "email", "providers": ["email"]}', $5, now(), now(),
       '', '', '', '', '', '', '', ''
     )`,
    [id, email, await passwordHash(), confirmed, metadata],
  );
  if (isOurs()) return id;
  // Only the platform's auth server has this column, and finds nobody without it.
  const hasInstances = await sqlValue<boolean>(
    `select exists (select from information_schema.columns
       where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id')`,
  );
  if (hasInstances) {
    const none = "00000000-0000-0000-0000-000000000000";
    await sql("update auth.users set instance_id = $1 where id = $2", [none, id]);
  }
  return id;
}

export async function signIn(id: string, email: string): Promise<Person> {
  const answer = await auth(null, "POST", "token?grant_type=password", {
    email,
    password: PASSWORD,
  });
  const { access_token: token } = answer.body as { access_token?: string };
  if (!token) throw new Error(`sign-in answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return { id, email, token };
}

/** Opens a session without asking Auth, which takes longer than most of what is tested. */
async function openSession(id: string, email: string): Promise<Person> {
  const session_id = randomUUID();
  await sql("insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')", [
    session_id,
    id,
  ]);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    ...{ sub: id, aud: "authenticated", role: "authenticated", email, session_id, aal: "aal1" },
    ...{ amr: [{ method: "password", timestamp: iat }], iat, exp: iat + 3_600 },
  };
  return { id, email, token: signToken(claims, localKeys) };
}

/** A new person with a confirmed account, signed in. */
export async function newPerson(name = "person", fullName?: string): Promise<Person> {
  const email = newAddress(name);
  const metadata = fullName === undefined ? {} : { full_name: fullName };
  const id = await createAccount({ email, metadata });
  return isOurs() ? openSession(id, email) : signIn(id, email);
}

/** Makes these people accept each other's shares; resolves to them. */
export async function acceptEachOther<People extends readonly Pick<Person, "id">[]>(
  people: People,
): Promise<People> {
  await sql(
    `insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
     select recipient.id, sender.id, true, sender.display_name
     from public.profiles recipient, public.profiles sender
     where recipient.id = any ($1) and sender.id = any ($1) and recipient.id <> sender.id
     order by recipient.id, sender.id
     on conflict do nothing`,
    [people.map(({ id }) => id)],
  );
  return people;
}

/** People who accept each other's shares; a name in capitals is their full name, too. */
export async function newFriends<const Names extends readonly string[]>(...names: Names) {
  const people = await Promise.all(
    names.map((name) => newPerson(name.toLowerCase(), /[A-Z]/.test(name) ? name : undefined)),
  );
  return (await acceptEachOther(people)) as unknown as { [At in keyof Names]: Person };
}

/** A caller's headers for the API; null is signed out. */
function credentials(person: Person | null): Record<string, string> {
  const { publishableKey } = stackUnderTest();
  return {
    apikey: publishableKey,
    ...(person && { Authorization: `Bearer ${person.token}` }),
  };
}

interface RequestOptions {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function request(
  method: string,
  url: string,
  { headers = {}, body }: RequestOptions,
): Promise<Answer> {
  const send = (address: string) =>
    fetch(address, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  let response = await send(url);
  let text = await response.text();
  const { apiUrl } = stackUnderTest();
  const behind = process.env.ROTA_BEHIND_URL;
  // Calls that a self-hosted server refuses, and a test needs all the same.
  if (behind && response.status === 404 && text === "404 Not Found") {
    response = await send(url.replace(apiUrl, behind));
    text = await response.text();
  }
  const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    headers: response.headers,
  };
}

/** A request to the REST API, such as `rest(alice, "GET", "tasks?select=id")`. A string body is sent unchanged. */
export function rest(
  person: Person | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return request(method, `${stackUnderTest().apiUrl}/rest/v1/${path}`, {
    headers: { ...credentials(person), ...headers },
    body,
  });
}

/** A request to the auth server, such as `auth(null, "POST", "signup", {email, password})`. */
export function auth(
  person: Person | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return request(method, `${stackUnderTest().apiUrl}/auth/v1/${path}`, {
    headers: credentials(person),
    body,
  });
}

export function rpc(
  person: Person | null,
  name: string,
  parameters: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return rest(person, "POST", `rpc/${name}`, parameters, headers);
}

export function callFunction(
  person: Person | null,
  name: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Answer> {
  return request(method, `${stackUnderTest().functionsUrl}/${name}`, {
    headers: { ...credentials(person), ...headers },
    body,
  });
}

/** The body of a successful answer. */
export function succeeded<Body>(answer: Answer): Body {
  if (answer.status >= 300) {
    throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body as Body;
}

/** The code of a refusal: our own if there is one, else the SQLSTATE or the service's code. */
export function refusalCode({ status, body }: Answer): string {
  if (status < 400) return `no refusal: ${status}`;
  const refusal = (body ?? {}) as {
    code?: string;
    message?: string;
    error?: { code?: string };
  };
  if (refusal.error?.code) return refusal.error.code;
  return refusal.code?.startsWith("PT") ? String(refusal.message) : String(refusal.code);
}
