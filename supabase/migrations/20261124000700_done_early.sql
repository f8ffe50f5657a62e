-- An occurrence may be done up to 366 days ahead of its day, and a tick may say that it was done earlier than now.

set check_function_bodies = off;

grant insert (done_on, done_at) on public.task_completions to authenticated;

drop function private.doable_days(uuid);

drop function private.check_done_when(public.task_completions, date, time);

drop function public.complete_task(uuid, date, uuid, uuid[]);

drop function private.mark_day(uuid, date, text, uuid, uuid[]);

-- The days of a task that can be done or skipped: those between the start and the end of the schedule
-- that counts for them, and those to which something was put off, until today or, done early, 366 days later.
create function private.doable_days(task_id uuid, is_early boolean default false) returns datemultirange
language sql stable security definer set search_path = ''
as $$
  with schedules as (
    select start_date, end_date, former.valid_until
    from public.task_schedules former where former.task_id = doable_days.task_id
    union all
    select start_date, end_date, null from public.tasks where tasks.id = doable_days.task_id
  ),
  dated as (
    select
      start_date, end_date, valid_until,
      lag(valid_until) over (order by valid_until nulls last) as former_until
    from schedules
  ),
  ranges as (
    select daterange(
      greatest(start_date, former_until + 1),
      least(end_date, valid_until) + 1
    ) as days
    from dated
    where greatest(start_date, former_until + 1) <= coalesce(least(end_date, valid_until), 'infinity')
    union all
    select daterange(new_date, new_date, '[]')
    from public.task_put_offs where task_put_offs.task_id = doable_days.task_id
  )
  select coalesce(range_agg(days), '{}')
    * datemultirange(daterange(null, private.latest_today() + case when is_early then 366 else 0 end, '[]'))
  from ranges
$$;

-- Refuses a day or a time on which what counts for a day, recorded in a zone now or before, can't have been done.
-- The clock of another machine may be a little ahead.
create function private.check_done_when(completed_date date, time_zone text, done_on date, done_at time)
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if done_on < greatest(completed_date - 366, date '0001-01-01') then
    perform private.refuse('doneOn', 'DONE_TOO_EARLY');
  elsif done_on > (now() at time zone check_done_when.time_zone)::date then
    perform private.refuse('doneOn', 'DONE_LATER');
  elsif done_at >= '24:00' then
    perform private.refuse('doneAt', 'INVALID');
  elsif (done_on + done_at) at time zone check_done_when.time_zone > now() + interval '10 minutes' then
    perform private.refuse('doneAt', 'DONE_LATER');
  end if;
end;
$$;

-- A completion is of a day that can be done, and is not yet; its writer takes part, still, now that
-- the task is locked. A staged task has its past as its import found it.
create or replace function private.check_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days,
      bool_and(rows.status = 'done' and rows.via is null) as may_be_early
    from changed_rows as rows group by rows.task_id order by rows.task_id
  loop
    select tasks.* into task from public.tasks where tasks.id = changed.task_id for no key update;
    if task.is_active then
      -- Nobody is signed in when an account is removed, with its completions.
      if me is not null
        and (
          case
            when task.household_id is null then me <> task.user_id
            else task.household_id <> all (array(select private.my_households()))
          end
        )
        and not exists (
          select from public.task_shares shares
          where shares.task_id = changed.task_id and shares.recipient_id = me
        ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where me is not null and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        -- Done early, by an account. What is due so long after it was done has no later day.
        if not changed.days <@ private.doable_days(
          changed.task_id, changed.may_be_early and task.after_done is null
        ) then
          perform private.refuse('date', 'INVALID');
        end if;
        perform case rows.status
          when 'done'
          then private.check_done_when(rows.completed_date, rows.time_zone, rows.done_on, rows.done_at)
          else private.refuse('doneOn', 'INVALID')
        end
        from changed_rows as rows
        where rows.task_id = changed.task_id and rows.done_on is not null;
        -- The first one had the task locked before.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_changes(changed.task_id, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
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
      'doneAt', case when tg_op = 'INSERT' then left(rows.done_at::text, 5) end
    ))
  from changed_rows as rows join public.tasks on tasks.id = rows.task_id
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

-- Marks an occurrence done or skipped, on a day that private.doable_days has, done also up to 366 days ahead. The
-- first one wins: the person who comes second changes nothing. done_by is the account that did it, the caller
-- unless given; people are those of the task's household who did it: the caller unless given, and where empty nobody
-- in particular. done_on and done_at say when it was really done, as in correct_completion.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- LIMIT_REACHED.
create function private.mark_day(
  task_id uuid, day date, status text, done_by uuid, people uuid[] default null, done_on date default null,
  done_at time default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  -- as whom the caller says so, unless somebody outside the household did it
  said_by constant uuid := case when coalesce(done_by, me) = me then private.my_person(task_id) end;
  -- today without a time is when it is recorded
  is_now constant boolean := case
    when done_on is null then true
    else done_at is null and done_on = (now() at time zone private.my_time_zone())::date
  end;
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  if done_at is not null and (done_on is null or done_at >= '24:00') then
    perform private.refuse('doneAt', 'INVALID');
  end if;
  begin
    if not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = mark_day.task_id and catch_ups.days @> mark_day.day
    ) then
      insert into public.task_completions (
        task_id, completed_date, user_id, status, people, said_by, done_on, done_at
      )
      values (
        mark_day.task_id, mark_day.day, coalesce(mark_day.done_by, me), mark_day.status,
        coalesce(mark_day.people, case when said_by is not null then array[said_by] end), said_by,
        case when not is_now then mark_day.done_on end, date_trunc('minute', mark_day.done_at)
      )
      on conflict do nothing;
    end if;
  exception
    -- Somebody caught up on it in the meantime.
    when sqlstate 'PT409' then null;
    when insufficient_privilege then
      perform private.fail(
        case
          when exists (
            select from public.tasks where tasks.id = mark_day.task_id and tasks.is_active
          ) then 'NOT_ALLOWED'
          else 'TASK_NOT_FOUND'
        end
      );
  end;
  -- The message that this has sent is the answer, too.
  task := nullif(current_setting('rota.sent_task'), '');
  if task is null then
    select visible into task from private.visible_tasks(array[mark_day.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return task;
end;
$$;

grant execute on function private.mark_day(uuid, date, text, uuid, uuid[], date, time) to authenticated;

create function public.complete_task(
  task_id uuid, completed_date date, done_by uuid default null, people uuid[] default null,
  done_on date default null, done_at time default null
) returns jsonb
language sql set search_path = ''
as $$ select private.mark_day(task_id, completed_date, 'done', done_by, people, done_on, done_at) $$;

grant execute on function public.complete_task(uuid, date, uuid, uuid[], date, time) to authenticated;

-- Corrects who did an occurrence that is done, and when. people are those of the task's household who did it;
-- whoever corrects them says so from then on. done_on is the day on which it was really done, in the zone in
-- which it was recorded: from a year before the day that it counts for until today; done_at is the time of that
-- day, to the minute, null where it is not known. The day on which it was recorded, without a time, takes such a
-- correction back. Where people or done_on are null, that stays as it is; the same again changes nothing. When
-- it was recorded, and which day is done, stays in any case. Whoever may undo it may correct it.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create or replace function private.correct_completion(
  task_id uuid, completed_date date, people uuid[], done_on date, done_at time
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known public.task_completions;
  corrected public.task_completions;
  me uuid;
begin
  if not private.is_participant(correct_completion.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  -- Before its task, as everywhere.
  select completions.* into known from public.task_completions completions
  where completions.task_id = correct_completion.task_id
    and completions.completed_date = correct_completion.completed_date
  for update;
  perform private.begin_change(correct_completion.task_id);
  if known.status is distinct from 'done' then
    perform private.refuse('date', 'NOT_DONE');
  elsif not private.may_edit(correct_completion.task_id)
    and auth.uid() is distinct from known.user_id
    and (known.people && array(select private.my_people())) is not true then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  corrected := known;
  if done_on is not null then
    perform private.check_done_when(known.completed_date, known.time_zone, done_on, done_at);
    corrected.done_on := done_on;
    corrected.done_at := date_trunc('minute', done_at);
    if done_at is null and done_on = (known.completed_at at time zone known.time_zone)::date then
      corrected.done_on := null;
    end if;
  elsif done_at is not null then
    perform private.refuse('doneAt', 'INVALID');
  end if;
  if people is not null then
    me := private.my_person(correct_completion.task_id);
    perform private.check_people(correct_completion.task_id, people, me);
    -- In another order they are the same.
    if known.people is null or not (people <@ known.people and people @> known.people) then
      corrected.people := people;
      corrected.said_by := me;
      corrected.user_id := auth.uid();
      corrected.by_name := null;
      corrected.via := null;
    end if;
  end if;
  if corrected is distinct from known then
    update public.task_completions completions
    set
      people = corrected.people, said_by = corrected.said_by, user_id = corrected.user_id,
      by_name = corrected.by_name, via = corrected.via,
      done_on = corrected.done_on, done_at = corrected.done_at
    where completions.task_id = correct_completion.task_id
      and completions.completed_date = correct_completion.completed_date;
    perform private.append_event(
      known.task_id, 'corrected',
      datemultirange(daterange(known.completed_date, known.completed_date, '[]')),
      -- Who did it and when before, and what was said instead.
      jsonb_build_object('by', known.user_id)
      || jsonb_strip_nulls(jsonb_build_object(
        'people', known.people, 'saidBy', known.said_by, 'name', known.by_name,
        'before', private.done_when_json(known),
        'after', private.done_when_json(corrected) || case
          when corrected.people is distinct from known.people
          then jsonb_build_object('people', corrected.people) else '{}'
        end
      ))
    );
    perform private.raise_revision(known.task_id);
  end if;
  perform private.count_changes(known.task_id, 1);
end;
$$;

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, those from
-- yesterday's day on, and what is due once, recentChecks which lines were ticked on the latest ten days that
-- have any, and people has the names that its participants may know, of those who take part no more the
-- former name; takingPart says who does, beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
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
            'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5)
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
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name, via, done_on, done_at
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(known.by), (entry ->> 1)::timestamptz,
    coalesce(known."timeZone", private.my_time_zone()), known.status, private.by_name(known.by), known.via,
    (entry ->> 2)::date, (entry ->> 3)::time
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
