-- Tokens: other programs read tasks and write into the record by the edge function `api`. docs/design/api.md.

-- A token is shown once, when it is made: only its SHA-256 is stored, and no interface reads that.
create table public.access_tokens (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  -- acts as this account; a household's acts for nobody, and ends when this account is no longer keeper there
  made_by uuid not null references public.profiles (id)
    on delete cascade,
  household_id uuid references public.households (id)
    on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'tick', 'write')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  -- the UTC day on which it was last used; null: never
  used_on date,
  -- how often it was told changes (private.told_tasks)
  told bigint not null default 0,
  -- a new task belongs to somebody
  check (household_id is null or scope != 'write')
);

grant select (id, made_by, household_id, name, scope, created_at, used_on) on public.access_tokens to authenticated;

create index access_tokens_by_person on public.access_tokens (made_by);

create index access_tokens_by_household on public.access_tokens (household_id);

create policy "People see their own tokens, and keepers those of their households" on public.access_tokens
for select
to authenticated
using (
  household_id is null
  and made_by = (select auth.uid())
  or household_id = any (array(select private.my_households('keeper')))
);

-- What a token has asked for with a key, so that asking again does nothing twice.
create table private.token_answers (
  token_id uuid not null references public.access_tokens (id)
    on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 of what was asked
  asked bytea not null,
  answer jsonb,
  answered_at timestamptz not null default now(),
  primary key (token_id, key)
);

create index token_answers_by_age on private.token_answers (answered_at);

-- What a token was told of each task, so that it learns what is gone, whatever the reason.
create table private.told_tasks (
  token_id uuid not null references public.access_tokens (id)
    on delete cascade,
  task_id uuid not null,
  -- null: it is gone
  revision bigint,
  -- the number of the telling (access_tokens.told)
  told bigint not null,
  told_at timestamptz not null default now(),
  primary key (token_id, task_id)
);

create index told_tasks_gone on private.told_tasks (told_at)
where revision is null;

-- Makes a token and answers it, which can't be read again: the caller's own or, as a keeper, a household's. The same
-- id again gives the same one a new secret. Names have 1 to 100 characters.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.create_token(id uuid, name text, scope text, household_id uuid default null)
returns text
language plpgsql
volatile
security definer
as $$
declare
  token constant text := 'rota_' || private.new_token();
begin
  if create_token.household_id is not null then
    perform private.begin_household(create_token.household_id, 'keeper');
  else
    perform private.lock_quota('tokens', auth.uid());
  end if;
  if create_token.id is null then
    perform private.refuse('id', 'INVALID');
  elsif coalesce(create_token.scope, '') not in ('read', 'tick', 'write')
    or (create_token.scope = 'write' and create_token.household_id is not null) then
    perform private.refuse('scope', 'INVALID');
  end if;
  perform private.check_limit('tokens', (
    select 1 + count(*) from public.access_tokens tokens
    where tokens.id <> create_token.id and case
      when create_token.household_id is null then tokens.household_id is null and tokens.made_by = auth.uid()
      else tokens.household_id = create_token.household_id
    end
  ));
  insert into public.access_tokens as stored (id, made_by, household_id, name, scope, token_hash)
  values (
    create_token.id, auth.uid(), create_token.household_id, private.checked_name(create_token.name),
    create_token.scope, sha256(convert_to(token, 'UTF8'))
  )
  on conflict on constraint access_tokens_pkey do update
  set name = excluded.name, scope = excluded.scope, token_hash = excluded.token_hash
  where stored.made_by = excluded.made_by and stored.household_id is not distinct from excluded.household_id;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
  return token;
end;
$$;

-- Ends a token; one that doesn't exist is no error. Its name stays in the record.
create function private.end_token(id uuid)
returns void
language sql
volatile
security definer
as $$
  delete from public.access_tokens as tokens
  where
    tokens.id = end_token.id
    and (
      (tokens.household_id is null and tokens.made_by = auth.uid())
      or tokens.household_id = any (array(select private.my_households('keeper')))
    );
$$;

-- Who leaves a household, or keeps it no longer, has seen its tokens' secrets.
create function private.record_ended_tokens()
returns trigger
language plpgsql
security definer
as $$
begin
  delete from public.access_tokens tokens
  where tokens.household_id = new.household_id and tokens.made_by in (old.account_id, new.account_id);
  return null;
end;
$$;

create trigger record_ended_tokens
after update of left_on, role on public.household_people
for each row
when (new.left_on is not null or new.role != 'keeper')
execute function private.record_ended_tokens();

-- Opens the token with this SHA-256 (64 hex digits) for an operation of at least this scope, and counts the use. Hashes
-- are compared, so timing reveals nothing about the token. time_zone is the household's.
-- Errors: UNAUTHENTICATED, whatever the reason; NOT_ALLOWED for a scope that is too small; TOO_MANY_ATTEMPTS,
-- LIMIT_REACHED.
create function private.open_token(
  token_hash text,
  least_scope text,
  out id uuid,
  out person uuid,
  out household_id uuid,
  out name text,
  out time_zone text
)
language plpgsql
volatile
security definer
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  token public.access_tokens;
begin
  select tokens.* into token from public.access_tokens tokens
  left join public.households on households.id = tokens.household_id
  where tokens.token_hash = decode(open_token.token_hash, 'hex') and households.deleted_at is null;
  if not found then
    perform private.fail('UNAUTHENTICATED');
  elsif array_position('{read,tick,write}', token.scope) < array_position('{read,tick,write}', least_scope) then
    perform private.fail('NOT_ALLOWED');
  end if;
  perform private.count_use('token_uses_per_minute', token.id::text);
  if least_scope <> 'read' then
    perform private.count_use('token_changes_per_day', token.id::text);
  end if;
  update public.access_tokens tokens set used_on = today
  where tokens.id = token.id and tokens.used_on is distinct from today;
  id := token.id;
  name := token.name;
  household_id := token.household_id;
  if token.household_id is null then
    person := token.made_by;
  else
    time_zone := private.household_zone(token.household_id);
  end if;
end;
$$;

-- The answer that this token was given to a request with this key in the last day; null, and the key is taken until
-- private.keep_answer, if there was none. Two at once wait for each other. Errors: KEY_REUSED with another request.
create function private.kept_answer(token_id uuid, key text, asked bytea)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  kept private.token_answers;
begin
  delete from private.token_answers answers
  where answers.token_id = kept_answer.token_id and answers.key = kept_answer.key
    and answers.answered_at < now() - interval '1 day';
  insert into private.token_answers (token_id, key, asked)
  values (kept_answer.token_id, kept_answer.key, kept_answer.asked)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select answers.* into kept from private.token_answers answers
  where answers.token_id = kept_answer.token_id and answers.key = kept_answer.key;
  if kept.asked <> kept_answer.asked then
    perform private.fail('KEY_REUSED');
  end if;
  return kept.answer;
end;
$$;

create function private.keep_answer(token_id uuid, key text, answer jsonb)
returns void
language sql
volatile
security definer
as $$
  update private.token_answers as answers
  set answer = keep_answer.answer
  where answers.token_id = keep_answer.token_id and answers.key = keep_answer.key;
$$;

-- The people of a deed, [{id, name}]: those named, or the account that did it, as its person in a household.
create function private.deed_people(task public.tasks, people uuid[], done_by uuid, by_name text)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', doer.id, 'name', doer.name) order by doer.name, doer.id), '[]')
    from
      (
        select named.id, coalesce(known.name, present.name, 'Somebody') as name
        from
          unnest(people) as named (id)
          left join private.task_people as known on known.task_id = task.id and known.person_id = named.id
          left join public.household_people as present on present.id = named.id
        union all
        select coalesce(person.id, profiles.id), coalesce(person.name, former.name, profiles.display_name)
        from
          public.profiles
          left join public.household_people as person
            on person.household_id = task.household_id and person.account_id = profiles.id
          left join public.former_names as former on former.task_id = task.id and former.person_id = profiles.id
        where people is null and by_name is null and profiles.id = done_by
        union all
        select null, by_name
        where people is null and by_name is not null
      ) as doer
  );
end;
$$;

-- The number of the event by which a day that is done or skipped became so; of one from a file the import's.
create function private.deed_event(task_id uuid, day date)
returns bigint
language plpgsql
stable
security definer
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select events.id
    from public.task_events as events
    where
      events.task_id = deed_event.task_id
      and (
        events.kind in ('created', 'imported')
        or events.kind in ('done', 'skipped') and events.days @> deed_event.day
      )
    order by events.id desc
    limit 1
  );
end;
$$;

-- The people of an event, as of a deed: who is said to have done it, or who did what the event says.
create function private.event_people(event public.task_events, task public.tasks)
returns jsonb
language sql
stable
security definer
as $$
  select
    private.deed_people(
      task,
      case
        when event.kind in ('done', 'skipped') then private.ids_or_null(event.details -> 'people')
        when event.kind = 'corrected' then coalesce(
          private.ids_or_null(event.details #> '{after,people}'),
          private.ids_or_null(event.details -> 'people')
        )
        when event.person_id is not null then array[event.person_id]
      end,
      case
        when event.kind in ('done', 'skipped', 'corrected') then (event.details ->> 'by')::uuid
        else event.user_id
      end,
      null
    );
$$;

create function private.event_door(event public.task_events)
returns jsonb
language sql
immutable
as $$
  select
    case
      when event.details ? 'via' then jsonb_build_object(
        'kind',
        event.details -> 'via',
        'name',
        event.details -> 'viaName'
      )
    end;
$$;

-- The deeds on these days of those of these tasks in which the caller takes part, as docs/design/api.md has them.
create function private.deeds_on(ids uuid[], days daterange)
returns table (day date, task_id uuid, deed jsonb)
language plpgsql
stable
security definer
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  mine constant uuid[] := array(select private.tasks_of_mine(ids));
begin
  return query select
    done.day,
    tasks.id,
    jsonb_build_object(
      'id',
      tasks.id || '/' || private.deed_event(tasks.id, done.day),
      'task',
      jsonb_build_object('id', tasks.id, 'title', tasks.title),
      'day',
      done.day,
      'status',
      done.status,
      'people',
      private.deed_people(tasks, done.people, done.user_id, done.by_name),
      'door',
      case
        when done.via is not null then jsonb_build_object('kind', done.via, 'name', done.via_name)
      end,
      'at',
      private.iso(done.at),
      'doneOn',
      done.done_on,
      'doneAt',
      left(done.done_at::text, 5)
    )
  from
    (
      select
        completions.task_id,
        completions.completed_date as day,
        completions.status,
        completions.user_id,
        completions.people,
        completions.by_name,
        completions.completed_at as at,
        completions.via,
        completions.via_name,
        completions.done_on,
        completions.done_at
      from public.task_completions as completions
      where
        completions.task_id = any (mine)
        -- not <@, for which an index is used only if the days are known when the plan is made
        and completions.completed_date >= lower(deeds_on.days)
        and completions.completed_date < upper(deeds_on.days)
      union all
      select
        catch_ups.task_id,
        one.day::date,
        catch_ups.status,
        catch_ups.user_id,
        catch_ups.people,
        catch_ups.by_name,
        catch_ups.recorded_at,
        null,
        null,
        null,
        null
      from
        public.task_catch_ups as catch_ups
        cross join unnest(catch_ups.days * datemultirange(deeds_on.days)) as run
        cross join generate_series(lower(run), upper(run) - 1, interval '1 day') as one (day)
      where catch_ups.task_id = any (mine) and catch_ups.days && deeds_on.days
    ) as done
    join public.tasks on tasks.id = done.task_id;
end;
$$;

-- The deeds of the caller's active tasks on these days, {deeds, next}: whole days up to 5,000 deeds, and the day from
-- which to go on, null at the end. Errors: VALIDATION_FAILED for anything but 1 to 366 days.
create function private.read_deeds(first_day date, last_day date)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  if (
    private.is_day(first_day) and private.is_day(last_day) and last_day - first_day between 0 and 365
  ) is not true then
    perform private.refuse('to', 'INVALID');
  end if;
  return (
    select jsonb_build_object(
      'deeds', coalesce(
        jsonb_agg(counted.deed order by counted.day, counted.task_id) filter (where counted.is_in), '[]'
      ),
      'next', min(counted.day) filter (where not counted.is_in)
    )
    from (
      select
        found.*,
        count(*) over (order by found.day) <= 5000 or found.day = min(found.day) over () as is_in
      from private.deeds_on(
        array(select mine.id from private.my_tasks mine where mine.is_active), daterange(first_day, last_day, '[]')
      ) as found
    ) as counted
  );
end;
$$;

-- What was said, since an instant, of days of those of these tasks in which the caller takes part: the oldest first, at
-- most the latest 1,000.
create function private.news_of(ids uuid[], since timestamptz)
returns jsonb
language sql
stable
security definer
as $$
  select coalesce(jsonb_agg(latest.news order by latest.arrived, latest.task_id, latest.id), '[]')
  from
    (
      select
        events.task_id,
        events.id,
        coalesce(events.arrived_at, events.happened_at) as arrived,
        jsonb_build_object(
          'id',
          events.task_id || '/' || events.id,
          'task',
          jsonb_build_object('id', tasks.id, 'title', tasks.title),
          'day',
          upper(events.days) - 1,
          'count',
          (select sum(upper(run) - lower(run)) from unnest(events.days) as run),
          'to',
          case
            when events.kind = 'put_off' then coalesce(events.details ->> 'to', lower(events.days)::text)
          end,
          'status',
          replace(events.kind, '_', '-'),
          'people',
          private.event_people(events, tasks),
          'door',
          private.event_door(events),
          'at',
          private.iso(events.happened_at),
          'doneOn',
          coalesce(events.details #> '{after,doneOn}', events.details -> 'doneOn'),
          'doneAt',
          coalesce(events.details #> '{after,doneAt}', events.details -> 'doneAt')
        ) as news
      from
        public.task_events as events
        join public.tasks on tasks.id = events.task_id
      where
        events.task_id = any (array(select private.tasks_of_mine(ids)))
        and events.kind in ('done', 'skipped', 'undone', 'put_off', 'corrected')
        and events.days is not null
        and coalesce(events.arrived_at, events.happened_at) > since
      order by 3 desc
      limit 1000
    ) as latest;
$$;

-- The events by which it is decided what days of a task are: those of these days, of the last day that is settled, and
-- all of its schedules, put-offs and turns. Nothing for a task in which the caller takes no part.
create function private.entries_on(task_id uuid, days daterange)
returns jsonb
language sql
stable
security definer
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id',
          events.id,
          'kind',
          replace(events.kind, '_', '-'),
          'at',
          private.iso(events.happened_at),
          'people',
          private.event_people(events, tasks),
          'door',
          private.event_door(events),
          'days',
          private.runs(events.days),
          'from',
          events.details -> 'from'
        )
        order by events.id
      ),
      '[]'
    )
  from
    public.tasks
    join public.task_events as events on events.task_id = tasks.id
  where
    tasks.id in (select private.tasks_of_mine(array[entries_on.task_id]))
    and (
      events.kind in (
        'created',
        'imported',
        'schedule_changed',
        'schedule_undone',
        'started_earlier',
        'put_off',
        'turn_taken',
        'turn_given'
      )
      or events.id = (
        select max(latest.id)
        from public.task_events as latest
        where latest.task_id = entries_on.task_id and latest.kind = 'happened'
      )
      or events.kind in ('done', 'skipped', 'corrected', 'paused')
      and (
        events.days && entries_on.days
        or events.days @> (
          select max(rows.completed_date) from public.task_completions as rows where rows.task_id = entries_on.task_id
        )
        or events.days @> (
          select max(upper(rows.days) - 1) from public.task_catch_ups as rows where rows.task_id = entries_on.task_id
        )
      )
    );
$$;

create function private.ids_or_null(ids jsonb)
returns uuid[]
language sql
immutable
as $$
  select
    case
      when jsonb_typeof(ids) = 'array' then array(select jsonb_array_elements_text(ids)::uuid)
    end;
$$;

-- What has changed for the caller's token since telling number `since`: {told, isWhole, tasks, deleted}, both lists of
-- ids. Everything, if that is null, or can't be known any more. Errors: UNAUTHENTICATED without a token.
create function private.tell_changes(since bigint, since_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  token constant uuid := private.door('token');
  number bigint;
  is_whole boolean;
begin
  select tokens.told + 1 into number from public.access_tokens tokens where tokens.id = token for update;
  if number is null then
    perform private.fail('UNAUTHENTICATED');
  end if;
  insert into private.told_tasks as former (token_id, task_id, revision, told)
  select token, tasks.id, tasks.revision, number
  from private.my_tasks mine join public.tasks on tasks.id = mine.id
  where mine.is_active
  on conflict on constraint told_tasks_pkey do update
  set revision = excluded.revision, told = excluded.told, told_at = now()
  where former.revision is distinct from excluded.revision;
  update private.told_tasks told_before set revision = null, told = number, told_at = now()
  where told_before.token_id = token and told_before.revision is not null
    and told_before.task_id not in (select mine.id from private.my_tasks mine where mine.is_active);
  update public.access_tokens tokens set told = number where tokens.id = token;
  is_whole := coalesce(since >= number or since_at < now() - interval '90 days', true);
  return (
    select jsonb_build_object(
      'told', number,
      'isWhole', is_whole,
      'tasks', coalesce(jsonb_agg(now_told.task_id) filter (where now_told.revision is not null), '[]'),
      'deleted', coalesce(
        jsonb_agg(now_told.task_id order by now_told.task_id) filter (where now_told.revision is null and not is_whole),
        '[]'
      )
    )
    from private.told_tasks as now_told
    where now_told.token_id = token and (is_whole or now_told.told > since)
  );
end;
$$;

-- Forgets what nobody asks for any more.
create function private.forget_told()
returns void
language sql
volatile
security definer
as $$
  delete from private.token_answers
  where answered_at < now() - interval '1 day';

  delete from private.told_tasks
  where revision is null and told_at < now() - interval '90 days';
$$;

-- The state of a day of a task after a deed by a token: {task, day, dueDay, status, deed, note, untaken}. Errors:
-- TASK_NOT_FOUND if the caller takes no part in it.
create function private.day_after(task_id uuid, day date, answer jsonb)
returns jsonb
language plpgsql
stable
security definer
as $$
declare
  place date;
  found jsonb;
begin
  if not private.is_participant(task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  place := private.settled_place(day_after.task_id, day_after.day);
  select deeds.deed into found
  from private.deeds_on(array[day_after.task_id], daterange(place, place, '[]')) as deeds;
  return jsonb_build_object(
    'task', jsonb_build_object('id', day_after.task_id, 'title', answer -> 'title'),
    'day', place,
    'dueDay', coalesce(
      (
        select moved.due_date from public.task_put_offs moved
        where moved.task_id = day_after.task_id and moved.new_date = place
      ),
      place
    ),
    'status', coalesce(found ->> 'status', 'open'),
    'deed', found,
    'note', (
      select notes.note from public.task_day_notes notes
      where notes.task_id = day_after.task_id and notes.day = day_after.day
    ),
    'untaken', case when answer ? 'untaken' and found is not null then jsonb_build_array(found) else '[]' end
  );
end;
$$;

-- The list for a token: as the app's, with its digest, and the time zone in which it is told.
create function private.list_for_token(known text)
returns jsonb
language plpgsql
stable
as $$
begin
  return private.task_list(known) || jsonb_build_object(
    'digest', private.names_digest() || '.' || private.tasks_digest(), 'timeZone', private.my_time_zone(),
    'account', (
      select jsonb_build_object('id', profiles.id, 'name', profiles.display_name)
      from public.profiles where profiles.id = auth.uid()
    )
  );
end;
$$;

-- Does what a token may, as whoever it acts for, and answers with what supabase/functions/api makes an answer of. The
-- keys of `input` are those of the API.
create function private.run_for_token(operation text, input jsonb)
returns jsonb
language plpgsql
volatile
as $$
declare
  task constant uuid := input ->> 'task';
  day constant date := input ->> 'day';
  done timestamp;
  days daterange;
  told jsonb;
begin
  case operation
    when 'list' then return private.list_for_token(input ->> 'known');
    when 'task' then
      return private.list_for_token(null) - 'tasks' || jsonb_build_object('task', public.read_task(task), 'recent', (
        select coalesce(jsonb_agg(found.deed order by found.day), '[]')
        from private.deeds_on(
          array[task], daterange(private.earliest_today() - 31, private.latest_today() + 366)
        ) as found
      ));
    when 'days' then
      days := daterange((input ->> 'from')::date, (input ->> 'to')::date, '[]');
      return private.list_for_token(null) - 'tasks' || jsonb_build_object(
        'task', public.read_task(task),
        'entries', private.entries_on(task, days),
        'deeds', (
          select coalesce(jsonb_agg(found.deed order by found.day), '[]')
          from private.deeds_on(array[task], days) as found
        )
      );
    when 'record' then return private.read_deeds((input ->> 'from')::date, (input ->> 'to')::date);
    when 'changes' then
      told := private.tell_changes((input ->> 'since')::bigint, (input ->> 'sinceAt')::timestamptz);
      return private.list_for_token(null) - 'tasks' || told || jsonb_build_object(
        'at', private.iso(now()),
        'tasks', (
          select coalesce(jsonb_agg(changed order by changed ->> 'id'), '[]')
          from private.visible_tasks(private.ids_or_null(told -> 'tasks')) as changed
        ),
        -- A change of a few seconds before the last answer may have been committed after it.
        'deeds', case
          when (told -> 'isWhole')::boolean then '[]'
          else private.news_of(
            private.ids_or_null(told -> 'tasks'), (input ->> 'sinceAt')::timestamptz - interval '1 minute'
          )
        end
      );
    when 'add' then
      return jsonb_build_object('task', public.create_task((input ->> 'id')::uuid, input -> 'fields'));
    when 'done' then
      done := (input ->> 'at')::timestamptz at time zone private.my_time_zone();
      told := public.complete_task(
        task, day, people => private.ids_or_null(input -> 'people'), done_on => done::date, done_at => done::time
      );
    when 'undo' then told := public.undo_completion(task, day);
    when 'skip' then told := public.skip_occurrence(task, day);
    when 'put-off' then told := public.put_off(task, day, (input ->> 'to')::date);
    when 'event' then
      return private.happen(
        input ->> 'name', (input ->> 'at')::timestamptz, (input ->> 'number')::numeric
      );
    when 'note' then told := public.note_day(task, day, input ->> 'text', input ->> 'replaces');
    else perform private.fail('NOT_ALLOWED');
  end case;
  return private.day_after(task, day, told);
end;
$$;

-- For the edge function: does an operation by the token with this SHA-256 (64 hex digits); with a key, once a day and
-- request, which is `asked` where input was made of it. The answer of an earlier request with the key has `replayed`.
-- Errors: those of private.open_token, KEY_REUSED, and the operation's.
create function public.use_token(
  token_hash text,
  operation text,
  input jsonb,
  key text default null,
  asked jsonb default null
)
returns jsonb
language plpgsql
volatile
as $$
declare
  worker constant text := current_setting('role');
  token record;
  answer jsonb;
begin
  token := private.open_token(token_hash, case
    when operation in ('list', 'task', 'days', 'record', 'changes') then 'read'
    when operation = 'add' then 'write'
    else 'tick'
  end);
  if key is not null then
    answer := private.kept_answer(token.id, key, sha256(convert_to(operation || coalesce(asked, input), 'UTF8')));
    if answer is not null then
      return answer || '{"replayed": true}';
    end if;
  end if;
  perform private.open_door('token', token.name, token.household_id, null, token.time_zone, token.id);
  if token.person is not null then
    perform private.act_for(token.person);
  else
    -- Nobody is signed in: row level security shows the household of the door.
    perform set_config('role', 'authenticated', true);
  end if;
  answer := private.run_for_token(operation, input);
  perform set_config('role', worker, true);
  if key is not null then
    perform private.keep_answer(token.id, key, answer);
  end if;
  return answer;
end;
$$;
