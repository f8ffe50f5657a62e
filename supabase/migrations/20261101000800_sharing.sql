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

-- A share and the confirmation of its address, at the same moment, must see each other: sharing takes
-- this lock shared, whoever changes an account's address takes it alone.
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
  new.recipient_id := private.account_of(address, new.owner_id);
  return new;
end;
$$;
create trigger bind_share before insert on public.task_shares
  for each row execute function private.bind_share();

-- An address comes to or leaves an account when the account is made, confirmed, changes its address
-- or is closed.
create function private.follow_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  addresses text[] := array[new.email];
  address text;
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
  set recipient_id = private.account_of(shares.contact_email, shares.owner_id)
  where shares.contact_email = any (addresses)
    and shares.recipient_id
      is distinct from private.account_of(shares.contact_email, shares.owner_id);
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
    -- Counted under the task's lock. Bounds the messages that one tick sends.
    if (select count(*) from public.task_shares where task_id = changed_id) > 50 then
      perform private.refuse('shareWith', 'TOO_MANY_SHARES');
    end if;
  end loop;
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
  return null;
end;
$$;
create trigger broadcast_shares_removed after delete on public.task_shares
  referencing old table as removed
  for each statement execute function private.broadcast_shares_removed();

-- Binding tells the recipient alone: the owner must not notice that the address has an account.
create function private.broadcast_binding() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.recipient_id is not null then
    perform private.send_removal(new.task_id, array[old.recipient_id]);
  end if;
  if new.recipient_id is not null then
    perform private.send_task(new.task_id, array[new.recipient_id]);
  end if;
  return null;
end;
$$;
create trigger broadcast_binding after update on public.task_shares
  for each row when (old.recipient_id is distinct from new.recipient_id)
  execute function private.broadcast_binding();

-- A recipient takes themself out. They cannot see which share is theirs, so this finds it. The task is
-- locked before the share, as everywhere.
create function private.leave_share(task_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_participant(leave_share.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = leave_share.task_id for no key update;
  delete from public.task_shares shares
  where shares.task_id = leave_share.task_id and shares.recipient_id = auth.uid();
  if not found then
    -- The owner, or somebody whose share has just ended.
    perform private.fail(
      case when private.is_participant(leave_share.task_id) then 'NOT_ALLOWED' else 'TASK_NOT_FOUND' end
    );
  end if;
end;
$$;
grant execute on function private.leave_share(uuid) to authenticated;
