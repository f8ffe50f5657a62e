-- Figures: summaries of the record for many tasks and days at once, in one limited answer.

-- A set of up to 384 days from `first_day` on, as base64 of one bit per day, without trailing "A"s.
create function private.day_bits(days date[], first_day date)
returns text
language sql
immutable
as $$
  select rtrim(translate(encode(
    -- bit_send begins with the number of bits, in four bytes; encode breaks its lines.
    substring(bit_send(coalesce(bit_or(set_bit(0::bit(384), day - first_day, 1)), 0::bit(384))) from 5), 'base64'
  ), E'\n', ''), 'A')
  from unnest(days) as day
$$;

-- The deeds from first_day until before until_day, at most 366 days, and how late: for each active task in which
-- the caller takes part, as far as it isn't in its JSON. `doers`: the days done by each person, or account if no
-- person is named, or by nobody in particular; an account in the task's household counts as its person. `late`: each
-- day that was done after its due date, with the number of days, in the time zone of the person who recorded it.
-- `caughtUp`: the days done in catch-ups, with the day of recording. `swaps`: turns that somebody took or was given,
-- by day. Days are counted from first_day on; an earlier swap may decide one of these days: an interval task's
-- latest one, and those of occurrences put off to these days. Tasks with too many days, longest first, are left out
-- and listed in `leftOut`, so that the answer stays limited.
create function private.read_record(first_day date, until_day date)
returns jsonb
language sql
stable
security definer
as $$
  with
    mine as materialized (select my_tasks.id, my_tasks.household_id from private.my_tasks where my_tasks.is_active),
    bounded as materialized (
      select mine.*, sum(counted.days) over (order by counted.days, mine.id) <= 150000 as is_in
      from
        mine
        cross join lateral (
          select coalesce(sum(bit_count(days.done)), 0) as days
          from private.settled_days as days
          where
            days.task_id = mine.id
            and days.block between (first_day - date '0001-01-01') / 336 and (until_day - 1 - date '0001-01-01') / 336
        ) as counted
    ),
    done as materialized (
      select
        bounded.id,
        completions.completed_date as day,
        case
          when completions.people is not null then completions.people
          when completions.by_name is not null
          or completions.user_id is null then '{}'
          else array[coalesce(person.id, completions.user_id)]
        end as doers,
        coalesce(completions.done_on, (completions.completed_at at time zone completions.time_zone)::date) - coalesce(
          completions.due_on,
          completions.completed_date
        ) as late
      from
        bounded
        join public.task_completions as completions on completions.task_id = bounded.id
        left join public.household_people as person
          on person.household_id = bounded.household_id and person.account_id = completions.user_id
      where
        bounded.is_in
        and completions.status = 'done'
        and completions.completed_date >= first_day
        and completions.completed_date < until_day
    ),
    caught_up as materialized (
      select
        bounded.id,
        case
          when catch_ups.people is not null then catch_ups.people
          when catch_ups.by_name is not null
          or catch_ups.user_id is null then '{}'
          else array[coalesce(person.id, catch_ups.user_id)]
        end as doers,
        (catch_ups.recorded_at at time zone catch_ups.time_zone)::date - first_day as recorded,
        array(
          select day::date
          from
            unnest(catch_ups.days * datemultirange(daterange(first_day, until_day))) as run
            cross join lateral generate_series(lower(run), upper(run) - 1, interval '1 day') as day
        ) as days
      from
        bounded
        join public.task_catch_ups as catch_ups on catch_ups.task_id = bounded.id
        left join public.household_people as person
          on person.household_id = bounded.household_id and person.account_id = catch_ups.user_id
      where bounded.is_in and catch_ups.status = 'done' and catch_ups.days && daterange(first_day, until_day)
    ),
    by_doers as (
      select days.id, jsonb_agg(jsonb_build_array(days.doers, days.bits) order by days.doers) as doers
      from
        (
          select done_days.id, done_days.doers, private.day_bits(array_agg(done_days.day), first_day) as bits
          from
            (
              select done.id, done.doers, done.day from done
              union all
              select caught_up.id, caught_up.doers, unnest(caught_up.days) from caught_up
            ) as done_days
          group by done_days.id, done_days.doers
        ) as days
      group by days.id
    ),
    lates as (
      select done.id, jsonb_agg(jsonb_build_array(done.day - first_day, done.late) order by done.day) as late
      from done
      where done.late > 0
      group by done.id
    ),
    recorded as (
      select
        caught_up.id,
        jsonb_agg(
          jsonb_build_array(caught_up.recorded, private.day_bits(caught_up.days, first_day))
          order by caught_up.recorded
        ) as days
      from caught_up
      group by caught_up.id
    ),
    swaps as (
      select
        bounded.id,
        jsonb_agg(jsonb_build_array(swap.day - first_day, swap.person_id) order by swap.day) as swaps
      from
        bounded
        cross join lateral (
          select swapped.day, swapped.person_id
          from public.turn_swaps as swapped
          where swapped.task_id = bounded.id and swapped.day >= first_day and swapped.day < until_day
          union
          (
            select swapped.day, swapped.person_id
            from public.turn_swaps as swapped
            where swapped.task_id = bounded.id and swapped.day < first_day
            order by swapped.day desc
            limit 1
          )
          union
          select swapped.day, swapped.person_id
          from
            public.task_put_offs as moved
            join public.turn_swaps as swapped on swapped.task_id = moved.task_id and swapped.day = moved.due_date
          where moved.task_id = bounded.id and moved.new_date >= first_day and moved.new_date < until_day
        ) as swap
      where bounded.is_in
      group by bounded.id
    )
  select
    jsonb_build_object(
      'tasks',
      coalesce(
        jsonb_object_agg(
          coalesce(by_doers.id, swaps.id),
          jsonb_build_object('doers', coalesce(by_doers.doers, '[]')) || jsonb_strip_nulls(
            jsonb_build_object('late', lates.late, 'caughtUp', recorded.days, 'swaps', swaps.swaps)
          )
        ),
        '{}'
      ),
      'leftOut',
      (select coalesce(jsonb_agg(bounded.id order by bounded.id), '[]') from bounded where not bounded.is_in)
    )
  from
    by_doers
    full join swaps on swaps.id = by_doers.id
    left join lates on lates.id = by_doers.id
    left join recorded on recorded.id = by_doers.id;
$$;

-- Errors: VALIDATION_FAILED for anything but 1 to 366 days.
create function public.read_record(first_day date, until_day date)
returns jsonb
language plpgsql
stable
as $$
begin
  if (
    first_day between date '0001-01-01' and date '9999-12-31'
    and until_day > first_day and until_day <= first_day + 366
  ) is not true then
    perform private.refuse('until_day', 'INVALID');
  end if;
  perform private.begin_reading('read_record');
  return private.read_record(first_day, until_day);
end;
$$;

-- How often each person, or account if no person is named, has done a task, including catch-ups. Done by several, it
-- counts for each of them; by nobody in particular, for nobody.
create function public.count_done(task_id uuid)
returns jsonb
language sql
stable
as $$
  select coalesce(jsonb_object_agg(counted.id, counted.days), '{}')
  from
    (
      select doers.id, sum(done.days) as days
      from
        (
          select completions.people, completions.user_id, 1 as days
          from public.task_completions as completions
          where completions.task_id = count_done.task_id and completions.status = 'done'
          union all
          select
            catch_ups.people,
            catch_ups.user_id,
            (select sum(upper(run) - lower(run)) from unnest(catch_ups.days) as run)
          from public.task_catch_ups as catch_ups
          where catch_ups.task_id = count_done.task_id and catch_ups.status = 'done'
        ) as done
        cross join unnest(coalesce(done.people, array[done.user_id])) as doers (id)
      where doers.id is not null
      group by doers.id
    ) as counted;
$$;
