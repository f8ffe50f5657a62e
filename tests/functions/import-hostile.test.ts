import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_IMPORT_BYTES } from "../../src/domain/portability/import-input.ts";
import { callFunction, newPerson, type Person, refusalCode, rpc } from "../support/actors.ts";
import { addTask, listTasks } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import {
  counts,
  digestOf,
  entriesOf,
  exportFile,
  importEntries,
  sendPiece,
} from "../support/portability.ts";
import { processesOf } from "../support/processes.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Manipulated imports: each is refused in words, and leaves nothing. */

let person: Person;
beforeAll(async () => {
  person = await newPerson("mallory");
});

const entry = (changes: Record<string, unknown> = {}) => ({
  source: randomUUID(),
  fields: { category: "Home", title: `Chore ${randomUUID()}`, startDate: "2020-01-01" },
  ...changes,
});
/** An object is sent as an import's first piece. */
const send = (body: unknown) =>
  callFunction(
    person,
    "import-tasks",
    typeof body === "object" ? { importId: randomUUID(), number: 0, ...body } : body,
  );
const inPiece = (entries: string) =>
  `{"importId":"${randomUUID()}","number":0,"entries":${entries}}`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("what is no import is refused as a whole", () => {
  const bodies: Record<string, unknown> = {
    "no JSON": "{",
    "a list": "[]",
    null: "null",
    "no entries": "{}",
    "no id": { importId: undefined, entries: [] },
    "an id that is none": { importId: "1", entries: [] },
    "a number that is none": { number: -1, entries: [] },
    "entries that are a number": { entries: 5 },
    "entries of null": { entries: [null] },
    "entries without a source": { entries: [{ fields: {} }] },
    "fields that are deep": { entries: [entry({ fields: { title: { a: { b: [] } } } })] },
    "100,000 levels": inPiece(nested(100_000)),
    "100,000 levels in a field": inPiece(`[{"source":"1","fields":{"title":${nested(100_000)}}}]`),
    "100,000 numbers": { entries: Array(100_000).fill(1) },
    "101 tasks": { entries: Array(101).fill(entry()) },
    NUL: { entries: [entry({ source: "a\u0000b" })] },
    "half a surrogate pair": inPiece('[{"source":"\\ud800","fields":{}}]'),
    "a prototype": inPiece('[{"__proto__":{"source":"1"},"fields":{}}]'),
  };
  test.each(Object.entries(bodies))("%s", async (_, body) => {
    const answer = await send(body);
    expect(`${answer.status} ${refusalCode(answer)}`).toBe("422 VALIDATION_FAILED");
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_000);
  });
});

describe("a past that can't be is refused for its task alone", () => {
  const at = "2020-01-02T08:00:00Z";
  const me = { me: true };
  const done = (...days: [string, string][]) => [{ by: me, status: "done", days }];
  const pasts: Record<string, Record<string, unknown>> = {
    "a completion in the future": { completions: done(["2999-01-01", at]) },
    "an instant in the future": { completions: done(["2020-01-02", "2999-01-01T00:00:00Z"]) },
    "an instant for ever": { completions: done(["2020-01-02", "infinity"]) },
    "a day twice": { completions: done(["2020-01-02", at], ["2020-01-02", at]) },
    "a day that is none": { completions: done(["2020-02-30", at]) },
    "a day as text": { completions: done(["'; drop table tasks; --", at]) },
    "a pause that ends before it begins": { pausedDays: [["2020-01-05", "2020-01-01"]] },
    "a put-off to the same day": { putOffs: [{ dueDate: "2020-01-05", newDate: "2020-01-05" }] },
    "two put-offs to one day": {
      putOffs: [
        { dueDate: "2020-01-05", newDate: "2020-01-07" },
        { dueDate: "2020-01-06", newDate: "2020-01-07" },
      ],
    },
    "501 put-offs": {
      putOffs: Array.from({ length: 501 }, (_, index) => ({
        dueDate: new Date(Date.UTC(2020, 0, index + 1)).toISOString().slice(0, 10),
        newDate: new Date(Date.UTC(2030, 0, index + 1)).toISOString().slice(0, 10),
      })),
    },
    "a catch-up on a day that is done": {
      completions: done(["2020-01-02", at]),
      catchUps: [{ id: "1", by: me, status: "done", days: [["2020-01-01", "2020-01-09"]], at }],
    },
    "two catch-ups on a day": {
      catchUps: ["1", "2"].map((id) => ({
        ...{ id, by: me, status: "done", days: [["2020-01-01", "2020-01-09"]], at },
      })),
    },
    "a catch-up into the future": {
      catchUps: [{ id: "1", by: me, status: "done", days: [["2020-01-01", "2999-01-01"]], at }],
    },
    "a former schedule after the one that counts": {
      formerSchedules: [
        { validUntil: "2020-01-01", startDate: "2019-01-01", repeatValue: "daily" },
      ],
    },
    "a note that is too long": {
      notes: [{ day: "2020-01-02", note: "x".repeat(501), by: me, at }],
    },
    "an empty note": { notes: [{ day: "2020-01-02", note: " ", by: me, at }] },
    "a ticked line that is too long": { checks: [{ day: "2020-01-02", lines: ["x".repeat(101)] }] },
  };
  test.each(Object.entries(pasts))("%s", async (_, past) => {
    const good = entry();
    const results = await importEntries(person, [entry(past), good], { isPreview: false });
    expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "added"]);
    expect(results[0]?.issues.length).toBeGreaterThan(0);
  });
});

test("fields that a task does not have, or that are the database's, are refused", async () => {
  for (const name of ["id", "ownerId", "user_id", "isActive", "revision", "createdAt", "paused"]) {
    const fields = { ...entry().fields, [name]: "x" };
    expect(await importEntries(person, [entry({ fields })])).toMatchObject([
      { outcome: "refused" },
    ]);
  }
});

test("nobody gets a past in a task that exists, whatever a file says", async () => {
  const own = await addTask(person);
  const before = await exportFile(person);
  const past = {
    notes: [{ day: "2020-01-02", note: "Forged", by: null, at: "2020-01-02T08:00:00Z" }],
  };
  expect(await importEntries(person, [entry({ source: own.id, ...past })])).toEqual([
    { outcome: "there", issues: [] },
  ]);
  expect(await exportFile(person)).toBe(before);
});

describe("more than a piece", () => {
  test("is refused by what the request says of itself, before it is read", async () => {
    const { functionsUrl, publishableKey } = stackUnderTest();
    const headers = { apikey: publishableKey, Authorization: `Bearer ${person.token}` };
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${functionsUrl}/import-tasks`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json", "Content-Length": 251_001 },
      });
      sent.on("response", (response) => resolve(response.statusCode ?? 0));
      sent.on("error", reject);
      sent.end(Buffer.alloc(251_001, " "));
    });
    expect(status).toBe(413);
  });

  test("is refused by the database, too", async () => {
    const entries = [entry({ padding: "x".repeat(500_001) })];
    const piece = { import_id: randomUUID(), number: 0, entries };
    expect((await rpc(person, "import_piece", piece)).status).toBe(413);
  });
});

test.each([
  ["15 MB", "bytes", 15_000_000, "PAYLOAD_TOO_LARGE"],
  ["2,000 tasks", "tasks", 2_000, "VALIDATION_FAILED"],
])("more than %s in all pieces are refused by the database", async (_, column, most, code) => {
  const importId = randomUUID();
  const [first, second] = [[entry()], [entry()]];
  expect((await sendPiece(person, importId, 0, first)).status).toBe(200);
  const stand = (value: number) =>
    sqlValue(`update private.imports set ${column} = $1 where person_id = $2`, [value, person.id]);
  await stand(most);
  expect(refusalCode(await sendPiece(person, importId, 1, second))).toBe(code);
  await stand(most - (column === "tasks" ? 1 : 1_000));
  expect((await sendPiece(person, importId, 1, second)).status).toBe(200);
});

test("9.7 MB come out and in as they are, and take the function little memory", {
  tags: ["all"],
}, async () => {
  const [anna, carla] = await Promise.all([newPerson("anna"), newPerson("carla")]);
  await sqlValue(
    `with made as (
       insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2025-01-01' from generate_series(1, 299) n returning id
     )
     select count(*) from made`,
    [anna.id],
  );
  // One is larger than a piece by far.
  await sqlValue(
    `with made as (
       insert into public.tasks (user_id, category, title, start_date)
       values ($1, 'Home', 'Since ever', '1850-01-01') returning id
     )
     insert into public.task_completions (task_id, user_id, completed_date, completed_at, time_zone)
     select id, $1, '1850-01-01'::date + n, '2025-01-01T18:10:00Z', 'UTC' from made, generate_series(0, 63999) n`,
    [anna.id],
  );
  // The statistics may be from a moment at which one task had all rows.
  await sql("analyze public.task_completions");
  await sqlValue(
    `insert into public.task_completions (task_id, user_id, completed_date, completed_at, time_zone)
     select id, $1, '2025-01-01'::date + n, '2025-01-01T18:10:00Z'::timestamptz + n * interval '1 day', 'UTC'
     from public.tasks, generate_series(0, 539) n where user_id = $1 and title <> 'Since ever'`,
    [anna.id],
  );
  const file = await exportFile(anna);
  expect(file.length).toBeGreaterThan(9_000_000);
  expect(file.length).toBeLessThan(MAX_IMPORT_BYTES);
  const memoryNow = () =>
    Math.max(0, ...processesOf("edge functions", 1).map(({ memory }) => memory));
  const before = memoryNow();
  let memory = before;
  const results = await importEntries(carla, entriesOf(file), {
    onSent: () => {
      memory = Math.max(memory, memoryNow());
    },
  });
  expect(counts(results)).toEqual({ added: 300 });
  expect(await digestOf(carla)).toBe(await digestOf(anna));
  expect(await listTasks(carla)).toHaveLength(300);
  console.info(
    `import-tasks used ${Math.round((memory - before) / 1_000)} MB more for a file of ${file.length} bytes`,
  );
  // Kilobytes, of the 256 MB that a hosted function has; it starts with about 70. Only the embedded stack has a
  // process to measure.
  expect(memory - before).toBeLessThan(130_000);
});
