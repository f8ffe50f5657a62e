-- Reading: a task as JSON, and the list.

-- Ranges of days as [first day since 1970-01-01, length].
create function private.runs(days datemultirange)
returns jsonb
language plpgsql
immutable
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_array(lower(run) - date '1970-01-01', upper(run) - lower(run)) order by run
      ),
      '[]'
    )
    from unnest(days) as run
  );
end;
$$;

-- Tasks as clients read them in lists, answers and live messages, with the names of the client's Task. completedDays
-- and skippedDays are [first day since 1970-01-01, base64 of bits], from the highest bit of the first byte on,
-- without empty days at the end. recentCompletions tell who did the latest ones: from yesterday on, and that of a
-- task due once. recentChecks are the lines ticked on the latest ten days that have any. people has the names that
-- participants may know, former names for those who no longer take part; takingPart lists those who do besides the
-- owner. An invited person who has done nothing isn't listed, as the owner must not learn whether an address has an
-- account. Messages stay small however long the record is (docs/decisions/011-long-records.md): "cut" marks a task
-- that has only its title and owner, because its record, those of its owner's or household's tasks, or all of them
-- are too long; the longest are cut first, never with `whole`. Checks no rights, so nobody is granted it; see
-- visible_tasks.
create function private.task_json(ids uuid[], whole boolean default false)
returns setof jsonb
language plpgsql
stable
security definer
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    with measured as materialized (
      select
        tasks.id,
        coalesce(tasks.household_id, tasks.user_id) as whose,
        -- In a household's task, others write too, whoever is responsible for it.
        tasks.household_id is null and tasks.user_id = (select auth.uid()) as is_own,
        -- Estimates the size of the JSON in bytes, looking at each part only as far as the JSON does or until it is
        -- too long.
        (
          select sum(part.size)
          from (
            select octet_length(concat(
              tasks.subtitle, tasks.custom_rrule, tasks.custom_rrule_text, array_to_string(tasks.checklist, '')
            )) + 40 * cardinality(tasks.roster) + pg_column_size(tasks.paused) as size
            union all
            (
              select 30 + pg_column_size(former.schedule)
              from public.task_schedules former where former.task_id = tasks.id limit 200
            )
            union all
            (select 78 from public.task_put_offs moved where moved.task_id = tasks.id limit 520)
            union all
            (select 55 from public.turn_swaps swaps where swaps.task_id = tasks.id limit 500)
            union all
            (
              select 130 from public.turn_offers offers
              where offers.task_id = tasks.id and offers.day >= (now() at time zone 'UTC')::date - 8 limit 110
            )
            union all
            (select 112 from private.settled_days days where days.task_id = tasks.id limit 360)
            union all
            select 100 from private.task_shares shares where shares.task_id = tasks.id
            union all
            (
              select 44 + octet_length(former_names.name) from public.former_names
              where former_names.task_id = tasks.id limit 1000
            )
            union all
            (
              select 44 + octet_length(people.name) from private.task_people people
              where people.task_id = tasks.id limit 1000
            )
            union all
            (
              select 30 + octet_length(checks.line) from public.task_checks checks
              where cardinality(tasks.checklist) > 0 and checks.task_id = tasks.id and checks.is_checked
                and checks.line = any (tasks.checklist)
              order by checks.day desc limit 200
            )
            union all
            (
              select 200 + 40 * coalesce(cardinality(latest.people), 0) from public.task_completions latest
              where latest.task_id = tasks.id and latest.completed_at > now() - interval '48 hours' limit 100
            )
            union all
            (
              select 200 + 40 * coalesce(cardinality(ahead.people), 0) from public.task_completions ahead
              where ahead.task_id = tasks.id
                and ahead.completed_date > (now() at time zone 'UTC')::date + 1 limit 100
            )
            union all
            (
              select
                200 + 13 * (select count(*) from unnest(catch_ups.days))
                + 40 * coalesce(cardinality(catch_ups.people), 0)
              from public.task_catch_ups catch_ups
              where catch_ups.task_id = tasks.id and catch_ups.recorded_at > now() - interval '48 hours'
              order by catch_ups.recorded_at desc limit 20
            )
          ) as part
        ) as record
      from unnest(ids) as wanted (id)
      -- offset 0 keeps the planner to index lookups, one by one, however many rows it expects.
      cross join lateral (select rows.* from public.tasks rows where rows.id = wanted.id offset 0) as tasks
    ),
    extents as (
      select
        measured.id,
        not whole and (
          measured.record > 40000
          or not measured.is_own and sum(measured.record) over (
            partition by measured.whose order by measured.record, measured.id
          ) > 1500000
          or sum(measured.record) over (
            order by measured.is_own desc, measured.record, measured.id
          ) > 4000000
        ) as is_cut
      from measured
    ),
    absent as materialized (
      select array(
        select distinct absences.household_id from public.house_absences absences
        where absences.household_id in (select measured.whose from measured)
      ) as households
    )
    select (
      select to_jsonb(named) from private.named_tasks as named where named.id = tasks.id
    ) || case when extents.is_cut then
      jsonb_build_object('people', (
        select jsonb_build_object(profiles.id, profiles.display_name)
        from public.profiles where profiles.id = tasks.user_id
      )) || '{
        "cut": true, "subtitle": null, "checklist": [], "customRrule": null, "customRruleText": null, "roster": [],
        "takingPart": [], "formerSchedules": [], "putOffs": [], "pausedDays": [],
        "completedDays": [], "skippedDays": [], "recentChecks": [], "recentCompletions": [],
        "recentCatchUps": []
      }'::jsonb
    else jsonb_build_object(
      'people', (
        select jsonb_object_agg(named.id, named.name)
        from (
          select profiles.id, coalesce(former_names.name, profiles.display_name) as name
          from public.profiles
          left join public.former_names
            on former_names.task_id = tasks.id and former_names.person_id = profiles.id
          -- One array lets an index answer, however many people there are.
          where profiles.id = any (
            tasks.user_id || array(
              select shares.recipient_id from private.task_shares shares
              where shares.task_id = tasks.id and shares.status = 'taking_part'
              union all
              select former_names.person_id from public.former_names where former_names.task_id = tasks.id
            )
          )
          union all
          select people.person_id, people.name from private.task_people people where people.task_id = tasks.id
        ) as named
      ),
      'takingPart', (
        select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
        from private.task_shares shares
        where shares.task_id = tasks.id and shares.status = 'taking_part'
      ),
      'formerSchedules', (
        select coalesce(
          jsonb_agg(
            former.schedule || jsonb_build_object('validUntil', former.valid_until)
              || jsonb_strip_nulls(jsonb_build_object('rosterSince', private.iso(former.roster_since)))
            order by former.valid_until
          ),
          '[]'
        )
        from public.task_schedules former
        where former.task_id = tasks.id
      ),
      'putOffs', case
        when exists (select from public.task_put_offs moved where moved.task_id = tasks.id)
        then private.put_offs_json(tasks.id) else '[]'
      end,
      'pausedDays', case
        -- Most tasks have no pauses, and most households no absences.
        when isempty(tasks.paused) and (tasks.household_id = any (absent.households)) is not true then '[]'
        else private.runs(private.paused_days(tasks))
      end,
      'completedDays', settled.done,
      'skippedDays', settled.skipped,
      'recentChecks', (
        select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
        -- By the index from the latest day back, however many there are.
        from (
          select checks.day, jsonb_agg(checks.line order by checks.line) as lines
          from public.task_checks checks
          where checks.task_id = tasks.id and checks.is_checked and checks.line = any (tasks.checklist)
          group by checks.day
          order by checks.day desc
          limit 10
        ) as latest
      ),
      'recentCompletions', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'date', latest.completed_date,
              'status', latest.status,
              'completedBy', latest.user_id,
              'completedAt', private.iso(latest.completed_at),
              'timeZone', latest.time_zone
            ) || jsonb_strip_nulls(jsonb_build_object(
              'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via, 'viaName', latest.via_name,
              'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5), 'dueOn', latest.due_on
            ))
            order by latest.completed_date
          ),
          '[]'
        )
        from (
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_at > now() - interval '48 hours'
            order by completions.completed_at desc
            limit 100
          )
          union
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_date >= (now() at time zone 'UTC')::date - 1
            order by completions.completed_date
            limit 100
          )
          union
          -- For a task due once, also its completion.
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id and tasks.custom_rrule like '%COUNT=1'
            order by completions.completed_date desc
            limit 1
          )
        ) as latest
      ),
      'recentCatchUps', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', latest.id,
              'status', latest.status,
              'days', private.runs(latest.days),
              'completedBy', latest.user_id,
              'completedAt', private.iso(latest.recorded_at),
              'timeZone', latest.time_zone
            ) || jsonb_strip_nulls(jsonb_build_object('people', latest.people, 'saidBy', latest.said_by))
            order by latest.recorded_at, latest.id
          ),
          '[]'
        )
        from (
          select catch_ups.* from public.task_catch_ups catch_ups
          where catch_ups.task_id = tasks.id and not isempty(catch_ups.days)
            and catch_ups.recorded_at > now() - interval '48 hours'
          order by catch_ups.recorded_at desc
          limit 20
        ) as latest
      )
    ) || case
      -- Most tasks have neither swaps nor offers.
      when tasks.household_id is null then '{}'
      else (
        select coalesce(jsonb_object_agg(turns.key, turns.value), '{}')
        from (
          values ('swaps', private.swaps_json(tasks.id)),
            ('offers', private.offers_json(tasks.id))
        ) as turns (key, value)
        where turns.value is not null
      )
    end end
    from extents
    cross join absent
    cross join lateral (select rows.* from public.tasks rows where rows.id = extents.id offset 0) as tasks
    cross join lateral (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_array(bits.first + 6 * bits.before_done, substr(bits.done, 1 + bits.before_done))
            order by bits.first
          ) filter (where bits.done <> ''),
          '[]'
        ) as done,
        coalesce(
          jsonb_agg(
            jsonb_build_array(
              bits.first + 6 * bits.before_skipped, substr(bits.skipped, 1 + bits.before_skipped)
            )
            order by bits.first
          ) filter (where bits.skipped <> ''),
          '[]'
        ) as skipped
      from (
        -- From about the first day that has a bit: four characters are 24 days.
        select
          blocks.*,
          (length(blocks.done) - length(ltrim(blocks.done, 'A'))) / 4 * 4 as before_done,
          (length(blocks.skipped) - length(ltrim(blocks.skipped, 'A'))) / 4 * 4 as before_skipped
        from (
          -- One pair per run of adjacent blocks. bit_send begins with the number of bits, in four bytes; encode
          -- breaks its lines.
          select
            min(runs.block) * 336 - (date '1970-01-01' - date '0001-01-01') as first,
            rtrim(translate(encode(
              string_agg(substring(bit_send(runs.done) from 5), '' order by runs.block), 'base64'
            ), E'\n', ''), 'A') as done,
            rtrim(translate(encode(
              string_agg(substring(bit_send(runs.skipped) from 5), '' order by runs.block), 'base64'
            ), E'\n', ''), 'A') as skipped
          from (
            select
              days.block, days.done, days.skipped,
              days.block - row_number() over (order by days.block) as gap
            from private.settled_days days
            where days.task_id = tasks.id and not extents.is_cut
          ) as runs
          group by runs.gap
        ) as blocks
      ) as bits
    ) as settled
    order by tasks.id;
end;
$$;

-- The active ones of these tasks in which the caller takes part: one query for all, as one per task costs more than
-- its JSON.
create function private.tasks_of_mine(ids uuid[])
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    select mine.id from private.my_tasks mine where mine.id = any (ids) and mine.is_active;
end;
$$;

create function private.is_participant(task_id uuid)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return exists (select private.tasks_of_mine(array[is_participant.task_id]));
end;
$$;

-- The ones of these tasks in which the caller takes part.
create function private.visible_tasks(ids uuid[], whole boolean default false)
returns setof jsonb
language sql
stable
security definer
as $$
  select private.task_json(array(select private.tasks_of_mine(ids)), whole);
$$;

-- A complete task, however long its record is; null if the caller doesn't take part in it.
create function public.read_task(task_id uuid)
returns jsonb
language sql
stable
as $$
  select task from private.visible_tasks(array[read_task.task_id], true) as task;
$$;

-- Identifies the state of the caller's active tasks, own and shared: base64 of the SHA-256 of their "id:revision",
-- ordered by id and joined by commas. Clients compute the same from their list.
create function private.tasks_digest()
returns text
language plpgsql
stable
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

-- Identifies the state of the caller's households, and of names in their tasks that can change without a revision.
create function private.names_digest()
returns text
language plpgsql
stable
security definer
set plan_cache_mode = force_generic_plan
as $$
declare
  -- Arrays, as a join was planned for more tasks than anybody has, by reading all profiles.
  ids uuid[];
  owners uuid[];
begin
  select array_agg(mine.id), array_agg(distinct mine.user_id) into ids, owners
  from private.my_tasks mine where mine.is_active;
  return (
    select md5(concat(
      jsonb_agg(
        jsonb_build_array(
          people.id, (select profiles.display_name from public.profiles where profiles.id = people.id)
        )
        order by people.id
      ),
      private.households(),
      (select generation.id from private.generation)
    ))
    from (
      select unnest(owners) as id
      union
      select shares.recipient_id from private.task_shares shares
      where shares.task_id = any (ids) and shares.status = 'taking_part' and shares.recipient_id is not null
    ) as people
  );
end;
$$;

-- Everything that a client needs to start, in one call: the caller's name, time zone and date style, whether to
-- offer them the morning mail, senders who want to share with them, their households, the digest of names in their
-- tasks, and their active tasks (own, shared, of their households), ordered by id. Leaves out households or tasks
-- that a client has already: its known_digest is names_digest, a full stop and private.tasks_digest, which is
-- computed only if the client sends one.
create function private.task_list(known_digest text default null)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
    with names as materialized (select private.names_digest() as digest)
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object(
          'fullName', profiles.full_name,
          'timeZone', profiles.time_zone,
          'dateStyle', profiles.date_style,
          'language', profiles.language
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
      when known_digest is not null and known_digest = names.digest || '.' || private.tasks_digest() then '{}'
      -- An array, as jsonb_agg would copy each task twice.
      else jsonb_build_object('tasks', array(
        select task
        from private.visible_tasks(array(
          select tasks.id from public.tasks where tasks.is_active
        )) as task
        order by task ->> 'id'
      ))
    end
    from names
  );
end;
$$;

-- Begins a slow reading call, of which an account can run three per name at once: a client with more has to ask
-- again after a second and holds no connection until then. Errors: TOO_MANY_ATTEMPTS.
create function private.begin_reading(name text)
returns void
language plpgsql
stable
as $$
begin
  for place in 1..3 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('%s:%s:%s', name, auth.uid(), place), 0)) then
      return;
    end if;
  end loop;
  perform private.fail('TOO_MANY_ATTEMPTS', '1');
end;
$$;

-- private.task_list for the app. Errors: TOO_MANY_ATTEMPTS.
create function public.list_tasks(known_digest text default null)
returns jsonb
language plpgsql
stable
as $$
begin
  perform private.begin_reading('list_tasks');
  return private.task_list(known_digest);
end;
$$;
