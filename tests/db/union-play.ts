import { randomUUID } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import type pg from "pg";
import { vi } from "vitest";
import type { Session } from "../../src/auth/session.ts";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import type { Supabase } from "../../src/supabase/client.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";
import { sendEntry } from "../../src/sync/waiting/send-entry.ts";
import type { Entry } from "../../src/sync/waiting/storage.ts";
import { type Party, type Told, UnionModel } from "../support/union-model.ts";

/** Two devices whose queues are sent, by the app's own code, to the database in one transaction, and to the model. */

/** Like the REST API, in one statement. */
const preparation = `
  create function pg_temp.call(person uuid, headers text, statement text) returns jsonb
  language plpgsql as $$
  declare
    answer jsonb;
    refusal text;
    details text;
  begin
    begin
      perform set_config('rota.in_call', 'off', true), set_config('request.headers', headers, true);
      perform set_config('request.jwt.claim.sub', person::text, true);
      perform set_config('request.jwt.claims', json_build_object('sub', person)::text, true);
      perform set_config('role', 'authenticated', true);
      execute statement into answer;
    exception when others then
      get stacked diagnostics refusal = message_text, details = pg_exception_detail;
    end;
    perform set_config('role', 'none', true), set_config('request.headers', '', true);
    return jsonb_build_object('data', answer, 'refusal', refusal, 'details', details);
  end $$;
  set local rota.quiet = 'on';`;

export const prepareUnion = (client: pg.ClientBase) => client.query(preparation);

/** A deed, how many seconds ago it was made, and on which of the two devices. */
export interface MadeDeed {
  readonly device: 0 | 1;
  readonly change: TaskChange;
  readonly ago: number;
  /** whether the first answer is lost */
  readonly isRepeated?: boolean;
}

interface Device extends Party {
  /** hours by which its clock is ahead */
  readonly clock: number;
}

export interface Union {
  readonly household: string;
  readonly task: string;
  readonly people: readonly Party[];
  readonly devices: readonly [Device, Device];
}

const NAMES = ["Alice", "Bob"];

/** A weekly task of a household of two, due a week ago, and the devices of both, or two of one of them. */
export async function newUnion(
  client: pg.ClientBase,
  today: number,
  clocks: readonly [number, number],
  areOfOne = false,
): Promise<Union> {
  const people = NAMES.map((): Party => ({ account: randomUUID(), person: randomUUID() }));
  const devices = clocks.map((clock, index) => ({ ...people[areOfOne ? 0 : index], clock }));
  const [task, household] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     select id, 'authenticated', 'authenticated', id || '@example.com', now(), '{}'
     from unnest($1::uuid[]) as account (id)`,
    [people.map(({ account }) => account)],
  );
  await client.query("insert into public.households (id, name) values ($1, 'The flat')", [
    household,
  ]);
  for (const [index, { account, person }] of people.entries()) {
    await client.query(
      `insert into public.household_people (id, household_id, account_id, name, role, joined_at)
       values ($1, $2, $3, $4, 'keeper', now() - interval '90 days')`,
      [person, household, account, NAMES[index]],
    );
  }
  const fields = {
    ...{ title: "Bins", category: "Home", repeatValue: "weekly", checklist: ["Soap"] },
    ...{ startDate: fromDayNumber(today - 70), householdId: household },
  };
  const parameters = { id: task, fields };
  await callAs(client, people[0]?.account ?? "", {}, "create_task", parameters);
  return { household, task, people, devices: devices as unknown as Union["devices"] };
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** Arrays of ids are Postgres arrays; other values are JSON. */
const argument = ([name, value]: [string, unknown]) =>
  Array.isArray(value) && name === "people"
    ? `${name} => '{${value}}'`
    : `${name} => ${literal(value)}`;

async function callAs(
  client: pg.ClientBase,
  account: string,
  headers: object,
  name: string,
  parameters: object,
) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const statement = `select * from public.${name}(${given.map(argument).join(", ")})`;
  const { rows } = await client.query<{
    answer: { data: unknown; refusal: string | null; details: string };
  }>("select pg_temp.call($1, $2, $3) as answer", [account, JSON.stringify(headers), statement]);

  const { data, refusal, details } = rows[0]?.answer ?? {
    data: null,
    refusal: "none",
    details: "",
  };
  if (refusal === null) return { data, error: null, status: 200 };
  return { data: null, error: Object.assign(new Error(refusal), { details }), status: 400 };
}

/** The parts of the app's client that the queue uses, on the open transaction. */
function sessionOf(client: pg.ClientBase, { account }: Device): Session {
  const rpc = (name: string, parameters: object) => {
    const headers: Record<string, string> = {};
    const request = {
      abortSignal: () => request,
      setHeader(key: string, value: string) {
        headers[key] = value;
        return request;
      },
      // biome-ignore lint/suspicious/noThenProperty: it is awaited, as the client's requests are.
      then: (done: (answer: unknown) => void, failed: (error: unknown) => void) =>
        name === "list_tasks"
          ? done({ data: null, error: new Error("not here"), status: 500 })
          : callAs(client, account, headers, name, parameters).then(done, failed),
    };
    return request;
  };
  const invoke = async (_: string, { body, headers }: { body: NewTask; headers: object }) => {
    const { id, shareWith: _nobody, ...fields } = body;
    const { data, error } = await callAs(client, account, headers, "create_task", { id, fields });
    return { data: { task: data }, error };
  };
  return {
    userId: account,
    queryClient: new QueryClient(),
    supabase: async () => ({ rpc, functions: { invoke } }) as unknown as Supabase,
    signal: new AbortController().signal,
  };
}

type NewTask = Extract<TaskChange, { kind: "create" }>["input"];

const toldOf = ({ outcome }: Entry): Told | "clock" => {
  if (outcome === undefined) return null;
  if (outcome.kind === "clock") return "clock";
  if (outcome.kind === "refused") return { code: outcome.code };
  const runs = [outcome, ...(outcome.others ?? [])].flatMap(({ days = [] }) => days);
  const days = runs.flatMap(([first = 0, count = 0]) =>
    Array.from({ length: count }, (_, index) => first + index),
  );
  return { days: [...new Set(days)].sort((a, b) => a - b) };
};

export interface Outcomes {
  /** the answer to each deed, in the order of arrival; undefined for one sent with another */
  readonly told: readonly unknown[];
  readonly record: unknown;
}

/** Sends the deeds in this order through the devices' queues; compares the model with the database. */
export async function playUnion(
  client: pg.ClientBase,
  { household, task, devices }: Union,
  arriving: readonly MadeDeed[],
): Promise<{ readonly expected: Outcomes; readonly seen: Outcomes }> {
  const now = Date.now();
  const latestToday = Math.floor((now / 1_000 + 14 * 3_600) / 86_400);
  const model = new UnionModel(latestToday);
  const clockOf = ({ clock }: Device) => now + clock * 3_600_000;
  const queues = devices.map((device, index) =>
    arriving
      .map((deed, number) => ({ ...deed, number }))
      .filter((deed) => deed.device === index)
      .map(
        ({ change, ago, number }): Entry => ({
          ...{ id: String(number), title: "Bins", tries: 0 },
          change: "completedBy" in change ? { ...change, completedBy: device.account } : change,
          madeAt: new Date(clockOf(device) - ago * 1_000).toISOString(),
        }),
      ),
  );
  const expectedTold: unknown[] = [];
  /** undos sent together with a refused deed */
  const gone = new Set<number>();
  const seenTold: unknown[] = arriving.map(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for (const [number, { device: index, change, ago, isRepeated }] of arriving.entries()) {
      const device = devices[index];
      const session = sessionOf(client, device);
      vi.setSystemTime(clockOf(device));
      const queue = queues[index] as Entry[];
      const entry = queue.find(({ id }) => id === String(number));
      if (entry) {
        if (isRepeated) await sendEntry(session, entry);
        const settle = await sendEntry(session, entry);
        if (settle === null) throw new Error("was not sent");
        queues[index] = [...settle(queue)];
        const left = queues[index]?.find(({ id }) => id === entry.id);
        seenTold[number] = left ? toldOf(left) : null;
      }
      if (gone.has(number)) {
        expectedTold.push(undefined);
        continue;
      }
      const told = model.arrive(change, device, now / 1_000 - ago);
      const days = told && "days" in told ? [...told.days].sort((a, b) => a - b) : [];
      expectedTold.push(told && "days" in told ? { days } : told);
      if (!["complete", "skip", "catch-up"].includes(change.kind)) continue;
      const undo = arriving.findIndex(
        (other, later) =>
          later > number &&
          other.device === index &&
          !gone.has(later) &&
          other.change.kind === "undo" &&
          days.includes(toDayNumber(other.change.date)),
      );
      if (undo >= 0) gone.add(undo);
    }
  } finally {
    vi.useRealTimers();
  }
  const record = await recordOf(client, household, task);
  return {
    expected: { told: expectedTold, record: recordOfModel(model) },
    seen: { told: seenTold, record },
  };
}

const recordOfModel = ({ settled, moved, notes, lines, created }: UnionModel) => ({
  settled: [...settled]
    .map(([day, { by, people, status, doneOn }]) => ({ day, by, people, status, doneOn }))
    .sort((a, b) => a.day - b.day),
  moved: [...moved].sort(([a], [b]) => a - b),
  notes: [...notes].filter(([, note]) => note !== "").sort(([a], [b]) => a - b),
  lines: [...lines]
    .filter(([, { isChecked }]) => isChecked)
    .map(([key]) => key)
    .sort(),
  created: [...created].map(([title, id]) => [id, title]).sort(),
});

async function recordOf(client: pg.ClientBase, household: string, task: string) {
  const { rows } = await client.query(
    `select jsonb_build_object(
       'settled', (
         select coalesce(jsonb_agg(to_jsonb(known) order by known.day), '[]')
         from (
           select completed_date - date '1970-01-01' as day, user_id as by, people, status, done_on as "doneOn"
           from public.task_completions where task_id = $1
           union all
           select day::date - date '1970-01-01', user_id, people, status, null
           from public.task_catch_ups, unnest(days) as run,
             generate_series(lower(run), upper(run) - 1, interval '1 day') as day
           where task_id = $1
         ) as known
       ),
       'moved', (
         select coalesce(jsonb_agg(jsonb_build_array(due_date - date '1970-01-01', new_date - date '1970-01-01') order by due_date), '[]')
         from public.task_put_offs where task_id = $1
       ),
       'notes', (
         select coalesce(jsonb_agg(jsonb_build_array(day - date '1970-01-01', note) order by day), '[]')
         from public.task_day_notes where task_id = $1
       ),
       'lines', (
         select coalesce(jsonb_agg((day - date '1970-01-01') || ' ' || line order by (day - date '1970-01-01') || ' ' || line), '[]')
         from public.task_checks where task_id = $1 and is_checked
       ),
       'created', (
         select coalesce(jsonb_agg(jsonb_build_array(id, title) order by id), '[]')
         from public.tasks where household_id = $2 and id <> $1
       )
     ) as record`,
    [task, household],
  );
  return rows[0]?.record;
}
