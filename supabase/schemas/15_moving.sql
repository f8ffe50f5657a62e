-- Households on the move: a household's own file, imports into a household, and whose deeds these were.
-- docs/design/portability.md.

-- A finished import into a household, kept for a day so that it can be undone.
create table private.household_imports (
  -- the client chooses it
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- the keeper, as a person of the household
  person_id uuid not null,
  imported_at timestamptz not null default now(),
  -- whether it made the household
  is_new boolean not null,
  -- the people and absences that it made
  people uuid[] not null check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  absences uuid[] not null check (array_ndims(absences) = 1 and array_lower(absences, 1) = 1)
);

create index household_imports_by_household on private.household_imports (household_id);

create table private.moved_tasks (
  import_id uuid not null references private.household_imports (id)
    on delete cascade,
  -- no key: a task deleted since was changed, too
  task_id uuid not null,
  revision bigint not null,
  primary key (import_id, task_id)
);

-- What an import says that an account's person did: until they have answered, it stands as done by somebody who left,
-- named "Bob (imported by Alice)".
create table private.import_claims (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id)
    on delete cascade,
  person_id uuid not null references public.household_people (id)
    on delete cascade,
  -- as whom it stands
  stand_in uuid not null,
  -- the keeper who imported it
  by_person uuid not null,
  imported_at timestamptz not null default now(),
  deeds integer not null,
  -- the day of the first
  since date not null,
  -- null: not yet
  answer text check (answer in ('mine', 'left')),
  answered_at timestamptz
);

create index import_claims_by_household on private.import_claims (household_id);

create index import_claims_by_person on private.import_claims (person_id);

-- The claims that wait for the caller's word: [{id, by, deeds, since}]; null without any.
create function private.claims_json(household uuid)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', claims.id, 'by', coalesce(people.name, 'Somebody'), 'deeds', claims.deeds, 'since', claims.since
      )
      order by claims.imported_at, claims.id
    )
    from private.import_claims claims
    left join public.household_people people on people.id = claims.by_person
    where claims.household_id = household and claims.answer is null
      and claims.person_id = any (array(select private.my_people()))
  );
end;
$$;

-- For a keeper, the imports of the last day: [{id, at, by, tasks}]; null without any.
create function private.imports_json(household uuid)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', imports.id, 'at', private.iso(imports.imported_at), 'by', coalesce(people.name, 'Somebody'),
        'tasks', (select count(*) from private.moved_tasks moved where moved.import_id = imports.id)
      )
      order by imports.imported_at, imports.id
    )
    from private.household_imports imports
    left join public.household_people people on people.id = imports.person_id
    where imports.household_id = household and imports.imported_at > now() - interval '1 day'
      and household = any (array(select private.my_households('keeper')))
  );
end;
$$;

-- Out

-- Whoever did something, by the ids of a household's file: people of the household and people that its tasks brought
-- from elsewhere have their own, anybody else is 'name Dana'.
create function private.moving_doers(task public.tasks, people uuid[], account uuid, former text)
returns jsonb
language plpgsql
stable
as $$
begin
  return case
    when people is not null then to_jsonb(people)
    when account is not null then jsonb_build_array(coalesce(
      (
        select persons.id::text from public.household_people persons
        where persons.household_id = task.household_id and persons.account_id = account
      ),
      'name ' || coalesce(
        (
          select former_names.name from public.former_names
          where former_names.task_id = task.id and former_names.person_id = account
        ),
        (select profiles.display_name from public.profiles where profiles.id = account)
      )
    ))
    when former is not null then jsonb_build_array('name ' || former)
    else '[]'
  end;
end;
$$;

create function private.moving_task(task public.tasks)
returns jsonb
language sql
stable
as $$
  select
    jsonb_build_object(
      'source',
      task.id,
      'fields',
      (
        select
          to_jsonb(named) - array[
            'id',
            'ownerId',
            'revision',
            'createdAt',
            'updatedAt',
            'rosterSince',
            'happened',
            'roster',
            'isShared',
            'householdId'
          ]
        from private.named_tasks as named
        where named.id = task.id
      ),
      'roster',
      task.roster,
      'rosterSince',
      private.iso(task.roster_since),
      'householdSince',
      task.household_since,
      'pausedDays',
      private.ranges_json(task.paused),
      'happened',
      task.happened,
      'readings',
      array(
        select jsonb_build_object('at', private.iso(kept.read_at), 'number', kept.number, 'grown', kept.grown)
        from private.readings as kept
        where kept.task_id = task.id and kept.name = task.waits_for
        order by kept.read_at
      ),
      'formerSchedules',
      array(
        select
          former.schedule || jsonb_build_object(
            'validUntil',
            former.valid_until,
            'rosterSince',
            private.iso(former.roster_since)
          )
        from public.task_schedules as former
        where former.task_id = task.id
        order by former.valid_until
      ),
      'putOffs',
      private.put_offs_json(task.id),
      'swaps',
      array(
        select jsonb_build_object('day', swaps.day, 'person', swaps.person_id)
        from public.turn_swaps as swaps
        where swaps.task_id = task.id
        order by swaps.day
      ),
      'completions',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'by',
              private.moving_doers(task, people, user_id, by_name),
              'saidBy',
              said_by,
              'status',
              status,
              'timeZone',
              time_zone,
              'via',
              via,
              'viaName',
              via_name
            )
          ) || jsonb_build_object('days', days)
        from
          (
            select
              people,
              case
                when people is null then user_id
              end as user_id,
              by_name,
              said_by,
              status,
              time_zone,
              via,
              via_name,
              jsonb_agg(
                jsonb_build_array(completed_date, private.iso(completed_at)) || case
                  when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
                  when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
                  when done_on is not null then jsonb_build_array(done_on)
                  else '[]'
                end
                order by completed_date
              ) as days
            from public.task_completions as completions
            where completions.task_id = task.id
            group by 1, 2, 3, 4, 5, 6, 7, 8
          ) as groups
        order by days -> 0 ->> 0
      ),
      'catchUps',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'id',
              catch_ups.id,
              'by',
              private.moving_doers(task, catch_ups.people, catch_ups.user_id, catch_ups.by_name),
              'saidBy',
              catch_ups.said_by,
              'status',
              catch_ups.status,
              'days',
              private.ranges_json(catch_ups.days),
              'at',
              private.iso(catch_ups.recorded_at),
              'timeZone',
              catch_ups.time_zone
            )
          )
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = task.id and not isempty(catch_ups.days)
        order by catch_ups.recorded_at, catch_ups.days
      ),
      'notes',
      array(
        select
          jsonb_build_object(
            'day',
            notes.day,
            'note',
            notes.note,
            'by',
            private.moving_doers(
              task,
              case
                when notes.person_id is not null then array[notes.person_id]
              end,
              notes.user_id,
              notes.by_name
            ),
            'at',
            private.iso(notes.written_at)
          )
        from public.task_day_notes as notes
        where notes.task_id = task.id
        order by notes.day
      ),
      'checks',
      array(
        select jsonb_build_object('day', checks.day, 'lines', jsonb_agg(checks.line order by checks.line))
        from public.task_checks as checks
        where checks.task_id = task.id and checks.is_checked
        group by checks.day
        order by checks.day
      )
    );
$$;

-- Tasks of a household that the caller keeps, for its file, and the people besides its own whom they name: {tasks,
-- people}.
create function private.moving_tasks(household uuid, ids uuid[])
returns jsonb
language plpgsql
stable
security definer
as $$
declare
  tasks constant jsonb[] := array(
    select private.moving_task(tasks) from public.tasks
    where tasks.id = any (ids) and tasks.household_id = household
      and household = any (array(select private.my_households('keeper')))
    order by tasks.id
  );
begin
  return jsonb_build_object('tasks', to_jsonb(tasks), 'people', array(
    select jsonb_build_object('id', named.id, 'name', named.name, 'hasLeft', true)
    from (
      select distinct 'name ' || name as id, name
      from unnest(tasks) as listed, jsonb_path_query(listed, '$.*[*].by[*]') as by,
        substring(by #>> '{}' from '^name (.*)$') as name
      where name is not null
      union all
      select people.person_id::text, min(people.name)
      from private.task_people people
      where people.task_id in (select (listed ->> 'source')::uuid from unnest(tasks) as listed) and not exists (
        select from public.household_people persons
        where persons.id = people.person_id and persons.household_id = household
      )
      group by 1
    ) as named
    order by named.id
  ));
end;
$$;

-- Everything of a household that the caller keeps but its tasks, without a secret: name, language, time zones, people,
-- absences, and the names of its tablets.
create function private.moving_household(household uuid)
returns jsonb
language sql
stable
security definer
as $$
  select
    jsonb_build_object(
      'id',
      households.id,
      'name',
      households.name,
      'language',
      households.language,
      'timeZone',
      private.household_zone(households.id, 'infinity'),
      'zones',
      array(
        select
          jsonb_build_object('countsFrom', zones.counts_from, 'firstDay', zones.first_day, 'timeZone', zones.time_zone)
        from public.household_zones as zones
        where zones.household_id = households.id
        order by zones.counts_from
      ),
      'people',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'id',
              people.id,
              'name',
              people.name,
              'role',
              people.role,
              'face',
              people.face,
              'hasAccount',
              people.account_id is not null,
              'hasLeft',
              people.left_on is not null,
              'leftOn',
              people.left_on
            )
          )
        from public.household_people as people
        where people.household_id = households.id
        order by people.joined_at, people.id
      ),
      'absences',
      array(
        select
          jsonb_build_object(
            'person',
            absences.person_id,
            'from',
            absences.from_day,
            'to',
            nullif(absences.to_day, '9999-12-31'),
            'enteredOn',
            absences.entered_on,
            'endedOn',
            absences.ended_on,
            'isForPast',
            absences.for_past,
            'isLeaving',
            absences.entered_by is null
          )
        from
          public.household_absences as absences
          join public.household_people as people on people.id = absences.person_id
        where
          absences.household_id = households.id
          -- Who has left is absent by that.
          and not (absences.entered_by is null and absences.ended_on is null and people.left_on is not null)
        order by absences.from_day, absences.entered_at, absences.id
      ),
      'houseAbsences',
      array(
        select
          jsonb_build_object('from', absences.from_day, 'to', absences.to_day, 'endedOn', absences.ended_on)
        from public.house_absences as absences
        where absences.household_id = households.id
        order by absences.from_day, absences.entered_at, absences.id
      ),
      'displays',
      array(
        select displays.name
        from public.household_displays as displays
        where displays.household_id = households.id
        order by displays.name
      )
    )
  from public.households
  where
    households.id = moving_household.household
    and households.id = any (array(select private.my_households('keeper')));
$$;

-- In

-- The people of a file as an import has them: {id: {person, doer, isNew, …}}. `is` is whom a keeper has matched
-- somebody with: 'me', the id of a person here, or null for a new person. Nobody's account is said to have done
-- anything: for a deed of somebody who has one, `doer` is a stand-in. Errors: VALIDATION_FAILED.
create function private.people_of_file(household uuid, is_new boolean, file_people jsonb)
returns jsonb
language plpgsql
stable
security definer
as $$
declare
  me constant uuid := (
    select people.id from public.household_people people
    where people.household_id = people_of_file.household and people.account_id = auth.uid()
  );
  listed record;
  known public.household_people;
  person uuid;
  people jsonb := jsonb_build_object();
begin
  if jsonb_typeof(file_people) is distinct from 'array' or jsonb_array_length(file_people) > 500 then
    perform private.refuse('people', 'INVALID');
  end if;
  for listed in
    select entry ->> 'id' as id, nullif(entry ->> 'is', '') as meant, entry, place
    from jsonb_array_elements(file_people) with ordinality as named (entry, place)
  loop
    if coalesce(char_length(listed.id), 0) not between 1 and 200 or people ? listed.id
      or coalesce(listed.entry ->> 'role' not in ('keeper', 'member', 'helper'), false)
      or coalesce((listed.entry ->> 'face')::integer not between 0 and 9, false) then
      perform private.refuse('people', 'INVALID');
    end if;
    person := case
      when listed.meant = 'me' then coalesce(me, private.imported_id('me', household))
      when listed.meant is not null then listed.meant::uuid
      else private.imported_id('person ' || listed.id, household)
    end;
    select persons.* into known from public.household_people persons
    where persons.id = person and persons.household_id = people_of_file.household;
    if listed.meant is not null and listed.meant <> 'me' and known.id is null then
      perform private.refuse('people', 'INVALID');
    end if;
    people := people || jsonb_build_object(listed.id, jsonb_build_object(
      'person', person,
      'doer', case
        when known.account_id <> auth.uid() then private.imported_id('for ' || person || ' by ' || me, household)
        else person
      end,
      'isNew', known.id is null,
      'place', listed.place,
      'name', private.checked_name(listed.entry ->> 'name'),
      'standIn', private.checked_name(coalesce(listed.entry ->> 'standIn', listed.entry ->> 'name')),
      'role', coalesce(listed.entry ->> 'role', 'member'),
      'face', coalesce((listed.entry ->> 'face')::integer, listed.place % 10),
      'hasLeft', coalesce((listed.entry ->> 'hasLeft')::boolean, false),
      'leftOn', (listed.entry ->> 'leftOn')::date
    ));
  end loop;
  return people;
end;
$$;

-- Begins an import into a household, which pieces and finish_import go on with; ends an unfinished one of the caller.
-- `household` is {householdId: one of the caller's as its keeper, null for a new one, source: what it is known by in
-- its file, name, language, timeZone, zones, people: [{id, name, is, standIn, role, face, hasLeft, leftOn}], absences,
-- houseAbsences}. A household of the same source that the caller keeps is the same. Answers the household's id; again
-- the same. Errors: HOUSEHOLD_NOT_FOUND, VALIDATION_FAILED, PAYLOAD_TOO_LARGE.
create function private.begin_import(import_id uuid, household jsonb)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  target uuid := (household ->> 'householdId')::uuid;
  is_new boolean;
begin
  if octet_length(household::text) > 500000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform private.refuse('household', 'INVALID');
  end if;
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports where imports.person_id = me and imports.id = import_id;
  if found then
    return (import.household ->> 'id')::uuid;
  end if;
  if target is null then
    target := private.imported_id('household ' || coalesce(household ->> 'source', import_id::text));
    is_new := target <> all (array(select private.my_households('keeper')));
    -- It was here, and was deleted or left.
    if is_new and exists (select from public.households where households.id = target) then
      target := gen_random_uuid();
    end if;
  elsif target <> all (array(select private.my_households('keeper'))) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  else
    is_new := false;
  end if;
  if private.is_time_zone(household ->> 'timeZone') is false then
    perform private.refuse('timeZone', 'UNKNOWN_TIME_ZONE');
  elsif not coalesce(private.is_language(household ->> 'language'), true) then
    perform private.refuse('language', 'INVALID');
  end if;
  if exists (
    select from jsonb_array_elements(coalesce(household -> 'absences', '[]')) as absent
    where (
      (absent ->> 'from')::date <= coalesce((absent ->> 'to')::date, '9999-12-31')
      and (absent ->> 'enteredOn')::date is not null
      and (coalesce(absent ->> 'endedOn', '0001-01-01')::date, (absent ->> 'isForPast')::boolean) is not null
    ) is not true
  ) then
    perform private.refuse('absences', 'INVALID');
  elsif exists (
    select from jsonb_array_elements(coalesce(household -> 'houseAbsences', '[]')) as absent
    where (
      (absent ->> 'from')::date <= (absent ->> 'to')::date
      and coalesce((absent ->> 'endedOn')::date >= (absent ->> 'from')::date, true)
    ) is not true
  ) then
    perform private.refuse('houseAbsences', 'INVALID');
  elsif exists (
    select from jsonb_array_elements(coalesce(household -> 'zones', '[]')) as zone
    where ((zone ->> 'countsFrom')::timestamptz is not null and (zone ->> 'firstDay')::date is not null) is not true
  ) then
    perform private.refuse('zones', 'INVALID');
  end if;
  perform private.drop_import(me);
  insert into private.imports (person_id, id, household)
  values (me, import_id, household - array['householdId', 'source'] || jsonb_build_object(
    'id', target,
    'isNew', is_new,
    'name', private.checked_name(household ->> 'name'),
    'people', private.people_of_file(target, is_new, household -> 'people')
  ));
  return target;
exception
  when data_exception then
    perform private.refuse('household', 'INVALID');
end;
$$;

-- Makes the household of an import if it is new, else locks it, and the people that it brings.
create function private.begin_moving_in(house jsonb)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  target constant uuid := (house ->> 'id')::uuid;
  is_new constant boolean := (house ->> 'isNew')::boolean;
begin
  if not is_new then
    perform private.begin_household(target, 'keeper');
  else
    perform private.lock_quota('households', me);
    insert into public.households (id, name, language) values (target, house ->> 'name', house ->> 'language')
    on conflict do nothing;
    if not found then
      perform private.fail('IMPORT_NOT_FOUND');
    end if;
    insert into public.household_people (id, household_id, account_id, name, role, face, joined_at)
    select
      private.imported_id('me', target), target, me, coalesce(mine.value ->> 'name', profiles.display_name), 'keeper',
      coalesce((mine.value ->> 'face')::integer, 0),
      now() + coalesce((mine.value ->> 'place')::integer, 0) * interval '1 microsecond'
    from public.profiles
    left join jsonb_each(house -> 'people') as mine
      on (mine.value ->> 'person')::uuid = private.imported_id('me', target)
    where profiles.id = me
    limit 1;
    insert into public.household_zones (household_id, counts_from, first_day, time_zone)
    select target, zones."countsFrom", zones."firstDay", zones."timeZone"
    from jsonb_to_recordset(coalesce(house -> 'zones', '[]'))
      as zones ("countsFrom" timestamptz, "firstDay" date, "timeZone" text)
    where private.is_time_zone(zones."timeZone")
    order by zones."countsFrom"
    limit 100
    on conflict do nothing;
    insert into public.household_zones (household_id, time_zone)
    select target, coalesce(house ->> 'timeZone', private.my_time_zone())
    where not exists (
      select from public.household_zones zones
      where zones.household_id = target and zones.counts_from = '-infinity'
    );
  end if;
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select distinct on (person)
    (brought.value ->> 'person')::uuid as person, target, brought.value ->> 'name',
    (brought.value ->> 'face')::smallint, brought.value ->> 'role',
    now() + (brought.value ->> 'place')::integer * interval '1 microsecond'
  from jsonb_each(house -> 'people') as brought
  where (brought.value ->> 'isNew')::boolean
  order by person, (brought.value ->> 'place')::integer
  on conflict do nothing;
  insert into public.household_people (id, household_id, name, face, role, left_on)
  select distinct on (doer)
    (brought.value ->> 'doer')::uuid as doer, target, brought.value ->> 'standIn', people.face, 'helper',
    private.household_today(target)
  from jsonb_each(house -> 'people') as brought
  join public.household_people people on people.id = (brought.value ->> 'person')::uuid
  where brought.value ->> 'doer' <> brought.value ->> 'person'
    and exists (
      select
      from private.staged_tasks staged
      where staged.person_id = me and (
        exists (
          select from public.task_completions rows
          where rows.task_id = staged.task_id
            and (rows.people || rows.said_by) @> array[(brought.value ->> 'doer')::uuid]
        ) or exists (
          select from public.task_catch_ups rows
          where rows.task_id = staged.task_id
            and (rows.people || rows.said_by) @> array[(brought.value ->> 'doer')::uuid]
        ) or exists (
          select from public.task_day_notes rows
          where rows.task_id = staged.task_id and rows.person_id = (brought.value ->> 'doer')::uuid
        )
      )
    )
  order by doer
  on conflict do nothing;
  perform private.check_household_limits(target);
end;
$$;

-- Moves the caller's staged tasks into the household, with their turns, and the house's absences if it is new; an
-- older one keeps its own, so that none of its past days changes, and the tasks pause on these days instead.
create function private.move_in(import private.imports)
returns void
language plpgsql
volatile
security definer
as $$
declare
  house constant jsonb := import.household;
  target constant uuid := (house ->> 'id')::uuid;
  is_new constant boolean := (house ->> 'isNew')::boolean;
  away datemultirange := '{}';
begin
  if is_new then
    insert into public.house_absences (id, household_id, from_day, to_day, entered_by, ended_on)
    select
      private.imported_id('away ' || absent.place, target), target, (absent.entry ->> 'from')::date,
      (absent.entry ->> 'to')::date, private.imported_id('me', target), (absent.entry ->> 'endedOn')::date
    from jsonb_array_elements(coalesce(house -> 'houseAbsences', '[]')) with ordinality as absent (entry, place);
    perform private.check_limit('house_absences', (
      select count(*) from public.house_absences absences where absences.household_id = target
    ));
  else
    away := coalesce((
      select range_agg(daterange(absent."from", least(absent."to" + 1, absent."endedOn")))
      from jsonb_to_recordset(coalesce(house -> 'houseAbsences', '[]'))
        as absent ("from" date, "to" date, "endedOn" date)
      where absent."endedOn" is null or absent."endedOn" > absent."from"
    ), '{}');
  end if;
  update public.tasks
  set
    household_id = target, roster_since = coalesce(staged.roster_since, now()), revision = tasks.revision + 1,
    -- Somebody may have left since the file was read.
    roster = array(
      select turns.person
      from unnest(staged.roster) with ordinality as turns (person, place)
      join public.household_people people on people.id = turns.person and people.left_on is null
      order by turns.place
    )
  from private.staged_tasks staged
  where staged.person_id = import.person_id and tasks.id = staged.task_id;
  update public.tasks
  set
    household_since = case when is_new then staged.household_since else tasks.household_since end,
    paused = tasks.paused + away * datemultirange(daterange(staged.household_since, null)),
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = import.person_id and tasks.id = staged.task_id;
  -- Whoever has left may be on a roster, but not be put on one.
  update public.household_people people
  set left_on = coalesce((brought.value ->> 'leftOn')::date, private.household_today(target))
  from jsonb_each(house -> 'people') as brought
  where (brought.value ->> 'isNew')::boolean and (brought.value ->> 'hasLeft')::boolean
    and people.id = (brought.value ->> 'person')::uuid and people.left_on is null and people.account_id is null;
  insert into private.task_people (task_id, person_id, name)
  select named.task_id, people.id, people.name
  from (
    select rows.task_id, unnest(rows.people || rows.said_by) as id from public.task_completions rows
    union
    select rows.task_id, unnest(rows.people || rows.said_by) from public.task_catch_ups rows
    union
    select rows.task_id, rows.person_id from public.task_day_notes rows
    union
    select rows.task_id, rows.person_id from public.turn_swaps rows
  ) as named
  join private.staged_tasks staged on staged.task_id = named.task_id and staged.person_id = import.person_id
  join public.household_people people on people.id = named.id
  on conflict do nothing;
end;
$$;

-- Ends an import into a household: what its tasks brought besides themselves, what waits for somebody's word, and what
-- an undo has to know.
create function private.finish_moving_in(import private.imports)
returns void
language plpgsql
volatile
security definer
as $$
declare
  house constant jsonb := import.household;
  target constant uuid := (house ->> 'id')::uuid;
  me constant uuid := (
    select people.id from public.household_people people
    where people.household_id = target and people.account_id = import.person_id
  );
  added uuid[];
  brought uuid[];
begin
  perform private.record_pauses(tasks.id, tasks.paused, private.paused_days(tasks), '{"away": true}')
  from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
  where staged.person_id = import.person_id
  order by tasks.id;
  -- Of people who are new here: no past turn of the others changes.
  with entered as (
    insert into public.household_absences (
      id, household_id, person_id, from_day, to_day, entered_on, ended_on, for_past, entered_by
    )
    select
      private.imported_id(concat_ws(
        ' ', 'absent', listed.value ->> 'person', absent.entry, nullif(absent.nth, 1)
      ), target), target,
      (listed.value ->> 'person')::uuid, (absent.entry ->> 'from')::date,
      coalesce((absent.entry ->> 'to')::date, '9999-12-31'), (absent.entry ->> 'enteredOn')::date,
      (absent.entry ->> 'endedOn')::date, coalesce((absent.entry ->> 'isForPast')::boolean, false),
      case when (absent.entry ->> 'isLeaving')::boolean then null else me end
    -- Whoever comes back on the day on which they left may do so several times.
    from (
      select listed.entry, row_number() over (partition by listed.entry) as nth
      from jsonb_array_elements(coalesce(house -> 'absences', '[]')) as listed (entry)
    ) as absent
    join jsonb_each(house -> 'people') as listed
      on listed.key = absent.entry ->> 'person' and (listed.value ->> 'isNew')::boolean
    on conflict do nothing
    returning id
  )
  select array(select id from entered) into added;
  perform private.check_limit('absences_of_household', (
    select count(*) from public.household_absences absences where absences.household_id = target
  ));
  insert into private.import_claims (household_id, person_id, stand_in, by_person, deeds, since)
  select target, claimed.person, claimed.doer, me, count(*), min(rows.day)
  from (
    select distinct (listed.value ->> 'person')::uuid as person, (listed.value ->> 'doer')::uuid as doer
    from jsonb_each(house -> 'people') as listed
    where listed.value ->> 'doer' <> listed.value ->> 'person'
  ) as claimed
  join (
    select staged.task_id, done.people, done.completed_date as day
    from private.staged_tasks staged
    join public.task_completions done on done.task_id = staged.task_id
    where staged.person_id = import.person_id
    union all
    select staged.task_id, done.people, lower(done.days)
    from private.staged_tasks staged
    join public.task_catch_ups done on done.task_id = staged.task_id
    where staged.person_id = import.person_id
  ) as rows on claimed.doer = any (rows.people)
  group by claimed.person, claimed.doer;
  brought := array(
    select people.id from public.household_people people
    where people.household_id = target and people.joined_at >= now() and people.account_id is null
      and people.id in (
        select (listed.value ->> 'doer')::uuid from jsonb_each(house -> 'people') as listed
        where (listed.value ->> 'isNew')::boolean or listed.value ->> 'doer' <> listed.value ->> 'person'
      )
  );
  -- All of it was there already.
  if not (house ->> 'isNew')::boolean and brought = '{}' and not exists (
    select from private.staged_tasks staged where staged.person_id = import.person_id
  ) then
    return;
  end if;
  insert into private.household_imports (id, household_id, person_id, is_new, people, absences)
  values (import.id, target, me, (house ->> 'isNew')::boolean, brought, added);
  insert into private.moved_tasks (import_id, task_id, revision)
  select import.id, tasks.id, tasks.revision
  from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
  where staged.person_id = import.person_id;
  perform private.send_household(target);
end;
$$;

-- Answers a claim for the caller, once: either they did what an import says, or it stays as it is. Each task's record
-- has the answer. The same answer again changes nothing. Errors: CLAIM_NOT_FOUND.
create function private.answer_claim(id uuid, is_mine boolean)
returns void
language plpgsql
volatile
security definer
as $$
declare
  word constant text := case when is_mine then 'mine' else 'left' end;
  claim private.import_claims;
  ids uuid[];
begin
  select claims.* into claim from private.import_claims claims
  where claims.id = answer_claim.id and claims.person_id = any (array(select private.my_people()));
  if claim.id is null then
    perform private.fail('CLAIM_NOT_FOUND');
  end if;
  perform private.begin_household(claim.household_id, 'helper');
  select claims.* into claim from private.import_claims claims where claims.id = answer_claim.id for update;
  if claim.answer is not null then
    if claim.answer = word then
      return;
    end if;
    perform private.fail('CLAIM_NOT_FOUND');
  end if;
  ids := array(
    select tasks.id from public.tasks join private.task_people named on named.task_id = tasks.id
    where named.person_id = claim.stand_in and tasks.household_id = claim.household_id
    order by tasks.id
  );
  perform private.send_no_tasks(true);
  insert into public.task_events (task_id, kind, details)
  select
    tasks.id, 'claimed',
    jsonb_build_object(
      'isMine', is_mine, 'deeds', counted.deeds, 'people', jsonb_build_array(claim.by_person)
    )
  from public.tasks
  cross join lateral (
    select (
      select count(*) from public.task_completions rows
      where rows.task_id = tasks.id and rows.people @> array[claim.stand_in]
    ) + (
      select count(*) from public.task_catch_ups rows
      where rows.task_id = tasks.id and rows.people @> array[claim.stand_in]
    ) as deeds
  ) as counted
  where tasks.id = any (ids)
  order by tasks.id;
  if is_mine then
    insert into private.task_people (task_id, person_id, name)
    select named.task_id, people.id, people.name
    from unnest(ids) as named (task_id), public.household_people people
    where people.id = claim.person_id
    on conflict do nothing;
    update public.task_completions rows
    set
      people = case
        when claim.person_id = any (rows.people) then array_remove(rows.people, claim.stand_in)
        else array_replace(rows.people, claim.stand_in, claim.person_id)
      end,
      said_by = case when rows.said_by = claim.stand_in then claim.person_id else rows.said_by end
    where rows.task_id = any (ids) and (rows.people || rows.said_by) @> array[claim.stand_in];
    update public.task_catch_ups rows
    set
      people = case
        when claim.person_id = any (rows.people) then array_remove(rows.people, claim.stand_in)
        else array_replace(rows.people, claim.stand_in, claim.person_id)
      end,
      said_by = case when rows.said_by = claim.stand_in then claim.person_id else rows.said_by end
    where rows.task_id = any (ids) and (rows.people || rows.said_by) @> array[claim.stand_in];
    update public.task_day_notes rows set person_id = claim.person_id
    where rows.task_id = any (ids) and rows.person_id = claim.stand_in;
    delete from public.household_people people where people.id = claim.stand_in;
  end if;
  update public.tasks set revision = revision + 1 where tasks.id = any (ids);
  perform private.send_no_tasks(false);
  update private.import_claims claims
  set answer = word, answered_at = now()
  -- The same stand-in has the deeds of each import of this keeper.
  where claims.stand_in = claim.stand_in and claims.answer is null;
  perform private.send_household(claim.household_id, ids);
end;
$$;

-- Takes an import of the last day back, with its people, if nothing was done in its tasks and with its people since.
-- Again changes nothing. Keepers only. Errors: IMPORT_NOT_FOUND, IMPORT_IN_USE.
create function private.undo_import(id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  import private.household_imports;
  accounts uuid[];
begin
  select imports.* into import from private.household_imports imports
  where imports.id = undo_import.id and imports.household_id = any (array(select private.my_households('keeper')));
  if import.id is null then
    return;
  end if;
  perform private.begin_household(import.household_id, 'keeper');
  if import.imported_at < now() - interval '1 day' then
    perform private.fail('IMPORT_NOT_FOUND');
  elsif exists (
    select from private.moved_tasks moved
    left join public.tasks on tasks.id = moved.task_id
    where moved.import_id = import.id
      and (tasks.revision is distinct from moved.revision or not tasks.is_active)
  ) or exists (
    select from public.household_people people
    where people.id = any (import.people) and people.account_id is not null
  ) or exists (
    select from public.household_absences absences
    where absences.person_id = any (import.people) and absences.id <> all (import.absences)
      and absences.entered_by is not null
  ) or exists (
    select from public.tasks
    where tasks.household_id = import.household_id
      and not exists (
        select from private.moved_tasks moved where moved.import_id = import.id and moved.task_id = tasks.id
      )
      and (
        import.is_new
        or exists (
          select from private.task_people named
          where named.task_id = tasks.id and named.person_id = any (import.people)
        )
        or tasks.roster && import.people
      )
  ) or import.is_new and exists (
    select from public.household_people people
    where people.household_id = import.household_id and people.id <> import.person_id
      and people.id <> all (import.people)
  ) then
    perform private.fail('IMPORT_IN_USE');
  end if;
  accounts := array(select private.household_accounts(import.household_id));
  perform private.send_no_tasks(true);
  delete from public.tasks
  using private.moved_tasks moved
  where moved.import_id = import.id and tasks.id = moved.task_id;
  delete from public.household_absences absences where absences.id = any (import.absences);
  delete from private.import_claims claims
  where claims.household_id = import.household_id and claims.stand_in = any (import.people);
  delete from public.household_people people where people.id = any (import.people);
  if import.is_new then
    delete from public.households where households.id = import.household_id;
  end if;
  delete from private.household_imports imports where imports.id = import.id;
  delete from private.imports where imports.id = import.id and imports.outcome is not null;
  perform private.send_no_tasks(false);
  perform private.send_list_changed(accounts);
end;
$$;

-- Imports that can't be undone any more.
create function private.forget_household_imports()
returns void
language sql
volatile
security definer
as $$
  delete from private.household_imports where imported_at < now() - interval '1 day';
$$;
