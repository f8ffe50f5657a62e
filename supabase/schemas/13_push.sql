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
  -- when to look at it next, at or before the moment at which something is to be told; -infinity for now
  next_at timestamptz not null default '-infinity',
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from != quiet_until)
);

create index push_settings_by_next on private.push_settings (next_at);

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

-- A browser subscribed to pushes (RFC 8030), to which anyone with its endpoint and keys can send; or a channel, which
-- takes them by HTTP.
create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id)
    on delete cascade,
  -- a browser's
  endpoint text unique,
  -- its public key and secret (RFC 8291), in base64url
  p256dh text,
  auth text,
  -- a channel's request, encrypted: only the functions have the key
  sealed text check (char_length(sealed) between 1 and 16000),
  label text not null check (char_length(label) between 1 and 100),
  -- the session of Auth in which it was added, with which it ends; null: its access token had none
  session_id uuid,
  created_at timestamptz not null default now(),
  -- when a push server last accepted a push for it
  used_at timestamptz,
  -- since then
  failures integer not null default 0,
  waits_until timestamptz,
  check (
    case
      when sealed is null then private.wrong_in_subscription(endpoint, p256dh, auth) is null
      else num_nonnulls(endpoint, p256dh, auth) = 0
    end
  )
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

-- Deeds, invitations and offered turns of which somebody may want to be told: first each once, for nobody in
-- particular, then for each person who wants to hear of such. What is told is read from their own rows.
create table private.news (
  id uuid primary key default gen_random_uuid(),
  -- null: it still has to be spread
  user_id uuid references private.push_settings (user_id)
    on delete cascade,
  kind text not null check (kind in ('done', 'invitation', 'offer')),
  -- of a deed or an offered turn
  task_id uuid,
  day date,
  -- in private.invitation_mails
  invitation_id uuid,
  -- from then on it is none
  until timestamptz not null
);

create index news_by_person on private.news (user_id);

create index news_by_age on private.news (until);

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
                coalesce(devices.endpoint = read_push.endpoint, false)
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
    where push_devices.user_id = me and push_devices.endpoint is distinct from add_push_device.endpoint
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

-- Adds a channel: `sealed` is what the function `push-channel` has encrypted, no other can be sent to. The same id
-- again replaces it.
-- Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.add_push_channel(id uuid, label text, sealed text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
begin
  if add_push_channel.id is null or (char_length(sealed) between 1 and 16000) is not true then
    perform private.refuse('', 'INVALID');
  end if;
  perform private.lock_quota('push devices', me);
  perform private.check_limit('push_devices', (
    select 1 + count(*) from private.push_devices
    where push_devices.user_id = me and push_devices.id <> add_push_channel.id
  ));
  insert into private.push_devices (id, user_id, label, sealed)
  values (
    add_push_channel.id, me,
    coalesce(nullif(left(private.entered_text(add_push_channel.label), 100), ''), 'HTTP'), add_push_channel.sealed
  )
  on conflict on constraint push_devices_pkey do update
  set label = excluded.label, sealed = excluded.sealed, failures = 0, waits_until = null
  where push_devices.user_id = excluded.user_id and push_devices.sealed is not null;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
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

create function private.record_invitation_news()
returns trigger
language plpgsql
security definer
as $$
begin
  insert into private.news (kind, invitation_id, until) values ('invitation', new.id, now() + interval '1 day');
  return null;
end;
$$;

create function private.record_offer_news()
returns trigger
language plpgsql
security definer
as $$
begin
  insert into private.news (kind, task_id, day, until)
  values ('offer', new.task_id, new.day, now() + interval '1 day');
  return null;
end;
$$;

create trigger record_news
after insert or update of wanted_at on private.invitation_mails
for each row
when (new.household_invitation_id is null)
execute function private.record_invitation_news();

-- Those who take part in what the news are about and may want to hear of it: [user_id].
create function private.concerned_by(news private.news)
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  if news.kind = 'invitation' then
    return query
    select settings.user_id
    from private.invitation_mails as wanted
    join private.push_settings as settings
      on settings.user_id = private.account_of(wanted.address, wanted.sender_id) and settings.invitations
    where wanted.id = news.invitation_id;
  elsif news.kind = 'offer' then
    return query
    select settings.user_id
    from public.tasks
    join public.household_people as people on people.household_id = tasks.household_id and people.left_on is null
    join private.push_settings as settings on settings.user_id = people.account_id and settings.offers
    where tasks.id = news.task_id;
  else
    return query
    select settings.user_id
    from unnest(private.participants(news.task_id)) as person (id)
    join private.push_settings as settings on settings.user_id = person.id
    where settings.done
      or exists (
        select from private.watched_tasks as watched
        where watched.user_id = settings.user_id and watched.task_id = news.task_id
      );
  end if;
end;
$$;

-- Gives each person what is new and concerns them, and has them looked at; forgets what is news no more. One worker
-- does it at a time.
create function private.spread_news(instant timestamptz)
returns void
language plpgsql
volatile
security definer
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('rota: news', 0)) then
    return;
  end if;
  with fresh as (
    delete from private.news
    where news.id in (select unread.id from private.news as unread where unread.user_id is null limit 2000)
    returning news.*
  ),
  given as (
    insert into private.news (user_id, kind, task_id, day, invitation_id, until)
    select distinct person, fresh.kind, fresh.task_id, fresh.day, fresh.invitation_id, fresh.until
    from fresh cross join lateral private.concerned_by(fresh) as person
    returning news.user_id
  )
  update private.push_settings as settings
  set next_at = instant
  where settings.user_id in (select given.user_id from given) and settings.next_at > instant;
  delete from private.news where news.until < now();
end;
$$;

-- A person's devices that may be sent something at an instant; day is the one whose due tasks they still have to be
-- told.
create function private.ready_push_devices(person uuid, instant timestamptz)
returns table (
  device_id uuid,
  endpoint text,
  p256dh text,
  auth text,
  sealed text,
  time_zone text,
  created_at timestamptz,
  only_my_turns boolean,
  day date
)
language sql
stable
security definer
as $$
  select
    devices.id,
    devices.endpoint,
    devices.p256dh,
    devices.auth,
    devices.sealed,
    profiles.time_zone,
    devices.created_at,
    settings.only_my_turns,
    case
      -- A device added later that day begins with the next.
      when (
        private.local_time(devices.created_at, profiles.time_zone) - make_interval(hours => hours.hour)
      )::date < due.day
      and not exists (
        select
        from private.outbox
        where
          outbox.device_id = devices.id
          and outbox.recipient is null
          and outbox.kind = 'today'
          and outbox.key = due.day::text
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
    settings.user_id = ready_push_devices.person
    and (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_within(
      extract(hour from private.local_time(instant, profiles.time_zone))::integer,
      settings.quiet_from,
      settings.quiet_until
    );
$$;

-- Others' deeds of the last hour that a person has to be told of: {task, day, at}.
create function private.done_for(person uuid, instant timestamptz)
returns table (kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  select
    'done',
    completions.task_id || ' ' || completions.completed_date,
    completions.completed_at,
    jsonb_build_object(
      'task',
      completions.task_id,
      'day',
      completions.completed_date,
      'at',
      private.iso(completions.completed_at)
    )
  from
    (
      select distinct news.task_id, news.day
      from private.news
      where news.user_id = done_for.person and news.kind = 'done'
    ) as news
    join public.task_completions as completions
      on completions.task_id = news.task_id and completions.completed_date = news.day
    join public.tasks on tasks.id = completions.task_id and tasks.is_active
    join private.push_settings as settings on settings.user_id = done_for.person
  where
    completions.status = 'done'
    and completions.completed_at > instant - interval '1 hour'
    and completions.completed_at <= instant
    and completions.user_id is distinct from done_for.person
    and (
      settings.done
      or exists (
        select
        from private.watched_tasks as watched
        where watched.user_id = done_for.person and watched.task_id = completions.task_id
      )
    )
    -- Nor of one's own deeds that somebody else recorded.
    and not exists (
      select
      from public.household_people as doers
      where doers.account_id = done_for.person and doers.id = any (completions.people || completions.said_by)
    );
$$;

-- Invitations of the last day that a person has to be told of: {key, senderName, count, titles}.
create function private.invitations_for(person uuid, instant timestamptz)
returns table (kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  select 'invitation', keys.key, wanted.wanted_at, content.invitation || jsonb_build_object('key', keys.key)
  from
    (
      select distinct news.invitation_id
      from private.news
      where news.user_id = invitations_for.person and news.kind = 'invitation'
    ) as news
    join private.invitation_mails as wanted on wanted.id = news.invitation_id
    join private.push_settings as settings on settings.user_id = invitations_for.person and settings.invitations
    cross join lateral (select concat_ws(' ', wanted.sender_id, wanted.wanted_at)) as keys (key)
    cross join lateral (select private.invitation_to(wanted.sender_id, wanted.address)) as content (invitation)
  where
    private.account_of(wanted.address, wanted.sender_id) = invitations_for.person
    and wanted.wanted_at > instant - interval '1 day'
    and wanted.wanted_at <= instant
    and content.invitation is not null;
$$;

-- Turns offered in the last day that a person may take and has to be told of, as long as nobody has done or taken
-- them: {key, task, day, title, name}.
create function private.offers_for(person uuid, instant timestamptz)
returns table (kind text, key text, at timestamptz, said jsonb)
language sql
stable
security definer
as $$
  select
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
    (
      select distinct news.task_id, news.day
      from private.news
      where news.user_id = offers_for.person and news.kind = 'offer'
    ) as news
    join public.turn_offers as offers on offers.task_id = news.task_id and offers.day = news.day
    join public.tasks on tasks.id = offers.task_id and tasks.is_active
    join public.household_people as sender on sender.id = offers.from_person
    join public.household_people as taker
      on taker.household_id = tasks.household_id
      and taker.account_id = offers_for.person
      and taker.left_on is null
      and taker.id != sender.id
      and taker.id = coalesce(offers.to_person, taker.id)
    join private.push_settings as settings on settings.user_id = offers_for.person and settings.offers
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

-- The pushes to a person that are due at an instant: {person, timeZone, language, dateStyle, devices}; null for none. A
-- device is {id, endpoint, p256dh, auth, sealed, day, onlyMyTurns, done, invitations, offers}: day is the one whose due
-- tasks it has to be told, or null; then lists of others' deeds, invitations and offered turns. Null in quiet hours.
create function private.due_push(person uuid, instant timestamptz)
returns jsonb
language sql
stable
security definer
as $$
  with
    ready as materialized (select * from private.ready_push_devices(due_push.person, instant)),
    news as materialized (
      select told.*
      from
        (
          select *
          from private.done_for(due_push.person, instant)
          union all
          select *
          from private.invitations_for(due_push.person, instant)
          union all
          select *
          from private.offers_for(due_push.person, instant)
        ) as told
      where
        exists (select from ready)
        and exists (select from private.news as noted where noted.user_id = due_push.person)
    ),
    devices as (
      select
        ready.*,
        (
          select jsonb_object_agg(lists.kind, lists.list)
          from
            (
              select news.kind, jsonb_agg(news.said order by news.at, news.key) as list
              from news
              where
                news.at >= ready.created_at
                and not exists (
                  select
                  from private.outbox
                  where
                    outbox.device_id = ready.device_id
                    and outbox.recipient is null
                    and outbox.kind = news.kind
                    and outbox.key = news.key
                )
              group by news.kind
            ) as lists
        ) as told
      from ready
    )
  select
    jsonb_build_object(
      'person',
      due_push.person,
      'timeZone',
      min(devices.time_zone),
      'language',
      (select profiles.language from public.profiles where profiles.id = due_push.person),
      'dateStyle',
      (select profiles.date_style from public.profiles where profiles.id = due_push.person),
      'devices',
      jsonb_agg(
        jsonb_build_object(
          'id',
          devices.device_id,
          'endpoint',
          devices.endpoint,
          'p256dh',
          devices.p256dh,
          'auth',
          devices.auth,
          'sealed',
          devices.sealed,
          'day',
          devices.day,
          'onlyMyTurns',
          devices.only_my_turns,
          'done',
          coalesce(devices.told -> 'done', '[]'),
          'invitations',
          coalesce(devices.told -> 'invitation', '[]'),
          'offers',
          coalesce(devices.told -> 'offer', '[]')
        )
        order by devices.created_at, devices.device_id
      )
    )
  from devices
  where devices.day is not null or devices.told is not null
  having count(*) > 0;
$$;

-- When to look at a person again to whom nothing is due at an instant: at their hour, at the end of their quiet hours,
-- when a device may be tried again, and each day.
create function private.next_look(settings private.push_settings, instant timestamptz)
returns timestamptz
language plpgsql
stable
security definer
as $$
declare
  zone constant text := (select profiles.time_zone from public.profiles where profiles.id = settings.user_id);
begin
  return least(
    private.next_instant(
      instant,
      zone,
      private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until),
      settings.sent_until
    ),
    private.next_instant(instant, zone, settings.quiet_until, null),
    (
      select min(devices.waits_until) from private.push_devices as devices
      where devices.user_id = settings.user_id and devices.waits_until > instant
    ),
    instant + interval '1 day'
  );
end;
$$;

-- Leases people to whom pushes are due at an instant to the caller, at most so many, who waits longest first: {due,
-- hasMore}, with private.due_push of each. Of several workers each gets others. What isn't claimed in the outbox when
-- the lease ends is due again. Forgets devices of ended sessions, and those that took nothing for 60 days.
create function private.claim_pushes(instant timestamptz default now(), most integer default 20)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  settings private.push_settings;
  due jsonb := '[]';
  push jsonb;
  looked integer := 0;
begin
  perform private.spread_news(instant);
  for settings in
    select wanting.* from private.push_settings as wanting
    where wanting.next_at <= instant
    order by wanting.next_at
    limit 1000
    for update skip locked
  loop
    delete from private.push_devices
    where push_devices.id in (
      select devices.id from private.push_devices as devices
      where devices.user_id = settings.user_id and (
        not private.is_signed_in(devices.session_id)
        or devices.failures > 0 and coalesce(devices.used_at, devices.created_at) < now() - interval '60 days'
      )
      for update skip locked
    );
    push := private.due_push(settings.user_id, instant);
    update private.push_settings as told
    set next_at = case
      when push is not null then instant + private.lease()
      else private.next_look(settings, instant)
    end
    where told.user_id = settings.user_id;
    due := due || coalesce(push, '[]');
    looked := looked + 1;
    exit when jsonb_array_length(due) >= most;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = 1000 or jsonb_array_length(due) >= most);
end;
$$;

-- Another time zone moves what is due.
create function private.record_new_zone()
returns trigger
language plpgsql
security definer
as $$
begin
  update public.morning_mails set next_at = '-infinity' where user_id = new.id;
  update private.push_settings set next_at = '-infinity' where user_id = new.id;
  return null;
end;
$$;

create trigger fill_next_at
before insert or update on private.push_settings
for each row
execute function private.fill_next_at();

create trigger record_new_zone
after update on public.profiles
for each row
when (old.time_zone is distinct from new.time_zone)
execute function private.record_new_zone();

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
