-- Due days, as far as the database needs them: the app computes all of them in src/domain/recurrence, and
-- tests/db/due-days.test.ts compares the two on many histories. tests/db/fields.test.ts checks which fields these
-- functions read.

-- The first day from this one on that is in a task's season and not closed; null if there is none before the task
-- ends.
create function private.open_day_from(task public.tasks, closed datemultirange, day date)
returns date
language plpgsql
immutable
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

-- The days of a task, from a day on, that are done or skipped, or only those with this status.
create function private.settled_since(task_id uuid, first_day date, status text default null)
returns datemultirange
language plpgsql
stable
security definer
as $$
begin
  return (
    select coalesce(range_agg(deeds.days), '{}')
    from (
      select
        datemultirange(daterange(completions.completed_date, completions.completed_date, '[]')) as days,
        completions.status
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

-- The last day of a task, except this one, that is done or skipped; null for none.
create function private.last_settled_day(task_id uuid, other_than date default null)
returns date
language plpgsql
stable
security definer
as $$
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

-- The day that what a task waits for has made its own, by the last day that is done or skipped; null while it waits.
create function private.happened_day(task public.tasks, last_day date)
returns date
language plpgsql
immutable
as $$
begin
  return case
    when task.happened ->> 'name' = task.waits_for
      and (task.happened ->> 'day')::date > coalesce(last_day, '-infinity') then task.happened ->> 'day'
  end;
end;
$$;

-- The first day from which the one occurrence of a task is open, by the last day that is done or skipped: from what
-- happened or from the interval, whichever comes first. One that waits and was never done counts it from its start.
-- Null while it waits, and for a schedule with dates. Mirrors openFrom in src/domain/recurrence/task-schedule.ts.
create function private.open_from(task public.tasks, last_day date)
returns date
language plpgsql
immutable
as $$
begin
  return least(
    private.happened_day(task, last_day),
    case
      when task.after_done is null then null
      when last_day is null and task.waits_for is null then task.start_date
      else coalesce(last_day, greatest(task.start_date, task.schedule_from)) + task.after_done::interval
    end::date
  );
end;
$$;

-- The due date of a task with one occurrence at a time whose day was done or skipped, kept with the completion, as
-- later edits would give another one. Null for a schedule with dates, a day before the schedule began, before a later
-- completion or before what it waits for happened, and a day taken by a put-off with a date. Mirrors openOccurrence in
-- src/domain/recurrence/task-schedule.ts, except that recurrence rules (RFC 5545) aren't read here: an occurrence put
-- off in a former schedule with dates counts as due there.
create function private.due_day(task public.tasks, day date)
returns date
language plpgsql
stable
security definer
as $$
declare
  last_day constant date := private.last_settled_day(task.id, day);
  since constant date := private.open_from(task, last_day);
  taken datemultirange;
  closed datemultirange;
  -- put-offs, from a due date to its new day
  moves jsonb;
  due date;
  moved_to date;
begin
  if since is null or day < task.schedule_from or last_day > day or day < private.happened_day(task, last_day) then
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
      and private.is_one_at_a_time_on(task.id, least(put_offs.due_date, put_offs.new_date)) as is_open
    from public.task_put_offs put_offs where put_offs.task_id = task.id
  ) as moved
  -- Otherwise a schedule ended between the two days, and nothing moves.
  where not moved.is_open or not exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and former.valid_until >= least(moved.due_date, moved.new_date) and former.valid_until < moved.due_date
  );
  if day <@ taken then
    return null;
  end if;
  -- Only a put-off can move an occurrence to a day before the last one.
  closed := private.paused_days(task) + taken + (
    private.settled_since(task.id, (
      select min(put_offs.new_date) from public.task_put_offs put_offs where put_offs.task_id = task.id
    )) - private.one_day(day)
  );
  due := private.open_day_from(task, taken, greatest(task.start_date, task.schedule_from, since));
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

-- Whether the schedule of this day has one occurrence at a time: after an interval, or when something happens.
create function private.is_one_at_a_time_on(task_id uuid, day date)
returns boolean
language plpgsql
stable
as $$
begin
  return coalesce(
    (
      select coalesce(former.schedule ->> 'afterDone', former.schedule ->> 'waitsFor') is not null
      from public.task_schedules former
      where former.task_id = is_one_at_a_time_on.task_id and former.valid_until >= is_one_at_a_time_on.day
      order by former.valid_until
      limit 1
    ),
    (
      select coalesce(tasks.after_done, tasks.waits_for) is not null
      from public.tasks where tasks.id = is_one_at_a_time_on.task_id
    )
  );
end;
$$;

-- Whether the schedule of this day plans an occurrence on it, paused or not. Reads only recurrence rules (RFC 5545)
-- of weekdays; the app reads all.
create function private.is_planned_on(task_id uuid, day date)
returns boolean
language sql
stable
security definer
as $$
  select
    day between schedule.start_date and coalesce(schedule.end_date, 'infinity')
    and coalesce(extract(month from day) = any (schedule.season), true)
    and case schedule.repeat_value
      when 'daily' then true
      when 'weekly' then (day - schedule.start_date) % 7 = 0
      when 'monthly' then extract(day from day) = extract(day from schedule.start_date)
      when 'yearly' then to_char(day, 'MMDD') = to_char(schedule.start_date, 'MMDD')
      else schedule.custom_rrule ~ '^(RRULE:)?FREQ=WEEKLY;BYDAY=[A-Z,]+$'
      and schedule.custom_rrule ~ ('[=,]' || upper(left(to_char(day, 'DY'), 2)) || '(,|$)')
    end
  from private.with_fields(null, private.schedule_on(is_planned_on.task_id, day)) as schedule;
$$;

-- Whether a task is due on a day anyway, so that an occurrence put off to it would silently disappear.
create function private.is_due_on(task_id uuid, day date)
returns boolean
language sql
stable
security definer
as $$
  select
    private.is_planned_on(is_due_on.task_id, is_due_on.day)
    -- Unless its own occurrence was put off.
    and not exists (
      select
      from public.task_put_offs as moved
      where moved.task_id = is_due_on.task_id and moved.due_date = is_due_on.day
    );
$$;

-- Refuses a schedule that is due anyway on a day to which an occurrence is put off: from today on or, for one "for the
-- past too", on any day. One of the two would silently disappear. Errors: VALIDATION_FAILED.
create function private.check_put_offs(task public.tasks)
returns void
language plpgsql
stable
security definer
as $$
begin
  if exists (
    select from public.task_put_offs moved
    where moved.task_id = task.id
      and (task.schedule_from is null or moved.new_date >= private.earliest_today())
      and not private.one_day(moved.new_date) <@ private.settled_since(task.id, moved.new_date)
      -- The schedule of the earlier of the two days says whether it moves.
      and not private.is_one_at_a_time_on(task.id, least(moved.due_date, moved.new_date))
      and (
        least(moved.due_date, moved.new_date) < task.schedule_from
        or private.is_planned_on(task.id, moved.due_date)
      )
      and private.is_due_on(task.id, moved.new_date)
  ) then
    perform private.refuse('repeatValue', 'PUT_OFF_IS_DUE');
  end if;
end;
$$;

-- The day of an occurrence now: its due date, or the day to which it was put off.
create function private.place_of(task_id uuid, day date)
returns date
language plpgsql
stable
as $$
begin
  return coalesce(
    (
      select moved.new_date from public.task_put_offs moved
      where moved.task_id = place_of.task_id and moved.due_date = place_of.day
        -- An interval task may be done on any day.
        and (
          moved.to_former_schedule
          or not private.is_one_at_a_time_on(moved.task_id, least(moved.due_date, moved.new_date))
        )
        -- Unless another occurrence was put off to this day.
        and not exists (
          select from public.task_put_offs other
          where other.task_id = moved.task_id and other.new_date = moved.due_date
        )
    ),
    place_of.day
  );
end;
$$;

-- The day on which an occurrence is done or skipped, or could be.
create function private.settled_place(task_id uuid, day date)
returns date
language plpgsql
stable
as $$
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
