import { gzipSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import pg from "pg";
import { type TokenOptions, tokenVerifier, type VerifyToken } from "../realtime/tokens.ts";
import { LOST } from "./pooled-connection.ts";
import type { RestConnection } from "./rest-connection.ts";
import { isNoRole, userClaims } from "./token-auth.ts";

/** Functions of the schema `public` with named arguments that answer one value or none. */
const FUNCTIONS = `
  select proname as name, pronargs - pronargdefaults as required, prorettype = 'void'::regtype as "isVoid",
    coalesce(proargnames, '{}') as names,
    array(
      select format_type(type, null) from unnest(proargtypes) with ordinality as _(type, n) order by n
    ) as types
  from pg_proc called
  where pronamespace = 'public'::regnamespace and prokind = 'f' and not proretset
    and prorettype <> 'trigger'::regtype and provariadic = 0 and proargmodes is null
    and pronargs = cardinality(coalesce(proargnames, '{}'))
    and 1 = (
      select count(*) from pg_proc
      where pronamespace = called.pronamespace and proname = called.proname
    )`;

interface DatabaseFunction {
  readonly name: string;
  /** How many arguments have no default; they come first. */
  readonly required: number;
  readonly isVoid: boolean;
  readonly names: readonly string[];
  readonly types: readonly string[];
}

interface Result {
  /** As JSON. */
  readonly value: string | null;
  /** Settings by the function for its answer, as PostgREST reads them: a status; a list of headers as JSON. */
  readonly status: string | null;
  readonly headers: string | null;
}

/**
 * Answers the form in which supabase-js sends the `rpc()` of a person or an edge function in one round trip to the database, which reads
 * and writes the JSON.
 * @supabase/lite, which handles every other request, takes six, and reads and writes it once more.
 * @param largest bytes of a body
 */
export function functionCalls(
  connection: RestConnection,
  options: TokenOptions,
  largest: number,
): MiddlewareHandler {
  const verifyToken = tokenVerifier(options);
  let reading: Promise<ReadonlyMap<string, DatabaseFunction>> | undefined;
  const functions = () => {
    reading ??= connection.pool
      .query<DatabaseFunction>(FUNCTIONS)
      .then(({ rows }) => new Map(rows.map((row) => [row.name, row])));
    reading.catch(() => {
      reading = undefined;
    });
    return reading;
  };
  return async (context, next) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const name = nameIn(request);
    const jwt = name === undefined ? null : callerOf(headers, options, verifyToken);
    const called = jwt && name !== undefined && (await functions()).get(name);
    if (!called || !(Number(headers.get("content-length")) <= largest)) return next();
    const body = await request.text();
    const names = namesIn(body);
    if (!names || !takes(called, names)) {
      context.req.raw = new Request(request, { body });
      return next();
    }
    const rpc = {
      ...{ method: "POST", path: `/rpc/${name}`, readOnly: false },
      requestHeaders: Object.fromEntries(headers),
    };
    try {
      const statement = statementOf(called, names, body);
      const caller = { role: jwt.role, jwt };
      const result = await connection.ask<Result>(caller, rpc, statement);
      return answerOf(called, result, /\bgzip\b/.test(headers.get("accept-encoding") ?? ""));
    } catch (error) {
      return refusalOf(error as Partial<pg.DatabaseError>);
    }
  };
}

/** The claims of a person, or of a program with the secret key; null for all others. */
function callerOf(
  headers: Headers,
  { publishableKey, secretKey }: TokenOptions,
  verifyToken: VerifyToken,
): { readonly role: string } | null {
  const [key, authorization] = [headers.get("apikey"), headers.get("authorization")];
  if (key === publishableKey) return userClaims(verifyToken, authorization);
  const isService = key === secretKey && authorization === `Bearer ${secretKey}`;
  return isService ? { role: "service_role" } : null;
}

/** The function of a request in the simple form: only a path, JSON in and out, no preference. */
function nameIn({ method, url, headers }: Request): string | undefined {
  const [, name] = /\/rest\/v1\/rpc\/(\w+)$/.exec(url) ?? [];
  const isPlain =
    /^application\/json\b/.test(headers.get("content-type") ?? "") &&
    /^(\*\/\*|application\/json)$/.test(headers.get("accept") ?? "*/*") &&
    (headers.get("content-profile") ?? "public") === "public" &&
    !headers.has("prefer");
  return method === "POST" && isPlain ? name : undefined;
}

/** The names in a JSON object; undefined for anything else. */
function namesIn(body: string): string[] | undefined {
  try {
    const given: unknown = JSON.parse(body);
    const isObject = given !== null && typeof given === "object" && !Array.isArray(given);
    return isObject ? Object.keys(given) : undefined;
  } catch {
    return undefined;
  }
}

const takes = ({ names, required }: DatabaseFunction, given: readonly string[]) =>
  given.every((name) => names.includes(name)) &&
  names.slice(0, required).every((name) => given.includes(name));

function statementOf(
  { name, names, types }: DatabaseFunction,
  given: readonly string[],
  body: string,
): string {
  const quoted = given.map((each) => pg.escapeIdentifier(each));
  const columns = given.map((each, n) => `${quoted[n]} ${types[names.indexOf(each)]}`);
  const call = `public.${pg.escapeIdentifier(name)}(${quoted.map((each) => `${each} := given.${each}`)})`;
  return `
    select to_jsonb(${call})::text as value, current_setting('response.status', true) as status,
      current_setting('response.headers', true) as headers
    ${given.length > 0 ? `from json_to_record(${pg.escapeLiteral(body)}) as given(${columns})` : ""}`;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Bytes of an answer that is compressed here: a shorter one gains nothing, a longer one would keep others waiting. */
const LEAST_TO_COMPRESS = 1_024;
const MOST_TO_COMPRESS = 200_000;

function answerOf(
  { isVoid }: DatabaseFunction,
  { value, status, headers }: Result,
  takesGzip: boolean,
): Response {
  const answer = new Headers({ "Content-Range": "0-0/*" });
  for (const given of JSON.parse(headers || "[]")) {
    for (const [name, text] of Object.entries(given)) answer.append(name, String(text));
  }
  if (isVoid) return new Response(null, { status: Number(status || 204), headers: answer });
  answer.set("Content-Type", JSON_TYPE);
  let body: Uint8Array<ArrayBuffer> = Buffer.from(value ?? "null");
  if (body.length >= LEAST_TO_COMPRESS && body.length <= MOST_TO_COMPRESS && takesGzip) {
    body = gzipSync(body);
    answer.set("Content-Encoding", "gzip");
    answer.set("Vary", "Accept-Encoding");
  }
  answer.set("Content-Length", String(body.length));
  return new Response(body, { status: Number(status || 200), headers: answer });
}

/** Statuses by the start of PostgreSQL's codes, as in PostgREST; otherwise 400. */
const STATUSES: readonly [code: RegExp, status: number][] = [
  [/^(42501|28|0L|0P)/, 403],
  [/^(42883|42P01)/, 404],
  [/^25006/, 405],
  [/^2350[35]/, 409],
  [/^53400/, 500],
  // 57P01 ends one connection, 57P02 all of them; the next call gets a new one.
  [/^(08|53|57P0[123])/, 503],
  [/^(09|25|2D|38|39|3B|40|42P17|54|55|57|58|F0|HV|P0(?!001)|XX)/, 500],
];

/** `PT` and a status is a function's own refusal; without a code, the database didn't answer. */
function refusalOf({ code, message, detail, hint }: Partial<pg.DatabaseError>): Response {
  const [, own] =
    /^PT([2-5]\d\d)$/.exec(code ?? "") ?? (isNoRole(code, message) ? ["", "401"] : []);
  const [, known = 400] = STATUSES.find(([start]) => start.test(code ?? "08")) ?? [];
  const refusal = {
    ...(code ? { code, message } : { code: "PGRST001", message: LOST }),
    ...{ details: detail ?? null, hint: hint ?? null },
  };
  return Response.json(refusal, {
    status: Number(own ?? known),
    headers: { "Content-Type": JSON_TYPE },
  });
}
