-- Whoever takes part no more stays in the task's history under the name of then.
create function private.end_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Neither row is there when the account or the task goes.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = old.recipient_id
  on conflict do nothing;
  if exists (select from public.tasks where tasks.id = old.task_id) then
    perform private.append_event(
      old.task_id, 'left', null,
      jsonb_build_object(
        -- null when it is the account that goes
        'by', (select profiles.id from public.profiles where profiles.id = old.recipient_id)
      )
    );
  end if;
  if tg_op = 'UPDATE' then
    new.standing := 'left';
    return new;
  end if;
  return null;
end;
$$;
create trigger end_share before update of recipient_id on public.task_shares
  for each row when (
    old.recipient_id is distinct from new.recipient_id
    and old.recipient_id is not null and old.standing = 'taking_part'
  )
  execute function private.end_share();
create trigger end_removed_share after delete on public.task_shares
  for each row when (old.recipient_id is not null and old.standing = 'taking_part')
  execute function private.end_share();

-- That somebody takes part no more is a change of the task. (A removed share is one anyway.)
create function private.broadcast_shares_ended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_revision(ended.task_id)
  from (
    select distinct before.task_id
    from before join after using (task_id, contact_email)
    where before.standing = 'taking_part' and after.standing = 'left'
      -- What a closed account has done has just lost its name, which told both.
      and (
        exists (select from public.profiles where profiles.id = before.recipient_id)
        or not exists (
          select from public.tasks where tasks.id = before.task_id and tasks.xmin = pg_current_xact_id()::xid
        )
      )
    order by before.task_id
  ) as ended;
  return null;
end;
$$;
create trigger broadcast_shares_ended after update on public.task_shares
  referencing old table as before new table as after
  for each statement execute function private.broadcast_shares_ended();

-- A recipient takes themself out, which is remembered. They cannot see which share is theirs, so this
-- finds it. The share stays in the owner's list. The task is locked before the share, as everywhere.
create function private.leave_share(task_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_participant(leave_share.task_id) then
    perform from public.tasks where tasks.id = leave_share.task_id for no key update;
    update public.task_shares shares
    set recipient_id = null
    where shares.task_id = leave_share.task_id and shares.recipient_id = auth.uid();
    if found then
      insert into public.left_tasks (person_id, task_id, owner_id, owner_name, title)
      select auth.uid(), tasks.id, profiles.id, profiles.display_name, tasks.title
      from public.tasks join public.profiles on profiles.id = tasks.user_id
      where tasks.id = leave_share.task_id;
      perform private.send_removal(leave_share.task_id, array[auth.uid()]);
      return;
    end if;
  end if;
  -- The owner, somebody whose share has just ended, or whoever has left already.
  if not exists (
    select from public.left_tasks
    where left_tasks.person_id = auth.uid()
      and left_tasks.task_id = leave_share.task_id
      and left_tasks.title is not null
  ) then
    perform private.fail(
      case when private.is_participant(leave_share.task_id) then 'NOT_ALLOWED' else 'TASK_NOT_FOUND' end
    );
  end if;
end;
$$;
grant execute on function private.leave_share(uuid) to authenticated;
