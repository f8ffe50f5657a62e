import { randomUUID } from "node:crypto";
import pg from "pg";
import { Rejection } from "./rejection.ts";
import type { Claims } from "./tokens.ts";

export type Extension = "broadcast" | "presence";

/** The caller and topic; policies on realtime.messages see nothing else. */
export interface AccessContext {
  /** The channel's name without `realtime:`. */
  readonly topic: string;
  readonly claims: Claims;
  /** The upgrade request's headers that begin with `x-`. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Permissions = Partial<Record<Extension, boolean>>;

const INSUFFICIENT_PRIVILEGE = "42501";
const UNREACHABLE = "Realtime was unable to connect to the project database";

/** Translates a failed check: a policy that raises is a refusal, a lost connection is not. */
function translate(error: unknown, topic: string): Rejection {
  if (!(error instanceof pg.DatabaseError) || /^(08|53|57P)/.test(error.code ?? "")) {
    return new Rejection("UnableToConnectToProject", UNREACHABLE);
  }
  if (error.code === "57014") {
    return new Rejection("QueryCanceled", "Query was cancelled, please try again");
  }
  if (error.code === "23514" && error.table === "messages") {
    return new Rejection(
      "MissingPartition",
      "Realtime was unable to find the expected messages partition",
    );
  }
  return unauthorized(topic);
}

export function unauthorized(topic: string): Rejection {
  return new Rejection(
    "Unauthorized",
    `You do not have permissions to read from this Channel topic: ${topic}`,
  );
}

async function becomeCaller(db: pg.ClientBase, { topic, claims, headers }: AccessContext) {
  await db.query(
    `select set_config('role', $1, true), set_config('realtime.topic', $2, true),
       set_config('request.jwt.claims', $3, true), set_config('request.jwt.claim.sub', $4, true),
       set_config('request.jwt.claim.role', $1, true), set_config('request.headers', $5, true)`,
    [claims.role, topic, JSON.stringify(claims), claims.sub ?? null, JSON.stringify(headers)],
  );
}

/** Asks the policies on realtime.messages what a caller may do, by trying it and rolling it back. */
export class Authorizer {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Which of `extensions` the caller may read on the topic. Throws a Rejection on any error. */
  readable(context: AccessContext, extensions: readonly Extension[]): Promise<Permissions> {
    return this.#tried(context, async (db) => {
      const ids = extensions.map(() => randomUUID());
      await db.query(
        `insert into realtime.messages (id, topic, extension)
         select id, $2, extension from unnest($1::uuid[], $3::text[]) as probe (id, extension)`,
        [ids, context.topic, extensions],
      );
      await becomeCaller(db, context);
      const { rows } = await db.query<{ id: string }>(
        "select id from realtime.messages where id = any ($1::uuid[])",
        [ids],
      );
      const seen = new Set(rows.map((row) => row.id));
      return Object.fromEntries(
        extensions.map((extension, index) => [extension, seen.has(ids[index] ?? "")]),
      );
    });
  }

  /** Which of `extensions` the caller may write on the topic. Throws a Rejection on any error. */
  writable(context: AccessContext, extensions: readonly Extension[]): Promise<Permissions> {
    return this.#tried(context, async (db) => {
      await becomeCaller(db, context);
      const permissions: Permissions = {};
      for (const extension of extensions) {
        await db.query("savepoint probe");
        try {
          // No RETURNING: that would ask for the read permission as well.
          await db.query("insert into realtime.messages (topic, extension) values ($1, $2)", [
            context.topic,
            extension,
          ]);
          permissions[extension] = true;
        } catch (error) {
          if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE))
            throw error;
          permissions[extension] = false;
        }
        await db.query("rollback to savepoint probe");
      }
      return permissions;
    });
  }

  async #tried(
    context: AccessContext,
    attempt: (db: pg.ClientBase) => Promise<Permissions>,
  ): Promise<Permissions> {
    let db: pg.PoolClient | undefined;
    try {
      db = await this.#pool.connect();
      await db.query("begin");
      const permissions = await attempt(db);
      await db.query("rollback");
      db.release();
      return permissions;
    } catch (error) {
      // Destroyed, not returned: its transaction is open, or the connection is gone.
      db?.release(true);
      throw translate(error, context.topic);
    }
  }
}
