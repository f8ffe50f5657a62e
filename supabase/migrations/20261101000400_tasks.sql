create table public.tasks (
  -- the client may choose it, so that a retry after a lost answer is recognised
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  category text not null,
  title text not null,
  subtitle text,
  start_date date not null,
  end_date date,
  repeat_value text not null default 'daily',
  custom_rrule text,
  custom_rrule_text text,
  is_shared boolean not null default false,
  -- the first day that this schedule counts for; before it, those in task_schedules do
  schedule_from date,
  -- ISO 8601 duration in days, weeks or months: due so long after it was last done
  after_done text,
  -- the months in which it applies, 1 to 12; null for all of them
  season smallint[],
  -- days on which nothing is due
  paused datemultirange not null default '{}',
  -- what a miss means: keep every one, the latest alone counts, or let it pass
  missed_policy text not null default 'keep',
  -- ticked anew for each occurrence
  checklist text[] not null default '{}',
  is_active boolean not null default true,
  deleted_at timestamptz,
  -- grows with every change that others can see; kept by triggers
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.tasks is
  'Recurring chores, checked by the trigger check_task. A deleted one stays, inactive.';
comment on column public.tasks.subtitle is 'The notes, at most 5000 characters.';
comment on column public.tasks.custom_rrule is 'RFC 5545 rule, at most 1000 characters.';
comment on column public.tasks.custom_rrule_text is 'The rule in words, at most 1000 characters.';

-- No two active tasks of one person with the same title, stored as entered_text has it.
create unique index tasks_one_active_title on public.tasks (user_id, title) where is_active;
-- One person's tasks, page by page; also the foreign key's index.
create index tasks_by_owner on public.tasks (user_id, id);

-- What people enter in a task: the name and the type in the client's JSON, and the column. The calls
-- that write tasks, and the grants, take the columns from here.
create function private.task_fields() returns table (field text, column_name text, json_type text)
language sql immutable set search_path = ''
as $$
  values
    ('category', 'category', 'string'),
    ('title', 'title', 'string'),
    ('subtitle', 'subtitle', 'string'),
    ('startDate', 'start_date', 'string'),
    ('endDate', 'end_date', 'string'),
    ('repeatValue', 'repeat_value', 'string'),
    ('customRrule', 'custom_rrule', 'string'),
    ('customRruleText', 'custom_rrule_text', 'string'),
    ('afterDone', 'after_done', 'string'),
    ('season', 'season', 'array'),
    ('scheduleFrom', 'schedule_from', 'string'),
    ('missedPolicy', 'missed_policy', 'string'),
    ('checklist', 'checklist', 'array'),
    ('isShared', 'is_shared', 'boolean')
$$;
grant execute on function private.task_fields() to authenticated;

create table public.task_completions (
  task_id uuid not null references public.tasks (id) on delete cascade,
  completed_date date not null,
  -- who did or skipped it; null when that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  completed_at timestamptz not null default now(),
  status text not null default 'done' check (status in ('done', 'skipped')),
  -- an occurrence is done once, by one person; the included columns answer the list from the index
  primary key (task_id, completed_date) include (user_id, completed_at, status)
);
create index task_completions_by_person on public.task_completions (user_id, task_id);

create table public.task_shares (
  task_id uuid not null references public.tasks (id) on delete cascade,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  -- who takes part by this share: the confirmed account of that address, once it has accepted the
  -- owner; nobody may read it: a share must not tell whether there is an account
  recipient_id uuid references public.profiles (id) on delete set null,
  -- what the owner sees; moved only by what that person does in the task, and by its end
  standing text not null default 'invited' check (standing in ('invited', 'taking_part', 'left')),
  primary key (task_id, contact_email)
);
create index task_shares_by_owner on public.task_shares (owner_id);
create index task_shares_by_recipient on public.task_shares (recipient_id, task_id);
create index task_shares_waiting on public.task_shares (contact_email, owner_id, task_id)
  where recipient_id is null;

create table public.shared_contacts (
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  last_shared_at timestamptz not null default now(),
  primary key (owner_id, contact_email)
);

-- 1 to 999 days, weeks or months, as an ISO 8601 duration.
create function private.is_after_done(duration text) returns boolean
language sql immutable strict set search_path = ''
as $$ select duration ~ '^P[1-9][0-9]{0,2}[DWM]$' $$;
grant execute on function private.is_after_done(text) to authenticated;

-- The day that is today somewhere on Earth: from UTC-12 to UTC+14.
create function private.earliest_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'UTC' - interval '12 hours')::date $$;
create function private.latest_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'UTC' + interval '14 hours')::date $$;

-- The one place where the database checks a task. Every broken rule is reported at once; a deleted
-- task is frozen.
create function private.check_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  issues jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can do nothing but come back, for 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;

  new.category := coalesce(private.entered_text(new.category), '');
  new.title := coalesce(private.entered_text(new.title), '');
  new.subtitle := nullif(private.entered_text(new.subtitle), '');
  if new.repeat_value is distinct from 'custom' then
    new.custom_rrule := null;
    new.custom_rrule_text := null;
    new.after_done := null;
  end if;
  if new.after_done is not null then
    new.custom_rrule := null;
  end if;
  new.missed_policy := coalesce(new.missed_policy, 'keep');
  new.checklist := array(
    select private.entered_text(line) from unnest(new.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- Every month is no season.
  new.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(new.season) as month) as months
  );

  select jsonb_agg(private.issue(path, code)) into issues
  from (
    values
      ('title', 'TITLE_REQUIRED', new.title = ''),
      ('title', 'TITLE_TOO_SHORT', char_length(new.title) = 1),
      ('title', 'TITLE_TOO_LONG', char_length(new.title) > 100),
      ('category', 'CATEGORY_REQUIRED', new.category = ''),
      ('category', 'CATEGORY_TOO_LONG', char_length(new.category) > 50),
      ('subtitle', 'NOTES_TOO_LONG', char_length(new.subtitle) > 5000),
      ('startDate', 'START_DATE_REQUIRED', new.start_date is null),
      ('startDate', 'INVALID', new.start_date not between first_day and last_day),
      ('endDate', 'INVALID', new.end_date not between first_day and last_day),
      ('endDate', 'END_BEFORE_START', new.end_date < new.start_date),
      (
        'repeatValue', 'INVALID',
        coalesce(new.repeat_value, '') not in ('daily', 'weekly', 'monthly', 'yearly', 'custom')
      ),
      ('customRrule', 'RULE_TOO_LONG', char_length(new.custom_rrule) > 1000),
      ('customRruleText', 'RULE_TOO_LONG', char_length(new.custom_rrule_text) > 1000),
      ('afterDone', 'INVALID', not private.is_after_done(new.after_done)),
      ('season', 'INVALID', not new.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
      ('paused', 'INVALID', not new.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
      ('missedPolicy', 'INVALID', new.missed_policy not in ('keep', 'latest', 'pass')),
      ('checklist', 'CHECKLIST_TOO_LONG', cardinality(new.checklist) > 20),
      (
        'checklist', 'CHECKLIST_LINE_TOO_LONG',
        exists (select from unnest(new.checklist) as line where char_length(line) > 100)
      ),
      (
        'checklist', 'CHECKLIST_LINE_TWICE',
        cardinality(new.checklist) > (select count(distinct line) from unnest(new.checklist) as line)
      ),
      ('isShared', 'INVALID', new.is_shared is null)
  ) as rules (path, code, is_broken)
  where is_broken;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return new;
end;
$$;

create trigger check_new_task before insert on public.tasks
  for each row execute function private.check_task();
-- Also while a backup is restored, with the other triggers off.
alter table public.tasks enable always trigger check_new_task;
-- Completions and shares raise the revision alone, and change nothing that needs a check.
create trigger check_task before update on public.tasks
  for each row when (old.revision = new.revision)
  execute function private.check_task();
