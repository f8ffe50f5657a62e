-- Of those who want to share with a person, the list has 20: whoever the person knows, then whoever came
-- first. Nobody is crowded out by those who come later.
alter table public.task_shares
  -- when this sender first shared with this address, of the shares there are; for nobody to read
  add column invited_at timestamptz not null default now();
create index task_shares_by_arrival on public.task_shares (contact_email, invited_at, owner_id)
  where recipient_id is null;
-- What is older: in the order in which their mails were wanted, as far as there was one.
update public.task_shares shares set invited_at = coalesce(
  (
    select invitations.wanted_at from private.invitation_mails invitations
    where invitations.sender_id = shares.owner_id and invitations.address = shares.contact_email
  ),
  (
    select min(tasks.created_at)
    from public.task_shares others join public.tasks on tasks.id = others.task_id
    where others.owner_id = shares.owner_id and others.contact_email = shares.contact_email
  )
);

create function private.date_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.invited_at := coalesce(
    (
      select known.invited_at from public.task_shares known
      where known.owner_id = new.owner_id and known.contact_email = new.contact_email
      order by known.invited_at limit 1
    ),
    now()
  );
  return new;
end;
$$;
-- By its name after bind_share, which brings the address to its form.
create trigger date_invitation before insert on public.task_shares
  for each row execute function private.date_invitation();
-- For its question, too.
drop index public.task_shares_by_owner;
create index task_shares_by_owner on public.task_shares (owner_id, contact_email, invited_at);

-- Who wants to share with a person and waits, at most so many: those who came first.
create function private.first_senders(person uuid, address text, most integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  -- From one sender to the next in the index, however much each has shared.
  with recursive senders as (
    select first.invited_at, first.owner_id
    from (
      select shares.invited_at, shares.owner_id from public.task_shares shares
      where shares.contact_email = address and shares.recipient_id is null
      order by shares.invited_at, shares.owner_id limit 1
    ) as first
    union all
    select next.invited_at, next.owner_id
    from senders
    cross join lateral (
      select shares.invited_at, shares.owner_id from public.task_shares shares
      where shares.contact_email = address and shares.recipient_id is null
        and (shares.invited_at, shares.owner_id) > (senders.invited_at, senders.owner_id)
      order by shares.invited_at, shares.owner_id limit 1
    ) as next
  )
  select senders.owner_id from senders
  where exists (select private.waiting_tasks(person, address, senders.owner_id))
  limit most
$$;

-- Of those who wait, the ones that a person knows: to whose address the person shares, and who openly
-- takes part in a chore of theirs or beside them. What strangers do makes it no longer.
create function private.known_senders(person uuid, address text, most integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with known as (
    select private.account_of(contacts.contact_email, person) as id
    from (
      select shares.contact_email from public.task_shares shares where shares.owner_id = person
      union
      select contacts.contact_email from public.shared_contacts contacts
      where contacts.owner_id = person
    ) as contacts
    union
    select shares.recipient_id
    from public.task_shares shares
    where shares.standing = 'taking_part'
      and shares.task_id in (
        select tasks.id from public.tasks where tasks.user_id = person and tasks.is_active
        union all
        select own.task_id from public.task_shares own where own.recipient_id = person
      )
  )
  select known.id from known
  where exists (select private.waiting_tasks(person, address, known.id))
  order by known.id
  limit most
$$;

-- Who wants to share with the caller, as [{senderId, senderName, count}]: no word of the chores. What
-- strangers can make of it is bounded: 20 senders, and 100 counts as 100 or more.
create or replace function private.invitations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  me constant uuid := auth.uid();
  address constant text := private.confirmed_address(me);
  senders uuid[] := array(select private.first_senders(me, address, most + 1));
begin
  if cardinality(senders) > most then
    senders := array(select private.known_senders(me, address, most)) || senders;
  end if;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'senderId', profiles.id, 'senderName', profiles.display_name, 'count', waiting.count
        )
        order by profiles.display_name collate "C", profiles.id
      ),
      '[]'
    )
    from (
      select sender from unnest(senders) with ordinality as places (sender, place)
      group by sender order by min(place) limit most
    ) as shown
    join public.profiles on profiles.id = shown.sender
    cross join lateral (
      select count(*) as count from (
        select from private.waiting_tasks(me, address, shown.sender) limit 100
      ) as counted
    ) as waiting
  );
end;
$$;
