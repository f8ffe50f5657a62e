-- A file has the zones of what happened, and an import keeps them. What an older file has without one
-- gets the importer's.

-- The function of …0800_export.sql, with zones.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    task - array[
      'ownerId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart'
    ]
  ) || jsonb_build_object(
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('address', shares.contact_email, 'standing', shares.standing)
          order by shares.contact_email
        ),
        '[]'
      )
      from public.task_shares shares where shares.task_id = tasks.id
    ),
    'completions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days)
          order by status, person::text, time_zone
        ),
        '[]'
      )
      from (
        select
          private.person_json(user_id, by_name, task -> 'people') as person,
          status,
          time_zone,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at)) order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3
      ) as groups
    ),
    'catchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', catch_ups.id,
            'by', private.person_json(catch_ups.user_id, catch_ups.by_name, task -> 'people'),
            'status', catch_ups.status,
            'days', private.ranges_json(catch_ups.days),
            'at', private.iso(catch_ups.recorded_at),
            'timeZone', catch_ups.time_zone
          )
          order by catch_ups.recorded_at, catch_ups.days
        ),
        '[]'
      )
      from public.task_catch_ups catch_ups where catch_ups.task_id = tasks.id
    ),
    'notes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day', notes.day,
            'note', notes.note,
            'by', private.person_json(notes.user_id, notes.by_name, task -> 'people'),
            'at', private.iso(notes.written_at)
          )
          order by notes.day
        ),
        '[]'
      )
      from public.task_day_notes notes where notes.task_id = tasks.id
    ),
    'checks', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'lines', lines) order by day), '[]')
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks where checks.task_id = tasks.id
        group by checks.day
      ) as checked
    ),
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', private.iso(events.happened_at),
            'timeZone', events.time_zone,
            'by', private.person_json(events.user_id, null, task -> 'people'),
            'kind', events.kind,
            'days', private.ranges_json(events.days),
            'details', case
              when events.details ? 'by' then
                jsonb_set(
                  events.details, '{by}',
                  coalesce(
                    private.person_json((events.details ->> 'by')::uuid, null, task -> 'people'),
                    'null'
                  )
                )
              else events.details
            end
          )
          order by events.id
        ),
        '[]'
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped')
          and events.details ->> 'by' = events.user_id::text
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.user_id = events.user_id
              and completions.status = events.kind
          )
        )
    )
  )
  from public.tasks where tasks.id = (task ->> 'id')::uuid
$$;

-- The function of …0810_imported_past.sql, with zones.
create or replace function private.import_history(task_id uuid, history jsonb) returns void
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

  insert into public.task_completions (
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(known.by), (entry ->> 1)::timestamptz,
    coalesce(known."timeZone", private.my_time_zone()), known.status, private.by_name(known.by)
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]'))
    as known (by jsonb, status text, "timeZone" text, days jsonb)
  cross join lateral jsonb_array_elements(known.days) as entry;
  if exists (
    select from public.task_completions completions
    where completions.task_id = task.id
      and not (completions.completed_date <@ known_days and completions.completed_at <@ known_instants)
  ) then
    perform private.refuse('completions', 'INVALID');
  end if;

  insert into public.task_catch_ups (
    id, task_id, days, status, user_id, recorded_at, time_zone, by_name
  )
  select
    private.imported_id(known.id), task.id, private.days_of_ranges(known.days), known.status,
    private.by_me(known.by), known.at, coalesce(known."timeZone", private.my_time_zone()),
    private.by_name(known.by)
  from jsonb_to_recordset(coalesce(history -> 'catchUps', '[]'))
    as known (id text, days jsonb, status text, by jsonb, at timestamptz, "timeZone" text);
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

  -- An unknown zone is no value: class 22. Looked up by name, as the list of all takes its time.
  perform now() at time zone named.time_zone
  from (
    select completions.time_zone
    from public.task_completions completions where completions.task_id = task.id
    union
    select catch_ups.time_zone
    from public.task_catch_ups catch_ups where catch_ups.task_id = task.id
  ) as named;

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
