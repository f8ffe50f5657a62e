-- A person can watch single tasks: they are told what others do in these alone.

-- The tasks in which a person wants to know what others do, whether or not they want it of all.
create table private.watched_tasks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  task_id uuid not null references public.tasks (id) on delete cascade,
  primary key (user_id, task_id)
);

create index watched_tasks_by_task on private.watched_tasks (task_id);

alter table private.watched_tasks enable row level security;

create policy "Nobody but our own functions" on private.watched_tasks for all to public using (false);

insert into private.limits (name, most) values ('watched_tasks', 200);

create or replace function private.read_push(endpoint text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'todayHour', settings.today_hour,
    'invitations', coalesce(settings.invitations, false),
    'done', coalesce(settings.done, false),
    'quietFrom', settings.quiet_from,
    'quietUntil', settings.quiet_until,
    'watched', (
      select coalesce(jsonb_agg(watched.task_id order by watched.task_id), '[]')
      from private.watched_tasks watched
      where watched.user_id = auth.uid()
    ),
    'devices', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', devices.id,
            'label', devices.label,
            'addedAt', private.iso(devices.created_at),
            'isThis', devices.endpoint is not distinct from read_push.endpoint
          )
          order by devices.created_at, devices.id
        ),
        '[]'
      )
      from private.push_devices devices
      where devices.user_id = auth.uid() and private.is_signed_in(devices.session_id)
    )
  )
  from (select auth.uid() as id) as me
  left join private.push_settings settings on settings.user_id = me.id
$$;

create function private.watch_task(task_id uuid, is_watched boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if is_watched is not true then
    delete from private.watched_tasks watched
    where watched.user_id = me and watched.task_id = watch_task.task_id;
    return;
  end if;
  if not private.is_participant(watch_task.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.lock_quota('watched tasks', me);
  insert into private.watched_tasks (user_id, task_id) values (me, watch_task.task_id)
  on conflict do nothing;
  if (
    select count(*) from private.watched_tasks watched where watched.user_id = me
  ) > private.limit_of('watched_tasks') then
    perform private.exceed('TOO_MANY_WATCHED_TASKS');
  end if;
  insert into private.push_settings (user_id, invitations, done) values (me, false, false)
  on conflict do nothing;
end;
$$;

grant execute on function private.watch_task(uuid, boolean) to authenticated;

-- Whether the caller is told what others do in a task, also where they don't want to know it of all. Errors:
-- TASK_NOT_FOUND, LIMIT_REACHED.
create function public.watch_task(task_id uuid, is_watched boolean) returns void
language sql volatile set search_path = ''
as $$ select private.watch_task(task_id, is_watched) $$;

grant execute on function public.watch_task(uuid, boolean) to authenticated;

-- What others have done within the last hour, for each device whose person takes part and wants to know it, of all
-- tasks or of this one.
create or replace function private.done_for_devices(instant timestamptz)
returns table (device_id uuid, task_id uuid, day date, done_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select ready.device_id, completions.task_id, completions.completed_date, completions.completed_at
  from public.task_completions completions
  join public.tasks on tasks.id = completions.task_id and tasks.is_active
  cross join lateral unnest(private.participants(completions.task_id)) as person (id)
  join private.ready_push_devices(instant) as ready
    on ready.user_id = person.id and ready.created_at <= completions.completed_at
  where completions.status = 'done'
    and completions.completed_at > instant - interval '1 hour' and completions.completed_at <= instant
    and completions.user_id is distinct from person.id
    and (
      ready.done
      or exists (
        select from private.watched_tasks watched
        where watched.user_id = person.id and watched.task_id = completions.task_id
      )
    )
    -- Whoever did it, by somebody else's word.
    and not exists (
      select from public.household_people doers
      where doers.account_id = person.id and doers.id = any (completions.people || completions.said_by)
    )
    and not exists (
      select from private.pushes
      where pushes.device_id = ready.device_id and pushes.kind = 'done'
        and pushes.key = completions.task_id || ' ' || completions.completed_date
    )
$$;

create or replace function private.due_pushes(instant timestamptz, after uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with ready as materialized (select * from private.ready_push_devices(instant)),
  done as materialized (
    select
      known.device_id,
      jsonb_agg(
        jsonb_build_object('task', known.task_id, 'day', known.day, 'at', private.iso(known.done_at))
        order by known.done_at, known.task_id, known.day
      ) as list
    from private.done_for_devices(instant) as known
    where exists (
      select from ready
      where ready.done
        or exists (select from private.watched_tasks watched where watched.user_id = ready.user_id)
    )
    group by known.device_id
  ),
  invited as materialized (
    select
      known.device_id,
      jsonb_agg(
        known.invitation || jsonb_build_object('key', known.key) order by known.wanted_at, known.key
      ) as list
    from private.invitations_for_devices(instant) as known
    where exists (select from ready where ready.invitations)
    group by known.device_id
  )
  select coalesce(jsonb_agg(people.person order by people.user_id), '[]')
  from (
    select
      ready.user_id,
      jsonb_build_object(
        'person', ready.user_id,
        'timeZone', min(ready.time_zone),
        'devices', jsonb_agg(
          jsonb_build_object(
            'id', ready.device_id, 'endpoint', ready.endpoint, 'p256dh', ready.p256dh, 'auth', ready.auth,
            'day', ready.day,
            'done', coalesce(done.list, '[]'),
            'invitations', coalesce(invited.list, '[]')
          )
          order by ready.created_at, ready.device_id
        )
      ) as person
    from ready
    left join done on done.device_id = ready.device_id
    left join invited on invited.device_id = ready.device_id
    where (due_pushes.after is null or ready.user_id > due_pushes.after)
      and (ready.day is not null or done.list is not null or invited.list is not null)
    group by ready.user_id
    order by ready.user_id
    limit most
  ) as people
$$;
