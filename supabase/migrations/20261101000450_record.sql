-- The record: which schedule counted when, and what happened to single days. Its events are in the next file.

-- The former schedules of a task. The current one stands in tasks, and counts from
-- tasks.schedule_from on; one without that day counts for ever.
create table public.task_schedules (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- the last day that it counts for; its first is the day after the one before it ended
  valid_until date not null,
  start_date date not null,
  end_date date,
  repeat_value text not null,
  custom_rrule text,
  custom_rrule_text text,
  after_done text,
  season smallint[],
  primary key (task_id, valid_until)
);

-- An occurrence that was put off to another day. Put off again, the row says where it is now.
create table public.task_put_offs (
  task_id uuid not null references public.tasks (id) on delete cascade,
  due_date date not null,
  new_date date not null check (new_date <> due_date),
  primary key (task_id, due_date),
  unique (task_id, new_date)
);

-- Many missed occurrences done or skipped in one go: days as runs, whatever their number. No day is
-- in two of these, or in one and in task_completions.
create table public.task_catch_ups (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  task_id uuid not null references public.tasks (id) on delete cascade,
  days datemultirange not null check (not isempty(days)),
  status text not null check (status in ('done', 'skipped')),
  user_id uuid references public.profiles (id) on delete set null,
  recorded_at timestamptz not null default now()
);
create index task_catch_ups_by_task on public.task_catch_ups (task_id);
create index task_catch_ups_by_person on public.task_catch_ups (user_id);

-- The addresses of a deleted task's shares, for whoever brings it back.
create table private.ended_shares (
  task_id uuid not null references public.tasks (id) on delete cascade,
  contact_email text not null,
  primary key (task_id, contact_email)
);
alter table private.ended_shares enable row level security;

-- What somebody had to say about a day of a task.
create table public.task_day_notes (
  task_id uuid not null references public.tasks (id) on delete cascade,
  day date not null,
  note text not null,
  user_id uuid references public.profiles (id) on delete set null,
  written_at timestamptz not null default now(),
  primary key (task_id, day)
);
create index task_day_notes_by_person on public.task_day_notes (user_id);

alter table public.task_schedules enable row level security;
alter table public.task_put_offs enable row level security;
alter table public.task_day_notes enable row level security;
alter table public.task_catch_ups enable row level security;
revoke all on
  public.task_schedules, public.task_put_offs, public.task_day_notes, public.task_catch_ups
from public, anon, authenticated, service_role;

-- What decides the occurrences of a task, with the client's names.
create function private.schedule_json(task public.tasks) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'startDate', task.start_date,
    'endDate', task.end_date,
    'repeatValue', task.repeat_value,
    'customRrule', task.custom_rrule,
    'customRruleText', task.custom_rrule_text,
    'afterDone', task.after_done,
    'season', task.season
  )
$$;

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule
-- counts for the past too.
create function private.keep_former_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is null then
    delete from public.task_schedules where task_id = new.id;
  elsif new.schedule_from < old.schedule_from
    or new.schedule_from not between private.earliest_today() and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  else
    insert into public.task_schedules (
      task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
      after_done, season
    )
    values (
      old.id, new.schedule_from - 1, old.start_date, old.end_date, old.repeat_value,
      old.custom_rrule, old.custom_rrule_text, old.after_done, old.season
    );
    if (select count(*) from public.task_schedules where task_id = new.id)
      > private.limit_of('schedules') then
      perform private.exceed('TOO_MANY_SCHEDULES');
    end if;
  end if;
  return null;
end;
$$;
-- By its name before broadcast_task, whose message has the former schedules.
create trigger a_keep_former_schedule after update on public.tasks
  for each row when (old.schedule_from is distinct from new.schedule_from)
  execute function private.keep_former_schedule();

-- The days of a task that can be done or skipped: those between the start and the end of the schedule
-- that counts for them, and those to which something was put off, until today.
create function private.doable_days(task_id uuid) returns datemultirange
language sql stable security definer set search_path = ''
as $$
  with schedules as (
    select start_date, end_date, former.valid_until
    from public.task_schedules former where former.task_id = doable_days.task_id
    union all
    select start_date, end_date, null from public.tasks where tasks.id = doable_days.task_id
  ),
  dated as (
    select
      start_date, end_date, valid_until,
      lag(valid_until) over (order by valid_until nulls last) as former_until
    from schedules
  ),
  ranges as (
    select daterange(
      greatest(start_date, former_until + 1),
      least(end_date, valid_until) + 1
    ) as days
    from dated
    where greatest(start_date, former_until + 1) <= coalesce(least(end_date, valid_until), 'infinity')
    union all
    select daterange(new_date, new_date, '[]')
    from public.task_put_offs where task_put_offs.task_id = doable_days.task_id
  )
  select coalesce(range_agg(days), '{}')
    * datemultirange(daterange(null, private.latest_today(), '[]'))
  from ranges
$$;
