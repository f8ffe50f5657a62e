-- A file has the zones of what happened, and an import keeps them. What an older file has without one
-- gets the importer's.

-- The function of …0800_export.sql, with zones.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    task - array[
      'ownerId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart'
    ]
  ) || jsonb_build_object(
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('address', shares.contact_email, 'standing', shares.standing)
          order by shares.contact_email
        ),
        '[]'
      )
      from public.task_shares shares where shares.task_id = tasks.id
    ),
    'completions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days)
          order by status, person::text, time_zone
        ),
        '[]'
      )
      from (
        select
          private.person_json(user_id, by_name, task -> 'people') as person,
          status,
          time_zone,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at)) order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3
      ) as groups
    ),
    'catchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', catch_ups.id,
            'by', private.person_json(catch_ups.user_id, catch_ups.by_name, task -> 'people'),
            'status', catch_ups.status,
            'days', private.ranges_json(catch_ups.days),
            'at', private.iso(catch_ups.recorded_at),
            'timeZone', catch_ups.time_zone
          )
          order by catch_ups.recorded_at, catch_ups.days
        ),
        '[]'
      )
      from public.task_catch_ups catch_ups where catch_ups.task_id = tasks.id
    ),
    'notes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day', notes.day,
            'note', notes.note,
            'by', private.person_json(notes.user_id, notes.by_name, task -> 'people'),
            'at', private.iso(notes.written_at)
          )
          order by notes.day
        ),
        '[]'
      )
      from public.task_day_notes notes where notes.task_id = tasks.id
    ),
    'checks', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'lines', lines) order by day), '[]')
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks where checks.task_id = tasks.id
        group by checks.day
      ) as checked
    ),
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', private.iso(events.happened_at),
            'timeZone', events.time_zone,
            'by', private.person_json(events.user_id, null, task -> 'people'),
            'kind', events.kind,
            'days', private.ranges_json(events.days),
            'details', case
              when events.details ? 'by' then
                jsonb_set(
                  events.details, '{by}',
                  coalesce(
                    private.person_json((events.details ->> 'by')::uuid, null, task -> 'people'),
                    'null'
                  )
                )
              else events.details
            end
          )
          order by events.id
        ),
        '[]'
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped')
          and events.details ->> 'by' = events.user_id::text
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.user_id = events.user_id
              and completions.status = events.kind
          )
        )
    )
  )
  from public.tasks where tasks.id = (task ->> 'id')::uuid
$$;
