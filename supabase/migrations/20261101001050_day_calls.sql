-- The calls that write what else there is about a day: where it was put off to, what somebody had to say,
-- the ticked lines of its checklist. All of them answer the task.

-- Puts an occurrence off to another day. Put off again, due_date stays the day of the schedule. Back
-- to that day, nothing is put off. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.put_off(task_id uuid, due_date date, new_date date) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_change(put_off.task_id);
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
  -- What was ticked of it goes with it.
  update public.task_checks checks set day = put_off.new_date
  where checks.task_id = put_off.task_id
    and checks.day = coalesce(
      (
        select known.new_date from public.task_put_offs known
        where known.task_id = put_off.task_id and known.due_date = put_off.due_date
      ),
      put_off.due_date
    )
    and not exists (
      select from public.task_checks there
      where there.task_id = put_off.task_id
        and there.day = put_off.new_date and there.line = checks.line
    );
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
  perform private.begin_change(note_day.task_id);
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

-- Ticks a line of the checklist for the occurrence of a day that private.doable_days has, or takes the
-- tick back; again: no error.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.check_line(task_id uuid, day date, line text, is_checked boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_change(check_line.task_id);
  if day is null or not datemultirange(daterange(day, day, '[]')) <@ private.doable_days(check_line.task_id)
  then
    perform private.refuse('day', 'INVALID');
  elsif is_checked is null then
    perform private.refuse('isChecked', 'INVALID');
  elsif is_checked and not exists (
    select from public.tasks
    where tasks.id = check_line.task_id and check_line.line = any (tasks.checklist)
  ) then
    perform private.refuse('line', 'CHECKLIST_LINE_GONE');
  end if;
  if is_checked then
    insert into public.task_checks (task_id, day, line)
    values (check_line.task_id, check_line.day, check_line.line)
    on conflict do nothing;
  else
    delete from public.task_checks checks
    where checks.task_id = check_line.task_id
      and checks.day = check_line.day and checks.line = check_line.line;
  end if;
  if found then
    perform private.raise_revision(check_line.task_id);
    perform private.count_changes(check_line.task_id, 1);
  end if;
end;
$$;
grant execute on function private.check_line(uuid, date, text, boolean) to authenticated;

create function public.check_line(task_id uuid, day date, line text, is_checked boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.check_line(task_id, day, line, is_checked);
  return (select task from private.visible_tasks(array[check_line.task_id]) as task);
end;
$$;

grant execute on function
  public.put_off(uuid, date, date),
  public.note_day(uuid, date, text),
  public.check_line(uuid, date, text, boolean)
to authenticated;
