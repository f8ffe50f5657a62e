-- Limits: how much one person can store and change; the order of locks.

-- How much one person can store and change. Generous: a household of eight with 500 tasks is far below all limits.
-- Their texts are in src/domain/tasks/input-texts.ts, their reasons in docs/design.md.
create table private.limits (
  name text primary key,
  most integer not null,
  -- for count_use: the length of a period, which begins with the first use
  period interval,
  -- the error beyond the limit; null if it is reported in another way, or to nobody
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
  ('webhooks', 10, null, 'TOO_MANY_WEBHOOKS'),
  ('webhook_tests_per_hour', 20, '1 hour', 'TOO_MANY_ATTEMPTS'),
  ('shares_per_import', 10000, null, 'TOO_MANY_SHARES_IN_IMPORT'),
  ('imported_kilobytes', 100000, null, 'TOO_MUCH_IMPORTED'),
  ('changes_per_day', 2000, '1 day', 'TOO_MANY_CHANGES'),
  ('name_changes_per_day', 10, '1 day', 'TOO_MANY_NAME_CHANGES'),
  ('household_changes_per_day', 500, '1 day', 'TOO_MANY_HOUSEHOLD_CHANGES'),
  ('accounts_let_in_per_day', 20, '1 day', 'TOO_MANY_ATTEMPTS'),
  ('display_changes_per_day', 500, '1 day', 'TOO_MANY_DISPLAY_CHANGES'),
  ('display_uses_per_minute', 120, '1 minute', 'TOO_MANY_ATTEMPTS'),
  ('tokens', 20, null, 'TOO_MANY_TOKENS'),
  ('token_uses_per_minute', 120, '1 minute', 'TOO_MANY_ATTEMPTS'),
  ('token_changes_per_day', 2000, '1 day', 'TOO_MANY_TOKEN_CHANGES'),
  ('calendar_reads_per_hour', 120, '1 hour', 'TOO_MANY_ATTEMPTS'),
  ('password_guesses', 5, '15 minutes', 'TOO_MANY_ATTEMPTS');

-- Uses in the current period.
create table private.uses (
  limit_name text not null,
  -- MD5 of the user, the subject and the program's token, so that it reveals none
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

-- Refuses a count above its limit. Errors: LIMIT_REACHED.
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

-- Counts uses against a limit per period. Each person or token has its own count, so that nobody uses up another's, and
-- a token not its person's;
-- null isn't counted. Completions, undos and edits of a task are one use each, counted with the task locked. Errors:
-- the limit's code; TOO_MANY_ATTEMPTS comes with the seconds to wait.
create function private.count_use(limit_name text, of_what text, more bigint default 1)
returns void
language plpgsql
volatile
security definer
as $$
declare
  -- not private.door, as every tick comes here
  token constant text := nullif(current_setting('rota.door', true), '')::jsonb ->> 'token';
  limited private.limits;
  used private.uses;
begin
  if of_what is null then
    return;
  end if;
  select limits.* into limited from private.limits where limits.name = count_use.limit_name;
  insert into private.uses as former (limit_name, key, since, uses)
  values (count_use.limit_name, md5(concat(of_what, token))::uuid, now(), more)
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

-- Held until the commit, so that the second of two racing for the last place counts the first.
create function private.lock_quota(kind text, person uuid)
returns void
language sql
volatile
security definer
as $$
  select pg_advisory_xact_lock(hashtextextended(kind || ':' || person, 0));
$$;

-- Estimates how many bytes a task's entered fields take in everybody's list.
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
        task.waits_for,
        array_to_string(task.checklist, '')
      )
    ) + 40 * cardinality(task.roster);
$$;

-- Limits the active tasks of a household or, without one, a person: their number, and the size of their fields,
-- which everyone who takes part reads on every device and display. Locked until the commit.
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
  -- Each half uses its index; one of them finds nothing.
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
  -- Counted per person, so that nobody uses up a household's room by adding and deleting.
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

-- Limits an edit: the day from which a changed schedule counts, and the number of everything. Deleting is never
-- refused.
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
  -- A task that leaves a household keeps its absences.
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

-- The first block of settled days in the last 101 years.
create function private.first_recent_block()
returns integer
language sql
stable
return ((now() at time zone 'UTC')::date - date '0001-01-01') / 336 - 110;

-- Limits old blocks of settled days, as every block is sent with each list, answer and message. Recent blocks are
-- never refused, so that marking older ones can't keep others from ticking.
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

-- Like private.first_recent_block, without a call in each tick.
create trigger check_old_blocks
after insert on private.settled_days
for each row
when (new.block < ((now() at time zone 'UTC')::date - date '0001-01-01') / 336 - 110)
execute function private.check_old_blocks();

-- Two requests of a person may write the same contacts, in any order.
create function private.begin_contacts()
returns trigger
language plpgsql
security definer
as $$
begin
  -- For writes by shares, record_shares has locked them.
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

-- The order of locks, so that no two requests deadlock:
--   1. the turn of requests that write many rows
--   2. completions
--   3. tasks, in the order of their ids
--   4. a task's shares, then contacts
-- A call writes one task, and at most one completion before it. A direct request to a table writes any rows in any
-- order, so these take turns. Calls, which are all that the app uses, never wait for a turn.
create function private.take_turn()
returns void
language sql
volatile
security definer
as $$
  select pg_advisory_xact_lock(hashtextextended('rota: many rows', 0));
$$;

-- Limits the rows of a direct request before the work is done, as every row that is written keeps others waiting.
-- Calls write one task and need no limit.
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

-- Deletes an account's tasks and shares. Its deeds in other people's tasks stay, without its name.
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
  -- Nor may it join another household in the meantime.
  perform private.lock_quota('households', old.id);
  households := array(
    select people.household_id from public.household_people people where people.account_id = old.id
  );
  own := array(
    select tasks.id from public.tasks
    where tasks.user_id = old.id
      -- In a household that is deleted with the account.
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

-- Rows deleted with their task tell nobody, so this does.
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

-- Begins to close an account for good: from now on nobody can use it.
create function private.begin_closing(account uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  insert into private.closings (account_id) select users.id from auth.users where users.id = account
  on conflict do nothing;
  delete from auth.sessions where user_id = account;
  delete from public.morning_mails where user_id = account;
  delete from private.push_settings where user_id = account;
end;
$$;

-- Does the next piece of closing an account: some of its tasks, or of its deeds in others', as record_closing does for
-- what is left in the end. Answers whether nothing is left but the account.
create function private.close_piece(account uuid, most_tasks integer default 5, most_deeds integer default 1000)
returns boolean
language plpgsql
volatile
security definer
as $$
begin
  perform from private.closings where closings.account_id = account for update;
  -- Somebody else has closed it.
  if not found then
    return true;
  end if;
  perform private.take_turn();
  delete from public.tasks where tasks.id in (
    select own.id from public.tasks as own
    where own.user_id = account and own.household_id is null
      -- In a household that is deleted with the account.
      or own.household_id = any (array(
        select people.household_id from public.household_people as people
        where people.account_id = account and people.left_on is null and not exists (
          select from private.household_accounts(people.household_id) as others where others <> account
        )
      ))
    limit most_tasks
  );
  if found then
    return false;
  end if;
  update public.task_completions set user_id = null where (task_id, completed_date) in (
    select done.task_id, done.completed_date from public.task_completions as done
    where done.user_id = account order by done.task_id, done.completed_date limit most_deeds for update
  );
  if found then
    return false;
  end if;
  update public.task_events
  set
    user_id = nullif(user_id, account),
    details = case when details ->> 'by' = account::text then jsonb_set(details, '{by}', 'null') else details end
  where (task_id, id) in (
    (select events.task_id, events.id from public.task_events as events where events.user_id = account limit most_deeds)
    union all
    (
      select events.task_id, events.id from public.task_events as events
      where events.details ->> 'by' = account::text limit most_deeds
    )
  );
  return not found;
end;
$$;

-- Goes on with an account whose closing was left more than a minute ago: {account, isReady}, where isReady says that
-- nothing is left but the account; null if there is none.
create function private.go_on_closing()
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  left_over uuid;
begin
  select closings.account_id into left_over from private.closings
  where closings.begun_at < now() - interval '1 minute'
  order by closings.begun_at
  limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  return jsonb_build_object('account', left_over, 'isReady', private.close_piece(left_over));
end;
$$;

-- A request that waits longer is refused with SQLSTATE 55P03 or 57014, as status 500, and the app sends it again.
-- The app itself gives up after 10 s.
alter role authenticated set lock_timeout = '3s';

alter role authenticated set statement_timeout = '8s';

alter role anon set lock_timeout = '3s';

alter role anon set statement_timeout = '3s';
