-- The calls that write what happens to a task's days. All of them answer the task.

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
  if not private.is_participant(catch_up.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = catch_up.task_id for no key update;
  perform private.require_participant(catch_up.task_id);
  perform private.act_in_share(catch_up.task_id);
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

-- Puts an occurrence off to another day. Put off again, due_date stays the day of the schedule. Back
-- to that day, nothing is put off. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.put_off(task_id uuid, due_date date, new_date date) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_participant(put_off.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = put_off.task_id for no key update;
  perform private.require_participant(put_off.task_id);
  perform private.act_in_share(put_off.task_id);
  if due_date is null
    or coalesce(new_date, '-infinity') not between date '0001-01-01' and date '9999-12-31' then
    perform private.refuse('newDate', 'INVALID');
  elsif exists (
    select from public.task_put_offs other
    where other.task_id = put_off.task_id
      and other.new_date = put_off.new_date and other.due_date <> put_off.due_date
  ) then
    perform private.refuse('newDate', 'ALREADY_DUE');
  end if;
  if due_date = new_date then
    delete from public.task_put_offs known
    where known.task_id = put_off.task_id and known.due_date = put_off.due_date;
  else
    insert into public.task_put_offs as known (task_id, due_date, new_date)
    values (put_off.task_id, put_off.due_date, put_off.new_date)
    on conflict on constraint task_put_offs_pkey do update set new_date = excluded.new_date
    where known.new_date <> excluded.new_date;
  end if;
  if (select count(*) from public.task_put_offs known where known.task_id = put_off.task_id)
    > private.limit_of('put_offs') then
    perform private.exceed('TOO_MANY_PUT_OFFS');
  end if;
  perform private.count_changes(put_off.task_id, 1);
end;
$$;
grant execute on function private.put_off(uuid, date, date) to authenticated;

create function public.put_off(task_id uuid, due_date date, new_date date) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.put_off(task_id, due_date, new_date);
  return (select task from private.visible_tasks(array[put_off.task_id]) as task);
end;
$$;

-- Puts a note on a day, of at most 500 characters; an empty one takes it away.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.note_day(task_id uuid, day date, note text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  entered constant text := coalesce(private.entered_text(note), '');
begin
  if not private.is_participant(note_day.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = note_day.task_id for no key update;
  perform private.require_participant(note_day.task_id);
  perform private.act_in_share(note_day.task_id);
  if char_length(entered) > 500 then
    perform private.refuse('note', 'NOTE_TOO_LONG');
  elsif day is null or day > private.latest_today() or day < date '0001-01-01' then
    perform private.refuse('day', 'INVALID');
  end if;
  if entered = '' then
    delete from public.task_day_notes notes
    where notes.task_id = note_day.task_id and notes.day = note_day.day;
  else
    insert into public.task_day_notes as notes (task_id, day, note, user_id)
    values (note_day.task_id, note_day.day, entered, auth.uid())
    on conflict on constraint task_day_notes_pkey do update
    set note = excluded.note, user_id = excluded.user_id, written_at = now()
    where notes.note <> excluded.note;
  end if;
  perform private.count_changes(note_day.task_id, 1);
end;
$$;
grant execute on function private.note_day(uuid, date, text) to authenticated;

create function public.note_day(task_id uuid, day date, note text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.note_day(task_id, day, note);
  return (select task from private.visible_tasks(array[note_day.task_id]) as task);
end;
$$;

-- Pauses a task for a range of days, both included, or takes such days out of its pauses; its owner's.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient, VALIDATION_FAILED, LIMIT_REACHED.
create function public.pause_task(
  task_id uuid, first_day date, last_day date, is_paused boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if first_day is null or last_day is null or last_day < first_day
    or first_day < date '0001-01-01' or last_day > date '9999-12-31' then
    perform private.refuse('lastDay', 'PAUSE_ENDS_BEFORE_START');
  end if;
  update public.tasks
  set paused = case
    when is_paused then paused + datemultirange(daterange(first_day, last_day, '[]'))
    else paused - datemultirange(daterange(first_day, last_day, '[]'))
  end
  where tasks.id = pause_task.task_id and tasks.is_active;
  if not found then
    perform private.fail(
      case
        when exists (select from public.tasks where tasks.id = pause_task.task_id and is_active)
        then 'NOT_ALLOWED'
        else 'TASK_NOT_FOUND'
      end
    );
  end if;
  return (select task from private.visible_tasks(array[pause_task.task_id]) as task);
end;
$$;

-- Brings back a task that was deleted in the last 30 days, with its shares.
-- Errors: TASK_NOT_FOUND, DUPLICATE_TASK, LIMIT_REACHED.
create function public.restore_task(task_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  begin
    update public.tasks set is_active = true where tasks.id = restore_task.task_id and not is_active;
  exception
    when unique_violation then
      perform private.fail('DUPLICATE_TASK');
  end;
  if found then
    insert into public.task_shares (task_id, contact_email)
    select restore_task.task_id, address from private.shares_to_restore(restore_task.task_id) as address
    on conflict do nothing;
  end if;
  if not exists (
    select from public.tasks
    where tasks.id = restore_task.task_id and tasks.user_id = auth.uid() and is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return (select task from private.visible_tasks(array[restore_task.task_id]) as task);
end;
$$;

-- The addresses that a task was shared with when its owner, the caller, deleted it.
create function private.shares_to_restore(task_id uuid) returns setof text
language sql volatile security definer set search_path = ''
as $$
  delete from private.ended_shares
  using public.tasks
  where ended_shares.task_id = shares_to_restore.task_id
    and tasks.id = ended_shares.task_id and tasks.user_id = auth.uid() and tasks.is_shared
  returning ended_shares.contact_email
$$;
grant execute on function private.shares_to_restore(uuid) to authenticated;

grant execute on function
  public.complete_task(uuid, date, uuid),
  public.skip_occurrence(uuid, date),
  public.undo_completion(uuid, date),
  public.catch_up(uuid, uuid, jsonb, text),
  public.undo_catch_up(uuid, uuid),
  public.put_off(uuid, date, date),
  public.note_day(uuid, date, text),
  public.pause_task(uuid, date, date, boolean),
  public.restore_task(uuid)
to authenticated;
