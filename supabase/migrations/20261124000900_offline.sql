-- What was done without a network arrives later: the record keeps both instants.

-- When what is being recorded was done: now, unless it has waited on a device without a network. Then the request's
-- header x-made-ago says for how many seconds: an age, so that a clock which is wrong does no harm. It is bounded
-- by 30 days, and nothing is made in the future.
create function private.made_at() returns timestamptz
language sql stable
-- Bound to its names when it is made, and part of the statement that asks it: no call.
return now() - make_interval(secs => greatest(0, least(2592000, coalesce(
  (nullif(current_setting('request.headers', true), '')::json ->> 'x-made-ago')::double precision, 0
))));

grant execute on function private.made_at() to authenticated;

alter table public.task_completions alter column completed_at set default private.made_at();

alter table public.task_catch_ups alter column recorded_at set default private.made_at();

alter table public.task_day_notes alter column written_at set default private.made_at();

alter table public.task_events alter column happened_at set default private.made_at();

-- In two steps, so that what is there already has not waited.
alter table public.task_events add column arrived_at timestamptz;

alter table public.task_events alter column arrived_at set default nullif(now(), private.made_at());

grant select (arrived_at) on public.task_events to authenticated;

create or replace function private.note_day(task_id uuid, day date, note text, based_on text) returns void
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
    set note = excluded.note, user_id = excluded.user_id, written_at = private.made_at()
    where notes.note <> excluded.note;
  end if;
  perform private.count_changes(note_day.task_id, 1);
end;
$$;

-- An undo that has waited leaves what was done since.
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
