-- Out: everything that a person may see, page by page. In: chores of such a file, with their past.
-- docs/design.md, Out and in.

-- The name of somebody who has no account here, in what was imported.
alter table public.task_completions add column by_name text check (char_length(by_name) between 1 and 100);
alter table public.task_catch_ups add column by_name text check (char_length(by_name) between 1 and 100);
alter table public.task_day_notes add column by_name text check (char_length(by_name) between 1 and 100);

-- Out

-- The caller's own tasks, deleted ones too, and those that they take part in.
create function private.exportable_tasks(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select private.task_json(array(
    select tasks.id from public.tasks
    where tasks.id = any (ids)
      and (tasks.user_id = auth.uid() or private.is_participant(tasks.id))
  ))
$$;
grant execute on function private.exportable_tasks(uuid[]) to authenticated;

-- Who did something, without an id that means nothing elsewhere: {"me": true}, {"name": …}, or null
-- for somebody who has closed their account.
create function private.person_json(person uuid, former text, people jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when person = auth.uid() then '{"me": true}'::jsonb
    when person is not null then
      jsonb_build_object('name', coalesce(people ->> person::text, 'Somebody'))
    when former is not null then jsonb_build_object('name', former)
  end
$$;
grant execute on function private.person_json(uuid, text, jsonb) to authenticated;

-- [[first day, last day], …]
create function private.ranges_json(days datemultirange) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(lower(run), upper(run) - 1) order by run), '[]')
  from unnest(days) as run
$$;
grant execute on function private.ranges_json(datemultirange) to authenticated;

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create function private.exported_task(task jsonb) returns jsonb
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
          jsonb_build_object('by', person, 'status', status, 'days', days) order by status, person::text
        ),
        '[]'
      )
      from (
        select
          private.person_json(user_id, by_name, task -> 'people') as person,
          status,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at)) order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2
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
            'at', private.iso(catch_ups.recorded_at)
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
grant execute on function private.exported_task(jsonb) to authenticated;

-- One page of everything that the caller may see: {tasks, next}, and account on the first page. A page
-- has whole tasks, as many as have about 20,000 rows and at least one; next is the `after` of the
-- page to come, null on the last one.
create function public.export_tasks(after uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  most_rows constant integer := 20000;
  most_tasks constant integer := 200;
  ids uuid[];
begin
  ids := array(
    select id
    from (
      select id, sum(size) over (order by id) - size as rows_before
      from (
        select
          tasks.id,
          (select count(*) from public.task_completions rows where rows.task_id = tasks.id)
            + (select count(*) from public.task_events rows where rows.task_id = tasks.id) as size
        from public.tasks
        where export_tasks.after is null or tasks.id > export_tasks.after
        order by tasks.id
        limit most_tasks
      ) as sized
    ) as counted
    where rows_before < most_rows
    order by id
  );
  return jsonb_build_object(
    'tasks', (
      select coalesce(jsonb_agg(private.exported_task(task) order by task ->> 'id'), '[]')
      from private.exportable_tasks(ids) as task
    ),
    'next', (
      select ids[cardinality(ids)]
      where exists (select from public.tasks where tasks.id > ids[cardinality(ids)])
    )
  ) || case
    when export_tasks.after is null then jsonb_build_object('account', private.exported_account())
    else '{}'
  end;
end;
$$;

create function private.exported_account() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'fullName', profiles.full_name,
    'timeZone', profiles.time_zone,
    'contacts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at)
          )
          order by contacts.contact_email
        ),
        '[]'
      )
      from public.shared_contacts contacts
    ),
    'decisions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'sender', consents.sender_name,
            'decision', case when consents.is_accepted then 'accepted' else 'blocked' end
          )
          order by consents.sender_name, consents.sender_id
        ),
        '[]'
      )
      from public.sharing_consents consents
    ),
    'leftTasks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', left_tasks.title,
            'owner', left_tasks.owner_name,
            'at', private.iso(left_tasks.left_at)
          )
          order by left_tasks.left_at, left_tasks.task_id
        ),
        '[]'
      )
      from public.left_tasks
    )
  )
  from public.profiles where profiles.id = auth.uid()
$$;
grant execute on function private.exported_account() to authenticated;
grant execute on function public.export_tasks(uuid) to authenticated;
