import type { ConnectionContextOptions, VarsContext } from "@supabase/lite";
import { type Kysely, sql } from "kysely";
import { PooledConnection } from "./pooled-connection.ts";

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

interface Caller {
  readonly uid?: string | null;
  readonly role?: string;
  readonly jwt?: object | null;
}

/** Carries a result out of a transaction that is not to be committed. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("rolled back as asked");
    this.result = result;
  }
}

/**
 * REST's database connection: one transaction per request, in the caller's role and, as with
 * PostgREST, with that role's settings, such as its timeouts. It grants nothing, which an owner's
 * connection of @supabase/lite does first.
 */
export class RestConnection extends PooledConnection {
  #roleSettings: Promise<readonly RoleSetting[]> | undefined;

  override async withContext<T>(
    vars: VarsContext | undefined,
    run: (database: Kysely<unknown>) => Promise<T>,
    { forceRollback, rpc }: ConnectionContextOptions = {},
  ): Promise<T> {
    const settings = callerSettings(
      (vars?.auth as Caller | undefined) ?? {},
      rpc,
      await this.#readRoleSettings(),
    );
    const builder = this.kysely.transaction();
    const transaction = rpc?.readOnly ? builder.setAccessMode("read only") : builder;
    try {
      return await transaction.execute(async (database) => {
        const assignments = settings.map(
          ([name, value]) => sql`set_config(${name}, ${value}, true)`,
        );
        await sql`select ${sql.join(assignments)}`.execute(database);
        const result = await run(database as unknown as Kysely<unknown>);
        if (forceRollback) throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
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

/** What a request is known by in the database, as PostgREST and @supabase/lite's auth functions name it. */
function callerSettings(
  { uid, role = "anon", jwt }: Caller,
  rpc: ConnectionContextOptions["rpc"],
  roleSettings: readonly RoleSetting[],
): [name: string, value: string][] {
  const own = roleSettings.filter((setting) => setting.role === role);
  return [
    ["role", role],
    ["request.jwt.claims", JSON.stringify(jwt ?? {})],
    ["request.jwt.claim.sub", uid ?? ""],
    ["request.jwt.claim.role", role],
    ["request.method", rpc?.method ?? ""],
    ["request.path", rpc?.path ?? ""],
    ["request.headers", JSON.stringify(rpc?.requestHeaders ?? {})],
    ...own.map(({ name, value }): [string, string] => [name, value]),
  ];
}
