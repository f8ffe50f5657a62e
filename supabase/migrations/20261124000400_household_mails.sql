-- Invitations to a household by mail, and households in the calendar.

set check_function_bodies = off;

alter table public.household_invitations
  -- where a mail with the link goes; null when a keeper hands it on
  add column address text,
  -- when the mail was looked at. It says nothing about whether there was one
  add column mailed_at timestamptz,
  add unique (address, household_id);

create index household_invitations_by_age on public.household_invitations (expires_at);

grant select (address, mailed_at) on public.household_invitations to authenticated;

alter table private.invitation_mails
  drop constraint invitation_mails_pkey,
  add column id uuid primary key default gen_random_uuid(),
  -- null: to tasks. The row outlives it, as it counts for the limits
  add column household_invitation_id uuid,
  add constraint invitation_mails_once unique nulls not distinct (sender_id, address, household_invitation_id);

create index invitation_mails_to_households on private.invitation_mails (household_invitation_id)
  where household_invitation_id is not null;

alter table public.calendar_feeds
  -- null for all, or with only_mine for none, also of those that a person joins later
  add column household_ids uuid[];

comment on column public.calendar_feeds.household_ids is
  'The households whose tasks are shown; null for all of them, or for none where only_mine is chosen.';

grant select (household_ids), update (household_ids) on public.calendar_feeds to authenticated;

-- Invites whoever follows the link with the token: as a new person, or as one who has no account yet. Answers
-- the invitation's id, that of the open one when the address is invited already, which sends no further mail.
create function private.open_invitation(
  household uuid, role text, person uuid, address text, token text
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_id uuid;
begin
  perform private.begin_household(household, 'keeper');
  if coalesce(open_invitation.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif person is not null and not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household
      and people.account_id is null and people.left_on is null
  ) then
    perform private.refuse('personId', 'INVALID');
  end if;
  delete from public.household_invitations open
  where open.household_id = household
    -- Another invitation of the same person takes the place of the first.
    and (
      open.expires_at < now()
      or open.person_id = person and (open.address = open_invitation.address) is not true
    );
  update public.household_invitations open
  set role = open_invitation.role, person_id = person
  where open.household_id = household and open.address = open_invitation.address
  returning open.id into known_id;
  if known_id is not null then
    return known_id;
  elsif (
    select count(*) from public.household_invitations open where open.household_id = household
  ) >= private.limit_of('people_of_household') then
    perform private.exceed('TOO_MANY_PEOPLE');
  end if;
  insert into public.household_invitations as made (id, household_id, person_id, role, address, token_hash)
  values (
    gen_random_uuid(), household, person, open_invitation.role, open_invitation.address,
    sha256(convert_to(token, 'UTF8'))
  )
  returning made.id into known_id;
  return known_id;
end;
$$;

create or replace function private.invite_to_household(household_id uuid, role text, person_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  perform private.open_invitation(household_id, role, person_id, null, token);
  return token;
end;
$$;

create function private.invite_to_household_by_mail(
  household_id uuid, address text, role text, person_id uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  canonical constant text := private.canonical_address(address);
  invitation uuid;
begin
  if canonical is null then
    perform private.refuse('address', 'INVALID_EMAIL');
  end if;
  -- The link is made when the mail is.
  invitation := private.open_invitation(household_id, role, person_id, canonical, private.new_token());
  insert into private.invitation_mails (sender_id, address, household_invitation_id)
  select auth.uid(), canonical, invitation
  where not exists (
    select from private.invitation_mails mails where mails.household_invitation_id = invitation
  );
end;
$$;

create function private.send_household_invitation_again(id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  open public.household_invitations;
begin
  select known.* into open from public.household_invitations known
  where known.id = send_household_invitation_again.id
    and known.household_id = any (array(select private.my_households('keeper')))
    and known.address is not null and known.expires_at > now();
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.begin_household(open.household_id, 'keeper');
  if exists (
    select from private.invitation_mails mails
    where mails.household_invitation_id = open.id and mails.asked_again_at > now() - interval '1 day'
  ) then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
  perform private.want_mail_again(open.address, open.id);
  update public.household_invitations known set expires_at = now() + interval '7 days'
  where known.id = open.id;
end;
$$;

-- Has a mail with such a link sent to an address, which tells nothing about whether it goes out. An address that is
-- invited already gets no further one. A keeper's. Errors: VALIDATION_FAILED.
create function public.invite_to_household_by_mail(
  household_id uuid, address text, role text, person_id uuid default null
) returns void
language sql volatile set search_path = ''
as $$ select private.invite_to_household_by_mail(household_id, address, role, person_id) $$;

-- One more mail with another link, which takes the place of the one before, once a day; a keeper's.
-- Errors: INVITATION_NOT_FOUND.
create function public.send_household_invitation_again(id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.send_household_invitation_again(id) $$;

create or replace function private.forget_old_mail() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.outbox where claimed_at < now() - interval '60 days';
  delete from private.invitation_mails
  where household_invitation_id is not null and wanted_at < now() - interval '60 days';
  delete from public.household_invitations where expires_at < now()
$$;

-- One more mail from the caller, once a day. Errors: LIMIT_REACHED.
create function private.want_mail_again(address text, household_invitation uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.invitation_mails as known (
    sender_id, address, household_invitation_id, asked_again_at
  )
  values (auth.uid(), address, household_invitation, now())
  on conflict on constraint invitation_mails_once do update
  set
    asked_again_at = now(),
    -- One that has not gone out yet is this one.
    wanted_at = case when known.handled_at is null then known.wanted_at else now() end,
    due_at = case when known.handled_at is null then known.due_at else now() end,
    handled_at = null
  where known.asked_again_at is null or known.asked_again_at < now() - interval '1 day';
  if not found then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
end;
$$;

create or replace function private.send_invitation_again(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  canonical constant text := private.canonical_address(address);
begin
  if not exists (
    select from public.task_shares shares
    where shares.owner_id = auth.uid() and shares.contact_email = canonical
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.want_mail_again(canonical, null);
end;
$$;

-- What an invitation to a household says; null when there is nothing to invite to: taken up, revoked, expired, by
-- somebody who is no keeper any more, or to somebody who has blocked them.
create function private.household_invitation_to(due private.invitation_mails) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'address', due.address,
    'senderName', profiles.display_name,
    'household', households.name,
    'role', open.role,
    'person', people.name
  )
  from public.household_invitations open
  join public.households on households.id = open.household_id and households.deleted_at is null
  join public.household_people sender
    on sender.household_id = households.id and sender.account_id = due.sender_id
    and sender.left_on is null and sender.role = 'keeper'
  join public.profiles on profiles.id = due.sender_id
  left join public.household_people people on people.id = open.person_id
  where open.id = due.household_invitation_id
    and open.expires_at > now()
    and people.account_id is null and people.left_on is null
    and not exists (
      select from public.sharing_consents consents
      where consents.recipient_id = private.account_of(due.address, due.sender_id)
        and consents.sender_id = due.sender_id
        and not consents.is_accepted
    )
$$;

-- Another token for the link in a mail, in place of the one before; null when the invitation is gone.
create function private.token_for_mail(due private.invitation_mails) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  update public.household_invitations open
  set
    token_hash = sha256(convert_to(token, 'UTF8')),
    -- A mail that is tried again is none that a keeper asked for.
    mailed_at = case when open.mailed_at >= due.wanted_at then open.mailed_at else now() end
  where open.id = due.household_invitation_id;
  return case when found then token end;
end;
$$;

create or replace function private.next_invitation() returns jsonb
language plpgsql volatile security definer set search_path = ''
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
        select from public.task_shares shares
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
        then private.claim_mail(
          'invitation', due.address,
          concat_ws(' ', due.sender_id, due.wanted_at, due.household_invitation_id)
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

-- Whether somebody shares a task with an address that has no account yet, or invites it to a household: who runs a
-- server of their own lets such people sign up.
create or replace function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.task_shares shares
    where shares.contact_email = private.canonical_address(address) and shares.recipient_id is null
  ) or exists (
    select from public.household_invitations open
    where open.address = private.canonical_address(is_invited.address) and open.expires_at > now()
  )
$$;

create or replace function private.check_calendar_feed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A person has at most 1,000 chores, and a category 50 characters.
  if cardinality(new.categories) > 1000 or pg_column_size(new.categories) > 262144 then
    perform private.refuse('categories', 'INVALID');
  elsif cardinality(new.household_ids) > 100 then
    perform private.refuse('householdIds', 'INVALID');
  end if;
  return new;
end;
$$;

-- Whose address has this token's hash, and what it shows; null when it is nobody's, and the seconds to
-- wait when it was read too often. The index compares hashes: how far one agrees with another says
-- nothing of the token.
create or replace function private.count_calendar_read(hash bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  most_per_hour constant integer := 120;
  this_hour constant timestamptz := date_trunc('hour', now());
begin
  update public.calendar_feeds
  set
    hour = greatest(hour, this_hour),
    reads = case when hour < this_hour then 0 else reads end + 1
  where token_hash = hash and (hour < this_hour or reads < most_per_hour)
  returning * into feed;
  return case
    when found then jsonb_build_object(
      'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories,
      'householdIds', feed.household_ids
    )
    when exists (select from public.calendar_feeds where token_hash = hash) then jsonb_build_object(
      'retryAfter', ceil(extract(epoch from this_hour + interval '1 hour' - now()))
    )
  end;
end;
$$;

create or replace function private.exported_account() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'fullName', profiles.full_name,
    'timeZone', profiles.time_zone,
    'contacts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at)
          )
          order by contacts.contact_email
        ),
        '[]'
      )
      from public.shared_contacts contacts
    ),
    'decisions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'sender', consents.sender_name,
            'decision', case when consents.is_accepted then 'accepted' else 'blocked' end
          )
          order by consents.sender_name, consents.sender_id
        ),
        '[]'
      )
      from public.sharing_consents consents
    ),
    'households', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', household -> 'name', 'role', household -> 'role',
            'people', (
              select jsonb_agg(person - array['id', 'face'])
              from jsonb_array_elements(household -> 'people') as person
            )
          )
        ),
        '[]'
      )
      from jsonb_array_elements(private.households()) as household
    ),
    'leftTasks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', left_tasks.title,
            'owner', left_tasks.owner_name,
            'at', private.iso(left_tasks.left_at)
          )
          order by left_tasks.left_at, left_tasks.task_id
        ),
        '[]'
      )
      from public.left_tasks
    )
  )
  from public.profiles where profiles.id = auth.uid()
$$;

-- Stages one task of a file for the caller, or more of the past of one that is staged: that names its
-- source and has no fields. Answers 'added', or 'there' or 'deleted' for one that the caller has, or had,
-- already. Errors: what create_task raises, and class 22 and 23 for what is no value or not possible.
create or replace function private.stage_entry(entry jsonb) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  source constant text := entry ->> 'source';
  new_id constant uuid := private.imported_id(source);
  addresses text[];
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  if not entry ? 'fields' then
    select tasks.* into task
    from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
    where staged.task_id = new_id;
    if not found then
      perform private.refuse('source', 'INVALID');
    end if;
    perform private.stage_history(task, entry);
    return 'added';
  end if;

  select tasks.* into task from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and (tasks.user_id = me or tasks.household_id = any (array(select private.my_households())))
  order by tasks.deleted_at nulls first
  limit 1;
  if found then
    return case when task.deleted_at is null then 'there' else 'deleted' end;
  end if;
  if (
    select count(*) from public.tasks
    where tasks.user_id = me and tasks.deleted_at is null and tasks.household_id is null
  ) >= private.limit_of('active_tasks') then
    perform private.exceed('TOO_MANY_TASKS');
  end if;

  addresses := array(
    select distinct private.canonical_address(address)
    from jsonb_array_elements_text(coalesce(entry -> 'shareWith', '[]')) as address
    where private.canonical_address(address) <> coalesce(private.confirmed_address(me), '')
  );
  if cardinality(addresses) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  task := null;
  task.repeat_value := 'daily';
  task := private.with_fields(task, entry -> 'fields');
  task.is_shared := false;
  task.household_id := null;
  task.paused := private.days_of_ranges(entry -> 'pausedDays');
  if (select count(*) from unnest(task.paused)) > private.limit_of('pauses') then
    perform private.exceed('TOO_MANY_PAUSES');
  end if;
  execute (
    select format(
      'insert into public.tasks (id, user_id, is_active, paused, %s)
       values ($1, $2, false, ($3).paused, %s) returning *',
      string_agg(column_name, ', '), string_agg('($3).' || column_name, ', ')
    )
    from private.task_fields()
  )
  into task
  using new_id, me, task;
  if exists (
    select from public.tasks
    where tasks.user_id = me and tasks.title = task.title and tasks.is_active
      and tasks.household_id is null
  ) then
    perform private.refuse('title', 'DUPLICATE_TASK');
  end if;
  insert into private.staged_tasks (task_id, person_id, place, addresses)
  values (
    new_id, me,
    (
      select 1 + coalesce(max(known.place), 0)
      from private.staged_tasks known where known.person_id = me
    ),
    addresses
  );
  perform private.stage_history(task, entry);
  return 'added';
end;
$$;

grant execute on function
  private.invite_to_household_by_mail(uuid, text, text, uuid),
  private.send_household_invitation_again(uuid),
  public.invite_to_household_by_mail(uuid, text, text, uuid),
  public.send_household_invitation_again(uuid)
to authenticated;
