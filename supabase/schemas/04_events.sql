-- Events: everything that happened to a task, by whom and when. They never change, except that closing an account
-- removes its name from them.

create table public.task_events (
  -- 1, 2, 3, … per task: numbers from one sequence would tell how much happens elsewhere
  id bigint not null,
  -- Deferred: closing an account also removes its name from events of tasks that are being deleted.
  task_id uuid not null references public.tasks (id)
    on delete cascade
    deferrable initially deferred,
  happened_at timestamptz not null default private.made_at(),
  -- null: somebody who has closed their account
  user_id uuid references public.profiles (id)
    on delete set null,
  kind text not null check (
    kind in (
      'created',
      'imported',
      'renamed',
      'schedule_changed',
      'schedule_undone',
      'started_earlier',
      'checklist_changed',
      'paused',
      'resumed',
      'moved',
      'shared',
      'left',
      'deleted',
      'restored',
      'done',
      'skipped',
      'undone',
      'corrected',
      'put_off',
      'happened',
      'noted',
      'turn_taken',
      'turn_given',
      'turn_returned',
      'turn_offered',
      'turn_offer_withdrawn',
      'claimed'
    )
  ),
  -- the days it is about; null when it is about the task
  days datemultirange,
  details jsonb not null default '{}',
  -- IANA name: the time zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  primary key (task_id, id),
  -- that person in the task's household; null for anybody else
  person_id uuid,
  -- when it arrived, if it had waited on an offline device
  arrived_at timestamptz default nullif(now(), private.made_at())
);

alter table public.task_events alter column task_id set (n_distinct = -0.01);

grant select (id, task_id, happened_at, user_id, kind, days, details, time_zone, person_id, arrived_at)
on public.task_events
to authenticated;

create index task_events_by_person on public.task_events (user_id);

create index task_events_of_new_tasks on public.task_events (user_id, coalesce(arrived_at, happened_at))
where kind = 'created';

create index task_events_by_doer on public.task_events ((details ->> 'by'));

create policy "Participants see the events of a task" on public.task_events
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- The people in a task's record, with the names that it tells: they stay when a person leaves the household, and
-- when the task does.
create table private.task_people (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  person_id uuid not null,
  name text not null,
  primary key (task_id, person_id)
);

create index task_people_by_person on private.task_people (person_id);

-- A deed that waited on a device counts as made after its maker joined the task's household, whatever the request
-- says. The trigger's argument is the column with its time.
create function private.fill_made_at()
returns trigger
language plpgsql
security definer
as $$
declare
  since constant timestamptz := (
    select coalesce(people.account_since, people.joined_at)
    from public.tasks
    join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = new.task_id and people.account_id = auth.uid()
  );
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz < since then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], since));
  end if;
  return new;
end;
$$;

create trigger fill_made_at
before insert on public.task_events
for each row
when (new.happened_at < now() and private.made_at() < now())
execute function private.fill_made_at('happened_at');

-- Gives an event the next number of its task, the signed-in person and the door.
create function private.fill_event()
returns trigger
language plpgsql
security definer
as $$
declare
  door constant jsonb := nullif(current_setting('rota.door', true), '');
  household uuid;
begin
  -- Locked until the commit, so that numbers are unique and in the order of commits.
  select tasks.household_id into household from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  if household is not null then
    new.person_id := (
      select people.id from public.household_people people
      where people.household_id = household and people.account_id = new.user_id and people.left_on is null
    );
  end if;
  if door is not null then
    new.details := new.details || jsonb_strip_nulls(jsonb_build_object(
      'via', door -> 'kind', 'viaName', door -> 'name'
    ));
  end if;
  return new;
end;
$$;

create function private.record_people()
returns trigger
language plpgsql
security definer
as $$
begin
  insert into private.task_people (task_id, person_id, name)
  select new.task_id, people.id, people.name
  from public.household_people people
  where people.id = new.person_id
    or people.id = any (
      private.ids_in(new.details -> 'people') || private.ids_in(new.details #> '{after,people}')
    )
  on conflict do nothing;
  return null;
end;
$$;

-- Does nothing for a staged task, which has no events yet, or one that is being deleted.
create function private.append_event(
  task_id uuid,
  kind text,
  days datemultirange default null,
  details jsonb default '{}'
)
returns void
language plpgsql
volatile
security definer
as $$
begin
  insert into public.task_events (task_id, kind, days, details)
  select tasks.id, append_event.kind, append_event.days, append_event.details
  from public.tasks
  where tasks.id = append_event.task_id and (tasks.is_active or tasks.deleted_at is not null);
end;
$$;

create function private.record_new_tasks()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.append_event(
    tasks.id, 'created', null,
    private.schedule_json(tasks) || jsonb_build_object('title', tasks.title, 'from', tasks.schedule_from)
  )
  from public.tasks where tasks.id in (select added.id from added);
  perform private.record_pauses(tasks.id, '{}', private.paused_days(tasks), '{"away": true}')
  from public.tasks where tasks.id in (select added.id from added where added.household_id is not null);
  return null;
end;
$$;

create function private.record_task()
returns trigger
language plpgsql
security definer
as $$
begin
  -- The end of an import: a single event stands for the task's past.
  if not old.is_active and old.deleted_at is null then
    perform private.append_event(new.id, 'imported', null, private.imported_json(new));
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.record_schedule(old, new);
    perform private.check_put_offs(new);
  end if;
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused or new.household_id is distinct from old.household_id then
    perform private.record_pauses(
      new.id, private.paused_days(old), private.paused_days(new),
      case when new.household_id is distinct from old.household_id then '{"away": true}' else '{}'::jsonb end
    );
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$$;

create trigger fill_event
before insert on public.task_events
for each row
execute function private.fill_event();

create trigger record_people
after insert on public.task_events
for each row
when (new.person_id is not null or new.details ? 'people')
execute function private.record_people();

create trigger record_new_tasks
after insert on public.tasks
referencing new table as added
for each statement
execute function private.record_new_tasks();

-- Only edits change updated_at, and the end of an import changes is_active.
create trigger record_task
after update on public.tasks
for each row
when (old.updated_at != new.updated_at or old.is_active != new.is_active)
execute function private.record_task();
