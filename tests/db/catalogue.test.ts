import { expect, test } from "vitest";
import { sql } from "../support/sql.ts";

/**
 * The checks of the platform's database advisors, and our own conventions, as queries for violations in the
 * catalogue.
 */

const ours = "('public'::regnamespace, 'private'::regnamespace)";

/**
 * Triggers do what the first word of their name says, in the order of these words: schemas/01_base.sql. A
 * trigger for several events has a row for each.
 */
const triggers = `
  select tgrelid::regclass || ': ' || tgname || ', ' || moment || ' ' || event as name,
    tgrelid as relation, moment, event, tgname,
    array_position(array['begin', 'check', 'fill', 'record', 'send'], split_part(tgname, '_', 1)) as stage,
    split_part(tgname, '_', 1) as does, split_part(proname, '_', 1) as function_does,
    text ~ '\\y(private\\.(fail|refuse|exceed|count_use|check_limit)|raise)\\y' as refuses,
    text ~ '\\yprivate\\.(append_event|raise_revision|bind_waiting)\\y' or exists (
      select from regexp_matches(text, '\\y(?:insert into|update|delete from) (?!of\\y)([\\w.]+)', 'g') as written
      -- "for no key update;"
      where written[1] <> 'set'
    ) as writes,
    text ~ '\\ysend\\w*\\(' as sends,
    text ~ '\\ynew(\\.\\w+)? := ' as fills,
    -- In the order in which they fire: for a statement, then for its rows, and for the statement again.
    row_number() over (
      order by (tgtype & 2) desc, ((tgtype & 2) <> 0) = ((tgtype & 1) <> 0), tgname
    ) as place
  from pg_trigger
  join pg_proc on pg_proc.oid = tgfoid
  cross join (values ('insert', 4), ('delete', 8), ('update', 16)) as events (event, bit)
  cross join lateral (
    select regexp_replace(prosrc, '--.*', '', 'gn'),
      case when (tgtype & 2) <> 0 then 'before' else 'after' end
  ) as read (text, moment)
  where not tgisinternal and (tgtype & bit) <> 0 and pronamespace in ${ours}`;

const checks: Readonly<Record<string, string>> = {
  "every table has row level security and a policy": `
    select relname from pg_class
    where relnamespace in ${ours} and relkind in ('r', 'p')
      and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`,

  "what our own functions alone may touch has one policy, which says so": `
    select tablename from pg_policies
    where schemaname = 'private'
      -- The view public.task_shares shows its rows to their owners, in its own order.
      and tablename <> 'task_shares'
      and (policyname, permissive, cmd, qual, coalesce(with_check, ''))
        <> ('Internal only', 'PERMISSIVE', 'ALL', 'false', '')`,

  "no role of the API may read a whole table, with its system columns": `
    select role || ': ' || pg_class.oid::regclass
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

  "no number that callers read comes from a sequence, which counts what all do": `
    select relname from pg_class where relnamespace in ${ours} and relkind = 'S'`,

  "there is nothing in public but tables, functions and a view as its caller, of what lies in no telling order": `
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
      and not (relname = 'task_shares' and reloptions @> array['security_invoker=true'])`,

  // A display has no account.
  "policies name the role that they are for": `
    select tablename || ': ' || policyname from pg_policies
    where schemaname in ('public', 'realtime')
      and roles <> array[case when policyname like 'Displays hear%' then 'anon' else 'authenticated' end]::name[]`,

  "policies ask who calls once per statement, and nothing that callers can change": `
    select tablename || ': ' || policyname
    from pg_policies, concat(qual, ' ', with_check) as condition
    where schemaname in ('public', 'realtime')
      and (
        regexp_replace(condition, '\\( ?SELECT (auth|realtime)\\.\\w+\\(\\)', '', 'g') ~ '\\y(auth|realtime)\\.\\w+\\('
        or condition ~ 'user_metadata'
      )`,

  "there is one permissive policy at most for a table, an operation and a role": `
    select tablename || ': ' || cmd from pg_policies
    where schemaname in ('public', 'realtime') and permissive = 'PERMISSIVE'
    group by schemaname, tablename, cmd, roles having count(*) > 1`,

  "no function trusts its caller's search_path": `
    select pg_proc.oid::regprocedure::text from pg_proc
    where pronamespace in ${ours}
      and not coalesce(proconfig, '{}') @> array['search_path=""']`,

  "the API exposes no definer function": `
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,

  "every foreign key has an index that begins with its columns": `
    select conrelid::regclass || ': ' || conname from pg_constraint
    where contype = 'f' and connamespace in ${ours}
      and not exists (
        select from pg_index
        where indrelid = conrelid and indisvalid and indpred is null
          and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey
      )`,

  "every table has a primary key": `
    select relname from pg_class
    where relnamespace in ${ours} and relkind = 'r'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,

  "no two indexes are alike": `
    select indrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
    group by indrelid, indkey, indclass, indpred, indexprs having count(*) > 1`,

  "callers' statements end by themselves, and wait for locks for less than the app does": `
    select role || ': ' || setting
    from (values
      ('anon', 'lock_timeout=3s'), ('anon', 'statement_timeout=3s'),
      ('authenticated', 'lock_timeout=3s'), ('authenticated', 'statement_timeout=8s')
    ) as wanted (role, setting)
    where not exists (select from pg_roles where rolname = role and setting = any (rolconfig))`,

  "the migrations were applied by a role that is no superuser and owns no platform table": `
    select rolname from pg_roles where rolname = 'postgres' and rolsuper
    union all
    select oid::regclass::text from pg_class
    where relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace)
      and relowner = 'postgres'::regrole
    union all
    select 'none was applied'
    where not exists (select from supabase_migrations.schema_migrations)`,

  "in the platform's schemas there is nothing of ours but triggers on accounts and two policies": `
    select tgrelid::regclass || ': ' || tgname from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid
    join pg_class on pg_class.oid = tgrelid
    where pronamespace in ${ours} and not tgisinternal
      and relnamespace not in ${ours} and tgrelid <> 'auth.users'::regclass
    union all
    select tablename || ': ' || policyname from pg_policies
    where schemaname not in ('public', 'private', 'storage')
      and policyname not in (
        'Displays hear that their household has changed', 'People receive what is sent to their own channel'
      )
    union all
    select proname from pg_proc
    where pronamespace in ('auth'::regnamespace, 'realtime'::regnamespace)
      and proowner = 'postgres'::regrole`,

  "a trigger is of one stage, does what that says, and fires in its turn": `
    with triggers as (${triggers})
    select name from triggers
    where stage is null or function_does <> does
      or moment = 'after' and does in ('begin', 'fill')
      or refuses <> (does = 'check')
      or writes <> (does = 'record')
      or sends <> (does = 'send')
      -- A check tidies the row.
      or fills <> (does = 'fill' or does = 'check' and fills)
    union all
    select later.name from triggers as earlier
    join triggers as later using (relation, moment, event)
    where earlier.place < later.place and earlier.stage > later.stage
      -- This one refuses statements without any row, so nothing comes before it.
      and 'check_touched' not in (earlier.tgname, later.tgname)`,

  // They come from one text. An import also looks for tasks staged by its own earlier run.
  "whose tasks are the caller's is stated once: in the policies of tasks and private.my_tasks": `
    select tablename || ': ' || policyname from pg_policies
    where concat(qual, with_check) like '%my_households%' and concat(qual, with_check) like '%user_id%'
      and tablename <> 'tasks'
    union all
    select proname from pg_proc
    where pronamespace in ${ours} and proname not in ('stage_entry', 'is_my_webhook')
      and prosrc like '%my_households(%' and prosrc ~ 'user_id = (\\(select )?(auth.uid\\(\\)|me\\M)'
    union all
    select 'policies of tasks: ' || count(*) from pg_policies
    where tablename = 'tasks' and qual like '%my_households%' having count(*) <> 2`,

  // An import moves no task from one household to another.
  "an import switches off what sends, and nothing else": `
    select tgrelid::regclass || ': ' || tgname from pg_trigger
    where not tgisinternal
      and (pg_get_triggerdef(oid) like '%rota.quiet%') <> (
        tgname like 'send\\_%' and tgname <> 'send_moved_task'
        and tgrelid in ('public.tasks'::regclass, 'private.task_shares'::regclass)
      )
    union all
    select proname from pg_proc
    where pronamespace in ${ours} and prosrc like '%rota.quiet%' and proname <> 'send_no_tasks'`,
};

test.each(Object.entries(checks))("%s", async (_, query) => {
  const found = await sql<{ found: string }>(
    `select found::text from (${query}) as checked (found)`,
  );
  expect(found.map((row) => row.found)).toEqual([]);
});
