-- The record: which schedule counted when, what was put off, and everything that happened.

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

-- Everything that happened, appended by triggers alone.
create table public.task_events (
  id bigint generated always as identity primary key,
  task_id uuid not null references public.tasks (id) on delete cascade,
  happened_at timestamptz not null default now(),
  -- null: somebody who has closed their account
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null,
  -- the days it is about; null when it is about the task
  days datemultirange,
  details jsonb not null default '{}'
);
create index task_events_by_task on public.task_events (task_id, id);
create index task_events_by_person on public.task_events (user_id);

alter table public.task_schedules enable row level security;
alter table public.task_put_offs enable row level security;
alter table public.task_day_notes enable row level security;
alter table public.task_events enable row level security;
revoke all on
  public.task_schedules, public.task_put_offs, public.task_day_notes, public.task_events
from public, anon, authenticated, service_role;

create function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.task_events (task_id, user_id, kind, days, details)
  values (
    append_event.task_id,
    (select profiles.id from public.profiles where profiles.id = auth.uid()),
    append_event.kind, append_event.days, append_event.details
  )
$$;

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
  end if;
  return null;
end;
$$;
-- By its name before broadcast_task, whose message has the former schedules.
create trigger a_keep_former_schedule after update on public.tasks
  for each row when (old.schedule_from is distinct from new.schedule_from)
  execute function private.keep_former_schedule();

create function private.record_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  gained datemultirange;
  lost datemultirange;
begin
  if tg_op = 'INSERT' then
    perform private.append_event(
      new.id, 'created', null, private.schedule_json(new) || jsonb_build_object('title', new.title)
    );
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.append_event(
      new.id, 'schedule_changed', null,
      jsonb_build_object(
        'before', private.schedule_json(old), 'after', private.schedule_json(new),
        'from', new.schedule_from
      )
    );
  end if;
  if new.paused <> old.paused then
    gained := new.paused - old.paused;
    lost := old.paused - new.paused;
    if not isempty(gained) then
      perform private.append_event(new.id, 'paused', gained);
    end if;
    if not isempty(lost) then
      perform private.append_event(new.id, 'resumed', lost);
    end if;
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$$;
create trigger a_record_task after insert or update on public.tasks
  for each row execute function private.record_task();

create function private.record_put_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.append_event(
    coalesce(new.task_id, old.task_id), 'put_off',
    datemultirange(daterange(coalesce(new.due_date, old.due_date), coalesce(new.due_date, old.due_date), '[]')),
    jsonb_build_object('to', new.new_date)
  );
  return null;
end;
$$;
create trigger record_put_off after insert or update on public.task_put_offs
  for each row execute function private.record_put_off();

create function private.record_day_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.append_event(
    new.task_id, 'noted', datemultirange(daterange(new.day, new.day, '[]')),
    jsonb_build_object('note', new.note)
  );
  return null;
end;
$$;
create trigger record_day_note after insert or update on public.task_day_notes
  for each row execute function private.record_day_note();
