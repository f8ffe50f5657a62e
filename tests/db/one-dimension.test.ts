import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  type Answer,
  newAddress,
  newPerson,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";
import { renewCalendar } from "../support/calendar.ts";
import { householdOf, newDisplay, newHousehold } from "../support/households.ts";
import { sql } from "../support/sql.ts";

/** Every array in a request is a plain list: a nested one would be stored in the record, and break its readers. */

test("every column that is an array takes one dimension, from 1 on", async () => {
  const unchecked = await sql(
    `select attrelid::regclass::text as table, attname as column
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
       and attnum > 0 and not attisdropped and attndims > 0
       and not exists (
         select from pg_constraint
         where conrelid = attrelid and conkey = array[attnum]
           and pg_get_constraintdef(pg_constraint.oid)
             like format('%%array_ndims(%1$s) = 1) AND (array_lower(%1$s, 1) = 1)%%', attname)
       )`,
  );
  expect(unchecked).toEqual([]);
});

async function newChore() {
  const person = await newPerson("keeper");
  const household = await newHousehold(person, "The flat", ["Carol"]);
  const { people, me } = await householdOf(person, household);
  const ids = people.map(({ id }) => id);
  const carol = ids.find((id) => id !== me) ?? "";
  const chore = await addTask(person, { household_id: household, start_date: "2020-01-01" });
  const token = await newDisplay(person, household);
  return { person, household, carol, ids, chore: chore.id, token };
}

type Chore = Awaited<ReturnType<typeof newChore>>;

/** The parameters of each call that takes an array, with a nested one in its place. */
const calls: Readonly<Record<string, (chore: Chore) => object>> = {
  ask_for_tasks: ({ chore }) => ({ task_ids: [[chore]] }),
  catch_up: ({ chore, ids }) => ({
    ...{ id: randomUUID(), task_id: chore, days: [[18262, 3]], status: "done", people: [ids] },
  }),
  complete_task: ({ chore, ids }) => ({
    task_id: chore,
    completed_date: "2020-02-01",
    people: [ids],
  }),
  correct_completion: ({ chore, ids }) => ({
    ...{ task_id: chore, completed_date: "2020-03-01", people: [ids] },
  }),
  create_household: () => ({ id: randomUUID(), name: "Other", others: [["Eve", "Frank"]] }),
  create_task: () => ({
    ...{ id: randomUUID(), share_with: [[newAddress(), newAddress()]] },
    fields: { title: randomUUID(), category: "Home", startDate: "2020-01-01", isShared: true },
  }),
  give_turns: ({ chore, carol }) => ({ task_id: chore, days: [["2100-01-01"]], person_id: carol }),
  offer_turns: ({ chore }) => ({ task_id: chore, days: [["2100-01-01"]] }),
  return_turns: ({ chore }) => ({ task_id: chore, days: [["2100-01-01"]] }),
  start_earlier: ({ chore }) => ({
    ...{ task_id: chore, earlier: { startDate: "2019-01-01" }, share_with: [[newAddress()]] },
  }),
  take_turns: ({ chore }) => ({ task_id: chore, days: [["2100-01-01"]] }),
  tick_on_display: ({ token, chore, ids }) => ({
    ...{ token, task_id: chore, day: "2020-02-02", people: [ids], time_zone: "UTC" },
  }),
  update_task: ({ chore }) => ({ task_id: chore, fields: {}, share_with: [[newAddress()]] }),
  withdraw_offers: ({ chore }) => ({ task_id: chore, days: [["2100-01-01"]] }),
};

test("the calls that take an array are these", async () => {
  const known = await sql<{ name: string }>(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace
       and has_function_privilege('authenticated', pg_proc.oid, 'execute')
       and exists (
         select from unnest(proargtypes) as type join pg_type on pg_type.oid = type
         where typcategory = 'A'
       )
     order by 1`,
  );
  expect(known.map(({ name }) => name)).toEqual(Object.keys(calls));
});

/** Fields of a task, each as a nested array. */
const nested = ({ ids }: Chore) => ({
  roster: [ids],
  season: [[1, 2]],
  checklist: [["One", "Two"]],
});

test("an array of arrays in a call, a row, a field or a file is refused or read as a list, and breaks nothing", async () => {
  const chore = await newChore();
  const { person } = chore;
  succeeded(
    await rpc(person, "complete_task", { task_id: chore.chore, completed_date: "2020-03-01" }),
  );
  await renewCalendar(person);
  const answers: [what: string, answer: Answer][] = [];
  for (const [name, parameters] of Object.entries(calls)) {
    answers.push([name, await rpc(person, name, { ...parameters(chore) })]);
  }
  for (const [field, value] of Object.entries(nested(chore))) {
    const fields = {
      title: randomUUID(),
      category: "Home",
      startDate: "2020-01-01",
      [field]: value,
    };
    const refused = [
      await rpc(person, "create_task", { id: randomUUID(), fields }),
      await updateTask(person, chore.chore, { [field]: value }),
      await rest(person, "PATCH", `tasks?id=eq.${chore.chore}`, { [field]: value }),
      await rpc(person, "start_earlier", {
        ...{
          task_id: chore.chore,
          earlier: { startDate: "2019-01-01" },
          fields: { [field]: value },
        },
      }),
      await rest(person, "POST", "tasks", {
        ...{ title: randomUUID(), category: "Home", start_date: "2020-01-01", [field]: value },
      }),
    ];
    expect(refused.map(refusalCode), field).toEqual(refused.map(() => "VALIDATION_FAILED"));
    const entry = { source: randomUUID(), fields };
    const piece = { import_id: randomUUID(), number: 0, entries: [entry] };
    const [result] = succeeded<object[]>(await rpc(person, "import_piece", piece));
    expect(result, field).toMatchObject({ outcome: "refused" });
  }
  const former = { validUntil: "2020-05-01", startDate: "2020-01-01", repeatValue: "daily" };
  const entries = [
    {
      source: randomUUID(),
      fields: {
        title: "In",
        category: "Home",
        startDate: "2020-01-01",
        scheduleFrom: "2020-05-02",
      },
      formerSchedules: [{ ...former, season: [[1, 2]] }],
    },
  ];
  const piece = { import_id: randomUUID(), number: 0, entries };
  const [result] = succeeded<object[]>(await rpc(person, "import_piece", piece));
  expect(result).toMatchObject({ outcome: "refused" });
  for (const change of [{ categories: [["Home"]] }, { household_ids: [[chore.household]] }]) {
    const path = `calendar_feeds?person_id=eq.${person.id}`;
    answers.push([JSON.stringify(change), await rest(person, "PATCH", path, change)]);
  }
  for (const [what, { status, body }] of answers) {
    expect(status, `${what}: ${JSON.stringify(body)}`).toBeLessThan(500);
  }

  succeeded(await rpc(person, "list_tasks"));
  succeeded(await rpc(person, "export_tasks"));
  const kept = await sql(
    `select kind, details from public.task_events events join public.tasks on tasks.id = events.task_id
     where tasks.household_id = $1
       and jsonb_path_exists(details, 'strict $.**.roster[*] ? (@.type() == "array")')`,
    [chore.household],
  );
  expect(kept).toEqual([]);
});

test("what was stored before comes out all the same", async () => {
  const { person, chore, ids } = await newChore();
  const list = JSON.stringify([[ids[0]], "nobody", 5, null, { id: ids[1] }]);
  for (const details of [
    `{"roster": ${list}}`,
    `{"before": {"roster": ${list}}, "after": {"roster": "none"}}`,
    `{"people": ${list}}`,
    `{"by": null, "people": ${list}}`,
    `{"by": null, "people": [], "after": {"people": ${list}}}`,
  ]) {
    await sql(
      "insert into public.task_events (task_id, kind, details) values ($1, 'schedule_changed', $2)",
      [chore, details],
    );
  }
  const { tasks } = succeeded<{ tasks: { events: { details: unknown }[] }[] }>(
    await rpc(person, "export_tasks"),
  );
  const told = tasks[0]?.events.slice(-5).map(({ details }) => JSON.stringify(details)) ?? [];
  expect(told).toHaveLength(5);
  for (const text of told) expect(text).toContain("Carol");
});
