-- Live messages: who is told of what, in the order of the commits.

-- One private channel a person, `user:<id>`. Only the database sends; anyone who takes part in a task
-- at that moment gets its messages. The senders are definer functions of an owner that bypasses
-- RLS: anyone else's realtime.send would lose the message with a mere warning.
create policy "People receive what is sent to their own channel" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    -- A token outlives its account.
    and exists (select from public.profiles where id = (select auth.uid()))
  );

create function private.send(people uuid[], event text, payload jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person
$$;

-- The owner and everyone whose share is bound to an account.
create function private.participants(task_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from public.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  )
$$;

-- The same for a message, which goes into the void for an address that nobody holds: whether somebody
-- does, and has accepted, must not show in what a tick costs.
create function private.addressees(task_id uuid) returns uuid[]
language sql volatile security definer set search_path = ''
as $$
  select array(
    select tasks.user_id from public.tasks where tasks.id = addressees.task_id
    union all
    select coalesce(shares.recipient_id, gen_random_uuid()) from public.task_shares shares
    where shares.task_id = addressees.task_id
  )
$$;

create function private.send_task(task_id uuid, people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.send(people, 'task', jsonb_build_object('task', task))
  from private.task_json(array[task_id]) as task
$$;

create function private.send_removal(task_id uuid, people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$ select private.send(people, 'task_removed', jsonb_build_object('taskId', task_id)) $$;

-- Every change that others can see takes the next revision, and with it the task is sent. The row
-- lock lasts until the commit, so the revisions of one task are in the order of the commits. False
-- when the task is deleted or gone.
create function private.raise_revision(task_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.tasks set revision = revision + 1
  where tasks.id = raise_revision.task_id and tasks.is_active;
  return found;
end;
$$;

create function private.broadcast_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever loses the task by this is told by the trigger on task_shares.
  if tg_op = 'UPDATE' and not (new.is_active and new.is_shared) then
    if not new.is_active then
      insert into private.ended_shares (task_id, contact_email)
      select shares.task_id, shares.contact_email from public.task_shares shares
      where shares.task_id = new.id
      on conflict do nothing;
    end if;
    delete from public.task_shares where task_id = new.id;
  end if;
  if new.is_active then
    perform private.send_task(new.id, private.addressees(new.id));
  else
    perform private.send_removal(new.id, array[new.user_id]);
  end if;
  return null;
end;
$$;

create trigger broadcast_task after insert or update on public.tasks
  for each row when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.broadcast_task();

-- Checked again now that the task is locked: a share may have ended since the policy ran.
create function private.require_participant(task_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Nobody is signed in when an account is removed, with its completions.
  if auth.uid() is not null and auth.uid() <> all (private.participants(task_id)) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
end;
$$;

-- One revision and one message a task and statement, however many completions there are.
create function private.broadcast_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  done record;
begin
  for done in
    select
      added.task_id, count(*) as changes,
      range_agg(daterange(completed_date, completed_date, '[]')) as days
    from added group by added.task_id order by added.task_id
  loop
    if not private.raise_revision(done.task_id) then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    perform private.require_participant(done.task_id);
    if not done.days <@ private.doable_days(done.task_id) then
      perform private.refuse('date', 'INVALID');
    end if;
    -- Whoever was first had the task locked before.
    if exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = done.task_id and catch_ups.days && done.days
    ) then
      perform private.fail('ALREADY_DONE');
    end if;
    perform private.count_changes(done.task_id, done.changes);
  end loop;
  return null;
end;
$$;

create trigger broadcast_completions after insert on public.task_completions
  referencing new table as added
  for each statement when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.broadcast_completions();

create function private.broadcast_undos() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone record;
begin
  for undone in
    select removed.task_id, count(*) as days from removed group by removed.task_id order by removed.task_id
  loop
    -- Not when the whole task goes, with its completions.
    if private.raise_revision(undone.task_id) then
      perform private.require_participant(undone.task_id);
      perform private.count_changes(undone.task_id, undone.days);
    end if;
  end loop;
  return null;
end;
$$;

create trigger broadcast_undos after delete on public.task_completions
  referencing old table as removed
  for each statement execute function private.broadcast_undos();

-- An account that is closed leaves what it did, without its name.
create function private.broadcast_nameless() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_revision(nameless.task_id)
  from (
    select distinct after.task_id from after where after.user_id is null order by after.task_id
  ) as nameless;
  return null;
end;
$$;

create trigger broadcast_nameless after update on public.task_completions
  referencing new table as after
  for each statement execute function private.broadcast_nameless();

-- Any change to what belongs to a task, of one row, is a change of the task.
create function private.broadcast_part() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_revision(coalesce(new.task_id, old.task_id));
  return null;
end;
$$;

create trigger broadcast_part after insert or update or delete on public.task_catch_ups
  for each row execute function private.broadcast_part();

create trigger broadcast_part after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.broadcast_part();

create trigger broadcast_part after insert or update or delete on public.task_day_notes
  for each row execute function private.broadcast_part();

-- Their clients read the list again: for what is no change of one task.
create function private.send_list_changed(people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$ select private.send(people, 'list_changed', '{}') $$;

-- A new name is told to those whom the person has invited and who have not decided yet, too: their list
-- has it beside the invitation.
create function private.broadcast_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select shares.task_id from public.task_shares shares
    where shares.recipient_id = new.id and shares.standing = 'taking_part'
  ),
  invited as (
    select distinct shares.contact_email from public.task_shares shares
    where shares.owner_id = new.id and shares.recipient_id is null
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
    union
    -- Into the void where there is no account, which must not show in what a new name costs.
    select coalesce(private.account_of(invited.contact_email, new.id), gen_random_uuid()) from invited
  )
  into people;
  perform private.send_list_changed(people);
  return null;
end;
$$;

create trigger broadcast_name after update on public.profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function private.broadcast_name();
