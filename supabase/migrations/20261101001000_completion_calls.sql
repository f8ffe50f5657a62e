-- The calls that write completions, one or many. All of them answer the task.

-- Locks a task for a change of its days by the caller, who takes part in it openly from now on.
-- Errors: TASK_NOT_FOUND.
create function private.begin_change(task_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  perform private.require_participant(begin_change.task_id);
  perform private.act_in_share(begin_change.task_id);
end;
$$;

-- Marks an occurrence done or skipped, on a day that private.doable_days has. The first one wins:
-- whoever comes second changes nothing. done_by is who did it, the caller unless given.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- LIMIT_REACHED.
create function private.mark_day(task_id uuid, day date, status text, done_by uuid) returns jsonb
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
    when insufficient_privilege then perform private.fail('NOT_ALLOWED');
  end;
  return (select task from private.visible_tasks(array[mark_day.task_id]) as task);
end;
$$;
grant execute on function private.mark_day(uuid, date, text, uuid) to authenticated;

create function public.complete_task(task_id uuid, completed_date date, done_by uuid default null)
returns jsonb
language sql set search_path = ''
as $$ select private.mark_day(task_id, completed_date, 'done', done_by) $$;

create function public.skip_occurrence(task_id uuid, day date) returns jsonb
language sql set search_path = ''
as $$ select private.mark_day(task_id, day, 'skipped', null) $$;

-- Takes a completion or a skip back; one that is not there is no error.
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
  end if;
  return task;
end;
$$;

-- Takes days out of the catch-ups of a task: one's own, or anyone's on a task of one's own.
create function private.take_from_catch_ups(task_id uuid, days datemultirange) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  if not private.is_participant(take_from_catch_ups.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  select tasks.user_id into owner from public.tasks
  where tasks.id = take_from_catch_ups.task_id for no key update;
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days
      and auth.uid() is distinct from owner and auth.uid() is distinct from catch_ups.user_id
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  delete from public.task_catch_ups catch_ups
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days <@ take_from_catch_ups.days;
  update public.task_catch_ups catch_ups
  set days = catch_ups.days - take_from_catch_ups.days
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days && take_from_catch_ups.days;
  perform private.count_changes(take_from_catch_ups.task_id, 1);
end;
$$;
grant execute on function private.take_from_catch_ups(uuid, datemultirange) to authenticated;

-- Runs of days as clients write them: [[first day since 1970-01-01, length], …], at most 4,000.
create function private.days_of_runs(runs jsonb) returns datemultirange
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(runs) is distinct from 'array' or jsonb_array_length(runs) not between 1 and 4000 then
    perform private.refuse('days', 'INVALID');
  end if;
  return (
    select range_agg(
      daterange(
        date '1970-01-01' + (run ->> 0)::integer,
        date '1970-01-01' + (run ->> 0)::integer + (run ->> 1)::integer
      )
    )
    from jsonb_array_elements(runs) as run
  );
exception
  when data_exception or invalid_parameter_value then
    perform private.refuse('days', 'INVALID');
end;
$$;
grant execute on function private.days_of_runs(jsonb) to authenticated;

-- Marks many missed days done or skipped, by the caller, in one go; those that are done or skipped
-- already stay as they are. The same id again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.catch_up(id uuid, task_id uuid, days datemultirange, status text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  open datemultirange := catch_up.days;
begin
  perform private.begin_change(catch_up.task_id);
  if status not in ('done', 'skipped') then
    perform private.refuse('status', 'INVALID');
  elsif not catch_up.days <@ private.doable_days(catch_up.task_id) then
    perform private.refuse('days', 'INVALID');
  end if;
  open := catch_up.days
    - coalesce((
      select range_agg(daterange(completions.completed_date, completions.completed_date, '[]'))
      from public.task_completions completions
      where completions.task_id = catch_up.task_id
    ), '{}')
    - coalesce((
      select range_agg(catch_ups.days) from public.task_catch_ups catch_ups
      where catch_ups.task_id = catch_up.task_id
    ), '{}');
  if not isempty(open) then
    insert into public.task_catch_ups (id, task_id, days, status, user_id)
    values (catch_up.id, catch_up.task_id, open, catch_up.status, auth.uid())
    on conflict do nothing;
    perform private.count_changes(catch_up.task_id, 1);
  end if;
end;
$$;
grant execute on function private.catch_up(uuid, uuid, datemultirange, text) to authenticated;

create function public.catch_up(id uuid, task_id uuid, days jsonb, status text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.catch_up(id, task_id, private.days_of_runs(days), status);
  return (select task from private.visible_tasks(array[catch_up.task_id]) as task);
end;
$$;

-- Takes a catch-up back as a whole; one that is not there is no error.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS.
create function public.undo_catch_up(task_id uuid, catch_up_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.take_from_catch_ups(
    undo_catch_up.task_id,
    coalesce((
      select catch_ups.days from public.task_catch_ups catch_ups
      where catch_ups.id = catch_up_id and catch_ups.task_id = undo_catch_up.task_id
    ), '{}')
  );
  return (select task from private.visible_tasks(array[undo_catch_up.task_id]) as task);
end;
$$;

grant execute on function
  public.complete_task(uuid, date, uuid),
  public.skip_occurrence(uuid, date),
  public.undo_completion(uuid, date),
  public.catch_up(uuid, uuid, jsonb, text),
  public.undo_catch_up(uuid, uuid)
to authenticated;
