-- A share is what its owner wrote: an address on a chore. It reaches an account only when that person
-- has accepted the sender; until then it waits. docs/design.md, Sharing.
create table public.sharing_consents (
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  sender_id uuid not null references public.profiles (id) on delete cascade,
  is_accepted boolean not null,
  -- of then: whoever is blocked tells nothing more
  sender_name text not null,
  primary key (recipient_id, sender_id)
);
create index sharing_consents_by_sender on public.sharing_consents (sender_id);
comment on table public.sharing_consents is
  'Whose shares a person takes: accepted, or blocked. No row: not decided yet.';

-- What a person has left or declined reaches them again only when they ask for it.
create table public.left_tasks (
  person_id uuid not null references public.profiles (id) on delete cascade,
  task_id uuid not null references public.tasks (id) on delete cascade,
  owner_id uuid not null,
  owner_name text not null,
  -- of then; null when it was declined and so never seen
  title text,
  left_at timestamptz not null default now(),
  primary key (person_id, task_id)
);
create index left_tasks_by_task on public.left_tasks (task_id);

-- The name of then of somebody who has done something in a chore and takes part no more.
create table public.former_names (
  task_id uuid not null references public.tasks (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  primary key (task_id, person_id)
);
create index former_names_by_person on public.former_names (person_id);

alter table public.sharing_consents enable row level security;
alter table public.left_tasks enable row level security;
alter table public.former_names enable row level security;
revoke all on public.sharing_consents, public.left_tasks, public.former_names
  from public, anon, authenticated, service_role;
-- Calls alone write them.
grant select (sender_id, is_accepted, sender_name) on public.sharing_consents to authenticated;
grant select (task_id, owner_id, owner_name, title, left_at) on public.left_tasks to authenticated;

create policy "People see whom they have accepted and blocked" on public.sharing_consents
  for select to authenticated
  using (recipient_id = (select auth.uid()));
create policy "People see what they have left" on public.left_tasks
  for select to authenticated
  using (person_id = (select auth.uid()));
create policy "Participants see the names of those who took part" on public.former_names
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The address that an account has confirmed; null when it has none, or is closed.
create function private.confirmed_address(person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select users.email
  from auth.users
  where users.id = person
    and users.email_confirmed_at is not null
    and users.deleted_at is null
    and not users.is_sso_user
$$;

-- The tasks of a sender that wait for this person's decision.
create function private.waiting_tasks(person uuid, address text, sender uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select shares.task_id
  from public.task_shares shares
  where shares.contact_email = address
    and shares.owner_id = sender
    and shares.recipient_id is null
    and sender <> person
    and not exists (
      select from public.sharing_consents consents
      where consents.recipient_id = person
        and consents.sender_id = sender
        and not consents.is_accepted
    )
    and not exists (
      select from public.left_tasks
      where left_tasks.person_id = person and left_tasks.task_id = shares.task_id
    )
$$;

-- Who wants to share with the caller, as [{senderId, senderName, count}]: no word of the chores. What
-- strangers can make of it is bounded: 20 senders, and 100 counts as 100 or more.
create function private.invitations() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recursive me as materialized (
    select auth.uid() as id, private.confirmed_address(auth.uid()) as address
  ),
  -- From one sender to the next in the index, however much each has shared.
  senders as (
    select me.id as person, me.address, (
      select shares.owner_id from public.task_shares shares
      where shares.contact_email = me.address and shares.recipient_id is null
      order by shares.owner_id limit 1
    ) as id
    from me
    union all
    select senders.person, senders.address, (
      select shares.owner_id from public.task_shares shares
      where shares.contact_email = senders.address and shares.recipient_id is null
        and shares.owner_id > senders.id
      order by shares.owner_id limit 1
    )
    from senders where senders.id is not null
  ),
  invitations as (
    select senders.id, waiting.count
    from senders
    cross join lateral (
      select count(*) as count from (
        select from private.waiting_tasks(senders.person, senders.address, senders.id) limit 100
      ) as counted
    ) as waiting
    where senders.id is not null and waiting.count > 0
    limit 20
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'senderId', profiles.id, 'senderName', profiles.display_name, 'count', invitations.count
      )
      order by profiles.display_name collate "C", profiles.id
    ),
    '[]'
  )
  from invitations join public.profiles on profiles.id = invitations.id
$$;
grant execute on function private.invitations() to authenticated;
