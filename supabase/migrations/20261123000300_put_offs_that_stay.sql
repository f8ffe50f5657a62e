-- A put-off to a day of a former schedule stays there, whatever becomes of the schedule that it was due
-- by: docs/design.md, The record.

-- Whether, when it was put off, a schedule had ended between its new day and its day in the schedule.
alter table public.task_put_offs add column to_former_schedule boolean not null default false;
grant select (to_former_schedule) on public.task_put_offs to authenticated;

-- A mark that goes with a schedule is no change of the day.
drop trigger record_put_off on public.task_put_offs;
create trigger record_put_off after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.record_put_off();
drop trigger broadcast_part on public.task_put_offs;
create trigger broadcast_part after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.broadcast_part();

-- The put-offs of a task, with the client's names.
create function private.put_offs_json(task_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'dueDate', due_date, 'newDate', new_date, 'toFormerSchedule', to_former_schedule
      )
      order by due_date
    ),
    '[]'
  )
  from public.task_put_offs known where known.task_id = put_offs_json.task_id
$$;

-- Whether the schedule that counts on a day is due so long after it was last done.
create function private.is_after_done_on(task_id uuid, day date) returns boolean
language sql stable set search_path = ''
as $$
  select after_done is not null
  from (
    select former.after_done, former.valid_until
    from public.task_schedules former
    where former.task_id = is_after_done_on.task_id and former.valid_until >= is_after_done_on.day
    union all
    select tasks.after_done, null from public.tasks where tasks.id = is_after_done_on.task_id
  ) as schedules
  order by valid_until nulls last
  limit 1
$$;

-- As before, and with a schedule that counts for the past too there is no former one.
create or replace function private.keep_former_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is null then
    delete from public.task_schedules where task_id = new.id;
    update public.task_put_offs set to_former_schedule = false
    where task_id = new.id and to_former_schedule;
  elsif new.schedule_from < old.schedule_from
    or new.schedule_from not between private.earliest_today() and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  else
    insert into public.task_schedules (
      task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
      after_done, season
    )
    values (
      old.id, new.schedule_from - 1, old.start_date, old.end_date, old.repeat_value,
      old.custom_rrule, old.custom_rrule_text, old.after_done, old.season
    );
    if (select count(*) from public.task_schedules where task_id = new.id)
      > private.limit_of('schedules') then
      perform private.exceed('TOO_MANY_SCHEDULES');
    end if;
  end if;
  return null;
end;
$$;

-- As before, with the mark. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create or replace function private.put_off(task_id uuid, due_date date, new_date date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_to_former boolean;
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
  is_to_former := exists (
    select from public.task_schedules former
    where former.task_id = put_off.task_id
      and former.valid_until >= put_off.new_date and former.valid_until < put_off.due_date
  );
  -- What is due so long after it was last done begins with its schedule.
  if is_to_former and private.is_after_done_on(put_off.task_id, put_off.due_date) then
    perform private.refuse('newDate', 'BEFORE_START');
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
    insert into public.task_put_offs as known (task_id, due_date, new_date, to_former_schedule)
    values (put_off.task_id, put_off.due_date, put_off.new_date, is_to_former)
    on conflict on constraint task_put_offs_pkey do update
    set new_date = excluded.new_date, to_former_schedule = excluded.to_former_schedule
    where (known.new_date, known.to_former_schedule)
      <> (excluded.new_date, excluded.to_former_schedule);
  end if;
  if (select count(*) from public.task_put_offs known where known.task_id = put_off.task_id)
    > private.limit_of('put_offs') then
    perform private.exceed('TOO_MANY_PUT_OFFS');
  end if;
  perform private.count_changes(put_off.task_id, 1);
end;
$$;

-- As before, with the mark in putOffs.
create or replace function private.task_json(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'category', tasks.category,
    'title', tasks.title,
    'subtitle', tasks.subtitle,
    'startDate', tasks.start_date,
    'endDate', tasks.end_date,
    'repeatValue', tasks.repeat_value,
    'customRrule', tasks.custom_rrule,
    'customRruleText', tasks.custom_rrule_text,
    'afterDone', tasks.after_done,
    'season', tasks.season,
    'scheduleFrom', tasks.schedule_from,
    'missedPolicy', tasks.missed_policy,
    'checklist', to_jsonb(tasks.checklist),
    'isShared', tasks.is_shared,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision,
    'people', (
      select jsonb_object_agg(profiles.id, coalesce(former_names.name, profiles.display_name))
      from public.profiles
      left join public.former_names
        on former_names.task_id = tasks.id and former_names.person_id = profiles.id
      where profiles.id = any (done.people || caught_up.people || tasks.user_id)
        or profiles.id in (
          select shares.recipient_id from public.task_shares shares
          where shares.task_id = tasks.id and shares.standing = 'taking_part'
          union all
          select known.person_id from public.former_names known where known.task_id = tasks.id
        )
    ),
    'takingPart', (
      select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
      from public.task_shares shares
      where shares.task_id = tasks.id and shares.standing = 'taking_part'
    ),
    'formerSchedules', (
      select coalesce(
        jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]'
      )
      from public.task_schedules former
      where former.task_id = tasks.id
    ),
    'putOffs', private.put_offs_json(tasks.id),
    'pausedDays', private.runs(tasks.paused),
    'completedDays', private.runs(coalesce(done.days, '{}') + coalesce(caught_up.days, '{}')),
    'skippedDays', private.runs(coalesce(done.skipped, '{}') + coalesce(caught_up.skipped, '{}')),
    'recentChecks', (
      select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
      -- From the latest day back, by the index, however many there are.
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks
        where checks.task_id = tasks.id and checks.line = any (tasks.checklist)
        group by checks.day
        order by checks.day desc
        limit 10
      ) as latest
    ),
    'recentCompletions', coalesce(done.recent, '[]'),
    'recentCatchUps', coalesce(caught_up.recent, '[]')
  )
  from public.tasks
  cross join lateral (
    select
      range_agg(daterange(completions.completed_date, completions.completed_date + 1))
        filter (where completions.status = 'done') as days,
      range_agg(daterange(completions.completed_date, completions.completed_date + 1))
        filter (where completions.status = 'skipped') as skipped,
      array_agg(distinct completions.user_id) as people,
      jsonb_agg(
        jsonb_build_object(
          'date', completions.completed_date,
          'status', completions.status,
          'completedBy', completions.user_id,
          'completedAt', private.iso(completions.completed_at)
        )
        order by completions.completed_date
      ) filter (
        where completions.completed_at > now() - interval '48 hours'
          or completions.completed_date >= (now() at time zone 'UTC')::date - 1
      ) as recent
    from public.task_completions completions
    where completions.task_id = tasks.id
  ) as done
  cross join lateral (
    select
      range_agg(catch_ups.days) filter (where catch_ups.status = 'done') as days,
      range_agg(catch_ups.days) filter (where catch_ups.status = 'skipped') as skipped,
      array_agg(distinct catch_ups.user_id) as people,
      jsonb_agg(
        jsonb_build_object(
          'id', catch_ups.id,
          'status', catch_ups.status,
          'days', private.runs(catch_ups.days),
          'completedBy', catch_ups.user_id,
          'completedAt', private.iso(catch_ups.recorded_at)
        )
        order by catch_ups.recorded_at, catch_ups.id
      ) filter (where catch_ups.recorded_at > now() - interval '48 hours') as recent
    from public.task_catch_ups catch_ups
    where catch_ups.task_id = tasks.id
  ) as caught_up
  where tasks.id = any (ids)
  order by tasks.id
$$;

-- As before, with the mark of the file.
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

  insert into public.task_put_offs (task_id, due_date, new_date, to_former_schedule)
  select
    task.id, put_off."dueDate", put_off."newDate", coalesce(put_off."toFormerSchedule", false)
  from jsonb_to_recordset(coalesce(history -> 'putOffs', '[]'))
    as put_off ("dueDate" date, "newDate" date, "toFormerSchedule" boolean);
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
      'putOffs', private.put_offs_json(task.id),
      'pausedDays', (select private.runs(tasks.paused) from public.tasks where tasks.id = task.id),
      'completedDays', private.runs(private.days_with(task.id, 'done')),
      'skippedDays', private.runs(private.days_with(task.id, 'skipped'))
    )
  );
end;
$$;

-- What was put off before there was the mark: the events tell which schedules had ended by then.
with put_off_at as (
  select distinct on (events.task_id, lower(events.days))
    events.task_id, lower(events.days) as due_date, events.id
  from public.task_events events
  where events.kind = 'put_off'
  order by events.task_id, lower(events.days), events.id desc
),
-- One for the past too ended them all.
begun as (
  select events.task_id, (events.details ->> 'from')::date - 1 as valid_until, min(events.id) as id
  from public.task_events events
  where events.kind = 'schedule_changed' and events.details ->> 'from' is not null
    and events.id > coalesce(
      (
        select max(past.id) from public.task_events past
        where past.task_id = events.task_id
          and past.kind = 'schedule_changed' and past.details ->> 'from' is null
      ),
      0
    )
  group by events.task_id, events.details ->> 'from'
)
update public.task_put_offs known set to_former_schedule = true
from put_off_at
where put_off_at.task_id = known.task_id and put_off_at.due_date = known.due_date
  and exists (
    select from public.task_schedules former
    left join begun on begun.task_id = former.task_id and begun.valid_until = former.valid_until
    where former.task_id = known.task_id
      and former.valid_until >= known.new_date and former.valid_until < known.due_date
      and coalesce(begun.id, 0) < put_off_at.id
  )
  -- Of what was due so long after it was last done, such a put-off says nothing.
  and (
    select changed.details -> 'after' ->> 'afterDone'
    from public.task_events changed
    where changed.task_id = known.task_id and changed.kind = 'schedule_changed'
      and changed.id < put_off_at.id and changed.details ->> 'from' <= known.due_date::text
    order by changed.id desc
    limit 1
  ) is null;
