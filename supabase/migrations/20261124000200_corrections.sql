-- Completions that no account has made, by a household's kitchen tablet or a task's printed label, and when
-- something was really done.

set check_function_bodies = off;

alter table public.task_completions
  -- how it was ticked by whoever stood there, whose account is not known; whoever acts for a tablet or a label
  -- sets rota.via
  add column via text default nullif(current_setting('rota.via', true), '') check (via in ('display', 'label')),
  -- the day on which it was really done, and the hour and minute if known, in time_zone; where that is not when
  -- it was recorded
  add column done_on date,
  add column done_at time check (
    done_at is null or (done_on is not null and extract(second from done_at) = 0 and done_at < '24:00')
  );

grant select (via, done_on, done_at) on public.task_completions to authenticated;

drop trigger record_people on public.task_events;

create trigger record_people after insert on public.task_events
  for each row when (new.person_id is not null or new.details ? 'people')
  execute function private.record_people();

create or replace function private.record_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.task_people (task_id, person_id, name)
  select new.task_id, people.id, people.name
  from public.household_people people
  where people.id = new.person_id
    or people.id in (
      select person.id::uuid
      from unnest(array[new.details -> 'people', new.details #> '{after,people}']) as named (ids)
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(named.ids) when 'array' then named.ids else '[]' end
      ) as person (id)
    )
  on conflict do nothing;
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
      'via', case when tg_op = 'DELETE' then nullif(current_setting('rota.via', true), '') else rows.via end
    ))
  from changed_rows as rows join public.tasks on tasks.id = rows.task_id
  where tasks.is_active or tasks.deleted_at is not null
  group by rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.via
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

drop trigger record_nameless on public.task_completions;

create trigger record_nameless after update on public.task_completions
  referencing old table as before new table as after
  for each statement execute function private.record_nameless();

-- An account that is closed leaves what it did, without its name.
create or replace function private.record_nameless() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_revision(nameless.task_id)
  from (
    select distinct after.task_id
    from after join before using (task_id, completed_date)
    where after.user_id is null and before.user_id is not null
    order by after.task_id
  ) as nameless;
  return null;
end;
$$;

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
    perform private.check_done_when(known, done_on, done_at);
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

grant execute on function private.correct_completion(uuid, date, uuid[], date, time) to authenticated;

-- Refuses a day or a time on which that can't have been done. The clock of another machine may be a little ahead.
create or replace function private.check_done_when(known public.task_completions, done_on date, done_at time)
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if done_on < greatest(known.completed_date - 366, date '0001-01-01') then
    perform private.refuse('doneOn', 'DONE_TOO_EARLY');
  elsif done_on > (now() at time zone known.time_zone)::date then
    perform private.refuse('doneOn', 'DONE_LATER');
  elsif done_at >= '24:00' then
    perform private.refuse('doneAt', 'INVALID');
  elsif (done_on + done_at) at time zone known.time_zone > now() + interval '10 minutes' then
    perform private.refuse('doneAt', 'DONE_LATER');
  end if;
end;
$$;

create or replace function private.done_when_json(known public.task_completions) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(
    jsonb_build_object('doneOn', known.done_on, 'doneAt', left(known.done_at::text, 5))
  )
$$;

create or replace function public.correct_completion(
  task_id uuid, completed_date date, people uuid[] default null, done_on date default null,
  done_at time default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.correct_completion(task_id, completed_date, people, done_on, done_at);
  return (select task from private.visible_tasks(array[correct_completion.task_id]) as task);
end;
$$;

grant execute on function public.correct_completion(uuid, date, uuid[], date, time) to authenticated;

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, recentChecks
-- which lines were ticked on the latest ten days that have any, and people has the names that its
-- participants may know, of those who take part no more the former name; takingPart says who does,
-- beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
-- whether an address has an account.
-- Whatever lies behind it, what is sent stays small (docs/decisions/011-long-records.md): "cut" says what
-- was left out. "record": all but the title and who takes part, where the record of the task, of its owner's
-- tasks or of all of them is too long, the longest first. "notes": all but their first 400 characters, where
-- the notes of all of them are too long. "none": a task that would be cut and was asked for as a whole.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create or replace function private.task_json(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  with measured as materialized (
    select
      tasks.id, tasks.user_id, tasks.user_id = (select auth.uid()) as is_own,
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
      + 100 * (
        select count(*)
        from (
          select from public.task_shares shares where shares.task_id = tasks.id
          union all
          (select from public.former_names known where known.task_id = tasks.id limit 300)
          union all
          (select from private.task_people known where known.task_id = tasks.id limit 300)
        ) as people
      )
      + 200 * (
        select count(*)
        from (
          select from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          limit 100
        ) as latest
      )
      + (
        select coalesce(sum(pg_column_size(latest.days)), 0)
        from (
          select catch_ups.days from public.task_catch_ups catch_ups
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
            partition by measured.user_id order by measured.record, measured.id
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

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    task - array[
      'ownerId', 'householdId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart'
    ]
  ) || jsonb_build_object(
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'household', (
      select households.name from public.households where households.id = tasks.household_id
    ),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
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
          || jsonb_strip_nulls(jsonb_build_object('via', via))
          order by status, person::text, time_zone, via
        ),
        '[]'
      )
      from (
        select
          private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
          status,
          time_zone,
          via,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at))
            || case
              when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
              when done_on is not null then jsonb_build_array(done_on)
              else '[]'
            end
            order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3, 4
      ) as groups
    ),
    'catchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', catch_ups.id,
            'by', private.doers_json(
              catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id
            ),
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
            'by', private.doers_json(
              case when notes.person_id is not null then array[notes.person_id] end,
              notes.user_id, notes.by_name, task -> 'people', me.id
            ),
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
            'by', private.doers_json(
              case when events.person_id is not null then array[events.person_id] end,
              events.user_id, null, task -> 'people', me.id
            ),
            'kind', events.kind,
            'days', private.ranges_json(events.days),
            'details', case
              when events.details ? 'by' then
                jsonb_set(
                  events.details - array['people', 'saidBy'], '{by}',
                  coalesce(
                    private.doers_json(
                      case when events.details ? 'people' then array(
                        select person::uuid from jsonb_array_elements_text(events.details -> 'people') as person
                      ) end,
                      (events.details ->> 'by')::uuid, null, task -> 'people', me.id
                    ),
                    'null'
                  )
                ) || case when events.details #> '{after,people}' is null then '{}' else jsonb_build_object(
                  'after', (events.details -> 'after') - 'people' || jsonb_build_object(
                    'by', private.doers_json(
                      array(
                        select person::uuid
                        from jsonb_array_elements_text(events.details #> '{after,people}') as person
                      ),
                      null, null, task -> 'people', me.id
                    )
                  )
                ) end
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
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.status = events.kind
              and case
                when events.details ? 'via' then
                  completions.via = events.details ->> 'via' and completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                else
                  events.details ->> 'by' = events.user_id::text and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
              end
          )
        )
    )
  )
  from public.tasks, (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid
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
        completions.completed_date <@ known_days and completions.completed_at <@ known_instants
        and coalesce(completions.done_on, completions.completed_date) <@ known_days
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
