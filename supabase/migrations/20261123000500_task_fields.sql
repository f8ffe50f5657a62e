-- The fields of a task are rows. Those who write, check and read tasks go by them, so that a new field
-- copies none of their text.

-- What people enter in a task. The calls that write and read tasks, the checks of texts, and the rights
-- take the columns from here: a new field is a column and a row.
create table private.task_fields (
  -- what is wrong is told in this order
  position smallint primary key,
  -- the name and the type in the client's JSON
  field text not null unique,
  json_type text not null default 'string',
  -- of the column, which is called start_date where the field is startDate
  column_name text not null unique
    generated always as (lower(regexp_replace(field, '([A-Z])', '_\1', 'g'))) stored,
  -- of a text that people write: its most characters, and the code when it has more
  max_length integer,
  too_long text not null default 'INVALID'
);

alter table private.task_fields enable row level security;

create policy "Nobody but our own functions" on private.task_fields for all to public using (false);

insert into private.task_fields (position, field, json_type, max_length, too_long)
values
  (1, 'title', 'string', 100, 'TITLE_TOO_LONG'),
  (2, 'category', 'string', 50, 'CATEGORY_TOO_LONG'),
  (3, 'subtitle', 'string', 5000, 'NOTES_TOO_LONG'),
  (4, 'startDate', 'string', null, default),
  (5, 'endDate', 'string', null, default),
  (6, 'repeatValue', 'string', null, default),
  (7, 'customRrule', 'string', 1000, 'RULE_TOO_LONG'),
  (8, 'customRruleText', 'string', 1000, 'RULE_TOO_LONG'),
  (9, 'afterDone', 'string', null, default),
  (10, 'season', 'array', null, default),
  (11, 'scheduleFrom', 'string', null, default),
  (12, 'missedPolicy', 'string', null, default),
  (13, 'checklist', 'array', null, default),
  (14, 'isShared', 'boolean', null, default);

drop function private.task_fields();

-- A definer function, as callers and their triggers can't read the table.
create function private.task_fields() returns setof private.task_fields
language sql stable security definer set search_path = ''
as $$ select known.* from private.task_fields as known $$;

grant execute on function private.task_fields() to authenticated;

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
        ('isShared', 'INVALID', new.is_shared is null)
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

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are runs [first day since 1970-01-01, length], recentCompletions say who did the
-- latest ones, recentChecks which lines were ticked on the latest ten days that have any, and people
-- has the names that its participants may know, of those who take part no more the name of then;
-- takingPart says who does, beside the owner. An invited person who has done nothing yet does not show
-- up: the owner must not learn whether an address has an account.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create or replace function private.task_json(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select (
    select jsonb_object_agg(known.field, entered.columns -> known.column_name)
    -- offset 0: made once, not for each field.
    from private.task_fields as known, (select to_jsonb(tasks) as columns offset 0) as entered
  ) || jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision,
    'people', (
      select jsonb_object_agg(profiles.id, coalesce(former_names.name, profiles.display_name))
      from public.profiles
      left join public.former_names
        on former_names.task_id = tasks.id and former_names.person_id = profiles.id
      -- One array, which an index answers, however many people there are.
      where profiles.id = any (
        done.people || caught_up.people || tasks.user_id || array(
          select shares.recipient_id from public.task_shares shares
          where shares.task_id = tasks.id and shares.standing = 'taking_part'
          union all
          select known.person_id from public.former_names known where known.task_id = tasks.id
        )
      )
    ),
    'takingPart', (
      select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
      from public.task_shares shares
      where shares.task_id = tasks.id and shares.standing = 'taking_part'
    ),
    'formerSchedules', (
      select coalesce(
        jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]'
      )
      from public.task_schedules former
      where former.task_id = tasks.id
    ),
    'putOffs', private.put_offs_json(tasks.id),
    'pausedDays', private.runs(tasks.paused),
    'completedDays', private.runs(coalesce(done.days, '{}') + coalesce(caught_up.days, '{}')),
    'skippedDays', private.runs(coalesce(done.skipped, '{}') + coalesce(caught_up.skipped, '{}')),
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
    'recentCompletions', coalesce(done.recent, '[]'),
    'recentCatchUps', coalesce(caught_up.recent, '[]')
  )
  from public.tasks
  cross join lateral (
    select
      range_agg(daterange(completions.completed_date, completions.completed_date + 1))
        filter (where completions.status = 'done') as days,
      range_agg(daterange(completions.completed_date, completions.completed_date + 1))
        filter (where completions.status = 'skipped') as skipped,
      array_agg(distinct completions.user_id) as people,
      jsonb_agg(
        jsonb_build_object(
          'date', completions.completed_date,
          'status', completions.status,
          'completedBy', completions.user_id,
          'completedAt', private.iso(completions.completed_at),
          'timeZone', completions.time_zone
        )
        order by completions.completed_date
      ) filter (
        where completions.completed_at > now() - interval '48 hours'
          or completions.completed_date >= (now() at time zone 'UTC')::date - 1
      ) as recent
    from public.task_completions completions
    where completions.task_id = tasks.id
  ) as done
  cross join lateral (
    select
      range_agg(catch_ups.days) filter (where catch_ups.status = 'done') as days,
      range_agg(catch_ups.days) filter (where catch_ups.status = 'skipped') as skipped,
      array_agg(distinct catch_ups.user_id) as people,
      jsonb_agg(
        jsonb_build_object(
          'id', catch_ups.id,
          'status', catch_ups.status,
          'days', private.runs(catch_ups.days),
          'completedBy', catch_ups.user_id,
          'completedAt', private.iso(catch_ups.recorded_at),
          'timeZone', catch_ups.time_zone
        )
        order by catch_ups.recorded_at, catch_ups.id
      ) filter (where catch_ups.recorded_at > now() - interval '48 hours') as recent
    from public.task_catch_ups catch_ups
    where catch_ups.task_id = tasks.id
  ) as caught_up
  where tasks.id = any (ids)
  order by tasks.id
$$;
