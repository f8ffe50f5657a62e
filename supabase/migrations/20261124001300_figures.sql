-- Figures of the record: what a task takes, and one call that says who did what, and how late.

set check_function_bodies = off;

alter table public.tasks
  -- how long it takes, from 1 (a moment) to 5 (half a day); null where nobody has said so
  add column effort smallint;

grant select (effort), insert (effort), update (effort) on public.tasks to authenticated;

insert into private.task_fields (position, field, json_type) values (18, 'effort', 'number');

-- The one place where the database checks a task. Every broken rule is reported at once; a deleted
-- task is frozen.
create or replace function private.check_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  fields constant private.task_fields[] := array(select known from private.task_fields() as known);
  -- what people write, by its column
  texts jsonb;
  issues jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can do nothing but come back, for 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;

  if new.repeat_value is distinct from 'custom' then
    new.custom_rrule := null;
    new.custom_rrule_text := null;
    new.after_done := null;
  end if;
  if new.after_done is not null then
    new.custom_rrule := null;
  end if;
  texts := to_jsonb(new);
  -- An empty one is none.
  texts := (
    select jsonb_object_agg(column_name, nullif(private.entered_text(texts ->> column_name), ''))
    from unnest(fields) where max_length is not null
  );
  new := jsonb_populate_record(new, texts);
  new.missed_policy := coalesce(new.missed_policy, 'keep');
  new.roster := coalesce(new.roster, '{}');
  new.turn_length := coalesce(new.turn_length, 'each');
  new.checklist := array(
    select private.entered_text(line) from unnest(new.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- Every month is no season.
  new.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(new.season) as month) as months
  );

  select jsonb_agg(private.issue(broken.path, broken.code) order by known.position, broken.number)
  into issues
  from (
    select field as path, too_long as code, 0 as number
    from unnest(fields) where char_length(texts ->> column_name) > max_length
    union all
    select path, code, row_number() over ()
    from (
      values
        ('title', 'TITLE_REQUIRED', new.title is null),
        ('title', 'TITLE_TOO_SHORT', char_length(new.title) = 1),
        ('category', 'CATEGORY_REQUIRED', new.category is null),
        ('startDate', 'START_DATE_REQUIRED', new.start_date is null),
        ('startDate', 'INVALID', new.start_date not between first_day and last_day),
        ('endDate', 'INVALID', new.end_date not between first_day and last_day),
        ('endDate', 'END_BEFORE_START', new.end_date < new.start_date),
        (
          'repeatValue', 'INVALID',
          coalesce(new.repeat_value, '') not in ('daily', 'weekly', 'monthly', 'yearly', 'custom')
        ),
        ('afterDone', 'INVALID', not private.is_after_done(new.after_done)),
        ('season', 'INVALID', not new.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        ('paused', 'INVALID', not new.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
        ('missedPolicy', 'INVALID', new.missed_policy not in ('keep', 'latest', 'pass')),
        ('checklist', 'CHECKLIST_TOO_LONG', cardinality(new.checklist) > 20),
        (
          'checklist', 'CHECKLIST_LINE_TOO_LONG',
          exists (select from unnest(new.checklist) as line where char_length(line) > 100)
        ),
        (
          'checklist', 'CHECKLIST_LINE_TWICE',
          cardinality(new.checklist) > (select count(distinct line) from unnest(new.checklist) as line)
        ),
        ('isShared', 'INVALID', new.is_shared is null),
        ('turnLength', 'INVALID', new.turn_length not in ('each', 'week', 'month')),
        ('effort', 'INVALID', new.effort not between 1 and 5)
    ) as rules (path, code, is_broken)
    where is_broken
  ) as broken
  left join unnest(fields) as known on known.field = broken.path;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return new;
end;
$$;

-- Which of up to 384 days these are, the first one being `first_day`: base64 of a bit a day, without the "A"s at the end.
create function private.day_bits(days date[], first_day date) returns text
language sql immutable set search_path = ''
as $$
  select rtrim(translate(encode(
    -- bit_send begins with the number of bits, in four bytes; encode breaks its lines.
    substring(bit_send(coalesce(bit_or(set_bit(0::bit(384), day - first_day, 1)), 0::bit(384))) from 5), 'base64'
  ), E'\n', ''), 'A')
  from unnest(days) as day
$$;

-- Who did what from first_day on, and how late, before until_day, at most 366 days later: of each active task that the
-- caller takes part in, what its JSON leaves out. `doers`: the people, or where none are named the account, who
-- did the days, none for nobody in particular; an account of the task's household is its person. `late`: each day that
-- was done later than it was due, with by how many days, on the clocks of whoever recorded it. `caughtUp`: the days done
-- in one go, with the day on which they were recorded. Days are counted from first_day on. A task with too many
-- days, the most of all, is left out: `leftOut` has its id, so that what is read stays bounded.
create function private.read_record(first_day date, until_day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as materialized (
    select tasks.id, tasks.household_id
    from public.tasks
    where tasks.id in (
      select private.tasks_of_mine(array(
        select own.id from public.tasks own
        where own.is_active
          and (
            (own.household_id is null and own.user_id = (select auth.uid()))
            or own.household_id = any (array(select private.my_households()))
          )
        union all
        select private.tasks_shared_with_me()
      ))
    )
  ),
  bounded as materialized (
    select mine.*, sum(counted.days) over (order by counted.days, mine.id) <= 150000 as is_in
    from mine
    cross join lateral (
      select coalesce(sum(bit_count(days.done)), 0) as days
      from private.settled_days days
      where days.task_id = mine.id
        and days.block between (first_day - date '0001-01-01') / 336 and (until_day - 1 - date '0001-01-01') / 336
    ) as counted
  ),
  done as materialized (
    select
      bounded.id, completions.completed_date as day,
      case
        when completions.people is not null then completions.people
        when completions.by_name is not null or completions.user_id is null then '{}'
        else array[coalesce(person.id, completions.user_id)]
      end as doers,
      coalesce(completions.done_on, (completions.completed_at at time zone completions.time_zone)::date)
        - coalesce(completions.due_on, completions.completed_date) as late
    from bounded
    join public.task_completions completions on completions.task_id = bounded.id
    left join public.household_people person
      on person.household_id = bounded.household_id and person.account_id = completions.user_id
    where bounded.is_in and completions.status = 'done'
      and completions.completed_date >= first_day and completions.completed_date < until_day
  ),
  caught_up as materialized (
    select
      bounded.id,
      case
        when catch_ups.people is not null then catch_ups.people
        when catch_ups.by_name is not null or catch_ups.user_id is null then '{}'
        else array[coalesce(person.id, catch_ups.user_id)]
      end as doers,
      (catch_ups.recorded_at at time zone catch_ups.time_zone)::date - first_day as recorded,
      array(
        select day::date
        from unnest(catch_ups.days * datemultirange(daterange(first_day, until_day))) as run
        cross join lateral generate_series(lower(run), upper(run) - 1, interval '1 day') as day
      ) as days
    from bounded
    join public.task_catch_ups catch_ups on catch_ups.task_id = bounded.id
    left join public.household_people person
      on person.household_id = bounded.household_id and person.account_id = catch_ups.user_id
    where bounded.is_in and catch_ups.status = 'done'
      and catch_ups.days && daterange(first_day, until_day)
  ),
  by_doers as (
    select known.id, jsonb_agg(jsonb_build_array(known.doers, known.days) order by known.doers) as doers
    from (
      select days.id, days.doers, private.day_bits(array_agg(days.day), first_day) as days
      from (
        select done.id, done.doers, done.day from done
        union all
        select caught_up.id, caught_up.doers, unnest(caught_up.days) from caught_up
      ) as days
      group by days.id, days.doers
    ) as known
    group by known.id
  ),
  lates as (
    select done.id, jsonb_agg(jsonb_build_array(done.day - first_day, done.late) order by done.day) as late
    from done where done.late > 0
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
  )
  select jsonb_build_object(
    'tasks', coalesce(
      jsonb_object_agg(by_doers.id, jsonb_build_object('doers', by_doers.doers) || jsonb_strip_nulls(
        jsonb_build_object('late', lates.late, 'caughtUp', recorded.days)
      )),
      '{}'
    ),
    'leftOut', (
      select coalesce(jsonb_agg(bounded.id order by bounded.id), '[]') from bounded where not bounded.is_in
    )
  )
  from by_doers
  left join lates on lates.id = by_doers.id
  left join recorded on recorded.id = by_doers.id
$$;

-- Errors: VALIDATION_FAILED for anything but 1 to 366 days.
create function public.read_record(first_day date, until_day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if (
    first_day between date '0001-01-01' and date '9999-12-31'
    and until_day > first_day and until_day <= first_day + 366
  ) is not true then
    perform private.refuse('until_day', 'INVALID');
  end if;
  return private.read_record(first_day, until_day);
end;
$$;

grant execute on function private.read_record(date, date), public.read_record(date, date) to authenticated;
