-- All that a client needs to start, in one call: the caller's name and time zone, who wants to share
-- with them, and their active tasks, own and shared, in the order of their ids. The digest stands for the answer: whoever still
-- has it passes it as known_digest, and gets the digest alone when nothing has changed.
create function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
  with answer as materialized (
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object('fullName', profiles.full_name, 'timeZone', profiles.time_zone)
        from public.profiles
        where profiles.id = auth.uid()
      ),
      'invitations', private.invitations(),
      'tasks', (
        select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
        from private.visible_tasks(array(
          select tasks.id from public.tasks
          where tasks.user_id = (select auth.uid()) and tasks.is_active
          union all
          select private.tasks_shared_with_me()
        )) as task
      )
    ) as content
  ),
  digested as materialized (select content, md5(content::text) as digest from answer)
  select case
    when digest = known_digest then jsonb_build_object('digest', digest)
    else content || jsonb_build_object('digest', digest)
  end
  from digested
$$;

grant execute on function public.list_tasks(text) to authenticated;
