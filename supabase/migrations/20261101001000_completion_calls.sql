-- Marks an occurrence done, dated from the task's start to the latest today there is on Earth. The
-- first one wins: a second caller gets the winner's completion.
-- Answers {task_id, revision, completion: {date, user_id, completed_at}, name}.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED.
create function public.complete_task(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  done public.task_completions;
begin
  if not exists (
    select from public.tasks where tasks.id = complete_task.task_id and tasks.is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  -- Once more when the winner's completion is undone between the two statements.
  loop
    insert into public.task_completions (task_id, completed_date)
    values (complete_task.task_id, complete_task.completed_date)
    on conflict do nothing;
    select * into done
    from public.task_completions completions
    where completions.task_id = complete_task.task_id
      and completions.completed_date = complete_task.completed_date;
    exit when found;
  end loop;
  return jsonb_build_object(
    'task_id', done.task_id,
    'revision', (select tasks.revision from public.tasks where tasks.id = done.task_id),
    'completion', jsonb_build_object(
      'date', done.completed_date,
      'user_id', done.user_id,
      'completed_at', private.iso(done.completed_at)
    ),
    'name', private.completer_name(done.task_id, done.completed_date)
  );
end;
$$;

-- Takes a completion back; one that is not there is no error.
-- Answers {task_id, revision, date}.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS.
create function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  revision bigint;
begin
  perform set_config('rota.may_do_nothing', 'on', true);
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
  select tasks.revision into revision
  from public.tasks where tasks.id = undo_completion.task_id and tasks.is_active;
  if not found then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return jsonb_build_object(
    'task_id', task_id, 'revision', revision, 'date', completed_date
  );
end;
$$;

grant execute on function
  public.complete_task(uuid, date),
  public.undo_completion(uuid, date)
to authenticated;
