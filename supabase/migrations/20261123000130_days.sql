-- Every date that the API takes is a day that makes sense there.

-- A new task's schedule counts from today on, if not for ever, as a changed one does; an imported one's
-- from any day until today. Not while a backup is restored: today was another day then.
create function private.check_schedule_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first_day constant date := case
    when current_setting('rota.importing', true) = 'on' then date '0001-01-01'
    else private.earliest_today()
  end;
begin
  if new.schedule_from not between first_day and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  end if;
  return new;
end;
$$;
create trigger check_schedule_from before insert on public.tasks
  for each row execute function private.check_schedule_from();

-- Takes a completion or a skip back; one that is not there is no error.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create or replace function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = undo_completion.completed_date;
  if not found then
    if exists (
      select from public.task_completions completions
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = undo_completion.completed_date
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(
      undo_completion.task_id, datemultirange(daterange(completed_date, completed_date, '[]'))
    );
  end if;
  select visible into task from private.visible_tasks(array[undo_completion.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  elsif not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  end if;
  return task;
end;
$$;
