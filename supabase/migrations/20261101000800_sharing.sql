-- Sharing by e-mail, with people who have an account and with people who have none (yet).

-- The one place that says which account an address stands for: the one that has confirmed it.
create function private.account_of(address text, owner uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select users.id
  from auth.users
  where users.email = address
    and users.email_confirmed_at is not null
    and users.deleted_at is null
    and not users.is_sso_user
    and users.id <> owner
$$;

-- A share and the confirmation of its address, or a decision about its sender, at the same moment
-- must see each other: sharing takes this lock shared, the others take it alone.
create function private.address_key(address text) returns bigint
language sql immutable set search_path = ''
as $$ select hashtextextended(address, 0) $$;

create function private.bind_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  if address is null then
    perform private.refuse('shareWith', 'INVALID_EMAIL');
  elsif address = (select users.email from auth.users where users.id = new.owner_id) then
    perform private.refuse('shareWith', 'OWN_ADDRESS');
  end if;
  -- The task, if it is the caller's own, is locked before any of its shares, as everywhere.
  perform from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
  new.contact_email := address;
  -- A waiting share costs the same whether or not there is an account.
  select consents.recipient_id into new.recipient_id
  from public.sharing_consents consents
  where consents.recipient_id = private.account_of(address, new.owner_id)
    and consents.sender_id = new.owner_id
    and consents.is_accepted
    and not exists (
      select from public.left_tasks
      where left_tasks.person_id = consents.recipient_id and left_tasks.task_id = new.task_id
    );
  return new;
end;
$$;
create trigger bind_share before insert on public.task_shares
  for each row execute function private.bind_share();

-- Binds what waits for a person and comes from senders whom they have accepted: one after the other,
-- so that it never looks at what others have sent.
create function private.bind_waiting(person uuid, address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sender uuid;
begin
  for sender in
    select consents.sender_id from public.sharing_consents consents
    where consents.recipient_id = person and consents.is_accepted
    order by consents.sender_id
  loop
    update public.task_shares shares
    set recipient_id = person
    where shares.contact_email = address
      and shares.owner_id = sender
      and shares.recipient_id is null
      and not exists (
        select from public.left_tasks
        where left_tasks.person_id = person and left_tasks.task_id = shares.task_id
      );
  end loop;
end;
$$;

-- An address comes to or leaves an account when the account is made, confirmed, changes its address
-- or is closed. What waits for the address is looked at when its holder reads or decides, not here:
-- this runs in the auth server's transaction, and strangers say how much is waiting.
create function private.follow_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  addresses text[] := array[new.email];
  address text;
  own constant text := private.confirmed_address(new.id);
begin
  if tg_op = 'UPDATE' then
    addresses := addresses || old.email::text;
    if old.email is distinct from new.email then
      -- The shown name may be the address's.
      update public.profiles set full_name = full_name where id = new.id;
    end if;
  end if;
  -- In one order everywhere, so that two changes cannot wait for each other.
  for address in select distinct a from unnest(addresses) as a where a is not null order by a loop
    perform pg_advisory_xact_lock(private.address_key(address));
  end loop;
  update public.task_shares shares
  set recipient_id = null
  where shares.recipient_id = new.id and shares.contact_email is distinct from own;
  perform private.bind_waiting(new.id, own);
  if tg_op = 'UPDATE' then
    perform private.send_list_changed(array[new.id]);
  end if;
  return null;
end;
$$;
create trigger rota_2_follow_address after insert on auth.users
  for each row execute function private.follow_address();
create trigger rota_follow_address_change
  after update of email, email_confirmed_at, deleted_at on auth.users
  for each row
  when (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null)
    is distinct from (new.email, new.email_confirmed_at is null, new.deleted_at is null)
  )
  execute function private.follow_address();

-- Tells whoever may have been invited, or no longer is, to read their list again: one message an
-- address, into the void when there is nobody, so that it costs the sender the same.
create function private.send_invitations_changed(sender uuid, addresses text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.send_list_changed(array(
    select coalesce(account.id, gen_random_uuid())
    from unnest(addresses) as address
    left join lateral (
      select accounts.id
      from private.account_of(address, sender) as accounts (id)
      where not exists (
        select from public.sharing_consents consents
        where consents.recipient_id = accounts.id
          and consents.sender_id = sender
          and not consents.is_accepted
      )
    ) as account on true
  ))
$$;

-- A change of the share list is a change of the task, whether or not the address has an account.
create function private.broadcast_shares_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_id uuid;
begin
  insert into public.shared_contacts (owner_id, contact_email)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict (owner_id, contact_email) do update set last_shared_at = now();

  for changed_id in select distinct added.task_id from added order by added.task_id loop
    perform private.raise_revision(changed_id);
    -- Without the addresses, which are the owner's alone.
    perform private.append_event(changed_id, 'shared');
    -- Counted under the task's lock. Bounds the messages that one tick sends.
    if (select count(*) from public.task_shares where task_id = changed_id) > 50 then
      perform private.refuse('shareWith', 'TOO_MANY_SHARES');
    end if;
  end loop;
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select added.owner_id, array_agg(distinct added.contact_email) as addresses
    from added where added.recipient_id is null group by added.owner_id
  ) as invited;
  return null;
end;
$$;
create trigger broadcast_shares_added after insert on public.task_shares
  referencing new table as added
  for each statement execute function private.broadcast_shares_added();

create function private.broadcast_shares_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_id uuid;
begin
  for changed_id in select distinct removed.task_id from removed order by removed.task_id loop
    perform private.send_removal(changed_id, array(
      select removed.recipient_id from removed
      where removed.task_id = changed_id and removed.recipient_id is not null
    ));
    perform private.raise_revision(changed_id);
  end loop;
  -- Not for every single task of an account that is closed.
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select removed.owner_id, array_agg(distinct removed.contact_email) as addresses
    from removed join public.tasks on tasks.id = removed.task_id
    where removed.recipient_id is null group by removed.owner_id
  ) as invited;
  return null;
end;
$$;
create trigger broadcast_shares_removed after delete on public.task_shares
  referencing old table as removed
  for each statement execute function private.broadcast_shares_removed();

-- Whoever did something in a task by a share takes part in the owner's eyes, too, under the name of
-- now. Its trigger runs before the one that sends the task.
create function private.show_participant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from added
    join public.task_shares shares
      on shares.task_id = added.task_id and shares.recipient_id = added.user_id
    where shares.standing <> 'taking_part'
  ) then
    -- The tasks are locked before their shares, as everywhere.
    perform from public.tasks
    where tasks.id in (select added.task_id from added)
    order by tasks.id for no key update;
    update public.task_shares shares
    set standing = 'taking_part'
    from (select distinct added.task_id, added.user_id from added) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.standing <> 'taking_part';
    delete from public.former_names
    using (select distinct added.task_id, added.user_id from added) as acted
    where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
  end if;
  return null;
end;
$$;
create trigger act_in_share after insert on public.task_completions
  referencing new table as added
  for each statement execute function private.show_participant();

-- The same for what is no completion; called with the task locked.
create function private.act_in_share(task_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.task_shares shares set standing = 'taking_part'
  where shares.task_id = act_in_share.task_id and shares.recipient_id = auth.uid()
    and shares.standing <> 'taking_part';
  if found then
    delete from public.former_names
    where former_names.task_id = act_in_share.task_id and former_names.person_id = auth.uid();
  end if;
end;
$$;
