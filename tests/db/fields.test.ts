import { randomUUID } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { readEntry } from "../../src/domain/portability/import-input.ts";
import { eventText } from "../../src/domain/tasks/event-texts.ts";
import { MISSED_POLICIES } from "../../src/domain/tasks/missed-policies.ts";
import { REPEAT_VALUES } from "../../src/domain/tasks/repeat-values.ts";
import { checkInput, TASK_FIELDS, updateTaskSchema } from "../../src/domain/tasks/task-input.ts";
import { TURN_LENGTHS } from "../../src/domain/turns/turn-types.ts";
import { newPerson, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { day } from "../support/day.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/** A task's fields are rows of the database, and the client's `taskFields`. */

interface FieldRow {
  readonly field: string;
  readonly max_length: number | null;
  readonly too_long: string;
  readonly choices: readonly string[] | null;
}

const rows = await sql<FieldRow>(
  "select field, max_length, too_long, choices from private.task_fields order by position",
);
const texts = rows.filter(({ max_length }) => max_length !== null);

const draft = (changes: object = {}) => ({
  category: "Home",
  title: `Task ${randomUUID()}`,
  startDate: "2020-01-01",
  repeatValue: "custom",
  ...changes,
});

test("the client and the database have the same fields", () => {
  expect(rows.map(({ field }) => field).sort()).toEqual([...TASK_FIELDS].sort());
});

test("the client and the database have the same choices, statuses and kinds of events", async () => {
  const choices = rows.flatMap((row) => (row.choices ? [[row.field, row.choices]] : []));
  expect(Object.fromEntries(choices)).toEqual({
    ...{ repeatValue: REPEAT_VALUES, missedPolicy: MISSED_POLICIES, turnLength: TURN_LENGTHS },
  });
  const allowed = async (table: string, column: string) => {
    const [check] = await sql<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint
       where conname = $1 and conrelid = $2::regclass`,
      [`${table}_${column}_check`, `public.${table}`],
    );
    return [...(check?.text.matchAll(/'(\w+)'::text/g) ?? [])].map(([, value]) => value ?? "");
  };
  const completion = { by: null, days: [["2020-01-01", "2020-01-01T12:00:00Z"]] };
  for (const status of await allowed("task_completions", "status")) {
    const completions = [{ ...completion, status }];
    expect(readEntry({ source: "1", fields: {}, completions })).toMatchObject({ completions });
  }
  expect(await allowed("task_catch_ups", "status")).toEqual(["done", "skipped"]);
  const kinds = await allowed("task_events", "kind");
  expect(kinds.length).toBeGreaterThan(20);
  const event = { userId: null, personId: null, days: "{}", details: {} };
  for (const kind of kinds) {
    expect(
      eventText({ ...event, kind } as never, { people: {} }, "", US_ENGLISH),
      kind,
    ).not.toMatch(/ changed it$/);
  }
});

/** For each function that decides days in SQL, the fields that don't matter to it, and why. */
const DECIDES_NOTHING: Readonly<Record<string, string>> = {
  // covers a schedule's first day to its last, whatever its rule
  doable_days:
    "repeatValue customRrule customRruleText afterDone waitsFor waitsAmount season roster turnLength",
  // only where one is open at a time, which has no rule; a reading decides when it is told
  due_day: "repeatValue customRrule customRruleText waitsAmount roster turnLength",
  // refuses days on which a schedule with dates is due; any other may be due on any day
  is_planned_on: "customRruleText afterDone waitsFor waitsAmount roster turnLength",
};

test("a field that decides days is in each function that decides them in SQL", async () => {
  const deciding = await sql<{ field: string; column_name: string }>(
    "select field, column_name from private.task_fields where decides_days",
  );
  for (const [name, others] of Object.entries(DECIDES_NOTHING)) {
    const [{ source } = { source: "" }] = await sql<{ source: string }>(
      `select string_agg(prosrc, '') as source from pg_proc
       where pronamespace = 'private'::regnamespace and proname = any ($1)`,
      [name === "due_day" ? [name, "open_from", "happened_day", "open_day_from"] : [name]],
    );
    const forgotten = deciding.filter(
      ({ field, column_name }) =>
        !new RegExp(`\\b(${field}|${column_name})\\b`).test(source) &&
        !others.split(" ").includes(field),
    );
    expect(forgotten, `private.${name} must know it`).toEqual([]);
  }
});

test("the list and the export have every field", async () => {
  const alice = await newPerson();
  const listed = await addTask(alice);
  const { tasks } = succeeded<{ tasks: object[] }>(await rpc(alice, "export_tasks"));
  expect(Object.keys(listed)).toEqual(expect.arrayContaining([...TASK_FIELDS]));
  // An id means nothing elsewhere, so the export has the household's name.
  const exported = TASK_FIELDS.map((name) => (name === "householdId" ? "household" : name));
  for (const task of tasks) {
    expect(Object.keys(task)).toEqual(expect.arrayContaining(exported));
  }
  expect(tasks).toHaveLength(1);
});

test.each(texts)(
  "$field has as many characters for the client as for the database",
  async (row) => {
    const alice = await newPerson();
    const ofLength = (length: number | null) => draft({ [row.field]: "x".repeat(length ?? 0) });
    const create = (fields: object) => rpc(alice, "create_task", { id: randomUUID(), fields });
    const longest = ofLength(row.max_length);
    const tooLong = ofLength((row.max_length ?? 0) + 1);

    expect(succeeded(await create(longest))).toMatchObject(longest);
    const refused = await create(tooLong);
    expect(JSON.parse((refused.body as { details: string }).details)).toEqual([
      { path: row.field, code: row.too_long },
    ]);
    const issues = (fields: object) => {
      const result = checkInput(updateTaskSchema, { id: randomUUID(), ...fields });
      return result.ok ? [] : result.issues.map(({ path }) => path);
    };
    // A rule of x is invalid: the client says so, whatever its length.
    if (row.field !== "customRrule") expect(issues(longest)).toEqual([]);
    expect(issues(tooLong)).toEqual([row.field]);
  },
);

test("what is wrong is told in the order of the fields", async () => {
  const alice = await newPerson();
  const fields = {
    isShared: null,
    checklist: ["x".repeat(101), "x".repeat(101)],
    customRruleText: "x".repeat(1001),
    startDate: "2020-01-01",
    endDate: "2019-01-01",
    subtitle: "x".repeat(5001),
    category: " ",
    title: "x".repeat(101),
    repeatValue: "custom",
  };
  const answer = await rpc(alice, "create_task", { id: randomUUID(), fields });
  expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
  expect(JSON.parse((answer.body as { details: string }).details)).toEqual([
    { path: "title", code: "TITLE_TOO_LONG" },
    { path: "category", code: "CATEGORY_REQUIRED" },
    { path: "subtitle", code: "NOTES_TOO_LONG" },
    { path: "endDate", code: "END_BEFORE_START" },
    { path: "customRruleText", code: "RULE_TOO_LONG" },
    { path: "checklist", code: "CHECKLIST_LINE_TOO_LONG" },
    { path: "checklist", code: "CHECKLIST_LINE_TWICE" },
    { path: "isShared", code: "INVALID" },
  ]);
});

const callBy =
  (client: pg.ClientBase) => async (name: string, parameters: string, values: unknown[]) =>
    (await client.query(`select public.${name}(${parameters}) as answer`, values)).rows[0].answer;

/**
 * Acts as a person while tasks have a new field `place` of at most ten characters, described by a row. The
 * schema makes the view from the rows.
 */
const withPlace = async (
  decidesDays: boolean,
  use: (call: ReturnType<typeof callBy>, client: pg.ClientBase) => Promise<void>,
) => {
  const alice = await newPerson();
  await rolledBack(async (client) => {
    await client.query(`
      alter table public.tasks add column place text;
      grant select (place), insert (place), update (place) on public.tasks to authenticated;
      insert into private.task_fields (position, field, max_length, decides_days)
      values (99, 'place', 10, ${decidesDays});
      do $$
      begin
        execute 'create or replace view private.named_tasks with (security_invoker = true) as'
          || replace(pg_get_viewdef('private.named_tasks'::regclass), ' FROM ', ', place from ');
      end;
      $$`);
    await become(client, "authenticated", alice.id);
    await use(callBy(client), client);
  });
};

describe("a new field", () => {
  test("is a column, its rights and a row", async () => {
    const id = randomUUID();
    await withPlace(false, async (call) => {
      const created = await call("create_task", "$1, $2", [id, draft({ place: "  Hall " })]);
      expect(created).toMatchObject({ place: "Hall" });
      expect(await call("update_task", "$1, $2", [id, { place: " " }])).toMatchObject({
        place: null,
      });
      expect(await call("update_task", "$1, $2", [id, { place: "Attic" }])).toMatchObject({
        place: "Attic",
      });
      const { tasks } = await call("list_tasks", "", []);
      expect(tasks).toMatchObject([{ id, place: "Attic" }]);
      const exported = await call("export_tasks", "", []);
      expect(exported.tasks).toMatchObject([{ id, place: "Attic" }]);

      const importId = randomUUID();
      const { title, startDate, category } = created;
      const fields = {
        startDate,
        category,
        title: `${title} again`,
        place: exported.tasks[0].place,
      };
      const entries = JSON.stringify([{ source: randomUUID(), fields }]);
      await call("import_piece", "$1, 0, $2", [importId, entries]);
      await call("finish_import", "$1", [importId]);
      const { tasks: both } = await call("list_tasks", "", []);
      expect(both).toMatchObject([{ place: "Attic" }, { place: "Attic" }]);

      await expect(
        call("update_task", "$1, $2", [id, { place: "x".repeat(11) }]),
      ).rejects.toMatchObject({
        message: "VALIDATION_FAILED",
        detail: '[{"code": "INVALID", "path": "place"}]',
      });
    });
  });

  test("that decides days is in former schedules, events, the undo and files by its row", async () => {
    const id = randomUUID();
    await withPlace(true, async (call, client) => {
      const update = (fields: object) => call("update_task", "$1, $2", [id, fields]);
      await call("create_task", "$1, $2", [id, draft({ place: "Hall" })]);
      const changed = await update({ place: "Attic", scheduleFrom: day(0) });
      expect(changed).toMatchObject({ place: "Attic", formerSchedules: [{ place: "Hall" }] });
      expect(await update({ place: "Shed", scheduleFrom: null })).toMatchObject({
        ...{ place: "Shed", formerSchedules: [] },
      });
      const { rows: events } = await client.query(
        `select id, details -> 'before' ->> 'place' as before, details -> 'after' ->> 'place' as after
         from public.task_events where task_id = $1 and kind = 'schedule_changed' order by id`,
        [id],
      );
      expect(events).toMatchObject([
        { before: "Hall", after: "Attic" },
        { before: "Attic", after: "Shed" },
      ]);
      expect(await call("undo_schedule_change", "$1, $2", [id, events[1].id])).toMatchObject({
        ...{ place: "Attic", formerSchedules: [{ place: "Hall" }] },
      });
      const earlier = { startDate: "2019-01-01", place: "Cellar" };
      const { formerSchedules } = await call("start_earlier", "$1, $2", [id, earlier]);
      expect(formerSchedules).toMatchObject([{ place: "Cellar" }, { place: "Hall" }]);

      const { tasks } = await call("export_tasks", "", []);
      expect(tasks).toMatchObject([{ formerSchedules }]);
      const { title, startDate, category, scheduleFrom } = tasks[0];
      const fields = { startDate, category, scheduleFrom, title: `${title} again` };
      const entry = { source: randomUUID(), fields, formerSchedules: tasks[0].formerSchedules };
      const importId = randomUUID();
      await call("import_piece", "$1, 0, $2", [importId, JSON.stringify([entry])]);
      await call("finish_import", "$1", [importId]);
      const { tasks: both } = await call("list_tasks", "", []);
      expect(both).toMatchObject([{ formerSchedules }, { formerSchedules }]);
    });
  });
});
