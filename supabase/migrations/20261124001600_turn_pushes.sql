-- Turns by push: what is due can be told of one's own turns alone, and turns that others want to hand on.

alter table private.push_settings
  add column only_my_turns boolean not null default false,
  add column offers boolean not null default false;

alter table private.pushes drop constraint pushes_kind_check;

alter table private.pushes
  add constraint pushes_kind_check check (kind in ('today', 'done', 'invitation', 'offer'));

insert into private.limits (name, most) values ('offer_pushes_per_day', 10);

create or replace function private.read_push(endpoint text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'todayHour', settings.today_hour,
    'invitations', coalesce(settings.invitations, false),
    'done', coalesce(settings.done, false),
    'onlyMyTurns', coalesce(settings.only_my_turns, false),
    'offers', coalesce(settings.offers, false),
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

drop function public.set_push(integer, boolean, boolean, integer, integer);

drop function private.set_push(integer, boolean, boolean, integer, integer);

create function private.set_push(
  today_hour integer, invitations boolean, done boolean, quiet_from integer, quiet_until integer,
  only_my_turns boolean, offers boolean
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if today_hour not between 0 and 23 then
    perform private.refuse('todayHour', 'INVALID');
  elsif invitations is null or done is null or only_my_turns is null or offers is null then
    perform private.refuse('', 'INVALID');
  elsif (quiet_from is null) <> (quiet_until is null) or quiet_from = quiet_until
    or quiet_from not between 0 and 23 or quiet_until not between 0 and 23 then
    perform private.refuse('quietFrom', 'INVALID');
  end if;
  insert into private.push_settings as known (
    user_id, today_hour, invitations, done, quiet_from, quiet_until, only_my_turns, offers
  )
  values (
    auth.uid(), set_push.today_hour, set_push.invitations, set_push.done,
    set_push.quiet_from, set_push.quiet_until, set_push.only_my_turns, set_push.offers
  )
  on conflict (user_id) do update
  set
    today_hour = excluded.today_hour, invitations = excluded.invitations, done = excluded.done,
    quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    only_my_turns = excluded.only_my_turns, offers = excluded.offers;
  -- It begins with the next such hour.
  update private.push_settings known
  set settled_day = greatest(
    known.settled_day,
    (
      private.local_time(now(), profiles.time_zone) - make_interval(
        hours => private.push_hour(known.today_hour, known.quiet_from, known.quiet_until)
      )
    )::date
  )
  from public.profiles
  where profiles.id = known.user_id and known.user_id = auth.uid() and known.today_hour is not null;
end;
$$;

-- Decides what the caller is told. Hours are 0 to 23 by the clocks of their time zone, or null for never; the
-- quiet ones may go over midnight. Errors: VALIDATION_FAILED.
create function public.set_push(
  today_hour integer, invitations boolean, done boolean, quiet_from integer, quiet_until integer,
  only_my_turns boolean default false, offers boolean default false
) returns void
language sql volatile set search_path = ''
as $$
  select private.set_push(
    today_hour, invitations, done, quiet_from, quiet_until, only_my_turns, offers
  )
$$;

grant execute on function
  private.set_push(integer, boolean, boolean, integer, integer, boolean, boolean),
  public.set_push(integer, boolean, boolean, integer, integer, boolean, boolean)
to authenticated;

-- It answers more than it did.
drop function private.ready_push_devices(timestamptz);

-- The devices to which something may be sent at an instant, with what their people want; day is the one about
-- which the device is still to be told what is due.
create function private.ready_push_devices(instant timestamptz)
returns table (
  device_id uuid, user_id uuid, endpoint text, p256dh text, auth text, time_zone text,
  created_at timestamptz, invitations boolean, done boolean, offers boolean, only_my_turns boolean, day date
)
language sql stable security definer set search_path = ''
as $$
  select
    devices.id, devices.user_id, devices.endpoint, devices.p256dh, devices.auth, profiles.time_zone,
    devices.created_at, settings.invitations, settings.done, settings.offers, settings.only_my_turns,
    case
      -- One that was added later that day begins with the next.
      when (
        private.local_time(devices.created_at, profiles.time_zone) - make_interval(hours => hours.hour)
      )::date < due.day
      and not exists (
        select from private.pushes
        where pushes.device_id = devices.id and pushes.kind = 'today' and pushes.key = due.day::text
      )
      then due.day
    end
  from private.push_settings settings
  join private.push_devices devices on devices.user_id = settings.user_id
  join public.profiles on profiles.id = settings.user_id
  cross join lateral (
    select private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until)
  ) as hours (hour)
  cross join lateral (
    select private.morning_due(instant, profiles.time_zone, hours.hour, settings.settled_day)
  ) as due (day)
  where (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_quiet(instant, profiles.time_zone, settings.quiet_from, settings.quiet_until)
$$;

-- The turns of the last day that others want to hand on and nobody has done or taken yet, for each device whose person
-- wants to know and may take them.
create function private.offers_for_devices(instant timestamptz)
returns table (device_id uuid, task_id uuid, day date, from_name text, offered_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select ready.device_id, offers.task_id, offers.day, sender.name, offers.offered_at
  from public.turn_offers offers
  join public.tasks on tasks.id = offers.task_id and tasks.is_active
  join public.household_people sender on sender.id = offers.from_person
  join public.household_people taker
    on taker.household_id = tasks.household_id and taker.left_on is null
    and taker.id <> sender.id and taker.id = coalesce(offers.to_person, taker.id)
  join private.ready_push_devices(instant) as ready
    on ready.user_id = taker.account_id and ready.offers and ready.created_at <= offers.offered_at
  left join public.task_put_offs moved
    on moved.task_id = offers.task_id and moved.due_date = offers.day
  cross join lateral (select coalesce(moved.new_date, offers.day)) as due (day)
  where offers.offered_at > instant - interval '1 day' and offers.offered_at <= instant
    and not exists (
      select from public.task_completions completions
      where completions.task_id = offers.task_id and completions.completed_date = due.day
    )
    and not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = offers.task_id and catch_ups.days @> due.day
    )
    and not exists (
      select from public.household_absences absences
      where absences.person_id = taker.id and offers.day between absences.from_day and absences.to_day
        and (absences.ended_on <= offers.day) is not true
    )
    and not exists (
      select from private.pushes
      where pushes.device_id = ready.device_id and pushes.kind = 'offer'
        and pushes.key = concat_ws(' ', offers.task_id, offers.day, offers.offered_at)
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
  ),
  offered as materialized (
    select
      known.device_id,
      jsonb_agg(
        jsonb_build_object(
          'key', concat_ws(' ', known.task_id, known.day, known.offered_at),
          'task', known.task_id, 'day', known.day, 'title', tasks.title, 'name', known.from_name
        )
        order by known.offered_at, known.task_id, known.day
      ) as list
    from private.offers_for_devices(instant) as known
    join public.tasks on tasks.id = known.task_id
    where exists (select from ready where ready.offers)
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
            'onlyMyTurns', ready.only_my_turns,
            'done', coalesce(done.list, '[]'),
            'invitations', coalesce(invited.list, '[]'),
            'offers', coalesce(offered.list, '[]')
          )
          order by ready.created_at, ready.device_id
        )
      ) as person
    from ready
    left join done on done.device_id = ready.device_id
    left join invited on invited.device_id = ready.device_id
    left join offered on offered.device_id = ready.device_id
    where (due_pushes.after is null or ready.user_id > due_pushes.after)
      and (ready.day is not null or coalesce(done.list, invited.list, offered.list) is not null)
    group by ready.user_id
    order by ready.user_id
    limit most
  ) as people
$$;
