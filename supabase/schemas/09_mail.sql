-- Mail: invitations, links, the morning mail, the schedule.

-- The task list as that person would read it; null when the account is gone.
create function public.list_tasks_for(person uuid)
returns jsonb
language plpgsql
as $$
begin
  perform private.act_for(person);
  return private.task_list();
end;
$$;

-- Which addresses take no mails of a kind.
create table private.mail_refusals (
  address text not null,
  kind text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced')),
  refused_at timestamptz not null default now(),
  primary key (address, kind)
);

-- Who shares with an address for the first time, or invites it to a household, causes one mail to it, and one
-- more when they ask. The mail is made later, by the scheduler: sharing costs the same and looks the same no matter
-- whom the address belongs to and whatever they decided.
create table private.invitation_mails (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id)
    on delete cascade,
  address text not null,
  -- by sharing, or by asking for one more
  wanted_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- null: still to be looked at. It says nothing about whether there was a mail
  handled_at timestamptz,
  asked_again_at timestamptz,
  -- the latest in the outbox
  mail_id uuid,
  mailbox text not null generated always as (private.mailbox_of(address)) stored,
  -- null: to tasks. The row outlives it, as it counts for the limits
  household_invitation_id uuid
);

create unique index invitation_mails_once on private.invitation_mails (sender_id, address, household_invitation_id)
nulls not distinct;

create index invitation_mails_due on private.invitation_mails (due_at) where handled_at is null;

create index invitation_mails_by_mail on private.invitation_mails (mail_id);

create index invitation_mails_to_households on private.invitation_mails (household_invitation_id)
where household_invitation_id is not null;

create index invitation_mails_waiting on private.invitation_mails (mailbox, wanted_at)
where handled_at is null;

-- One more mail from the caller, once a day. Errors: LIMIT_REACHED.
create function private.want_mail_again(wanted_address text, household_invitation uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  insert into private.invitation_mails as wanted (
    sender_id, address, household_invitation_id, asked_again_at
  )
  values (auth.uid(), wanted_address, household_invitation, now())
  on conflict (sender_id, address, household_invitation_id) do update
  set
    asked_again_at = now(),
    -- One that has not gone out yet is this one.
    wanted_at = case when wanted.handled_at is null then wanted.wanted_at else now() end,
    due_at = case when wanted.handled_at is null then wanted.due_at else now() end,
    handled_at = null
  where wanted.asked_again_at is null or wanted.asked_again_at < now() - interval '1 day';
  if not found then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
end;
$$;

-- One more mail to an address with which the caller shares something, once a day. It tells nothing
-- about whether a mail goes out. Errors: INVITATION_NOT_FOUND, LIMIT_REACHED.
create function private.send_invitation_again(address text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  canonical constant text := private.canonical_address(address);
begin
  if not exists (
    select from private.task_shares shares
    where shares.owner_id = auth.uid() and shares.contact_email = canonical
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.want_mail_again(canonical, null);
end;
$$;

-- A person who has had an account for a week is bounded by what they do themselves.
create function private.is_new_sender(person uuid)
returns boolean
language sql
stable
security definer
as $$
  select
    not exists (
      select
      from auth.users
      where users.id = person and users.created_at < now() - interval '7 days'
    );
$$;

-- Who has invited the person who has this mailbox, and when; for the 60 days that mails are remembered.
create function private.invitations_sent(mailbox text)
returns table (sender uuid, sent_at timestamptz)
language sql
stable
security definer
as $$
  -- Its key begins with the sender.
  select split_part(outbox.key, ' ', 1)::uuid, outbox.claimed_at
  from private.outbox
  where outbox.kind = 'invitation' and private.mailbox_of(outbox.recipient) = invitations_sent.mailbox;
$$;

-- Whether a sender has invited enough for a day, all in all or to this mailbox. Whom a sender has invited
-- counts whether or not there was a mail, so that a sender can't tell from the mails that do come.
create function private.has_invited_enough(sender uuid, mailbox text)
returns boolean
language sql
stable
security definer
as $$
  select
    (
      select count(*)
      from private.invitation_mails as invitations
      where invitations.sender_id = sender and invitations.handled_at > now() - interval '1 day'
    ) >= private.limit_of('invited_addresses_per_day')
    or (
      select count(*)
      from private.invitations_sent(mailbox) as sent
      where sent.sender = has_invited_enough.sender and sent.sent_at > now() - interval '1 day'
    ) >= private.limit_of('mails_to_mailbox_per_day');
$$;

-- Whether an invitation has to wait. New accounts share so many mails a day to a mailbox, which takes a
-- new account for each further one: the first of each sender, in the order in which they were wanted,
-- whatever there was of seconds; and seconds when there were few of both.
create function private.waits(invitation private.invitation_mails)
returns boolean
language plpgsql
stable
security definer
as $$
declare
  most constant integer := private.limit_of('new_senders_mails_to_mailbox_per_day');
  is_second boolean;
  sent integer;
  before integer := 0;
begin
  if private.has_invited_enough(invitation.sender_id, invitation.mailbox) then
    return true;
  elsif not private.is_new_sender(invitation.sender_id) then
    return false;
  end if;
  is_second := invitation.sender_id in (
    select sender from private.invitations_sent(invitation.mailbox)
  );
  select case
    when is_second then sum(latest.mails) else count(*) filter (where latest.is_first)
  end
  into sent
  from (
    select
      count(*) filter (where mails.sent_at > now() - interval '1 day') as mails,
      min(mails.sent_at) > now() - interval '1 day' as is_first
    from private.invitations_sent(invitation.mailbox) as mails
    where private.is_new_sender(mails.sender)
    group by mails.sender
  ) as latest;
  sent := coalesce(sent, 0);
  if not is_second then
    -- Those that wait for something else keep nobody waiting.
    select count(*) into before
    from (
      select from private.invitation_mails others
      where others.mailbox = invitation.mailbox
        and others.handled_at is null
        and others.due_at <= now() + interval '1 hour'
        and (others.wanted_at, others.sender_id) < (invitation.wanted_at, invitation.sender_id)
        and others.sender_id <> invitation.sender_id
        and private.is_new_sender(others.sender_id)
        and not private.has_invited_enough(others.sender_id, others.mailbox)
        and others.sender_id not in (
          select sender from private.invitations_sent(invitation.mailbox)
        )
      group by others.sender_id
      limit most
    ) as earlier;
  end if;
  return sent + before >= most;
end;
$$;

-- What an invitation says; null when there is nothing to invite to: accepted, declined, left, blocked.
create function private.invitation_to(sender uuid, address text)
returns jsonb
language sql
volatile
security definer
as $$
  with
    waiting as materialized (
      select tasks.title
      from
        private.waiting_tasks(
          -- An address without an account has decided nothing.
          coalesce(private.account_of(address, sender), gen_random_uuid()),
          address,
          sender
        ) as waiting (task_id)
        join public.tasks on tasks.id = waiting.task_id and tasks.is_active
    )
  select
    jsonb_build_object(
      'address',
      address,
      'senderName',
      profiles.display_name,
      'count',
      (select count(*) from waiting),
      'titles',
      (
        select jsonb_agg(first.title)
        from (select waiting.title from waiting order by waiting.title collate "C" limit 10) as first
      )
    )
  from public.profiles
  where profiles.id = sender and exists (select from waiting);
$$;

-- What an invitation to a household says; null when there is nothing to invite to: taken up, revoked, expired, by
-- somebody who is no keeper any more, or to somebody who has blocked them.
create function private.household_invitation_to(due private.invitation_mails)
returns jsonb
language sql
stable
security definer
as $$
  select
    jsonb_build_object(
      'address',
      due.address,
      'senderName',
      profiles.display_name,
      'household',
      households.name,
      'role',
      open.role,
      'person',
      people.name
    )
  from
    public.household_invitations as open
    join public.households on households.id = open.household_id and households.deleted_at is null
    join public.household_people as sender
      on sender.household_id = households.id
      and sender.account_id = due.sender_id
      and sender.left_on is null
      and sender.role = 'keeper'
    join public.profiles on profiles.id = due.sender_id
    left join public.household_people as people on people.id = open.person_id
  where
    open.id = due.household_invitation_id
    and open.expires_at > now()
    and people.account_id is null
    and people.left_on is null
    and not exists (
      select
      from public.sharing_consents as consents
      where
        consents.recipient_id = private.account_of(due.address, due.sender_id)
        and consents.sender_id = due.sender_id
        and not consents.is_accepted
    );
$$;

-- Another token for the link in a mail, in place of the one before; null when the invitation is gone.
create function private.token_for_mail(due private.invitation_mails)
returns text
language plpgsql
volatile
security definer
as $$
declare
  token constant text := private.new_token();
begin
  update public.household_invitations open
  set
    token_hash = sha256(convert_to(token, 'UTF8')),
    typed_address = null,
    -- A mail that is tried again is none that a keeper asked for.
    mailed_at = case when open.mailed_at >= due.wanted_at then open.mailed_at else now() end
  where open.id = due.household_invitation_id;
  return case when found then token end;
end;
$$;

-- Claims the next invitation that is due: {mail, address, senderName}, of which `mail` is its id in the outbox,
-- with {count, titles}, of which these are the first ten, or {household, role, person, token}; null when there is
-- none. Those that nobody is to get are passed over without a word.
create function private.next_invitation()
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  due private.invitation_mails;
  content jsonb;
  mail uuid;
  token text;
begin
  -- One worker after the other, so that no two take the last place of a day.
  perform pg_advisory_xact_lock(hashtextextended('rota: next invitation', 0));
  for attempt in 1..1000 loop
    select * into due from private.invitation_mails invitations
    where invitations.handled_at is null and invitations.due_at <= now()
    order by invitations.due_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    if private.waits(due) then
      -- All of that sender's or to that mailbox at once, so that they keep nobody else waiting.
      update private.invitation_mails invitations set due_at = now() + interval '1 hour'
      where invitations.id in (
        select waiting.id from private.invitation_mails waiting
        where waiting.handled_at is null and waiting.due_at <= now()
          and (waiting.sender_id = due.sender_id or waiting.mailbox = due.mailbox)
          and private.waits(waiting)
        for update skip locked
      );
      continue;
    end if;
    -- What was taken back before anybody heard of it is shared for the first time when it is shared again.
    delete from private.invitation_mails invitations
    where invitations.id = due.id
      and due.mail_id is null and due.asked_again_at is null
      and not exists (
        select from private.task_shares shares
        where shares.owner_id = due.sender_id and shares.contact_email = due.address
          and due.household_invitation_id is null
      )
      and not exists (
        select from public.household_invitations open where open.id = due.household_invitation_id
      );
    if found then
      continue;
    end if;
    content := case
      when due.household_invitation_id is not null then private.household_invitation_to(due)
      when due.wanted_at > now() - interval '30 days'
        then private.invitation_to(due.sender_id, due.address)
    end;
    token := private.token_for_mail(due);
    mail := case
      -- Revoked at this moment, it has no token.
      when content is not null and (token is null) = (due.household_invitation_id is null)
        then private.claim_message(
          'invitation', concat_ws(' ', due.sender_id, due.wanted_at, due.household_invitation_id), due.address
        )
    end;
    update private.invitation_mails invitations
    set handled_at = now(), mail_id = coalesce(mail, due.mail_id)
    where invitations.id = due.id;
    if mail is not null then
      return content || jsonb_build_object('mail', mail, 'token', token);
    end if;
  end loop;
  return null;
end;
$$;

-- Makes an invitation that was not sent due again: in five minutes, and then in twice as many each time.
create function private.retry_invitation(mail uuid)
returns void
language sql
volatile
security definer
as $$
  update private.invitation_mails
  set
    handled_at = null,
    due_at = now() + interval '5 minutes' + (now() - wanted_at)
  where mail_id = mail;
$$;

-- Whether somebody shares a task with an address that has no account yet, or invites it to a household: who runs a
-- server of their own lets such people sign up.
create function private.is_invited(address text)
returns boolean
language sql
stable
security definer
as $$
  select
    exists (
      select
      from private.task_shares as shares
      where shares.contact_email = private.canonical_address(address) and shares.recipient_id is null
    )
    or exists (
      select
      from public.household_invitations as open
      where open.address = private.canonical_address(is_invited.address) and open.expires_at > now()
    );
$$;

-- Before an account is made by the link of an invitation's mail, which has proven the address. Answers which account
-- somebody began with it and never confirmed, null for none: it proves nothing, and makes room. One that was let in stays.
-- Errors: ACCOUNT_EXISTS, LINK_NOT_VALID when nothing invites it any more, TOO_MANY_ATTEMPTS for the sixth in 15
-- minutes.
create function private.begin_invited_account(address text)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  begun uuid;
begin
  if exists (
    select from auth.users
    where users.email = address and (users.email_confirmed_at is not null or private.is_let_in(users.id))
  ) then
    perform private.fail('ACCOUNT_EXISTS');
  elsif not private.is_invited(address) then
    perform private.fail('LINK_NOT_VALID');
  end if;
  perform private.count_use('password_guesses', 'invited ' || address);
  select users.id into begun from auth.users
  where users.email = address and users.deleted_at is null and not users.is_sso_user;
  return begun;
end;
$$;

-- What the links in mails do. The function mail-link has checked that they are ours: anyone who has one
-- may do what it says, signed in or not.

-- Looks at an occurrence of a task, does it or takes that back ('look', 'do', 'undo'), as the person whose mail or push
-- the link was in: what that person may no more, the link may not. day is the one of the schedule; people are as in
-- complete_task. Answers how it stands after it: {title, name, timeZone, day, place, done, task, household}: place
-- is the day on which it is now, done is null or {status, name, isYou, mayUndo, at, timeZone}; task and household
-- are as in list_tasks_for.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function public.follow_done_link(
  person uuid,
  task_id uuid,
  day date,
  action text,
  people uuid[] default null,
  via text default 'mail'
)
returns jsonb
language plpgsql
as $$
declare
  task jsonb;
  place date;
begin
  perform private.open_door(via);
  perform private.act_for(person);
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day, people => people);
  elsif action = 'undo' then
    task := public.undo_completion(follow_done_link.task_id, follow_done_link.day);
  else
    select visible into task from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  place := private.settled_place(follow_done_link.task_id, follow_done_link.day);
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'place', place,
      'task', task,
      'household', (
        select household from jsonb_array_elements(private.households()) as household
        where household ->> 'id' = task ->> 'householdId'
      ),
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', coalesce(private.names_of(found.people, task -> 'people'), task -> 'people' ->> found.user_id::text),
          'isYou', coalesce(found.user_id = person and coalesce(found.people = array[found.said_by], true), false),
          'mayUndo', private.may_undo(
            follow_done_link.task_id, found.user_id, found.people, found.via, found.at
          ),
          'at', private.iso(found.at),
          'timeZone', found.time_zone
        )
        from (
          select
            completions.status, completions.user_id, completions.completed_at, completions.time_zone,
            completions.people, completions.said_by, completions.via
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id and completions.completed_date = place
          union all
          select
            catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, catch_ups.time_zone,
            catch_ups.people, catch_ups.said_by, null
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id and catch_ups.days @> place
        ) as found (status, user_id, at, time_zone, people, said_by, via)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$$;

-- Ends mails of a kind to an address, or takes that back; answers {address, kind, isOn}.
create function private.follow_unsubscribe_link(address text, kind text, action text)
returns jsonb
language plpgsql
security definer
as $$
declare
  -- The morning mail is a setting of an account; other mails come to addresses without one, too.
  owner constant uuid := case
    when kind = 'morning' then (
      select users.id from auth.users
      -- By the index, which leaves these out: an address without single sign-on is one account's.
      where users.email = address and not users.is_sso_user and private.confirmed_address(users.id) is not null
    )
  end;
begin
  if kind = 'morning' and action in ('do', 'undo') then
    update public.morning_mails set is_on = action = 'undo' where user_id = owner;
  elsif action = 'do' then
    insert into private.mail_refusals (address, kind, reason)
    values (follow_unsubscribe_link.address, follow_unsubscribe_link.kind, 'unsubscribed')
    on conflict do nothing;
  elsif action = 'undo' then
    delete from private.mail_refusals refusals
    where refusals.address = follow_unsubscribe_link.address
      and refusals.kind = follow_unsubscribe_link.kind
      and refusals.reason = 'unsubscribed';
  end if;
  return jsonb_build_object(
    'address', address,
    'kind', kind,
    'isOn', case
      when kind = 'morning' then exists (
        select from public.morning_mails where user_id = owner and is_on
      )
      else not exists (
        select from private.mail_refusals refusals
        where refusals.address = follow_unsubscribe_link.address
          and refusals.kind = follow_unsubscribe_link.kind
      )
    end
  );
end;
$$;

-- Who wants a mail about their day, and when. A row says that somebody has decided; nobody without one
-- gets a mail.
create table public.morning_mails (
  user_id uuid primary key default auth.uid() references public.profiles (id)
    on delete cascade,
  is_on boolean not null,
  -- of the clocks in the person's time zone
  hour smallint not null default 7 check (hour between 0 and 23),
  -- the latest day whose mail is no longer to come; kept by a trigger and by the sender
  sent_until date
);

grant select (user_id, is_on, hour), insert (is_on, hour), update (is_on, hour)
on public.morning_mails
to authenticated;

create policy "People see their own morning mail" on public.morning_mails
for select
to authenticated
using (user_id = (select auth.uid()));

create policy "People decide about their own morning mail" on public.morning_mails
for insert
to authenticated
with check (user_id = (select auth.uid()));

create policy "People change their own morning mail" on public.morning_mails
for update
to authenticated
using (user_id = (select auth.uid()))
with check (user_id = (select auth.uid()));

-- What clocks show at an instant. A zone that this server does not know counts as UTC.
create function private.local_time(instant timestamptz, time_zone text)
returns timestamp
language plpgsql
stable
strict
as $$
begin
  return instant at time zone time_zone;
exception
  when invalid_parameter_value then
    return instant at time zone 'UTC';
end;
$$;

-- The day whose mail is due at an instant; null when there is none. It is due as soon as clocks show its
-- hour or a later one: an hour that clocks skip comes with the next, be that tomorrow's first, and one
-- that comes twice has come. A mail that is six hours late has missed its morning. `sent_until` and
-- those before it are over.
create function private.morning_due(instant timestamptz, time_zone text, hour integer, sent_until date)
returns date
language plpgsql
stable
as $$
declare
  clocks constant timestamp := private.local_time(instant, time_zone);
  day constant date := (clocks - make_interval(hours => hour))::date;
begin
  return case
    when clocks < day + make_interval(hours => hour + 6) and (sent_until is null or sent_until < day)
    then day
  end;
end;
$$;

-- From the next such hour on.
create function private.fill_sent_until()
returns trigger
language plpgsql
security definer
as $$
begin
  if tg_op = 'INSERT' or (new.is_on, new.hour) is distinct from (old.is_on, old.hour) then
    new.sent_until := greatest(
      new.sent_until,
      (
        select (
          private.local_time(now(), profiles.time_zone) - make_interval(hours => new.hour)
        )::date
        from public.profiles
        where profiles.id = new.user_id
      )
    );
  end if;
  return new;
end;
$$;

-- Decides about the caller's morning mail. Errors: VALIDATION_FAILED.
create function public.set_morning_mail(is_on boolean, hour integer)
returns void
language plpgsql
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if is_on is null then
    perform private.refuse('isOn', 'INVALID');
  elsif hour is null or hour not between 0 and 23 then
    perform private.refuse('hour', 'INVALID');
  end if;
  insert into public.morning_mails (is_on, hour)
  values (set_morning_mail.is_on, set_morning_mail.hour)
  on conflict (user_id) do update set is_on = excluded.is_on, hour = excluded.hour;
end;
$$;

-- Whether to ask the caller, after their first week and until they have decided.
create function private.offers_morning_mail()
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return not exists (select from public.morning_mails where user_id = auth.uid())
    and not private.is_new_sender(auth.uid());
end;
$$;

-- Whose morning mail is due at an instant, at most so many: [{person, address, timeZone, day}], in the
-- order of their ids, from the first one after `after` on.
create function private.due_morning_mails(
  instant timestamptz default now(),
  after uuid default null,
  most integer default 100
)
returns jsonb
language sql
stable
security definer
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object('person', due.user_id, 'address', due.address, 'timeZone', due.time_zone, 'day', due.day)
        order by due.user_id
      ),
      '[]'
    )
  from
    (
      select mails.user_id, addresses.address, profiles.time_zone, due.day
      from
        public.morning_mails as mails
        join public.profiles on profiles.id = mails.user_id
        cross join lateral (
          select private.morning_due(instant, profiles.time_zone, mails.hour, mails.sent_until)
        ) as due (day)
        cross join lateral (select private.confirmed_address(mails.user_id)) as addresses (address)
      where
        mails.is_on
        and (due_morning_mails.after is null or mails.user_id > due_morning_mails.after)
        and due.day is not null
        and addresses.address is not null
        and not exists (
          select
          from private.mail_refusals as refusals
          where refusals.address = addresses.address and refusals.kind = 'morning'
        )
        -- Somebody is at it, or was.
        and not exists (
          select
          from private.outbox
          where
            outbox.device_id is null
            and outbox.recipient = addresses.address
            and outbox.kind = 'morning'
            and outbox.key = mails.user_id || to_char(due.day, ':YYYY-MM-DD')
        )
      order by mails.user_id
      limit most
    ) as due;
$$;

create trigger check_touched
after update on public.morning_mails
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();

create trigger fill_sent_until
before insert or update on public.morning_mails
for each row
execute function private.fill_sent_until();

-- On Supabase pg_cron calls the functions `send-mails` and `send-pushes` every minute, through pg_net, with the address
-- and the key that are in Vault: `npm run deploy` sets all of it up. Where these are missing nothing happens here: the
-- embedded stack calls the functions itself.
create function private.call_function(name text)
returns void
language plpgsql
volatile
as $$
declare
  project_url constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_project_url'
  );
  secret_key constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_secret_key'
  );
begin
  if project_url is not null and secret_key is not null then
    perform net.http_post(
      url := project_url || '/functions/v1/' || call_function.name,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
      body := '{}'::jsonb,
      timeout_milliseconds := 150000
    );
  end if;
end;
$$;
