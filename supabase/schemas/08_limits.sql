-- Limits: how much one person can store and change, and in which order is locked.

-- How much one person can store and change. Generous: a household of eight with 500 tasks is far from
-- all of them. Their texts are in src/domain/tasks/input-texts.ts, their reasons in docs/design.md.
create table private.limits (
  name text primary key,
  most integer not null,
  -- of what count_use counts: for how long, from the first use on
  period interval,
  -- the error beyond; null where what is too much is said otherwise, or to nobody
  code text
);

insert into private.limits (name, most, period, code)
values
  ('active_tasks', 1000, null, 'TOO_MANY_TASKS'),
  ('tasks_added', 10000, null, 'TOO_MANY_TASKS_ADDED'),
  ('entered_kilobytes', 500, null, 'TOO_MUCH_ENTERED'),
  ('contacts', 500, null, 'TOO_MANY_CONTACTS'),
  ('task_rows_per_request', 100, null, null),
  ('completion_rows_per_request', 1000, null, null),
  ('put_offs', 500, null, 'TOO_MANY_PUT_OFFS'),
  ('pauses', 100, null, 'TOO_MANY_PAUSES'),
  ('schedules', 200, null, 'TOO_MANY_SCHEDULES'),
  ('old_blocks', 100, null, 'TOO_MANY_OLD_DAYS'),
  ('invited_addresses_per_day', 30, null, null),
  ('new_senders_mails_to_mailbox_per_day', 5, null, null),
  ('mails_to_mailbox_per_day', 3, null, null),
  ('households', 10, null, 'TOO_MANY_HOUSEHOLDS'),
  ('people_of_household', 50, null, 'TOO_MANY_PEOPLE'),
  ('people_of_household_ever', 200, null, 'TOO_MANY_PEOPLE_EVER'),
  ('people_on_roster', 50, null, null),
  ('absences_of_person', 300, null, 'TOO_MANY_ABSENCES'),
  ('absences_of_household', 1000, null, 'TOO_MANY_ABSENCES_OF_HOUSEHOLD'),
  ('house_absences', 200, null, 'TOO_MANY_HOUSE_ABSENCES'),
  ('turns_ahead', 100, null, 'TOO_MANY_TURNS'),
  ('displays', 5, null, 'TOO_MANY_DISPLAYS'),
  ('push_devices', 10, null, 'TOO_MANY_PUSH_DEVICES'),
  ('done_pushes_per_day', 50, null, null),
  ('invitation_pushes_per_day', 3, null, null),
  ('offer_pushes_per_day', 10, null, null),
  ('watched_tasks', 200, null, 'TOO_MANY_WATCHED_TASKS'),
  ('shares_per_import', 10000, null, 'TOO_MANY_SHARES_IN_IMPORT'),
  ('imported_kilobytes', 100000, null, 'TOO_MUCH_IMPORTED'),
  ('changes_per_day', 2000, '1 day', 'TOO_MANY_CHANGES'),
  ('name_changes_per_day', 10, '1 day', 'TOO_MANY_NAME_CHANGES'),
  ('household_changes_per_day', 500, '1 day', 'TOO_MANY_HOUSEHOLD_CHANGES'),
  ('accounts_let_in_per_day', 20, '1 day', 'TOO_MANY_ATTEMPTS'),
  ('display_changes_per_day', 500, '1 day', 'TOO_MANY_DISPLAY_CHANGES'),
  ('display_uses_per_minute', 120, '1 minute', 'TOO_MANY_ATTEMPTS'),
  ('calendar_reads_per_hour', 120, '1 hour', 'TOO_MANY_ATTEMPTS'),
  ('password_guesses', 5, '15 minutes', 'TOO_MANY_ATTEMPTS');

-- How often something was used in its latest period.
create table private.uses (
  limit_name text not null,
  -- MD5 of whose it is and of what, which tells neither
  key uuid not null,
  since timestamptz not null,
  uses bigint not null,
  primary key (limit_name, key)
);

create index uses_by_age on private.uses (since);

create function private.limit_of(name text)
returns integer
language sql
stable
security definer
as $$
  select limits.most from private.limits where limits.name = limit_of.name;
$$;

-- Refuses more of something than its limit. Errors: LIMIT_REACHED.
create function private.check_limit(limit_name text, count bigint)
returns void
language plpgsql
stable
security definer
as $$
begin
  perform private.exceed(limits.code) from private.limits
  where limits.name = check_limit.limit_name and check_limit.count > limits.most;
end;
$$;

-- Counts uses of what has a limit for a while, from the first one on: each person's or token's own, so that nobody
-- uses up another's, and none of nobody (null). Of a task, a completion, an undo and an edit are a use each; called
-- with it locked. Errors: the limit's code, with TOO_MANY_ATTEMPTS the seconds to wait.
create function private.count_use(limit_name text, of_what text, more bigint default 1)
returns void
language plpgsql
volatile
security definer
as $$
declare
  limited private.limits;
  used private.uses;
begin
  if of_what is null then
    return;
  end if;
  select limits.* into limited from private.limits where limits.name = count_use.limit_name;
  insert into private.uses as former (limit_name, key, since, uses)
  values (count_use.limit_name, md5(of_what)::uuid, now(), more)
  on conflict on constraint uses_pkey do update
  set
    since = case when former.since > now() - limited.period then former.since else now() end,
    uses = more + case when former.since > now() - limited.period then former.uses else 0 end
  returning former.* into used;
  if used.uses > limited.most and limited.code = 'TOO_MANY_ATTEMPTS' then
    perform private.fail(limited.code, to_jsonb(ceil(extract(epoch from used.since + limited.period - now()))));
  elsif used.uses > limited.most then
    perform private.exceed(limited.code);
  end if;
end;
$$;

create function private.exceed(code text)
returns void
language sql
stable
as $$
  select private.fail('LIMIT_REACHED', jsonb_build_array(private.issue('', code)));
$$;

-- Held until the commit, so that of two who race to the last place the second one counts the first.
create function private.lock_quota(kind text, person uuid)
returns void
language sql
volatile
security definer
as $$
  select pg_advisory_xact_lock(hashtextextended(kind || ':' || person, 0));
$$;

-- About as many bytes as what people have entered in a task has in everybody's list.
create function private.entered_bytes(task public.tasks)
returns integer
language sql
immutable
as $$
  select
    octet_length(
      concat(
        task.title,
        task.category,
        task.subtitle,
        task.custom_rrule,
        task.custom_rrule_text,
        array_to_string(task.checklist, '')
      )
    ) + 40 * cardinality(task.roster);
$$;

-- The active tasks of a household or, where there is none, a person's own: how many, and how long what is entered in
-- them, which all who take part read, on every device and tablet. Locked until the commit.
create function private.check_room(household uuid, person uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  count bigint;
  bytes bigint;
begin
  perform private.lock_quota('tasks', coalesce(household, person));
  -- Each half by its index, of which one finds nothing.
  select count(*), sum(private.entered_bytes(tasks)) into count, bytes
  from (
    select tasks.* from public.tasks where tasks.household_id = household and tasks.is_active
    union all
    select tasks.* from public.tasks
    where household is null and tasks.household_id is null and tasks.user_id = person and tasks.is_active
  ) as tasks;
  perform private.check_limit('active_tasks', count), private.check_limit('entered_kilobytes', (bytes + 999) / 1000);
end;
$$;

create function private.check_task_quota()
returns trigger
language plpgsql
security definer
as $$
declare
  whose record;
begin
  for whose in
    select distinct added.household_id, case when added.household_id is null then added.user_id end as user_id
    from added where added.is_active order by 1, 2
  loop
    perform private.check_room(whose.household_id, whose.user_id);
  end loop;
  -- Each person's own, so that nobody uses up a household's room by adding and deleting.
  if auth.uid() is not null then
    perform private.lock_quota('tasks_added', auth.uid());
    perform private.check_limit('tasks_added', (select count(*) from added) + (
      select count(*) from public.task_events events
      where events.user_id = auth.uid() and events.kind = 'created'
        and coalesce(events.arrived_at, events.happened_at) > now() - interval '30 days'
    ));
  end if;
  return null;
end;
$$;

-- What bounds an edit: from when a changed schedule counts, and how much of everything there is. Deleting
-- is never refused.
create function private.check_edit()
returns trigger
language plpgsql
security definer
as $$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    end if;
    perform private.check_limit('schedules', (select 1 + count(*) from public.task_schedules where task_id = new.id));
  end if;
  -- What leaves a household keeps its absences.
  if new.paused <> old.paused and new.household_id is not distinct from old.household_id then
    perform private.check_limit('pauses', (select count(*) from unnest(new.paused)));
  end if;
  if new.is_active then
    perform private.count_use('changes_per_day', new.id || auth.uid()::text);
    if new.household_id is distinct from old.household_id
      or private.entered_bytes(new) > private.entered_bytes(old)
      or not old.is_active then
      perform private.check_room(new.household_id, new.user_id);
    end if;
  end if;
  return null;
end;
$$;

create trigger check_task_quota
after insert on public.tasks
referencing new table as added
for each statement
execute function private.check_task_quota();

-- Only edits change updated_at.
create trigger check_edit
after update on public.tasks
for each row
when (old.updated_at != new.updated_at)
execute function private.check_edit();

-- The block of settled days with which the last 101 years begin.
create function private.first_recent_block()
returns integer
language sql
stable
return ((now() at time zone 'UTC')::date - date '0001-01-01') / 336 - 110;

-- Every block of settled days is sent with each list, answer and message. Recent ones are never refused, so that nobody
-- who marks older ones keeps another from ticking.
create function private.check_old_blocks()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.check_limit('old_blocks', (
    select count(*) from private.settled_days days
    where days.task_id = new.task_id and days.block < private.first_recent_block()
  ));
  return null;
end;
$$;

-- As private.first_recent_block, without a call in each tick.
create trigger check_old_blocks
after insert on private.settled_days
for each row
when (new.block < ((now() at time zone 'UTC')::date - date '0001-01-01') / 336 - 110)
execute function private.check_old_blocks();

-- Two of a person's requests may write the same contacts, in any order.
create function private.begin_contacts()
returns trigger
language plpgsql
security definer
as $$
begin
  -- For what a share writes, record_shares has.
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.lock_quota('contacts', auth.uid());
  end if;
  return null;
end;
$$;

create function private.check_contacts()
returns trigger
language plpgsql
security definer
as $$
declare
  person uuid;
begin
  for person in select distinct added.owner_id from added order by added.owner_id loop
    perform private.lock_quota('contacts', person);
    perform private.check_limit('contacts', (select count(*) from public.shared_contacts where owner_id = person));
  end loop;
  return null;
end;
$$;

create trigger begin_contacts
before insert or delete on public.shared_contacts
for each statement
execute function private.begin_contacts();

create trigger check_contacts
after insert on public.shared_contacts
referencing new table as added
for each statement
execute function private.check_contacts();

-- In which order locks are taken, so that no two requests wait for each other for ever:
--   1. the turn of those who write many rows
--   2. completions
--   3. tasks, in the order of their ids
--   4. a task's shares, then contacts
-- A call writes one task, and at most one completion of it before. A request straight to a table writes
-- any rows in any order, so these take turns. The calls, which are all that the app uses, never wait
-- for a turn.
create function private.take_turn()
returns void
language sql
volatile
security definer
as $$
  select pg_advisory_xact_lock(hashtextextended('rota: many rows', 0));
$$;

-- How many rows one request may write is counted before the work is done, since every row that is
-- written keeps others waiting. The calls write one task, and need no counting.
create function private.begin_direct_write()
returns trigger
language plpgsql
security definer
as $$
begin
  perform set_config('rota.rows_left', private.limit_of(tg_argv[0])::text, true);
  perform private.take_turn();
  return null;
end;
$$;

create function private.check_too_many_rows()
returns trigger
language plpgsql
as $$
declare
  rows_left constant integer := current_setting('rota.rows_left')::integer - 1;
begin
  if rows_left < 0 then
    perform private.exceed(tg_argv[0]);
  end if;
  perform set_config('rota.rows_left', rows_left::text, true);
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create trigger begin_direct_write
before insert or update on public.tasks
for each statement
when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
execute function private.begin_direct_write('task_rows_per_request');

create trigger check_too_many_rows
before insert or update on public.tasks
for each row
when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
execute function private.check_too_many_rows('TOO_MANY_TASKS_AT_ONCE');

create trigger begin_direct_write
before insert or delete on public.task_completions
for each statement
when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
execute function private.begin_direct_write('completion_rows_per_request');

create trigger check_too_many_rows
before insert or delete on public.task_completions
for each row
when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
execute function private.check_too_many_rows('TOO_MANY_COMPLETIONS');

-- An account takes its tasks and shares with it. What it did on other people's tasks stays, without
-- its name.
create function private.record_closing()
returns trigger
language plpgsql
security definer
as $$
declare
  own uuid[];
  households uuid[];
begin
  perform private.take_turn();
  -- Nor does it join another one meanwhile.
  perform private.lock_quota('households', old.id);
  households := array(
    select people.household_id from public.household_people people where people.account_id = old.id
  );
  own := array(
    select tasks.id from public.tasks
    where tasks.user_id = old.id
      -- A household that goes with the account.
      or tasks.household_id = any (households) and not exists (
        select from private.household_accounts(tasks.household_id) as others where others <> old.id
      )
  );
  perform from public.task_completions completions
  where completions.user_id = old.id or completions.task_id = any (own)
  order by completions.task_id, completions.completed_date
  for update;
  perform from public.tasks
  where tasks.user_id = old.id
    or tasks.household_id = any (households)
    or tasks.id in (
      select completions.task_id from public.task_completions completions
      where completions.user_id = old.id
      union all
      select catch_ups.task_id from public.task_catch_ups catch_ups where catch_ups.user_id = old.id
      union all
      select notes.task_id from public.task_day_notes notes where notes.user_id = old.id
      union all
      select shares.task_id from private.task_shares shares where shares.recipient_id = old.id
    )
  order by tasks.id
  for update;
  perform private.leave_households(old.id);
  update public.task_events set details = jsonb_set(details, '{by}', 'null')
  where details ->> 'by' = old.id::text;
  return old;
end;
$$;

-- What is removed with its task tells nobody.
create function private.send_closing()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_invitations_changed(old.id, array(
    select distinct shares.contact_email from private.task_shares shares
    where shares.owner_id = old.id and shares.recipient_id is null
  ));
  return old;
end;
$$;

create trigger record_closing
before delete on auth.users
for each row
execute function private.record_closing();

create trigger send_closing
before delete on auth.users
for each row
execute function private.send_closing();

-- A request that waits for longer is refused with SQLSTATE 55P03 or 57014: an answer with status 500, which the
-- app sends again. It gives up by itself after 10 s.
alter role authenticated set lock_timeout = '3s';

alter role authenticated set statement_timeout = '8s';

alter role anon set lock_timeout = '3s';

alter role anon set statement_timeout = '3s';
