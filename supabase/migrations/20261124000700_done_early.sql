-- An occurrence may be done up to 366 days ahead of its day, and a tick may say that it was done earlier than now.
-- What record_completions, task_json and stage_history do for it stands in the next migration, which replaces them, too.

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

