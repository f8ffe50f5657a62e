import type { ConnectionContextOptions, VarsContext } from "@supabase/lite";
import { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import type { ReservedSql } from "postgres";

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
 * REST's way to the database: one transaction a request, in the caller's role. @supabase/lite sends
 * some fifteen statements for it, most of them twice (first to have them described), and waits for
 * each. Here, as in PostgREST, they are prepared statements and travel together: a request waits for
 * its own statements and the commit.
 *
 * Nothing is granted on the way, either: an owner's connection of @supabase/lite begins with that.
 */
export class RestConnection extends PostgresConnection {
  override async withContext<T>(
    vars: VarsContext | undefined,
    run: (database: Kysely<unknown>) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    const connection = await this.driver.reserve();
    try {
      // Not waited for: what follows is refused by the database if one of these fails.
      const begun = begin(connection, vars?.auth as Caller | undefined, options);
      begun.catch(() => {});
      try {
        const result = await run(databaseOn(connection, options.rpc !== undefined));
        await begun;
        await connection.unsafe("commit");
        return result;
      } catch (error) {
        await connection.unsafe("rollback").catch(() => {});
        // Why it did not begin says more than what followed from that.
        await begun;
        throw error;
      }
    } finally {
      connection.release();
    }
  }
}

/** Rejects when the transaction has not begun, or not as the caller's. */
async function begin(
  connection: ReservedSql,
  { uid, role = "anon", jwt }: Caller = {},
  { rpc }: ConnectionContextOptions,
): Promise<void> {
  const values: Record<(typeof SETTINGS)[number], string> = {
    role,
    "request.jwt.claims": JSON.stringify(jwt ?? {}),
    "request.jwt.claim.sub": uid ?? "",
    "request.jwt.claim.role": role,
    "request.method": rpc?.method ?? "",
    "request.path": rpc?.path ?? "",
    "request.headers": JSON.stringify(rpc?.requestHeaders ?? {}),
  };
  await Promise.all([
    connection.unsafe(rpc?.readOnly ? "begin read only" : "begin"),
    connection.unsafe(SET, Object.values(values), { prepare: true }),
  ]);
}

/** A query builder that works on one connection. */
function databaseOn(connection: ReservedSql, isCall: boolean): Kysely<unknown> {
  let response: Promise<never[]> | undefined;
  const unsafe = (query: string, values: never[]) => {
    if (query === RESPONSE && response) return response;
    const answer = connection.unsafe(query, values, { prepare: true });
    if (isCall) {
      // It will be asked next: so it travels with the call.
      response = connection.unsafe<never[]>(RESPONSE);
      response.catch(() => {});
    }
    return answer;
  };
  const reserved = { unsafe, release: () => {} };
  const postgres = { reserve: async () => reserved, end: async () => {} };
  return new Kysely({ dialect: new PostgresJSDialect({ postgres: () => postgres as never }) });
}
