-- plpgsql keeps its plan: in SQL these were planned with each list and each tick. That of a task's JSON is the same
-- for one task and for all, and is not made again for each call.
create or replace function private.names_digest() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with visible as (
      select tasks.id, tasks.user_id from public.tasks
      where tasks.is_active and (
        (tasks.household_id is null and tasks.user_id = auth.uid())
        or tasks.household_id = any (array(select private.my_households()))
        or tasks.id = any (array(select private.tasks_shared_with_me()))
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
    )::text || private.households()::text)
    from people
    join public.profiles on profiles.id = people.id
  );
end;
$$;

create or replace function private.households() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', households.id,
          'name', households.name,
          'role', me.role,
          'me', me.id,
          'people', (
            select jsonb_agg(
              jsonb_build_object(
                'id', people.id, 'name', people.name, 'face', people.face, 'role', people.role,
                'isJoined', people.account_id is not null
              )
              order by people.joined_at, people.id
            )
            from public.household_people people
            where people.household_id = households.id and people.left_on is null
          )
        ) || (
          select coalesce(jsonb_object_agg(more.key, more.value), '{}')
          from (
            values
              ('former', private.former_names_json(households.id)),
              ('absences', private.absences_json(households.id))
          ) as more (key, value)
          where more.value is not null
        )
        order by households.created_at, households.id
      ),
      '[]'
    )
    from public.household_people me
    join public.households on households.id = me.household_id
    where me.account_id = auth.uid() and me.left_on is null and households.deleted_at is null
  );
end;
$$;

create or replace function private.absences_json(household uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', absences.id, 'person', absences.person_id, 'from', absences.from_day,
        'to', nullif(absences.to_day, '9999-12-31'), 'enteredOn', absences.entered_on,
        'endedOn', absences.ended_on
      )
      order by absences.from_day, absences.id
    )
    from public.household_absences absences
    where absences.household_id = household
  );
end;
$$;

create or replace function private.former_names_json(household uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(people.id, people.name)
    from public.household_people people
    where people.household_id = household and people.left_on is not null
  );
end;
$$;

create or replace function private.tasks_shared_with_me() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select shares.task_id from public.task_shares shares where shares.recipient_id = auth.uid();
end;
$$;

create or replace function private.tasks_digest() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(
      sha256(convert_to(
        coalesce(string_agg(tasks.id || ':' || tasks.revision, ',' order by tasks.id), ''), 'UTF8'
      )),
      'base64'
    )
    from public.tasks
    where tasks.is_active
  );
end;
$$;

create or replace function private.tasks_of_mine(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select tasks.id from public.tasks
    where tasks.id = any (ids)
      and tasks.is_active
      and (
        (tasks.household_id is null and tasks.user_id = (select auth.uid()))
        or tasks.household_id = any (array(select private.my_households()))
        or exists (
          select from public.task_shares shares
          where shares.task_id = tasks.id and shares.recipient_id = (select auth.uid())
        )
      );
end;
$$;

create or replace function private.first_senders(person uuid, address text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- From one sender to the next in the index, however much each has shared.
  return query
    with recursive senders as (
      select first.invited_at, first.owner_id
      from (
        select shares.invited_at, shares.owner_id from public.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
        order by shares.invited_at, shares.owner_id limit 1
      ) as first
      union all
      select next.invited_at, next.owner_id
      from senders
      cross join lateral (
        select shares.invited_at, shares.owner_id from public.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
          and (shares.invited_at, shares.owner_id) > (senders.invited_at, senders.owner_id)
        order by shares.invited_at, shares.owner_id limit 1
      ) as next
    )
    select senders.owner_id from senders
    where exists (select private.waiting_tasks(person, address, senders.owner_id))
    limit most;
end;
$$;

create or replace function private.known_senders(person uuid, address text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with known as (
      select private.account_of(contacts.contact_email, person) as id
      from (
        select shares.contact_email from public.task_shares shares where shares.owner_id = person
        union
        select contacts.contact_email from public.shared_contacts contacts
        where contacts.owner_id = person
      ) as contacts
      union
      select shares.recipient_id
      from public.task_shares shares
      where shares.status = 'taking_part'
        and shares.task_id in (
          select tasks.id from public.tasks where tasks.user_id = person and tasks.is_active
          union all
          select own.task_id from public.task_shares own where own.recipient_id = person
        )
    )
    select known.id from known
    where exists (select private.waiting_tasks(person, address, known.id))
    order by known.id
    limit most;
end;
$$;

create or replace function private.offers_morning_mail() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from public.morning_mails where user_id = auth.uid())
    and exists (
      select from auth.users
      where users.id = auth.uid() and users.created_at < now() - interval '7 days'
    );
end;
$$;

create or replace function private.confirmed_address(person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select users.email
    from auth.users
    where users.id = person
      and users.email_confirmed_at is not null
      and users.deleted_at is null
      and not users.is_sso_user
  );
end;
$$;

create or replace function private.swaps_json(task_id uuid, is_after_done boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_array(latest.day, latest.person_id) order by latest.day)
    from (
      (
        select turns.day, turns.person_id from public.task_turns turns
        where turns.task_id = swaps_json.task_id and turns.day >= (now() at time zone 'UTC')::date - 8
        order by turns.day
        limit 110
      )
      union
      (
        select turns.day, turns.person_id
        from public.task_put_offs moved
        join public.task_turns turns on turns.task_id = moved.task_id and turns.day = moved.due_date
        where moved.task_id = swaps_json.task_id and moved.new_date >= (now() at time zone 'UTC')::date - 8
        order by turns.day desc
        limit 110
      )
      union
      (
        select turns.day, turns.person_id from public.task_turns turns
        where turns.task_id = swaps_json.task_id and is_after_done
        order by turns.day desc
        limit 1
      )
    ) as latest
  );
end;
$$;

create or replace function private.offers_json(task_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object('day', latest.day, 'from', latest.from_person, 'to', latest.to_person)
      order by latest.day
    )
    from (
      select offers.day, offers.from_person, offers.to_person from public.turn_offers offers
      where offers.task_id = offers_json.task_id and offers.day >= (now() at time zone 'UTC')::date - 8
      order by offers.day
      limit 110
    ) as latest
  );
end;
$$;

create or replace function private.my_people() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select people.id from public.household_people people
    where people.account_id = auth.uid() and people.left_on is null;
end;
$$;

alter function private.task_json(uuid[], boolean) set plan_cache_mode = force_generic_plan;

-- A look at all zones takes 25 ms: not for the one that an account begins with.
create or replace function private.is_time_zone(name text) returns boolean
language sql stable strict set search_path = ''
as $$
  select name = 'UTC' or name ~ '^[A-Za-z]' and name not like 'posix%'
    and exists (select from pg_catalog.pg_timezone_names zones where zones.name = is_time_zone.name)
$$;
