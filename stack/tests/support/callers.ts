import { randomUUID } from "node:crypto";
import pg from "pg";
import { localKeys } from "../../config.ts";
import { signToken } from "./realtime-server.ts";
import type { TestStack } from "./test-stack.ts";

/** People with accounts on a stack, and their requests. */

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

export const PASSWORD = "a password for tests";

/** An address that no other test uses. */
export const newAddress = (name = "person"): string => `${name}-${randomUUID()}@example.com`;

export interface Callers {
  /** Runs one statement as `postgres`, the role of migrations. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Makes an account as an administrator would; resolves to its id. */
  createAccount(email: string, confirmed?: boolean): Promise<string>;
  newPerson(name?: string): Promise<Person>;
  /** The person with a token of these claims. */
  withClaims(person: Person, claims: object, secret?: string): Person;
  auth(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
  rest(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer>;
  callFunction(person: Person | null, name: string, body?: unknown): Promise<Answer>;
  /** The first link in the newest mail to an address; undefined when there is no mail. */
  mailedLink(address: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export function callersOf(stack: TestStack): Callers {
  const pool = new pg.Pool({ connectionString: stack.dbUrl, max: 4 });
  pool.on("error", () => undefined);

  async function request(person: Person | null, method: string, url: string, body?: unknown) {
    const response = await fetch(url, {
      method,
      headers: {
        apikey: stack.publishableKey,
        "Content-Type": "application/json",
        ...(person && { Authorization: `Bearer ${person.token}` }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /^[[{"\d]/.test(text);
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : {},
      headers: response.headers,
    };
  }

  const callers: Callers = {
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    createAccount: async (email, confirmed = true) => {
      const id = randomUUID();
      await callers.sql(
        `insert into auth.users (
           id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
           raw_user_meta_data, created_at, updated_at
         )
         values (
           $1, 'authenticated', 'authenticated', $2,
           extensions.crypt($3, extensions.gen_salt('bf', 10)), case when $4 then now() end,
           '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
         )`,
        [id, email, PASSWORD, confirmed],
      );
      return id;
    },
    newPerson: async (name = "person") => {
      const email = newAddress(name);
      const id = await callers.createAccount(email);
      const { status, body } = await callers.signIn(email);
      if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`);
      return { id, email, token: String(body.access_token) };
    },
    withClaims: (person, claims, secret = localKeys.jwtSecret) => ({
      ...person,
      token: signToken(person.id, { ...claims }, secret),
    }),
    auth: (person, method, path, body) =>
      request(person, method, `${stack.apiUrl}/auth/v1/${path}`, body),
    signIn: (email, password = PASSWORD) =>
      callers.auth(null, "POST", "token?grant_type=password", { email, password }),
    rest: (person, method, path, body) =>
      request(person, method, `${stack.apiUrl}/rest/v1/${path}`, body),
    callFunction: (person, name, body = {}) =>
      request(person, "POST", `${stack.functionsUrl}/${name}`, body),
    mailedLink: async (address) => {
      const list = await fetch(`${stack.mailUrl}/api/v1/messages?limit=200`);
      const { messages } = (await list.json()) as {
        messages: { ID: string; To: { Address: string }[] }[];
      };
      const found = messages.find(({ To }) => To.some(({ Address }) => Address === address));
      if (!found) return undefined;
      const mail = await fetch(`${stack.mailUrl}/api/v1/message/${found.ID}`);
      const { Text, HTML } = (await mail.json()) as { Text: string; HTML: string };
      return `${Text}\n${HTML}`.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"'<>)]+/)?.[0];
    },
    close: () => pool.end(),
  };
  return callers;
}
