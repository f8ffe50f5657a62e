-- A put-off to a day of a former schedule stays there, whatever becomes of the schedule that it was due
-- by: docs/design.md, The record.

-- Whether, when it was put off, a schedule had ended between its new day and its day in the schedule.
alter table public.task_put_offs add column to_former_schedule boolean not null default false;
grant select (to_former_schedule) on public.task_put_offs to authenticated;

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

-- Puts an occurrence off to another day. Put off again, due_date stays the day of the schedule. Back to
-- that day, nothing is put off. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create or replace function private.put_off(task_id uuid, due_date date, new_date date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_to_former boolean;
begin
  perform private.begin_change(put_off.task_id);
  perform private.check_put_off_days(put_off.task_id, put_off.due_date, put_off.new_date);
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
    set
      new_date = excluded.new_date, user_id = excluded.user_id,
      to_former_schedule = excluded.to_former_schedule
    where (known.new_date, known.to_former_schedule)
      <> (excluded.new_date, excluded.to_former_schedule);
  end if;
  if (
    select count(*) from public.task_put_offs known
    where known.task_id = put_off.task_id and known.user_id = auth.uid()
  ) > private.limit_of('put_offs') then
    perform private.exceed('TOO_MANY_PUT_OFFS');
  end if;
  perform private.count_changes(put_off.task_id, 1);
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
