import type { ConnectionContextOptions, VarsContext } from "@supabase/lite";
import { Kysely, PostgresDialect } from "kysely";
import type { Client, ClientBase, PoolClient, QueryResult } from "pg";
import { PooledConnection } from "./pooled-connection.ts";

/** What a request is known by in the database, as PostgREST and @supabase/lite's auth functions name it. */
const SETTINGS = [
  "role",
  "request.jwt.claims",
  "request.jwt.claim.sub",
  "request.jwt.claim.role",
  "request.method",
  "request.path",
  "request.headers",
] as const;

const SET = `select ${SETTINGS.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(", ")}`;

/** The settings of the roles that a caller can have, as PostgREST asks for them. */
const ROLE_SETTINGS = `
  with configured as (
    select rolname as role, unnest(rolconfig) as setting
    from pg_auth_members join pg_roles on pg_roles.oid = roleid
    where member = current_user::regrole
  )
  select role, name, substr(configured.setting, strpos(configured.setting, '=') + 1) as value
  from configured join pg_settings on name = split_part(configured.setting, '=', 1)
  where context = 'user'`;

interface RoleSetting {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

/** One more setting; `count` parameters stand before its name and its value. */
const setAny = (count: number) => `set_config($${count + 1}, $${count + 2}, true)`;

/** What @supabase/lite asks after every call of a function, letter for letter. */
const RESPONSE = `
         SELECT current_setting('response.status', true) AS status,
                current_setting('response.headers', true) AS headers
      `;

interface Caller {
  readonly uid?: string | null;
  readonly role?: string;
  readonly jwt?: object | null;
}

/**
 * REST's database connection: one transaction per request, in the caller's role. @supabase/lite
 * would send some fifteen statements and wait for each; here, as in PostgREST, they are prepared
 * and sent together.  It also grants nothing, which an owner's connection of @supabase/lite does
 * first.
 */
export class RestConnection extends PooledConnection {
  #roleSettings: Promise<readonly RoleSetting[]> | undefined;

  override async withContext<T>(
    vars: VarsContext | undefined,
    run: (database: Kysely<unknown>) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    const roleSettings = await this.#readRoleSettings();
    const client = await this.pool.connect();
    try {
      // Not waited for: what follows is refused by the database if one of these fails.
      const begun = begin(client, vars?.auth as Caller | undefined, options, roleSettings);
      begun.catch(() => {});
      try {
        const result = await run(databaseOn(client, options.rpc !== undefined));
        await begun;
        await client.query(options.forceRollback ? "rollback" : "commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => {});
        // The first failure says more than those that follow from it.
        await begun;
        throw error;
      }
    } finally {
      // Always: no connection returns to the pool with an open transaction.
      client.release(client.getTransactionStatus() !== "I");
    }
  }

  /** Once: a login as the role would bring them, and `set role` does not. */
  #readRoleSettings(): Promise<readonly RoleSetting[]> {
    this.#roleSettings ??= this.pool.query<RoleSetting>(ROLE_SETTINGS).then(
      ({ rows }) => rows,
      (error) => {
        this.#roleSettings = undefined;
        throw error;
      },
    );
    return this.#roleSettings;
  }
}

/** Rejects when the transaction has not begun, or not as the caller's. */
async function begin(
  client: PoolClient,
  { uid, role = "anon", jwt }: Caller = {},
  { rpc }: ConnectionContextOptions,
  roleSettings: readonly RoleSetting[],
): Promise<void> {
  const own = roleSettings.filter((setting) => setting.role === role);
  const values: Record<(typeof SETTINGS)[number], string> = {
    role,
    "request.jwt.claims": JSON.stringify(jwt ?? {}),
    "request.jwt.claim.sub": uid ?? "",
    "request.jwt.claim.role": role,
    "request.method": rpc?.method ?? "",
    "request.path": rpc?.path ?? "",
    "request.headers": JSON.stringify(rpc?.requestHeaders ?? {}),
  };
  await Promise.all(
    inOnePacket(client, () => [
      client.query(rpc?.readOnly ? "begin read only" : "begin"),
      client.query({
        name: own.length > 0 ? `settings of ${role}` : "settings",
        text: [SET, ...own.map((_, i) => setAny(SETTINGS.length + 2 * i))].join(", "),
        values: [...Object.values(values), ...own.flatMap(({ name, value }) => [name, value])],
      }),
    ]),
  );
}

/** Batches the queries made within: each round trip wakes a process. */
function inOnePacket<T>(client: ClientBase, ask: () => T): T {
  const { stream } = (client as Client).connection;
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

/** A query builder that works on one connection. */
function databaseOn(client: PoolClient, isCall: boolean): Kysely<unknown> {
  let response: Promise<QueryResult> | undefined;
  const call = (text: string, values: unknown[]) => {
    const answer = client.query({ name: nameOfCall(text), text, values });
    // Asked after every call, so it is sent with it.
    response = client.query({ name: "response", text: RESPONSE });
    response.catch(() => {});
    return answer;
  };
  const query = (text: string, values: unknown[]) => {
    if (!isCall) return client.query(text, values);
    if (text === RESPONSE && response) return response;
    return inOnePacket(client, () => call(text, values));
  };
  const connection = { query, release: () => {} };
  const pool = { connect: async () => connection, end: async () => {} };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
}

const MAX_NAMES = 200;
const names = new Map<string, string>();

/** The name under which a connection prepares a call; none once callers made up too many. */
function nameOfCall(text: string): string | undefined {
  if (!names.has(text) && names.size < MAX_NAMES) names.set(text, `call ${names.size}`);
  return names.get(text);
}
