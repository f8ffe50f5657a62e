-- Mail: invitations, links, the morning mail, the schedule.

-- The list as a person would read it; null if the account is gone.
create function public.list_tasks_for(person uuid)
returns jsonb
language plpgsql
as $$
begin
  perform private.act_for(person);
  return private.task_list();
end;
$$;

-- Addresses that take no mails of a kind.
create table private.mail_refusals (
  address text not null,
  kind text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced')),
  refused_at timestamptz not null default now(),
  primary key (address, kind)
);

-- The first share with an address, or invitation of it to a household, causes one mail per sender, and one more on
-- request. The scheduler makes the mail later, so that sharing costs and looks the same whoever has the address and
-- whatever they decided.
create table private.invitation_mails (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id)
    on delete cascade,
  address text not null,
  -- when it was shared, or one more was requested
  wanted_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- null: not processed yet; set whether or not there was a mail
  handled_at timestamptz,
  asked_again_at timestamptz,
  -- the latest mail in the outbox
  mail_id uuid,
  mailbox text not null generated always as (private.mailbox_of(address)) stored,
  -- null: for tasks. The row stays when the invitation ends, as it counts for the limits
  household_invitation_id uuid
);

create unique index invitation_mails_once on private.invitation_mails (sender_id, address, household_invitation_id)
nulls not distinct;

create index invitation_mails_due on private.invitation_mails (due_at) where handled_at is null;

create index invitation_mails_by_mail on private.invitation_mails (mail_id);

create index invitation_mails_to_households on private.invitation_mails (household_invitation_id)
where household_invitation_id is not null;

create index invitation_mails_by_wish on private.invitation_mails (wanted_at)
where household_invitation_id is not null;

create index invitation_mails_waiting on private.invitation_mails (mailbox, wanted_at)
where handled_at is null;

-- Requests one more mail from the caller, once a day. Errors: LIMIT_REACHED.
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
    -- A mail that hasn't been sent yet counts as the one requested.
    wanted_at = case when wanted.handled_at is null then wanted.wanted_at else now() end,
    due_at = case when wanted.handled_at is null then wanted.due_at else now() end,
    handled_at = null
  where wanted.asked_again_at is null or wanted.asked_again_at < now() - interval '1 day';
  if not found then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
end;
$$;

-- Requests one more mail to an address with which the caller shares something, once a day, without telling whether
-- it is sent.
-- Errors: INVITATION_NOT_FOUND, LIMIT_REACHED.
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

-- After a week, an account is limited only by its own mails. In plpgsql, as each read of a list asks it, and in SQL
-- would plan it.
create function private.is_new_sender(person uuid)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return not exists (
    select from auth.users where users.id = person and users.created_at < now() - interval '7 days'
  );
end;
$$;

-- Senders who invited the person with this mailbox, and when, in the 60 days for which mails are kept.
create function private.invitations_sent(mailbox text)
returns table (sender uuid, sent_at timestamptz)
language sql
stable
security definer
as $$
  -- The key begins with the sender.
  select split_part(outbox.key, ' ', 1)::uuid, outbox.claimed_at
  from private.outbox
  where outbox.kind = 'invitation' and private.mailbox_of(outbox.recipient) = invitations_sent.mailbox;
$$;

-- Whether a sender has reached the limit of invitations per day, in total or to this mailbox. Counts invitations
-- whether or not there was a mail, so that a sender learns nothing from the mails that are sent.
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

-- Whether an invitation has to wait. New accounts together send only so many mails a day to a mailbox. The first
-- mail of each sender comes in the order of requests, however many second mails there are, so that each further one
-- takes a new account; second mails are sent if there were few of both.
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
    -- Invitations that wait for another reason hold up nobody.
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

-- The language of a mail to an address: that of its account, else the sender's; null where neither is known.
create function private.language_of(address text, sender uuid)
returns text
language sql
stable
security definer
as $$
  select profiles.language
  from public.profiles
  where profiles.id in (sender, private.account_of(address, sender)) and profiles.language is not null
  order by profiles.id = sender
  limit 1;
$$;

-- The content of an invitation; null if nothing is left to invite to: accepted, declined, left, blocked.
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
          -- An address without an account has no decisions.
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
      'language',
      private.language_of(address, sender),
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

-- The content of an invitation to a household; null if it was accepted, revoked or has expired, its sender is no
-- longer a keeper, or the person has blocked them.
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
      'language',
      private.language_of(due.address, due.sender_id),
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

-- Replaces the token for the link in a mail; null if the invitation is gone.
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
    -- Retrying a mail doesn't count as a keeper's request.
    mailed_at = case when open.mailed_at >= due.wanted_at then open.mailed_at else now() end
  where open.id = due.household_invitation_id;
  return case when found then token end;
end;
$$;

-- Claims the next due invitation: {mail, address, senderName}, where `mail` is its id in the outbox, with {count,
-- titles}, the first ten, or {household, role, person, token}; null if there is none. Silently skips those that must
-- not be sent.
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
  -- Locked, so that no two workers take the last place of a day.
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
      -- All of that sender or to that mailbox at once, so that they hold up nobody else.
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
    -- A share taken back before its mail was sent counts as a first one when it is made again.
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
      -- An invitation that was revoked at this moment has no token.
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

-- Makes an unsent invitation due again: in five minutes, then doubling each time.
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

-- Whether somebody shares a task with an address that has no account yet, or invites it to a household; a
-- self-hosted server lets such people sign up.
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

-- Called before an account is made by an invitation's link, which has proven the address. Answers the account that
-- somebody began with the address and never confirmed, null for none; it proves nothing and has to make room. An
-- account that a household's link let in is in use, and exists.
-- Errors: ACCOUNT_EXISTS, LINK_NOT_VALID if no invitation is left, TOO_MANY_ATTEMPTS for the sixth in 15 minutes.
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

-- The calls behind links in mails. The function mail-link has verified them; anyone who holds a link may do what it
-- says, signed in or not.

-- Reads, does or undoes an occurrence ('look', 'do', 'undo') as the person who got the link by mail or push: the
-- link has no more rights than they have now. day is the due date; people are as in complete_task. Answers the state
-- after it: {title, name, timeZone, day, place, done, task, household}. place is the day of the occurrence now, done
-- is null or {status, name, isYou, mayUndo, at, timeZone}; task and household are as in list_tasks_for.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS,
-- LIMIT_REACHED.
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

-- Ends or restores mails of a kind to an address; answers {address, kind, isOn}.
create function private.follow_unsubscribe_link(address text, kind text, action text)
returns jsonb
language plpgsql
security definer
as $$
declare
  -- The morning mail is a setting of an account; other mails also go to addresses without one.
  owner constant uuid := case
    when kind = 'morning' then (
      select users.id from auth.users
      -- Uses the index that excludes single sign-on: among the others, an address is unique.
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

-- Morning mails: whether and when a person wants one about their day. Without a row they haven't decided, and get
-- none.
create table public.morning_mails (
  user_id uuid primary key default auth.uid() references public.profiles (id)
    on delete cascade,
  is_on boolean not null,
  -- in the person's time zone
  hour smallint not null default 7 check (hour between 0 and 23),
  -- the latest day whose mail is sent or skipped; kept by a trigger and the sender
  sent_until date,
  -- leaves out somebody else's turns
  only_my_turns boolean not null default false,
  -- when to look at it next, at or before the moment at which its mail is due; -infinity for now
  next_at timestamptz not null default '-infinity'
);

create index morning_mails_by_next on public.morning_mails (next_at);

grant
  select (user_id, is_on, hour, only_my_turns),
  insert (is_on, hour, only_my_turns),
  update (is_on, hour, only_my_turns)
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

-- An instant as local time. A time zone that this server doesn't know counts as UTC.
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

-- The day whose mail is due at an instant; null for none. It is due once clocks show its hour or a later one: an
-- hour that clocks skip counts from the next one on, even if that is the next day's first, and an hour that comes
-- twice counts once. A mail six hours late is skipped. Days up to `sent_until` are over.
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

-- The first instant at which clocks show a local time; one up to an hour before it if they skip it.
create function private.first_at(clocks timestamp, time_zone text)
returns timestamptz
language plpgsql
stable
as $$
declare
  utc constant timestamptz := clocks at time zone 'UTC';
  -- as the clocks of the day before and of the day after would have it
  one constant timestamptz := utc
    - (private.local_time(utc - interval '1 day', time_zone) - (clocks - interval '1 day'));
  other constant timestamptz := utc
    - (private.local_time(utc + interval '1 day', time_zone) - (clocks + interval '1 day'));
begin
  return case
    when private.local_time(least(one, other), time_zone) < clocks
      and private.local_time(greatest(one, other), time_zone) = clocks
      then greatest(one, other)
    else least(one, other)
  end;
end;
$$;

-- When private.morning_due has to be asked again if nothing is due at an instant: never later than the next mail or
-- push, and never without an hour.
create function private.next_instant(instant timestamptz, time_zone text, hour integer, sent_until date)
returns timestamptz
language plpgsql
stable
as $$
declare
  -- the latest day whose hour has come
  day constant date := (private.local_time(instant, time_zone) - make_interval(hours => hour))::date;
begin
  return case
    when hour is null then 'infinity'
    else private.first_at(greatest(day, sent_until) + 1 + make_interval(hours => hour), time_zone)
  end;
end;
$$;

-- The next run looks at a setting that has changed in any way.
create function private.fill_next_at()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or new.next_at = old.next_at then
    new.next_at := '-infinity';
  end if;
  return new;
end;
$$;

-- Begins with the next such hour.
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

-- Sets the caller's morning mail; `only_my_turns` stays as it is when it is null. Errors: VALIDATION_FAILED.
create function public.set_morning_mail(is_on boolean, hour integer, only_my_turns boolean default null)
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
  insert into public.morning_mails as mails (is_on, hour, only_my_turns)
  values (set_morning_mail.is_on, set_morning_mail.hour, coalesce(set_morning_mail.only_my_turns, false))
  on conflict (user_id) do update set
    is_on = excluded.is_on,
    hour = excluded.hour,
    only_my_turns = coalesce(set_morning_mail.only_my_turns, mails.only_my_turns);
end;
$$;

-- Whether to offer the caller the morning mail: after their first week and until they decide.
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

-- A person's morning mail that is due at an instant: {person, address, timeZone, day, onlyMyTurns}; null for none.
create function private.due_morning_mail(person uuid, instant timestamptz)
returns jsonb
language sql
stable
security definer
as $$
  select
    jsonb_build_object(
      'person',
      mails.user_id,
      'address',
      addresses.address,
      'timeZone',
      profiles.time_zone,
      'day',
      due.day,
      'onlyMyTurns',
      mails.only_my_turns
    )
  from
    public.morning_mails as mails
    join public.profiles on profiles.id = mails.user_id
    cross join lateral (select private.morning_due(instant, profiles.time_zone, mails.hour, mails.sent_until)) as due (
      day
    )
    cross join lateral (select private.confirmed_address(mails.user_id)) as addresses (address)
  where
    mails.user_id = due_morning_mail.person
    and mails.is_on
    and due.day is not null
    and addresses.address is not null
    and not exists (
      select
      from private.mail_refusals as refusals
      where refusals.address = addresses.address and refusals.kind = 'morning'
    )
    -- Claimed already.
    and not exists (
      select
      from private.outbox
      where
        outbox.device_id is null
        and outbox.recipient = addresses.address
        and outbox.kind = 'morning'
        and outbox.key = mails.user_id || to_char(due.day, ':YYYY-MM-DD')
    );
$$;

-- For how long a worker has what it has claimed: longer than a run takes.
create function private.lease()
returns interval
language sql
immutable
as $$
  select interval '5 minutes';
$$;

-- Leases the morning mails that are due at an instant to the caller, at most so many, who waits longest first: {due,
-- hasMore}. Of several workers each gets others. What isn't claimed in the outbox when the lease ends is due again.
create function private.lease_morning_mails(instant timestamptz, most integer)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  mails record;
  due jsonb := '[]';
  mail jsonb;
  looked integer := 0;
begin
  for mails in
    select settings.user_id, settings.is_on, settings.hour, settings.sent_until, profiles.time_zone
    from public.morning_mails as settings
    join public.profiles on profiles.id = settings.user_id
    where settings.next_at <= instant
    order by settings.next_at
    limit 1000
    for update of settings skip locked
  loop
    mail := private.due_morning_mail(mails.user_id, instant);
    update public.morning_mails as settings
    set next_at = case
      when mail is not null then instant + private.lease()
      when mails.is_on then private.next_instant(instant, mails.time_zone, mails.hour, mails.sent_until)
      else 'infinity'
    end
    where settings.user_id = mails.user_id;
    due := due || coalesce(mail, '[]');
    looked := looked + 1;
    exit when jsonb_array_length(due) >= most;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = 1000 or jsonb_array_length(due) >= most);
end;
$$;

-- Leases morning mails like private.lease_morning_mails, each with `list`, what its person would read, or `error`, why
-- that can't be had.
create function public.claim_morning_mails(instant timestamptz default now(), most integer default 10)
returns jsonb
language plpgsql
volatile
as $$
declare
  worker constant text := current_setting('role');
  leased constant jsonb := private.lease_morning_mails(instant, most);
  due jsonb := '[]';
  mail jsonb;
begin
  for mail in select jsonb_array_elements(leased -> 'due') loop
    begin
      perform private.act_for((mail ->> 'person')::uuid);
      due := due || (mail || jsonb_build_object('list', private.task_list()));
    exception
      when others then
        due := due || (mail || jsonb_build_object('list', null, 'error', sqlerrm));
    end;
    perform set_config('role', worker, true);
  end loop;
  return leased || jsonb_build_object('due', due);
end;
$$;

-- Records what became of leased morning mails: [{person, day, mail, error, failure}], where `mail` is its id in the
-- outbox, null if there was nothing to say; the others are as in finish_messages. An unsent one is due again a minute
-- later, behind those who wait.
create function private.finish_morning_mails(results jsonb, instant timestamptz default now())
returns void
language plpgsql
volatile
security definer
as $$
declare
  result record;
begin
  for result in
    select * from jsonb_to_recordset(results) as given (person uuid, day date, mail uuid, error text, failure text)
  loop
    if result.mail is not null then
      perform private.finish_messages(array[result.mail], result.error, result.failure);
    end if;
    if result.failure = 'unsent' then
      update public.morning_mails set next_at = instant + interval '1 minute' where user_id = result.person;
    else
      perform private.settle_day('morning', result.person, result.day);
    end if;
  end loop;
end;
$$;

create trigger check_touched
after update on public.morning_mails
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();

create trigger fill_next_at
before insert or update on public.morning_mails
for each row
execute function private.fill_next_at();

create trigger fill_sent_until
before insert or update on public.morning_mails
for each row
execute function private.fill_sent_until();

-- On Supabase, pg_cron calls the functions `send-mails`, `send-pushes` and `send-webhooks` every minute through pg_net,
-- with the address and key in Vault; `npm run deploy` sets this up. Without these it does nothing: the embedded stack
-- calls the functions itself. As a run ends before its two seconds of processor time are over, several begin at once if
-- there is work for them.
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
    )
    from generate_series(1, private.runs_of(call_function.name));
  end if;
end;
$$;
