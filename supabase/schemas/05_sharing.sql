-- Sharing: addresses, consent, invitations, leaving.

-- Owners read only the view, which has its own order: a decision by the invited person moves a row in the table, so
-- its order would reveal it.
create table private.task_shares (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  owner_id uuid not null default auth.uid() references public.profiles (id)
    on delete cascade,
  -- as private.canonical_address has it
  contact_email text not null,
  -- the account that takes part by this share: the one that confirmed the address, once it has accepted the owner.
  -- Hidden, as a share must not tell whether there is an account
  recipient_id uuid references public.profiles (id)
    on delete set null,
  -- as shown to the owner; changed only by that person's deeds in the task, and by the end of the share
  status text not null default 'invited' check (status in ('invited', 'taking_part', 'left')),
  primary key (task_id, contact_email),
  -- when this sender first shared with this address, among the existing shares; hidden
  invited_at timestamptz not null default now()
);

-- For the calls, which write shares as the caller.
grant select (task_id, owner_id, contact_email, status), delete on private.task_shares to authenticated;

grant insert (task_id, contact_email) on private.task_shares to authenticated;

create index task_shares_by_recipient on private.task_shares (recipient_id, task_id);

create index task_shares_waiting on private.task_shares (contact_email, owner_id, task_id)
where recipient_id is null;

create index task_shares_by_arrival on private.task_shares (contact_email, invited_at, owner_id)
where recipient_id is null;

create index task_shares_by_owner on private.task_shares (owner_id, contact_email, invited_at);

create policy "Owners see to whom their tasks are shared" on private.task_shares
for select
to authenticated
using (owner_id = (select auth.uid()));

create policy "Owners share their active tasks that are flagged as shared" on private.task_shares
for insert
to authenticated
with check (
  owner_id = (select auth.uid())
  and exists (
    select
    from public.tasks
    where tasks.id = task_shares.task_id and tasks.user_id = (select auth.uid()) and tasks.is_active and tasks.is_shared
  )
);

create policy "Owners end shares of their tasks" on private.task_shares
for delete
to authenticated
using (owner_id = (select auth.uid()));

create view public.task_shares
with (security_invoker = true)
as
  select task_id, owner_id, contact_email, status
  from private.task_shares
  order by task_id, contact_email;

grant select (task_id, owner_id, contact_email, status) on public.task_shares to authenticated;

-- The addresses with which a person has shared tasks.
create table public.shared_contacts (
  owner_id uuid not null default auth.uid() references public.profiles (id)
    on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  last_shared_at timestamptz not null default now(),
  primary key (owner_id, contact_email)
);

grant select (owner_id, contact_email, last_shared_at) on public.shared_contacts to authenticated;

-- Only sharing adds contacts; their owner may delete them.
grant delete on public.shared_contacts to authenticated;

create policy "People see their own contacts" on public.shared_contacts
for select
to authenticated
using (owner_id = (select auth.uid()));

create policy "People remove their own contacts" on public.shared_contacts
for delete
to authenticated
using (owner_id = (select auth.uid()));

-- The addresses of a deleted task's shares, for the person who brings it back.
create table private.ended_shares (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  contact_email text not null,
  primary key (task_id, contact_email)
);

-- A share is what its owner entered: an address on a task. It reaches an account only when that person has accepted
-- the sender; until then it waits. docs/design.md, Sharing. Without a row, they haven't decided.
create table public.sharing_consents (
  recipient_id uuid not null references public.profiles (id)
    on delete cascade,
  sender_id uuid not null references public.profiles (id)
    on delete cascade,
  is_accepted boolean not null,
  -- the name at that time, as a blocked sender's later names must not get through
  sender_name text not null,
  primary key (recipient_id, sender_id)
);

-- Only calls write them.
grant select (sender_id, is_accepted, sender_name) on public.sharing_consents to authenticated;

create index sharing_consents_by_sender on public.sharing_consents (sender_id);

create policy "People see whom they have accepted and blocked" on public.sharing_consents
for select
to authenticated
using (recipient_id = (select auth.uid()));

-- Tasks that a person has left or declined; they return only when the person asks for them.
create table public.left_tasks (
  person_id uuid not null references public.profiles (id)
    on delete cascade,
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  owner_id uuid not null,
  owner_name text not null,
  -- the title at that time; null if it was declined and so never seen
  title text,
  left_at timestamptz not null default now(),
  primary key (person_id, task_id)
);

grant select (task_id, owner_id, owner_name, title, left_at) on public.left_tasks to authenticated;

create index left_tasks_by_task on public.left_tasks (task_id);

create policy "People see what they have left" on public.left_tasks
for select
to authenticated
using (person_id = (select auth.uid()));

-- The former name of somebody who did something in a task and no longer takes part.
create table public.former_names (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  person_id uuid not null references public.profiles (id)
    on delete cascade,
  name text not null,
  primary key (task_id, person_id)
);

create index former_names_by_person on public.former_names (person_id);

create policy "Participants see the names of those who took part" on public.former_names
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- Sharing by e-mail address, with people who have an account and people without one.

-- The confirmed address of an account; null if it has none, or is closed.
create function private.confirmed_address(person uuid)
returns text
language plpgsql
stable
security definer
as $$
begin
  return (
    select users.email
    from auth.users
    where users.id = person
      and users.email_confirmed_at is not null
      and users.deleted_at is null
      and not users.is_sso_user
  );
end;
$$;

-- The account that has confirmed an address, unless it is the owner's; the only function that maps one to the other.
create function private.account_of(address text, owner uuid)
returns uuid
language sql
stable
security definer
as $$
  select users.id
  from auth.users
  where
    users.email = address
    and users.email_confirmed_at is not null
    and users.deleted_at is null
    and not users.is_sso_user
    and users.id != owner;
$$;

-- A share must see the confirmation of its address, or a decision about its sender, at the same moment, and the
-- other way round: sharing takes this lock shared, the others take it exclusively.
create function private.address_key(address text)
returns bigint
language sql
immutable
as $$
  select hashtextextended(address, 0);
$$;

-- Tells everyone who may have been invited, or no longer is, to read their list again: one message per address, also
-- for an address without an account, so that both cost the sender the same.
create function private.send_invitations_changed(sender uuid, addresses text[])
returns void
language sql
volatile
security definer
as $$
  select
    private.send_list_changed(
      array(
        select coalesce(account.id, gen_random_uuid())
        from
          unnest(addresses) as address
          left join lateral (
            select accounts.id
            from private.account_of(address, sender) as accounts (id)
            where
              not exists (
                select
                from public.sharing_consents as consents
                where consents.recipient_id = accounts.id and consents.sender_id = sender and not consents.is_accepted
              )
          ) as account
            on true
      )
    );
$$;

-- Whether a share can bring a task to somebody: not if they have left it and not asked for it, or belong to its
-- household.
create function private.can_reach(task uuid, person uuid)
returns boolean
language sql
stable
security definer
as $$
  select
    not exists (select from public.left_tasks where left_tasks.person_id = person and left_tasks.task_id = task)
    and not exists (
      select
      from public.tasks
      where tasks.id = task and person in (select private.household_accounts(tasks.household_id))
    );
$$;

-- The account that a share reaches at once: the one of the address, if it has accepted the sender.
create function private.recipient_of(address text, sender uuid, task uuid)
returns uuid
language sql
stable
security definer
as $$
  select consents.recipient_id
  from public.sharing_consents as consents
  where
    consents.recipient_id = private.account_of(address, sender)
    and consents.sender_id = sender
    and consents.is_accepted
    and private.can_reach(task, consents.recipient_id);
$$;

create function private.first_invited(address text, sender uuid)
returns timestamptz
language sql
stable
security definer
as $$
  select coalesce(min(task_shares.invited_at), now())
  from private.task_shares
  where task_shares.owner_id = sender and task_shares.contact_email = address;
$$;

-- Makes somebody else the owner of these tasks' shares, as if they had just been made: a recipient who hasn't
-- accepted the new owner, or has blocked them, loses the task. Called with the tasks locked.
create function private.pass_shares(task_ids uuid[], sender uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform pg_advisory_xact_lock_shared(private.address_key(passed.address))
  from (
    select distinct shares.contact_email as address from private.task_shares shares
    where shares.task_id = any (task_ids) order by 1
  ) as passed;
  delete from private.task_shares shares
  where shares.task_id = any (task_ids) and shares.contact_email = private.confirmed_address(sender);
  -- Their deeds keep their names.
  insert into public.former_names (task_id, person_id, name)
  select shares.task_id, profiles.id, profiles.display_name
  from private.task_shares shares join public.profiles on profiles.id = shares.recipient_id
  where shares.task_id = any (task_ids) and shares.owner_id <> sender and shares.status = 'taking_part'
  on conflict do nothing;
  update private.task_shares shares
  set
    owner_id = sender,
    status = 'invited',
    recipient_id = private.recipient_of(shares.contact_email, sender, shares.task_id),
    invited_at = private.first_invited(shares.contact_email, sender)
  where shares.task_id = any (task_ids) and shares.owner_id <> sender;
end;
$$;

-- Triggers for shares that are added, changed or deleted.

create function private.check_share()
returns trigger
language plpgsql
security definer
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  if address is null then
    perform private.refuse('shareWith', 'INVALID_EMAIL');
  elsif address = (select users.email from auth.users where users.id = new.owner_id) then
    perform private.refuse('shareWith', 'OWN_ADDRESS');
  end if;
  return new;
end;
$$;

create function private.fill_share()
returns trigger
language plpgsql
security definer
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  -- The task, if it is the caller's, is locked before its shares, as everywhere.
  perform from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
  new.contact_email := address;
  -- A waiting share costs the same whether or not there is an account.
  new.recipient_id := private.recipient_of(address, new.owner_id, new.task_id);
  new.invited_at := private.first_invited(address, new.owner_id);
  return new;
end;
$$;

-- Counted under the locks of the tasks, which fill_share took. Limits the messages that one tick sends.
create function private.check_shares()
returns trigger
language plpgsql
security definer
as $$
begin
  if exists (
    select from private.task_shares shares
    where shares.task_id in (select added.task_id from added)
    group by shares.task_id having count(*) > 50
  ) then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  return null;
end;
$$;

-- A change of the share list counts as a change of the task, whether or not the address has an account.
create function private.record_shares()
returns trigger
language plpgsql
security definer
as $$
begin
  -- Restored tasks may have several owners: locked in one order everywhere.
  perform private.lock_quota('contacts', owners.id)
  from (select distinct added.owner_id as id from added order by 1) as owners;
  insert into public.shared_contacts (owner_id, contact_email)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict (owner_id, contact_email) do update set last_shared_at = now();
  insert into private.invitation_mails (sender_id, address)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict do nothing;

  -- Without the addresses, which only the owner may see.
  perform private.append_event(shared.task_id, 'shared'), private.raise_revision(shared.task_id)
  from (select distinct added.task_id from added order by added.task_id) as shared;
  return null;
end;
$$;

create function private.send_shares()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select added.owner_id, array_agg(distinct added.contact_email) as addresses
    from added where added.recipient_id is null group by added.owner_id
  ) as invited;
  return null;
end;
$$;

create function private.record_removed_shares()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.raise_revision(shortened.task_id)
  from (select distinct removed.task_id from removed order by removed.task_id) as shortened;
  return null;
end;
$$;

create function private.send_removed_shares()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_removal(ended.task_id, ended.people)
  from (
    select removed.task_id, array_agg(removed.recipient_id) as people
    from removed
    where removed.recipient_id is not null
    group by removed.task_id order by removed.task_id
  ) as ended;
  -- One message per address, not one for each task, when an account is closed.
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select removed.owner_id, array_agg(distinct removed.contact_email) as addresses
    from removed join public.tasks on tasks.id = removed.task_id
    where removed.recipient_id is null group by removed.owner_id
  ) as invited;
  return null;
end;
$$;

-- Like record_completions, for deeds that aren't completions; called with the task locked.
create function private.act_in_share(task_id uuid)
returns void
language plpgsql
security definer
as $$
begin
  update private.task_shares shares set status = 'taking_part'
  where shares.task_id = act_in_share.task_id and shares.recipient_id = auth.uid()
    and shares.status <> 'taking_part';
  if found then
    delete from public.former_names
    where former_names.task_id = act_in_share.task_id and former_names.person_id = auth.uid();
  end if;
end;
$$;

create function private.fill_share_status()
returns trigger
language plpgsql
as $$
begin
  new.status := 'left';
  return new;
end;
$$;

-- A person who no longer takes part keeps their former name in the task's history.
create function private.record_ended_share()
returns trigger
language plpgsql
security definer
as $$
declare
  -- null when the account itself is removed
  person constant uuid := (select profiles.id from public.profiles where profiles.id = old.recipient_id);
  -- A recipient who joined the task's household does not leave.
  stays constant boolean := old.recipient_id = any (array(
    select private.household_accounts(tasks.household_id) from public.tasks where tasks.id = old.task_id
  ));
begin
  -- Neither row exists any more when the account or the task is being removed.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = person
  on conflict do nothing;
  if stays is not true then
    perform private.append_event(old.task_id, 'left', null, jsonb_build_object('by', person));
  end if;
  -- Removing the share raises it anyway. For a closed account, its deeds have just lost their name, which raised it.
  if tg_op = 'UPDATE' and (
    person is not null
    or not exists (
      select from public.tasks where tasks.id = old.task_id and tasks.xmin = pg_current_xact_id()::xid
    )
  ) then
    perform private.raise_revision(old.task_id);
  end if;
  return null;
end;
$$;

-- Ends the shares of a task that was deleted or is no longer shared; each tells its recipient.
create function private.record_unshared()
returns trigger
language plpgsql
security definer
as $$
begin
  if not new.is_active then
    insert into private.ended_shares (task_id, contact_email)
    select shares.task_id, shares.contact_email from private.task_shares shares
    where shares.task_id = new.id
    on conflict do nothing;
  end if;
  delete from private.task_shares where task_id = new.id;
  return null;
end;
$$;

create trigger check_share
before insert on private.task_shares
for each row
execute function private.check_share();

create trigger fill_share
before insert on private.task_shares
for each row
execute function private.fill_share();

create trigger check_shares
after insert on private.task_shares
referencing new table as added
for each statement
execute function private.check_shares();

create trigger record_shares
after insert on private.task_shares
referencing new table as added
for each statement
execute function private.record_shares();

create trigger send_shares
after insert on private.task_shares
referencing new table as added
for each statement
when (current_setting('rota.quiet', true) is distinct from 'on')
execute function private.send_shares();

create trigger record_removed_shares
after delete on private.task_shares
referencing old table as removed
for each statement
execute function private.record_removed_shares();

create trigger send_removed_shares
after delete on private.task_shares
referencing old table as removed
for each statement
when (current_setting('rota.quiet', true) is distinct from 'on')
execute function private.send_removed_shares();

create trigger fill_share_status
before update of recipient_id on private.task_shares
for each row
when
  (
    old.recipient_id is distinct from new.recipient_id
    and old.owner_id = new.owner_id
    and old.recipient_id is not null
    and old.status = 'taking_part'
  )
execute function private.fill_share_status();

create trigger record_ended_share
after update of recipient_id on private.task_shares
for each row
when (old.status = 'taking_part' and new.status = 'left')
execute function private.record_ended_share();

create trigger record_removed_share
after delete on private.task_shares
for each row
when (old.recipient_id is not null and old.status = 'taking_part')
execute function private.record_ended_share();

create trigger record_unshared
after update on public.tasks
for each row
when (not (new.is_active and new.is_shared))
execute function private.record_unshared();

-- Binds a person's waiting shares from senders whom they have accepted, sender by sender, so that shares from others
-- are never read.
create function private.bind_waiting(person uuid, address text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  sender uuid;
begin
  for sender in
    select consents.sender_id from public.sharing_consents consents
    where consents.recipient_id = person and consents.is_accepted
    order by consents.sender_id
  loop
    update private.task_shares shares
    set recipient_id = person
    where shares.contact_email = address
      and shares.owner_id = sender
      and shares.recipient_id is null
      and private.can_reach(shares.task_id, person);
  end loop;
end;
$$;

-- An account gets or loses an address when it is made, confirmed, changes its address or is closed. Shares that wait
-- for the address are read when its holder reads or decides, not here: this runs in Auth's transaction, and
-- strangers decide how many shares are waiting.
create function private.record_address()
returns trigger
language plpgsql
security definer
as $$
declare
  addresses text[] := array[new.email];
  address text;
  own constant text := private.confirmed_address(new.id);
begin
  if tg_op = 'UPDATE' then
    addresses := addresses || old.email::text;
    if old.email is distinct from new.email then
      -- The shown name may come from the address.
      update public.profiles set full_name = full_name where id = new.id;
    end if;
  end if;
  -- In one order everywhere, to avoid deadlocks.
  for address in select distinct a from unnest(addresses) as a where a is not null order by a loop
    perform pg_advisory_xact_lock(private.address_key(address));
  end loop;
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = new.id and shares.contact_email is distinct from own;
  perform private.bind_waiting(new.id, own);
  return null;
end;
$$;

create trigger record_address
after insert on auth.users
for each row
execute function private.record_address();

create trigger record_new_address
after update of email, email_confirmed_at, deleted_at on auth.users
for each row
when
  (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null) is distinct from (
      new.email,
      new.email_confirmed_at is null,
      new.deleted_at is null
    )
  )
execute function private.record_address();

create trigger send_new_address
after update of email, email_confirmed_at, deleted_at on auth.users
for each row
when
  (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null) is distinct from (
      new.email,
      new.email_confirmed_at is null,
      new.deleted_at is null
    )
  )
execute function private.send_account();

-- Senders who wait for a person's decision.

-- A sender's tasks that wait for this person's decision.
create function private.waiting_tasks(person uuid, address text, sender uuid)
returns setof uuid
language sql
stable
security definer
as $$
  select shares.task_id
  from private.task_shares as shares
  where
    shares.contact_email = address
    and shares.owner_id = sender
    and shares.recipient_id is null
    and sender != person
    and not exists (
      select
      from public.sharing_consents as consents
      where consents.recipient_id = person and consents.sender_id = sender and not consents.is_accepted
    )
    and private.can_reach(shares.task_id, person);
$$;

-- The first senders whose shares wait for this person, at most so many.
create function private.first_senders(person uuid, address text, most integer)
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  -- Jumps from sender to sender in the index, however much each has shared.
  return query
    with recursive senders as (
      select first.invited_at, first.owner_id
      from (
        select shares.invited_at, shares.owner_id from private.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
        order by shares.invited_at, shares.owner_id limit 1
      ) as first
      union all
      select next.invited_at, next.owner_id
      from senders
      cross join lateral (
        select shares.invited_at, shares.owner_id from private.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
          and (shares.invited_at, shares.owner_id) > (senders.invited_at, senders.owner_id)
        order by shares.invited_at, shares.owner_id limit 1
      ) as next
    )
    select senders.owner_id from senders
    where exists (select private.waiting_tasks(person, address, senders.owner_id))
    limit most;
end;
$$;

-- The waiting senders whom a person knows: those to whose address the person shares, and those who openly take part
-- in one of the person's tasks or in the same task. Strangers can't make this query slower.
create function private.known_senders(person uuid, address text, most integer)
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    with acquaintances as (
      select private.account_of(contacts.contact_email, person) as id
      from (
        select shares.contact_email from private.task_shares shares where shares.owner_id = person
        union
        select contacts.contact_email from public.shared_contacts contacts
        where contacts.owner_id = person
      ) as contacts
      union
      select shares.recipient_id
      from private.task_shares shares
      where shares.status = 'taking_part'
        and shares.task_id in (
          select tasks.id from public.tasks where tasks.user_id = person and tasks.is_active
          union all
          select own.task_id from private.task_shares own where own.recipient_id = person
        )
    )
    select acquaintances.id from acquaintances
    where exists (select private.waiting_tasks(person, address, acquaintances.id))
    order by acquaintances.id
    limit most;
end;
$$;

-- Senders who want to share with the caller, as [{senderId, senderName, count}], without any text of their tasks.
-- Strangers can't flood it: at most 20 senders, and 100 counts as 100 or more.
create function private.invitations()
returns jsonb
language plpgsql
stable
security definer
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

-- Takes the caller out of a task shared with them, and remembers that. The share stays in the owner's list;
-- recipients can't see which share is theirs, so this finds it. The task is locked before the share, as everywhere.
-- Again succeeds.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for the owner.
create function private.leave_task(task_id uuid)
returns void
language plpgsql
security definer
as $$
begin
  if private.is_participant(leave_task.task_id) then
    perform from public.tasks where tasks.id = leave_task.task_id for no key update;
    update private.task_shares shares
    set recipient_id = null
    where shares.task_id = leave_task.task_id and shares.recipient_id = auth.uid();
    if found then
      insert into public.left_tasks (person_id, task_id, owner_id, owner_name, title)
      select auth.uid(), tasks.id, profiles.id, profiles.display_name, tasks.title
      from public.tasks join public.profiles on profiles.id = tasks.user_id
      where tasks.id = leave_task.task_id;
      perform private.send_removal(leave_task.task_id, array[auth.uid()]);
      return;
    end if;
  end if;
  -- Called by the owner, somebody whose share has just ended, or somebody who has left already.
  if not exists (
    select from public.left_tasks
    where left_tasks.person_id = auth.uid()
      and left_tasks.task_id = leave_task.task_id
      and left_tasks.title is not null
  ) then
    perform private.fail(
      case when private.is_participant(leave_task.task_id) then 'NOT_ALLOWED' else 'TASK_NOT_FOUND' end
    );
  end if;
end;
$$;

-- A person's decisions about senders. Each call may be repeated. None tells the sender anything; the person's other
-- devices read their list again.

-- Serialises a person's decisions, and shares to their address with them. The tasks concerned are locked before the
-- address and the shares, so that a tick at this moment is sent to those who take part either before or after.
-- Answers the address.
create function private.begin_decision(task_ids uuid[] default '{}')
returns text
language plpgsql
volatile
security definer
as $$
declare
  address text;
begin
  perform from public.tasks where tasks.id = any (task_ids) order by tasks.id for no key update;
  address := private.confirmed_address(auth.uid());
  perform pg_advisory_xact_lock(private.address_key(coalesce(address, auth.uid()::text)));
  return address;
end;
$$;

create function private.decide(sender uuid, is_accepted boolean)
returns void
language sql
volatile
security definer
as $$
  insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
  select auth.uid(), profiles.id, decide.is_accepted, profiles.display_name
  from public.profiles
  where profiles.id = sender
  on conflict (recipient_id, sender_id) do update
    set
      is_accepted = excluded.is_accepted,
      sender_name = excluded.sender_name;
$$;

-- Accepts a sender: their shares with the caller, now and later, are in the caller's list.
-- Errors: INVITATION_NOT_FOUND when there is none, or no longer.
create function private.accept_sender(sender uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(
    array(select private.waiting_tasks(me, private.confirmed_address(me), sender))
  );
begin
  if exists (select private.waiting_tasks(me, address, sender)) then
    perform private.decide(sender, true);
    perform private.bind_waiting(me, address);
    perform private.send_list_changed(array[me]);
  elsif not exists (
    select from public.sharing_consents consents
    where consents.recipient_id = me and consents.sender_id = sender and consents.is_accepted
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
end;
$$;

-- Declines a sender's waiting tasks for good; a task shared later makes a new invitation.
create function private.decline_sender(sender uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision();
begin
  insert into public.left_tasks (person_id, task_id, owner_id, owner_name)
  select me, waiting.task_id, profiles.id, profiles.display_name
  from private.waiting_tasks(me, address, sender) as waiting (task_id)
  join public.profiles on profiles.id = sender;
  if found then
    perform private.send_list_changed(array[me]);
  end if;
end;
$$;

-- Ends all shares from a sender, and accepts none again.
-- Errors: INVITATION_NOT_FOUND for somebody who never shared anything with the caller.
create function private.block_sender(sender uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select tasks.id from public.tasks
    where tasks.user_id = sender and tasks.id in (select private.tasks_shared_with_me())
  ));
begin
  -- Only somebody who has shared something can be blocked, so that ids can't be guessed.
  if sender = me or not exists (
    select from private.task_shares shares
    where shares.owner_id = sender and shares.contact_email = address
    union all
    select from public.sharing_consents consents
    where consents.recipient_id = me and consents.sender_id = sender
    union all
    select from public.left_tasks
    where left_tasks.person_id = me and left_tasks.owner_id = sender
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.decide(sender, false);
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = me and shares.owner_id = sender;
  perform private.send_list_changed(array[me]);
end;
$$;

-- Returns no task: anything that the person still shares is an invitation again.
create function private.unblock_sender(sender uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_decision();
  delete from public.sharing_consents consents
  where consents.recipient_id = auth.uid()
    and consents.sender_id = sender
    and not consents.is_accepted;
  if found then
    perform private.send_list_changed(array[auth.uid()]);
  end if;
end;
$$;

-- Returns tasks that the caller has left: at once if their owners still share them, otherwise when they share them
-- again. Declined ones become invitations again.
create function private.ask_for_tasks(task_ids uuid[])
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select left_tasks.task_id from public.left_tasks
    where left_tasks.person_id = me and left_tasks.task_id = any (task_ids)
  ));
begin
  delete from public.left_tasks
  where left_tasks.person_id = me and left_tasks.task_id = any (task_ids);
  if found then
    perform private.bind_waiting(me, address);
    perform private.send_list_changed(array[me]);
  end if;
end;
$$;
