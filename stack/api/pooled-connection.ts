import { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** As many requests as the database serves at a time; the others wait for their turn. */
const MAX_CONNECTIONS = 20;

/** Types that `pg` would make objects of: dates, times, intervals, points and circles. */
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
 * @supabase/lite's connection on the pool of `pg`. Its own driver never settles what waits for a
 * connection that the database ends, or ends the process (porsager/postgres#1186, #1195, #1199).
 */
export class PooledConnection extends PostgresConnection {
  protected readonly pool: pg.Pool;

  constructor(url: string) {
    // Its own driver connects with its first query, and there is none.
    super({ url });
    this.pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      // They know the prepared statements.
      idleTimeoutMillis: 0,
      pipeline: true,
      application_name: "api",
      options: "-c TimeZone=UTC",
      types: apiTypes(),
    });
    // Whoever uses a connection that is lost is told by what it asked; the pool opens another one.
    this.pool.on("error", () => {});
    this.pool.on("connect", (client) => client.on("error", () => {}));
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  override async close(): Promise<void> {
    await this.pool.end();
  }
}
