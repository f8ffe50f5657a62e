-- Two people who write the note of one day lose neither text: a save says which note its writer had
-- before them, and replaces no other.

drop function public.note_day(uuid, date, text);
drop function private.note_day(uuid, date, text);

-- Puts a note on a day, of at most 500 characters; an empty one takes it away. based_on is the note that
-- the writer saw there, empty or null for none. The same note again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOTE_CHANGED when there is another note than the one that
-- the writer saw, LIMIT_REACHED.
create function private.note_day(task_id uuid, day date, note text, based_on text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  entered constant text := coalesce(private.entered_text(note), '');
  stored text;
begin
  -- Locks the task: of two saves at once, the second sees the first one's note.
  perform private.begin_change(note_day.task_id);
  if char_length(entered) > 500 then
    perform private.refuse('note', 'NOTE_TOO_LONG');
  elsif day is null or day > private.latest_today() or day < date '0001-01-01' then
    perform private.refuse('day', 'INVALID');
  end if;
  select notes.note into stored from public.task_day_notes notes
  where notes.task_id = note_day.task_id and notes.day = note_day.day;
  if coalesce(stored, '') not in (entered, coalesce(private.entered_text(based_on), '')) then
    raise exception using errcode = 'PT409', message = 'NOTE_CHANGED';
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
grant execute on function private.note_day(uuid, date, text, text) to authenticated;

create function public.note_day(task_id uuid, day date, note text, based_on text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.note_day(task_id, day, note, based_on);
  return (select task from private.visible_tasks(array[note_day.task_id]) as task);
end;
$$;
grant execute on function public.note_day(uuid, date, text, text) to authenticated;
