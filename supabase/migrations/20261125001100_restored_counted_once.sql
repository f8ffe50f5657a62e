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
    -- What comes back with its household was counted when it went, and an import has been: each would count all.
    if (not old.is_active and current_setting('rota.importing', true) is distinct from 'on')
      or new.household_id is distinct from old.household_id then
      perform private.lock_quota('tasks', coalesce(new.household_id, new.user_id));
      if private.count_tasks(new.household_id, new.user_id, true) > private.limit_of('active_tasks') then
        perform private.exceed('TOO_MANY_TASKS');
      end if;
    end if;
  end if;
  return null;
end;
$$;
