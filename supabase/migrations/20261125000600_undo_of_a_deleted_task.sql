-- An undo in a task that was deleted is told that the task is gone, and not that it was somebody else's.
create or replace function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
  -- One that has waited is not about what was done since. A request takes up to ten seconds.
  last_known constant timestamptz := private.made_at() + interval '10 seconds';
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = undo_completion.completed_date
    and completions.completed_at <= last_known;
  if not found then
    if exists (
      select from public.task_completions completions
      -- Who may bring it back sees a deleted one, too.
      join public.tasks on tasks.id = completions.task_id and tasks.is_active
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = undo_completion.completed_date
        and completions.completed_at <= last_known
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(
      undo_completion.task_id, datemultirange(daterange(completed_date, completed_date, '[]'))
    );
  end if;
  task := nullif(current_setting('rota.sent_task'), '');
  if task is null then
    select visible into task from private.visible_tasks(array[undo_completion.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  elsif not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  end if;
  return task;
end;
$$;
