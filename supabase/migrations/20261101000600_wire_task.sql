-- A task as clients get it, from the list, from the edge functions and live: with its completed days
-- as runs [first day since 1970-01-01, length], who did the recent ones, and the names that its
-- participants may know. An invited person who has done nothing yet does not show up: the owner
-- must not learn whether an address has an account.
-- It checks nobody, so it is granted to nobody; see my_wire_tasks.
create function private.wire_tasks(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', tasks.id,
    'user_id', tasks.user_id,
    'category', tasks.category,
    'title', tasks.title,
    'subtitle', tasks.subtitle,
    'start_date', tasks.start_date,
    'end_date', tasks.end_date,
    'repeat_value', tasks.repeat_value,
    'custom_rrule', tasks.custom_rrule,
    'custom_rrule_text', tasks.custom_rrule_text,
    'is_shared', tasks.is_shared,
    'created_at', private.iso(tasks.created_at),
    'updated_at', private.iso(tasks.updated_at),
    'revision', tasks.revision,
    'people', (
      select jsonb_object_agg(profiles.id, profiles.display_name)
      from public.profiles
      where profiles.id = any (done.people || tasks.user_id)
    ),
    'completed', (
      select coalesce(
        jsonb_agg(
          jsonb_build_array(lower(run) - date '1970-01-01', upper(run) - lower(run)) order by run
        ),
        '[]'
      )
      from unnest(done.days) as run
    ),
    'recent', coalesce(done.recent, '[]')
  )
  from public.tasks
  cross join lateral (
    select
      range_agg(daterange(completions.completed_date, completions.completed_date + 1)) as days,
      array_agg(distinct completions.user_id) as people,
      jsonb_agg(
        jsonb_build_object(
          'date', completions.completed_date,
          'user_id', completions.user_id,
          'completed_at', private.iso(completions.completed_at)
        )
        order by completions.completed_date
      ) filter (
        where completions.completed_at > now() - interval '48 hours'
          or completions.completed_date >= (now() at time zone 'UTC')::date - 1
      ) as recent
    from public.task_completions completions
    where completions.task_id = tasks.id
  ) as done
  where tasks.id = any (ids)
  order by tasks.id
$$;

-- Whether the caller owns the active task or shares in it.
create function private.i_take_part(task_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.tasks
    where tasks.id = i_take_part.task_id
      and tasks.is_active
      and (
        tasks.user_id = auth.uid()
        or exists (
          select from public.task_shares shares
          where shares.task_id = tasks.id and shares.recipient_id = auth.uid()
        )
      )
  )
$$;

-- Of these tasks, those that the caller takes part in.
create function private.my_wire_tasks(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select private.wire_tasks(array(select id from unnest(ids) as id where private.i_take_part(id)))
$$;
grant execute on function private.my_wire_tasks(uuid[]) to authenticated;

-- The name of whoever did an occurrence, for the task's participants.
create function private.completer_name(task_id uuid, completed_date date) returns text
language sql stable security definer set search_path = ''
as $$
  select profiles.display_name
  from public.task_completions completions
  join public.profiles on profiles.id = completions.user_id
  where completions.task_id = completer_name.task_id
    and completions.completed_date = completer_name.completed_date
    and private.i_take_part(completer_name.task_id)
$$;
grant execute on function private.completer_name(uuid, date) to authenticated;
