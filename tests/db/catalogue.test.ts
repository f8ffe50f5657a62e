import { expect, test } from "vitest";
import { sql, sqlValue } from "../support/sql.ts";

/** What the platform's database advisors look for, asked of the catalogue. None may find anything. */

const ours = "('public'::regnamespace, 'private'::regnamespace)";

test("every table has row level security and a policy", async () => {
  const open = await sql(
    `select relname from pg_class
     where relnamespace in ${ours} and relkind in ('r', 'p')
       and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`,
  );
  expect(open).toEqual([]);
});

test("what our own functions alone may touch has one policy, which says so", async () => {
  const policies = await sql(
    `select distinct policyname, permissive, cmd, qual, with_check from pg_policies
     where schemaname = 'private'
       -- of which public.task_shares shows their owners the rows, in an order of its own
       and tablename <> 'task_shares'`,
  );
  expect(policies).toEqual([
    {
      policyname: "Nobody but our own functions",
      permissive: "PERMISSIVE",
      cmd: "ALL",
      qual: "false",
      with_check: null,
    },
  ]);
});

test("no role of the API may read a whole table, with its system columns", async () => {
  const whole = await sql(
    `select role, pg_class.oid::regclass::text as table
     from pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role
     where relnamespace in ${ours} and relkind in ('r', 'p', 'v', 'm', 'f')
       and (
         has_table_privilege(role, pg_class.oid, 'select')
         or exists (
           select from pg_attribute
           where attrelid = pg_class.oid and attnum < 0
             and has_column_privilege(role, pg_class.oid, attnum, 'select')
         )
       )`,
  );
  expect(whole).toEqual([]);
});

test("no number that callers read comes from a sequence, which counts what all do", async () => {
  const sequences = await sql(
    `select relname from pg_class where relnamespace in ${ours} and relkind = 'S'`,
  );
  expect(sequences).toEqual([]);
});

test("there is nothing in public but tables, functions and a view of what lies in no telling order", async () => {
  const others = await sql(
    `select relname, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')`,
  );
  expect(others).toEqual([{ relname: "task_shares", relkind: "v" }]);
  const byCaller = await sqlValue(
    "select 'security_invoker=true' = any (reloptions) from pg_class where oid = 'public.task_shares'::regclass",
  );
  expect(byCaller).toBe(true);
});

test("policies name the role that they are for and ask who calls once per statement", async () => {
  const policies = await sql<{ name: string; roles: string; condition: string }>(
    `select tablename || ': ' || policyname as name, roles::text,
       coalesce(qual, '') || ' ' || coalesce(with_check, '') as condition
     from pg_policies where schemaname in ('public', 'realtime')`,
  );
  expect(policies.length).toBeGreaterThan(0);
  for (const { name, roles, condition } of policies) {
    // A display has no account.
    expect(roles, name).toBe(name.includes("Displays hear") ? "{anon}" : "{authenticated}");
    const outsideSubqueries = condition.replaceAll(/\( ?SELECT (auth|realtime)\.\w+\(\)/g, "");
    expect(outsideSubqueries, name).not.toMatch(/\b(auth|realtime)\.\w+\(/);
    expect(outsideSubqueries, name).not.toMatch(/user_metadata/);
  }
});

test("there is one permissive policy at most for a table, an operation and a role", async () => {
  const duplicates = await sql(
    `select schemaname, tablename, cmd, roles from pg_policies
     where schemaname in ('public', 'realtime') and permissive = 'PERMISSIVE'
     group by 1, 2, 3, 4 having count(*) > 1`,
  );
  expect(duplicates).toEqual([]);
});

test("no function trusts its caller's search_path", async () => {
  const trusting = await sql(
    `select pg_proc.oid::regprocedure::text from pg_proc
     where pronamespace in ${ours}
       and not coalesce(proconfig, '{}') @> array['search_path=""']`,
  );
  expect(trusting).toEqual([]);
});

test("the API exposes no definer function", async () => {
  const exposed = await sql(
    "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef",
  );
  expect(exposed).toEqual([]);
});

test("of the definer helpers, callers may run those that answer for the caller alone", async () => {
  const callable = await sql<{ proname: string }>(
    `select proname from pg_proc
     where pronamespace = 'private'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', oid, 'execute')
     order by proname`,
  );
  expect(callable.map(({ proname }) => proname)).toEqual([
    "accept_sender",
    "add_push_device",
    "ask_for_tasks",
    "block_sender",
    "catch_up",
    "check_caller",
    "check_last_keeper",
    "check_line",
    "correct_completion",
    "count_closing_attempt",
    "create_display",
    "create_household",
    "decline_sender",
    "delete_household",
    "end_absence",
    "enter_absence",
    "exportable_tasks",
    "finish_import",
    "give_turns",
    "households",
    "import_piece",
    "invitations",
    "invite_to_household",
    "invite_to_household_by_mail",
    "join_household",
    "leave_share",
    "may_edit",
    "my_households",
    "my_people",
    "my_person",
    "my_time_zone",
    "names_digest",
    "note_day",
    "offer_turns",
    "offers_morning_mail",
    "print_labels",
    "put_off",
    "read_display",
    "read_household_invitation",
    "read_push",
    "read_record",
    "remove_person",
    "remove_push_device",
    "rename_household",
    "renew_calendar",
    "renew_labels",
    "restore_household",
    "restore_shares",
    "return_turns",
    "revoke_display",
    "revoke_household_invitation",
    "save_person",
    "send_household_invitation_again",
    "send_invitation_again",
    "set_push",
    "start_earlier",
    "take_from_catch_ups",
    "take_turns",
    "takes_part_openly",
    "task_fields",
    "tasks_shared_with_me",
    "tick_on_display",
    "unblock_sender",
    "undo_on_display",
    "undo_schedule_change",
    "visible_tasks",
    "watch_task",
    "withdraw_offers",
  ]);
});

test("every foreign key has an index that begins with its columns", async () => {
  const unindexed = await sql(
    `select conrelid::regclass::text as table, conname from pg_constraint
     where contype = 'f' and connamespace in ${ours}
       and not exists (
         select from pg_index
         where indrelid = conrelid and indisvalid and indpred is null
           and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey
       )`,
  );
  expect(unindexed).toEqual([]);
});

test("every table has a primary key and no two indexes alike", async () => {
  const keyless = await sql(
    `select relname from pg_class
     where relnamespace in ${ours} and relkind = 'r'
       and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
  );
  const alike = await sql(
    `select indrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace
     group by indrelid, indkey, indclass, indpred, indexprs having count(*) > 1`,
  );
  expect([...keyless, ...alike]).toEqual([]);
});

test("callers' statements end by themselves, and wait for locks for less than the app does", async () => {
  const settings = await sql<{ role: string; setting: string }>(
    `select rolname as role, unnest(rolconfig) as setting from pg_roles
     where rolname in ('anon', 'authenticated')`,
  );
  const timeouts = settings.filter(({ setting }) => /^(lock|statement)_timeout=/.test(setting));
  expect(timeouts.map(({ role, setting }) => `${role}: ${setting}`).sort()).toEqual([
    "anon: lock_timeout=3s",
    "anon: statement_timeout=3s",
    "authenticated: lock_timeout=3s",
    "authenticated: statement_timeout=8s",
  ]);
});

test("the migrations were applied by a role that is no superuser and owns no platform table", async () => {
  expect(await sqlValue("select rolsuper from pg_roles where rolname = 'postgres'")).toBe(false);
  const platform = await sql(
    `select oid::regclass::text as table from pg_class
     where relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace)
       and relowner = 'postgres'::regrole`,
  );
  expect(platform).toEqual([]);
  const applied = await sqlValue<string>(
    "select count(*) from supabase_migrations.schema_migrations where version like '202611%'",
  );
  expect(Number(applied)).toBeGreaterThan(0);
});

test("in the platform's schemas there is nothing of ours but triggers on accounts and two policies", async () => {
  const triggers = await sql<{ table: string }>(
    `select tgrelid::regclass::text as table from pg_trigger
     join pg_proc on pg_proc.oid = tgfoid
     where pronamespace in ${ours} and not tgisinternal
       and tgrelid not in (select oid from pg_class where relnamespace in ${ours})`,
  );
  expect(new Set(triggers.map(({ table }) => table))).toEqual(new Set(["auth.users"]));
  const policies = await sql(
    "select tablename, cmd from pg_policies where schemaname not in ('public', 'private', 'storage')",
  );
  const reading = { tablename: "messages", cmd: "SELECT" };
  expect(policies).toEqual([reading, reading]);
  const functions = await sql(
    `select proname from pg_proc
     where pronamespace in ('auth'::regnamespace, 'realtime'::regnamespace)
       and proowner = 'postgres'::regrole`,
  );
  expect(functions).toEqual([]);
});
