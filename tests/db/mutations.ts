import { sql } from "../support/sql.ts";

/** A way to make the database less strict: statements that a hostile or careless migration might have. */
export interface Mutation {
  readonly name: string;
  readonly statements: readonly string[];
  /** what the statement of a probe that notices probably has in it */
  readonly about: string;
}

/** With every grant given, row level security stands alone: the place to loosen it. */
export const openGrants = [
  "grant all on all tables in schema public to anon, authenticated",
  "grant all on private.task_shares to authenticated",
  "grant insert on realtime.messages to authenticated",
];

/** The column that says whose a row is. */
const personColumn: Readonly<Record<string, string>> = {
  "public.tasks": "user_id",
  "public.task_completions": "user_id",
  "private.task_shares": "owner_id",
  "public.shared_contacts": "owner_id",
  "public.profiles": "id",
  "public.sharing_consents": "recipient_id",
  "public.left_tasks": "person_id",
  "public.former_names": "person_id",
  "public.morning_mails": "user_id",
  "public.calendar_feeds": "person_id",
};

/** Keeps the probes of a loosened policy to the rows of these people, away from other tests' rows. */
function confine(table: string, people: readonly string[]): string[] {
  const column = personColumn[table];
  if (column === undefined) return [];
  return [
    `create policy "confined" on ${table} as restrictive using (${column} = any ('{${people}}'))`,
  ];
}

/** Every policy with each of its two conditions replaced by `true`, read from the catalogue. */
export async function loosenedPolicies(): Promise<PolicyMutation[]> {
  const policies = await sql<{
    table: string;
    name: string;
    using: boolean;
    check: boolean;
  }>(
    `select format('%I.%I', schemaname, tablename) as table, policyname as name,
       qual is not null as using, with_check is not null as check
     from pg_policies
     where schemaname = 'public' or (schemaname, tablename) in (('realtime', 'messages'), ('private', 'task_shares'))
     order by 1, 2`,
  );
  return policies.flatMap(({ table, name, using, check }) =>
    [using ? "using" : "", check ? "with check" : ""].filter(Boolean).map((condition) => ({
      table,
      policy: name,
      name: `${table}: "${name}" ${condition} (true)`,
      condition: `${condition} (true)`,
    })),
  );
}

export interface PolicyMutation {
  readonly table: string;
  readonly policy: string;
  readonly name: string;
  readonly condition: string;
}

/** The mutation that gives a policy another condition; `people` are those of the probes. */
export function changedPolicy(
  { table, policy, name, condition }: PolicyMutation,
  people: readonly string[],
): Mutation {
  return {
    name,
    about: table,
    statements: [
      `alter policy "${policy}" on ${table} ${condition}`,
      ...confine(table, people),
      ...openGrants,
    ],
  };
}

/** Policies with one part of their condition left out. */
export const weakenedPolicies: readonly PolicyMutation[] = [
  {
    table: "tasks",
    name: "People see their own tasks, their households' and those shared with them",
    condition:
      "using (user_id = (select auth.uid()) or id = any (array(select private.tasks_shared_with_me())))",
    without: "staged ones hidden",
  },
  {
    table: "tasks",
    name: "Owners change their tasks and members those of their households",
    condition: "using (user_id = (select auth.uid()))",
    without: "staged ones left alone",
  },
  {
    table: "tasks",
    name: "Owners change their tasks and members those of their households",
    condition:
      "using (user_id = (select auth.uid()) or household_id = any (array(select private.my_households())))",
    without: "the role",
  },
  {
    table: "tasks",
    name: "People see their own tasks, their households' and those shared with them",
    condition:
      "using ((user_id = (select auth.uid()) and (is_active or deleted_at is not null)) or id = any (array(select private.tasks_shared_with_me())))",
    without: "households",
  },
  {
    table: "task_completions",
    name: "Participants mark a task done as themselves, owners as anyone who takes part",
    condition:
      "with check (exists (select from public.tasks where tasks.id = task_completions.task_id and tasks.is_active))",
    without: "user_id",
  },
  {
    table: "task_completions",
    name: "Participants mark a task done as themselves, owners as anyone who takes part",
    condition:
      "with check (user_id = (select auth.uid()) and exists (select from public.tasks where tasks.id = task_completions.task_id))",
    without: "is_active",
  },
  {
    table: "task_completions",
    name: "Participants mark a task done as themselves, owners as anyone who takes part",
    condition: "with check (user_id = (select auth.uid()))",
    without: "the task",
  },
  {
    table: "task_completions",
    name: "Participants mark a task done as themselves, owners as anyone who takes part",
    condition:
      "with check (exists (select from public.tasks where tasks.id = task_completions.task_id and tasks.is_active and (task_completions.user_id = (select auth.uid()) or tasks.user_id = (select auth.uid()))))",
    without: "takes_part_openly",
  },
  {
    table: "task_completions",
    name: "Participants undo their own completions, owners and members everyone's",
    condition:
      "using (exists (select from public.tasks where tasks.id = task_completions.task_id and tasks.is_active))",
    without: "whose it is",
  },
  {
    table: "task_completions",
    name: "Participants undo their own completions, owners and members everyone's",
    condition:
      "using (exists (select from public.tasks where tasks.id = task_completions.task_id and (select auth.uid()) in (tasks.user_id, task_completions.user_id)))",
    without: "is_active",
  },
  {
    table: "private.task_shares",
    name: "Owners share their active tasks that are flagged as shared",
    condition:
      "with check (exists (select from public.tasks where tasks.id = task_shares.task_id and tasks.user_id = (select auth.uid()) and tasks.is_active and tasks.is_shared))",
    without: "owner_id",
  },
  {
    table: "private.task_shares",
    name: "Owners share their active tasks that are flagged as shared",
    condition:
      "with check (owner_id = (select auth.uid()) and exists (select from public.tasks where tasks.id = task_shares.task_id and tasks.is_active and tasks.is_shared))",
    without: "the task's owner",
  },
  {
    table: "private.task_shares",
    name: "Owners share their active tasks that are flagged as shared",
    condition:
      "with check (owner_id = (select auth.uid()) and exists (select from public.tasks where tasks.id = task_shares.task_id and tasks.user_id = (select auth.uid()) and tasks.is_shared))",
    without: "is_active",
  },
  {
    table: "private.task_shares",
    name: "Owners share their active tasks that are flagged as shared",
    condition:
      "with check (owner_id = (select auth.uid()) and exists (select from public.tasks where tasks.id = task_shares.task_id and tasks.user_id = (select auth.uid()) and tasks.is_active))",
    without: "is_shared",
  },
].map(({ table, name, condition, without }) => ({
  table: `public.${table}`,
  policy: name,
  name: `${table}: "${name}" without ${without}`,
  condition,
}));

const trigger = (name: string, table: string, schema = "public"): Mutation => ({
  name: `${table}: without the trigger ${name}`,
  about: `${schema}.${table}`,
  statements: [`alter table ${schema}.${table} disable trigger ${name}`],
});

/** Triggers and helpers that guard what policies can't. */
export const removedGuards: readonly Mutation[] = [
  {
    name: "private.takes_part_openly for everyone",
    about: "task_completions",
    statements: [
      `create or replace function private.takes_part_openly(task_id uuid, person uuid) returns boolean
       language sql stable security definer set search_path = '' as 'select true'`,
    ],
  },
  trigger("check_task", "tasks"),
  trigger("check_household", "tasks"),
  trigger("check_household_of_new", "tasks"),
  trigger("check_roster", "tasks"),
  trigger("check_roster_of_new", "tasks"),
  {
    name: "private.begin_turns without its check",
    about: "take_turns",
    statements: [
      `create or replace function private.begin_turns(task_id uuid, days date[]) returns date[]
       language sql volatile security definer set search_path = '' as 'select days'`,
    ],
  },
  {
    name: "private.absence_changer without its check",
    about: "enter_absence",
    statements: [
      `create or replace function private.absence_changer(household uuid, person uuid) returns uuid
       language sql stable security definer set search_path = '' as 'select person'`,
    ],
  },
  trigger("check_completions", "task_completions"),
  trigger("check_share", "task_shares", "private"),
  trigger("fill_share", "task_shares", "private"),
  trigger("check_profile", "profiles"),
  trigger("check_calendar_feed", "calendar_feeds"),
  ...["tasks", "task_completions", "profiles", "morning_mails", "calendar_feeds"].map((table) =>
    trigger("check_touched", table),
  ),
  ...["true", "people.left_on is null", "people.account_id = auth.uid()"].map((condition) => ({
    name: `private.my_households where ${condition}`,
    about: "household",
    statements: [
      `create or replace function private.my_households(
         least_role text default 'helper', is_deleted boolean default false
       ) returns setof uuid language sql stable security definer set search_path = ''
       as $$ select people.household_id from public.household_people people where ${condition} $$`,
    ],
  })),
  {
    name: "private.begin_household without its check",
    about: "rename_household",
    statements: [
      `create or replace function private.begin_household(
         household uuid, least_role text, is_deleted boolean default false
       ) returns void language sql volatile security definer set search_path = '' as 'select'`,
    ],
  },
  {
    name: "private.is_display_topic of any topic",
    about: "realtime.messages",
    statements: [
      `create or replace function private.is_display_topic(topic text) returns boolean
       language sql stable security definer set search_path = '' as 'select true'`,
    ],
  },
  {
    name: "private.tasks_of_mine without its check",
    about: "visible_tasks",
    statements: [
      `create or replace function private.tasks_of_mine(ids uuid[]) returns setof uuid
       language sql stable security definer set search_path = '' as 'select unnest(ids)'`,
    ],
  },
  {
    name: "private.exportable_tasks without its check",
    about: "exportable_tasks",
    statements: [
      `create or replace function private.exportable_tasks(ids uuid[]) returns setof jsonb
       language sql stable security definer set search_path = '' as 'select private.task_json(ids)'`,
    ],
  },
  {
    name: "private.finish_import of anybody's import",
    about: "finish_import",
    statements: [
      `do $do$ begin execute replace(replace(
         pg_get_functiondef('private.finish_import(uuid, boolean)'::regprocedure),
         'where imports.person_id = me and imports.id = import_id', 'where imports.id = import_id'
       ), 'me constant uuid := auth.uid()',
         'me constant uuid := (select person_id from private.imports where id = import_id)'
       ); end $do$`,
    ],
  },
  {
    name: "private.leave_task takes any share",
    about: "leave_task",
    statements: [
      `create or replace function private.leave_task(task_id uuid) returns void
       language sql security definer set search_path = ''
       as 'delete from private.task_shares shares where shares.task_id = leave_task.task_id'`,
    ],
  },
  {
    name: "private.tasks_shared_with_me for everyone",
    about: "tasks_shared_with_me",
    statements: [
      `create or replace function private.tasks_shared_with_me() returns setof uuid
       language sql stable security definer set search_path = ''
       as 'select task_id from private.task_shares'`,
    ],
  },
  {
    name: "an address counts before it is confirmed",
    about: "account_of",
    statements: [
      `create or replace function private.account_of(address text, owner uuid) returns uuid
       language sql stable security definer set search_path = ''
       as 'select id from auth.users where email = address'`,
      "grant execute on function private.account_of(text, uuid) to authenticated",
    ],
  },
  {
    name: "private.waiting_tasks of those who are blocked, and those that were declined, too",
    about: "list_tasks",
    statements: [
      `create or replace function private.waiting_tasks(person uuid, address text, sender uuid)
       returns setof uuid language sql stable security definer set search_path = ''
       as 'select task_id from private.task_shares shares
         where contact_email = address and owner_id = sender and recipient_id is null'`,
    ],
  },
  {
    name: "private.confirmed_address of an address that is not confirmed",
    about: "list_tasks",
    statements: [
      `create or replace function private.confirmed_address(person uuid) returns text
       language sql stable security definer set search_path = ''
       as 'select email from auth.users where id = person'`,
    ],
  },
];
