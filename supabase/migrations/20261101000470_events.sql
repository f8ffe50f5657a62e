-- The events: everything that happened to a task, by whom and when. Nothing changes them but the closing
-- of an account, which takes its name.

create table public.task_events (
  id bigint generated always as identity primary key,
  -- Deferred: closing accounts takes names out of the events of tasks that are going, too.
  task_id uuid not null references public.tasks (id) on delete cascade deferrable initially deferred,
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
create index task_events_by_doer on public.task_events ((details ->> 'by'));

alter table public.task_events enable row level security;
revoke all on public.task_events from public, anon, authenticated, service_role;

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

-- The same for one day; not when the whole task goes, with what belongs to it.
create function private.append_day_event(task_id uuid, kind text, day date, details jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.append_event(
    tasks.id, append_day_event.kind,
    datemultirange(daterange(append_day_event.day, append_day_event.day, '[]')),
    append_day_event.details
  )
  from public.tasks where tasks.id = append_day_event.task_id
$$;

create function private.record_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  gained datemultirange;
  lost datemultirange;
begin
  if tg_op = 'INSERT' then
    perform private.append_event(
      new.id, 'created', null,
      private.schedule_json(new) || jsonb_build_object('title', new.title, 'from', new.schedule_from)
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
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused then
    if (select count(*) from unnest(new.paused)) > private.limit_of('pauses') then
      perform private.exceed('TOO_MANY_PAUSES');
    end if;
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
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Put back, it goes nowhere.
  perform private.append_day_event(
    what.task_id, 'put_off', what.due_date, jsonb_build_object('to', new.new_date)
  );
  return null;
end;
$$;
create trigger record_put_off after insert or update or delete on public.task_put_offs
  for each row execute function private.record_put_off();

create function private.record_day_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account goes.
  if new.note is distinct from old.note then
    perform private.append_day_event(
      what.task_id, 'noted', what.day, jsonb_build_object('note', new.note)
    );
  end if;
  return null;
end;
$$;
create trigger record_day_note after insert or update or delete on public.task_day_notes
  for each row execute function private.record_day_note();

-- One event a task, person and statement, however many days it is about.
create function private.record_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.append_event(
    changed.task_id,
    case when tg_op = 'DELETE' then 'undone' else changed.status end,
    changed.days,
    jsonb_build_object('by', changed.user_id, 'status', changed.status)
  )
  from (
    select
      rows.task_id, rows.status, rows.user_id,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days
    from changed_rows as rows
    -- Not when the whole task goes, with its completions.
    where exists (select from public.tasks where tasks.id = rows.task_id)
    group by rows.task_id, rows.status, rows.user_id
    order by rows.task_id
  ) as changed;
  return null;
end;
$$;
create trigger record_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.record_completions();
create trigger record_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.record_completions();

create function private.record_catch_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before = after or not exists (select from public.tasks where tasks.id = what.task_id) then
    return null;
  end if;
  perform private.append_event(
    what.task_id,
    case when tg_op = 'INSERT' then what.status else 'undone' end,
    case when tg_op = 'INSERT' then after else before - after end,
    jsonb_build_object('by', what.user_id, 'status', what.status)
  );
  return null;
end;
$$;
create trigger record_catch_up after insert or update or delete on public.task_catch_ups
  for each row execute function private.record_catch_up();
