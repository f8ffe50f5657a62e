-- The record: former schedules, what happened on a day, the events, and the calls that write them.

-- When what is being recorded was done: now, unless it has waited on a device without a network. Then the request's
-- header x-made-ago says for how many seconds: an age, so that a clock which is wrong does no harm. It is bounded
-- by 30 days and always before now, which tells what has waited from what hasn't.
create function private.made_at() returns timestamptz
language plpgsql stable as $$
declare
  age constant double precision := nullif(current_setting('request.headers', true), '')::json ->> 'x-made-ago';
begin
  return now() - make_interval(secs => case when age is null then 0 else greatest(0.000001, least(2592000, age)) end);
end;
$$;

-- What was made later than this, what is being recorded must not change: its maker has not seen it. A request takes
-- up to ten seconds.
create function private.last_seen() returns timestamptz
language sql stable
return private.made_at() + interval '10 seconds';

create function private.one_day(day date) returns datemultirange
language plpgsql immutable as $$
begin
  return datemultirange(daterange(day, day, '[]'));
end;
$$;

-- The former schedules of a task. The current one stands in tasks, and counts from
-- tasks.schedule_from on; one without that day counts for ever.
create table public.task_schedules (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- the last day that it counts for; its first is the day after the one before it ended
  valid_until date not null,
  -- as private.schedule_json has it; its length is asked without reading it
  schedule jsonb storage external not null,
  primary key (task_id, valid_until)
);

grant select (task_id, valid_until, schedule) on public.task_schedules to authenticated;

-- In these, `tasks` means the tasks that the caller may see. An array again, so that even a question
-- for all completions walks the index of the caller's tasks.
create policy "Participants see the former schedules of a task" on public.task_schedules
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The days of a task that can be done or skipped: those from the start to the end of the schedule that counts for them
-- and, unless left out, those to which something was put off, until so many days after today; null for all of them.
create function private.doable_days(task_id uuid, days_ahead integer default 0, with_put_offs boolean default true)
returns datemultirange
language plpgsql stable security definer as $$
begin
  return (
    select coalesce(range_agg(daterange(spans.first_day, spans.last_day, '[]')), '{}')
    from (
      select
        greatest(start_date, lag(valid_until) over (order by valid_until nulls last) + 1) as first_day,
        least(end_date, valid_until) as last_day
      from (
        select
          (former.schedule ->> 'startDate')::date as start_date,
          (former.schedule ->> 'endDate')::date as end_date, former.valid_until
        from public.task_schedules former where former.task_id = doable_days.task_id
        union all
        select tasks.start_date, tasks.end_date, null from public.tasks where tasks.id = doable_days.task_id
      ) as schedules
      union all
      select put_offs.new_date, put_offs.new_date
      from public.task_put_offs put_offs where with_put_offs and put_offs.task_id = doable_days.task_id
    ) as spans
    where spans.first_day <= coalesce(spans.last_day, 'infinity')
  -- private.latest_today, without a call in each tick
  ) * datemultirange(daterange(null, (now() at time zone 'Pacific/Kiritimati')::date + days_ahead, '[]'));
end;
$$;

-- The schedule that counts on a day, as private.schedule_json has it.
create function private.schedule_on(task_id uuid, day date) returns jsonb
language plpgsql stable security definer as $$
begin
  return coalesce(
    (
      select former.schedule from public.task_schedules former
      where former.task_id = schedule_on.task_id and former.valid_until >= schedule_on.day
      order by former.valid_until
      limit 1
    ),
    (select private.schedule_json(tasks) from public.tasks where tasks.id = schedule_on.task_id)
  );
end;
$$;

-- The first day from this one on that is in a task's season and not closed; null when there is none until its
-- end.
create function private.open_day_from(task public.tasks, closed datemultirange, day date) returns date
language plpgsql immutable as $$
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

-- The days of a task that are done or skipped, or have the one status, from a day on.
create function private.settled_since(task_id uuid, first_day date, status text default null) returns datemultirange
language plpgsql stable security definer as $$
begin
  return (
    select coalesce(range_agg(deeds.days), '{}')
    from (
      select
        datemultirange(daterange(completions.completed_date, completions.completed_date, '[]')) as days, completions.status
      from public.task_completions completions
      where completions.task_id = settled_since.task_id and completions.completed_date >= first_day
      union all
      select catch_ups.days, catch_ups.status from public.task_catch_ups catch_ups
      where catch_ups.task_id = settled_since.task_id and upper(catch_ups.days) > first_day
    ) as deeds
    where settled_since.status is null or deeds.status = settled_since.status
  );
end;
$$;

-- The last day of a task that is done or skipped, other than this one; null for none.
create function private.last_settled_day(task_id uuid, other_than date default null) returns date
language plpgsql stable security definer as $$
begin
  return greatest(
    (
      select max(completions.completed_date) from public.task_completions completions
      where completions.task_id = last_settled_day.task_id and completions.completed_date is distinct from other_than
    ),
    (
      select max(upper(catch_ups.days)) - 1 from public.task_catch_ups catch_ups
      where catch_ups.task_id = last_settled_day.task_id
    )
  );
end;
$$;

-- The day on which an interval task was due when a day of it was done or skipped: kept with the completion, as later
-- edits would work out another one. Null when the schedule has dates, for a day before it began, for one after which
-- the task is done already, and for one that a dated put-off takes. As openOccurrence in
-- src/domain/recurrence/task-schedule.ts; rules (RFC 5545) are not read here, so that what was put off in a former
-- schedule with dates counts as due there.
create function private.due_day(task public.tasks, day date) returns date
language plpgsql stable security definer as $$
declare
  last_day constant date := private.last_settled_day(task.id, day);
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
      range_agg(private.one_day(moved.due_date) + private.one_day(moved.new_date)) filter (where not moved.is_open),
      '{}'
    ),
    coalesce(jsonb_object_agg(moved.due_date, moved.new_date) filter (where moved.is_open), '{}')
  into taken, moves
  from (
    select
      put_offs.due_date, put_offs.new_date,
      not put_offs.to_former_schedule
      and private.is_after_done_on(task.id, least(put_offs.due_date, put_offs.new_date)) as is_open
    from public.task_put_offs put_offs where put_offs.task_id = task.id
  ) as moved
  -- Else a schedule ended between the two days, and nothing moves.
  where not moved.is_open or not exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and former.valid_until >= least(moved.due_date, moved.new_date) and former.valid_until < moved.due_date
  );
  if day <@ taken then
    return null;
  end if;
  -- Only what is put off may go to a day before the last one.
  closed := task.paused + taken + (
    private.settled_since(task.id, (
      select min(put_offs.new_date) from public.task_put_offs put_offs where put_offs.task_id = task.id
    )) - private.one_day(day)
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

-- Whether the task is due an interval after it was last done by the schedule that counts on a day.
create function private.is_after_done_on(task_id uuid, day date) returns boolean
language plpgsql stable as $$
begin
  return coalesce(
    (
      select former.schedule ->> 'afterDone' is not null from public.task_schedules former
      where former.task_id = is_after_done_on.task_id and former.valid_until >= is_after_done_on.day
      order by former.valid_until
      limit 1
    ),
    (select tasks.after_done is not null from public.tasks where tasks.id = is_after_done_on.task_id)
  );
end;
$$;

-- Whether a task is due on a day by its schedule there, so that what is put off to it would be skipped without a
-- word. Of rules (RFC 5545) those of weekdays alone are read here; the app reads all of them.
create function private.is_due_on(task_id uuid, day date) returns boolean
language sql stable security definer as $$
  select
    day between schedule.start_date and coalesce(schedule.end_date, 'infinity')
    and coalesce(extract(month from day) = any (schedule.season), true)
    and not tasks.paused @> day
    and case schedule.repeat_value
      when 'daily' then true
      when 'weekly' then (day - schedule.start_date) % 7 = 0
      when 'monthly' then extract(day from day) = extract(day from schedule.start_date)
      when 'yearly' then to_char(day, 'MMDD') = to_char(schedule.start_date, 'MMDD')
      else schedule.custom_rrule ~ '^(RRULE:)?FREQ=WEEKLY;BYDAY=[A-Z,]+$'
        and schedule.custom_rrule ~ ('[=,]' || upper(left(to_char(day, 'DY'), 2)) || '(,|$)')
    end
    -- It is elsewhere itself.
    and not exists (
      select from public.task_put_offs moved
      where moved.task_id = is_due_on.task_id and moved.due_date = is_due_on.day
    )
  from public.tasks, private.with_fields(null, private.schedule_on(tasks.id, day)) as schedule
  where tasks.id = is_due_on.task_id
$$;

-- What a task's schedules were before the last change "for the past too", which can be undone for a day. Any
-- other change of its schedule takes it away.
create table private.past_changes (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  changed_at timestamptz not null default now(),
  -- as private.schedule_json has it, with scheduleFrom
  schedule jsonb not null,
  -- rows of task_schedules, and of the put-offs to a former schedule
  former_schedules jsonb not null,
  put_offs jsonb not null
);

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule counts for the
-- past too, in place of the former ones.
create function private.record_schedule(before public.tasks, after public.tasks) returns void
language plpgsql volatile security definer as $$
begin
  perform private.append_event(
    after.id, 'schedule_changed', null,
    jsonb_build_object(
      'before', private.schedule_json(before), 'after', private.schedule_json(after), 'from', after.schedule_from
    )
  );
  delete from private.past_changes where past_changes.task_id = after.id;
  if after.schedule_from is null then
    with former as (
      delete from public.task_schedules where task_schedules.task_id = after.id returning task_schedules.*
    ),
    unbound as (
      update public.task_put_offs set to_former_schedule = false
      where task_put_offs.task_id = after.id and to_former_schedule
      returning task_put_offs.*
    )
    insert into private.past_changes (task_id, schedule, former_schedules, put_offs)
    values (
      after.id, private.schedule_json(before) || jsonb_build_object('scheduleFrom', before.schedule_from),
      to_jsonb(array(select former from former)), to_jsonb(array(select unbound from unbound))
    );
  elsif before.schedule_from is distinct from after.schedule_from then
    insert into public.task_schedules (task_id, valid_until, schedule)
    values (after.id, after.schedule_from - 1, private.schedule_json(before));
  end if;
end;
$$;

-- What was done or skipped, a day of a task a row.
create table public.task_completions (
  task_id uuid not null references public.tasks (id) on delete cascade,
  completed_date date not null,
  -- who did or skipped it; null when that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  completed_at timestamptz not null default private.made_at(),
  status text not null default 'done' check (status in ('done', 'skipped')),
  -- an occurrence is done once, by one person; the included columns answer the list from the index
  primary key (task_id, completed_date) include (user_id, completed_at, status),
  -- the name of somebody who has no account here, in what was imported
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- Of a household's task: the people who did it, nobody in particular where it is empty, and who said so.
  -- user_id is then the account that said so.
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid,
  -- how it was ticked by whoever stood there, whose account is not known: 'display' on a household's kitchen
  -- tablet, 'label' by a task's printed label; whoever acts for one of these sets rota.via
  via text default nullif(current_setting('rota.via', true), '') check (via in ('display', 'label')),
  -- the day on which it was really done, and the hour and minute if known, in time_zone; where that is not when
  -- it was recorded
  done_on date,
  done_at time check (
    done_at is null or (done_on is not null and extract(second from done_at) = 0 and done_at < '24:00')
  ),
  -- of an interval task: the day on which it was due then; worked out by
  -- private.due_day, or from an import
  due_on date
);

-- Of all rows a task has few, even where the statistics were taken while one task had them all.
alter table public.task_completions alter column task_id set (n_distinct = -0.01);

grant select (
  task_id, completed_date, user_id, completed_at, status, by_name, time_zone, people, said_by, via, done_on,
  done_at, due_on
) on public.task_completions to authenticated;

grant insert (task_id, completed_date, user_id, status, people, said_by, done_on, done_at)
on public.task_completions to authenticated;

grant delete on public.task_completions to authenticated;

create index task_completions_by_person on public.task_completions (user_id, task_id);

create index task_completions_by_time on public.task_completions (task_id, completed_at);

create policy "Participants see the completions of a task" on public.task_completions
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

create policy "Participants mark a task done as themselves, owners as anyone who takes part"
  on public.task_completions
  for insert to authenticated
  with check (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (
            tasks.user_id = (select auth.uid())
            and private.takes_part_openly(tasks.id, task_completions.user_id)
          )
        )
    )
  );

create policy "Participants undo their own completions, owners and members everyone's"
  on public.task_completions
  for delete to authenticated
  using (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (tasks.household_id is null and tasks.user_id = (select auth.uid()))
          or tasks.household_id = any (array(select private.my_households('member')))
          or task_completions.people && array(select private.my_people())
        )
    )
  );

-- Who is said to have done something in a household's task, and who says so: people who are present in it, and
-- the caller. Nobody names anyone in another task. Errors: VALIDATION_FAILED.
create function private.check_people(task_id uuid, people uuid[], said_by uuid) returns void
language plpgsql stable security definer as $$
declare
  present bigint;
  gone bigint;
begin
  select count(*) filter (where persons.left_on is null), count(persons.left_on) into present, gone
  from public.tasks
  join public.household_people persons on persons.household_id = tasks.household_id
  where tasks.id = check_people.task_id and persons.id = any (people);
  if (
    coalesce(array_ndims(people), 0) > 1 or said_by <> private.my_person(task_id) or cardinality(people) <> present
  ) is not false then
    perform private.refuse('people', case when said_by is not null and gone > 0 then 'PERSON_LEFT' else 'INVALID' end);
  end if;
end;
$$;

-- A completion is of a day that can be done, and is not yet; its writer takes part, still, now that
-- the task is locked. A staged task has its past as its import found it.
create function private.check_completions() returns trigger
language plpgsql security definer as $$
declare
  me constant uuid := auth.uid();
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days,
      min(case when rows.status <> 'done' then 0 when rows.via is null then 366 else 7 end) as days_ahead
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
          select from private.task_shares shares
          where shares.task_id = changed.task_id and shares.recipient_id = me
        ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where me is not null and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        -- Done early. An interval task has no later day.
        if not changed.days <@ private.doable_days(
          changed.task_id, case when task.after_done is null then changed.days_ahead else 0 end
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
        -- The first one had the task locked before: caught up on it, or put it off.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) or exists (
          select from public.task_put_offs moved
          where moved.task_id = changed.task_id and moved.due_date <@ changed.days
            and private.place_of(moved.task_id, moved.due_date) <> moved.due_date
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_use('changes_per_day', changed.task_id || auth.uid()::text, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
  return null;
end;
$$;

-- One event a task, person and statement, however many days it is about, and one revision a task. Who
-- did something in a task by a share takes part in the owner's eyes, too, under the name of now.
create function private.record_completions() returns trigger
language plpgsql security definer as $$
begin
  if tg_op = 'INSERT' then
    update private.task_shares shares set status = 'taking_part'
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
  insert into public.task_events (task_id, kind, days, details, time_zone)
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
    )),
    case when tg_op = 'DELETE' then private.my_time_zone() else rows.time_zone end
  from changed_rows as rows
  join public.tasks on tasks.id = rows.task_id
  -- None any more of what is undone.
  left join public.task_completions as stored
    on stored.task_id = rows.task_id and stored.completed_date = rows.completed_date
  where tasks.is_active or tasks.deleted_at is not null
  group by
    rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.via, rows.done_on, rows.done_at,
    rows.time_zone
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as stored (task_id, block, done, skipped)
    select
      changed.task_id, changed.block,
      coalesce(bit_or(changed.bits) filter (where changed.status = 'done'), 0::bit(336)),
      coalesce(bit_or(changed.bits) filter (where changed.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as changed
    group by changed.task_id, changed.block
    on conflict (task_id, block) do update
    set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
  else
    update private.settled_days as stored
    set done = stored.done & ~ undone.bits, skipped = stored.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where stored.task_id = undone.task_id and stored.block = undone.block;
  end if;
  -- check_completions has locked them.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

-- An account that is closed leaves what it did, without its name.
create function private.record_nameless() returns trigger
language plpgsql security definer as $$
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

create trigger check_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.check_completions();

create trigger check_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.check_completions();

create trigger record_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.record_completions();

create trigger record_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.record_completions();

create trigger record_nameless after update on public.task_completions
  referencing old table as before new table as after
  for each statement execute function private.record_nameless();

create trigger check_touched after delete on public.task_completions
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- Which days of a task are done or skipped, a bit a day in blocks of 336 (48 weeks) from 0001-01-01 on, so
-- that what a list or a tick reads doesn't grow with the rows behind it: docs/decisions/009-settled-days.md.
-- Triggers keep it.
create table private.settled_days (
  task_id uuid not null references public.tasks (id) on delete cascade,
  block integer not null,
  done bit(336) not null default 0::bit(336),
  skipped bit(336) not null default 0::bit(336),
  primary key (task_id, block)
);

-- Writes there that days of a task have this status, or have it no longer.
create function private.set_settled(task_id uuid, days datemultirange, status text, is_settled boolean) returns void
language plpgsql volatile security definer as $$
declare
  first_day constant date := '0001-01-01';
  changed record;
begin
  for changed in
    select
      blocks.block,
      bit_or(
        ((~ 0::bit(336)) >> greatest(lower(run) - first_day - blocks.block * 336, 0))
        & ((~ 0::bit(336)) << greatest(blocks.block * 336 + 336 - (upper(run) - first_day), 0))
      ) as bits
    from unnest(days) as run
    cross join lateral generate_series(
      (lower(run) - first_day) / 336, (upper(run) - 1 - first_day) / 336
    ) as blocks (block)
    group by blocks.block
  loop
    if not is_settled then
      update private.settled_days as stored
      set done = stored.done & ~ changed.bits, skipped = stored.skipped & ~ changed.bits
      where stored.task_id = set_settled.task_id and stored.block = changed.block;
    else
      insert into private.settled_days as stored (task_id, block, done, skipped)
      values (
        set_settled.task_id, changed.block,
        case when status = 'done' then changed.bits else 0::bit(336) end,
        case when status = 'skipped' then changed.bits else 0::bit(336) end
      )
      on conflict on constraint settled_days_pkey do update
      set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    end if;
  end loop;
end;
$$;

-- Many missed occurrences done or skipped in one go: days as runs, whatever their number. No day is
-- in two of these, or in one and in task_completions. One that was undone is kept without days, so that its sending
-- may be repeated; nobody sees it.
create table public.task_catch_ups (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  task_id uuid not null references public.tasks (id) on delete cascade,
  days datemultirange not null,
  status text not null check (status in ('done', 'skipped')),
  user_id uuid references public.profiles (id) on delete set null,
  recorded_at timestamptz not null default private.made_at(),
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- as in task_completions
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid
);

grant select (
  id, task_id, days, status, user_id, recorded_at, by_name, time_zone, people, said_by
) on public.task_catch_ups to authenticated;

create index task_catch_ups_by_task on public.task_catch_ups (task_id);

create index task_catch_ups_by_person on public.task_catch_ups (user_id);

create policy "Participants see what was caught up on" on public.task_catch_ups
  for select to authenticated
  using (not isempty(days) and task_id = any (array(select tasks.id from public.tasks)));

create function private.record_catch_up() returns trigger
language plpgsql security definer as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  changed constant datemultirange := case when tg_op = 'INSERT' then after else before - after end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before <> after then
    perform private.set_settled(what.task_id, changed, what.status, tg_op = 'INSERT');
    perform private.append_event(
      what.task_id, case when tg_op = 'INSERT' then what.status else 'undone' end, changed,
      jsonb_build_object('by', what.user_id, 'status', what.status)
      || jsonb_strip_nulls(jsonb_build_object('people', what.people, 'saidBy', what.said_by))
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_catch_up after insert or update or delete on public.task_catch_ups
  for each row execute function private.record_catch_up();

-- An occurrence that was put off to another day. Put off again, the row says where it is now.
create table public.task_put_offs (
  task_id uuid not null references public.tasks (id) on delete cascade,
  due_date date not null,
  new_date date not null check (new_date <> due_date),
  -- the person who put it off last; null when that person has closed their account, and counts for nobody
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  -- whether, when it was put off, a schedule had ended between its new day and its day in the schedule
  to_former_schedule boolean not null default false,
  primary key (task_id, due_date),
  unique (task_id, new_date)
);

grant select (
  task_id, due_date, new_date, user_id, to_former_schedule
) on public.task_put_offs to authenticated;

create index task_put_offs_by_person on public.task_put_offs (user_id, task_id);

create policy "Participants see what was put off" on public.task_put_offs
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The put-offs of a task, with the client's names.
create function private.put_offs_json(task_id uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'dueDate', due_date, 'newDate', new_date, 'toFormerSchedule', to_former_schedule
        )
        order by due_date
      ),
      '[]'
    )
    from public.task_put_offs put_offs where put_offs.task_id = put_offs_json.task_id
  );
end;
$$;

create function private.record_put_off() returns trigger
language plpgsql security definer as $$
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Put back, it goes nowhere.
  perform private.append_event(
    what.task_id, 'put_off', private.one_day(what.due_date), jsonb_build_object('to', new.new_date)
  );
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_put_off after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.record_put_off();

-- What somebody had to say about a day of a task.
create table public.task_day_notes (
  task_id uuid not null references public.tasks (id) on delete cascade,
  day date not null,
  note text not null,
  user_id uuid references public.profiles (id) on delete set null,
  written_at timestamptz not null default private.made_at(),
  primary key (task_id, day),
  by_name text check (char_length(by_name) between 1 and 100),
  -- of a household, whose account has been closed
  person_id uuid
);

grant select (
  task_id, day, note, user_id, written_at, by_name, person_id
) on public.task_day_notes to authenticated;

create index task_day_notes_by_person on public.task_day_notes (user_id);

create policy "Participants see the notes on the days of a task" on public.task_day_notes
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

create function private.record_day_note() returns trigger
language plpgsql security definer as $$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account goes.
  if new.note is distinct from old.note then
    perform private.append_event(
      what.task_id, 'noted', private.one_day(what.day), jsonb_build_object('note', new.note)
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_day_note after insert or update or delete on public.task_day_notes
  for each row execute function private.record_day_note();

-- The lines of a checklist that were ticked. They are known by their text: a line that is renamed begins unticked, and
-- one that was removed has its ticks again when it comes back. One whose tick was taken back stays, unseen, with when
-- that was: what was made before and comes later changes nothing.
create table public.task_checks (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- of the occurrence; where it was put off to
  day date not null,
  line text not null,
  is_checked boolean not null default true,
  -- null when that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  made_at timestamptz not null default private.made_at(),
  time_zone text not null default private.my_time_zone(),
  primary key (task_id, day, line)
);

grant select (task_id, day, line) on public.task_checks to authenticated;

create index task_checks_by_person on public.task_checks (user_id);

create policy "Participants see the ticked lines of a task" on public.task_checks
  for select to authenticated
  using (is_checked and task_id = any (array(select tasks.id from public.tasks)));

-- The events: everything that happened to a task, by whom and when. Nothing changes them but the closing
-- of an account, which takes its name.

create table public.task_events (
  -- 1, 2, 3, … in each task: numbers from one sequence would tell how much happens elsewhere
  id bigint not null,
  -- Deferred: closing accounts takes names out of the events of tasks that are going, too.
  task_id uuid not null references public.tasks (id) on delete cascade deferrable initially deferred,
  happened_at timestamptz not null default private.made_at(),
  -- null: somebody who has closed their account
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in (
    'created', 'imported', 'renamed', 'schedule_changed', 'schedule_undone', 'started_earlier', 'checklist_changed',
    'paused', 'resumed', 'moved', 'shared', 'left', 'deleted', 'restored',
    'done', 'skipped', 'undone', 'corrected', 'put_off', 'noted',
    'turn_taken', 'turn_given', 'turn_returned', 'turn_offered', 'turn_offer_withdrawn'
  )),
  -- the days it is about; null when it is about the task
  days datemultirange,
  details jsonb not null default '{}',
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  primary key (task_id, id),
  -- as whom in the task's household; null for anybody else
  person_id uuid,
  -- when it came, where that was later than it happened: it has waited on a device without a network
  arrived_at timestamptz default nullif(now(), private.made_at())
);

alter table public.task_events alter column task_id set (n_distinct = -0.01);

grant select (
  id, task_id, happened_at, user_id, kind, days, details, time_zone, person_id, arrived_at
) on public.task_events to authenticated;

create index task_events_by_person on public.task_events (user_id);

create index task_events_of_new_tasks on public.task_events (user_id, coalesce(arrived_at, happened_at))
  where kind = 'created';

create index task_events_by_doer on public.task_events ((details ->> 'by'));

create policy "Participants see the events of a task" on public.task_events
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The people of a household who stand in the record of a task, with the names by which it tells of them:
-- they stay when a person leaves, and when the task does.
create table private.task_people (
  task_id uuid not null references public.tasks (id) on delete cascade,
  person_id uuid not null,
  name text not null,
  primary key (task_id, person_id)
);

create index task_people_by_person on private.task_people (person_id);

-- An event has the next number of its task, and is of the person who is signed in.
create function private.fill_event() returns trigger
language plpgsql security definer as $$
declare
  household uuid;
begin
  -- Until the commit, so that the numbers are in its order and no two are the same.
  select tasks.household_id into household from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  if household is not null then
    new.person_id := (
      select people.id from public.household_people people
      where people.household_id = household and people.account_id = new.user_id and people.left_on is null
    );
  end if;
  return new;
end;
$$;

create function private.record_people() returns trigger
language plpgsql security definer as $$
begin
  insert into private.task_people (task_id, person_id, name)
  select new.task_id, people.id, people.name
  from public.household_people people
  where people.id = new.person_id
    or people.id = any (
      private.ids_in(new.details -> 'people') || private.ids_in(new.details #> '{after,people}')
    )
  on conflict do nothing;
  return null;
end;
$$;

-- A staged task has no events yet, and one that is going, with all that belongs to it, no more.
create function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language plpgsql volatile security definer as $$
begin
  insert into public.task_events (task_id, kind, days, details)
  select tasks.id, append_event.kind, append_event.days, append_event.details
  from public.tasks
  where tasks.id = append_event.task_id and (tasks.is_active or tasks.deleted_at is not null);
end;
$$;

create function private.record_new_tasks() returns trigger
language plpgsql security definer as $$
begin
  perform private.append_event(
    tasks.id, 'created', null,
    private.schedule_json(tasks) || jsonb_build_object('title', tasks.title, 'from', tasks.schedule_from)
  )
  from public.tasks where tasks.id in (select added.id from added);
  return null;
end;
$$;

create function private.record_task() returns trigger
language plpgsql security definer as $$
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
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.record_schedule(old, new);
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

create trigger fill_event before insert on public.task_events
  for each row execute function private.fill_event();

create trigger record_people after insert on public.task_events
  for each row when (new.person_id is not null or new.details ? 'people')
  execute function private.record_people();

create trigger record_new_tasks after insert on public.tasks
  referencing new table as added
  for each statement execute function private.record_new_tasks();

-- Only edits change updated_at, and the end of an import what is active.
create trigger record_task after update on public.tasks
  for each row when (old.updated_at <> new.updated_at or old.is_active <> new.is_active)
  execute function private.record_task();

-- The calls that write completions, one or many. All of them answer the task.

-- Locks a task for a change of its days by the caller, who takes part in it openly from now on, and may edit it if
-- that is asked. Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_change(task_id uuid, as_editor boolean default false) returns void
language plpgsql volatile security definer as $$
begin
  perform set_config('rota.sent_task', '', true);
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- A share may have ended meanwhile.
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;

-- Where what is due on a day is: on that day, or where it was put off to.
create function private.place_of(task_id uuid, day date) returns date
language plpgsql stable as $$
begin
  return coalesce(
    (
      select moved.new_date from public.task_put_offs moved
      where moved.task_id = place_of.task_id and moved.due_date = place_of.day
        -- An interval task may be done on any day.
        and (
          moved.to_former_schedule
          or not private.is_after_done_on(moved.task_id, least(moved.due_date, moved.new_date))
        )
        -- Another occurrence is there now.
        and not exists (
          select from public.task_put_offs other
          where other.task_id = moved.task_id and other.new_date = moved.due_date
        )
    ),
    place_of.day
  );
end;
$$;

-- The day on which what is due on a day is done or skipped, or may be.
create function private.settled_place(task_id uuid, day date) returns date
language plpgsql stable as $$
begin
  return case
    when exists (
      select from public.task_completions completions
      where completions.task_id = settled_place.task_id and completions.completed_date = settled_place.day
    ) or exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = settled_place.task_id and catch_ups.days @> settled_place.day
    ) then settled_place.day
    else private.place_of(settled_place.task_id, settled_place.day)
  end;
end;
$$;

-- What stands on these days of a task, without what this account said in the same words, which is the same deed:
-- [{days, status, completedBy, people, completedAt, timeZone}], the earliest day first; null for nothing.
create function private.others_on(
  task_id uuid, asked datemultirange, status text default null, done_by uuid default null,
  people uuid[] default null, done_on date default null, done_at time default null
) returns jsonb
language sql stable as $$
  select jsonb_agg(
    private.deed_json(deed.days, deed.status, deed.user_id, deed.people, deed.at, deed.time_zone) order by deed.days
  )
  from (
    select
      range_agg(rows.days) * asked as days, rows.status, rows.user_id, rows.people, rows.time_zone, min(rows.at) as at
    from (
      select
        private.one_day(completions.completed_date) as days,
        completions.status, completions.user_id, completions.people, completions.time_zone,
        completions.completed_at as at, completions.done_on, completions.done_at
      from public.task_completions completions
      where completions.task_id = others_on.task_id and completions.completed_date <@ asked
      union all
      select
        catch_ups.days, catch_ups.status, catch_ups.user_id, catch_ups.people, catch_ups.time_zone,
        catch_ups.recorded_at, null, null
      from public.task_catch_ups catch_ups
      where catch_ups.task_id = others_on.task_id and catch_ups.days && asked
    ) as rows
    where (rows.status, rows.user_id, rows.people, rows.done_on, rows.done_at)
      is distinct from (
        others_on.status, others_on.done_by, others_on.people, others_on.done_on, others_on.done_at
      )
    group by rows.status, rows.user_id, rows.people, rows.time_zone
  ) as deed
$$;

create function private.deed_json(
  days datemultirange, status text, done_by uuid, people uuid[], at timestamptz, time_zone text
) returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'days', private.runs(days), 'status', status, 'completedBy', done_by, 'people', people,
    'completedAt', private.iso(at), 'timeZone', time_zone
  ))
$$;

-- What was said of these days in events of these kinds later than an instant, as others_on has it, the latest first;
-- null for nothing. A deed changes nothing that was said after it: whatever asks this gives way to what it answers.
create function private.said_since(
  task_id uuid, kinds text[], days datemultirange, since timestamptz default private.last_seen(),
  about uuid default null
) returns jsonb
language sql stable as $$
  select jsonb_agg(deed.said order by deed.at desc)
  from (
    select
      max(events.happened_at) as at,
      private.deed_json(
        range_agg(events.days) * said_since.days, events.kind, events.user_id,
        case when events.person_id is not null then array[events.person_id] end, max(events.happened_at),
        events.time_zone
      ) as said
    from public.task_events events
    where since < now() and events.task_id = said_since.task_id and events.kind = any (kinds)
      and events.days && said_since.days and events.happened_at > since
      and (about is null or events.details ->> 'by' = about::text)
    group by events.kind, events.user_id, events.person_id, events.time_zone
  ) as deed
$$;

-- Marks an occurrence done or skipped, on a day that private.doable_days has, done also up to 366 days ahead; where it
-- was put off to. The first one wins: the person who comes second changes nothing; one that has waited is told, in
-- untaken, who was first, as private.others_on says it. done_by is the account that did it, the caller unless given; people are those of the task's household who did it: the caller unless given, and where empty nobody
-- in particular. done_on and done_at say when it was really done, as in correct_completion.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- PUT_OFF for a skip of what was put off to a later day than today, LIMIT_REACHED.
create function private.mark_day(
  task_id uuid, day date, status text, done_by uuid, people uuid[] default null, done_on date default null,
  done_at time default null
) returns jsonb
language plpgsql as $$
declare
  me constant uuid := auth.uid();
  -- as whom the caller says so, unless somebody outside the household did it
  said_by constant uuid := case when coalesce(done_by, me) = me then private.my_person(task_id) end;
  said_people constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
  -- today without a time is when it is recorded
  is_now constant boolean := case
    when done_on is null then true
    else done_at is null and done_on = (now() at time zone private.my_time_zone())::date
  end;
  said_on constant date := case when not is_now then done_on end;
  said_at constant time := date_trunc('minute', done_at);
  is_taken boolean := false;
  place date;
  -- what was said of it since this was made
  said jsonb;
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  if done_at is not null and (done_on is null or done_at >= '24:00') then
    perform private.refuse('doneAt', 'INVALID');
  elsif array_ndims(people) > 1 then
    perform private.refuse('people', 'INVALID');
  end if;
  -- Of two at once the second finds it caught up on, or looks again for where it was put off to.
  for attempt in 1..9 loop
    place := mark_day.day;
    if exists (
      select from public.task_put_offs moved
      where moved.task_id = mark_day.task_id and moved.due_date = mark_day.day
    ) then
      place := private.place_of(mark_day.task_id, mark_day.day);
    end if;
    if place > mark_day.day and mark_day.status = 'skipped' and place > private.latest_today() then
      perform private.fail('PUT_OFF', private.said_since(
        mark_day.task_id, '{put_off}', private.one_day(mark_day.day), '-infinity'
      ) -> 0);
    end if;
    if private.made_at() < now() then
      said := private.said_since(
        mark_day.task_id, '{undone}', private.one_day(place), about => coalesce(mark_day.done_by, me)
      );
    end if;
    begin
      if said is null and not exists (
        select from public.task_catch_ups catch_ups
        where catch_ups.task_id = mark_day.task_id and catch_ups.days @> place
      ) then
        insert into public.task_completions (
          task_id, completed_date, user_id, status, people, said_by, done_on, done_at
        )
        values (
          mark_day.task_id, place, coalesce(mark_day.done_by, me), mark_day.status, said_people, said_by, said_on,
          said_at
        )
        on conflict do nothing;
        is_taken := found;
      end if;
      exit;
    exception
      when sqlstate 'PT409' then null;
      when insufficient_privilege then
        perform private.refuse_task(mark_day.task_id);
    end;
  end loop;
  task := coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(mark_day.task_id));
  if not is_taken and private.made_at() < now() then
    task := task || jsonb_strip_nulls(jsonb_build_object('untaken', case
      when private.others_on(mark_day.task_id, private.one_day(place)) is null then said
      else private.others_on(
        mark_day.task_id, private.one_day(place), mark_day.status, coalesce(mark_day.done_by, me), said_people, said_on,
        said_at
      )
    end));
  end if;
  return task;
end;
$$;

create function public.complete_task(
  task_id uuid, completed_date date, done_by uuid default null, people uuid[] default null,
  done_on date default null, done_at time default null
) returns jsonb
language sql as $$ select private.mark_day(task_id, completed_date, 'done', done_by, people, done_on, done_at) $$;

create function public.skip_occurrence(task_id uuid, day date) returns jsonb
language sql as $$ select private.mark_day(task_id, day, 'skipped', null) $$;

-- Takes a completion or a skip back; one that is not there is no error, and one that was made since stays.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql as $$
declare
  task jsonb;
  place constant date := private.settled_place(undo_completion.task_id, undo_completion.completed_date);
  was_there boolean;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = place
    and completions.completed_at <= private.last_seen();
  was_there := found;
  if not was_there then
    if exists (
      select from public.task_completions completions
      -- Who may bring it back sees a deleted one, too.
      join public.tasks on tasks.id = completions.task_id and tasks.is_active
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = place
        and completions.completed_at <= private.last_seen()
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(undo_completion.task_id, private.one_day(place));
  end if;
  task := coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(undo_completion.task_id));
  if not was_there and not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  elsif private.made_at() < now() then
    task := task || jsonb_strip_nulls(jsonb_build_object(
      'untaken', private.others_on(undo_completion.task_id, private.one_day(place))
    ));
  end if;
  return task;
end;
$$;

-- Refuses a day or a time on which what counts for a day, recorded in a zone now or before, can't have been done.
-- The clock of another machine may be a little ahead.
create function private.check_done_when(completed_date date, time_zone text, done_on date, done_at time)
returns void
language plpgsql stable as $$
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

create function private.done_when_json(completion public.task_completions) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(
    jsonb_build_object('doneOn', completion.done_on, 'doneAt', left(completion.done_at::text, 5))
  )
$$;

-- Corrects who did an occurrence that is done, and when. people are those of the task's household who did it;
-- whoever corrects them says so from then on. done_on is the day on which it was really done, in the zone in
-- which it was recorded: from a year before the day that it counts for until today; done_at is the time of that
-- day, to the minute, null where it is not known. The day on which it was recorded, without a time, takes such a
-- correction back. Where people or done_on are null, that stays as it is; the same again changes nothing. When
-- it was recorded, and which day is done, stays in any case. Whoever may undo it may correct it.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, CHANGED_SINCE when it was corrected, undone or
-- done after this was made, LIMIT_REACHED.
create function private.correct_completion(
  task_id uuid, completed_date date, people uuid[] default null, done_on date default null, done_at time default null
) returns jsonb
language plpgsql security definer as $$
declare
  stored public.task_completions;
  corrected public.task_completions;
  me uuid;
  place constant date := private.settled_place(correct_completion.task_id, correct_completion.completed_date);
  said jsonb;
begin
  if not private.is_participant(correct_completion.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  -- Before its task, as everywhere.
  select completions.* into stored from public.task_completions completions
  where completions.task_id = correct_completion.task_id
    and completions.completed_date = place
  for update;
  perform private.begin_change(correct_completion.task_id);
  said := private.said_since(
    correct_completion.task_id, '{corrected,undone,done,skipped}', private.one_day(place)
  );
  if said is not null then
    perform private.fail('CHANGED_SINCE', said -> 0);
  elsif stored.status is distinct from 'done' then
    perform private.refuse('date', 'NOT_DONE');
  elsif not private.may_edit(correct_completion.task_id)
    and auth.uid() is distinct from stored.user_id
    and (stored.people && array(select private.my_people())) is not true then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  corrected := stored;
  if done_on is not null then
    perform private.check_done_when(stored.completed_date, stored.time_zone, done_on, done_at);
    corrected.done_on := done_on;
    corrected.done_at := date_trunc('minute', done_at);
    if done_at is null and done_on = (stored.completed_at at time zone stored.time_zone)::date then
      corrected.done_on := null;
    end if;
  elsif done_at is not null then
    perform private.refuse('doneAt', 'INVALID');
  end if;
  if people is not null then
    me := private.my_person(correct_completion.task_id);
    perform private.check_people(correct_completion.task_id, people, me);
    -- In another order they are the same.
    if stored.people is null or not (people <@ stored.people and people @> stored.people) then
      corrected.people := people;
      corrected.said_by := me;
      corrected.user_id := auth.uid();
      corrected.by_name := null;
      corrected.via := null;
    end if;
  end if;
  if corrected is distinct from stored then
    update public.task_completions completions
    set
      people = corrected.people, said_by = corrected.said_by, user_id = corrected.user_id,
      by_name = corrected.by_name, via = corrected.via,
      done_on = corrected.done_on, done_at = corrected.done_at
    where completions.task_id = correct_completion.task_id
      and completions.completed_date = place;
    perform private.append_event(
      stored.task_id, 'corrected', private.one_day(stored.completed_date),
      -- Who did it and when before, and what was said instead.
      jsonb_build_object('by', stored.user_id)
      || jsonb_strip_nulls(jsonb_build_object(
        'people', stored.people, 'saidBy', stored.said_by, 'name', stored.by_name,
        'before', private.done_when_json(stored),
        'after', private.done_when_json(corrected) || case
          when corrected.people is distinct from stored.people
          then jsonb_build_object('people', corrected.people) else '{}'
        end
      ))
    );
    perform private.raise_revision(stored.task_id);
  end if;
  perform private.count_use('changes_per_day', stored.task_id || auth.uid()::text);
  return private.answer(stored.task_id);
end;
$$;

-- Takes days out of the catch-ups of a task: one's own, or anyone's on a task that one may change. Those that were
-- made since stay.
create function private.take_from_catch_ups(task_id uuid, days datemultirange) returns void
language plpgsql security definer as $$
begin
  if not private.is_participant(take_from_catch_ups.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = take_from_catch_ups.task_id for no key update;
  if not private.may_edit(take_from_catch_ups.task_id) and exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen()
      and auth.uid() is distinct from catch_ups.user_id
      and (catch_ups.people && array(select private.my_people())) is not true
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  update public.task_catch_ups catch_ups
  set days = catch_ups.days - take_from_catch_ups.days
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen();
  perform private.count_use('changes_per_day', take_from_catch_ups.task_id || auth.uid()::text);
end;
$$;

-- Runs of days as clients write them: [[first day since 1970-01-01, length], …], at most 4,000.
create function private.days_of_runs(runs jsonb) returns datemultirange
language plpgsql immutable as $$
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

-- Marks many missed days done or skipped in one go, by the caller, or by people as mark_day has them; those that are
-- done or skipped already, or were put off, stay as they are, and so do those that were taken back from the caller
-- since. The answer has these as private.others_on says them, in untaken, for what has waited. The same id again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.catch_up(
  id uuid, task_id uuid, days jsonb, status text, people uuid[] default null
) returns jsonb
language plpgsql security definer as $$
declare
  asked constant datemultirange := private.days_of_runs(days);
  said_by constant uuid := private.my_person(catch_up.task_id);
  done_by constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
  settled datemultirange;
  moved datemultirange;
  undone datemultirange;
  open datemultirange;
  task jsonb;
begin
  perform private.begin_change(catch_up.task_id);
  if status not in ('done', 'skipped') then
    perform private.refuse('status', 'INVALID');
  elsif not asked <@ private.doable_days(catch_up.task_id) then
    perform private.refuse('days', 'INVALID');
  end if;
  if done_by is not null then
    perform private.check_people(catch_up.task_id, done_by, said_by);
  end if;
  settled := private.settled_since(catch_up.task_id, '-infinity');
  moved := (
    select coalesce(range_agg(daterange(put_offs.due_date, put_offs.due_date, '[]')), '{}')
    from public.task_put_offs put_offs
    where put_offs.task_id = catch_up.task_id and put_offs.due_date <@ asked
      and private.place_of(put_offs.task_id, put_offs.due_date) <> put_offs.due_date
  ) - settled;
  undone := (
    select coalesce(range_agg(events.days), '{}')
    from public.task_events events
    where private.last_seen() < now() and events.task_id = catch_up.task_id and events.kind = 'undone'
      and events.days && asked and events.happened_at > private.last_seen()
      and events.details ->> 'by' = auth.uid()::text
  ) * asked - settled - moved;
  open := asked - settled - moved - undone;
  if not isempty(open) then
    insert into public.task_catch_ups (id, task_id, days, status, user_id, people, said_by)
    values (
      catch_up.id, catch_up.task_id, open, catch_up.status, auth.uid(), done_by, said_by
    )
    on conflict do nothing;
    perform private.count_use('changes_per_day', catch_up.task_id || auth.uid()::text);
  end if;
  task := private.answer(catch_up.task_id);
  if private.made_at() = now() then
    return task;
  end if;
  return task || jsonb_strip_nulls(jsonb_build_object('untaken', nullif(
    coalesce(private.others_on(catch_up.task_id, asked, status, auth.uid(), done_by), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{put_off}', moved, '-infinity'), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{undone}', undone, about => auth.uid()), '[]'),
    '[]'
  )));
end;
$$;

-- Takes a catch-up back as a whole; one that is not there is no error.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS.
create function private.undo_catch_up(task_id uuid, catch_up_id uuid) returns jsonb
language plpgsql volatile security definer as $$
begin
  perform set_config('rota.sent_task', '', true);
  perform private.take_from_catch_ups(undo_catch_up.task_id, coalesce((
    select catch_ups.days from public.task_catch_ups catch_ups
    where catch_ups.id = catch_up_id and catch_ups.task_id = undo_catch_up.task_id
  ), '{}'));
  return private.answer(undo_catch_up.task_id);
end;
$$;

-- The calls that write what else there is about a day.

-- Puts an occurrence off to another day. Put off again, due_date stays the day of the schedule. Back to
-- that day, nothing is put off. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, ALREADY_DONE where it is done or skipped,
-- CHANGED_SINCE when it was put off otherwise after this was made, LIMIT_REACHED.
create function private.put_off(task_id uuid, due_date date, new_date date) returns jsonb
language plpgsql security definer as $$
declare
  first_day date;
  is_to_former boolean;
  place date;
  said jsonb;
begin
  perform private.begin_change(put_off.task_id);
  select least(tasks.start_date, min((former.schedule ->> 'startDate')::date)) into first_day
  from public.tasks left join public.task_schedules former on former.task_id = tasks.id
  where tasks.id = put_off.task_id
  group by tasks.id;
  select put_offs.new_date into place from public.task_put_offs put_offs
  where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  if not private.is_day(due_date) then
    perform private.refuse('dueDate', 'INVALID');
  elsif not private.is_day(new_date) then
    perform private.refuse('newDate', 'INVALID');
  elsif new_date < first_day and new_date <> due_date then
    perform private.refuse('newDate', 'BEFORE_START');
  elsif due_date < first_day and place is null then
    -- What is put off already may be moved and put back, whatever its schedule became.
    perform private.refuse('dueDate', 'BEFORE_START');
  end if;
  place := coalesce(place, put_off.due_date);
  -- The same again is not about what was said since.
  if place <> new_date then
    said := private.said_since(put_off.task_id, '{put_off}', private.one_day(put_off.due_date));
    if said is null and private.is_after_done_on(put_off.task_id, put_off.due_date) then
      -- Done on any day, it is no longer due on that one.
      said := private.said_since(put_off.task_id, '{done,skipped}', '{(,)}');
    end if;
    if said is not null then
      perform private.fail('CHANGED_SINCE', said -> 0);
    end if;
    -- It is settled or moved, never both.
    said := coalesce(
      private.others_on(put_off.task_id, private.one_day(place)),
      private.others_on(put_off.task_id, private.one_day(put_off.new_date))
    );
    if said is not null then
      perform private.fail('ALREADY_DONE', said -> 0);
    elsif private.is_due_on(put_off.task_id, put_off.new_date) then
      perform private.refuse('newDate', 'ALREADY_DUE');
    end if;
  end if;
  if exists (
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
  -- An interval task begins with its schedule.
  if is_to_former and private.is_after_done_on(put_off.task_id, put_off.due_date) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- What was ticked of it goes with it, and when that was.
  delete from public.task_checks there
  using public.task_checks here
  where place <> put_off.new_date
    and there.task_id = put_off.task_id and there.day = put_off.new_date and not there.is_checked
    and here.task_id = there.task_id and here.day = place and here.line = there.line;
  update public.task_checks checks set day = put_off.new_date
  where checks.task_id = put_off.task_id
    and checks.day = place
    and not exists (
      select from public.task_checks there
      where there.task_id = put_off.task_id
        and there.day = put_off.new_date and there.line = checks.line
    );
  if due_date = new_date then
    delete from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  else
    insert into public.task_put_offs as put_offs (task_id, due_date, new_date, to_former_schedule)
    values (put_off.task_id, put_off.due_date, put_off.new_date, is_to_former)
    on conflict on constraint task_put_offs_pkey do update
    set
      new_date = excluded.new_date, user_id = excluded.user_id,
      to_former_schedule = excluded.to_former_schedule
    where (put_offs.new_date, put_offs.to_former_schedule)
      <> (excluded.new_date, excluded.to_former_schedule);
  end if;
  perform private.check_limit('put_offs', (
    select count(*) from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.user_id = auth.uid()
  ));
  perform private.count_use('changes_per_day', put_off.task_id || auth.uid()::text);
  return private.answer(put_off.task_id);
end;
$$;

-- Puts a note on a day, of at most 500 characters; an empty one takes it away. based_on is the note that
-- the writer saw there, empty or null for none. The same note again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOTE_CHANGED when there is another note than the one that
-- the writer saw, LIMIT_REACHED.
create function private.note_day(task_id uuid, day date, note text, based_on text default null) returns jsonb
language plpgsql volatile security definer as $$
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
    perform private.fail('NOTE_CHANGED', private.said_since(
      note_day.task_id, '{noted}', private.one_day(note_day.day), '-infinity'
    ) -> 0);
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
  perform private.count_use('changes_per_day', note_day.task_id || auth.uid()::text);
  return private.answer(note_day.task_id);
end;
$$;

-- Ticks a line of the checklist for the occurrence of a day that private.doable_days has, or takes the
-- tick back; again: no error.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, CHANGED_SINCE when the line was changed after this was made,
-- LIMIT_REACHED.
create function private.check_line(task_id uuid, day date, line text, is_checked boolean) returns jsonb
language plpgsql security definer as $$
declare
  latest public.task_checks;
  place constant date := private.place_of(check_line.task_id, check_line.day);
begin
  perform private.begin_change(check_line.task_id);
  if day is null or not private.one_day(place) <@ private.doable_days(check_line.task_id) then
    perform private.refuse('day', 'INVALID');
  elsif is_checked is null then
    perform private.refuse('isChecked', 'INVALID');
  elsif is_checked and not exists (
    select from public.tasks
    where tasks.id = check_line.task_id and check_line.line = any (tasks.checklist)
  ) then
    perform private.refuse('line', 'CHECKLIST_LINE_GONE');
  end if;
  select * into latest from public.task_checks checks
  where checks.task_id = check_line.task_id and checks.day = place and checks.line = check_line.line;
  if latest.made_at > private.last_seen() and latest.is_checked <> is_checked then
    perform private.fail('CHANGED_SINCE', private.deed_json(
      private.one_day(place), case when latest.is_checked then 'checked' else 'unchecked' end,
      latest.user_id, null, latest.made_at, latest.time_zone
    ));
  elsif is_checked <> coalesce(latest.is_checked, false) then
    insert into public.task_checks (task_id, day, line, is_checked)
    values (check_line.task_id, place, check_line.line, check_line.is_checked)
    on conflict on constraint task_checks_pkey do update
    set
      is_checked = excluded.is_checked, user_id = excluded.user_id, made_at = excluded.made_at,
      time_zone = excluded.time_zone;
    perform private.raise_revision(check_line.task_id);
    perform private.count_use('changes_per_day', check_line.task_id || auth.uid()::text);
  end if;
  return private.answer(check_line.task_id);
end;
$$;

-- The calls that write former schedules.

-- Names the schedule by which a task was done before its first start, as private.schedule_json has it, without an end
-- and turns. It becomes the first of its former schedules and ends on the day before that start, so that nothing
-- changes from there on. The same again changes nothing.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.start_earlier(task_id uuid, earlier jsonb) returns void
language plpgsql volatile security definer as $$
declare
  schedule jsonb;
  first_day date;
begin
  perform private.begin_change(start_earlier.task_id, true);
  schedule := private.checked_schedule('earlier', earlier);
  if schedule - 'endDate' = (
    select former.schedule - 'endDate'
    from public.task_schedules former where former.task_id = start_earlier.task_id
    order by former.valid_until limit 1
  ) then
    return;
  end if;
  first_day := lower(private.doable_days(start_earlier.task_id, null, false));
  if schedule -> 'endDate' <> 'null' or schedule -> 'roster' <> '[]' then
    perform private.refuse('earlier', 'INVALID');
  elsif ((schedule ->> 'startDate')::date < first_day and first_day <= private.latest_today()) is not true then
    perform private.refuse('startDate', 'NOT_EARLIER');
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
  insert into public.task_schedules (task_id, valid_until, schedule)
  values (start_earlier.task_id, first_day - 1, schedule);
  perform private.check_limit('schedules', (
    select count(*) from public.task_schedules former where former.task_id = start_earlier.task_id
  ));
  delete from private.past_changes where past_changes.task_id = start_earlier.task_id;
  perform private.append_event(
    start_earlier.task_id, 'started_earlier', null,
    jsonb_build_object('after', schedule || jsonb_build_object('endDate', first_day - 1), 'from', first_day)
  );
  update public.tasks set schedule_from = coalesce(schedule_from, first_day), revision = revision + 1
  where tasks.id = start_earlier.task_id;
  perform private.count_use('changes_per_day', start_earlier.task_id || auth.uid()::text);
end;
$$;

-- update_task, and the schedule by which the task was done before its first start, in one.
-- Errors: those of update_task.
create function public.start_earlier(
  task_id uuid, earlier jsonb, fields jsonb default '{}', share_with text[] default null
) returns jsonb
language plpgsql as $$
begin
  perform public.update_task(task_id, fields, share_with);
  perform private.start_earlier(task_id, earlier);
  return private.answer(task_id);
end;
$$;

-- Undoes a change of the schedule "for the past too" within 24 hours: the schedule and its versions become what
-- they were; what was done, skipped or put off since stays. event_id is the event of that change; undone
-- already, nothing changes. Errors: TASK_NOT_FOUND, NOT_ALLOWED, UNDO_TOO_LATE also when the schedule has
-- changed since, LIMIT_REACHED.
create function private.undo_schedule_change(task_id uuid, event_id bigint) returns jsonb
language plpgsql volatile security definer as $$
declare
  before private.past_changes;
  task public.tasks;
begin
  perform private.begin_change(undo_schedule_change.task_id, true);
  if exists (
    select from public.task_events events
    where events.task_id = undo_schedule_change.task_id
      and events.kind = 'schedule_undone'
      and events.details ->> 'event' = undo_schedule_change.event_id::text
  ) then
    return private.answer(undo_schedule_change.task_id);
  end if;
  select past_changes.* into before from private.past_changes
  where past_changes.task_id = undo_schedule_change.task_id
    and past_changes.changed_at > now() - interval '24 hours';
  if not found or event_id is distinct from (
    select max(events.id) from public.task_events events
    where events.task_id = undo_schedule_change.task_id and events.kind = 'schedule_changed'
  ) then
    raise exception using errcode = 'PT409', message = 'UNDO_TOO_LATE';
  end if;
  select tasks.* into task from public.tasks where tasks.id = undo_schedule_change.task_id;
  insert into public.task_schedules
  select former.* from jsonb_populate_recordset(null::public.task_schedules, before.former_schedules) as former;
  update public.task_put_offs put_offs set to_former_schedule = true
  from jsonb_populate_recordset(null::public.task_put_offs, before.put_offs) as bound
  where put_offs.task_id = task.id
    and put_offs.due_date = bound.due_date and put_offs.new_date = bound.new_date;
  delete from private.past_changes where past_changes.task_id = task.id;
  perform private.append_event(
    task.id, 'schedule_undone', null,
    jsonb_build_object(
      'before', private.schedule_json(task), 'after', before.schedule - 'scheduleFrom',
      'from', before.schedule -> 'scheduleFrom', 'event', event_id
    )
  );
  execute private.over_fields(
    'update public.tasks set (revision, %s) = row (($1).revision + 1, %s) where id = ($1).id'
  )
  using private.with_fields(task, before.schedule);
  perform private.count_use('changes_per_day', task.id || auth.uid()::text);
  perform private.check_room(task.household_id, task.user_id);
  return private.answer(task.id);
end;
$$;
