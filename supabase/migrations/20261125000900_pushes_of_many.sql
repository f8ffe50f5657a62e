-- Who is to be told what is worked out once a call, not once for each kind of push, and plpgsql keeps its plan: with
-- 5,000 devices and 10,000 completions within the hour a call took longer than it may, so nobody was told anything.
create or replace function private.is_signed_in(session_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return session_id is null
    or exists (select from auth.sessions where sessions.id = is_signed_in.session_id);
end;
$$;

create or replace function private.push_hour(hour integer, quiet_from integer, quiet_until integer) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when private.is_within(hour, quiet_from, quiet_until) then quiet_until else hour end;
end;
$$;

create or replace function private.is_within(hour integer, from_hour integer, until_hour integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    case
      when from_hour < until_hour then hour >= from_hour and hour < until_hour
      else hour >= from_hour or hour < until_hour
    end,
    false
  );
end;
$$;

create or replace function private.is_quiet(
  instant timestamptz, time_zone text, quiet_from integer, quiet_until integer
) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.is_within(
    extract(hour from private.local_time(instant, time_zone))::integer, quiet_from, quiet_until
  );
end;
$$;

create or replace function private.morning_due(
  instant timestamptz, time_zone text, hour integer, settled_day date
) returns date
language plpgsql stable set search_path = ''
as $$
declare
  clocks constant timestamp := private.local_time(instant, time_zone);
  day constant date := (clocks - make_interval(hours => hour))::date;
begin
  return case
    when clocks < day + make_interval(hours => hour + 6) and (settled_day is null or settled_day < day)
    then day
  end;
end;
$$;

create or replace function private.household_accounts(household uuid) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select people.account_id from public.household_people people
    where people.household_id = household and people.left_on is null and people.account_id is not null;
end;
$$;

create or replace function private.participants(task_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select private.household_accounts(tasks.household_id)
    from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from public.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  );
end;
$$;

create or replace function private.ready_push_devices(instant timestamptz, after uuid default null)
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
  where (ready_push_devices.after is null or settings.user_id > ready_push_devices.after)
    and (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_quiet(instant, profiles.time_zone, settings.quiet_from, settings.quiet_until)
$$;

create or replace function private.done_for_devices(instant timestamptz)
returns table (device_id uuid, task_id uuid, day date, done_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- materialized: who takes part is asked once for each, and not once for each device.
  with told as materialized (
    select completions.*, person.id as person_id
    from public.task_completions completions
    join public.tasks on tasks.id = completions.task_id and tasks.is_active
    cross join lateral unnest(private.participants(completions.task_id)) as person (id)
    where completions.status = 'done'
      and completions.completed_at > instant - interval '1 hour' and completions.completed_at <= instant
      and completions.user_id is distinct from person.id
  )
  select devices.id, told.task_id, told.completed_date, told.completed_at
  from told
  join private.push_settings settings on settings.user_id = told.person_id
  join private.push_devices devices
    on devices.user_id = told.person_id and devices.created_at <= told.completed_at
  where (
      settings.done
      or exists (
        select from private.watched_tasks watched
        where watched.user_id = told.person_id and watched.task_id = told.task_id
      )
    )
    -- Whoever did it, by somebody else's word.
    and not exists (
      select from public.household_people doers
      where doers.account_id = told.person_id and doers.id = any (told.people || told.said_by)
    )
    and not exists (
      select from private.pushes
      where pushes.device_id = devices.id and pushes.kind = 'done'
        and pushes.key = told.task_id || ' ' || told.completed_date
    )
$$;

create or replace function private.invitations_for_devices(instant timestamptz)
returns table (device_id uuid, key text, wanted_at timestamptz, invitation jsonb)
language sql stable security definer set search_path = ''
as $$
  select devices.id, keys.key, wanted.wanted_at, content.invitation
  from private.invitation_mails wanted
  cross join lateral (
    select private.account_of(wanted.address, wanted.sender_id)
  ) as person (id)
  join private.push_settings settings on settings.user_id = person.id and settings.invitations
  join private.push_devices devices
    on devices.user_id = person.id and devices.created_at <= wanted.wanted_at
  cross join lateral (select concat_ws(' ', wanted.sender_id, wanted.wanted_at)) as keys (key)
  cross join lateral (
    select private.invitation_to(wanted.sender_id, wanted.address)
  ) as content (invitation)
  where wanted.household_invitation_id is null
    and wanted.wanted_at > instant - interval '1 day' and wanted.wanted_at <= instant
    and content.invitation is not null
    and not exists (
      select from private.pushes
      where pushes.device_id = devices.id and pushes.kind = 'invitation' and pushes.key = keys.key
    )
$$;

create or replace function private.offers_for_devices(instant timestamptz)
returns table (device_id uuid, task_id uuid, day date, from_name text, offered_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select devices.id, offers.task_id, offers.day, sender.name, offers.offered_at
  from public.turn_offers offers
  join public.tasks on tasks.id = offers.task_id and tasks.is_active
  join public.household_people sender on sender.id = offers.from_person
  join public.household_people taker
    on taker.household_id = tasks.household_id and taker.left_on is null
    and taker.id <> sender.id and taker.id = coalesce(offers.to_person, taker.id)
  join private.push_settings settings on settings.user_id = taker.account_id and settings.offers
  join private.push_devices devices
    on devices.user_id = taker.account_id and devices.created_at <= offers.offered_at
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
      where pushes.device_id = devices.id and pushes.kind = 'offer'
        and pushes.key = concat_ws(' ', offers.task_id, offers.day, offers.offered_at)
    )
$$;

create or replace function private.due_pushes(instant timestamptz, after uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with ready as materialized (
    select * from private.ready_push_devices(instant, due_pushes.after)
  ),
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
    where ready.day is not null or coalesce(done.list, invited.list, offered.list) is not null
    group by ready.user_id
    order by ready.user_id
    limit most
  ) as people
$$;

drop function private.ready_push_devices(timestamptz);
