-- What a person decides about those who share with them. Each call may come twice. None of them tells
-- the sender anything; the person's other devices read the list again.

-- A person's decisions come one after the other, and shares to their address before or after them. The
-- tasks that a decision is about are locked before the address and the shares: whoever ticks one at this
-- moment sends it to those who take part before, or to those who take part after. Answers the address.
create function private.begin_decision(task_ids uuid[] default '{}') returns text
language plpgsql volatile security definer set search_path = ''
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

create function private.decide(sender uuid, is_accepted boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
  select auth.uid(), profiles.id, decide.is_accepted, profiles.display_name
  from public.profiles where profiles.id = sender
  on conflict (recipient_id, sender_id) do update
  set is_accepted = excluded.is_accepted, sender_name = excluded.sender_name
$$;

create function private.accept_sender(sender uuid) returns void
language plpgsql volatile security definer set search_path = ''
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

create function private.decline_sender(sender uuid) returns void
language plpgsql volatile security definer set search_path = ''
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

create function private.block_sender(sender uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select tasks.id from public.tasks
    where tasks.user_id = sender and tasks.id in (select private.tasks_shared_with_me())
  ));
begin
  -- Ids can't be tried out: only somebody who has shared something can be blocked.
  if sender = me or not exists (
    select from public.task_shares shares
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
  update public.task_shares shares
  set recipient_id = null
  where shares.recipient_id = me and shares.owner_id = sender;
  perform private.send_list_changed(array[me]);
end;
$$;

create function private.unblock_sender(sender uuid) returns void
language plpgsql volatile security definer set search_path = ''
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

create function private.ask_for_tasks(task_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
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

grant execute on function
  private.accept_sender(uuid),
  private.decline_sender(uuid),
  private.block_sender(uuid),
  private.unblock_sender(uuid),
  private.ask_for_tasks(uuid[])
to authenticated;

-- What this person shares with the caller, now and from now on, is on the caller's list.
-- Errors: INVITATION_NOT_FOUND when there is none, or no longer.
create function public.accept_sender(sender uuid) returns void
language sql volatile set search_path = ''
as $$ select private.accept_sender(sender) $$;

-- The chores that wait now are refused, each for good; a later one makes a new invitation.
create function public.decline_sender(sender uuid) returns void
language sql volatile set search_path = ''
as $$ select private.decline_sender(sender) $$;

-- Ends all shares from this person, and takes none again. Errors: INVITATION_NOT_FOUND for somebody
-- who never shared anything with the caller.
create function public.block_sender(sender uuid) returns void
language sql volatile set search_path = ''
as $$ select private.block_sender(sender) $$;

-- Gives nothing back: what the person still shares is an invitation again.
create function public.unblock_sender(sender uuid) returns void
language sql volatile set search_path = ''
as $$ select private.unblock_sender(sender) $$;

-- Tasks that the caller has left are back at once where their owners still share them, else when they
-- share them again; declined ones are invitations again.
create function public.ask_for_tasks(task_ids uuid[]) returns void
language sql volatile set search_path = ''
as $$ select private.ask_for_tasks(task_ids) $$;

grant execute on function
  public.accept_sender(uuid),
  public.decline_sender(uuid),
  public.block_sender(uuid),
  public.unblock_sender(uuid),
  public.ask_for_tasks(uuid[])
to authenticated;
