-- What is due so long after it was last done keeps the day on which it was due; a task may have started before
-- its first start; and a change of the schedule "for the past too" can be undone for a day.

set check_function_bodies = off;

alter table public.task_completions
  -- of what is due so long after it was last done: the day on which it was due then; worked out by
  -- private.due_day, or from an import
  add column due_on date;

grant select (due_on) on public.task_completions to authenticated;

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule
-- counts for the past too.
create or replace function private.record_former_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A call that writes the versions itself.
  if current_setting('rota.schedule_change', true) = 'on' then
    return null;
  end if;
  if new.schedule_from is null then
    delete from public.task_schedules where task_id = new.id;
    update public.task_put_offs set to_former_schedule = false
    where task_id = new.id and to_former_schedule;
  else
    insert into public.task_schedules (
      task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
      after_done, season
    )
    values (
      old.id, new.schedule_from - 1, old.start_date, old.end_date, old.repeat_value,
      old.custom_rrule, old.custom_rrule_text, old.after_done, old.season
    );
  end if;
  return null;
end;
$$;

create or replace function private.record_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  gained datemultirange;
  lost datemultirange;
begin
  -- Staged until now: one event tells all of its past.
  if not old.is_active and old.deleted_at is null then
    perform private.append_event(new.id, 'imported', null, private.imported_json(new));
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  -- A call that writes the versions itself has an event of its own.
  if current_setting('rota.schedule_change', true) is distinct from 'on'
    and (
      private.schedule_json(new) <> private.schedule_json(old)
      or new.schedule_from is distinct from old.schedule_from
    ) then
    perform private.append_event(
      new.id, 'schedule_changed', null,
      jsonb_build_object(
        'before', private.schedule_json(old), 'after', private.schedule_json(new),
        'from', new.schedule_from
      )
    );
  end if;
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused then
    gained := new.paused - old.paused;
    lost := old.paused - new.paused;
    if not isempty(gained) then
      perform private.append_event(new.id, 'paused', gained);
    end if;
    if not isempty(lost) then
      perform private.append_event(new.id, 'resumed', lost);
    end if;
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$$;

-- One event a task, person and statement, however many days it is about, and one revision a task. Who
-- did something in a task by a share takes part in the owner's eyes, too, under the name of now.
create or replace function private.record_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
    -- check_completions has locked them.
    if exists (
      select from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where tasks.after_done is not null and tasks.is_active
    ) then
      update public.task_completions as stored set due_on = private.due_day(tasks, rows.completed_date)
      from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where tasks.after_done is not null and tasks.is_active
        and stored.task_id = rows.task_id and stored.completed_date = rows.completed_date;
    end if;
  end if;
  -- As append_event does, for all of them.
  insert into public.task_events (task_id, kind, days, details)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
    || jsonb_strip_nulls(jsonb_build_object(
      'people', rows.people, 'saidBy', rows.said_by,
      'via', case when tg_op = 'DELETE' then nullif(current_setting('rota.via', true), '') else rows.via end,
      'doneOn', case when tg_op = 'INSERT' then rows.done_on end,
      'doneAt', case when tg_op = 'INSERT' then left(rows.done_at::text, 5) end,
      -- Of several days, the last one alone may have been due.
      'due', max(stored.due_on)
    ))
  from changed_rows as rows
  join public.tasks on tasks.id = rows.task_id
  -- None any more of what is undone.
  left join public.task_completions as stored
    on stored.task_id = rows.task_id and stored.completed_date = rows.completed_date
  where tasks.is_active or tasks.deleted_at is not null
  group by
    rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.via, rows.done_on, rows.done_at
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as known (task_id, block, done, skipped)
    select
      settled.task_id, settled.block,
      coalesce(bit_or(settled.bits) filter (where settled.status = 'done'), 0::bit(336)),
      coalesce(bit_or(settled.bits) filter (where settled.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as settled
    group by settled.task_id, settled.block
    on conflict (task_id, block) do update
    set done = known.done | excluded.done, skipped = known.skipped | excluded.skipped;
  else
    update private.settled_days as known
    set done = known.done & ~ undone.bits, skipped = known.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where known.task_id = undone.task_id and known.block = undone.block;
  end if;
  -- check_completions has locked them.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, recentChecks
-- which lines were ticked on the latest ten days that have any, and people has the names that its
-- participants may know, of those who take part no more the former name; takingPart says who does,
-- beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
-- whether an address has an account.
-- Whatever lies behind it, what is sent stays small (docs/decisions/011-long-records.md): "cut" says what
-- was left out. "record": all but the title and who takes part, where the record of the task, of its owner's
-- or its household's tasks or of all of them is too long, the longest first. "notes": all but their first 400 characters, where
-- the notes of all of them are too long. "none": a task that would be cut and was asked for as a whole.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create or replace function private.task_json(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  with measured as materialized (
    select
      tasks.id,
      coalesce(tasks.household_id, tasks.user_id) as whose,
      -- In a household's others write, too, whoever stands for it.
      tasks.household_id is null and tasks.user_id = (select auth.uid()) as is_own,
      coalesce(octet_length(tasks.subtitle), 0) as notes,
      -- About as many bytes as the JSON will have. Each part is looked at up to where it is too long.
      coalesce(octet_length(tasks.custom_rrule), 0)
      + coalesce(octet_length(tasks.custom_rrule_text), 0)
      + pg_column_size(tasks.checklist) + pg_column_size(tasks.paused)
      + (
        select coalesce(sum(200 + coalesce(former.length, 0)), 0)
        from (
          select octet_length(former.custom_rrule) + octet_length(former.custom_rrule_text) as length
          from public.task_schedules former where former.task_id = tasks.id limit 200
        ) as former
      )
      + 70 * (
        select count(*)
        from (select from public.task_put_offs moved where moved.task_id = tasks.id limit 500) as moved
      )
      + 112 * (
        select count(*)
        from (select from private.settled_days days where days.task_id = tasks.id limit 300) as days
      )
      + (
        select coalesce(sum(44 + people.length), 0)
        from (
          select 56 as length from public.task_shares shares where shares.task_id = tasks.id
          union all
          (
            select octet_length(known.name) from public.former_names known
            where known.task_id = tasks.id limit 1000
          )
          union all
          (
            select octet_length(known.name) from private.task_people known
            where known.task_id = tasks.id limit 1000
          )
        ) as people
      )
      + (
        select coalesce(sum(200 + 40 * coalesce(cardinality(latest.people), 0)), 0)
        from (
          (
            select completions.people from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_at > now() - interval '48 hours'
            limit 100
          )
          union all
          (
            select completions.people from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_date > (now() at time zone 'UTC')::date + 1
            limit 100
          )
        ) as latest
      )
      + (
        select coalesce(sum(
          200 + pg_column_size(latest.days) + 40 * coalesce(cardinality(latest.people), 0)
        ), 0)
        from (
          select catch_ups.days, catch_ups.people from public.task_catch_ups catch_ups
          where catch_ups.task_id = tasks.id
            and catch_ups.recorded_at > now() - interval '48 hours'
          order by catch_ups.recorded_at desc
          limit 20
        ) as latest
      ) as record
    from unnest(ids) as wanted (id)
    -- offset 0: by the index, one after the other, however many the planner expects.
    cross join lateral (select rows.* from public.tasks rows where rows.id = wanted.id offset 0) as tasks
  ),
  extents as (
    select
      measured.id,
      case
        when whole then null
        when measured.record > 40000
          or not measured.is_own and sum(measured.record) over (
            partition by measured.whose order by measured.record, measured.id
          ) > 1500000
          or sum(measured.record) over (
            order by measured.is_own desc, measured.record, measured.id
          ) > 4000000
          then 'record'
        when measured.notes > 400 and sum(measured.notes) over (
          order by measured.is_own desc, measured.notes, measured.id
        ) > 200000
          then 'notes'
      end as cut
    from measured
  )
  select (
    select jsonb_object_agg(known.field, entered.columns -> known.column_name)
    -- offset 0: made once, not for each field.
    from private.task_fields as known, (select to_jsonb(tasks) as columns offset 0) as entered
  ) || case extents.cut
    when 'record' then
      '{"subtitle": null, "checklist": [], "customRrule": null, "customRruleText": null}'::jsonb
    when 'notes' then jsonb_build_object('subtitle', left(tasks.subtitle, 400) || '…')
    else '{}'
  end || case
    when whole then '{"cut": "none"}'::jsonb
    when extents.cut is null then '{}'
    else jsonb_build_object('cut', extents.cut)
  end || jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision
  ) || case when extents.cut = 'record' then
    jsonb_build_object('people', (
      select jsonb_build_object(profiles.id, profiles.display_name)
      from public.profiles where profiles.id = tasks.user_id
    )) || '{
      "takingPart": [], "formerSchedules": [], "putOffs": [], "pausedDays": [],
      "completedDays": [], "skippedDays": [], "recentChecks": [], "recentCompletions": [],
      "recentCatchUps": []
    }'::jsonb
  else jsonb_build_object(
    'people', (
      select jsonb_object_agg(named.id, named.name)
      from (
        select profiles.id, coalesce(former_names.name, profiles.display_name) as name
        from public.profiles
        left join public.former_names
          on former_names.task_id = tasks.id and former_names.person_id = profiles.id
        -- One array, which an index answers, however many people there are.
        where profiles.id = any (
          tasks.user_id || array(
            select shares.recipient_id from public.task_shares shares
            where shares.task_id = tasks.id and shares.status = 'taking_part'
            union all
            select known.person_id from public.former_names known where known.task_id = tasks.id
          )
        )
        union all
        select known.person_id, known.name from private.task_people known where known.task_id = tasks.id
      ) as named
    ),
    'takingPart', (
      select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
      from public.task_shares shares
      where shares.task_id = tasks.id and shares.status = 'taking_part'
    ),
    'formerSchedules', (
      select coalesce(
        jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]'
      )
      from public.task_schedules former
      where former.task_id = tasks.id
    ),
    'putOffs', case
      when exists (select from public.task_put_offs moved where moved.task_id = tasks.id)
      then private.put_offs_json(tasks.id) else '[]'
    end,
    'pausedDays', case when isempty(tasks.paused) then '[]' else private.runs(tasks.paused) end,
    'completedDays', settled.done,
    'skippedDays', settled.skipped,
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
    'recentCompletions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'date', latest.completed_date,
            'status', latest.status,
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.completed_at),
            'timeZone', latest.time_zone
          ) || jsonb_strip_nulls(jsonb_build_object(
            'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via,
            'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5), 'dueOn', latest.due_on
          ))
          order by latest.completed_date
        ),
        '[]'
      )
      from (
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          order by completions.completed_at desc
          limit 100
        )
        union
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_date >= (now() at time zone 'UTC')::date - 1
          order by completions.completed_date
          limit 100
        )
        union
        -- Of what is due once: when it was done.
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id and tasks.custom_rrule like '%COUNT=1'
          order by completions.completed_date desc
          limit 1
        )
      ) as latest
    ),
    'recentCatchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', latest.id,
            'status', latest.status,
            'days', private.runs(latest.days),
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.recorded_at),
            'timeZone', latest.time_zone
          ) || jsonb_strip_nulls(jsonb_build_object('people', latest.people, 'saidBy', latest.said_by))
          order by latest.recorded_at, latest.id
        ),
        '[]'
      )
      from (
        select catch_ups.* from public.task_catch_ups catch_ups
        where catch_ups.task_id = tasks.id
          and catch_ups.recorded_at > now() - interval '48 hours'
        order by catch_ups.recorded_at desc
        limit 20
      ) as latest
    )
  ) end
  from extents
  cross join lateral (select rows.* from public.tasks rows where rows.id = extents.id offset 0) as tasks
  cross join lateral (
    select
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.done) order by bits.first)
          filter (where bits.done <> ''),
        '[]'
      ) as done,
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.skipped) order by bits.first)
          filter (where bits.skipped <> ''),
        '[]'
      ) as skipped
    from (
      -- One pair for each run of blocks without a gap. bit_send begins with the number of bits, in four
      -- bytes; encode breaks its lines.
      select
        min(runs.block) * 336 - (date '1970-01-01' - date '0001-01-01') as first,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.done) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as done,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.skipped) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as skipped
      from (
        select
          days.block, days.done, days.skipped,
          days.block - row_number() over (order by days.block) as gap
        from private.settled_days days
        where days.task_id = tasks.id and extents.cut is distinct from 'record'
      ) as runs
      group by runs.gap
    ) as bits
  ) as settled
  order by tasks.id
$$;

-- What bounds an edit: from when a changed schedule counts, and how much of everything there is. Deleting
-- is never refused.
create or replace function private.check_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null
    -- A call that writes the versions itself knows what it does.
    and current_setting('rota.schedule_change', true) is distinct from 'on' then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    elsif (select count(*) from public.task_schedules where task_id = new.id)
      >= private.limit_of('schedules') then
      perform private.exceed('TOO_MANY_SCHEDULES');
    end if;
  end if;
  if new.paused <> old.paused
    and (select count(*) from unnest(new.paused)) > private.limit_of('pauses') then
    perform private.exceed('TOO_MANY_PAUSES');
  end if;
  if new.is_active then
    perform private.count_changes(new.id, 1);
    if not old.is_active or new.household_id is distinct from old.household_id then
      perform private.lock_quota('tasks', coalesce(new.household_id, new.user_id));
      if private.count_tasks(new.household_id, new.user_id, true) > private.limit_of('active_tasks') then
        perform private.exceed('TOO_MANY_TASKS');
      end if;
    end if;
  end if;
  return null;
end;
$$;

-- A part of the past of a staged task: former schedules, put-offs, completions, notes and ticked lines,
-- with instants of their own. Checked with the parts that came before.
create or replace function private.stage_history(task public.tasks, history jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  known_days constant daterange := daterange(first_day, private.latest_today(), '[]');
  -- What was done early is of a later one.
  done_days constant daterange := daterange(first_day, private.latest_today() + 366, '[]');
  -- The clock of another machine may be a little ahead.
  known_instants constant tstzrange := tstzrange('1970-01-01', now() + interval '10 minutes');
begin
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

  insert into public.task_completions (
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name, via, done_on, done_at, due_on
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(known.by), (entry ->> 1)::timestamptz,
    coalesce(known."timeZone", private.my_time_zone()), known.status, private.by_name(known.by), known.via,
    (entry ->> 2)::date, (entry ->> 3)::time, (entry ->> 4)::date
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]'))
    as known (by jsonb, status text, "timeZone" text, via text, days jsonb)
  cross join lateral jsonb_array_elements(known.days) as entry;
  if exists (
    select from public.task_completions completions
    where completions.task_id = task.id
      and not (
        completions.completed_date <@ case completions.status when 'done' then done_days else known_days end
        and completions.completed_at <@ known_instants
        and coalesce(completions.done_on <@ known_days, true)
        and coalesce(completions.due_on, first_day) between first_day and last_day
      )
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
end;
$$;

-- The day on which a task was due when a day of it was done or skipped, of what is due so long after it was
-- last done: kept with the completion, as later edits would work out another one. Null when the schedule
-- has dates, for a day before it began, for one after which the task is done already, and for one that a
-- dated put-off takes. As openOccurrence in src/domain/recurrence/task-schedule.ts; rules (RFC 5545)
-- are not read here, so that what was put off in a former schedule with dates counts as due there.
create function private.due_day(task public.tasks, day date) returns date
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_day constant date := greatest(
    (
      select max(completions.completed_date) from public.task_completions completions
      where completions.task_id = task.id and completions.completed_date <> day
    ),
    (
      select max(upper(catch_ups.days)) - 1 from public.task_catch_ups catch_ups
      where catch_ups.task_id = task.id
    )
  );
  -- Only what is put off may go to a day before that.
  earliest constant date := (
    select min(put_offs.new_date) from public.task_put_offs put_offs where put_offs.task_id = task.id
  );
  taken datemultirange;
  closed datemultirange;
  -- where what is due on a day was put off to
  moves jsonb;
  due date;
  moved_to date;
begin
  if task.after_done is null or day < task.schedule_from or last_day > day then
    return null;
  end if;
  select
    coalesce(
      range_agg(daterange(known.due_date, known.due_date, '[]')) filter (where not known.is_open)
      + range_agg(daterange(known.new_date, known.new_date, '[]')) filter (where not known.is_open),
      '{}'
    ),
    coalesce(jsonb_object_agg(known.due_date, known.new_date) filter (where known.is_open), '{}')
  into taken, moves
  from (
    select
      put_offs.due_date, put_offs.new_date,
      not put_offs.to_former_schedule
      and private.is_after_done_on(task.id, least(put_offs.due_date, put_offs.new_date)) as is_open
    from public.task_put_offs put_offs
    where put_offs.task_id = task.id
      -- Else a schedule ended between the two days, and nothing moves.
      and (
        put_offs.to_former_schedule
        or not private.is_after_done_on(task.id, least(put_offs.due_date, put_offs.new_date))
        or not exists (
          select from public.task_schedules former
          where former.task_id = task.id
            and former.valid_until >= least(put_offs.due_date, put_offs.new_date)
            and former.valid_until < put_offs.due_date
        )
      )
  ) as known;
  if day <@ taken then
    return null;
  end if;
  closed := task.paused + taken + coalesce(
    (
      select range_agg(daterange(completions.completed_date, completions.completed_date, '[]'))
      from public.task_completions completions
      where completions.task_id = task.id
        and completions.completed_date >= earliest and completions.completed_date <> day
    ),
    '{}'
  ) + coalesce(
    (
      select range_agg(catch_ups.days) from public.task_catch_ups catch_ups
      where catch_ups.task_id = task.id and upper(catch_ups.days) > earliest
    ),
    '{}'
  );
  due := private.open_day_from(
    task, taken,
    greatest(task.start_date, task.schedule_from, (last_day + task.after_done::interval)::date)
  );
  while due is not null loop
    if moves ? due::text then
      moved_to := moves ->> due::text;
      moves := moves - due::text;
      due := moved_to;
    elsif due <@ closed then
      due := private.open_day_from(task, closed, due + 1);
    else
      return due;
    end if;
  end loop;
  return null;
end;
$$;

-- The first day from this one on that is in a task's season and not closed; null when there is none until its
-- end.
create function private.open_day_from(task public.tasks, closed datemultirange, day date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  found date := day;
  last_day constant date := coalesce(task.end_date, date '9999-12-31');
begin
  while found <= last_day loop
    if extract(month from found) <> all (task.season) then
      found := date_trunc('month', found + interval '1 month');
    elsif found <@ closed then
      found := (select upper(run) from unnest(closed) as run where found <@ run);
    else
      return found;
    end if;
  end loop;
  return null;
end;
$$;

-- The first day on which any of a task's schedules could be due; null when none could.
create function private.first_day_of(task_id uuid) returns date
language sql stable security definer set search_path = ''
as $$
  select min(greatest(start_date, former_until + 1))
  from (
    select
      start_date, least(end_date, valid_until) as last_day,
      lag(valid_until) over (order by valid_until nulls last) as former_until
    from (
      select former.start_date, former.end_date, former.valid_until
      from public.task_schedules former where former.task_id = first_day_of.task_id
      union all
      select tasks.start_date, tasks.end_date, null
      from public.tasks where tasks.id = first_day_of.task_id
    ) as schedules
  ) as dated
  where greatest(start_date, former_until + 1) <= coalesce(last_day, 'infinity')
$$;

-- Names the schedule by which a task was done before its first start: {startDate, repeatValue, customRrule,
-- customRruleText, afterDone, season}. It becomes the first of its former schedules and ends on the day
-- before that start, so that nothing changes from there on. The same again changes nothing.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.start_earlier(task_id uuid, earlier jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant text[] := array[
    'startDate', 'repeatValue', 'customRrule', 'customRruleText', 'afterDone', 'season'
  ];
  -- What its fields are called, and their types.
  named public.tasks;
  first public.task_schedules;
  first_day date;
begin
  perform private.begin_schedule_change(start_earlier.task_id);
  named.repeat_value := 'daily';
  named := private.with_fields(named, earlier);
  if earlier - known <> '{}' then
    perform private.refuse('earlier', 'INVALID');
  end if;
  if named.repeat_value <> 'custom' then
    named.custom_rrule := null;
    named.custom_rrule_text := null;
    named.after_done := null;
  elsif named.after_done is not null then
    named.custom_rrule := null;
  end if;
  named.custom_rrule := nullif(private.entered_text(named.custom_rrule), '');
  named.custom_rrule_text := nullif(private.entered_text(named.custom_rrule_text), '');
  named.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(named.season) as month) as months
  );
  select former.* into first
  from public.task_schedules former where former.task_id = start_earlier.task_id
  order by former.valid_until limit 1;
  if (
      first.start_date, first.repeat_value, first.custom_rrule, first.custom_rrule_text, first.after_done,
      first.season
    ) is not distinct from (
      named.start_date, named.repeat_value, named.custom_rrule, named.custom_rrule_text, named.after_done,
      named.season
    ) then
    return;
  end if;
  first_day := private.first_day_of(start_earlier.task_id);
  if named.start_date is null or named.start_date < date '0001-01-01'
    or (named.start_date < first_day) is not true or first_day > private.latest_today() then
    perform private.refuse('startDate', 'NOT_EARLIER');
  elsif named.repeat_value not in ('daily', 'weekly', 'monthly', 'yearly', 'custom')
    or char_length(named.custom_rrule) > 1000 or char_length(named.custom_rrule_text) > 1000
    or not private.is_after_done(named.after_done)
    or not named.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[] then
    perform private.refuse('earlier', 'INVALID');
  elsif exists (
    -- It would move, or stay, by another schedule from now on.
    select from public.task_put_offs put_offs
    where put_offs.task_id = start_earlier.task_id
      and least(put_offs.due_date, put_offs.new_date) < first_day
      and greatest(put_offs.due_date, put_offs.new_date) >= first_day
  ) then
    perform private.refuse('startDate', 'PUT_OFF_BEFORE_START');
  end if;
  -- Those that ended before they began.
  delete from public.task_schedules former
  where former.task_id = start_earlier.task_id and former.valid_until < first_day;
  insert into public.task_schedules (
    task_id, valid_until, start_date, repeat_value, custom_rrule, custom_rrule_text, after_done, season
  )
  values (
    start_earlier.task_id, first_day - 1, named.start_date, named.repeat_value, named.custom_rrule,
    named.custom_rrule_text, named.after_done, named.season
  );
  if (select count(*) from public.task_schedules former where former.task_id = start_earlier.task_id)
    > private.limit_of('schedules') then
    perform private.exceed('TOO_MANY_SCHEDULES');
  end if;
  delete from private.past_changes where past_changes.task_id = start_earlier.task_id;
  perform private.append_event(
    start_earlier.task_id, 'started_earlier', null,
    jsonb_build_object(
      'after', private.schedule_json(named) || jsonb_build_object('endDate', first_day - 1),
      'from', first_day
    )
  );
  perform set_config('rota.schedule_change', 'on', true);
  update public.tasks set schedule_from = coalesce(schedule_from, first_day)
  where tasks.id = start_earlier.task_id;
  perform set_config('rota.schedule_change', '', true);
end;
$$;

-- Locks a task for a change of its versions by the caller, who may edit it.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_schedule_change(task_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_participant(begin_schedule_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_schedule_change.task_id for no key update;
  -- Meanwhile it may have been deleted, or moved.
  if not private.is_participant(begin_schedule_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  elsif not private.may_edit(begin_schedule_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;

-- update_task, and the schedule by which the task was done before its first start, in one.
-- Errors: those of update_task.
create function public.start_earlier(
  task_id uuid, earlier jsonb, fields jsonb default '{}', share_with text[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform public.update_task(task_id, fields, share_with);
  perform private.start_earlier(task_id, earlier);
  return (select task from private.visible_tasks(array[start_earlier.task_id]) as task);
end;
$$;

-- What a task's schedules were before the last change "for the past too", which can be undone for a day. Any
-- other change of its schedule takes it away.
create table private.past_changes (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  changed_at timestamptz not null default now(),
  -- columns of the task
  schedule jsonb not null,
  -- rows of task_schedules, and the days of put-offs to a former schedule
  former_schedules jsonb not null,
  put_offs jsonb not null
);

alter table private.past_changes enable row level security;

create policy "Nobody but our own functions" on private.past_changes for all to public using (false);

create function private.record_change_of_past() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_changes where past_changes.task_id = new.id;
  if new.schedule_from is null then
    insert into private.past_changes (task_id, schedule, former_schedules, put_offs)
    values (
      new.id,
      jsonb_build_object(
        'schedule_from', old.schedule_from, 'start_date', old.start_date, 'end_date', old.end_date,
        'repeat_value', old.repeat_value, 'custom_rrule', old.custom_rrule,
        'custom_rrule_text', old.custom_rrule_text, 'after_done', old.after_done, 'season', old.season
      ),
      coalesce(
        (select jsonb_agg(to_jsonb(former)) from public.task_schedules former where former.task_id = new.id),
        '[]'
      ),
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('due_date', put_offs.due_date, 'new_date', put_offs.new_date)
          )
          from public.task_put_offs put_offs
          where put_offs.task_id = new.id and put_offs.to_former_schedule
        ),
        '[]'
      )
    );
  end if;
  return null;
end;
$$;

-- Before record_former_schedule takes them away: triggers run in the order of their names.
create trigger record_change_of_past after update on public.tasks
  for each row when (
    (
      old.schedule_from, old.start_date, old.end_date, old.repeat_value, old.custom_rrule, old.after_done,
      old.season
    ) is distinct from (
      new.schedule_from, new.start_date, new.end_date, new.repeat_value, new.custom_rrule, new.after_done,
      new.season
    )
    and current_setting('rota.schedule_change', true) is distinct from 'on'
  )
  execute function private.record_change_of_past();

-- Undoes a change of the schedule "for the past too" within 24 hours: the schedule and its versions become what
-- they were; what was done, skipped or put off since stays. event_id is the event of that change; undone
-- already, nothing changes. Errors: TASK_NOT_FOUND, NOT_ALLOWED, UNDO_TOO_LATE also when the schedule has
-- changed since, LIMIT_REACHED.
create function private.undo_schedule_change(task_id uuid, event_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  before private.past_changes;
  was public.tasks;
  now_is public.tasks;
begin
  perform private.begin_schedule_change(undo_schedule_change.task_id);
  if exists (
    select from public.task_events events
    where events.task_id = undo_schedule_change.task_id
      and events.kind = 'schedule_undone'
      and events.details ->> 'event' = undo_schedule_change.event_id::text
  ) then
    return;
  end if;
  select known.* into before from private.past_changes known
  where known.task_id = undo_schedule_change.task_id
    and known.changed_at > now() - interval '24 hours';
  if not found or event_id is distinct from (
    select max(events.id) from public.task_events events
    where events.task_id = undo_schedule_change.task_id and events.kind = 'schedule_changed'
  ) then
    raise exception using errcode = 'PT409', message = 'UNDO_TOO_LATE';
  end if;
  was := jsonb_populate_record(null::public.tasks, before.schedule);
  select tasks.* into now_is from public.tasks where tasks.id = undo_schedule_change.task_id;
  insert into public.task_schedules
  select former.* from jsonb_populate_recordset(null::public.task_schedules, before.former_schedules) as former;
  update public.task_put_offs put_offs set to_former_schedule = true
  from jsonb_populate_recordset(null::public.task_put_offs, before.put_offs) as known
  where put_offs.task_id = undo_schedule_change.task_id
    and put_offs.due_date = known.due_date and put_offs.new_date = known.new_date;
  delete from private.past_changes known where known.task_id = undo_schedule_change.task_id;
  perform private.append_event(
    undo_schedule_change.task_id, 'schedule_undone', null,
    jsonb_build_object(
      'before', private.schedule_json(now_is), 'after', private.schedule_json(was),
      'from', was.schedule_from, 'event', event_id
    )
  );
  perform set_config('rota.schedule_change', 'on', true);
  update public.tasks
  set
    start_date = was.start_date, end_date = was.end_date, repeat_value = was.repeat_value,
    custom_rrule = was.custom_rrule, custom_rrule_text = was.custom_rrule_text,
    after_done = was.after_done, season = was.season, schedule_from = was.schedule_from
  where tasks.id = undo_schedule_change.task_id;
  perform set_config('rota.schedule_change', '', true);
end;
$$;

create function public.undo_schedule_change(task_id uuid, event_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.undo_schedule_change(task_id, event_id);
  return (select task from private.visible_tasks(array[undo_schedule_change.task_id]) as task);
end;
$$;

grant execute on function
  private.start_earlier(uuid, jsonb),
  public.start_earlier(uuid, jsonb, jsonb, text[]),
  private.undo_schedule_change(uuid, bigint),
  public.undo_schedule_change(uuid, bigint)
to authenticated;
