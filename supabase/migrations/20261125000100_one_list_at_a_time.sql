create or replace function public.list_tasks(known_digest text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- One at a time: whoever opens a heavy board in many places waits for themselves, and nobody else does.
  perform pg_advisory_xact_lock(hashtextextended('list_tasks:' || auth.uid(), 0));
  return (
    with names as materialized (select private.names_digest() as digest)
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object(
          'fullName', profiles.full_name,
          'timeZone', profiles.time_zone,
          'dateStyle', profiles.date_style
        ) || case
          when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
        end
        from public.profiles
        where profiles.id = auth.uid()
      ),
      'invitations', private.invitations(),
      'names', names.digest
    ) || case
      when known_digest like names.digest || '.%' then '{}'
      else jsonb_build_object('households', private.households())
    end || case
      when names.digest || '.' || private.tasks_digest() = known_digest then '{}'
      else jsonb_build_object('tasks', (
        select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
        from private.visible_tasks(array(
          select tasks.id from public.tasks
          where tasks.is_active
            and (
              (tasks.household_id is null and tasks.user_id = (select auth.uid()))
              or tasks.household_id = any (array(select private.my_households()))
            )
          union all
          select private.tasks_shared_with_me()
        )) as task
      ))
    end
    from names
  );
end;
$$;
