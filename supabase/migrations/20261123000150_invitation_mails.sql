-- Invitations by mail are bounded by who sends them. docs/design.md, Mail.
update private.limits set name = 'new_senders_mails_to_mailbox_per_day'
where name = 'invitations_to_address_per_day';
insert into private.limits (name, most) values ('mails_to_mailbox_per_day', 3);

-- The mailbox of an address, for quotas alone: many mail servers deliver `name+anything@` to `name@`.
create function private.mailbox_of(address text) returns text
language sql immutable strict set search_path = ''
as $$ select regexp_replace(address, '\+[^@]*@', '@') $$;

alter table private.invitation_mails
  add column mailbox text not null generated always as (private.mailbox_of(address)) stored;
create index invitation_mails_waiting on private.invitation_mails (mailbox, wanted_at)
  where handled_at is null;
create index outbox_by_mailbox on private.outbox (private.mailbox_of(recipient), claimed_at)
  where kind = 'invitation';

-- Whoever has had an account for a week is bounded by what they do themselves.
create function private.is_new_sender(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from auth.users
    where users.id = person and users.created_at < now() - interval '7 days'
  )
$$;

-- Who has invited whoever has this mailbox, and when; for the 60 days that mails are remembered.
create function private.invitations_sent(mailbox text)
returns table (sender uuid, sent_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- Its key begins with the sender.
  select split_part(outbox.key, ' ', 1)::uuid, outbox.claimed_at
  from private.outbox
  where outbox.kind = 'invitation'
    and private.mailbox_of(outbox.recipient) = invitations_sent.mailbox
$$;

-- Whether a sender has invited enough for a day, all in all or to this mailbox. Whom a sender has invited
-- counts whether or not there was a mail, so that a sender can't tell from the mails that do come.
create function private.has_invited_enough(sender uuid, mailbox text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (
    select count(*) from private.invitation_mails invitations
    where invitations.sender_id = sender and invitations.handled_at > now() - interval '1 day'
  ) >= private.limit_of('invited_addresses_per_day')
  or (
    select count(*) from private.invitations_sent(mailbox) as sent
    where sent.sender = has_invited_enough.sender and sent.sent_at > now() - interval '1 day'
  ) >= private.limit_of('mails_to_mailbox_per_day')
$$;

-- Whether an invitation has to wait. New accounts share so many mails a day to a mailbox, which takes a
-- new account for each further one: the first of each sender, in the order in which they were wanted,
-- whatever there was of seconds; and seconds when there were few of both.
create function private.waits(invitation private.invitation_mails) returns boolean
language plpgsql stable security definer set search_path = ''
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

create or replace function private.next_invitation() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due private.invitation_mails;
  content jsonb;
  mail uuid;
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
      where (invitations.sender_id, invitations.address) in (
        select waiting.sender_id, waiting.address from private.invitation_mails waiting
        where waiting.handled_at is null and waiting.due_at <= now()
          and (waiting.sender_id = due.sender_id or waiting.mailbox = due.mailbox)
          and private.waits(waiting)
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
drop function private.is_invited_enough(uuid, text);
