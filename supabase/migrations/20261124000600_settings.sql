-- How a person writes dates and times: kept with the profile, so that the mails follow. It is null
-- until the app has told what is usual in the language of their browser, or they choose.

alter table public.profiles
  add column date_style text check (date_style ~ '^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$');

comment on column public.profiles.date_style is
  'Order of a date, hours of a clock, first day of the week, such as dmy-24-mon; null until it is known.';

grant select (date_style), update (date_style) on public.profiles to authenticated;

create or replace function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  issues jsonb := '[]';
begin
  new.full_name := coalesce(private.trimmed(new.full_name), '');
  if char_length(new.full_name) > 100 then
    issues := issues || private.issue('fullName', 'NAME_TOO_LONG');
  end if;
  if tg_op = 'UPDATE'
    and new.time_zone is distinct from old.time_zone
    and private.is_time_zone(new.time_zone) is not true then
    issues := issues || private.issue('timeZone', 'UNKNOWN_TIME_ZONE');
  end if;
  if new.date_style !~ '^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$' then
    issues := issues || private.issue('dateStyle', 'INVALID');
  end if;
  if issues <> '[]' then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  new.display_name := coalesce(
    nullif(new.full_name, ''),
    (select nullif(split_part(users.email, '@', 1), '') from auth.users where users.id = new.id),
    'Someone'
  );
  return new;
end;
$$;

-- Both with the profile's dateStyle.
create or replace function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
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
    'households', private.households(),
    'names', names.digest
  ) || case
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
$$;

create or replace function private.exported_account() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'fullName', profiles.full_name,
    'timeZone', profiles.time_zone,
    'dateStyle', profiles.date_style,
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
    'households', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', household -> 'name', 'role', household -> 'role',
            'people', (
              select jsonb_agg(person - array['id', 'face'])
              from jsonb_array_elements(household -> 'people') as person
            )
          )
        ),
        '[]'
      )
      from jsonb_array_elements(private.households()) as household
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
