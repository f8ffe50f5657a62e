-- The outbox of mails and pushes, and the deletion of old rows.

-- Every mail and push is a row before it is sent, and the worker that inserts the row sends it: two workers send at
-- most one. If the worker is killed in between, the message is lost.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  -- a mail's address; null for a push
  recipient text,
  device_id uuid references private.push_devices (id)
    on delete cascade,
  kind text not null,
  -- identifies it among those of its kind to this address or device, such as a day
  key text not null,
  claimed_at timestamptz not null default now(),
  finished_at timestamptz,
  -- the server's error; null if it accepted the message
  error text,
  check (num_nonnulls(recipient, device_id) = 1)
);

create unique index outbox_once on private.outbox (device_id, recipient, kind, key) nulls not distinct;

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

-- Deletes old rows: claims and devices that accept nothing after 60 days, expired invitations to households, devices
-- of ended sessions, unfinished imports.
create function private.forget_old()
returns void
language sql
volatile
security definer
as $$
  delete from private.outbox where claimed_at < now() - interval '60 days';
  delete from private.invitation_mails
  where household_invitation_id is not null and wanted_at < now() - interval '60 days';
  delete from public.household_invitations where expires_at < now();
  delete from private.push_devices as devices
  where
    not private.is_signed_in(devices.session_id)
    or (devices.failures > 0 and coalesce(devices.used_at, devices.created_at) < now() - interval '60 days');
  delete from private.uses where since < now() - interval '1 day';
  select private.forget_old_imports();
$$;
