import { beforeAll, expect, test } from "vitest";
import { type Answer, type Person, refusalCode, rest, rpc } from "../support/actors.ts";
import { rolledBack, sql } from "../support/sql.ts";
import { isOutside, statements, valuesIn } from "./probes.ts";
import { heldRights } from "./rights.ts";
import { type Actor, actors, newWorld, nowhere, type Values, type World } from "./rights-world.ts";
import { filledIn, type Outcome, probing } from "./try-probes.ts";

/**
 * Tests everybody's rights: each actor tries every statement of `rights.txt` under the role and claims that the
 * API gives them, and the results are there, too. After an intended change of a right, or with a new statement,
 * write it with `vitest -u` and review the difference.
 */

/** Statements whose answers an outsider can tell apart, and why that is all right. */
const tellable: readonly (readonly [statement: string, who: readonly Actor[], why: string])[] = [
  [
    "select sender_id, is_accepted from public.sharing_consents where sender_id = :owner",
    ["recipient", "former", "left", "blocked"],
    "it is their own decision about the owner",
  ],
  [
    "select title from public.left_tasks where task_id = :task",
    ["left", "declined"],
    "they left it themselves, and may ask for it again",
  ],
  [
    "select set_config('realtime.topic', 'display:' || :channel, true), (select count(*) > 0 from realtime.messages where topic = 'display:' || :channel)",
    ["anonymous"],
    "a display has no account: its id, which it alone is told, is the name of its channel",
  ],
  [
    `select public.create_task(:task, '{"category": "Home", "title": "Another", "startDate": "2020-01-01"}')`,
    actors.filter((actor) => !["owner", "recipient", "anonymous"].includes(actor)),
    "an id can't be given twice; a random one can't be guessed",
  ],
  ["select public.leave_task(:task)", ["left"], "they left it themselves: a retry is no error"],
  [
    "select public.accept_sender(:owner)",
    ["recipient", "former", "left", "invited"],
    "the owner has asked them",
  ],
  [
    "select public.block_sender(:owner)",
    ["recipient", "former", "left", "invited", "declined", "blocked"],
    "the owner has asked them",
  ],
  ["select private.leave_task(:task)", ["left"], "they left it themselves: a retry is no error"],
  [
    "select public.create_household(:household, 'Mine')",
    actors.filter((actor) => !["owner", "member", "helper", "anonymous"].includes(actor)),
    "an id can't be given twice; a random one can't be guessed",
  ],
  [
    "select public.add_push_channel(:device, 'Mine', 'sealed')",
    actors.filter((actor) => !["owner", "anonymous"].includes(actor)),
    "an id can't be given twice; a random one can't be guessed",
  ],
  [
    "select public.add_webhook(:webhook, 'host', 'sealed')",
    actors.filter((actor) => !["owner", "anonymous"].includes(actor)),
    "an id can't be given twice; a random one can't be guessed",
  ],
  [
    "select length(public.create_token(:herProgram, 'Script', 'write'))",
    actors.filter((actor) => !["owner", "anonymous"].includes(actor)),
    "an id can't be given twice; a random one can't be guessed",
  ],
  [
    "select private.is_display_topic('display:' || :channel)",
    ["anonymous"],
    "as reading the channel",
  ],
];

let world: World;
const outcomes = new Map<Actor, readonly Outcome[]>();
/** Results of statements about things that don't exist. */
const ofNothing = new Map<Actor, ReadonlyMap<string, Outcome>>();
let nothing: Values;

beforeAll(async () => {
  world = await newWorld();
  nothing = nowhere(world, "stranger");
  await probing(world, [], async (attempt) => {
    for (const actor of actors) {
      const tries = await attempt(actor, statements);
      outcomes.set(actor, tries);
      // Without a grant nothing is read.
      const asOutsider = statements.filter(
        (statement, n) =>
          valuesIn(statement).length > 0 &&
          isOutside(actor, statement) &&
          !tries[n]?.answer.startsWith("42501 permission denied"),
      );
      const values = actor === "stranger" ? nothing : nowhere(world, actor);
      const tried = await attempt(actor, asOutsider, values);
      ofNothing.set(actor, new Map(asOutsider.map((text, n) => [text, tried[n] as Outcome])));
    }
  });
});

/** Shortens a refusal, and of a long answer keeps the values that it contains. */
function brief(answer: string): string {
  const refusal = /^(42501) (permission denied|new row violates row-level security)/.exec(answer);
  if (refusal) return `${refusal[1]} ${refusal[2] === "permission denied" ? "no grant" : "policy"}`;
  // Ordered by random ids.
  if (answer.startsWith('{":')) return `{${answer.slice(1, -1).split(",").sort().join()}}`;
  if (answer.length <= 100) return answer;
  const words = answer.match(/:[a-zA-Z]+|«[^»]+»/g) ?? [];
  const known = words.filter((word) => word.startsWith("«") || word.slice(1) in world.values);
  return `${/^\d+ rows?: /.exec(answer) ?? ""}${[...new Set(known)].sort().join(" ") || "…"}`;
}

const outcomeOf = (actor: Actor, n: number) => outcomes.get(actor)?.[n] as Outcome;

function entry(statement: string, n: number): string {
  const byOutcome = new Map<string, Actor[]>();
  for (const actor of actors) {
    const { answer, writes } = outcomeOf(actor, n);
    const text = [brief(answer), writes].filter(Boolean).join(" | ");
    if (actor === "anonymous" && text === "42501 no grant" && !byOutcome.has(text)) continue;
    byOutcome.set(text, [...(byOutcome.get(text) ?? []), actor]);
  }
  const [most, ...fewer] = [...byOutcome].sort(([, a], [, b]) => b.length - a.length);
  const [common, whose] = most ?? ["", actors];
  return [
    `${statement}  ${whose.length === actors.length ? "everyone" : "others"}: ${common}`,
    ...fewer
      .sort(([, [a]], [, [b]]) => actors.indexOf(a as Actor) - actors.indexOf(b as Actor))
      .map(([text, who]) => `    ${who.join(" ")}: ${text}`),
  ].join("\n");
}

/** Whether nobody has a grant for it. */
const isClosed = (_: string, n: number) =>
  actors.every((actor) => brief(outcomeOf(actor, n).answer) === "42501 no grant");

const SECTIONS = { "public.": "Calls of the API", "private.": "Helpers of its policies and calls" };

/** A statement's section: each table has a heading, functions are together, by name. */
function placeOf(statement: string): { readonly heading: string; readonly name: string } {
  const [, schema, called = ""] =
    /^select (?:\w+\()?(public\.|private\.)(\w+)\(/.exec(statement) ?? [];
  if (schema) return { heading: SECTIONS[schema as keyof typeof SECTIONS], name: called };
  const [, table = "Others"] = /\b(?:from|into|update) (\w+\.\w+)/.exec(statement) ?? [];
  return { heading: table, name: "" };
}

const before = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** In the order in which one looks for them: tables, calls, helpers. */
function inOrder(tried: readonly string[]): string[] {
  const headings = Object.values(SECTIONS);
  return tried.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    const section = headings.indexOf(one.heading) - headings.indexOf(other.heading);
    return section || before(one.heading, other.heading) || before(one.name, other.name);
  });
}

const HEAD = `# Who may what

Statements that everybody tries, made whole by rights.test.ts: what each answers to whom, and after a bar
the tables in which it writes (+ inserts, ~ changes, - deletes). "others" are all who are not named under it;
where that is not "everyone", anonymous has no grant. A new statement is a line of its own, at any place.
\`:task\`, \`:owner\`, … are values of rights-world.ts; \`:me\` is the actor's own person in the household, or the
keeper's for actors outside it.`;

test("what each may try comes out as it is written down", async () => {
  const lines = [HEAD];
  let heading = "";
  const open = statements.filter((text, n) => !isClosed(text, n));
  for (const text of inOrder(open)) {
    const place = placeOf(text);
    if (place.heading !== heading) lines.push(`\n## ${place.heading}\n`);
    heading = place.heading;
    lines.push(entry(text, statements.indexOf(text)));
  }
  const closed = statements.filter(isClosed);
  lines.push("\n## Without a grant for any of them\n", ...inOrder(closed), "");
  await expect(lines.join("\n")).toMatchFileSnapshot("rights.txt");
});

test("nobody outside can tell whether what they name is there", () => {
  const differing = statements.flatMap((statement, n) => {
    const who = actors.filter((actor) => {
      const other = ofNothing.get(actor)?.get(statement);
      return other && other.answer !== outcomeOf(actor, n).answer;
    });
    return who.length > 0 ? [[statement, who]] : [];
  });
  expect(Object.fromEntries(differing)).toEqual(
    Object.fromEntries(tellable.map(([statement, who]) => [statement, who])),
  );
});

test("the API's roles have the rights that are written down, and no others", async () => {
  const held = await rolledBack(heldRights);
  await expect(`${held.join("\n")}\n`).toMatchFileSnapshot("grants.txt");
});

test("every table and every function that a caller reaches is tried", async () => {
  const reachable = await sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f')
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
     union
     select nspname || '.' || proname from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname = 'public'
       or nspname = 'private' and prosecdef and prorettype <> 'trigger'::regtype
         and (
           has_function_privilege('anon', pg_proc.oid, 'execute')
           or has_function_privilege('authenticated', pg_proc.oid, 'execute')
         )
         -- A function behind another one with its name is tried through that.
         and proname not in (
           select proname from pg_proc where pronamespace = 'public'::regnamespace
         )`,
  );
  const text = statements.join("\n");
  const isTried = (name: string) =>
    new RegExp(`\\b${name.includes(".") ? "" : "public."}${name}\\b`).test(text);
  expect(reachable.map(({ name }) => name).filter((name) => !isTried(name))).toEqual([]);
});

/** The arguments of calls in PostgREST's form: names and values. */
function argumentsOf(calls: readonly string[]): Promise<Record<string, unknown>[]> {
  return rolledBack(async (client) => {
    // A double of each function answers its own arguments.
    const { rows: doubles } = await client.query<{ definition: string }>(
      `select format(
         'create function pg_temp.%I(%s) returns jsonb return jsonb_build_object(%s)',
         proname, pg_get_function_arguments(oid),
         (select string_agg(format('%L, %I', arg, arg), ', ') from unnest(proargnames) as arg)
       ) as definition
       from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    await client.query(doubles.map(({ definition }) => definition).join(";"));
    const each = calls.map((call) => filledIn(call, nothing).replace("public.", "pg_temp."));
    const { rows } = await client.query({
      text: `select ${each.map((call) => `(${call})`)}`,
      rowMode: "array",
    });
    return rows[0] as Record<string, unknown>[];
  });
}

function statusOf({ refusal }: Outcome, person: Person | null): string {
  if (!refusal) return "ok";
  const { code, message } = refusal;
  if (code.startsWith("PT")) return `${code.slice(2)} ${message}`;
  return `${code === "42501" ? (person ? 403 : 401) : "?"} ${code}`;
}
const statusIn = (answer: Answer) =>
  answer.status < 400 ? "ok" : `${answer.status} ${refusalCode(answer)}`;

/** The first statement that reads each table and calls each function, as a request. */
async function requests() {
  const reads = new Map<string, { statement: string; path: string }>();
  const calls = new Map<string, { statement: string; call: string }>();
  for (const statement of statements) {
    const [, columns, table, column, name] =
      /^select ([\w, ]+) from public\.(\w+) where (\w+) = :(\w+)$/.exec(statement) ?? [];
    const path = `${table}?select=${columns}&${column}=eq.${nothing[name ?? ""]}`;
    if (table && !reads.has(table)) reads.set(table, { statement, path });
    const call = statement.replace(/^select length\((.*)\)$/, "select $1");
    const [, called] = /^select public\.(\w+)\(.*\)$/.exec(call) ?? [];
    if (called && !calls.has(called)) calls.set(called, { statement, call });
  }
  const exposed = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
     union all select proname from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  expect([...reads.keys(), ...calls.keys()].sort()).toEqual(exposed.map(({ name }) => name).sort());
  const parameters = await argumentsOf([...calls.values()].map(({ call }) => call));
  return [
    ...[...reads.values()].map(({ statement, path }) => ({
      statement,
      send: (person: Person | null) => rest(person, "GET", path),
    })),
    ...[...calls].map(([name, { statement }], n) => ({
      statement,
      send: (person: Person | null) => rpc(person, name, parameters[n]),
    })),
  ];
}

test("over HTTP each table and each call answers a stranger and an anonymous caller the same", async () => {
  const all = await requests();
  const { stranger } = world.people;
  for (const person of [stranger, null]) {
    const actor = person ? "stranger" : "anonymous";
    const tried = await probing(world, [], (attempt) =>
      attempt(
        actor,
        all.map(({ statement }) => statement),
        nothing,
      ),
    );
    const answers: string[] = [];
    for (const { statement, send } of all) {
      answers.push(`${statement} -> ${statusIn(await send(person))}`);
    }
    expect(answers, actor).toEqual(
      all.map(({ statement }, n) => `${statement} -> ${statusOf(tried[n] as Outcome, person)}`),
    );
  }
  const own = await rest(stranger, "GET", "profiles?select=full_name");
  expect(own.body).toEqual([{ full_name: "«stranger»" }]);
});
