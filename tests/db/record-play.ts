import type pg from "pg";
import type { Household } from "../../src/domain/households/household.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import type { Tally } from "../support/dimensions.ts";
import { dayAfter } from "../support/model-events.ts";
import type { RecordJson } from "../support/record-json.ts";
import { become } from "../support/sql.ts";
import { Histories, type Statement } from "./record-histories.ts";

/** Plays histories in the database like the REST API, and reads what people see then. */

/** The first day of the figures that are read on a day. */
export const factsFrom = (today: string): string => dayAfter(today, -60);

export interface Outcome {
  /** the code of a refusal; null when it was done */
  readonly refusal: string | null;
  /** the task afterwards; null when it was refused */
  readonly task: TaskJson | null;
}

interface EventRow {
  /** 1, 2, 3, … */
  readonly id: number;
  readonly kind: string;
  readonly days: string | null;
  readonly details: Record<string, unknown>;
  readonly user_id: string | null;
}

export interface Played {
  readonly statements: readonly Statement[];
  readonly outcomes: readonly Outcome[];
  readonly events: readonly EventRow[];
  readonly notes: readonly { readonly day: string; readonly note: string }[];
  /** who did what and how late in the 366 days from 60 days before the last one, read by the first person */
  readonly facts: RecordJson;
  /** the task in each person's list; undefined if it isn't there */
  readonly listed: readonly (TaskJson | undefined)[];
  /** the first person's */
  readonly households: readonly Household[];
}

/** Counts the kinds of steps that were done, not refused. */
export function countDone(tally: Tally, { statements, outcomes }: Played): void {
  for (const [index, { kind }] of statements.entries()) {
    if (outcomes[index]?.refusal === null) tally.note(kind);
  }
}

/** Like the REST API: each statement separately, as that person, on that day. */
const preparation = `
  -- Rolled back rows stay in the table unseen, and a scan would have to pass them.
  set local enable_seqscan = off;
  create or replace function private.earliest_today() returns date language sql stable
    as $$ select current_setting('rota_test.today')::date $$;
  create or replace function private.latest_today() returns date language sql stable
    as $$ select current_setting('rota_test.today')::date + 1 $$;
  create or replace function private.household_today(household uuid) returns date language sql stable
    as $$ select current_setting('rota_test.today')::date $$;
  -- Other tests cover the messages.
  set local rota.quiet = 'on';
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
      perform set_config('rota.door', '', true), set_config('rota.time_zone', '', true);
      perform set_config('request.jwt.claim.sub', '', true);
      perform set_config('request.jwt.claims', '', true);
      -- Refusals are rolled back, and most calls answer the task.
      if refusal is null and json ->> 'id' is null then
        json := (select known from private.task_json(array[task]) as known);
      end if;
      outcomes := outcomes || jsonb_build_object('refusal', refusal, 'task', json - 'untaken');
    end loop;
    return outcomes;
  end;
  $$`;

/** Prepares an open transaction, which must be rolled back, for histories. */
export async function prepareToPlay(client: pg.ClientBase): Promise<void> {
  await client.query(preparation);
}

/** Plays a history and rolls it back, so that nothing is left for the next one; `ask` sees what there is then. */
export async function play(
  client: pg.ClientBase,
  today: string,
  statementsOf: (history: Histories) => Statement[],
  ask?: (history: Histories, played: Played) => Promise<void>,
): Promise<Played> {
  const history = new Histories(today);
  const statements = statementsOf(history);
  await client.query("savepoint nothing_happened");
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     select id, 'authenticated', 'authenticated', email, now(), '{}'
     from jsonb_to_recordset($1) as account (id uuid, email text)`,
    [JSON.stringify(history.accounts)],
  );
  await client.query(
    `with made as (
       insert into public.households (id, name) values ($1, 'The flat') returning id
     )
     insert into public.household_people (id, household_id, account_id, name, role)
     select person.id, made.id, person.account, person.name, person.role
     from made, jsonb_to_recordset($2) as person (id uuid, account uuid, name text, role text)`,
    [history.household, JSON.stringify(history.householdPeople)],
  );
  // A tablet whose token is the household's id, and labels.
  await client.query(
    `with labels as (insert into private.household_labels values ($1, '\\x00'))
     insert into public.household_displays (id, household_id, name, token_hash)
     values ($1, $1, 'Hall', sha256(convert_to($1::text, 'UTF8')))`,
    [history.household],
  );
  // Tokens of the household, and of each person: their ids.
  await client.query(
    `insert into public.access_tokens (id, made_by, household_id, name, scope, token_hash)
     select id, coalesce(made_by, id), household, 'Program', 'tick', sha256(convert_to(id::text, 'UTF8'))
     from jsonb_to_recordset($1) as token (id uuid, made_by uuid, household uuid)`,
    [
      JSON.stringify([
        ...history.accounts.map(({ id }) => ({ id })),
        { id: history.household, household: history.household, made_by: history.people.alice },
      ]),
    ],
  );
  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await client.query({ text: sql, values, rowMode: "array" })).rows[0]?.[0] as T;
  const outcomes = await one<Outcome[]>("select pg_temp.play($1, $2)", [
    history.task,
    JSON.stringify(statements),
  ]);
  const lists: { tasks: TaskJson[]; households: Household[] }[] = [];
  for (const person of Object.values(history.people)) {
    await become(client, "authenticated", person);
    lists.push(await one("select public.list_tasks()"));
  }
  await become(client, "authenticated", history.people.alice);
  const rows = `select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(to_jsonb(events) order by id), '[]')
      from public.task_events as events where task_id = $1),
    'facts', public.read_record($2::date, $2::date + 366),
    'notes', (select coalesce(jsonb_agg(to_jsonb(notes)), '[]')
      from public.task_day_notes as notes where task_id = $1))`;
  const read = await one<Pick<Played, "events" | "notes" | "facts">>(rows, [
    history.task,
    factsFrom(statements.at(-1)?.today ?? today),
  ]);
  const listed = lists.map(({ tasks }) => tasks[0]);
  const households = lists[0]?.households ?? [];
  const played = { statements, outcomes, listed, households, ...read };
  await ask?.(history, played);
  await client.query("rollback to savepoint nothing_happened");
  return played;
}
