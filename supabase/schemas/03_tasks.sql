-- Tasks: fields, their checks, rights, and the calls that write them.

-- The fields that people enter in a task. The calls that write and read tasks, text checks, former schedules and
-- rights take the columns from here, so that a new field is one column and one row.
create table private.task_fields (
  -- errors are reported in this order
  position smallint primary key,
  -- the name and the type in the client's JSON
  field text not null unique check (field ~ '^[a-z][A-Za-z]*$'),
  json_type text not null default 'string',
  -- start_date for the field startDate
  column_name text not null unique generated always as (lower(regexp_replace(field, '([A-Z])', '_\1', 'g'))) stored,
  -- for texts: the maximum number of characters, and the error code for more
  max_length integer,
  too_long text not null default 'INVALID',
  -- whether it is part of the schedule, which decides on which days a task is due and whose turn they are
  decides_days boolean not null default false,
  -- for a text with fixed choices
  choices text[] check (array_ndims(choices) = 1 and array_lower(choices, 1) = 1)
);

insert into private.task_fields (position, field, json_type, max_length, too_long, decides_days, choices)
values
  (1, 'title', 'string', 100, 'TITLE_TOO_LONG', false, null),
  (2, 'category', 'string', 50, 'CATEGORY_TOO_LONG', false, null),
  (3, 'subtitle', 'string', 5000, 'NOTES_TOO_LONG', false, null),
  (4, 'startDate', 'string', null, default, true, null),
  (5, 'endDate', 'string', null, default, true, null),
  (6, 'repeatValue', 'string', null, default, true, '{daily,weekly,monthly,yearly,custom}'),
  (7, 'customRrule', 'string', 1000, 'RULE_TOO_LONG', true, null),
  (8, 'customRruleText', 'string', 1000, 'RULE_TOO_LONG', true, null),
  (9, 'afterDone', 'string', null, default, true, null),
  (10, 'season', 'array', null, default, true, null),
  (11, 'scheduleFrom', 'string', null, default, false, null),
  (12, 'missedPolicy', 'string', null, default, false, '{keep,latest,pass}'),
  (13, 'checklist', 'array', null, default, false, null),
  (14, 'isShared', 'boolean', null, default, false, null),
  (15, 'householdId', 'string', null, default, false, null),
  (16, 'roster', 'array', null, default, true, null),
  (17, 'turnLength', 'string', null, default, true, '{each,week,month}'),
  (18, 'effort', 'number', null, default, false, null),
  (19, 'waitsFor', 'string', 100, default, true, null),
  (20, 'waitsAmount', 'number', null, default, true, null);

-- Fills these columns into a statement, and their values of the task that is its parameter $1.
create function private.over_fields(statement text)
returns text
language plpgsql
stable
security definer
as $$
begin
  return (
    select format(
      statement,
      string_agg(quote_ident(column_name), ', '), string_agg('($1).' || quote_ident(column_name), ', ')
    )
    from private.task_fields
  );
end;
$$;

create table public.tasks (
  -- the client may choose it, so that a retry after a lost answer is recognised
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id)
    on delete cascade,
  category text not null,
  title text not null,
  -- the notes
  subtitle text,
  start_date date not null,
  end_date date,
  repeat_value text not null default 'daily',
  -- RFC 5545, and the words that it was brought with from elsewhere
  custom_rrule text,
  custom_rrule_text text,
  is_shared boolean not null default false,
  -- the first day of this schedule; earlier days count by those in task_schedules
  schedule_from date,
  -- ISO 8601 duration of 1 to 999 days, weeks or months: the interval after the last completion, after which one that
  -- waits for something is due at the latest; null for a schedule with dates
  after_done text,
  -- what has to happen, as another program names it; null for any other schedule
  waits_for text,
  -- by how much its reading has to grow until the task is due; null where it is enough that it happens
  waits_amount integer,
  -- the latest that happened of it, {name, day, at, number, via, viaName}: the task is open from that day until it is
  -- done or skipped then or later; written by private.happen alone
  happened jsonb,
  -- the months (1 to 12) of its season; null for all of them
  season smallint[] check (array_ndims(season) = 1 and array_lower(season, 1) = 1),
  -- days on which nothing is due
  paused datemultirange not null default '{}',
  -- what becomes of missed occurrences: all are kept, only the latest counts, or they pass
  missed_policy text not null default 'keep',
  -- ticked again for each occurrence
  checklist text[] not null default '{}' check (array_ndims(checklist) = 1 and array_lower(checklist, 1) = 1),
  -- how long it takes, from 1 (a moment) to 5 (half a day); null if nobody has said
  effort smallint,
  -- null: the task is user_id's own; otherwise it belongs to everybody in the household, and user_id is the
  -- responsible account, which brought it there or took it over
  household_id uuid references public.households (id)
    on delete cascade,
  -- the first day on which the household's absences count for it; null for every day
  household_since date,
  -- in a household: the people who take turns, in this order; empty for a task without turns; and how long a turn
  -- lasts: one occurrence, a week or a month
  roster uuid[] not null default '{}' check (array_ndims(roster) = 1 and array_lower(roster, 1) = 1),
  turn_length text not null default 'each',
  -- when these turns were entered: earlier completions were nobody else's turn
  roster_since timestamptz not null default now(),
  is_active boolean not null default true,
  deleted_at timestamptz,
  -- grows with every change that others can see; kept by triggers
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Rights (docs/design.md, Rights): the owner, or a member of the task's household, may do everything. A recipient,
-- or a helper of the household, sees the task and its completions, marks it done, and undoes their own. Nobody else
-- sees that the task exists.

-- Clients write the columns in private.task_fields; only the database sets owners, instants, revisions and the
-- account behind a share. The view has a task's values under the client's names: renaming them in each read cost a
-- list a tenth of its time.
do $$
declare
  columns constant text := (select string_agg(quote_ident(column_name), ', ') from private.task_fields);
  named constant text := (select string_agg(format('%I as %I', column_name, field), ', ') from private.task_fields);
  -- private.iso, written out: calling it for each task takes as long as all other values together.
  instants constant text := (
    select string_agg(
      format('to_char(%I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'') as %I', column_name, field), ', '
    )
    from (
      values ('created_at', 'createdAt'), ('updated_at', 'updatedAt'), ('roster_since', 'rosterSince')
    ) as kept (column_name, field)
  );
begin
  execute 'create view private.named_tasks with (security_invoker = true) as select id, user_id as "ownerId", revision,
    ' || instants || ', happened, ' || named || ' from public.tasks';
  execute format(
    'grant
       select (
         id, user_id, %1$s, happened, household_since, paused, is_active, deleted_at, revision, created_at, updated_at,
         roster_since
       ),
       insert (id, %1$s),
       update (%1$s, is_active, paused)
     on public.tasks to authenticated',
    columns
  );
end;
$$;

-- No two active tasks of a person or household have the same title, as entered_text stores it.
create unique index tasks_one_active_title on public.tasks (user_id, title)
where is_active and household_id is null;

create unique index tasks_one_active_title_of_household on public.tasks (household_id, title)
where is_active and household_id is not null;

create unique index tasks_one_staged_title on public.tasks (user_id, title)
where not is_active and deleted_at is null;

create index tasks_by_household on public.tasks (household_id, id);

-- For one person's tasks page by page, and the foreign key.
create index tasks_by_owner on public.tasks (user_id, id);

-- The tasks that others share with the caller, all of them active, as deleting a task ends its shares. A definer
-- function, because a policy on tasks that reads task_shares, whose policies read tasks, would never end.
create function private.tasks_shared_with_me()
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    select shares.task_id from private.task_shares shares where shares.recipient_id = auth.uid();
end;
$$;

-- The one statement of whose tasks are the caller's: their own and their households'. They see these, and tasks
-- shared with them. Both halves can use an index: the array is read once per statement, and only if a row isn't the
-- caller's own. A task that is neither active nor deleted is staged: its import isn't finished, and nobody sees it.
-- Rows that belong to a task are seen with it. private.my_tasks is the same for definer functions, which row level
-- security doesn't limit; it also tells which tasks the caller may change or bring back, as owner or household
-- member.
do $$
declare
  mine constant text := '((household_id is null and user_id = (select auth.uid()))
    or household_id = any (array(select private.my_households(%L))))';
  to_see constant text := format(mine, 'helper') || ' and (is_active or deleted_at is not null)
    or id = any (array(select private.tasks_shared_with_me()))';
  to_edit constant text := format(mine, 'member');
begin
  execute 'create policy "People see their own tasks, their households'' and those shared with them"
    on public.tasks for select to authenticated using (' || to_see || ')';
  execute 'create policy "People add tasks of their own and members those of their households"
    on public.tasks for insert to authenticated with check (user_id = (select auth.uid()) and ' || to_edit || ')';
  execute 'create policy "Owners change their tasks and members those of their households"
    on public.tasks for update to authenticated using (' || to_edit || ' and (is_active or deleted_at is not null))';
  execute 'create view private.my_tasks with (security_invoker = true) as
    select id, user_id, household_id, is_active, ' || to_edit || ' as may_edit from public.tasks where ' || to_see;
end;
$$;

-- Whether the caller may change a task, or bring it back, as its owner or a member of its household.
create function private.may_edit(task_id uuid)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return exists (select from private.my_tasks mine where mine.id = may_edit.task_id and mine.may_edit);
end;
$$;

-- Whether somebody has done something in the caller's task through a share, which is all that its owner may know.
create function private.takes_part_openly(task_id uuid, person uuid)
returns boolean
language sql
stable
security definer
as $$
  select
    exists (
      select
      from private.task_shares as shares
      where
        shares.task_id = takes_part_openly.task_id
        and shares.owner_id = auth.uid()
        and shares.recipient_id = person
        and shares.status = 'taking_part'
    );
$$;

-- Dates that the API takes must be plausible days.

-- Today's date in the westernmost time zone, UTC-12.
create function private.earliest_today()
returns date
language plpgsql
stable
as $$
begin
  return (now() at time zone 'UTC' - interval '12 hours')::date;
end;
$$;

create function private.latest_today()
returns date
language plpgsql
stable
as $$
begin
  return (now() at time zone 'UTC' + interval '14 hours')::date;
end;
$$;

-- Tidies and checks the fields of a task, as the only place in the database that does. Reports all broken rules at
-- once.
create function private.checked_task(task public.tasks)
returns public.tasks
language plpgsql
stable
security definer
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  fields constant private.task_fields[] := array(select fields from private.task_fields as fields);
  columns jsonb;
  -- these would be flattened below
  nested constant text[] := array_remove(array[
    case when array_ndims(task.season) > 1 then 'season' end,
    case when array_ndims(task.checklist) > 1 then 'checklist' end,
    case when array_ndims(task.roster) > 1 then 'roster' end
  ], null);
  issues jsonb;
begin
  if task.repeat_value is distinct from 'custom' then
    task.custom_rrule := null;
    task.custom_rrule_text := null;
    task.after_done := null;
    task.waits_for := null;
    task.waits_amount := null;
  end if;
  columns := to_jsonb(task);
  -- Empty texts become null.
  task := jsonb_populate_record(task, (
    select jsonb_object_agg(column_name, nullif(private.entered_text(columns ->> column_name), ''))
    from unnest(fields) where max_length is not null
  ));
  if task.waits_for is null then
    task.waits_amount := null;
  end if;
  if coalesce(task.after_done, task.waits_for) is not null then
    task.custom_rrule := null;
  end if;
  task.missed_policy := coalesce(task.missed_policy, 'keep');
  task.roster := coalesce(task.roster, '{}');
  task.turn_length := coalesce(task.turn_length, 'each');
  task.checklist := array(
    select private.entered_text(line) from unnest(task.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- All months mean no season.
  task.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(task.season) as month) as months
  );

  columns := to_jsonb(task);
  select jsonb_agg(private.issue(broken.path, broken.code) order by entered.position, broken.number)
  into issues
  from (
    select field as path, too_long as code, 0 as number
    from unnest(fields) where char_length(columns ->> column_name) > max_length
    union all
    select field, 'INVALID', 0
    from unnest(fields) where choices is not null and (columns ->> column_name = any (choices)) is not true
    union all
    select unnest(nested), 'INVALID', 0
    union all
    select path, code, row_number() over ()
    from (
      values
        ('title', 'TITLE_REQUIRED', task.title is null),
        ('title', 'TITLE_TOO_SHORT', char_length(task.title) = 1),
        ('category', 'CATEGORY_REQUIRED', task.category is null),
        ('startDate', 'START_DATE_REQUIRED', task.start_date is null),
        ('startDate', 'INVALID', task.start_date not between first_day and last_day),
        ('endDate', 'INVALID', task.end_date not between first_day and last_day),
        ('endDate', 'END_BEFORE_START', task.end_date < task.start_date),
        ('afterDone', 'INVALID', task.after_done !~ '^P[1-9][0-9]{0,2}[DWM]$'),
        ('waitsAmount', 'INVALID', task.waits_amount not between 1 and 1000000),
        ('season', 'INVALID', not task.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        ('paused', 'INVALID', not task.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
        ('checklist', 'CHECKLIST_TOO_LONG', cardinality(task.checklist) > 20),
        (
          'checklist', 'CHECKLIST_LINE_TOO_LONG',
          exists (select from unnest(task.checklist) as line where char_length(line) > 100)
        ),
        (
          'checklist', 'CHECKLIST_LINE_TWICE',
          cardinality(task.checklist) > (select count(distinct line) from unnest(task.checklist) as line)
        ),
        ('isShared', 'INVALID', task.is_shared is null),
        ('effort', 'INVALID', task.effort not between 1 and 5)
    ) as rules (path, code, is_broken)
    where is_broken
  ) as broken
  left join unnest(fields) as entered on entered.field = broken.path;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return task;
end;
$$;

create function private.check_task()
returns trigger
language plpgsql
security definer
as $$
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can only be brought back, within 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;
  return private.checked_task(new);
end;
$$;

-- A new task's schedule counts from today on or for ever, like a changed one; a staged task's from any day until
-- today. Not checked while a backup is restored, as today was another day then.
create function private.check_schedule_from()
returns trigger
language plpgsql
security definer
as $$
declare
  first_day constant date := case
    when new.is_active then private.earliest_today() else date '0001-01-01'
  end;
begin
  if new.schedule_from not between first_day and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  end if;
  return new;
end;
$$;

create trigger check_new_task
before insert on public.tasks
for each row
execute function private.check_task();

-- Also fires while a backup is restored, with the other triggers off.
alter table public.tasks enable always trigger check_new_task;

-- Completions and shares only raise the revision, and change nothing that needs a check.
create trigger check_task
before update on public.tasks
for each row
when (old.revision = new.revision)
execute function private.check_task();

create trigger check_schedule_from
before insert on public.tasks
for each row
execute function private.check_schedule_from();

-- A task is moved into a household by its owner, who must be a member there, and out of one by a keeper, who then
-- owns it.
create function private.check_household()
returns trigger
language plpgsql
security definer
as $$
begin
  if tg_op = 'UPDATE' and auth.uid() is not null and old.household_id is not null
    and old.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  if new.household_id is null then
    return new;
  end if;
  -- Serialises the move with removals from the household and its deletion; an outsider takes no lock.
  perform from public.households
  where households.id = new.household_id
    and (auth.uid() is null or households.id = any (array(select private.my_households('member'))))
  for share;
  -- Nobody is signed in when an administrator writes.
  if auth.uid() is not null and new.household_id <> all (array(select private.my_households('member'))) then
    perform private.refuse('householdId', 'INVALID');
  end if;
  return new;
end;
$$;

-- The person who moves it becomes responsible, as the one before may not belong to the new household.
create function private.fill_household()
returns trigger
language plpgsql
security definer
as $$
begin
  new.user_id := coalesce(auth.uid(), new.user_id);
  -- The people of the roster don't belong to the new household: from today on the task has no turns.
  if old.roster <> '{}' and new.roster = old.roster then
    new.roster := '{}';
    new.turn_length := 'each';
    if new.schedule_from is not distinct from old.schedule_from then
      new.schedule_from := greatest(private.household_today(old.household_id), old.schedule_from);
    end if;
  end if;
  return new;
end;
$$;

-- Records the move; deeds in the task keep their names.
create function private.record_household()
returns trigger
language plpgsql
security definer
as $$
begin
  -- Without the households' names: people with a share may belong to neither, and members of one not to the other.
  perform private.append_event(new.id, 'moved');
  perform private.queue_for_webhooks(old.household_id, old.user_id, 'left', new.id || ' ' || now(), new.id);
  if new.user_id <> old.user_id then
    insert into public.former_names (task_id, person_id, name)
    select new.id, profiles.id, profiles.display_name
    from public.profiles where profiles.id = old.user_id
    on conflict do nothing;
    perform private.pass_shares(array[new.id], new.user_id);
  end if;
  -- Undoing an earlier change of turns would bring back people of the former household.
  delete from private.past_changes
  where past_changes.task_id = new.id and past_changes.schedule ->> 'roster' <> '[]';
  perform private.end_member_shares(new.household_id, new.id);
  return null;
end;
$$;

create function private.send_moved_task()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_removal(new.id, array(
    select account from private.household_accounts(old.household_id) as account
    where account <> all (private.participants(new.id))
  ));
  if new.user_id <> old.user_id then
    -- Recipients now have to accept the person who is responsible for it.
    perform private.send_list_changed(array(
      select coalesce(
        shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid()
      )
      from private.task_shares shares where shares.task_id = new.id
    ));
  end if;
  return null;
end;
$$;

create trigger check_household_of_new
before insert on public.tasks
for each row
when (new.household_id is not null)
execute function private.check_household();

create trigger check_household
before update on public.tasks
for each row
when (old.household_id is distinct from new.household_id)
execute function private.check_household();

create trigger fill_household
before update on public.tasks
for each row
when (old.household_id is distinct from new.household_id)
execute function private.fill_household();

create trigger record_household
after update on public.tasks
for each row
when (old.household_id is distinct from new.household_id)
execute function private.record_household();

create trigger send_moved_task
after update on public.tasks
for each row
when (old.household_id is distinct from new.household_id)
execute function private.send_moved_task();

create trigger check_touched
after update on public.profiles
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();

create trigger check_touched
after update on public.tasks
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();

-- The app's calls that change tasks. They run as the caller, under row level security, and raise a code when refused
-- instead of silently changing nothing.

-- Makes these addresses the share list of a task. New ones come first, as an address is locked before any share row.
create function private.set_shares(task_id uuid, share_with text[])
returns void
language plpgsql
as $$
declare
  addresses text[];
begin
  if cardinality(share_with) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  addresses := array(
    select distinct coalesce(private.canonical_address(address), address, '') as address
    from unnest(share_with) as address
    order by address
  );
  insert into private.task_shares (task_id, contact_email)
  select set_shares.task_id, address from unnest(addresses) as address
  on conflict do nothing;
  delete from private.task_shares shares
  where shares.task_id = set_shares.task_id and shares.contact_email <> all (addresses);
end;
$$;

-- The task with these fields of the client's JSON; absent fields stay as they are.
-- Errors: VALIDATION_FAILED for unknown fields, or of another type.
create function private.with_fields(task public.tasks, fields jsonb)
returns public.tasks
language plpgsql
stable
security definer
as $$
declare
  wrong jsonb;
  columns jsonb;
begin
  -- Some clients send an object as a string of JSON.
  if jsonb_typeof(fields) = 'string' then
    fields := (fields #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(fields) is distinct from 'object' then
    perform private.refuse('fields', 'INVALID');
  end if;
  select
    jsonb_agg(private.issue(entry.key, 'INVALID')) filter (
      where entered.column_name is null
        or jsonb_typeof(entry.value) not in ('null', entered.json_type)
    ),
    jsonb_object_agg(coalesce(entered.column_name, ''), entry.value)
  into wrong, columns
  from jsonb_each(fields) as entry
  left join private.task_fields as entered on entered.field = entry.key;
  if wrong is not null then
    perform private.fail('VALIDATION_FAILED', wrong);
  end if;
  return jsonb_populate_record(task, coalesce(columns, '{}'));
end;
$$;

-- The fields that decide a task's occurrences and turns, under the client's names.
create function private.schedule_json(task public.tasks)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_object_agg(deciding.field, entered.columns -> deciding.column_name)
    from private.task_fields as deciding, (select to_jsonb(task) as columns offset 0) as entered
    where deciding.decides_days
  );
end;
$$;

-- Checks a schedule under the client's names and fills in defaults, as a task would keep it.
-- Errors: VALIDATION_FAILED at `path`.
create function private.checked_schedule(path text, schedule jsonb)
returns jsonb
language plpgsql
stable
as $$
declare
  task public.tasks;
begin
  if schedule - array(select field from private.task_fields where decides_days) <> '{}' then
    perform private.refuse(path, 'INVALID');
  end if;
  task.title := 'Former';
  task.category := 'Former';
  task.repeat_value := 'daily';
  task.is_shared := false;
  return private.schedule_json(private.checked_task(private.with_fields(task, schedule)));
exception
  when sqlstate 'PT422' or data_exception then perform private.refuse(path, 'INVALID');
end;
$$;

-- Shares restored tasks that the caller may change with the addresses that they had when they were deleted.
create function private.restore_shares(task_ids uuid[])
returns void
language sql
volatile
security definer
as $$
  with
    ended as (
      delete from private.ended_shares
      using public.tasks
      where
        ended_shares.task_id = any (task_ids)
        and tasks.id = ended_shares.task_id
        and tasks.is_active
        and tasks.is_shared
        and private.may_edit(tasks.id)
      returning tasks.id, tasks.user_id, ended_shares.contact_email
    )
  insert into private.task_shares (task_id, owner_id, contact_email)
  select ended.id, ended.user_id, ended.contact_email
  from ended
  -- Somebody it was shared with may have become its owner.
  where ended.contact_email is distinct from (select users.email from auth.users where users.id = ended.user_id)
  order by ended.id, ended.contact_email
  on conflict do nothing;
$$;

-- Adds a task and its shares; share_with only counts if the task is flagged as shared. The same id again from the
-- same person answers the task as it is.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED; TASK_NOT_FOUND if that task has been deleted since.
create function public.create_task(id uuid, fields jsonb, share_with text[] default '{}')
returns jsonb
language plpgsql
as $$
declare
  defaults public.tasks;
  task public.tasks;
  existing public.tasks;
  is_new boolean;
begin
  perform private.begin_call();
  defaults.repeat_value := 'daily';
  defaults.is_shared := false;
  task := private.with_fields(defaults, fields);
  task.id := create_task.id;
  -- The second attempt is for a title whose task is deleted between the two statements.
  for attempt in 1..2 loop
    -- Waits for anybody who adds the same id or title at this moment.
    execute private.over_fields(
      'insert into public.tasks (id, %s) values (($1).id, %s) on conflict do nothing returning true'
    )
    into is_new using task;
    if is_new then
      if task.is_shared then
        perform private.set_shares(create_task.id, share_with);
      end if;
      exit;
    end if;

    select * into existing from public.tasks where tasks.id = create_task.id;
    if private.may_edit(existing.id) then
      if not existing.is_active then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      exit;
    end if;
    if exists (
      select from public.tasks
      where tasks.is_active
        and tasks.title = private.entered_text(task.title)
        and case
          when task.household_id is null then tasks.household_id is null and tasks.user_id = auth.uid()
          else tasks.household_id = task.household_id
        end
    ) then
      perform private.fail('DUPLICATE_TASK');
    end if;
    if attempt = 2 then
      -- Somebody else's id. Ids are random, so this is no accident.
      perform private.refuse('id', 'INVALID');
    end if;
  end loop;
  return private.answer(create_task.id);
end;
$$;

-- Changes the given fields and, unless share_with is null, the share list. A task that is no longer flagged as
-- shared loses its shares.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED, TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create function public.update_task(task_id uuid, fields jsonb, share_with text[] default null)
returns jsonb
language plpgsql
as $$
declare
  before public.tasks;
  after public.tasks;
begin
  perform private.begin_call();
  -- Invalid fields are refused before access to the task is checked.
  perform private.with_fields(null, fields);
  -- Row lock, so that changes of different fields by two people or devices both last. Row level security allows it
  -- only to those who may edit the task.
  select * into before from public.tasks where tasks.id = task_id and is_active for no key update;
  if not found then
    perform private.refuse_task(task_id);
  end if;
  after := private.with_fields(before, fields);
  if after is distinct from before then
    begin
      execute private.over_fields('update public.tasks set (%s) = row (%s) where id = ($1).id') using after;
    exception
      when unique_violation then
        perform private.fail('DUPLICATE_TASK');
    end;
  end if;
  if share_with is not null and after.is_shared then
    perform private.set_shares(task_id, share_with);
  end if;
  return private.answer(task_id);
end;
$$;

-- Deletes a task for everyone; the row stays, inactive. Again by its owner succeeds.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create function public.delete_task(task_id uuid)
returns void
language plpgsql
as $$
begin
  perform private.begin_call();
  update public.tasks set is_active = false where tasks.id = task_id and is_active;
  if not found then
    if not exists (select from public.tasks where tasks.id = task_id) then
      perform private.fail('TASK_NOT_FOUND');
    elsif not private.may_edit(task_id) then
      perform private.fail('NOT_ALLOWED');
    end if;
  end if;
end;
$$;

-- Pauses a task for a range of days, both included, or removes these days from its pauses. Editors only.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient, VALIDATION_FAILED, LIMIT_REACHED.
create function public.pause_task(task_id uuid, first_day date, last_day date, is_paused boolean default true)
returns jsonb
language plpgsql
as $$
begin
  perform private.begin_call();
  if first_day is null or last_day is null or last_day < first_day
    or first_day < date '0001-01-01' or last_day > date '9999-12-31' then
    perform private.refuse('lastDay', 'PAUSE_ENDS_BEFORE_START');
  end if;
  update public.tasks
  set paused = case
    when is_paused then paused + datemultirange(daterange(first_day, last_day, '[]'))
    else paused - datemultirange(daterange(first_day, last_day, '[]'))
  end
  where tasks.id = pause_task.task_id and tasks.is_active;
  if not found then
    perform private.refuse_task(task_id);
  end if;
  return private.answer(task_id);
end;
$$;

-- Brings back a task deleted in the last 30 days, with its shares.
-- Errors: TASK_NOT_FOUND, DUPLICATE_TASK, LIMIT_REACHED.
create function public.restore_task(task_id uuid)
returns jsonb
language plpgsql
as $$
begin
  perform private.begin_call();
  begin
    update public.tasks set is_active = true where tasks.id = restore_task.task_id and not is_active;
  exception
    when unique_violation then
      perform private.fail('DUPLICATE_TASK');
  end;
  if found then
    perform private.restore_shares(array[restore_task.task_id]);
  end if;
  if not exists (
    select from public.tasks
    where tasks.id = restore_task.task_id and is_active and private.may_edit(tasks.id)
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return private.answer(task_id);
end;
$$;
