-- Former schedules of a task, and the calls that write them.

-- The former schedules of a task. The current one is in tasks and counts from tasks.schedule_from on, or for ever if
-- that is null.
create table public.task_schedules (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  -- the last day that it counts for; its first is the day after the previous one ended
  valid_until date not null,
  -- as private.schedule_json makes it; stored externally, as its size is asked without reading it
  schedule jsonb storage external not null,
  -- when its turns were entered, like tasks.roster_since; null without turns
  roster_since timestamptz,
  primary key (task_id, valid_until)
);

grant select (task_id, valid_until, schedule) on public.task_schedules to authenticated;

-- In these policies, `tasks` are the tasks that the caller may see. As an array, so that even a query of all
-- completions uses the index by task.
create policy "Participants see the former schedules of a task" on public.task_schedules
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- The days of a task that can be done or skipped: those from start to end of the schedule that counts for them, and,
-- unless excluded, days to which occurrences were put off, until so many days after today; null for no limit.
create function private.doable_days(task_id uuid, days_ahead integer default 0, with_put_offs boolean default true)
returns datemultirange
language plpgsql
stable
security definer
as $$
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
  -- like private.latest_today, without a call in each tick
  ) * datemultirange(daterange(null, (now() at time zone 'Pacific/Kiritimati')::date + days_ahead, '[]'));
end;
$$;

-- The schedule that counts on a day, as private.schedule_json makes it.
create function private.schedule_on(task_id uuid, day date)
returns jsonb
language plpgsql
stable
security definer
as $$
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

-- A task's schedules before the last change "for the past too", which can be undone for a day. Any other change of
-- the schedule removes the row.
create table private.past_changes (
  task_id uuid primary key references public.tasks (id)
    on delete cascade,
  changed_at timestamptz not null default now(),
  -- as private.schedule_json makes it, with scheduleFrom
  schedule jsonb not null,
  roster_since timestamptz,
  -- rows of task_schedules, and of the put-offs to a former schedule
  former_schedules jsonb not null,
  put_offs jsonb not null
);

-- With a new first day, the schedule that counted before is kept as a former one; with none, the new schedule counts
-- for the past too and replaces the former ones.
create function private.record_schedule(before public.tasks, after public.tasks)
returns void
language plpgsql
volatile
security definer
as $$
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
    insert into private.past_changes (task_id, schedule, roster_since, former_schedules, put_offs)
    values (
      after.id, private.schedule_json(before) || jsonb_build_object('scheduleFrom', before.schedule_from),
      before.roster_since, to_jsonb(array(select former from former)), to_jsonb(array(select unbound from unbound))
    );
  elsif before.schedule_from is distinct from after.schedule_from then
    insert into public.task_schedules (task_id, valid_until, schedule, roster_since)
    values (
      after.id, after.schedule_from - 1, private.schedule_json(before),
      case when before.roster != '{}' then before.roster_since end
    );
  end if;
end;
$$;

-- Adds a schedule, as private.schedule_json makes it, without end and turns, for the days before a task's first
-- start. It becomes the first former schedule and ends on the day before that start, so that nothing changes from
-- there on. The same again changes nothing.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.start_earlier(task_id uuid, earlier jsonb)
returns void
language plpgsql
volatile
security definer
as $$
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
    -- The other schedule would now decide whether it moves.
    select from public.task_put_offs put_offs
    where put_offs.task_id = start_earlier.task_id
      and least(put_offs.due_date, put_offs.new_date) < first_day
      and greatest(put_offs.due_date, put_offs.new_date) >= first_day
  ) then
    perform private.refuse('startDate', 'PUT_OFF_BEFORE_START');
  end if;
  -- Schedules that ended before the first day.
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

-- update_task, and the schedule before the task's first start, in one call.
-- Errors: those of update_task.
create function public.start_earlier(
  task_id uuid,
  earlier jsonb,
  fields jsonb default '{}',
  share_with text[] default null
)
returns jsonb
language plpgsql
as $$
begin
  perform public.update_task(task_id, fields, share_with);
  perform private.start_earlier(task_id, earlier);
  return private.answer(task_id);
end;
$$;

-- Undoes a change of the schedule "for the past too" within 24 hours: the schedules return, and everything done,
-- skipped or put off since stays. event_id is the event of that change; undone already, nothing changes.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, UNDO_TOO_LATE also if the schedule has changed since, LIMIT_REACHED.
-- changed since, LIMIT_REACHED.
create function private.undo_schedule_change(task_id uuid, event_id bigint)
returns jsonb
language plpgsql
volatile
security definer
as $$
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
  task.roster_since := coalesce(before.roster_since, task.roster_since);
  execute private.over_fields(
    'update public.tasks set (revision, roster_since, %s) = row (($1).revision + 1, ($1).roster_since, %s)
     where id = ($1).id'
  )
  using private.with_fields(task, before.schedule);
  perform private.check_put_offs(tasks) from public.tasks where tasks.id = task.id;
  perform private.count_use('changes_per_day', task.id || auth.uid()::text);
  perform private.check_room(task.household_id, task.user_id);
  return private.answer(task.id);
end;
$$;
