import { type Kysely, sql as statement } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RestConnection } from "../api/rest-connection.ts";
import { databaseUrl } from "../services/postgres.ts";
import { type Callers, callersOf, type Person } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

/** The stack's own part of REST must act like PostgREST: callers, transactions and limits. */

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack();
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const now = Math.floor(Date.now() / 1000);
const readNotes = (person: Person | null) => callers.rest(person, "GET", "notes?select=body");
const addNote = (person: Person, body: string) =>
  callers.rest(person, "POST", "rpc/add_note", { body });

test("a valid token is believed; a forged, expired or future one is refused", async () => {
  const alice = await callers.newPerson("alice");
  const ask = async (claims: object, secret?: string) =>
    (await readNotes(callers.withClaims(alice, claims, secret))).status;
  expect(await ask({})).toBe(200);
  expect(await ask({}, "another secret, just as long as the real one is")).toBe(401);
  expect(await ask({ exp: now - 60 })).toBe(401);
  const issuedIn = (seconds: number) => ({ iat: now + seconds, exp: now + 3600 });
  expect(await ask(issuedIn(20))).toBe(200);
  expect(await ask(issuedIn(600))).toBe(401);
  expect(await ask({ nbf: now - 60 })).toBe(200);
  const future = callers.withClaims(alice, { nbf: now + 600 });
  expect((await readNotes(future)).status).toBe(401);
  expect((await callers.callFunction(future, "echo")).status).toBe(401);
  expect((await callers.auth(future, "GET", "user")).status).toBe(401);
  const unsigned = `${alice.token.split(".").slice(0, 2).join(".")}.`;
  expect((await readNotes({ ...alice, token: unsigned })).status).toBe(401);
});

test("a role that the API does not have is refused, and harms nobody's later request", async () => {
  const alice = await callers.newPerson("alice");
  await addNote(alice, "mine");
  for (const role of ["postgres", "supabase_admin", "nobody_at_all"]) {
    const answer = await readNotes(callers.withClaims(alice, { role }));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).toContain(role);
  }
  expect((await readNotes(alice)).body).toEqual([{ body: "mine" }]);
});

test("nobody has the database work out a regular expression of theirs", async () => {
  const alice = await callers.newPerson("alice");
  await addNote(alice, "mine");
  const read = async (query: string) =>
    (await callers.rest(alice, "GET", `notes?select=body&${query}`)).status;
  for (const query of ["body=match.m", "body=not.imatch.M", "or=(body.match.m,body.eq.x)"]) {
    expect(await read(query), query).toBe(400);
  }
  const others = ["body=MATCH.m", "body=%20match.m", "or=(body.%20match.m)", "body=not.%20match.m"];
  for (const query of others) expect(await read(query), query).toBeGreaterThanOrEqual(400);
  expect(await read("body=ilike.M*")).toBe(200);
});

test("callers who share connections never see with each other's eyes", async () => {
  const people = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      const person = await callers.newPerson(`p${n}`);
      await addNote(person, person.email);
      return person;
    }),
  );
  const asks = Array.from({ length: 300 }, async (_, n) => {
    const person = people[n % 6] ?? null;
    const { body, status } = await readNotes(person);
    if (person) expect(body).toEqual([{ body: person.email }]);
    else expect(status).toBe(401);
  });
  await Promise.all(asks);
});

test("a call that fails leaves nothing behind, and the next one is unharmed", async () => {
  const alice = await callers.newPerson("alice");
  expect(await addNote(alice, null as never)).toMatchObject({ status: 400 });
  expect((await readNotes(alice)).body).toEqual([]);
  expect((await addNote(alice, "there")).status).toBe(200);
});

test("a function that writes cannot be called with GET", async () => {
  const alice = await callers.newPerson("alice");
  expect((await callers.rest(alice, "GET", "rpc/add_note?body=x")).status).toBe(405);
  expect((await readNotes(alice)).body).toEqual([]);
});

test("a transaction has the limits of its caller's role, and leaves none behind", async () => {
  const connection = new RestConnection(databaseUrl(stack.portBase + 1, "authenticator"));
  const limits = async (database: Kysely<unknown>) => {
    const { rows } = await statement<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout')
      order by name`.execute(database);
    return rows.map(({ setting }) => Number(setting));
  };
  const as = (role: string) => connection.withContext({ auth: { role } } as never, limits);
  try {
    for (let round = 0; round < 2; round += 1) {
      expect(await as("anon")).toEqual([8000, 3000]);
      expect(await as("authenticated")).toEqual([8000, 8000]);
      // Without its own setting, it has that of the role that logs in.
      expect(await as("service_role")).toEqual([8000, 8000]);
    }
  } finally {
    await connection.close();
  }
  const alice = await callers.newPerson("alice");
  const asked = await callers.rest(alice, "POST", "rpc/limits", {});
  expect(asked.body).toEqual({ lock_timeout: "8000", statement_timeout: "8000" });
});

test("a call that waits for longer is cancelled, and nothing of it is done", async () => {
  const alice = await callers.newPerson("alice");
  await addNote(alice, "locked");
  const client = new pg.Client({ connectionString: stack.dbUrl });
  await client.connect();
  const change = () => callers.rest(alice, "PATCH", "notes?body=eq.locked", { body: "changed" });
  try {
    await client.query("begin");
    await client.query("select from public.notes for update");
    const { body, status } = await change();
    expect(status).toBe(500);
    expect(JSON.stringify(body)).toMatch(/canceling statement due to (statement|lock) timeout/);
  } finally {
    await client.end();
  }
  expect((await readNotes(alice)).body).toEqual([{ body: "locked" }]);
  expect((await change()).status).toBe(204);
}, 60_000);

test("what braces in a filter mean depends on the column: an array, a multirange or JSON", async () => {
  const alice = await callers.newPerson("alice");
  const note = {
    body: "mine",
    tags: ["1", "home, garden"],
    days: "{[2026-01-01,2026-01-03),[2026-01-05,2026-01-06)}",
    details: { colour: "red" },
  };
  expect((await callers.rest(alice, "POST", "notes", note)).status).toBe(201);
  const find = async (column: string, filter: string) => {
    const path = `notes?select=body&${column}=${encodeURIComponent(filter)}`;
    return (await callers.rest(alice, "GET", path)).body;
  };
  const found = [{ body: "mine" }];
  expect(await find("days", "cs.{[2026-01-02,2026-01-02]}")).toEqual(found);
  expect(await find("days", "cs.{[2026-01-04,2026-01-04]}")).toEqual([]);
  expect(await find("days", "not.cs.{[2026-01-04,2026-01-04]}")).toEqual(found);
  expect(await find("days", "cd.{[2026-01-01,2026-01-07)}")).toEqual(found);
  expect(await find("days", "ov.{[2026-01-02,2026-01-05)}")).toEqual(found);
  expect(await find("days", "ov.{}")).toEqual([]);
  expect(await find("tags", 'cs.{1,"home, garden"}')).toEqual(found);
  expect(await find("tags", "cs.{2}")).toEqual([]);
  expect(await find("tags", "cs.{}")).toEqual(found);
  expect(await find("details", 'cs.{"colour":"red"}')).toEqual(found);
  const change = `notes?days=${encodeURIComponent("cs.{[2026-01-02,2026-01-02]}")}`;
  expect((await callers.rest(alice, "PATCH", change, { body: "changed" })).status).toBe(204);
  expect((await readNotes(alice)).body).toEqual([{ body: "changed" }]);
});

test("nobody has a text of theirs parsed as XML", async () => {
  const alice = await callers.newPerson("alice");
  await addNote(alice, "<a/>");
  const answer = await callers.rest(alice, "GET", "notes?select=body::xml");
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ code: "42501" });
});

test("rows are changed and deleted only by a filter", async () => {
  const alice = await callers.newPerson("alice");
  const refused = (verb: string) => ({
    status: 400,
    body: { code: "21000", message: `${verb} requires a WHERE clause`, details: null, hint: null },
  });
  const change = { body: "everything" };
  expect(await callers.rest(alice, "PATCH", "notes", change)).toMatchObject(refused("UPDATE"));
  expect(await callers.rest(alice, "DELETE", "notes")).toMatchObject(refused("DELETE"));
  expect((await callers.rest(alice, "DELETE", "notes?id=gt.0")).status).toBe(204);
});

test("the API's services are no superusers; Auth is the owner of its schema", async () => {
  await readNotes(await callers.newPerson("alice"));
  const services = await callers.sql(
    `select distinct rolname as name, rolsuper, rolbypassrls, rolcreaterole
     from pg_stat_activity join pg_roles on rolname = usename
     where application_name = 'api' order by name`,
  );
  const rights = { rolsuper: false, rolbypassrls: false, rolcreaterole: false };
  expect(services).toEqual([
    { name: "authenticator", ...rights },
    { name: "supabase_auth_admin", ...rights },
  ]);
  const owners = await callers.sql(
    `select distinct relowner::regrole::text as owner from pg_class
     where relnamespace = 'auth'::regnamespace and relkind = 'r'`,
  );
  expect(owners).toEqual([{ owner: "supabase_auth_admin" }]);
});

test("the project's pre-request function is asked first: a removed account's token is refused", async () => {
  const alice = await callers.newPerson("alice");
  expect((await readNotes(alice)).status).toBe(200);
  await callers.sql("delete from auth.users where id = $1", [alice.id]);
  const gone = { status: 401, body: { message: "who is that?" } };
  expect(await readNotes(alice)).toMatchObject(gone);
  expect(await addNote(alice, "late")).toMatchObject(gone);
  expect(await callers.callFunction(alice, "echo")).toMatchObject(gone);
  // Like the platform's auth server.
  expect(await callers.auth(alice, "GET", "user")).toMatchObject({
    status: 403,
    body: { error_code: "user_not_found" },
  });
});

test.each([
  [
    "all kinds of arguments",
    "shown",
    { words: ["a", '"b,'], day: "2026-02-01", details: { a: [1] } },
  ],
  ["with quotes and a backslash", "shown", { words: ["'; select 1; --"], name: "it's \\ me" }],
  ["with null for arguments", "shown", { words: null, day: null, details: null }],
  ["without an argument that is needed", "shown", { day: "2026-02-01" }],
  ["with an argument that there is not", "shown", { words: [], other: 1 }],
  ["with a value of another type", "shown", { words: [], day: "no day" }],
  ["with a list instead of names", "shown", [1]],
  ["that answers null", "nothing", {}],
  ["that answers nothing", "forget_notes", {}],
  ["that answers a number", "add_note", { body: "x" }],
  ["that there is not", "not_there", {}],
  ["that sets status and headers", "told", {}],
  ["that is refused by its own status", "refused", { code: "PT409" }],
  ["that is refused by a rule", "refused", { code: "42501" }],
  ["that is refused as a double", "refused", { code: "23505" }],
  ["that fails", "refused", { code: "55P03" }],
])(
  "a call %s is answered as any other, a person's and a function's",
  async (_, name, parameters) => {
    const alice = await callers.newPerson("alice");
    const { publishableKey, secretKey } = stack;
    const ask = async ([apikey, token]: readonly string[], headers = {}) => {
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: {
          ...{ apikey: String(apikey), Authorization: `Bearer ${token}` },
          ...{ "Content-Type": "application/json", ...headers },
        },
        body: JSON.stringify(parameters),
      });
      const given = ["content-type", "content-range", "x-told"].map((each) =>
        answer.headers.get(each),
      );
      return { status: answer.status, body: await answer.text(), given };
    };
    for (const caller of [
      [publishableKey, alice.token],
      [secretKey, secretKey],
    ]) {
      // Requests with a preference go to @supabase/lite.
      const others = await ask(caller, { Prefer: "params=single" });
      const mine = await ask(caller);
      const read = ({ body }: typeof mine) => (body === "" ? body : JSON.parse(body));
      let wanted = read(others);
      // Each note has the next number.
      if (typeof wanted === "number") wanted += 1;
      // PostgREST gives a double's hint, too; @supabase/lite doesn't.
      if ("code" in parameters && parameters.code === "23505") wanted.hint = "try later";
      expect(read(mine)).toEqual(wanted);
      expect({ ...mine, body: "" }).toEqual({ ...others, body: "" });
    }
  },
);

test.each(["ended", "killed"])(
  "a call whose connection is %s is told so in a sentence, and the next one is answered",
  async (how) => {
    const alice = await callers.newPerson("alice");
    // One holds the table, the other watches: in a transaction, its view of others stays the same.
    const [holder, watcher] = [1, 2].map(() => {
      const connectionString = databaseUrl(stack.portBase + 1, "supabase_admin");
      return new pg.Client({ connectionString }).on("error", () => {});
    }) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query("begin");
    await holder.query("lock table public.notes in access exclusive mode");
    const waiting = [addNote(alice, "lost"), readNotes(alice)];
    const atWork = async () => {
      const { rows } = await watcher.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'api' and wait_event_type = 'Lock'",
      );
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(async () => (await atWork()).length).toBe(waiting.length);
    const pids = await atWork();
    if (how === "killed") process.kill(Number(pids[0]), "SIGKILL");
    else await watcher.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [pids]);
    for (const { status, body } of await Promise.all(waiting)) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: expect.stringMatching(/^(?:PGRST001|57P0[12])$/) });
    }
    void holder.end();
    void watcher.end();
    await expect.poll(async () => (await readNotes(alice)).status).toBe(200);
    expect((await callers.auth(alice, "GET", "user")).status).toBe(200);
  },
);
