-- "Has anything changed?" costs what the ids, revisions and names of the caller's tasks do, and stays valid
-- after messages: docs/design/live.md.

-- Stands for the caller's active tasks, own and shared, as they are: SHA-256 in base64 of "id:revision" of
-- each, in the order of the ids, with a comma between two. A client works it out of what it has.
create function private.tasks_digest() returns text
language sql stable set search_path = ''
as $$
  select encode(
    sha256(convert_to(
      coalesce(string_agg(tasks.id || ':' || tasks.revision, ',' order by tasks.id), ''), 'UTF8'
    )),
    'base64'
  )
  from public.tasks
  where tasks.is_active
$$;

grant execute on function private.tasks_digest() to authenticated;

-- Stands for the names in the caller's tasks that can change while the revisions stay.
create function private.names_digest() returns text
language sql stable security definer set search_path = ''
as $$
  with visible as (
    select tasks.id, tasks.user_id from public.tasks
    where tasks.is_active and (
      tasks.user_id = auth.uid() or tasks.id = any (array(select private.tasks_shared_with_me()))
    )
  ),
  people as (
    select visible.user_id as id from visible
    union
    select shares.recipient_id from public.task_shares shares
    where shares.status = 'taking_part' and shares.task_id in (select visible.id from visible)
  )
  select md5(coalesce(
    jsonb_agg(jsonb_build_array(people.id, profiles.display_name) order by people.id), '[]'
  )::text)
  from people
  join public.profiles on profiles.id = people.id
$$;

grant execute on function private.names_digest() to authenticated;

-- All that a client needs to start, in one call: the caller's name and time zone, whether to offer them
-- the morning mail, who wants to share with them, what stands for the names in their tasks, and their
-- active tasks, own and shared, in the order of their ids. Without the tasks for a client that has them:
-- its known_digest is the names' digest, a full stop and the tasks' (private.tasks_digest).
create or replace function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
  with names as materialized (select private.names_digest() as digest)
  select jsonb_build_object(
    'profile', (
      select jsonb_build_object(
        'fullName', profiles.full_name,
        'timeZone', profiles.time_zone
      ) || case
        when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
      end
      from public.profiles
      where profiles.id = auth.uid()
    ),
    'invitations', private.invitations(),
    'names', names.digest
  ) || case
    when names.digest || '.' || private.tasks_digest() = known_digest then '{}'
    else jsonb_build_object('tasks', (
      select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
      from private.visible_tasks(array(
        select tasks.id from public.tasks
        where tasks.user_id = (select auth.uid()) and tasks.is_active
        union all
        select private.tasks_shared_with_me()
      )) as task
    ))
  end
  from names
$$;
