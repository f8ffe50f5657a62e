-- Push: a person's devices and settings, and the pushes that are due. docs/design/push.md.

-- A person's settings for pushes; without a row they get none.
create table private.push_settings (
  user_id uuid primary key references public.profiles (id)
    on delete cascade,
  -- the hour, 0 to 23 in the person's time zone, at which to tell what is due today; null: never
  today_hour smallint check (today_hour between 0 and 23),
  invitations boolean not null,
  -- deeds of others in tasks that the person takes part in
  done boolean not null,
  -- of the tasks due, only those of their turn
  only_my_turns boolean not null default false,
  -- turns that others want to hand on to them
  offers boolean not null default false,
  -- nothing is sent from the first hour until the second; both null: no quiet hours
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  -- the latest day about which nothing more is told
  sent_until date,
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from != quiet_until)
);

-- The first invalid part of a subscription; null if all are valid.
create function private.wrong_in_subscription(endpoint text, p256dh text, auth text)
returns text
language sql
immutable
as $$
  select
    case
      when (
        char_length(endpoint) <= 1000
        and endpoint ~ '^https://[a-z0-9.-]+(:[0-9]{1,5})?/[!-~]+$'
      ) is not true then 'endpoint'
      when (p256dh ~ '^B[A-Za-z0-9_-]{86}$') is not true then 'p256dh'
      when (auth ~ '^[A-Za-z0-9_-]{22}$') is not true then 'auth'
    end;
$$;

-- A browser subscribed to pushes (RFC 8030). Anyone with its endpoint and keys can send to it.
create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id)
    on delete cascade,
  endpoint text not null unique,
  -- the browser's public key and secret (RFC 8291), in base64url
  p256dh text not null,
  auth text not null,
  label text not null check (char_length(label) between 1 and 100),
  -- the session of Auth in which it was added, with which it ends; null: its access token had none
  session_id uuid,
  created_at timestamptz not null default now(),
  -- when a push server last accepted a push for it
  used_at timestamptz,
  -- since then
  failures integer not null default 0,
  waits_until timestamptz,
  check (private.wrong_in_subscription(endpoint, p256dh, auth) is null)
);

create index push_devices_by_person on private.push_devices (user_id);

-- Tasks in which a person wants to hear of others' deeds, whatever their setting for all.
create table private.watched_tasks (
  user_id uuid not null references public.profiles (id)
    on delete cascade,
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  primary key (user_id, task_id)
);

create index watched_tasks_by_task on private.watched_tasks (task_id);

create index completions_by_instant on public.task_completions (completed_at) where status = 'done';

create index invitation_mails_by_wish on private.invitation_mails (wanted_at);

-- Whether the session in which a device was added still exists: after a sign-out there, or everywhere, the device is
-- told nothing.
create function private.is_signed_in(session_id uuid)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return session_id is null
    or exists (select from auth.sessions where sessions.id = is_signed_in.session_id);
end;
$$;

-- The hour at which due tasks are told: one in the quiet hours waits for their end.
create function private.push_hour(hour integer, quiet_from integer, quiet_until integer)
returns integer
language sql
immutable
as $$
  select
    case
      when private.is_within(hour, quiet_from, quiet_until) then quiet_until
      else hour
    end;
$$;

-- Whether an hour is between the first (inclusive) and the second, also over midnight; never without them.
create function private.is_within(hour integer, from_hour integer, until_hour integer)
returns boolean
language sql
immutable
as $$
  select
    coalesce(
      case
        when from_hour < until_hour then hour >= from_hour
        and hour < until_hour
        else hour >= from_hour
        or hour < until_hour
      end,
      false
    );
$$;

-- The caller's settings and devices: {todayHour, onlyMyTurns, invitations, done, offers, quietFrom, quietUntil,
-- watched, devices}. watched are the ids of watched tasks, devices are {id, label, addedAt, isThis}; isThis marks
-- the one with the endpoint.
create function private.read_push(endpoint text default null)
returns jsonb
language sql
stable
security definer
as $$
  select
    jsonb_build_object(
      'todayHour',
      settings.today_hour,
      'invitations',
      coalesce(settings.invitations, false),
      'done',
      coalesce(settings.done, false),
      'onlyMyTurns',
      coalesce(settings.only_my_turns, false),
      'offers',
      coalesce(settings.offers, false),
      'quietFrom',
      settings.quiet_from,
      'quietUntil',
      settings.quiet_until,
      'watched',
      (
        select coalesce(jsonb_agg(watched.task_id order by watched.task_id), '[]')
        from private.watched_tasks as watched
        where watched.user_id = auth.uid()
      ),
      'devices',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id',
                devices.id,
                'label',
                devices.label,
                'addedAt',
                private.iso(devices.created_at),
                'isThis',
                devices.endpoint is not distinct from read_push.endpoint
              )
              order by devices.created_at, devices.id
            ),
            '[]'
          )
        from private.push_devices as devices
        where devices.user_id = auth.uid() and private.is_signed_in(devices.session_id)
      )
    )
  from
    (select auth.uid() as id) as me
    left join private.push_settings as settings on settings.user_id = me.id;
$$;

-- Sets the caller's push settings. Hours are 0 to 23 in their time zone, or null for never; quiet hours may go over
-- midnight.
-- Errors: VALIDATION_FAILED.
create function private.set_push(
  today_hour integer,
  invitations boolean,
  done boolean,
  quiet_from integer,
  quiet_until integer,
  only_my_turns boolean default false,
  offers boolean default false
)
returns void
language plpgsql
volatile
security definer
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
  insert into private.push_settings (
    user_id, today_hour, invitations, done, quiet_from, quiet_until, only_my_turns, offers, sent_until
  )
  select
    profiles.id, set_push.today_hour, set_push.invitations, set_push.done,
    set_push.quiet_from, set_push.quiet_until, set_push.only_my_turns, set_push.offers,
    -- Begins with the next such hour. make_interval takes null as no hours.
    case when set_push.today_hour is not null then (
      private.local_time(now(), profiles.time_zone)
      - make_interval(hours => private.push_hour(set_push.today_hour, set_push.quiet_from, set_push.quiet_until))
    )::date end
  from public.profiles where profiles.id = auth.uid()
  on conflict (user_id) do update
  set
    today_hour = excluded.today_hour, invitations = excluded.invitations, done = excluded.done,
    quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    only_my_turns = excluded.only_my_turns, offers = excluded.offers,
    sent_until = greatest(push_settings.sent_until, excluded.sent_until);
end;
$$;

-- Sets whether the caller is told of others' deeds in a task, even without that setting for all.
-- Errors: TASK_NOT_FOUND, LIMIT_REACHED.
create function private.watch_task(task_id uuid, is_watched boolean)
returns void
language plpgsql
volatile
security definer
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
  perform private.check_limit('watched_tasks', (
    select count(*) from private.watched_tasks watched where watched.user_id = me
  ));
  insert into private.push_settings (user_id, invitations, done) values (me, false, false)
  on conflict do nothing;
end;
$$;

-- Adds the browser with this subscription and answers its id; the same one again is the same device. Somebody else's
-- device is taken over by a caller with its keys, and refused otherwise. It ends with the caller's session.
-- Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.add_push_device(endpoint text, p256dh text, auth text, label text)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := nullif(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', ''
  );
  wrong constant text := private.wrong_in_subscription(endpoint, p256dh, auth);
  device uuid;
begin
  if wrong is not null then
    perform private.refuse(wrong, 'INVALID');
  end if;
  perform private.lock_quota('push devices', me);
  -- A caller with its keys uses this browser now; the endpoint isn't enough. The row is deleted, with everything it
  -- says about the former user.
  delete from private.push_devices
  where push_devices.endpoint = add_push_device.endpoint and push_devices.user_id <> me
    and push_devices.p256dh = add_push_device.p256dh and push_devices.auth = add_push_device.auth;
  delete from private.push_devices
  where push_devices.user_id = me and push_devices.endpoint <> add_push_device.endpoint
    and not private.is_signed_in(push_devices.session_id);
  perform private.check_limit('push_devices', (
    select 1 + count(*) from private.push_devices
    where push_devices.user_id = me and push_devices.endpoint <> add_push_device.endpoint
  ));
  insert into private.push_devices (user_id, endpoint, p256dh, auth, label, session_id)
  values (
    me, add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth,
    coalesce(nullif(left(private.entered_text(add_push_device.label), 100), ''), 'A device'), session
  )
  on conflict on constraint push_devices_endpoint_key do update
  set
    p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
    session_id = excluded.session_id, failures = 0, waits_until = null
  where push_devices.user_id = excluded.user_id
  returning push_devices.id into device;
  if device is null then
    perform private.refuse('endpoint', 'INVALID');
  end if;
  return device;
end;
$$;

-- A device that doesn't exist is no error.
create function private.remove_push_device(id uuid)
returns void
language sql
volatile
security definer
as $$
  delete from private.push_devices as devices
  where devices.id = remove_push_device.id and devices.user_id = auth.uid();
$$;

-- The devices that may be sent something at an instant, with their owners' settings; day is the one whose due tasks
-- they still have to be told. `after`: only people whose id comes after this one.
create function private.ready_push_devices(instant timestamptz, after uuid default null)
returns table (
  device_id uuid,
  user_id uuid,
  endpoint text,
  p256dh text,
  auth text,
  time_zone text,
  created_at timestamptz,
  invitations boolean,
  done boolean,
  offers boolean,
  only_my_turns boolean,
  day date
)
language sql
stable
security definer
as $$
  select
    devices.id,
    devices.user_id,
    devices.endpoint,
    devices.p256dh,
    devices.auth,
    profiles.time_zone,
    devices.created_at,
    settings.invitations,
    settings.done,
    settings.offers,
    settings.only_my_turns,
    case
      -- A device added later that day begins with the next.
      when (
        private.local_time(devices.created_at, profiles.time_zone) - make_interval(hours => hours.hour)
      )::date < due.day
      and not exists (
        select
        from private.outbox
        where outbox.device_id = devices.id and outbox.kind = 'today' and outbox.key = due.day::text
      ) then due.day
    end
  from
    private.push_settings as settings
    join private.push_devices as devices on devices.user_id = settings.user_id
    join public.profiles on profiles.id = settings.user_id
    cross join lateral (
      select private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until)
    ) as hours (hour)
    cross join lateral (
      select private.morning_due(instant, profiles.time_zone, hours.hour, settings.sent_until)
    ) as due (day)
  where
    (ready_push_devices.after is null or settings.user_id > ready_push_devices.after)
    and (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_within(
      extract(hour from private.local_time(instant, profiles.time_zone))::integer,
      settings.quiet_from,
      settings.quiet_until
    );
$$;

-- Completions by others within the last hour, for each device whose owner takes part and wants to hear of them, in
-- all tasks or in this one: {task, day, at}.
create function private.done_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  -- materialized: participants are read once per completion, not once per device.
  with
    told as materialized (
      select completions.*, person.id as person_id
      from
        public.task_completions as completions
        join public.tasks on tasks.id = completions.task_id and tasks.is_active
        cross join lateral unnest(private.participants(completions.task_id)) as person (id)
      where
        completions.status = 'done'
        and completions.completed_at > instant - interval '1 hour'
        and completions.completed_at <= instant
        and completions.user_id is distinct from person.id
    )
  select
    devices.id,
    'done',
    told.task_id || ' ' || told.completed_date,
    told.completed_at,
    jsonb_build_object('task', told.task_id, 'day', told.completed_date, 'at', private.iso(told.completed_at))
  from
    told
    join private.push_settings as settings on settings.user_id = told.person_id
    join private.push_devices as devices on devices.user_id = told.person_id and devices.created_at <= told.completed_at
  where
    (
      settings.done
      or exists (
        select
        from private.watched_tasks as watched
        where watched.user_id = told.person_id and watched.task_id = told.task_id
      )
    )
    -- Nor of one's own deeds that somebody else recorded.
    and not exists (
      select
      from public.household_people as doers
      where doers.account_id = told.person_id and doers.id = any (told.people || told.said_by)
    );
$$;

-- Invitations of the last day that still wait, for each device whose owner wants to hear of them: {key, senderName,
-- count, titles}.
create function private.invitations_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  select
    devices.id,
    'invitation',
    keys.key,
    wanted.wanted_at,
    content.invitation || jsonb_build_object('key', keys.key)
  from
    private.invitation_mails as wanted
    cross join lateral (select private.account_of(wanted.address, wanted.sender_id)) as person (id)
    join private.push_settings as settings on settings.user_id = person.id and settings.invitations
    join private.push_devices as devices on devices.user_id = person.id and devices.created_at <= wanted.wanted_at
    cross join lateral (select concat_ws(' ', wanted.sender_id, wanted.wanted_at)) as keys (key)
    cross join lateral (select private.invitation_to(wanted.sender_id, wanted.address)) as content (invitation)
  where
    wanted.household_invitation_id is null
    and wanted.wanted_at > instant - interval '1 day'
    and wanted.wanted_at <= instant
    and content.invitation is not null;
$$;

-- Turns offered in the last day that nobody has done or taken yet, for each device whose owner wants to hear of them
-- and may take them: {key, task, day, title, name}.
create function private.offers_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  select
    devices.id,
    'offer',
    keys.key,
    offers.offered_at,
    jsonb_build_object(
      'key',
      keys.key,
      'task',
      offers.task_id,
      'day',
      offers.day,
      'title',
      tasks.title,
      'name',
      sender.name
    )
  from
    public.turn_offers as offers
    join public.tasks on tasks.id = offers.task_id and tasks.is_active
    join public.household_people as sender on sender.id = offers.from_person
    join public.household_people as taker
      on taker.household_id = tasks.household_id
      and taker.left_on is null
      and taker.id != sender.id
      and taker.id = coalesce(offers.to_person, taker.id)
    join private.push_settings as settings on settings.user_id = taker.account_id and settings.offers
    join private.push_devices as devices
      on devices.user_id = taker.account_id and devices.created_at <= offers.offered_at
    left join public.task_put_offs as moved on moved.task_id = offers.task_id and moved.due_date = offers.day
    cross join lateral (select coalesce(moved.new_date, offers.day)) as due (day)
    cross join lateral (select concat_ws(' ', offers.task_id, offers.day, offers.offered_at)) as keys (key)
  where
    offers.offered_at > instant - interval '1 day'
    and offers.offered_at <= instant
    and not exists (
      select
      from public.task_completions as completions
      where completions.task_id = offers.task_id and completions.completed_date = due.day
    )
    and not exists (
      select
      from public.task_catch_ups as catch_ups
      where catch_ups.task_id = offers.task_id and catch_ups.days @> due.day
    )
    and not exists (
      select
      from public.household_absences as absences
      where
        absences.person_id = taker.id
        and offers.day between absences.from_day and absences.to_day
        and (absences.ended_on <= offers.day) is not true
    );
$$;

-- The pushes due at an instant, for at most so many people: [{person, timeZone, language, dateStyle, devices}], ordered
-- by person, with ids above `after`. A device is {id, endpoint, p256dh, auth, day, onlyMyTurns, done, invitations,
-- offers}: day is the one whose due tasks it has to be told, or null; then lists of others' deeds, invitations and
-- offered turns. Empty in quiet hours.
create function private.due_pushes(instant timestamptz default now(), after uuid default null, most integer default 100)
returns jsonb
language sql
stable
security definer
as $$
  with
    ready as materialized (select * from private.ready_push_devices(instant, due_pushes.after)),
    news as materialized (
      select told.device_id, told.kind, jsonb_agg(told.said order by told.at, told.key) as list
      from
        (
          select *
          from private.done_for_devices(instant)
          where
            exists (
              select
              from ready
              where
                ready.done
                or exists (select from private.watched_tasks as watched where watched.user_id = ready.user_id)
            )
          union all
          select *
          from private.invitations_for_devices(instant)
          where exists (select from ready where ready.invitations)
          union all
          select * from private.offers_for_devices(instant) where exists (select from ready where ready.offers)
        ) as told
      where
        not exists (
          select
          from private.outbox
          where outbox.device_id = told.device_id and outbox.kind = told.kind and outbox.key = told.key
        )
      group by told.device_id, told.kind
    )
  select coalesce(jsonb_agg(people.person order by people.user_id), '[]')
  from
    (
      select
        ready.user_id,
        jsonb_build_object(
          'person',
          ready.user_id,
          'timeZone',
          min(ready.time_zone),
          'language',
          (select profiles.language from public.profiles where profiles.id = ready.user_id),
          'dateStyle',
          (select profiles.date_style from public.profiles where profiles.id = ready.user_id),
          'devices',
          jsonb_agg(
            jsonb_build_object(
              'id',
              ready.device_id,
              'endpoint',
              ready.endpoint,
              'p256dh',
              ready.p256dh,
              'auth',
              ready.auth,
              'day',
              ready.day,
              'onlyMyTurns',
              ready.only_my_turns,
              'done',
              coalesce(done.list, '[]'),
              'invitations',
              coalesce(invited.list, '[]'),
              'offers',
              coalesce(offered.list, '[]')
            )
            order by ready.created_at, ready.device_id
          )
        ) as person
      from
        ready
        left join news as done on done.device_id = ready.device_id and done.kind = 'done'
        left join news as invited on invited.device_id = ready.device_id and invited.kind = 'invitation'
        left join news as offered on offered.device_id = ready.device_id and offered.kind = 'offer'
      where ready.day is not null or coalesce(done.list, invited.list, offered.list) is not null
      group by ready.user_id
      order by ready.user_id
      limit most
    ) as people;
$$;

-- Reads an occurrence or puts it off ('look', 'do') as the person whose push the link was in; a done one stays where
-- it is. Answers like follow_done_link, with putOffTo, the day to which it is put off, or null.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function public.follow_put_off_link(person uuid, task_id uuid, day date, new_date date, action text)
returns jsonb
language plpgsql
as $$
declare
  -- This makes that person the caller.
  state constant jsonb := public.follow_done_link(person, task_id, day, 'look', via => 'push');
begin
  if action = 'do' and state ->> 'done' is null then
    perform public.put_off(follow_put_off_link.task_id, follow_put_off_link.day, follow_put_off_link.new_date);
  end if;
  return state || jsonb_build_object('putOffTo', (
    select task_put_offs.new_date from public.task_put_offs
    where task_put_offs.task_id = follow_put_off_link.task_id and task_put_offs.due_date = follow_put_off_link.day
  ));
end;
$$;
