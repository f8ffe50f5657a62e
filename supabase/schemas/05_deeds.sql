-- The calls that write into the record. All of them answer the task.

-- The deeds on these days of a task, except what this account recorded in the same way, which is the same deed:
-- [{days, status, completedBy, people, completedAt, timeZone, via, viaName}], by day; null for none.
create function private.others_on(
  task_id uuid,
  asked datemultirange,
  status text default null,
  done_by uuid default null,
  people uuid[] default null,
  done_on date default null,
  done_at time default null
)
returns jsonb
language sql
stable
as $$
  select
    jsonb_agg(
      private.deed_json(
        deed.days,
        deed.status,
        deed.user_id,
        deed.people,
        deed.at,
        deed.time_zone,
        deed.via,
        deed.via_name
      )
      order by deed.days
    )
  from
    (
      select
        range_agg(rows.days) * asked as days,
        rows.status,
        rows.user_id,
        rows.people,
        rows.time_zone,
        rows.via,
        rows.via_name,
        min(rows.at) as at
      from
        (
          select
            private.one_day(completions.completed_date) as days,
            completions.status,
            completions.user_id,
            completions.people,
            completions.time_zone,
            completions.completed_at as at,
            completions.done_on,
            completions.done_at,
            completions.via,
            completions.via_name
          from public.task_completions as completions
          where completions.task_id = others_on.task_id and completions.completed_date <@ asked
          union all
          select
            catch_ups.days,
            catch_ups.status,
            catch_ups.user_id,
            catch_ups.people,
            catch_ups.time_zone,
            catch_ups.recorded_at,
            null,
            null,
            null,
            null
          from public.task_catch_ups as catch_ups
          where catch_ups.task_id = others_on.task_id and catch_ups.days && asked
        ) as rows
      where
        (rows.status, rows.user_id, rows.people, rows.done_on, rows.done_at) is distinct from (
          others_on.status,
          others_on.done_by,
          others_on.people,
          others_on.done_on,
          others_on.done_at
        )
      group by rows.status, rows.user_id, rows.people, rows.time_zone, rows.via, rows.via_name
    ) as deed;
$$;

create function private.deed_json(
  days datemultirange,
  status text,
  done_by uuid,
  people uuid[],
  at timestamptz,
  time_zone text,
  via text default null,
  via_name text default null
)
returns jsonb
language sql
immutable
as $$
  select
    jsonb_strip_nulls(
      jsonb_build_object(
        'days',
        private.runs(days),
        'status',
        status,
        'completedBy',
        done_by,
        'people',
        people,
        'completedAt',
        private.iso(at),
        'timeZone',
        time_zone,
        'via',
        via,
        'viaName',
        via_name
      )
    );
$$;

-- Deeds on these days in events of these kinds later than an instant, in the form of others_on, latest first; null
-- for none. A deed never overrides one that was recorded after it was made: callers give way to these.
create function private.said_since(
  task_id uuid,
  kinds text[],
  days datemultirange,
  since timestamptz default private.last_seen(),
  about uuid default null
)
returns jsonb
language sql
stable
as $$
  select jsonb_agg(deed.said order by deed.at desc)
  from
    (
      select
        max(events.happened_at) as at,
        private.deed_json(
          range_agg(events.days) * said_since.days,
          events.kind,
          events.user_id,
          case
            when events.person_id is not null then array[events.person_id]
          end,
          max(events.happened_at),
          events.time_zone,
          events.details ->> 'via',
          events.details ->> 'viaName'
        ) as said
      from public.task_events as events
      where
        since < now()
        and events.task_id = said_since.task_id
        and events.kind = any (kinds)
        and events.days && said_since.days
        and events.happened_at > since
        and (about is null or events.details ->> 'by' = about::text)
      group by
        events.kind,
        events.user_id,
        events.person_id,
        events.time_zone,
        events.details ->> 'via',
        events.details ->> 'viaName'
    ) as deed;
$$;

-- The answer of a deed: the task, and in untaken the deeds in its way, in the form of private.others_on.
create function private.answer_deed(task_id uuid, untaken jsonb)
returns jsonb
language sql
stable
as $$
  select private.answer(task_id) || jsonb_strip_nulls(jsonb_build_object('untaken', nullif(untaken, '[]')));
$$;

-- Marks an occurrence done or skipped on its day now: the due date, or the day to which it was put off. The first
-- caller wins: a second one changes nothing, and is told in untaken who was first. The day must be one of
-- private.doable_days; done, it may also be as many days ahead as the door allows. done_by is the account that did
-- it, by default the caller; people are those in the task's household who did it: by default the caller, if empty
-- nobody in particular. done_on and done_at say when it was really done, as in correct_completion.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name, PUT_OFF for a
-- skip of an occurrence that was put off to a day after today, LIMIT_REACHED.
create function private.mark_day(
  task_id uuid,
  day date,
  status text,
  done_by uuid,
  people uuid[] default null,
  done_on date default null,
  done_at time default null
)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  doer constant uuid := coalesce(done_by, me);
  kind constant text := nullif(current_setting('rota.door', true), '')::jsonb ->> 'kind';
  rules record;
  -- the caller as the person who records it, unless somebody outside the household did it
  said_by uuid;
  said_people uuid[];
  -- today without a time means: when it was recorded
  is_now constant boolean := case
    when done_on is null then true
    else done_at is null and done_on = (now() at time zone private.my_time_zone())::date
  end;
  said_on constant date := case when not is_now then done_on end;
  said_at constant time := date_trunc('minute', done_at);
  place date;
  -- deeds on this day since this one was made
  said jsonb;
begin
  said_by := private.begin_deed(mark_day.task_id);
  if kind is not null then
    rules := private.door_rules(kind);
    if day < private.earliest_today() - rules.days_back then
      perform private.refuse('date', 'INVALID');
    elsif me is null and status = 'done' and coalesce(cardinality(people), 0) = 0 then
      perform private.refuse('people', 'INVALID');
    end if;
  end if;
  if day is null then
    perform private.refuse('date', 'INVALID');
  elsif done_at is not null and (done_on is null or done_at >= '24:00') then
    perform private.refuse('doneAt', 'INVALID');
  elsif array_ndims(people) > 1 or cardinality(people) > 50 then
    perform private.refuse('people', 'INVALID');
  elsif doer <> me then
    if not exists (
      select from public.tasks
      where tasks.id = mark_day.task_id and tasks.user_id = me and private.takes_part_openly(tasks.id, doer)
    ) then
      perform private.fail('NOT_ALLOWED');
    end if;
    said_by := null;
  end if;
  said_people := coalesce(people, case when said_by is not null then array[said_by] end);
  -- If two calls race, the second finds the catch-up, or reads the put-off again.
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
      said := private.said_since(mark_day.task_id, '{undone}', private.one_day(place), about => doer);
    end if;
    begin
      if said is null and not exists (
        select from public.task_catch_ups catch_ups
        where catch_ups.task_id = mark_day.task_id and catch_ups.days @> place
      ) then
        insert into public.task_completions (
          task_id, completed_date, user_id, status, people, said_by, done_on, done_at
        )
        values (mark_day.task_id, place, doer, mark_day.status, said_people, said_by, said_on, said_at)
        on conflict do nothing;
        if found then
          return coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(mark_day.task_id));
        end if;
      end if;
      exit;
    exception
      when sqlstate 'PT409' then null;
    end;
  end loop;
  return private.answer_deed(mark_day.task_id, case
    when private.others_on(mark_day.task_id, private.one_day(place)) is null then said
    else private.others_on(
      mark_day.task_id, private.one_day(place), mark_day.status, doer, said_people, said_on, said_at
    )
  end);
end;
$$;

create function public.complete_task(
  task_id uuid,
  completed_date date,
  done_by uuid default null,
  people uuid[] default null,
  done_on date default null,
  done_at time default null
)
returns jsonb
language sql
as $$
  select private.mark_day(task_id, completed_date, 'done', done_by, people, done_on, done_at);
$$;

create function public.skip_occurrence(task_id uuid, day date)
returns jsonb
language sql
as $$
  select private.mark_day(task_id, day, 'skipped', null);
$$;

-- Undoes a completion or skip, on the day of the occurrence now; undoing nothing is no error, and a completion
-- recorded after this was made stays and is told in untaken.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function private.undo_completion(task_id uuid, completed_date date)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  place date := undo_completion.completed_date;
  stored public.task_completions;
begin
  perform private.begin_deed(undo_completion.task_id);
  if exists (
    select from public.task_put_offs moved
    where moved.task_id = undo_completion.task_id and moved.due_date = undo_completion.completed_date
  ) then
    place := private.settled_place(undo_completion.task_id, undo_completion.completed_date);
  end if;
  -- Locked before its task, as everywhere.
  select completions.* into stored from public.task_completions completions
  where completions.task_id = undo_completion.task_id and completions.completed_date = place
    and completions.completed_at <= private.last_seen()
  for update;
  if not found then
    if not private.is_day(undo_completion.completed_date) then
      perform private.refuse('date', 'INVALID');
    end if;
    perform private.take_from_catch_ups(undo_completion.task_id, private.one_day(place));
    return private.answer_deed(
      undo_completion.task_id, private.others_on(undo_completion.task_id, private.one_day(place))
    );
  elsif (stored.user_id = auth.uid()) is not true and not private.may_undo(
    stored.task_id, stored.user_id, stored.people, stored.via, stored.completed_at
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id and completions.completed_date = place;
  return coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(undo_completion.task_id));
end;
$$;

-- Refuses a day or time at which a completion for this day, recorded in this zone now or earlier, can't have been
-- done. Another machine's clock may be a little ahead.
create function private.check_done_when(completed_date date, time_zone text, done_on date, done_at time)
returns void
language plpgsql
stable
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

create function private.done_when_json(completion public.task_completions)
returns jsonb
language sql
stable
as $$
  select
    jsonb_strip_nulls(jsonb_build_object('doneOn', completion.done_on, 'doneAt', left(completion.done_at::text, 5)));
$$;

-- Corrects by whom and when an occurrence was done. people are those in the task's household who did it; the caller
-- counts as the one who recorded them from then on. done_on is the day on which it was really done, in the zone in
-- which it was recorded, from a year before its day until today; done_at is the time, to the minute, null if
-- unknown. The day of recording without a time removes such a correction. Null people or done_on stay as they are;
-- the same again changes nothing. The time of recording and the day that is done never change. Everybody who may
-- undo it may correct it.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, CHANGED_SINCE if it was corrected, undone or done
-- after this was made, LIMIT_REACHED.
create function private.correct_completion(
  task_id uuid,
  completed_date date,
  people uuid[] default null,
  done_on date default null,
  done_at time default null
)
returns jsonb
language plpgsql
security definer
as $$
declare
  stored public.task_completions;
  corrected public.task_completions;
  me uuid;
  place constant date := private.settled_place(correct_completion.task_id, correct_completion.completed_date);
  said jsonb;
begin
  perform private.begin_deed(correct_completion.task_id);
  -- Locked before its task, as everywhere.
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
  elsif not private.may_undo(
    stored.task_id, stored.user_id, stored.people, stored.via, stored.completed_at
  ) then
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
    -- Their order doesn't matter.
    if stored.people is null or not (people <@ stored.people and people @> stored.people) then
      corrected.people := people;
      corrected.said_by := me;
      corrected.user_id := auth.uid();
      corrected.by_name := null;
      corrected.via := private.door('kind');
      corrected.via_name := private.door('name');
    end if;
  end if;
  if corrected is distinct from stored then
    update public.task_completions completions
    set
      people = corrected.people, said_by = corrected.said_by, user_id = corrected.user_id,
      by_name = corrected.by_name, via = corrected.via, via_name = corrected.via_name,
      done_on = corrected.done_on, done_at = corrected.done_at
    where completions.task_id = correct_completion.task_id
      and completions.completed_date = place;
    perform private.append_event(
      stored.task_id, 'corrected', private.one_day(stored.completed_date),
      -- The former people and time, and the new ones.
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

-- Removes days from a task's catch-ups: the caller's own, or anyone's if the caller may change the task. Catch-ups
-- recorded after the undo was made stay.
create function private.take_from_catch_ups(task_id uuid, days datemultirange)
returns void
language plpgsql
security definer
as $$
begin
  perform from public.tasks where tasks.id = take_from_catch_ups.task_id for no key update;
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen()
      and not private.may_undo(
        catch_ups.task_id, catch_ups.user_id, catch_ups.people, null, catch_ups.recorded_at
      )
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

-- Decodes ranges of days as clients write them: [[first day since 1970-01-01, length], …], at most 4,000.
create function private.days_of_runs(runs jsonb)
returns datemultirange
language plpgsql
immutable
as $$
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

-- Marks many missed days done or skipped at once, by the caller, or by people as in mark_day. Days that are done,
-- skipped or put off already stay as they are, as do those on which a completion of the caller was undone after this
-- was made. The answer lists them in untaken, in the form of private.others_on. The same id again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.catch_up(id uuid, task_id uuid, days jsonb, status text, people uuid[] default null)
returns jsonb
language plpgsql
security definer
as $$
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
  return private.answer_deed(
    catch_up.task_id,
    coalesce(private.others_on(catch_up.task_id, asked, status, auth.uid(), done_by), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{put_off}', moved, '-infinity'), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{undone}', undone, about => auth.uid()), '[]')
  );
end;
$$;

-- Undoes a catch-up as a whole; one that doesn't exist is no error. If somebody has undone one of its days and done
-- it again, that stays and is told in untaken.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS.
create function private.undo_catch_up(task_id uuid, catch_up_id uuid)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  caught_up public.task_catch_ups;
begin
  perform private.begin_deed(undo_catch_up.task_id);
  select catch_ups.* into caught_up from public.task_catch_ups catch_ups
  where catch_ups.id = catch_up_id and catch_ups.task_id = undo_catch_up.task_id;
  perform private.take_from_catch_ups(undo_catch_up.task_id, coalesce(caught_up.days, '{}'));
  return private.answer_deed(undo_catch_up.task_id, private.others_on(undo_catch_up.task_id, (
    -- The days that it had when it was recorded.
    select range_agg(events.days) from public.task_events events
    where events.task_id = undo_catch_up.task_id and events.kind = caught_up.status
      and events.happened_at = caught_up.recorded_at and events.details ->> 'by' = caught_up.user_id::text
  )));
end;
$$;

-- Puts an occurrence off to another day. Put off again, it keeps its due_date; put back to that, the put-off ends.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, ALREADY_DONE if it is done or skipped, CHANGED_SINCE if it was put off
-- to another day after this was made, LIMIT_REACHED.
create function private.put_off(task_id uuid, due_date date, new_date date)
returns jsonb
language plpgsql
security definer
as $$
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
    -- An occurrence that is put off may be moved and put back, even if its schedule has changed.
    perform private.refuse('dueDate', 'BEFORE_START');
  end if;
  place := coalesce(place, put_off.due_date);
  -- Repeating a put-off conflicts with nothing.
  if place <> new_date then
    said := private.said_since(put_off.task_id, '{put_off}', private.one_day(put_off.due_date));
    if said is null and private.is_one_at_a_time_on(put_off.task_id, put_off.due_date) then
      -- An interval task done on any day is no longer due on this one.
      said := private.said_since(put_off.task_id, '{done,skipped}', '{(,)}');
    end if;
    if said is not null then
      perform private.fail('CHANGED_SINCE', said -> 0);
    end if;
    -- An occurrence is settled or put off, never both.
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
  -- The first occurrence of an interval task begins with its schedule.
  if is_to_former and private.is_one_at_a_time_on(put_off.task_id, put_off.due_date) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- Nor does one that waited go to a day before what happened.
  if exists (
    select from public.tasks
    where tasks.id = put_off.task_id and tasks.happened ->> 'name' = tasks.waits_for
      and (tasks.happened ->> 'day')::date <= put_off.due_date
      and (tasks.happened ->> 'day')::date > put_off.new_date
  ) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- Ticked lines move with it, with their times.
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
      and put_off.due_date <> put_off.new_date
  ));
  perform private.count_use('changes_per_day', put_off.task_id || auth.uid()::text);
  return private.answer(put_off.task_id);
end;
$$;

-- Readings of the meters for which tasks with an amount wait: the first, the latest and, as an undo of a deed counts
-- from there again, the last ones before deeds.
create table private.readings (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  read_at timestamptz not null,
  -- the meter, as the task names it
  name text not null,
  number numeric not null check (number between 0 and 1e12),
  -- by how much it has grown since the first; a meter that was replaced counts on from its first reading
  grown numeric not null check (grown between 0 and 1e18),
  primary key (task_id, read_at)
);

-- Keeps a reading of what a task waits for, and answers by how much it has grown since the last one before the task's
-- last deed or, without any, since the first. Null for one that isn't later than the latest, which changes nothing.
create function private.grown_by(task public.tasks, number numeric, read_at timestamptz, last_deed timestamptz)
returns numeric
language plpgsql
volatile
as $$
declare
  latest private.readings;
  grown numeric;
begin
  delete from private.readings kept where kept.task_id = task.id and kept.name <> task.waits_for;
  select kept.* into latest from private.readings kept
  where kept.task_id = task.id order by kept.read_at desc limit 1;
  if latest.read_at >= grown_by.read_at then
    return null;
  end if;
  grown := coalesce(latest.grown + greatest(grown_by.number - latest.number, 0), 0);
  delete from private.readings kept
  where kept.task_id = task.id and kept.read_at = latest.read_at
    and exists (
      select from private.readings earlier where earlier.task_id = task.id and earlier.read_at < latest.read_at
    )
    and not exists (
      select from public.task_completions completions
      where completions.task_id = task.id
        and completions.completed_at >= latest.read_at and completions.completed_at < grown_by.read_at
      union all
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = task.id
        and catch_ups.recorded_at >= latest.read_at and catch_ups.recorded_at < grown_by.read_at
    );
  insert into private.readings (task_id, read_at, name, number, grown)
  values (task.id, grown_by.read_at, task.waits_for, grown_by.number, grown);
  return grown - coalesce((
    select kept.grown from private.readings kept
    where kept.task_id = task.id and kept.read_at <= last_deed order by kept.read_at desc limit 1
  ), 0);
end;
$$;

-- Something has happened: makes the caller's own tasks and those of their households due that wait for it (their
-- waits_for, without regard to case), from the day of that instant on in the household's zone, or the caller's; where
-- it is done already on that day, from the next one on. `at` is now, if not given, and at most a year back. `number` is
-- a meter's reading: a task with an amount is due when that has grown enough. Answers {tasks: [{task: {id, title}, day,
-- status}]}, by id, with the day on which each is due: `due` now, `open` already, `late`, as it was done since or the
-- same came before, or `waits`, as the number hasn't grown enough or wasn't said. Only `due` changes the task. Tasks
-- that would not be due any more are left out. Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.happen(name text, at timestamptz default null, number numeric default null)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  said constant text := lower(private.entered_text(happen.name));
  moment constant timestamptz := coalesce(happen.at, now());
  -- later than any day that can be done
  far constant date := '9999-12-31';
  task public.tasks;
  place date;
  last_day date;
  last_deed timestamptz;
  grown numeric;
  due date;
  status text;
  answers jsonb := '[]';
begin
  if said is null or char_length(said) not between 1 and 100 then
    perform private.refuse('name', 'INVALID');
  elsif moment > now() + interval '10 minutes'
    or (moment at time zone 'UTC')::date < private.earliest_today() - 366 then
    perform private.refuse('at', 'INVALID');
  elsif not (happen.number between 0 and 1e12 and happen.number = round(happen.number, 3)) then
    perform private.refuse('number', 'INVALID');
  end if;
  -- Two at once wait for each other, so that the second finds the first one's.
  for task in
    select tasks.* from public.tasks
    where lower(tasks.waits_for) = said and tasks.id in (
      select mine.id from private.my_tasks mine
      where mine.is_active and (mine.may_edit or mine.household_id = any (array(select private.my_households())))
    )
    order by tasks.id
    for no key update
  loop
    place := (moment at time zone case
      when task.household_id is null then private.my_time_zone()
      else private.household_zone(task.household_id, moment)
    end)::date;
    last_day := private.last_settled_day(task.id);
    last_deed := private.settled_at(task.id, last_day);
    grown := case
      when task.waits_amount is not null and happen.number is not null
        then private.grown_by(task, happen.number, moment, last_deed)
    end;
    due := private.due_day(task, far);
    status := case
      when due is not null and (
        private.happened_day(task, last_day) is not null
        or private.open_from(task, last_day) <= greatest(place, last_day + 1)
      ) then 'open'
      when moment <= (task.happened ->> 'at')::timestamptz or place < last_day
        or place = last_day and moment <= last_deed
        or task.waits_amount is not null and happen.number is not null and grown is null then 'late'
      when task.waits_amount > coalesce(grown, 0) then 'waits'
      else 'due'
    end;
    if status = 'due' then
      task.happened := jsonb_strip_nulls(jsonb_build_object(
        'name', task.waits_for, 'day', greatest(place, last_day + 1), 'at', private.iso(moment),
        'number', happen.number, 'via', private.door('kind'), 'viaName', private.door('name')
      ));
      due := private.due_day(task, far);
      continue when due is null;
      perform private.append_event(
        task.id, 'happened', private.one_day((task.happened ->> 'day')::date),
        jsonb_strip_nulls(jsonb_build_object(
          'what', task.waits_for, 'number', happen.number, 'at', private.iso(moment)
        ))
      );
      update public.tasks set happened = task.happened, revision = revision + 1 where tasks.id = task.id;
      perform private.count_use('changes_per_day', task.id || auth.uid()::text);
    end if;
    answers := answers || jsonb_build_object(
      'task', jsonb_build_object('id', task.id, 'title', task.title), 'day', coalesce(due, place), 'status', status
    );
  end loop;
  return jsonb_build_object('tasks', answers);
end;
$$;

-- The instant at which a day of a task was recorded as done or skipped.
create function private.settled_at(task_id uuid, day date)
returns timestamptz
language sql
stable
security definer
as $$
  select
    greatest(
      (
        select completions.completed_at
        from public.task_completions as completions
        where completions.task_id = settled_at.task_id and completions.completed_date = settled_at.day
      ),
      (
        select max(catch_ups.recorded_at)
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = settled_at.task_id and catch_ups.days @> settled_at.day
      )
    );
$$;

-- Sets the note of a day, of at most 500 characters; an empty one deletes it. based_on is the note that the writer
-- saw there, empty or null for none. The same note again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOTE_CHANGED if the note is another than the writer saw, LIMIT_REACHED.
create function private.note_day(task_id uuid, day date, note text, based_on text default null)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  entered constant text := coalesce(private.entered_text(note), '');
  stored text;
begin
  -- Locks the task, so that the second of two saves sees the first one's note.
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
    set
      note = excluded.note, user_id = excluded.user_id, written_at = excluded.written_at,
      -- the writer's before, whose account is closed or who came with an import
      by_name = null, person_id = null
    where notes.note <> excluded.note;
  end if;
  perform private.count_use('changes_per_day', note_day.task_id || auth.uid()::text);
  return private.answer(note_day.task_id);
end;
$$;

-- Ticks or unticks a line of the checklist for the occurrence of a day in private.doable_days; again succeeds.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, CHANGED_SINCE if the line was changed after this was made,
-- LIMIT_REACHED.
create function private.check_line(task_id uuid, day date, line text, is_checked boolean)
returns jsonb
language plpgsql
security definer
as $$
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
