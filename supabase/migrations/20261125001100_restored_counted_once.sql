-- What comes back with its household was within its bounds when it went, and nothing came meanwhile: restoring 1,000
-- tasks counted 1,000 tasks for each.
create or replace function private.check_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null
    -- A call that writes the versions itself knows what it does.
    and current_setting('rota.schedule_change', true) is distinct from 'on' then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    elsif (select count(*) from public.task_schedules where task_id = new.id)
      >= private.limit_of('schedules') then
      perform private.exceed('TOO_MANY_SCHEDULES');
    end if;
  end if;
  if new.paused <> old.paused
    and (select count(*) from unnest(new.paused)) > private.limit_of('pauses') then
    perform private.exceed('TOO_MANY_PAUSES');
  end if;
  if new.is_active then
    perform private.count_changes(new.id, 1);
    if new.household_id is distinct from old.household_id
      or not old.is_active and (
        new.household_id is null
        -- What comes back with its household was counted when it went: each would count all of it.
        or current_setting('rota.restored_household', true) is distinct from new.household_id::text
      ) then
      perform private.lock_quota('tasks', coalesce(new.household_id, new.user_id));
      if private.count_tasks(new.household_id, new.user_id, true) > private.limit_of('active_tasks') then
        perform private.exceed('TOO_MANY_TASKS');
      end if;
    end if;
  end if;
  return null;
end;
$$;

create or replace function private.restore_household(household_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone_at timestamptz;
  restored uuid[];
begin
  if restore_household.household_id = any (array(select private.my_households('keeper'))) then
    return;
  end if;
  perform private.begin_household(restore_household.household_id, 'keeper', true);
  select known.deleted_at into gone_at from public.households known
  where known.id = restore_household.household_id;
  if gone_at < now() - interval '30 days' then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  update public.households known set deleted_at = null where known.id = restore_household.household_id;
  perform private.send_no_tasks(true);
  perform set_config('rota.restored_household', restore_household.household_id::text, true);
  update public.tasks set is_active = true
  where tasks.household_id = restore_household.household_id
    and not tasks.is_active and tasks.deleted_at = gone_at;
  restored := array(
    select tasks.id from public.tasks
    where tasks.household_id = restore_household.household_id and tasks.is_active
  );
  perform private.restore_shares(restored);
  perform private.send_no_tasks(false);
  perform private.check_household_limits(restore_household.household_id);
  perform private.send_household(restore_household.household_id, restored);
end;
$$;
