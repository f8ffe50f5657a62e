-- The outbox of mails, pushes and webhooks' messages, and the deletion of old rows.

-- Every mail and push is a row before it is sent, and the worker that inserts the row sends it: two workers send at
-- most one. If the worker is killed in between, the message is lost. A webhook's message is a row as soon as there is
-- something to tell, and is sent until it is taken, or given up after a day.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  -- a mail's address
  recipient text,
  device_id uuid references private.push_devices (id)
    on delete cascade,
  -- in private.webhooks
  webhook_id uuid,
  kind text not null,
  -- identifies it among those of its kind to this address or device, such as a day
  key text not null,
  -- for a webhook's: the task that it is about, and the event, which orders those; how often it wasn't taken, and until
  -- when it waits
  task_id uuid,
  place bigint,
  attempts smallint not null default 0,
  waits_until timestamptz,
  claimed_at timestamptz not null default now(),
  finished_at timestamptz,
  -- the server's error; null if it accepted the message
  error text,
  check (num_nonnulls(recipient, device_id, webhook_id) = 1)
);

create unique index outbox_once on private.outbox (device_id, recipient, kind, key, webhook_id) nulls not distinct;

create index outbox_by_webhook on private.outbox (webhook_id);

create index outbox_waiting on private.outbox (webhook_id)
where webhook_id is not null and finished_at is null;

create index outbox_by_age on private.outbox (claimed_at);

create index outbox_by_mailbox on private.outbox (private.mailbox_of(recipient), claimed_at)
where kind = 'invitation';

-- Claims a mail or push: answers its id for the caller to send; null if it was claimed before, the address takes no
-- mails of this kind, or the device is gone, signed out, or has had enough of this kind for a day.
create function private.claim_message(kind text, key text, recipient text default null, device uuid default null)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  claimed uuid;
begin
  if device is not null then
    -- Serialised per device, so that no two claims take the last one of a day.
    perform from private.push_devices devices
    where devices.id = claim_message.device and private.is_signed_in(devices.session_id)
    for no key update;
    if not found or (
      select count(*) from private.outbox
      where outbox.device_id = claim_message.device and outbox.kind = claim_message.kind
        and outbox.claimed_at > now() - interval '1 day'
    ) >= private.limit_of(claim_message.kind || '_pushes_per_day') then
      return null;
    end if;
  elsif exists (
    select from private.mail_refusals refusals
    where refusals.address = claim_message.recipient and refusals.kind = claim_message.kind
  ) then
    return null;
  end if;
  insert into private.outbox (recipient, device_id, kind, key)
  values (claim_message.recipient, claim_message.device, claim_message.kind, claim_message.key)
  on conflict do nothing
  returning id into claimed;
  return claimed;
end;
$$;

-- Claims mails of a kind, and answers their ids in the order of their keys; null as in private.claim_message.
create function private.claim_mails(kind text, keys text[], recipients text[])
returns uuid[]
language sql
volatile
security definer
as $$
  select array_agg(private.claim_message(claim_mails.kind, given.key, given.recipient) order by given.place)
  from unnest(keys, recipients) with ordinality as given (key, recipient, place);
$$;

-- Records the result of a mail, or of pushes to one device. `failure` is null: the server accepted it; 'unsent': it
-- certainly wasn't sent and may be claimed again; 'bounced': the address doesn't exist, which is remembered; 'gone':
-- the device doesn't exist any more and is deleted; 'failed': refused, or unknown. A device that didn't accept a
-- push gets nothing for a while from the instant on.
create function private.finish_messages(
  messages uuid[],
  error text default null,
  failure text default null,
  wait_seconds integer default null,
  instant timestamptz default now()
)
returns void
language plpgsql
volatile
security definer
as $$
declare
  device constant uuid := (select outbox.device_id from private.outbox where outbox.id = any (messages) limit 1);
begin
  -- The device first, like a claim, to avoid deadlocks.
  perform from private.push_devices devices where devices.id = device for no key update;
  if failure = 'gone' then
    delete from private.push_devices devices where devices.id = device;
  elsif failure = 'unsent' then
    delete from private.outbox where outbox.id = any (messages);
  else
    update private.outbox set finished_at = now(), error = left(finish_messages.error, 500)
    where outbox.id = any (messages);
  end if;
  if failure = 'bounced' then
    insert into private.mail_refusals (address, kind, reason)
    select outbox.recipient, outbox.kind, 'bounced' from private.outbox where outbox.id = any (messages)
    on conflict do nothing;
  end if;
  if failure is null then
    update private.push_devices devices set used_at = now(), failures = 0, waits_until = null
    where devices.id = device;
  else
    -- Doubles each time, up to an hour; up to six if the push server says so.
    update private.push_devices devices
    set
      failures = least(devices.failures + 1, 1000),
      waits_until = instant + greatest(
        make_interval(mins => least(60, 2 ^ least(devices.failures, 6))::integer),
        make_interval(secs => least(coalesce(wait_seconds, 0), 21600))
      )
    where devices.id = device;
    update private.push_settings as settings set next_at = devices.waits_until
    from private.push_devices as devices
    where devices.id = device and settings.user_id = devices.user_id and settings.next_at > devices.waits_until;
  end if;
end;
$$;

-- Ends what a person is told about a day, by mail ('morning') or push ('today').
create function private.settle_day(kind text, person uuid, day date)
returns void
language sql
volatile
security definer
as $$
  update public.morning_mails
  set sent_until = day
  where kind = 'morning' and user_id = person and (sent_until is null or sent_until < day);
  update private.push_settings
  set sent_until = day
  where kind = 'today' and user_id = person and (sent_until is null or sent_until < day);
$$;

-- How many runs of a function have work now, at 80 people each: 1 to 25.
create function private.runs_of(name text)
returns integer
language plpgsql
stable
security definer
as $$
begin
  return least(25, 1 + (
    select count(*) from (
      select from public.morning_mails where runs_of.name = 'send-mails' and next_at <= now()
      union all
      select from private.push_settings where runs_of.name = 'send-pushes' and next_at <= now()
      union all
      select from private.webhooks where runs_of.name = 'send-webhooks' and next_at <= now()
      limit 2000
    ) as due
  ) / 80);
end;
$$;

-- The day on which the last old row was deleted.
create table private.forgotten (
  day date primary key
);

-- Deletes what is left of households that were deleted more than 30 days ago, whom nobody can bring back: at most so
-- many tasks with their record, or one household without any. Answers whether there was something.
create function private.forget_households(most integer)
returns boolean
language plpgsql
volatile
security definer
as $$
declare
  gone uuid;
begin
  select households.id into gone from public.households
  where households.deleted_at < now() - interval '30 days'
  order by households.deleted_at
  limit 1
  for update skip locked;
  if not found then
    return false;
  end if;
  delete from public.tasks
  where tasks.id in (select left_over.id from public.tasks as left_over where left_over.household_id = gone limit most);
  if not found then
    delete from public.households where households.id = gone;
  end if;
  return true;
end;
$$;

-- Deletes old rows, once a day, each kind by its index: claims after a day, those of invitations and their rows, which
-- count for the limits, after 60; expired invitations to households, offers of turns after 60 days, households after
-- 30, unfinished imports. A call deletes a bounded number, and the next one goes on.
create function private.forget_old()
returns void
language plpgsql
volatile
security definer
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  most constant integer := 5000;
  deleted integer;
  total integer := 0;
begin
  if exists (select from private.forgotten where day >= today)
    or not pg_try_advisory_xact_lock(hashtextextended('rota: forget', 0)) then
    return;
  end if;
  delete from private.outbox where id in (
    select old.id from private.outbox as old
    where old.claimed_at < now() - case when old.kind = 'invitation' then interval '60 days' else interval '1 day' end
      and old.claimed_at < now() - interval '1 day' and (old.webhook_id is null or old.finished_at is not null)
    order by old.claimed_at
    limit most
  );
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.uses where (limit_name, key) in (
    select old.limit_name, old.key from private.uses as old where old.since < now() - interval '1 day' limit most
  );
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.invitation_mails
  where household_invitation_id is not null and wanted_at < now() - interval '60 days';
  delete from public.household_invitations where expires_at < now();
  delete from public.turn_offers where offered_at < now() - interval '60 days';
  delete from private.news where until < now();
  perform private.forget_old_imports(), private.forget_household_imports(), private.forget_told();
  if not private.forget_households(20) and total < most then
    delete from private.forgotten where day <> today;
    insert into private.forgotten (day) values (today) on conflict do nothing;
  end if;
end;
$$;
