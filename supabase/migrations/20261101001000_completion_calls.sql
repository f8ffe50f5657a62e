-- Marks an occurrence done, dated from the task's start to its end and to the latest today there is on
-- Earth. The first one wins: whoever comes second changes nothing. Answers the task.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function public.complete_task(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if not exists (
    select from public.tasks where tasks.id = complete_task.task_id and tasks.is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  insert into public.task_completions (task_id, completed_date)
  values (complete_task.task_id, complete_task.completed_date)
  on conflict do nothing;
  return (select task from private.visible_tasks(array[task_id]) as task);
end;
$$;

-- Takes a completion back; one that is not there is no error. Answers the task.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = undo_completion.completed_date;
  if not found and exists (
    select from public.task_completions completions
    where completions.task_id = undo_completion.task_id
      and completions.completed_date = undo_completion.completed_date
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  select visible into task from private.visible_tasks(array[undo_completion.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return task;
end;
$$;

grant execute on function
  public.complete_task(uuid, date),
  public.undo_completion(uuid, date)
to authenticated;
