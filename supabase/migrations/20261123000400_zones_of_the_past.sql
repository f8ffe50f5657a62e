-- What happened keeps the time zone in which it was recorded, and is told in it: whoever moves to another
-- one rewords nothing.

-- The zone of whoever is signed in; UTC when nobody is.
create function private.my_time_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select profiles.time_zone from public.profiles where profiles.id = auth.uid()), 'UTC'
  )
$$;
grant execute on function private.my_time_zone() to authenticated;

alter table public.task_completions add column time_zone text
  check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$');
alter table public.task_catch_ups add column time_zone text
  check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$');
alter table public.task_events add column time_zone text
  check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$');
comment on column public.task_completions.time_zone is
  'IANA name: the zone, at that moment, of whoever recorded it.';

-- What is there gets the zone that its doer has now, or, where they have left, the owner. It is nobody's
-- change: no revision, no message.
alter table public.task_completions disable trigger broadcast_nameless;
alter table public.task_catch_ups disable trigger user;
update public.task_completions completions
set time_zone = doers.time_zone
from public.tasks, public.profiles doers
where tasks.id = completions.task_id and doers.id = coalesce(completions.user_id, tasks.user_id);
update public.task_catch_ups catch_ups
set time_zone = doers.time_zone
from public.tasks, public.profiles doers
where tasks.id = catch_ups.task_id and doers.id = coalesce(catch_ups.user_id, tasks.user_id);
update public.task_events events
set time_zone = doers.time_zone
from public.tasks, public.profiles doers
where tasks.id = events.task_id and doers.id = coalesce(events.user_id, tasks.user_id);
alter table public.task_completions enable trigger broadcast_nameless;
alter table public.task_catch_ups enable trigger user;

-- The database alone sets it: no interface may write the column.
alter table public.task_completions
  alter column time_zone set default private.my_time_zone(), alter column time_zone set not null;
alter table public.task_catch_ups
  alter column time_zone set default private.my_time_zone(), alter column time_zone set not null;
alter table public.task_events
  alter column time_zone set default private.my_time_zone(), alter column time_zone set not null;
grant select (time_zone) on public.task_completions, public.task_catch_ups, public.task_events
  to authenticated;

-- The function of …0600_task_json.sql, with the zones of completions and catch-ups, and the marks of
-- put-offs.
create or replace function private.task_json(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'category', tasks.category,
    'title', tasks.title,
    'subtitle', tasks.subtitle,
    'startDate', tasks.start_date,
    'endDate', tasks.end_date,
    'repeatValue', tasks.repeat_value,
    'customRrule', tasks.custom_rrule,
    'customRruleText', tasks.custom_rrule_text,
    'afterDone', tasks.after_done,
    'season', tasks.season,
    'scheduleFrom', tasks.schedule_from,
    'missedPolicy', tasks.missed_policy,
    'checklist', to_jsonb(tasks.checklist),
    'isShared', tasks.is_shared,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision,
    'people', (
      select jsonb_object_agg(profiles.id, coalesce(former_names.name, profiles.display_name))
      from public.profiles
      left join public.former_names
        on former_names.task_id = tasks.id and former_names.person_id = profiles.id
      where profiles.id = any (done.people || caught_up.people || tasks.user_id)
        or profiles.id in (
          select shares.recipient_id from public.task_shares shares
          where shares.task_id = tasks.id and shares.standing = 'taking_part'
          union all
          select known.person_id from public.former_names known where known.task_id = tasks.id
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

-- The function of …0400_mail_links.sql, with the zone in which it was done.
create or replace function public.follow_done_link(person uuid, task_id uuid, day date, action text)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform private.act_for(person);
  select visible into task
  from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day);
  elsif action = 'undo' then
    perform set_config('rota.in_call', 'on', true);
    delete from public.task_completions completions
    where completions.task_id = follow_done_link.task_id
      and completions.completed_date = follow_done_link.day
      and completions.user_id = person
      and completions.status = 'done';
  end if;
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', task -> 'people' ->> found.user_id::text,
          'isYou', coalesce(found.user_id = person, false),
          'mayUndo', coalesce(found.user_id = person, false) and found.status = 'done' and is_single,
          'at', private.iso(found.at),
          'timeZone', found.time_zone
        )
        from (
          select completions.status, completions.user_id, completions.completed_at, completions.time_zone, true
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id
            and completions.completed_date = follow_done_link.day
          union all
          select catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, catch_ups.time_zone, false
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id
            and catch_ups.days @> follow_done_link.day
        ) as found (status, user_id, at, time_zone, is_single)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$$;
