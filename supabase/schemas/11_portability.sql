-- Export, and import in pieces.

-- Export

-- Complete however long the record is, as an import would invent anything missing.
create function private.exportable_tasks(ids uuid[])
returns setof jsonb
language sql
stable
security definer
as $$
  select private.task_json(array(select mine.id from private.my_tasks as mine where mine.id = any (ids)), true);
$$;

-- A person without an id, which would mean nothing elsewhere: {"me": true}, {"name": …}, or null for somebody who
-- has closed their account. In plpgsql, as its plan is kept and each row calls it.
create function private.person_json(person uuid, former text, people jsonb)
returns jsonb
language plpgsql
stable
as $$
begin
  return case
    when person = auth.uid() then '{"me": true}'::jsonb
    when person is not null then
      jsonb_build_object('name', coalesce(people ->> person::text, 'Somebody'))
    when former is not null then jsonb_build_object('name', former)
  end;
end;
$$;

-- The people who did something: in a household's task {"name": …} with all their names, {"me": true} if it is only
-- the caller, null for nobody in particular.
create function private.doers_json(persons uuid[], person uuid, former text, people jsonb, me uuid)
returns jsonb
language plpgsql
stable
as $$
begin
  return case
    when persons is null then private.person_json(person, former, people)
    when persons = array[me] then '{"me": true}'
    when persons <> '{}' then jsonb_build_object('name', private.names_of(persons, people))
  end;
end;
$$;

-- 'Alice', 'Alice and Carol', 'Alice, Bob and Carol'.
create function private.names_of(persons uuid[], people jsonb)
returns text
language sql
immutable
as $$
  select
    regexp_replace(string_agg(coalesce(people ->> id::text, 'Somebody'), ', ' order by place), ', ([^,]*)$', ' and \1')
  from unnest(persons) with ordinality as named (id, place);
$$;

-- [[first day, last day], …]
create function private.ranges_json(days datemultirange)
returns jsonb
language sql
immutable
as $$
  select coalesce(jsonb_agg(jsonb_build_array(lower(run), upper(run) - 1) order by run), '[]')
  from unnest(days) as run;
$$;

-- The ids in a list, ignoring everything else: stored lists are never cleaned up.
create function private.ids_in(list jsonb)
returns uuid[]
language sql
immutable
as $$
  select
    array(
      select (id #>> '{}')::uuid
      from jsonb_path_query(list, 'strict $.**') with ordinality as listed (id, place)
      where jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      order by place
    );
$$;

-- Replaces ids of household people in an array of a JSON object, if it has one, by their names.
create function private.with_names(object jsonb, key text)
returns jsonb
language plpgsql
stable
as $$
begin
  return case when jsonb_typeof(object -> key) = 'array' then object || jsonb_build_object(key, (
    select coalesce(jsonb_agg(coalesce(people.name, 'Somebody') order by listed.place), '[]')
    from unnest(private.ids_in(object -> key)) with ordinality as listed (id, place)
    left join public.household_people people on people.id = listed.id
  )) else object end;
end;
$$;

-- The details of an event that isn't a completion, with the names of those who take turns.
create function private.exported_details(details jsonb)
returns jsonb
language plpgsql
stable
as $$
begin
  return private.with_names(private.with_names(details, 'people'), 'roster') || (
    select coalesce(jsonb_object_agg(schedule.key, private.with_names(schedule.value, 'roster')), '{}')
    from jsonb_each(details) as schedule
    where schedule.key in ('before', 'after') and jsonb_typeof(schedule.value) = 'object'
  );
end;
$$;

-- A completion that stands is exported once, without its event; everything else is in the events.
create function private.exported_task(task jsonb)
returns jsonb
language sql
stable
as $$
  select
    (
      private.with_names(task, 'roster') - array[
        'ownerId',
        'householdId',
        'people',
        'revision',
        'rosterSince',
        'pausedDays',
        'completedDays',
        'skippedDays',
        'recentCompletions',
        'recentCatchUps',
        'recentChecks',
        'takingPart',
        'offers'
      ]
    ) || jsonb_build_object(
      'formerSchedules',
      array(
        select private.with_names(former, 'roster') - 'rosterSince'
        from jsonb_array_elements(task -> 'formerSchedules') with ordinality as former (former, place)
        order by place
      ),
      'swaps',
      array(
        select jsonb_build_array(swaps.day, coalesce(people.name, 'Somebody'))
        from
          public.turn_swaps as swaps
          left join public.household_people as people on people.id = swaps.person_id
        where swaps.task_id = tasks.id
        order by swaps.day
      ),
      'owner',
      private.person_json(tasks.user_id, null, task -> 'people'),
      'household',
      (select households.name from public.households where households.id = tasks.household_id),
      'deletedAt',
      private.iso(tasks.deleted_at),
      'pausedDays',
      array(
        select
          jsonb_build_array(
            date '1970-01-01' + (run ->> 0)::integer,
            date '1970-01-01' + (run ->> 0)::integer + (run ->> 1)::integer - 1
          )
        from jsonb_array_elements(task -> 'pausedDays') with ordinality as paused (run, place)
        order by place
      ),
      'sharedWith',
      array(
        select jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
        from private.task_shares as shares
        where shares.task_id = tasks.id
        order by shares.contact_email
      ),
      'completions',
      array(
        select
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days) || jsonb_strip_nulls(
            jsonb_build_object('via', via, 'viaName', via_name)
          )
        from
          (
            select
              private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
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
            from public.task_completions
            where task_id = tasks.id
            group by 1, 2, 3, 4, 5
          ) as groups
        order by status, person::text, time_zone, via, via_name
      ),
      'catchUps',
      array(
        select
          jsonb_build_object(
            'id',
            catch_ups.id,
            'by',
            private.doers_json(catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id),
            'status',
            catch_ups.status,
            'days',
            private.ranges_json(catch_ups.days),
            'at',
            private.iso(catch_ups.recorded_at),
            'timeZone',
            catch_ups.time_zone
          )
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = tasks.id and not isempty(catch_ups.days)
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
            private.doers_json(
              case
                when notes.person_id is not null then array[notes.person_id]
              end,
              notes.user_id,
              notes.by_name,
              task -> 'people',
              me.id
            ),
            'at',
            private.iso(notes.written_at)
          )
        from public.task_day_notes as notes
        where notes.task_id = tasks.id
        order by notes.day
      ),
      'checks',
      array(
        select jsonb_build_object('day', checks.day, 'lines', jsonb_agg(checks.line order by checks.line))
        from public.task_checks as checks
        where checks.task_id = tasks.id
        group by checks.day
        order by checks.day
      ),
      'events',
      array(
        select
          jsonb_build_object(
            'at',
            private.iso(events.happened_at),
            -- null if it is the same
            'arrivedAt',
            private.iso(events.arrived_at),
            'timeZone',
            events.time_zone,
            'by',
            private.doers_json(
              case
                when events.person_id is not null then array[events.person_id]
              end,
              events.user_id,
              null,
              task -> 'people',
              me.id
            ),
            'kind',
            events.kind,
            'days',
            private.ranges_json(events.days),
            'details',
            case
              when events.details ? 'by' then jsonb_set(
                events.details - array['people', 'saidBy'],
                '{by}',
                coalesce(
                  private.doers_json(
                    case
                      when events.details ? 'people' then private.ids_in(events.details -> 'people')
                    end,
                    (private.ids_in(events.details -> 'by'))[1],
                    null,
                    task -> 'people',
                    me.id
                  ),
                  'null'
                )
              ) || case
                when events.details #> '{after,people}' is null then '{}'
                else jsonb_build_object(
                  'after',
                  (events.details -> 'after') - 'people' || jsonb_build_object(
                    'by',
                    private.doers_json(
                      private.ids_in(events.details #> '{after,people}'),
                      null,
                      null,
                      task -> 'people',
                      me.id
                    )
                  )
                )
              end
              else private.exported_details(events.details)
            end
          )
        from public.task_events as events
        where
          events.task_id = tasks.id
          and not (
            events.kind in ('done', 'skipped')
            and events.arrived_at is null
            and upper(events.days) - lower(events.days) = 1
            and exists (
              select
              from public.task_completions as completions
              where
                completions.task_id = events.task_id
                and completions.completed_date = lower(events.days)
                and completions.completed_at = events.happened_at
                and completions.status = events.kind
                and completions.via is not distinct from events.details ->> 'via'
                and case
                  when events.user_id is null then completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                  else events.details ->> 'by' = events.user_id::text
                  and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
                end
            )
          )
        order by events.id
      )
    )
  from
    public.tasks,
    (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid;
$$;

create function private.exported_account()
returns jsonb
language sql
stable
as $$
  select
    jsonb_build_object(
      'fullName',
      profiles.full_name,
      'timeZone',
      profiles.time_zone,
      'dateStyle',
      profiles.date_style,
      'language',
      profiles.language,
      'contacts',
      array(
        select
          jsonb_build_object('address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at))
        from public.shared_contacts as contacts
        order by contacts.contact_email
      ),
      'decisions',
      array(
        select
          jsonb_build_object(
            'sender',
            consents.sender_name,
            'decision',
            case
              when consents.is_accepted then 'accepted'
              else 'blocked'
            end
          )
        from public.sharing_consents as consents
        order by consents.sender_name, consents.sender_id
      ),
      'households',
      array(
        select
          jsonb_build_object(
            'name',
            household -> 'name',
            'role',
            household -> 'role',
            'people',
            array(select person - array['id', 'face'] from jsonb_array_elements(household -> 'people') as person),
            'absences',
            array(
              select absence - array['id', 'person'] || jsonb_build_object('name', people.name)
              from
                jsonb_array_elements(household -> 'absences') as absence
                left join public.household_people as people on people.id = (absence ->> 'person')::uuid
            )
          )
        from jsonb_array_elements(private.households()) as household
      ),
      'leftTasks',
      array(
        select
          jsonb_build_object(
            'title',
            left_tasks.title,
            'owner',
            left_tasks.owner_name,
            'at',
            private.iso(left_tasks.left_at)
          )
        from public.left_tasks
        order by left_tasks.left_at, left_tasks.task_id
      )
    )
  from public.profiles
  where profiles.id = auth.uid();
$$;

-- How much of a file a task takes, in rows of 150 bytes.
create function private.export_rows(task_id uuid)
returns bigint
language plpgsql
stable
as $$
begin
  return (select count(*) from public.task_completions rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_events rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_put_offs rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_checks rows where rows.task_id = export_rows.task_id)
    + 4 * (select count(*) from public.task_day_notes rows where rows.task_id = export_rows.task_id)
    -- Former schedules are also in events: their own, and the next one's.
    + 3 * (
      select coalesce(sum(pg_column_size(rows.schedule)), 0) / 150
      from public.task_schedules rows where rows.task_id = export_rows.task_id
    )
    -- As text, a range of days is four times as long.
    + 4 * (
      select coalesce(sum(pg_column_size(rows.days)), 0) / 150
      from public.task_catch_ups rows where rows.task_id = export_rows.task_id
    );
end;
$$;

-- One page of everything that the caller may see: {tasks, next}, and account on the first page. A page has complete
-- tasks, about 20,000 rows of 150 bytes but at least one task; next is the `after` of the next page, null on the
-- last one. With a household, of which the caller must be a keeper, its active tasks as docs/design/portability.md has
-- them for a move, `people` besides its own whom they name, and `household` instead of account.
-- Errors: HOUSEHOLD_NOT_FOUND, also for those who aren't its keeper.
create function public.export_tasks(after uuid default null, household_id uuid default null)
returns jsonb
language plpgsql
stable
as $$
declare
  most_rows constant integer := 20000;
  most_tasks constant integer := 200;
  ids uuid[];
begin
  perform private.begin_reading('export_tasks');
  if export_tasks.household_id is not null
    and export_tasks.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  ids := array(
    select id
    from (
      select id, sum(size) over (order by id) - size as rows_before
      from (
        select tasks.id, private.export_rows(tasks.id) as size
        from public.tasks
        where (export_tasks.after is null or tasks.id > export_tasks.after)
          and (export_tasks.household_id is null or tasks.household_id = export_tasks.household_id and tasks.is_active)
        order by tasks.id
        limit most_tasks
      ) as sized
    ) as counted
    where rows_before < most_rows
    order by id
  );
  return jsonb_build_object(
    'next', (
      select ids[cardinality(ids)]
      where exists (
        select from public.tasks
        where tasks.id > ids[cardinality(ids)]
          and (export_tasks.household_id is null or tasks.household_id = export_tasks.household_id and tasks.is_active)
      )
    )
  ) || case
    when export_tasks.household_id is null then jsonb_build_object('tasks', array(
      select private.exported_task(task) from private.exportable_tasks(ids) as task order by task ->> 'id'
    ))
    else private.moving_tasks(export_tasks.household_id, ids)
  end || case
    when export_tasks.after is not null then '{}'
    when export_tasks.household_id is null then jsonb_build_object('account', private.exported_account())
    else jsonb_build_object('household', private.moving_household(export_tasks.household_id))
  end;
end;
$$;

-- Import

-- A person's latest import. A new one replaces an unfinished one with everything it has staged.
create table private.imports (
  person_id uuid primary key references public.profiles (id)
    on delete cascade,
  -- the client chooses it
  id uuid not null,
  begun_at timestamptz not null default now(),
  -- totals of its pieces so far
  bytes integer not null default 0,
  tasks integer not null default 0,
  -- the answer of the last step; null until the import is finished
  outcome jsonb,
  -- where its tasks go, as private.begin_import makes it; null: they become the person's own
  household jsonb
);

-- Answers to pieces, so that a piece can be sent again.
create table private.import_pieces (
  person_id uuid not null references private.imports (person_id)
    on delete cascade,
  number integer not null,
  digest bytea not null,
  results jsonb not null,
  primary key (person_id, number)
);

create table private.staged_tasks (
  task_id uuid primary key references public.tasks (id)
    on delete cascade,
  person_id uuid not null references private.imports (person_id)
    on delete cascade,
  -- in the order of the file
  place integer not null,
  -- the addresses with which it was shared
  addresses text[] not null check (array_ndims(addresses) = 1 and array_lower(addresses, 1) = 1),
  -- in a household: who takes turns, and since when that and its absences count
  roster uuid[] not null default '{}' check (array_ndims(roster) = 1 and array_lower(roster, 1) = 1),
  roster_since timestamptz,
  household_since date
);

create index staged_tasks_in_order on private.staged_tasks (person_id, place);

-- Bytes of a person's finished imports, which deleting doesn't give back.
create table private.imported (
  person_id uuid primary key references public.profiles (id)
    on delete cascade,
  bytes bigint not null
);

-- The id here for an id elsewhere: the same for the same person, or household, so that a second import finds the tasks
-- of the first. UUID version 8 (RFC 9562).
create function private.imported_id(source text, household uuid default null)
returns uuid
language sql
stable
as $$
  select encode(
    set_byte(
      set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128),
      8, (get_byte(hash, 8) & 63) | 128
    ),
    'hex'
  )::uuid
  from substring(sha256(convert_to(coalesce(household, auth.uid()) || ' ' || source, 'UTF8')) for 16) as hash
$$;

-- The person in a file: the caller, or null for a name, which is no account here.
create function private.by_me(person jsonb)
returns uuid
language sql
stable
as $$
  select auth.uid() where person -> 'me' = 'true';
$$;

create function private.by_name(person jsonb)
returns text
language sql
immutable
as $$
  select
    case
      when char_length(name) > 100 then left(name, 99) || '…'
      else name
    end
  from nullif(private.entered_text(person ->> 'name'), '') as name
  where person -> 'me' is distinct from 'true';
$$;

-- Who is meant here by people of a file, each once. `people` is an import's {id: {person, doer}}; as_whom is 'doer' for
-- whoever did something, 'person' otherwise. Null if they are named in another way. Errors: VALIDATION_FAILED.
create function private.brought_people(ids jsonb, people jsonb, as_whom text default 'doer')
returns uuid[]
language plpgsql
stable
as $$
declare
  brought uuid[];
begin
  if jsonb_typeof(ids) = 'array' and people is not null then
    brought := array(
      select (people -> listed.id ->> as_whom)::uuid
      from jsonb_array_elements_text(ids) with ordinality as listed (id, place)
      group by 1
      order by min(listed.place)
    );
    if array_position(brought, null) is not null then
      perform private.refuse('by', 'INVALID');
    end if;
  end if;
  return brought;
end;
$$;

-- [[first day, last day], …]
create function private.days_of_ranges(ranges jsonb)
returns datemultirange
language sql
immutable
as $$
  select
    coalesce(range_agg(daterange((run ->> 0)::date, (run ->> 1)::date, '[]')), '{}')
  from jsonb_array_elements(coalesce(ranges, '[]')) as run;
$$;

-- What happened of what a task waits for, as a file has it; null if nothing did. Errors: VALIDATION_FAILED.
create function private.brought_event(happened jsonb)
returns jsonb
language plpgsql
stable
as $$
declare
  event record;
begin
  if happened is null or happened = 'null' then
    return null;
  end if;
  select * into event from jsonb_to_record(happened)
    as event (name text, day date, at timestamptz, number numeric, via text, "viaName" text);
  if (
    char_length(private.entered_text(event.name)) between 1 and 100
    and event.day between date '0001-01-01' and private.latest_today() + 366
    and event.at between '1970-01-01' and now() + interval '10 minutes'
    and coalesce(event.number, 0) between 0 and 1e12
    and coalesce(event.via, 'token') = 'token'
    and coalesce(char_length(event."viaName"), 1) between 1 and 100
  ) is not true then
    perform private.refuse('happened', 'INVALID');
  end if;
  return jsonb_strip_nulls(to_jsonb(event) || jsonb_build_object('at', private.iso(event.at)));
end;
$$;

-- Adds the readings of what a staged task waits for, as a file has them. Errors: VALIDATION_FAILED.
create function private.bring_readings(task public.tasks, readings jsonb)
returns void
language plpgsql
volatile
as $$
begin
  insert into private.readings (task_id, read_at, name, number, grown)
  select task.id, at, task.waits_for, number, grown
  from jsonb_to_recordset(coalesce(nullif(readings, 'null'), '[]'))
    as told (at timestamptz, number numeric, grown numeric)
  where task.waits_for is not null and at between '1970-01-01' and now() + interval '10 minutes'
  on conflict do nothing;
exception
  when data_exception or integrity_constraint_violation then perform private.refuse('readings', 'INVALID');
end;
$$;

create function private.drop_import(person uuid)
returns void
language sql
volatile
as $$
  delete from public.tasks
  where tasks.id in (select staged.task_id from private.staged_tasks as staged where staged.person_id = person);
  delete from private.imports where imports.person_id = person;
$$;

-- Adds a part of a staged task's past: former schedules, put-offs, swaps, completions, notes and ticked lines, with
-- their own instants. Checked together with earlier parts. `household` is the import's.
create function private.stage_history(task public.tasks, history jsonb, household jsonb)
returns void
language plpgsql
volatile
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  known_days constant daterange := daterange(first_day, private.latest_today(), '[]');
  -- Allows occurrences done early.
  done_days constant daterange := daterange(first_day, private.latest_today() + 366, '[]');
  -- Another machine's clock may be a little ahead.
  known_instants constant tstzrange := tstzrange('1970-01-01', now() + interval '10 minutes');
  known constant jsonb := household -> 'people';
begin
  -- One's own tasks have no turns.
  insert into public.task_schedules (task_id, valid_until, roster_since, schedule)
  select
    task.id, (former ->> 'validUntil')::date,
    case when known is not null then (former ->> 'rosterSince')::timestamptz end,
    private.checked_schedule(
      'formerSchedules',
      former - array['validUntil', 'rosterSince'] || jsonb_build_object('roster', to_jsonb(
        coalesce(private.brought_people(former -> 'roster', known, 'person'), '{}')
      ))
    )
  from jsonb_array_elements(coalesce(history -> 'formerSchedules', '[]')) as former;
  if exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and (former.valid_until >= first_day and former.valid_until < task.schedule_from) is not true
  ) then
    perform private.refuse('formerSchedules', 'INVALID');
  end if;
  perform private.check_limit('schedules', (
    select count(*) from public.task_schedules former where former.task_id = task.id
  ));

  insert into public.task_put_offs (task_id, due_date, new_date, to_former_schedule)
  select
    task.id, put_off."dueDate", put_off."newDate", coalesce(put_off."toFormerSchedule", false)
  from jsonb_to_recordset(coalesce(history -> 'putOffs', '[]'))
    as put_off ("dueDate" date, "newDate" date, "toFormerSchedule" boolean);
  if exists (
    select from public.task_put_offs put_offs
    where put_offs.task_id = task.id
      and not (
        put_offs.due_date between first_day and last_day and put_offs.new_date between first_day and last_day
      )
  ) then
    perform private.refuse('putOffs', 'INVALID');
  end if;
  perform private.check_limit('put_offs', (
    select count(*) from public.task_put_offs put_offs where put_offs.task_id = task.id
  ));

  insert into public.turn_swaps (task_id, day, person_id)
  select task.id, swapped.day, (private.brought_people(jsonb_build_array(swapped.person), known, 'person'))[1]
  from jsonb_to_recordset(coalesce(history -> 'swaps', '[]')) as swapped (day date, person text)
  where known is not null;
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = task.id and swaps.day not between first_day and last_day
  ) then
    perform private.refuse('swaps', 'INVALID');
  end if;

  insert into public.task_completions (
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name, via, via_name, done_on, done_at, due_on,
    people, said_by
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(done.by), (entry ->> 1)::timestamptz,
    coalesce(done."timeZone", private.my_time_zone()), done.status, private.by_name(done.by), done.via, done."viaName",
    (entry ->> 2)::date, (entry ->> 3)::time, (entry ->> 4)::date, who.doers, who.sayer
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]'))
    as done (by jsonb, "saidBy" text, status text, "timeZone" text, via text, "viaName" text, days jsonb)
  cross join lateral (
    select
      private.brought_people(done.by, known) as doers,
      case when done."saidBy" is not null then
        (private.brought_people(jsonb_build_array(done."saidBy"), known))[1]
      end as sayer
  ) as who
  cross join lateral jsonb_array_elements(done.days) as entry;
  if exists (
    select from public.task_completions completions
    where completions.task_id = task.id
      and not (
        completions.completed_date <@ case completions.status when 'done' then done_days else known_days end
        and completions.completed_at <@ known_instants
        and coalesce(completions.done_on <@ known_days, true)
        and coalesce(completions.due_on, first_day) between first_day and last_day
      )
  ) then
    perform private.refuse('completions', 'INVALID');
  end if;

  insert into public.task_catch_ups as catch_ups (
    id, task_id, days, status, user_id, recorded_at, time_zone, by_name, people, said_by
  )
  select
    private.imported_id(caught_up.id, (household ->> 'id')::uuid), task.id,
    range_agg(private.days_of_ranges(caught_up.days)), caught_up.status,
    private.by_me(caught_up.by), caught_up.at, coalesce(caught_up."timeZone", private.my_time_zone()),
    private.by_name(caught_up.by), private.brought_people(caught_up.by, known),
    case when caught_up."saidBy" is not null then
      (private.brought_people(jsonb_build_array(caught_up."saidBy"), known))[1]
    end
  from jsonb_to_recordset(coalesce(history -> 'catchUps', '[]'))
    as caught_up (id text, days jsonb, status text, by jsonb, "saidBy" text, at timestamptz, "timeZone" text)
  group by
    caught_up.id, caught_up.status, caught_up.by, caught_up."saidBy", caught_up.at, caught_up."timeZone"
  on conflict on constraint task_catch_ups_pkey do update set days = catch_ups.days + excluded.days
  where catch_ups.task_id = excluded.task_id;
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = task.id
      and not (
        not isempty(catch_ups.days) and catch_ups.days <@ datemultirange(known_days)
        and catch_ups.recorded_at <@ known_instants
      )
  )
    -- No day is in two catch-ups, or in a catch-up and a completion.
    or (
      select coalesce(sum(upper(run) - lower(run)), 0)
      from public.task_catch_ups catch_ups, unnest(catch_ups.days) as run where catch_ups.task_id = task.id
    ) + (
      select count(*) from public.task_completions completions where completions.task_id = task.id
    ) <> (
      select coalesce(sum(upper(run) - lower(run)), 0)
      from unnest(private.settled_since(task.id, '-infinity')) as run
    ) then
    perform private.refuse('catchUps', 'INVALID');
  end if;

  -- An unknown time zone raises class 22. Each is tried by name, as reading all names is slow.
  perform now() at time zone named.time_zone
  from (
    select completions.time_zone
    from public.task_completions completions where completions.task_id = task.id
    union
    select catch_ups.time_zone
    from public.task_catch_ups catch_ups where catch_ups.task_id = task.id
  ) as named;

  insert into public.task_day_notes (task_id, day, note, user_id, written_at, by_name, person_id)
  select
    task.id, noted.day, private.entered_text(noted.note), private.by_me(noted.by), noted.at,
    private.by_name(noted.by), (private.brought_people(noted.by, known))[1]
  from jsonb_to_recordset(coalesce(history -> 'notes', '[]'))
    as noted (day date, note text, by jsonb, at timestamptz);
  if exists (
    select from public.task_day_notes notes
    where notes.task_id = task.id
      and not (
        notes.day <@ known_days and notes.written_at <@ known_instants
        and char_length(notes.note) between 1 and 500
      )
  ) then
    perform private.refuse('notes', 'INVALID');
  end if;

  insert into public.task_checks (task_id, day, line)
  select task.id, checked.day, private.entered_text(line)
  from jsonb_to_recordset(coalesce(history -> 'checks', '[]')) as checked (day date, lines jsonb)
  cross join lateral jsonb_array_elements_text(checked.lines) as line;
  if exists (
    select from public.task_checks checks
    where checks.task_id = task.id
      and not (checks.day <@ known_days and char_length(checks.line) between 1 and 100)
  ) then
    perform private.refuse('checks', 'INVALID');
  end if;
end;
$$;

-- Stages one task of a file for the caller, or, for an entry with only a source, more of a staged task's past.
-- Answers 'added', or 'there' or 'deleted' for a task that the caller has or had already. `household` is the import's:
-- where it goes, null for the caller's own tasks.
-- Errors: those of create_task, and classes 22 and 23 for invalid or impossible values.
create function private.stage_entry(entry jsonb, household jsonb)
returns text
language plpgsql
volatile
as $$
declare
  me constant uuid := auth.uid();
  source constant text := entry ->> 'source';
  target constant uuid := (household ->> 'id')::uuid;
  new_id constant uuid := private.imported_id(source, target);
  addresses text[];
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  if not entry ? 'fields' then
    select tasks.* into task
    from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
    where staged.task_id = new_id and staged.person_id = me;
    if not found then
      perform private.refuse('source', 'INVALID');
    end if;
    perform private.stage_history(task, entry, household);
    return 'added';
  end if;

  select tasks.* into task from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and (
      target is null and (tasks.user_id = me or tasks.household_id = any (array(select private.my_households())))
      or tasks.household_id = target
    )
  order by tasks.deleted_at nulls first
  limit 1;
  if found then
    return case when task.deleted_at is null then 'there' else 'deleted' end;
  end if;
  perform private.check_limit('active_tasks', (
    select 1 + count(*) from public.tasks
    where tasks.user_id = me and tasks.deleted_at is null and tasks.household_id is null
      and (target is null or not tasks.is_active)
  ));
  -- Another keeper of the household may have brought the same file at this moment: the latest import has the task.
  delete from public.tasks
  using private.staged_tasks staged
  where target is not null and staged.task_id = new_id and staged.person_id <> me and tasks.id = staged.task_id;

  addresses := array(
    select distinct private.canonical_address(address)
    from jsonb_array_elements_text(coalesce(entry -> 'shareWith', '[]')) as address
    where private.canonical_address(address) <> coalesce(private.confirmed_address(me), '')
  );
  if cardinality(addresses) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  task := null;
  task.repeat_value := 'daily';
  task := private.with_fields(task, entry -> 'fields');
  task.id := new_id;
  task.user_id := me;
  task.is_shared := false;
  task.household_id := null;
  task.paused := private.days_of_ranges(entry -> 'pausedDays');
  task.happened := private.brought_event(entry -> 'happened');
  -- A household's absences are exported as pauses.
  perform private.check_limit(
    'pauses', (select count(*) from unnest(task.paused)) - private.limit_of('house_absences')
  );
  execute private.over_fields(
    'insert into public.tasks (id, user_id, is_active, paused, happened, %s)
     values (($1).id, ($1).user_id, false, ($1).paused, ($1).happened, %s) returning *'
  )
  into task using task;
  perform private.bring_readings(task, entry -> 'readings');
  if exists (
    select from public.tasks
    where tasks.title = task.title and tasks.is_active
      and case when target is null then tasks.user_id = me and tasks.household_id is null
        else tasks.household_id = target
      end
  ) then
    perform private.refuse('title', 'DUPLICATE_TASK');
  end if;
  insert into private.staged_tasks (
    task_id, person_id, place, addresses, roster, roster_since, household_since
  )
  values (
    new_id, me,
    (
      select 1 + coalesce(max(staged.place), 0)
      from private.staged_tasks staged where staged.person_id = me
    ),
    case when target is null then addresses else '{}' end,
    coalesce(private.brought_people(entry -> 'roster', household -> 'people', 'person'), '{}'),
    (entry ->> 'rosterSince')::timestamptz, (entry ->> 'householdSince')::date
  );
  perform private.stage_history(task, entry, household);
  return 'added';
end;
$$;

-- Stages the valid tasks of one piece of a file. The first piece, number 0, begins an import and ends an unfinished
-- one of the caller. Pieces come in order; a repeated one gets the same answer. `entries` is [{source, fields,
-- shareWith, formerSchedules, pausedDays, putOffs, completions, catchUps, notes, checks}, …], at most 100 and
-- 500,000 bytes of JSON; all pieces together have at most 2,000 tasks and 15,000,000 bytes. `source` identifies a
-- task in the file; an entry without fields has more of the past of an earlier one. Answers {outcome: 'added' |
-- 'there' | 'deleted' | 'refused', issues: [{path, code}]} for each, in order.
-- Errors: VALIDATION_FAILED and PAYLOAD_TOO_LARGE for an invalid piece, IMPORT_NOT_FOUND if another import has begun
-- since, or this one is finished.
create function private.import_piece(import_id uuid, number integer, entries jsonb)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  piece private.import_pieces;
  entry jsonb;
  outcome text;
  issues jsonb;
  reason text;
  results jsonb[] := '{}';
begin
  -- Some clients send a list as a string of JSON.
  if jsonb_typeof(entries) = 'string' then
    entries := (entries #>> '{}')::jsonb;
  end if;
  if octet_length(entries::text) > 500000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > 100 then
    perform private.refuse('entries', 'INVALID');
  elsif import_id is null then
    perform private.refuse('importId', 'INVALID');
  end if;
  -- Serialises a person's imports.
  perform private.lock_quota('tasks', me);

  select imports.* into import from private.imports where imports.person_id = me;
  if import.id is distinct from import_id and import_piece.number = 0 then
    perform private.drop_import(me);
    insert into private.imports (person_id, id) values (me, import_id) returning * into import;
  end if;
  if import.id is distinct from import_id or import.outcome is not null then
    perform private.fail('IMPORT_NOT_FOUND');
  end if;
  select pieces.* into piece from private.import_pieces pieces
  where pieces.person_id = me and pieces.number = import_piece.number;
  if found and piece.digest = sha256(convert_to(entries::text, 'UTF8')) then
    return piece.results;
  elsif (
    import_piece.number < 1000
    and import_piece.number
      = (select count(*) from private.import_pieces pieces where pieces.person_id = me)
  ) is not true then
    perform private.refuse('number', 'INVALID');
  end if;
  update private.imports
  set
    bytes = imports.bytes + octet_length(entries::text),
    tasks = imports.tasks + (
      select count(*) from jsonb_array_elements(entries) as listed where listed ? 'fields'
    )
  where imports.person_id = me
  returning * into import;
  -- 10 MB of a file, which gets longer here by the spaces between its values.
  if import.bytes > 15000000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import.tasks > 2000 then
    perform private.refuse('entries', 'INVALID');
  end if;

  for entry in select value from jsonb_array_elements(entries) loop
    issues := '[]';
    outcome := 'refused';
    begin
      outcome := private.stage_entry(entry, import.household);
    exception
      when sqlstate 'PT422' then
        get stacked diagnostics reason = pg_exception_detail;
        issues := reason::jsonb;
      when unique_violation then
        get stacked diagnostics reason = constraint_name;
        issues := jsonb_build_array(
          case
            when reason = 'tasks_one_staged_title' then private.issue('title', 'DUPLICATE_TASK')
            else private.issue('', 'INVALID')
          end
        );
      when data_exception or integrity_constraint_violation then
        issues := jsonb_build_array(private.issue('', 'INVALID'));
    end;
    if outcome = 'refused' and not entry ? 'fields' then
      -- A task is imported with its whole past, or not at all.
      delete from public.tasks
      using private.staged_tasks staged
      where staged.task_id = private.imported_id(entry ->> 'source', (import.household ->> 'id')::uuid)
        and staged.person_id = me and tasks.id = staged.task_id;
    end if;
    results := results || jsonb_build_object('outcome', outcome, 'issues', issues);
  end loop;
  insert into private.import_pieces (person_id, number, digest, results)
  values (me, import_piece.number, sha256(convert_to(entries::text, 'UTF8')), to_jsonb(results));
  return to_jsonb(results);
end;
$$;

-- The details of an imported task's event: its state when it came.
create function private.imported_json(task public.tasks)
returns jsonb
language plpgsql
stable
as $$
begin
  return private.schedule_json(task) || jsonb_build_object(
    'title', task.title,
    'from', task.schedule_from,
    'formerSchedules', array(
      select former.schedule || jsonb_build_object('validUntil', former.valid_until)
      from public.task_schedules former where former.task_id = task.id
      order by former.valid_until
    ),
    'putOffs', private.put_offs_json(task.id),
    'pausedDays', private.runs(task.paused),
    'completedDays', private.runs(private.settled_since(task.id, '-infinity', 'done')),
    'skippedDays', private.runs(private.settled_since(task.id, '-infinity', 'skipped'))
  );
end;
$$;

-- Shows everything that an import has staged, and shares it again if with_shares. Answers the numbers {added,
-- refused}; again the same.
-- Errors: IMPORT_NOT_FOUND, LIMIT_REACHED for shares, contacts or bytes; then nothing is added.
create function private.finish_import(import_id uuid, with_shares boolean default false)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  target uuid;
  room integer;
  staged_count integer;
  added_count integer;
begin
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports
  where imports.person_id = me and imports.id = import_id;
  if not found then
    perform private.fail('IMPORT_NOT_FOUND');
  elsif import.outcome is not null then
    return import.outcome;
  end if;
  target := (import.household ->> 'id')::uuid;
  if target is not null then
    perform private.begin_moving_in(import.household);
  end if;

  -- Titles may have been taken, and limits used up, since the pieces came.
  select count(*) into staged_count from private.staged_tasks staged where staged.person_id = me;
  delete from public.tasks
  using private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id
    and exists (
      select from public.tasks active
      where active.title = tasks.title and active.is_active
        and case when target is null then active.user_id = me and active.household_id is null
          else active.household_id = target
        end
    );
  room := private.limit_of('active_tasks') - (
    select count(*) from public.tasks
    where tasks.is_active
      and case when target is null then tasks.user_id = me and tasks.household_id is null
        else tasks.household_id = target
      end
  );
  delete from public.tasks
  where tasks.id in (
    select staged.task_id from private.staged_tasks staged
    where staged.person_id = me order by staged.place offset greatest(room, 0)
  );

  perform private.check_limit('shares_per_import', (
    select sum(cardinality(staged.addresses)) from private.staged_tasks staged
    where with_shares and staged.person_id = me
  ));

  -- While the tasks are staged, so that one event per task stands for the import, and one message per person is
  -- sent.
  insert into private.task_shares (task_id, owner_id, contact_email)
  select staged.task_id, me, address
  from private.staged_tasks staged, unnest(staged.addresses) as address
  where with_shares and staged.person_id = me
  order by staged.task_id, address;
  perform private.send_no_tasks(true);
  if target is not null then
    perform private.move_in(import);
  end if;
  update public.tasks
  set
    is_active = true,
    is_shared = with_shares is true and cardinality(staged.addresses) > 0,
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id;
  get diagnostics added_count = row_count;
  perform private.send_no_tasks(false);
  if added_count > 0 then
    insert into private.imported (person_id, bytes)
    values (me, import.bytes::bigint * added_count / greatest(import.tasks, added_count))
    on conflict (person_id) do update set bytes = imported.bytes + excluded.bytes;
    perform private.check_limit('imported_kilobytes', (
      select (imported.bytes + 999) / 1000 from private.imported where imported.person_id = me
    ));
    perform private.check_room(target, me);
    perform private.send_list_changed(array[me]);
  end if;
  if target is not null then
    perform private.finish_moving_in(import);
  end if;

  delete from private.staged_tasks staged where staged.person_id = me;
  delete from private.import_pieces pieces where pieces.person_id = me;
  update private.imports
  set
    outcome = jsonb_build_object('added', added_count, 'refused', staged_count - added_count),
    household = imports.household - array['people', 'absences', 'houseAbsences', 'zones']
  where imports.person_id = me
  returning * into import;
  return import.outcome;
end;
$$;

-- Removes one import that wasn't finished within a day.
create function private.forget_old_imports()
returns void
language plpgsql
volatile
security definer
as $$
declare
  person uuid;
begin
  select imports.person_id into person from private.imports
  where imports.begun_at < now() - interval '1 day'
  order by imports.begun_at
  limit 1;
  if found then
    perform private.lock_quota('tasks', person);
    perform private.drop_import(imports.person_id) from private.imports
    where imports.person_id = person and imports.begun_at < now() - interval '1 day';
  end if;
end;
$$;
