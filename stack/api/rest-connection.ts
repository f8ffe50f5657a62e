import type { ConnectionContextOptions, VarsContext } from "@supabase/lite";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { PooledConnection, restTypes } from "./pooled-connection.ts";

/** The settings of the roles that a caller can have, as PostgREST reads them. */
const ROLE_SETTINGS = `
  with configured as (
    select rolname as role, unnest(rolconfig) as setting
    from pg_auth_members join pg_roles on pg_roles.oid = roleid
    where member = current_user::regrole
  )
  select role, name, substr(configured.setting, strpos(configured.setting, '=') + 1) as value
  from configured join pg_settings on name = split_part(configured.setting, '=', 1)
  where context = 'user'`;

/** PostgREST's `db-pre-request`, set by a migration for the role that logs in. */
const PRE_REQUEST = "select current_setting('pgrst.db_pre_request', true) as name";

interface RoleSetting {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

/** The same for every request. */
interface Configuration {
  readonly roleSettings: readonly RoleSetting[];
  /** The function that is called first in every transaction, after its schema. */
  readonly preRequest: readonly string[];
}

interface Caller {
  readonly role?: string;
  readonly jwt?: object | null;
}

/** Returns a result from a transaction that must be rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("rolled back as asked");
    this.result = result;
  }
}

/**
 * REST's database connection: one transaction per request, in the caller's role and, like PostgREST, with that
 * role's settings, such as timeouts, after the project's pre-request function, if any. It grants nothing,
 * unlike @supabase/lite on an owner's connection.
 */
export class RestConnection extends PooledConnection {
  #configuration: Promise<Configuration> | undefined;

  constructor(url: string) {
    super(url, restTypes());
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    run: (database: Kysely<unknown>) => Promise<T>,
    { forceRollback, rpc }: ConnectionContextOptions = {},
  ): Promise<T> {
    const { roleSettings, preRequest } = await this.#configured();
    const caller = (vars?.auth as Caller | undefined) ?? {};
    const settings = callerSettings(caller, rpc, roleSettings);
    const builder = this.kysely.transaction();
    const transaction = rpc?.readOnly ? builder.setAccessMode("read only") : builder;
    try {
      return await transaction.execute(async (database) => {
        const assignments = settings.map(
          ([name, value]) => sql`set_config(${name}, ${value}, true)`,
        );
        await sql`select ${sql.join(assignments)}`.execute(database);
        if (preRequest.length > 0) await sql`select ${sql.id(...preRequest)}()`.execute(database);
        const result = await run(database as unknown as Kysely<unknown>);
        if (forceRollback) throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    }
  }

  /** Runs one statement, which answers one row, in one round trip: statements sent together are one transaction. */
  async ask<Row>(
    caller: Caller,
    rpc: ConnectionContextOptions["rpc"],
    statement: string,
  ): Promise<Row> {
    const { roleSettings, preRequest } = await this.#configured();
    const assignments = callerSettings(caller, rpc, roleSettings).map(
      ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
    );
    const statements = [
      `select ${assignments}`,
      ...(preRequest.length > 0
        ? [`select ${preRequest.map(pg.escapeIdentifier).join(".")}()`]
        : []),
      statement,
    ];
    const client = await this.pool.connect();
    try {
      const results: unknown = await client.query(statements.join(";"));
      return (results as pg.QueryResult[]).at(-1)?.rows[0] as Row;
    } finally {
      client.release();
    }
  }

  /** Read once: logging in as the role would apply its settings, but `set role` doesn't. */
  #configured(): Promise<Configuration> {
    this.#configuration ??= this.#readConfiguration().catch((error) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #readConfiguration(): Promise<Configuration> {
    const [settings, preRequest] = await Promise.all([
      this.pool.query<RoleSetting>(ROLE_SETTINGS),
      this.pool.query<{ name: string | null }>(PRE_REQUEST),
    ]);
    const name = preRequest.rows[0]?.name;
    return { roleSettings: settings.rows, preRequest: name ? name.split(".") : [] };
  }
}

/** The settings that describe a request in the database, with PostgREST's names. */
function callerSettings(
  { role = "anon", jwt }: Caller,
  rpc: ConnectionContextOptions["rpc"],
  roleSettings: readonly RoleSetting[],
): [name: string, value: string][] {
  const own = roleSettings.filter((setting) => setting.role === role);
  return [
    ["search_path", '"public", "extensions"'],
    ["role", role],
    ["request.jwt.claims", JSON.stringify({ ...jwt, role })],
    ["request.method", rpc?.method ?? ""],
    ["request.path", rpc?.path ?? ""],
    ["request.headers", JSON.stringify(rpc?.requestHeaders ?? {})],
    ["request.cookies", "{}"],
    ...own.map(({ name, value }): [string, string] => [name, value]),
  ];
}
