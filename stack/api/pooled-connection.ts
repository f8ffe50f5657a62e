import { AsyncLocalStorage } from "node:async_hooks";
import { PostgresConnection } from "@supabase/lite/postgres";
import type { MiddlewareHandler } from "hono";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** As many requests as the database serves at once; others wait for their turn. */
const MAX_CONNECTIONS = 20;

/** Types that `pg` would parse into objects: dates, times, intervals, points and circles. */
const TEXT = [1082, 1114, 1184, 1186, 600, 718];
/** Arrays of these types, and of names, which @supabase/lite reads from the catalogue. */
const TEXT_ARRAYS = [1182, 1115, 1185, 1187, 1017, 1003];
// As a number, as the types of `pg` have no name for arrays.
const parseTextArray = pg.types.getTypeParser(1009 as number);

/** The types in answers: numbers if they are exact, dates as the database writes them. */
function apiTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  const number = (text: string) => (String(Number(text)) === text ? Number(text) : text);
  types.setTypeParser(pg.types.builtins.INT8, number);
  types.setTypeParser(pg.types.builtins.NUMERIC, number);
  for (const oid of TEXT) types.setTypeParser(oid, (text) => text);
  for (const oid of TEXT_ARRAYS) types.setTypeParser(oid, parseTextArray);
  return types;
}

/** Turns PostgreSQL's text of an instant or local time into that of its JSON; `infinity` stays. */
const inIso = (text: string) =>
  text.replace(/^(\S+) ([\d:.]+)([+-]\d\d)?( BC)?$/, (_, date, time, zone, era) =>
    [date, "T", time, zone ? `${zone}:00` : "", era ?? ""].join(""),
  );

/** The same with instants as in PostgREST, whose rows are the database's JSON. */
export function restTypes(): pg.TypeOverrides {
  const types = apiTypes();
  const { TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
  for (const oid of [TIMESTAMP, TIMESTAMPTZ]) types.setTypeParser(oid, inIso);
  for (const oid of [1115, 1185]) {
    types.setTypeParser(oid, (text) =>
      parseTextArray(text).map((each: string | null) => each && inIso(each)),
    );
  }
  return types;
}

/** Whether the database was lost during a request. */
const outcomes = new AsyncLocalStorage<{ isLost: boolean }>();

function noteLoss(): void {
  const outcome = outcomes.getStore();
  if (outcome) outcome.isLost = true;
}

/** Whether a connection, or the server, has ended: without a system code, `pg` only says so in words. */
function isLoss(error: unknown): boolean {
  const { code = "", message = "" } = error as Partial<pg.DatabaseError>;
  return (
    /^(?:E[A-Z]+$|08|57P0[123])/.test(code) ||
    /Connection terminated|connection error/.test(message)
  );
}

/** PostgREST's words for it, and Auth's format. */
export const LOST = "Database client error. Retrying the connection.";
const LOST_IN_REST = {
  ...{ code: "PGRST001", message: LOST },
  ...{ details: null, hint: null },
};
const LOST_IN_AUTH = {
  ...{ code: 503, error_code: "unexpected_failure" },
  msg: "The database can't be reached just now. Please try again.",
};

/** Answers in a sentence that the database was lost, instead of a failure of that request. */
export const orUnavailable: MiddlewareHandler = async (context, next) => {
  const outcome = { isLost: false };
  await outcomes.run(outcome, next);
  const isLost = outcome.isLost || (context.error !== undefined && isLoss(context.error));
  if (!isLost || context.res.status < 500) return;
  const body = context.req.path.startsWith("/rest/") ? LOST_IN_REST : LOST_IN_AUTH;
  // Otherwise the first answer's headers would stay.
  context.res = undefined;
  context.res = Response.json(body, { status: 503 });
};

/**
 * @supabase/lite's connection on `pg`'s pool. When the database ends a connection, its own driver
 * hangs or crashes the process (porsager/postgres#1186, #1195, #1199).
 */
export class PooledConnection extends PostgresConnection {
  readonly pool: pg.Pool;

  constructor(url: string, types = apiTypes()) {
    // The inherited driver connects with its first query, and never gets one.
    super({ url });
    this.pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      application_name: "api",
      options: "-c TimeZone=UTC",
      types,
    });
    // The query on a lost connection rejects by itself; the pool opens another connection.
    this.pool.on("error", () => {});
    this.pool.on("connect", (client) => client.on("error", () => {}));
    const pool = {
      connect: () =>
        this.pool.connect().catch((error) => {
          noteLoss();
          throw error;
        }),
      end: () => this.pool.end(),
    };
    this.kysely = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: (event) => {
        if (event.level === "error" && isLoss(event.error)) noteLoss();
      },
    });
  }

  override async close(): Promise<void> {
    await this.pool.end();
  }
}
