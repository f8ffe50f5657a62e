import pg from "pg";
import { rolledBack } from "../support/sql.ts";
import { type Actor, type Values, valuesOf, type World } from "./rights-world.ts";

/** The result of a try, in the statement's words. */
export interface Outcome {
  readonly answer: string;
  readonly refusal?: { readonly code: string; readonly message: string };
  /** the tables that it wrote to: `+` inserted, `~` updated, `-` deleted */
  readonly writes: string;
}

export type Attempt = (
  actor: Actor,
  statements: readonly string[],
  values?: Values,
) => Promise<Outcome[]>;

/** Counters and caches, whose contents follow from the other tables. */
const bookkeeping = "uses task_people settled_days past_changes".split(" ");

/**
 * Tries statements one by one, like the API for a token of that role and person, and rolls each back before the
 * next. In the database, as sending them one by one would take most of the time.
 */
const tryEach = `
  create function pg_temp.try_each(statements text[], api_role text, person text)
  returns setof jsonb language plpgsql as $function$
  declare
    migrator constant text := current_user;
    tables constant oid[] := array(
      select oid from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relname <> all ('{${bookkeeping}}')
    );
    counting constant text := $$
      select coalesce(jsonb_object_agg(oid::regclass, counts), '{}')
      from unnest($1) as oid, lateral (select array[
        pg_stat_get_xact_tuples_inserted(oid), pg_stat_get_xact_tuples_updated(oid),
        pg_stat_get_xact_tuples_deleted(oid)
      ]) as counted (counts)
      where counts <> '{0,0,0}' $$;
    statement text;
    result record;
    answers jsonb;
    affected bigint;
    before jsonb;
    after jsonb;
    code text;
    message text;
    detail text;
  begin
    foreach statement in array statements loop
      if before is null then
        execute counting into before using tables;
      end if;
      begin
        perform set_config('role', api_role, true), set_config('request.jwt.claim.sub', person, true),
          set_config('request.jwt.claim.role', api_role, true),
          set_config('request.jwt.claims', jsonb_strip_nulls(
            jsonb_build_object('role', api_role, 'sub', nullif(person, ''))
          )::text, true);
        answers := '[]';
        if statement like 'select %' then
          for result in execute statement loop
            answers := answers || jsonb_build_array(to_jsonb(result));
          end loop;
          affected := jsonb_array_length(answers);
        else
          execute statement;
          get diagnostics affected = row_count;
        end if;
        perform set_config('role', migrator, true);
        execute counting into after using tables;
        raise exception using errcode = 'TRIED';
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text,
          detail = pg_exception_detail;
        if code = 'TRIED' then
          return next jsonb_build_object(
            'affected', affected, 'answers', answers, 'before', before, 'after', after
          );
          -- Rolled back writes stay counted.
          before := after;
        else
          return next jsonb_build_object('code', code, 'message', message, 'detail', detail);
          if message not like 'permission denied%' then before := null; end if;
        end if;
      end;
    end loop;
  end $function$`;

type Counts = Record<string, readonly [number, number, number]>;
type Tried =
  | { readonly code: string; readonly message: string; readonly detail: string }
  | {
      readonly affected: number;
      readonly answers: readonly Record<string, unknown>[];
      readonly before: Counts;
      readonly after: Counts;
    };

export const filledIn = (statement: string, values: Values) =>
  statement.replaceAll(/(?<!:):([a-zA-Z]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is called :${name}`);
    return `${pg.escapeLiteral(value)}${/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? "::uuid" : ""}`;
  });

/** Replaces values by their names. Other ids, tokens, instants and days around today differ between runs. */
function inWords(text: string, values: Values): string {
  const names = new Map(Object.entries(values).map(([name, value]) => [value, `:${name}`]));
  return text
    .replaceAll(/[\w.+-]+@[\w.-]+/g, (address) => names.get(address) ?? address)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, (id) => names.get(id) ?? "<id>")
    .replaceAll(/[A-Za-z0-9_-]{43,}/g, (token) => names.get(token) ?? "<token>")
    .replaceAll(/[0-9a-f]{32,}/g, "<digest>")
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d(:\d\d)?)?/g, "<instant>")
    .replaceAll(/(?!2020)\b20\d\d-\d\d-\d\d/g, "<day>");
}

function answerTo(statement: string, tried: Tried, values: Values): string {
  if ("code" in tried) {
    const { code, message, detail } = tried;
    const status = code.startsWith("PT") ? code.slice(2) : code;
    return inWords(`${status} ${message} ${detail}`.trim(), values);
  }
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  // The database promises no order.
  const rows = tried.answers
    .map((row) => inWords(Object.values(row).map(text).join(" "), values))
    .sort();
  const isCall = /^select [^,]*\(/.test(statement) && !statement.includes(" from ");
  if (isCall && rows.length === 1) return rows[0] || "ok";
  const count = `${tried.affected} ${tried.affected === 1 ? "row" : "rows"}`;
  return rows.length > 0 ? `${count}: ${rows.join(", ")}` : count;
}

function writesOf(tried: Tried): string {
  if ("code" in tried) return "";
  const { before, after } = tried;
  return Object.entries(after)
    .flatMap(([table, counts]) =>
      ["+", "~", "-"]
        .filter((_, kind) => (counts[kind] ?? 0) > (before[table]?.[kind] ?? 0))
        .map((sign) => `${sign}${table}`),
    )
    .sort()
    .join(" ");
}

/** Makes `changes`, provides a way to try statements in that world, and rolls everything back. */
export function probing<T>(
  world: World,
  changes: readonly string[],
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  return rolledBack(async (client) => {
    await client.query(tryEach);
    for (const change of changes) await client.query(change);
    return work(async (actor, statements, values = valuesOf(world, actor)) => {
      const { rows } = await client.query<{ tried: Tried }>(
        "select tried from pg_temp.try_each($1, $2, $3) as tried",
        [
          statements.map((statement) => filledIn(statement, values)),
          actor === "anonymous" ? "anon" : "authenticated",
          actor === "anonymous" ? "" : world.people[actor].id,
        ],
      );
      return rows.map(({ tried }, n) => ({
        answer: answerTo(statements[n] ?? "", tried, values),
        writes: writesOf(tried),
        ...("code" in tried && { refusal: tried }),
      }));
    });
  });
}
