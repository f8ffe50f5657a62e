-- A task that goes while one of its days is marked is not found, as if it had gone before.
-- The function of …1000_completion_calls.sql, which is released and stays as it is, but for its last
-- exception. Errors: the same.
create or replace function private.mark_day(task_id uuid, day date, status text, done_by uuid)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if not exists (
    select from public.tasks where tasks.id = mark_day.task_id and tasks.is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  begin
    if not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = mark_day.task_id and catch_ups.days @> mark_day.day
    ) then
      insert into public.task_completions (task_id, completed_date, user_id, status)
      values (
        mark_day.task_id, mark_day.day, coalesce(mark_day.done_by, auth.uid()), mark_day.status
      )
      on conflict do nothing;
    end if;
  exception
    -- Somebody caught up on it in the meantime.
    when sqlstate 'PT409' then null;
    when insufficient_privilege then
      perform private.fail(
        case
          when exists (
            select from public.tasks where tasks.id = mark_day.task_id and tasks.is_active
          ) then 'NOT_ALLOWED'
          else 'TASK_NOT_FOUND'
        end
      );
  end;
  return (select task from private.visible_tasks(array[mark_day.task_id]) as task);
end;
$$;
