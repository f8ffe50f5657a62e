import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import pg from "pg";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { fieldsOf } from "../support/actors-tasks.ts";
import { REPEATS } from "../support/record-history.ts";
import { dayAfter, type Run } from "../support/record-model.ts";
import { become } from "../support/sql.ts";

/** Random histories of a task in the database: what three people do to it, as calls of theirs. */

const PEOPLE = ["alice", "bob", "carol"] as const;
type Name = (typeof PEOPLE)[number];

/** One of what people do, in random numbers. */
export interface RandomStep {
  readonly kind: string;
  readonly person: Name;
  /** days from today */
  readonly day: number;
  readonly length: number;
  readonly repeat: string;
  readonly season: readonly number[] | null;
}

export const KINDS = [
  ...["done", "done for", "skip", "undo", "catch up", "undo catch up", "bulk undo", "note"],
  ...["put off", "bring forward", "pause", "resume", "edit", "edit past", "move start", "rename"],
  ...["share", "accept", "leave", "ask back", "close account", "delete", "restore", "days go by"],
];

const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom(...KINDS, "done", "catch up"),
  person: fc.constantFrom("alice", ...PEOPLE),
  day: fc.integer({ min: -30, max: 4 }),
  length: fc.integer({ min: 0, max: 12 }),
  repeat: fc.constantFrom(...REPEATS),
  season: fc.constantFrom(null, null, null, [1, 2, 3, 11, 12]),
});

/** At the beginning the owner shares and others accept, so that more than one person acts. */
export const randomHistory = fc
  .record({
    acceptors: fc.subarray(["bob", "carol"] as const),
    steps: fc.array(step, { minLength: 8, maxLength: 16 }),
  })
  .map(({ acceptors, steps: [first, ...rest] }): RandomStep[] => {
    const begin = { ...(first as RandomStep), length: 2 };
    return [
      { ...begin, kind: "share", person: "alice" },
      ...acceptors.map((person) => ({ ...begin, kind: "accept", person })),
      // Nothing can be done while it is deleted.
      ...[first as RandomStep, ...rest].flatMap((one): RandomStep[] =>
        one.kind === "delete" && one.length > 2
          ? [one, { ...one, kind: "restore", person: "alice" }]
          : [one],
      ),
    ];
  });

/** A step as the database takes it; by nobody's account when an administrator closes one. */
interface Statement {
  readonly kind: string;
  readonly today: string;
  readonly person: string | null;
  readonly sql: string;
  /** the days that it names, whatever comes of it; null for all of them */
  readonly named: readonly Run[] | null;
}

/** What came of a step. */
export interface Outcome {
  /** the code of a refusal; null when it was done */
  readonly refusal: string | null;
  /** the task afterwards; null when it was refused */
  readonly task: TaskJson | null;
}

export interface EventRow {
  readonly kind: string;
  readonly days: string | null;
  readonly details: Record<string, unknown>;
}

export interface Played {
  readonly statements: readonly Statement[];
  readonly outcomes: readonly Outcome[];
  readonly events: readonly EventRow[];
  readonly notes: readonly { readonly day: string; readonly note: string }[];
  /** the task as each person's list has it; undefined when it is not there */
  readonly listed: readonly (TaskJson | undefined)[];
}

const literal = (value: unknown): string => {
  if (value === null) return "null";
  return pg.escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value));
};
/** A call that answers with the task. */
const call = (name: string, parameters: Record<string, unknown>, answer = "*") =>
  `select ${answer} from public.${name}(${Object.entries(parameters)
    .map(([parameter, value]) => `${parameter} => ${literal(value)}`)
    .join(", ")})`;
/** One that answers with nothing. */
const order = (name: string, parameters: Record<string, unknown>) => call(name, parameters, "null");
const removal = (table: string, where: string) =>
  `with gone as (delete from ${table} where ${where}) select null`;

/** A task with three people of its own. */
export class Histories {
  readonly task = randomUUID();
  readonly people = Object.fromEntries(PEOPLE.map((name) => [name, randomUUID()])) as Record<
    Name,
    string
  >;
  #today: string;
  readonly #start: string;
  #lastCatchUp: { readonly id: string; readonly days: Run } | undefined;

  constructor(today: string) {
    this.#today = today;
    this.#start = dayAfter(today, -25);
  }

  readonly #email = (name: Name) => `${name}-${this.people[name]}@example.com`;

  get accounts() {
    return PEOPLE.map((name) => ({ id: this.people[name], email: this.#email(name) }));
  }

  /** The statements of a history, its task's creation before them. */
  statements(steps: readonly RandomStep[]): Statement[] {
    const fields = { category: "Home", title: "Task", startDate: this.#start };
    const created = {
      kind: "create",
      today: this.#today,
      person: this.people.alice,
      sql: call("create_task", { id: this.task, fields }),
      named: null,
    };
    return [created, ...steps.map((step) => this.#statement(step))];
  }

  #statement(step: RandomStep): Statement {
    const { kind, person } = step;
    if (kind === "days go by") this.#today = dayAfter(this.#today, step.length % 4);
    if (kind === "close account") {
      // The owner's takes the task with it.
      const id = this.people[person === "alice" ? "bob" : person];
      const sql = removal("auth.users", `id = ${literal(id)}`);
      return { kind, today: this.#today, person: null, sql, named: [] };
    }
    const { sql, named } = this.#change(step);
    const today = this.#today;
    return { kind, today, person: this.people[person], sql, named };
  }

  #change(step: RandomStep): Pick<Statement, "sql" | "named"> {
    const { kind, day, length, repeat, season } = step;
    const today = this.#today;
    const task_id = this.task;
    const date = dayAfter(today, day);
    const until = dayAfter(date, length);
    const on = (...days: string[]) => days.map((one): Run => [one, one]);
    const update = (columns: object, share_with: readonly string[] | null = null) => {
      const addresses = share_with === null ? null : `{${share_with}}`;
      return call("update_task", { task_id, fields: fieldsOf(columns), share_with: addresses });
    };
    const schedule = {
      repeat_value: /^[PF]/.test(repeat) ? "custom" : repeat,
      custom_rrule: repeat.startsWith("F") ? `RRULE:${repeat}` : null,
      after_done: repeat.startsWith("P") ? repeat : null,
      season,
    };
    // Where it is already another day, a schedule may count from tomorrow on.
    const schedule_from = length % 5 === 0 ? dayAfter(today, 1) : today;
    switch (kind) {
      case "done":
        return { sql: call("complete_task", { task_id, completed_date: date }), named: on(date) };
      case "done for": {
        const done_by = this.people[length % 2 ? "bob" : "carol"];
        const parameters = { task_id, completed_date: date, done_by };
        return { sql: call("complete_task", parameters), named: on(date) };
      }
      case "skip":
        return { sql: call("skip_occurrence", { task_id, day: date }), named: on(date) };
      case "undo":
        return { sql: call("undo_completion", { task_id, completed_date: date }), named: on(date) };
      case "catch up": {
        const id = randomUUID();
        const first = Date.parse(date) / 86_400_000;
        this.#lastCatchUp = { id, days: [date, until] };
        const status = length % 2 ? "done" : "skipped";
        const parameters = { id, task_id, days: [[first, length + 1]], status };
        return { sql: call("catch_up", parameters), named: [[date, until]] };
      }
      case "undo catch up": {
        const { id, days } = this.#lastCatchUp ?? { id: randomUUID(), days: undefined };
        const sql = call("undo_catch_up", { task_id, catch_up_id: id });
        return { sql, named: days === undefined ? [] : [days] };
      }
      case "bulk undo": {
        const first = dayAfter(date, -10);
        const days = `completed_date between ${literal(first)} and ${literal(until)}`;
        const where = `task_id = ${literal(task_id)} and ${days}`;
        return { sql: removal("public.task_completions", where), named: [[first, until]] };
      }
      case "put off":
        return {
          sql: call("put_off", { task_id, due_date: date, new_date: until }),
          named: on(date, until),
        };
      case "bring forward": {
        const [due_date, new_date] = [dayAfter(today, length % 7), dayAfter(today, -(length % 5))];
        return {
          sql: call("put_off", { task_id, due_date, new_date }),
          named: on(due_date, new_date),
        };
      }
      case "pause":
      case "resume": {
        const parameters = { task_id, first_day: date, last_day: until };
        const sql = call("pause_task", { ...parameters, is_paused: kind === "pause" });
        return { sql, named: [[date, until]] };
      }
      case "note": {
        const note = length % 3 ? `Note ${length}` : "";
        return { sql: call("note_day", { task_id, day: date, note }), named: [] };
      }
      case "rename":
        return { sql: update({ title: `Title ${length}` }), named: [] };
      case "edit":
        return { sql: update({ ...schedule, schedule_from }), named: [] };
      case "edit past": {
        const past = { start_date: dayAfter(this.#start, -length), schedule_from: null };
        return { sql: update({ ...schedule, ...past }), named: null };
      }
      case "move start":
        return { sql: update({ start_date: dayAfter(today, -day), schedule_from }), named: [] };
      case "share": {
        const others = (["bob", "carol"] as const).filter(
          (_, index) => (length + 1) & (1 << index),
        );
        const sql = update({ is_shared: others.length > 0 }, others.map(this.#email));
        return { sql, named: [] };
      }
      case "accept":
        return { sql: order("accept_sender", { sender: this.people.alice }), named: [] };
      case "leave":
        return { sql: order("leave_task", { task_id }), named: [] };
      case "ask back":
        return { sql: order("ask_for_tasks", { task_ids: `{${task_id}}` }), named: [] };
      case "delete":
        return { sql: order("delete_task", { task_id }), named: [] };
      case "restore":
        return { sql: call("restore_task", { task_id }), named: [] };
      default:
        return { sql: "select null", named: null };
    }
  }
}

/** As the REST API calls: each statement for itself, as that person, on that day. */
const preparation = `
  -- What is rolled back leaves rows that nobody sees, and that a scan of the table would pass.
  set local enable_seqscan = off;
  create or replace function private.earliest_today() returns date language sql stable
    as $$ select current_setting('rota_test.today')::date $$;
  create or replace function private.latest_today() returns date language sql stable
    as $$ select current_setting('rota_test.today')::date + 1 $$;
  -- Messages have tests of their own.
  create or replace function private.send_task(task_id uuid, people uuid[]) returns void
    language sql as '';
  create function pg_temp.play(task uuid, statements jsonb) returns jsonb language plpgsql as $$
  declare
    statement jsonb;
    refusal text;
    json jsonb;
    outcomes jsonb := '[]';
  begin
    for statement in select value from jsonb_array_elements(statements) loop
      refusal := null;
      json := null;
      perform set_config('rota_test.today', statement ->> 'today', true);
      perform set_config('rota.in_call', 'off', true);
      begin
        if statement ->> 'person' is not null then
          perform set_config('request.jwt.claim.sub', statement ->> 'person', true);
          perform set_config('request.jwt.claims', json_build_object('sub', statement -> 'person')::text, true);
          perform set_config('role', 'authenticated', true);
          perform private.check_caller();
        end if;
        execute statement ->> 'sql' into json;
      exception
        when others then refusal := sqlerrm;
      end;
      perform set_config('role', 'none', true);
      perform set_config('request.jwt.claim.sub', '', true);
      perform set_config('request.jwt.claims', '', true);
      -- What is refused is rolled back, and most calls answer with the task.
      if refusal is null and json ->> 'id' is null then
        json := (select known from private.task_json(array[task]) as known);
      end if;
      outcomes := outcomes || jsonb_build_object('refusal', refusal, 'task', json);
    end loop;
    return outcomes;
  end;
  $$`;

/** Makes the open transaction, which is to be rolled back, ready to play histories. */
export async function prepareToPlay(client: pg.ClientBase): Promise<void> {
  await client.query(preparation);
}

/** Plays a history, and takes it back: nothing is left for the next one. */
export async function play(
  client: pg.ClientBase,
  steps: readonly RandomStep[],
  today: string,
): Promise<Played> {
  const history = new Histories(today);
  const statements = history.statements(steps);
  await client.query("savepoint nothing_happened");
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     select id, 'authenticated', 'authenticated', email, now(), '{}'
     from jsonb_to_recordset($1) as account (id uuid, email text)`,
    [JSON.stringify(history.accounts)],
  );
  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await client.query({ text: sql, values, rowMode: "array" })).rows[0]?.[0] as T;
  const outcomes = await one<Outcome[]>("select pg_temp.play($1, $2)", [
    history.task,
    JSON.stringify(statements),
  ]);
  const listed: (TaskJson | undefined)[] = [];
  for (const person of Object.values(history.people)) {
    await become(client, "authenticated", person);
    const tasks = await one<TaskJson[]>("select public.list_tasks() -> 'tasks'");
    listed.push(tasks[0]);
  }
  await become(client, "authenticated", history.people.alice);
  const rows = `select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(to_jsonb(events) order by id), '[]')
      from public.task_events as events where task_id = $1),
    'notes', (select coalesce(jsonb_agg(to_jsonb(notes)), '[]')
      from public.task_day_notes as notes where task_id = $1))`;
  const read = await one<Pick<Played, "events" | "notes">>(rows, [history.task]);
  await client.query("rollback to savepoint nothing_happened");
  return { statements, outcomes, listed, ...read };
}
