-- A household of two adults, a child and a helper, with its tasks in turns and a few months of record, so that every
-- screen shows something on the first start, whatever the date. Alice and Bob sign in with the password rota-demo-1.
-- Only for local and preview databases. Applying it again changes nothing.
do $$
declare
  alice constant uuid := '00000000-0000-4000-8000-00000000a11c';
  bob constant uuid := '00000000-0000-4000-8000-000000000b0b';
  dishes constant uuid := '00000000-0000-4000-8000-000000000001';
  bins constant uuid := '00000000-0000-4000-8000-000000000002';
  rent constant uuid := '00000000-0000-4000-8000-000000000003';
  alarm constant uuid := '00000000-0000-4000-8000-000000000004';
  vitamins constant uuid := '00000000-0000-4000-8000-000000000005';
  grandma constant uuid := '00000000-0000-4000-8000-000000000006';
  lawn constant uuid := '00000000-0000-4000-8000-000000000007';
  herbs constant uuid := '00000000-0000-4000-8000-000000000008';
  cat constant uuid := '00000000-0000-4000-8000-000000000009';
  dog constant uuid := '00000000-0000-4000-8000-000000000011';
  stretch constant uuid := '00000000-0000-4000-8000-000000000012';
  photos constant uuid := '00000000-0000-4000-8000-000000000013';
  table_set constant uuid := '00000000-0000-4000-8000-000000000014';
  home constant uuid := '00000000-0000-4000-8000-000000000020';
  p_alice constant uuid := '00000000-0000-4000-8000-000000000021';
  p_bob constant uuid := '00000000-0000-4000-8000-000000000022';
  p_lina constant uuid := '00000000-0000-4000-8000-000000000023';
  p_olga constant uuid := '00000000-0000-4000-8000-000000000024';

  today constant date := (now() at time zone 'UTC')::date;
  -- Some time ago, but still today.
  earlier constant timestamptz := greatest(
    date_trunc('day', now(), 'UTC'), now() - interval '90 minutes'
  );
  weekday constant text := (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[
    1 + extract(dow from today)::int
  ];
  rent_start constant date := (today - 3 - interval '3 months')::date;
  photos_start constant date := (today - 5 - interval '2 months')::date;
begin
  if exists (select from auth.users where id in (alice, bob)) then
    return;
  end if;

  insert into auth.users (
    id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at,
    -- The auth server can't read a null in these.
    confirmation_token, recovery_token, email_change, email_change_token_new,
    email_change_token_current, phone_change, phone_change_token, reauthentication_token
  )
  select
    person.id, 'authenticated', 'authenticated', person.email,
    extensions.crypt('rota-demo-1', extensions.gen_salt('bf', 10)), now(),
    '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object(
      'sub', person.id, 'email', person.email, 'email_verified', true, 'phone_verified', false,
      'full_name', person.full_name
    ),
    now() - interval '100 days', now(),
    '', '', '', '', '', '', '', ''
  from (
    values (alice, 'alice@example.com', 'Alice Archer'), (bob, 'bob@example.com', 'Bob Baker')
  ) as person (id, email, full_name);

  insert into auth.identities (
    id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at
  )
  select
    gen_random_uuid(), users.id, 'email', users.id::text, users.raw_user_meta_data, now(), now(),
    now()
  from auth.users where users.id in (alice, bob);

  -- Only the platform's auth server has this column, and it finds nobody without it.
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute 'update auth.users set instance_id = $1 where id in ($2, $3)'
      using '00000000-0000-0000-0000-000000000000'::uuid, alice, bob;
  end if;

  insert into public.households (id, name, created_at) values (home, 'Home', now() - interval '100 days');
  insert into public.household_zones (household_id, time_zone, set_at) values (home, 'UTC', now() - interval '100 days');
  insert into public.household_people (id, household_id, account_id, name, face, role, joined_at, account_since)
  select id, home, account, name, face, role, now() - interval '100 days',
    case when account is not null then now() - interval '100 days' end
  from (
    values
      (p_alice, alice, 'Alice Archer', 0, 'keeper'),
      (p_bob, bob, 'Bob Baker', 2, 'member'),
      (p_lina, null::uuid, 'Lina', 4, 'member'),
      (p_olga, null, 'Olga', 7, 'helper')
  ) as person (id, account, name, face, role);
  insert into public.household_displays (id, household_id, name, token_hash, created_at)
  values (
    '00000000-0000-4000-8000-000000000025', home, 'Kitchen', extensions.digest('rota-demo-1', 'sha256'),
    now() - interval '90 days'
  );
  insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
  values ('00000000-0000-4000-8000-000000000026', home, p_bob, today - 24, today - 20, today - 26, p_bob);

  insert into public.tasks (
    id, user_id, category, title, subtitle, start_date, end_date, repeat_value, custom_rrule,
    is_shared, household_id, roster
  )
  select
    task.*,
    case when task.id in (dishes, bins, herbs, rent, alarm, lawn, dog, table_set) then home end,
    case task.id
      when dishes then array[p_alice, p_bob]
      when bins then array[p_bob, p_alice, p_lina]
      when table_set then array[p_lina]
      else '{}'
    end
  from (values
    (dishes, alice, 'Kitchen', 'Do the dishes', 'Pans by hand, the rest into the machine.',
      today - 100, null, 'daily', null, false),
    (herbs, alice, 'Kitchen', 'Water the herbs', null,
      today - 41, null, 'custom', 'RRULE:FREQ=DAILY;INTERVAL=2', false),
    (bins, alice, 'Household', 'Take out the bins', 'Paper and glass go out together.',
      today - 98, null, 'weekly', null, false),
    (rent, alice, 'Household', 'Pay the rent', null,
      rent_start, null, 'monthly', null, false),
    (alarm, alice, 'Household', 'Test the smoke alarms', 'Hall, bedroom, cellar.',
      today - 325, null, 'yearly', null, false),
    (vitamins, alice, 'Health', 'Take vitamins', null,
      today - 30, null, 'daily', null, false),
    (cat, alice, 'Health', 'Eye drops for the cat', 'Both eyes, one drop each.',
      today - 20, today - 10, 'daily', null, false),
    (grandma, alice, 'Family', 'Call grandma', null,
      today - 35, null, 'custom', 'RRULE:FREQ=WEEKLY;BYDAY=' || weekday, false),
    (lawn, alice, 'Garden', 'Mow the lawn', 'Not before ten.',
      today - 90, null, 'custom', 'RRULE:FREQ=MONTHLY;BYDAY=SA;BYSETPOS=2', false),
    (dog, bob, 'Pets', 'Walk the dog', 'The long round when it is dry.',
      today - 30, null, 'daily', null, false),
    (stretch, bob, 'Health', 'Stretch for ten minutes', null,
      today - 14, null, 'daily', null, false),
    (photos, bob, 'Household', 'Back up the photos', null,
      photos_start, null, 'monthly', null, true),
    (table_set, alice, 'Kitchen', 'Set the table', null,
      today - 45, null, 'daily', null, false)
  ) as task (
    id, user_id, category, title, subtitle, start_date, end_date, repeat_value, custom_rrule,
    is_shared
  );

  insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
  values (alice, bob, true, 'Bob Baker'), (bob, alice, true, 'Alice Archer');
  insert into private.task_shares (task_id, owner_id, contact_email)
  values (photos, bob, 'alice@example.com'), (photos, bob, 'carol@example.com');

  insert into public.task_put_offs (task_id, due_date, new_date, user_id)
  values (herbs, today - 11, today - 10, alice);

  -- History, with alternating people where two share, and a gap where something is overdue.
  insert into public.task_completions (task_id, user_id, people, said_by, completed_date, completed_at)
  select
    done.task_id, done.person,
    case
      when done.task_id = table_set then array[p_lina]
      when tasks.household_id = home then array[case done.person when bob then p_bob else p_alice end]
    end,
    case when tasks.household_id = home then case done.person when bob then p_bob else p_alice end end,
    done.day,
    (done.day + time '18:10' + extract(day from done.day)::int * interval '3 minutes')
      at time zone 'UTC'
  from (
    select task_id, person, day::date as day
    from (
      select dishes as task_id, day,
        case extract(day from day)::int % 3 when 0 then bob else alice end as person
      from generate_series(today - 100, today - 2, '1 day') as day
      union all
      select herbs, case day::date when today - 11 then today - 10 else day end, alice
      from generate_series(today - 41, today - 1, '2 days') as day
      union all
      select bins, day, case extract(week from day)::int % 2 when 0 then bob else alice end
      from generate_series(today - 98, today - 14, '7 days') as day
      union all
      select rent, day, alice from generate_series(rent_start, today - 10, '1 day') as day
      where extract(day from day) = extract(day from rent_start)
      union all
      select alarm, day, alice from generate_series(today - 325, today - 325, '1 day') as day
      union all
      select vitamins, day, alice from generate_series(today - 30, today - 1, '1 day') as day
      union all
      select cat, day, alice from generate_series(today - 20, today - 10, '1 day') as day
      union all
      select grandma, day, alice from generate_series(today - 35, today - 7, '7 days') as day
      union all
      select lawn, day, alice from generate_series(today - 90, today - 1, '1 day') as day
      where extract(dow from day) = 6 and extract(day from day) between 8 and 14
      union all
      select dog, day, case extract(dow from day)::int % 2 when 0 then alice else bob end
      from generate_series(today - 30, today - 1, '1 day') as day where day::date <> today - 2
      union all
      select stretch, day, bob from generate_series(today - 14, today - 1, '1 day') as day
      union all
      select table_set, day, case extract(day from day)::int % 4 when 0 then bob else alice end
      from generate_series(today - 45, today - 1, '1 day') as day
      union all
      select photos, day, bob from generate_series(photos_start, today - 10, '1 day') as day
      where extract(day from day) = extract(day from photos_start)
    ) as series
  ) as done
  join public.tasks on tasks.id = done.task_id;


  -- Done today: two of today's tasks, and one late.
  insert into public.task_completions (task_id, user_id, people, said_by, completed_date, completed_at)
  values
    (vitamins, alice, null, null, today, earlier),
    (stretch, bob, null, null, today, earlier),
    (dog, bob, array[p_bob], p_bob, today - 2, earlier);

  -- Each records their own completions at their own times.
  update public.task_events
  set
    user_id = tasks.user_id,
    happened_at = case kind when 'put_off' then today - 11 else tasks.start_date end + time '08:00'
  from public.tasks
  where tasks.id = task_events.task_id and tasks.user_id in (alice, bob) and kind <> 'done';
  delete from public.task_events using public.tasks
  where tasks.id = task_events.task_id and tasks.user_id in (alice, bob) and kind = 'done';
  insert into public.task_events (task_id, user_id, happened_at, kind, days, details)
  select
    completions.task_id, completions.user_id, completions.completed_at, 'done',
    datemultirange(daterange(completions.completed_date, completions.completed_date, '[]')),
    jsonb_build_object('by', completions.user_id, 'status', 'done')
      || jsonb_strip_nulls(jsonb_build_object('people', completions.people, 'saidBy', completions.said_by))
  from public.task_completions completions
  join public.tasks on tasks.id = completions.task_id
  where tasks.user_id in (alice, bob)
  order by completions.completed_at;
end;
$$;
