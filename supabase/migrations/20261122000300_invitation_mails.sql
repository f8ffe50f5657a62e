-- Who shares with an address for the first time causes one mail to it, and one more when they ask. The
-- mail is made later, by the scheduler: sharing costs the same and looks the same whoever the address
-- belongs to and whatever they decided.
create table private.invitation_mails (
  sender_id uuid not null references public.profiles (id) on delete cascade,
  address text not null,
  -- by sharing, or by asking for one more
  wanted_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- null: still to be looked at. It says nothing about whether there was a mail
  handled_at timestamptz,
  asked_again_at timestamptz,
  -- the latest in the outbox
  mail_id uuid,
  primary key (sender_id, address)
);
create index invitation_mails_due on private.invitation_mails (due_at) where handled_at is null;
create index invitation_mails_by_mail on private.invitation_mails (mail_id);
alter table private.invitation_mails enable row level security;

insert into private.limits (name, most)
values ('invited_addresses_per_day', 30), ('invitations_to_address_per_day', 5);

create function private.want_invitation_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.invitation_mails (sender_id, address)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict do nothing;
  return null;
end;
$$;
create trigger want_invitation_mails after insert on public.task_shares
  referencing new table as added
  for each statement execute function private.want_invitation_mails();

create function private.send_invitation_again(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  canonical constant text := private.canonical_address(address);
begin
  if not exists (
    select from public.task_shares shares
    where shares.owner_id = me and shares.contact_email = canonical
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  insert into private.invitation_mails as known (sender_id, address, asked_again_at)
  values (me, canonical, now())
  on conflict on constraint invitation_mails_pkey do update
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
grant execute on function private.send_invitation_again(text) to authenticated;

-- One more mail to an address with which the caller shares something, once a day. It tells nothing
-- about whether a mail goes out. Errors: INVITATION_NOT_FOUND, LIMIT_REACHED.
create function public.send_invitation_again(address text) returns void
language sql volatile set search_path = ''
as $$ select private.send_invitation_again(address) $$;
grant execute on function public.send_invitation_again(text) to authenticated;

-- Whether this sender or this address has had enough for a day. Whom a sender has invited counts
-- whether or not there was a mail, so that a sender can't tell from the mails that do come.
create function private.is_invited_enough(sender uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (
    select count(*) from private.invitation_mails invitations
    where invitations.sender_id = sender and invitations.handled_at > now() - interval '1 day'
  ) >= private.limit_of('invited_addresses_per_day')
  or (
    select count(*) from private.outbox
    where outbox.kind = 'invitation' and outbox.recipient = address
      and outbox.claimed_at > now() - interval '1 day'
  ) >= private.limit_of('invitations_to_address_per_day')
$$;

-- What an invitation says; null when there is nothing to invite to: accepted, declined, left, blocked.
create function private.invitation_to(sender uuid, address text) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with waiting as materialized (
    select tasks.title
    from private.waiting_tasks(
      -- An address without an account has decided nothing.
      coalesce(private.account_of(address, sender), gen_random_uuid()), address, sender
    ) as waiting (task_id)
    join public.tasks on tasks.id = waiting.task_id and tasks.is_active
  )
  select jsonb_build_object(
    'address', address,
    'senderName', profiles.display_name,
    'count', (select count(*) from waiting),
    'titles', (
      select jsonb_agg(first.title)
      from (select waiting.title from waiting order by waiting.title collate "C" limit 10) as first
    )
  )
  from public.profiles
  where profiles.id = sender and exists (select from waiting)
$$;

create function private.next_invitation() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due private.invitation_mails;
  content jsonb;
  mail uuid;
begin
  for attempt in 1..1000 loop
    select * into due from private.invitation_mails invitations
    where invitations.handled_at is null and invitations.due_at <= now()
    order by invitations.due_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    if private.is_invited_enough(due.sender_id, due.address) then
      -- All of that sender's or to that address at once, so that they keep nobody else waiting.
      update private.invitation_mails invitations set due_at = now() + interval '1 hour'
      where (invitations.sender_id, invitations.address) in (
        select waiting.sender_id, waiting.address from private.invitation_mails waiting
        where waiting.handled_at is null and waiting.due_at <= now()
          and (waiting.sender_id = due.sender_id or waiting.address = due.address)
          and private.is_invited_enough(waiting.sender_id, waiting.address)
        for update skip locked
      );
      continue;
    end if;
    -- What was taken back before anybody heard of it is shared for the first time when it is shared again.
    delete from private.invitation_mails invitations
    where (invitations.sender_id, invitations.address) = (due.sender_id, due.address)
      and due.mail_id is null and due.asked_again_at is null
      and not exists (
        select from public.task_shares shares
        where shares.owner_id = due.sender_id and shares.contact_email = due.address
      );
    if found then
      continue;
    end if;
    content := case
      when due.wanted_at > now() - interval '30 days'
        then private.invitation_to(due.sender_id, due.address)
    end;
    mail := case
      when content is not null
        then private.claim_mail('invitation', due.address, due.sender_id || ' ' || due.wanted_at)
    end;
    update private.invitation_mails invitations
    set handled_at = now(), mail_id = coalesce(mail, due.mail_id)
    where (invitations.sender_id, invitations.address) = (due.sender_id, due.address);
    if mail is not null then
      return content || jsonb_build_object('mail', mail);
    end if;
  end loop;
  return null;
end;
$$;

create function private.retry_invitation(mail uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.invitation_mails
  set handled_at = null, due_at = now() + interval '5 minutes' + (now() - wanted_at)
  where mail_id = mail
$$;

grant execute on function private.next_invitation(), private.retry_invitation(uuid) to service_role;

-- Claims the next invitation that is due: {mail, address, senderName, count, titles}, of which `mail` is
-- its id in the outbox and `titles` the first ten; null when there is none. Those that nobody is to get
-- are passed over without a word.
create function public.next_invitation() returns jsonb
language sql volatile set search_path = ''
as $$ select private.next_invitation() $$;

-- Makes an invitation that was not sent due again: in five minutes, and then in twice as many each time.
create function public.retry_invitation(mail uuid) returns void
language sql volatile set search_path = ''
as $$ select private.retry_invitation(mail) $$;

grant execute on function public.next_invitation(), public.retry_invitation(uuid) to service_role;
