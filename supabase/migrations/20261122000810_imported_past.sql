-- In: chores of a file come with their past. Nothing here can change the past of a chore that exists.

-- An import is told by one event and one message a person, whatever its size.
create or replace function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.task_events (task_id, user_id, kind, days, details)
  select
    append_event.task_id,
    (select profiles.id from public.profiles where profiles.id = auth.uid()),
    append_event.kind, append_event.days, append_event.details
  where append_event.kind = 'imported'
    or current_setting('rota.importing', true) is distinct from 'on'
$$;
drop trigger broadcast_task on public.tasks;
create trigger broadcast_task after insert or update on public.tasks
  for each row when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.broadcast_task();
-- A past may have completions on days that a later change of the schedule has put out of it.
drop trigger broadcast_completions on public.task_completions;
create trigger broadcast_completions after insert on public.task_completions
  referencing new table as added
  for each statement when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.broadcast_completions();

-- The id here of what has another elsewhere: the same for the same person, so that a second import
-- finds what the first one has added. UUID version 8 (RFC 9562).
create function private.imported_id(source text) returns uuid
language sql stable set search_path = ''
as $$
  select encode(
    set_byte(
      set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128),
      8, (get_byte(hash, 8) & 63) | 128
    ),
    'hex'
  )::uuid
  from substring(sha256(convert_to(auth.uid() || ' ' || source, 'UTF8')) for 16) as hash
$$;
grant execute on function private.imported_id(text) to authenticated;

-- Two imports of one person come one after the other. Answers the caller's confirmed address.
create function private.begin_import() returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_quota('tasks', auth.uid());
  perform set_config('rota.importing', 'on', true);
  return private.confirmed_address(auth.uid());
end;
$$;
create function private.end_import(has_added boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('rota.importing', 'off', true);
  if has_added then
    perform private.send_list_changed(array[auth.uid()]);
  end if;
end;
$$;
grant execute on function private.begin_import(), private.end_import(boolean) to authenticated;

-- Who did it, as a file says it: the caller, or somebody by name, who is nobody's account here.
create function private.by_me(person jsonb) returns uuid
language sql stable set search_path = ''
as $$ select auth.uid() where person -> 'me' = 'true' $$;
create function private.by_name(person jsonb) returns text
language sql immutable set search_path = ''
as $$
  select left(nullif(private.entered_text(person ->> 'name'), ''), 100)
  where person -> 'me' is distinct from 'true'
$$;

-- [[first day, last day], …]
create function private.days_of_ranges(ranges jsonb) returns datemultirange
language sql immutable set search_path = ''
as $$
  select coalesce(
    range_agg(daterange((run ->> 0)::date, (run ->> 1)::date, '[]')), '{}'
  )
  from jsonb_array_elements(coalesce(ranges, '[]')) as run
$$;

-- The past of a task that this very transaction has added for the caller, and nothing else has yet
-- touched: its former schedules, pauses, put-offs, completions, notes and ticked lines, with instants of
-- their own.
create function private.import_history(task_id uuid, history jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  known_days constant daterange := daterange(first_day, private.latest_today(), '[]');
  -- The clock of another machine may be a little ahead.
  known_instants constant tstzrange := tstzrange('1970-01-01', now() + interval '10 minutes');
  task public.tasks;
begin
  select * into task from public.tasks
  where tasks.id = import_history.task_id and tasks.user_id = me and tasks.created_at = now();
  if not found
    or exists (select from public.task_events known where known.task_id = import_history.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;

  insert into public.task_schedules (
    task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
    after_done, season
  )
  select
    task.id, former."validUntil", former."startDate", former."endDate", former."repeatValue",
    former."customRrule", former."customRruleText", former."afterDone", former.season
  from jsonb_to_recordset(coalesce(history -> 'formerSchedules', '[]')) as former (
    "validUntil" date, "startDate" date, "endDate" date, "repeatValue" text, "customRrule" text,
    "customRruleText" text, "afterDone" text, season smallint[]
  );
  if exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and (
        (former.valid_until < task.schedule_from) is not true
        or former.valid_until < first_day
        or former.start_date not between first_day and last_day
        or former.end_date not between former.start_date and last_day
        or former.repeat_value not in ('daily', 'weekly', 'monthly', 'yearly', 'custom')
        or char_length(former.custom_rrule) > 1000
        or char_length(former.custom_rrule_text) > 1000
        or not private.is_after_done(former.after_done)
        or not former.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]
      )
  ) then
    perform private.refuse('formerSchedules', 'INVALID');
  elsif (select count(*) from public.task_schedules former where former.task_id = task.id)
    > private.limit_of('schedules') then
    perform private.exceed('TOO_MANY_SCHEDULES');
  end if;

  if jsonb_array_length(coalesce(history -> 'pausedDays', '[]')) > 0 then
    update public.tasks set paused = private.days_of_ranges(history -> 'pausedDays')
    where tasks.id = task.id;
  end if;

  insert into public.task_put_offs (task_id, due_date, new_date)
  select task.id, put_off."dueDate", put_off."newDate"
  from jsonb_to_recordset(coalesce(history -> 'putOffs', '[]')) as put_off ("dueDate" date, "newDate" date);
  if exists (
    select from public.task_put_offs known
    where known.task_id = task.id
      and not (
        known.due_date between first_day and last_day and known.new_date between first_day and last_day
      )
  ) then
    perform private.refuse('putOffs', 'INVALID');
  elsif (select count(*) from public.task_put_offs known where known.task_id = task.id)
    > private.limit_of('put_offs') then
    perform private.exceed('TOO_MANY_PUT_OFFS');
  end if;

  insert into public.task_completions (task_id, completed_date, user_id, completed_at, status, by_name)
  select
    task.id, (entry ->> 0)::date, private.by_me(known.by), (entry ->> 1)::timestamptz, known.status,
    private.by_name(known.by)
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]')) as known (by jsonb, status text, days jsonb)
  cross join lateral jsonb_array_elements(known.days) as entry;
  if exists (
    select from public.task_completions completions
    where completions.task_id = task.id
      and not (completions.completed_date <@ known_days and completions.completed_at <@ known_instants)
  ) then
    perform private.refuse('completions', 'INVALID');
  end if;

  insert into public.task_catch_ups (id, task_id, days, status, user_id, recorded_at, by_name)
  select
    private.imported_id(known.id), task.id, private.days_of_ranges(known.days), known.status,
    private.by_me(known.by), known.at, private.by_name(known.by)
  from jsonb_to_recordset(coalesce(history -> 'catchUps', '[]'))
    as known (id text, days jsonb, status text, by jsonb, at timestamptz);
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = task.id
      and not (catch_ups.days <@ datemultirange(known_days) and catch_ups.recorded_at <@ known_instants)
  )
    -- No day is in two of them, or in one and in a completion.
    or exists (
      with known (day) as (
        select daterange(completed_date, completed_date, '[]')
        from public.task_completions completions where completions.task_id = task.id
        union all
        select unnest(catch_ups.days)
        from public.task_catch_ups catch_ups where catch_ups.task_id = task.id
      )
      select from (
        select sum(upper(day) - lower(day)) as total, range_agg(day) as united from known
      ) as all_days
      where total <> (select sum(upper(run) - lower(run)) from unnest(united) as run)
    ) then
    perform private.refuse('catchUps', 'INVALID');
  end if;

  insert into public.task_day_notes (task_id, day, note, user_id, written_at, by_name)
  select
    task.id, known.day, private.entered_text(known.note), private.by_me(known.by), known.at,
    private.by_name(known.by)
  from jsonb_to_recordset(coalesce(history -> 'notes', '[]'))
    as known (day date, note text, by jsonb, at timestamptz);
  if exists (
    select from public.task_day_notes notes
    where notes.task_id = task.id
      and not (
        notes.day <@ known_days and notes.written_at <@ known_instants
        and char_length(notes.note) between 1 and 500
      )
  ) then
    perform private.refuse('notes', 'INVALID');
  end if;

  insert into public.task_checks (task_id, day, line)
  select task.id, known.day, private.entered_text(line)
  from jsonb_to_recordset(coalesce(history -> 'checks', '[]')) as known (day date, lines jsonb)
  cross join lateral jsonb_array_elements_text(known.lines) as line;
  if exists (
    select from public.task_checks checks
    where checks.task_id = task.id
      and not (checks.day <@ known_days and char_length(checks.line) between 1 and 100)
  ) then
    perform private.refuse('checks', 'INVALID');
  end if;

  perform private.append_event(
    task.id, 'imported', null,
    private.schedule_json(task) || jsonb_build_object(
      'title', task.title,
      'from', task.schedule_from,
      'formerSchedules', (
        select coalesce(jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]')
        from public.task_schedules former where former.task_id = task.id
      ),
      'putOffs', (
        select coalesce(
          jsonb_agg(jsonb_build_object('dueDate', due_date, 'newDate', new_date) order by due_date),
          '[]'
        )
        from public.task_put_offs known where known.task_id = task.id
      ),
      'pausedDays', (select private.runs(tasks.paused) from public.tasks where tasks.id = task.id),
      'completedDays', private.runs(private.days_with(task.id, 'done')),
      'skippedDays', private.runs(private.days_with(task.id, 'skipped'))
    )
  );
end;
$$;
grant execute on function private.import_history(uuid, jsonb) to authenticated;

-- The days of a task with this status, one by one or in one go.
create function private.days_with(task_id uuid, status text) returns datemultirange
language sql stable security definer set search_path = ''
as $$
  select coalesce(range_agg(day), '{}')
  from (
    select daterange(completed_date, completed_date, '[]') as day
    from public.task_completions completions
    where completions.task_id = days_with.task_id and completions.status = days_with.status
    union all
    select unnest(catch_ups.days)
    from public.task_catch_ups catch_ups
    where catch_ups.task_id = days_with.task_id and catch_ups.status = days_with.status
  ) as known
$$;
