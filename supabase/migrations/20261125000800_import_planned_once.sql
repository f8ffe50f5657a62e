-- plpgsql keeps its plan: in SQL these were planned for each task and each event, and adding an import of 1,000
-- tasks took up to as long as a call may.
create or replace function private.my_time_zone() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select profiles.time_zone from public.profiles where profiles.id = auth.uid()),
    nullif(current_setting('rota.time_zone', true), ''),
    'UTC'
  );
end;
$$;

create or replace function private.earliest_today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone 'UTC' - interval '12 hours')::date;
end;
$$;

create or replace function private.latest_today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone 'UTC' + interval '14 hours')::date;
end;
$$;

create or replace function private.schedule_json(task public.tasks) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'startDate', task.start_date,
    'endDate', task.end_date,
    'repeatValue', task.repeat_value,
    'customRrule', task.custom_rrule,
    'customRruleText', task.custom_rrule_text,
    'afterDone', task.after_done,
    'season', task.season,
    'roster', coalesce(task.roster, '{}'),
    'turnLength', coalesce(task.turn_length, 'each')
  );
end;
$$;

create or replace function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.task_events (task_id, kind, days, details)
  select tasks.id, append_event.kind, append_event.days, append_event.details
  from public.tasks
  where tasks.id = append_event.task_id and (tasks.is_active or tasks.deleted_at is not null);
end;
$$;

create or replace function private.put_offs_json(task_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
    from public.task_put_offs known where known.task_id = put_offs_json.task_id
  );
end;
$$;

create or replace function private.runs(days datemultirange) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_array(lower(run) - date '1970-01-01', upper(run) - lower(run)) order by run
      ),
      '[]'
    )
    from unnest(days) as run
  );
end;
$$;

create or replace function private.limit_of(name text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select limits.most from private.limits where limits.name = limit_of.name);
end;
$$;

create or replace function private.count_tasks(household uuid, person uuid, are_active boolean) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Each half by its index, of which one finds nothing.
  return (
    select count(*) from public.tasks
    where tasks.household_id = household and (tasks.is_active or not are_active)
  ) + (
    select count(*) from public.tasks
    where household is null and tasks.household_id is null and tasks.user_id = person
      and (tasks.is_active or not are_active)
  );
end;
$$;

create or replace function private.days_with(task_id uuid, status text) returns datemultirange
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(range_agg(day), '{}')
    from (
      select daterange(completed_date, completed_date, '[]') as day
      from public.task_completions completions
      where completions.task_id = days_with.task_id and completions.status = days_with.status
      union all
      select unnest(catch_ups.days)
      from public.task_catch_ups catch_ups
      where catch_ups.task_id = days_with.task_id and catch_ups.status = days_with.status
    ) as known
  );
end;
$$;

create or replace function private.imported_json(task public.tasks) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.schedule_json(task) || jsonb_build_object(
    'title', task.title,
    'from', task.schedule_from,
    'formerSchedules', (
      select coalesce(jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]')
      from public.task_schedules former where former.task_id = task.id
    ),
    'putOffs', private.put_offs_json(task.id),
    'pausedDays', private.runs(task.paused),
    'completedDays', private.runs(private.days_with(task.id, 'done')),
    'skippedDays', private.runs(private.days_with(task.id, 'skipped'))
  );
end;
$$;
