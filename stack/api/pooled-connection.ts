import { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** As many requests as the database serves at a time; the others wait for their turn. */
const MAX_CONNECTIONS = 20;

/** Types that `pg` would parse into objects: dates, times, intervals, points and circles. */
const TEXT = [1082, 1114, 1184, 1186, 600, 718];
/** Arrays of them, and of names, which @supabase/lite reads in the catalogue. */
const TEXT_ARRAYS = [1182, 1115, 1185, 1187, 1017, 1003];
// As a number: the types of `pg` name no array.
const parseTextArray = pg.types.getTypeParser(1009 as number);

/** What the API answers with: numbers where they are exact, dates as the database writes them. */
function apiTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  const number = (text: string) => (String(Number(text)) === text ? Number(text) : text);
  types.setTypeParser(pg.types.builtins.INT8, number);
  types.setTypeParser(pg.types.builtins.NUMERIC, number);
  for (const oid of TEXT) types.setTypeParser(oid, (text) => text);
  for (const oid of TEXT_ARRAYS) types.setTypeParser(oid, parseTextArray);
  return types;
}

/**
 * @supabase/lite's connection on `pg`'s pool. When the database ends a connection, its own driver
 * hangs or crashes the process (porsager/postgres#1186, #1195, #1199).
 */
export class PooledConnection extends PostgresConnection {
  readonly pool: pg.Pool;

  constructor(url: string) {
    // The inherited driver connects with its first query, and never gets one.
    super({ url });
    this.pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      application_name: "api",
      options: "-c TimeZone=UTC",
      types: apiTypes(),
    });
    // The query on a lost connection rejects by itself; the pool opens another connection.
    this.pool.on("error", () => {});
    this.pool.on("connect", (client) => client.on("error", () => {}));
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  override async close(): Promise<void> {
    await this.pool.end();
  }
}
