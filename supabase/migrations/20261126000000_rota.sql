-- Made from supabase/schemas by "npm run migration".

-- Nothing is open by default; codes of errors, texts and days that people enter.

-- A trigger and its function do what their first word says, and nothing else:
--   begin_   takes the turn and the locks of a statement
--   check_   refuses, and counts what a quota bounds; tidies the row that it checks
--   fill_    sets the columns that are the database's alone
--   record_  writes what a change leaves in other rows: events, shares that end, contacts, the revision
--   send_    sends; an import switches these off, and no others
-- PostgreSQL fires triggers of the same moment in the order of their names: these words are in it.

-- Functions are declared before the tables that they read.
set check_function_bodies = off;

-- Nothing is reachable through the API unless it is granted, column by column.
alter default privileges revoke execute on functions from public;

alter default privileges in schema public
  revoke all on tables from public, anon, authenticated, service_role;

alter default privileges in schema public
  revoke all on sequences from public, anon, authenticated, service_role;

alter default privileges in schema public
  revoke all on functions from public, anon, authenticated, service_role;

-- Helpers live in a schema that the API does not expose. Callers need its name to run the few that are granted to them.
create schema private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Errors carry a code of src/domain/tasks/error-codes.ts as their message; the SQLSTATE 'PTnnn' makes the
-- REST API answer with the HTTP status nnn. The details are issues, [{path, code}], whose texts are in
-- src/domain/tasks/input-texts.ts, or what came first, {status, completedBy, completedAt, …}.
create function private.fail(code text, details jsonb default null) returns void
language plpgsql stable as $$
declare
  status constant text := case
    when code in ('VALIDATION_FAILED', 'LIMIT_REACHED') then '422'
    when code = 'TOO_MANY_ATTEMPTS' then '429'
    when code = 'UNAUTHENTICATED' then '401'
    when code in ('NOT_ALLOWED', 'COMPLETION_NOT_YOURS') then '403'
    when code in ('LINK_NOT_VALID', 'TASK_NOT_FOUND', 'INVITATION_NOT_FOUND', 'HOUSEHOLD_NOT_FOUND') then '404'
    when code in (
      'LAST_KEEPER', 'ALREADY_JOINED', 'ACCOUNT_EXISTS', 'UNDO_TOO_LATE', 'DUPLICATE_TASK', 'ALREADY_DONE', 'PUT_OFF',
      'CHANGED_SINCE', 'NOTE_CHANGED'
    ) then '409'
  end;
begin
  raise exception using
    errcode = 'PT' || coalesce(status, '500'),
    message = code,
    detail = coalesce(details::text, '');
end;
$$;

create function private.issue(path text, code text) returns jsonb
language sql immutable as $$ select jsonb_build_object('path', path, 'code', code) $$;

-- Refuses an input over one issue.
create function private.refuse(path text, code text) returns void
language sql stable as $$ select private.fail('VALIDATION_FAILED', jsonb_build_array(private.issue(path, code))) $$;

-- Trims what JavaScript's trim() trims, so that the form, the edge functions and the database agree
-- on which titles are the same.
create function private.trimmed(value text) returns text
language sql immutable strict as $$
  select btrim(
    value,
    E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
  )
$$;

-- Text as it is stored: trimmed, and in one Unicode form, so that what looks the same is the same.
create function private.entered_text(value text) returns text
language sql immutable strict as $$ select normalize(private.trimmed(value), nfc) $$;

-- The one place where an e-mail address is brought to its canonical form: trimmed, lower-case,
-- ASCII only, nothing folded. Null when the text is no address that a mail could reach.
create function private.canonical_address(address text) returns text
language sql immutable strict as $$
  select lowered
  from lower(private.trimmed(address) collate "C") as lowered
  where length(lowered) <= 254
    and lowered ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
$$;

-- An instant as ISO text in UTC with milliseconds, whatever time zone the caller's session has.
create function private.iso(instant timestamptz) returns text
language sql immutable strict as $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Whether a date is one that people enter: from 0001-01-01 to 9999-12-31. Null and infinity are none.
create function private.is_day(day date) returns boolean
language sql immutable as $$ select coalesce(day between date '0001-01-01' and date '9999-12-31', false) $$;

-- The mailbox of an address, for quotas alone: many mail servers deliver `name+anything@` to `name@`.
create function private.mailbox_of(address text) returns text
language sql immutable strict as $$ select regexp_replace(address, '\+[^@]*@', '@') $$;

-- People: their profile, their name, who calls, closing an account.

create function private.is_date_style(style text) returns boolean
language sql immutable strict as $$ select style ~ '^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$' $$;

-- One row a person, made when the account is made.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- empty when none was given
  full_name text not null default '' check (char_length(full_name) <= 100),
  -- IANA name; decides which day is today
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  -- what others see; kept by a trigger: the full name, else the address before its @
  display_name text not null,
  -- order of a date, hours of a clock, first day of the week, such as dmy-24-mon; null until it is known
  date_style text check (private.is_date_style(date_style))
);

grant select (id, full_name, time_zone, display_name, date_style) on public.profiles to authenticated;

grant update (full_name, time_zone, date_style) on public.profiles to authenticated;

create policy "People see their own profile" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()));

create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

-- A look at all zones takes 25 ms: not for the one that an account begins with.
create function private.is_time_zone(name text) returns boolean
language sql stable strict as $$
  select name = 'UTC' or name ~ '^[A-Za-z]' and name not like 'posix%'
    and exists (select from pg_catalog.pg_timezone_names zones where zones.name = is_time_zone.name)
$$;

create function private.check_profile() returns trigger
language plpgsql security definer as $$
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
  if not private.is_date_style(new.date_style) then
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

-- A sign-up must never fail over its metadata, which anyone can write: what is no good is left out.
create function private.record_account() returns trigger
language plpgsql security definer as $$
declare
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
begin
  insert into public.profiles (id, full_name, time_zone)
  values (
    new.id,
    left(private.trimmed(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 100),
    case when private.is_time_zone(zone) then zone else 'UTC' end
  )
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

create trigger record_account after insert on auth.users
  for each row execute function private.record_account();

-- Each change is told to others.
create function private.check_name_changes() returns trigger
language plpgsql security definer as $$
begin
  -- Nobody is signed in when a new address changes the name that is made of it.
  perform private.count_use('name_changes_per_day', auth.uid()::text);
  return null;
end;
$$;

create trigger check_name_changes after update on public.profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function private.check_name_changes();

-- What happened keeps the time zone in which it was recorded, and is told in it: a person who moves to another
-- one rewords nothing.

-- The zone of the person who is signed in; where nobody is, that of the display or label which acts
-- (rota.time_zone), or UTC.
create function private.my_time_zone() returns text
language plpgsql stable security definer as $$
begin
  return coalesce(
    (select profiles.time_zone from public.profiles where profiles.id = auth.uid()),
    nullif(current_setting('rota.time_zone', true), ''),
    'UTC'
  );
end;
$$;

-- Runs before every request of the REST API, as the caller (PostgREST's db-pre-request). A token is
-- valid until it expires; whose account was removed in the meantime is nobody.
create function private.check_caller() returns void
language plpgsql stable security definer as $$
begin
  if auth.uid() is not null and not exists (select from auth.users where id = auth.uid()) then
    perform private.fail('UNAUTHENTICATED');
  end if;
end;
$$;

alter role authenticator set pgrst.db_pre_request = 'private.check_caller';

-- To be called before a password is tried by close-account, which asks Auth. Guesses are counted for each session, so
-- that anyone who has got hold of a token uses up its session's alone. A session stays the same however often
-- it is renewed, and a new one takes the password or a mailed link. Errors: TOO_MANY_ATTEMPTS for the sixth within
-- 15 minutes, LAST_KEEPER for the only keeper of a household of others.
create function private.count_closing_attempt() returns void
language plpgsql volatile security definer as $$
declare
  -- Auth puts it into every token; without one they share a count.
  session constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  if exists (
    select from public.household_people me
    where me.account_id = auth.uid() and me.left_on is null and me.role = 'keeper'
      and me.household_id in (select private.my_households('keeper'))
      and not private.has_other_keeper(me.household_id, me.id)
      and exists (
        select from private.household_accounts(me.household_id) as others where others <> auth.uid()
      )
  ) then
    perform private.fail('LAST_KEEPER');
  end if;
  perform private.count_use('password_guesses', concat_ws(' ', auth.uid(), session));
end;
$$;

-- The person's other devices read their list, and find that they are signed out if the account is closed.
create function private.send_account() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_list_changed(array[coalesce(new.id, old.id)]);
  return null;
end;
$$;

create trigger send_closed after delete on auth.users
  for each row execute function private.send_account();

-- Households: people, with and without an account, whose tasks are everybody's. docs/design/households.md.

create table public.households (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- a deleted one can be brought back for 30 days
  deleted_at timestamptz
);

-- Calls alone write them.
grant select (id, name, created_at, deleted_at) on public.households to authenticated;

-- Who belongs to a household, and who has belonged to it.
create table public.household_people (
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  -- null: somebody without an account, or who has closed it
  account_id uuid references public.profiles (id) on delete set null,
  name text not null,
  -- the colour of the face, one of ten that the client has
  face smallint not null default 0,
  -- without an account: what they will be when they have one
  role text not null check (role in ('keeper', 'member', 'helper')),
  joined_at timestamptz not null default now(),
  -- whoever left stays, for the record
  left_on date,
  -- when a keeper took them off, who may take that back for a day; null for whoever left by themself
  let_go_at timestamptz,
  -- somebody who comes back is the same person
  unique (account_id, household_id)
);

grant select (id, household_id, name, face, role, joined_at, left_on) on public.household_people
to authenticated;

create index household_people_by_household on public.household_people (household_id);

-- The one function that says who belongs: the households in which the caller has at least this role. plpgsql
-- keeps its plan, as each statement asks.
create function private.my_households(
  least_role text default 'helper', is_deleted boolean default false
) returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    select people.household_id
    from public.household_people people
    join public.households on households.id = people.household_id
    where people.account_id = auth.uid()
      and people.left_on is null
      and (households.deleted_at is not null) = is_deleted
      and case least_role
        when 'keeper' then people.role = 'keeper'
        when 'member' then people.role <> 'helper'
        else true
      end;
end;
$$;

create policy "People see their households, and keepers deleted ones" on public.households
  for select to authenticated
  using (
    id = any (array(select private.my_households()))
    or id = any (array(select private.my_households('keeper', true)))
  );

create policy "People see who belongs and belonged to their households" on public.household_people
  for select to authenticated
  using (household_id = any (array(select private.my_households())));

-- The accounts that are present in a household.
create function private.household_accounts(household uuid) returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    select people.account_id from public.household_people people
    where people.household_id = household and people.left_on is null and people.account_id is not null;
end;
$$;

-- The caller as a person of the household that a task belongs to; null for anybody else.
create function private.my_person(task_id uuid) returns uuid
language sql stable security definer as $$
  select people.id
  from public.tasks
  join public.household_people people on people.household_id = tasks.household_id
  where tasks.id = my_person.task_id and people.account_id = auth.uid() and people.left_on is null
$$;

-- Every person that the caller is, in any household.
create function private.my_people() returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    select people.id from public.household_people people
    where people.account_id = auth.uid() and people.left_on is null;
end;
$$;

-- The caller's households as the list has them: [{id, name, role, me, people: [{id, name, face, role,
-- isJoined}]}], with the people who are present, in the order in which they came; and, where there are any, former,
-- the names of those who left, and absences.
create function private.households() returns jsonb
language plpgsql stable security definer as $$
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

-- Changes of a household come one after the other; its tasks are locked before it, as everywhere. The caller
-- must have at least this role: asked twice, as an outsider locks nothing, so that nothing waits for them and
-- no time tells them of it, and somebody may be let go meanwhile. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create function private.begin_household(
  household uuid, least_role text, is_deleted boolean default false
) returns void
language plpgsql volatile security definer as $$
declare
  belongs boolean;
  may boolean;
begin
  for attempt in 1..2 loop
    -- In one look: somebody who is let go between two would read that they are there, but may not.
    select
      coalesce(household = any (array(select private.my_households('helper', is_deleted))), false),
      household = any (array(select private.my_households(least_role, is_deleted)))
    into belongs, may;
    if not belongs then
      perform private.fail('HOUSEHOLD_NOT_FOUND');
    elsif not may then
      perform private.fail('NOT_ALLOWED');
    end if;
    if attempt = 1 then
      perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
      perform from public.households where households.id = household for update;
    end if;
  end loop;
  perform private.count_use('household_changes_per_day', household || auth.uid()::text);
end;
$$;

-- A name of a household or of a person in it, as it is stored. Errors: VALIDATION_FAILED.
create function private.checked_name(name text) returns text
language plpgsql stable as $$
declare
  entered constant text := coalesce(private.entered_text(name), '');
begin
  if entered = '' then
    perform private.refuse('name', 'NAME_REQUIRED');
  elsif char_length(entered) > 100 then
    perform private.refuse('name', 'NAME_TOO_LONG');
  end if;
  return entered;
end;
$$;

-- Counted with the household locked, or before anyone else can see it; also how many there are of the account that came.
create function private.check_household_limits(household uuid, account uuid default auth.uid()) returns void
language plpgsql stable security definer as $$
begin
  perform private.check_limit('people_of_household', (
    select count(*) from public.household_people people
    where people.household_id = household and people.left_on is null
  ));
  perform private.check_limit('people_of_household_ever', (
    select count(*) from public.household_people people where people.household_id = household
  ));
  perform private.check_limit('households', (
    select count(*)
    from public.household_people people join public.households on households.id = people.household_id
    where people.account_id = account and people.left_on is null
      and (households.deleted_at > now() - interval '30 days') is not false
  ));
end;
$$;

-- Tells the accounts of a household, and everyone who takes part in one of these tasks or may be invited to,
-- to read their list again: one message each, into the void for an address that nobody holds.
create function private.send_household(household uuid, task_ids uuid[] default '{}') returns void
language sql volatile security definer as $$
  select private.send_list_changed(array(
    select private.household_accounts(household)
    union
    select tasks.user_id from public.tasks where tasks.id = any (task_ids)
    union
    select people.account_id
    from public.tasks join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = any (task_ids) and people.left_on is null and people.account_id is not null
    union
    select coalesce(
      shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid()
    )
    from (
      select distinct task_shares.recipient_id, task_shares.contact_email, task_shares.owner_id
      from private.task_shares where task_shares.task_id = any (task_ids)
    ) as shares
  ))
$$;

-- Sends nothing of single tasks and shares until it is switched off: whoever changes many at once sends
-- one list_changed a person instead.
create function private.send_no_tasks(is_on boolean) returns void
language sql volatile as $$ select set_config('rota.quiet', case when is_on then 'on' else 'off' end, true) $$;

-- Who belongs to a household takes part in its tasks by no share: what is shared with them waits, whose address it is
-- told to nobody. Of one task, or of all of the household's. Answers of which.
create function private.end_member_shares(household uuid, task_id uuid) returns uuid[]
language sql volatile security definer as $$
  with ended as (
    update private.task_shares shares
    set recipient_id = null
    from public.tasks
    where tasks.id = shares.task_id
      and tasks.household_id = household
      and (end_member_shares.task_id is null or tasks.id = end_member_shares.task_id)
      and shares.recipient_id in (select private.household_accounts(household))
    returning shares.task_id
  )
  select array(select ended.task_id from ended)
$$;

-- What happens to a household, and to the people in it. Errors of each call that names one: HOUSEHOLD_NOT_FOUND, also
-- for one that is another's, NOT_ALLOWED, LIMIT_REACHED.

-- Makes a household of the caller, its keeper, and of others without an account. Names have 1 to 100
-- characters. The same id again changes nothing. Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.create_household(id uuid, name text, others text[] default '{}') returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  entered constant text := private.checked_name(name);
begin
  perform private.lock_quota('households', me);
  if create_household.id = any (array(select private.my_households())) then
    return;
  elsif create_household.id is null
    or exists (select from public.households where households.id = create_household.id) then
    perform private.refuse('id', 'INVALID');
  end if;
  insert into public.households (id, name) values (create_household.id, entered);
  insert into public.household_people (id, household_id, account_id, name, role)
  select gen_random_uuid(), create_household.id, me, profiles.display_name, 'keeper'
  from public.profiles where profiles.id = me;
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select
    gen_random_uuid(), create_household.id, private.checked_name(other.name), other.place % 10, 'member',
    now() + other.place * interval '1 microsecond'
  from unnest(others) with ordinality as other (name, place);
  perform private.check_household_limits(create_household.id);
  perform private.send_list_changed(array[me]);
end;
$$;

-- A keeper's. Errors: VALIDATION_FAILED.
create function private.rename_household(household_id uuid, name text) returns void
language plpgsql volatile security definer as $$
begin
  perform private.begin_household(rename_household.household_id, 'keeper');
  update public.households set name = private.checked_name(rename_household.name)
  where households.id = rename_household.household_id;
  perform private.send_household(rename_household.household_id);
end;
$$;

-- Deletes a household, given its name, and its tasks with it; a keeper's. Errors: VALIDATION_FAILED.
create function private.delete_household(household_id uuid, name text) returns void
language plpgsql volatile security definer as $$
begin
  -- Deleted already: again is no error.
  if delete_household.household_id = any (array(select private.my_households('keeper', true))) then
    return;
  end if;
  perform private.begin_household(delete_household.household_id, 'keeper');
  if not exists (
    select from public.households
    where households.id = delete_household.household_id
      and households.name = private.entered_text(delete_household.name)
  ) then
    perform private.refuse('name', 'OTHER_NAME');
  end if;
  perform private.send_household(delete_household.household_id, array(
    select tasks.id from public.tasks
    where tasks.household_id = delete_household.household_id and tasks.is_active
  ));
  perform private.send_no_tasks(true);
  update public.tasks set is_active = false
  where tasks.household_id = delete_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  update public.households set deleted_at = now() where households.id = delete_household.household_id;
  delete from public.household_invitations open where open.household_id = delete_household.household_id;
end;
$$;

-- Brings back a household that was deleted in the last 30 days, with the tasks that went with it; a keeper's.
create function private.restore_household(household_id uuid) returns void
language plpgsql volatile security definer as $$
declare
  gone_at timestamptz;
  restored uuid[];
begin
  if restore_household.household_id = any (array(select private.my_households('keeper'))) then
    return;
  end if;
  perform private.begin_household(restore_household.household_id, 'keeper', true);
  select households.deleted_at into gone_at from public.households
  where households.id = restore_household.household_id;
  if gone_at < now() - interval '30 days' then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  update public.households set deleted_at = null where households.id = restore_household.household_id;
  perform private.send_no_tasks(true);
  -- All of them were counted when they went: as an edit, each would be again.
  update public.tasks set is_active = true, deleted_at = null, revision = tasks.revision + 1
  where tasks.household_id = restore_household.household_id
    and not tasks.is_active and tasks.deleted_at = gone_at;
  restored := array(
    select tasks.id from public.tasks
    where tasks.household_id = restore_household.household_id and tasks.is_active
  );
  perform private.restore_shares(restored);
  perform private.send_no_tasks(false);
  perform private.check_household_limits(restore_household.household_id);
  perform private.send_household(restore_household.household_id, restored);
end;
$$;

-- Whether a household has a keeper with an account beside this person.
create function private.has_other_keeper(household uuid, person uuid) returns boolean
language sql stable security definer as $$
  select exists (
    select from public.household_people people
    where people.household_id = household and people.id <> person
      and people.left_on is null and people.account_id is not null and people.role = 'keeper'
  )
$$;

-- The tasks of a household that stand in the name of an account go to another one of it: a keeper if there
-- is one, else whoever has been there longest, who becomes one. Answers which, for their messages.
create function private.hand_over(household uuid, account uuid) returns uuid[]
language plpgsql volatile security definer as $$
declare
  heir public.household_people;
  handed constant uuid[] := array(
    select tasks.id from public.tasks
    where tasks.household_id = household and tasks.user_id = account order by tasks.id
  );
begin
  select people.* into heir from public.household_people people
  where people.household_id = household and people.left_on is null
    and people.account_id is not null and people.account_id <> account
  order by array_position(array['keeper', 'member', 'helper'], people.role), people.joined_at, people.id
  limit 1;
  if heir.id is null then
    return '{}';
  end if;
  update public.household_people people set role = 'keeper' where people.id = heir.id;
  -- In what was done before the task came into the household, the account has its own name.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks join public.profiles on profiles.id = tasks.user_id
  where tasks.id = any (handed)
  on conflict do nothing;
  perform private.pass_shares(handed, heir.account_id);
  perform private.send_no_tasks(true);
  -- The revision grows here, as what is no edit needs no check, and a deleted task stays as it is.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.id = any (handed);
  perform private.send_no_tasks(false);
  return handed;
end;
$$;

-- Adds a person, or changes one: a keeper's, but for one's own name and face (0 to 9). The role is 'keeper',
-- 'member' or 'helper'. Errors: VALIDATION_FAILED, LAST_KEEPER.
create function private.save_person(
  household_id uuid, id uuid, name text, face integer, role text
) returns void
language plpgsql volatile security definer as $$
declare
  entered constant text := private.checked_name(name);
  before public.household_people;
  changed uuid[] := '{}';
begin
  perform private.begin_household(save_person.household_id, 'helper');
  select people.* into before from public.household_people people where people.id = save_person.id;
  if before.household_id <> save_person.household_id or before.left_on is not null then
    -- Ids are random, so that of somebody elsewhere is no accident.
    perform private.refuse('id', 'INVALID');
  elsif save_person.household_id <> all (array(select private.my_households('keeper')))
    -- Everybody may have another name and another colour.
    and (before.account_id is distinct from auth.uid() or before.role is distinct from save_person.role)
  then
    perform private.fail('NOT_ALLOWED');
  elsif save_person.id is null then
    perform private.refuse('id', 'INVALID');
  elsif coalesce(save_person.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif coalesce(save_person.face not between 0 and 9, true) then
    perform private.refuse('face', 'INVALID');
  elsif before.role = 'keeper' and before.account_id is not null and save_person.role <> 'keeper'
    and not private.has_other_keeper(before.household_id, before.id) then
    perform private.fail('LAST_KEEPER');
  end if;
  insert into public.household_people (id, household_id, name, face, role)
  values (save_person.id, save_person.household_id, entered, save_person.face, save_person.role)
  on conflict on constraint household_people_pkey do update
  set name = excluded.name, face = excluded.face, role = excluded.role;
  perform private.check_household_limits(save_person.household_id);
  if before.name <> entered then
    -- Also in what has been moved out: all who take part in it see who did it.
    changed := array(
      select tasks.id
      from private.task_people join public.tasks on tasks.id = task_people.task_id
      where task_people.person_id = save_person.id and tasks.is_active
      order by tasks.id
    );
    update private.task_people set name = entered where task_people.person_id = save_person.id;
    perform private.send_no_tasks(true);
    update public.tasks set revision = revision + 1 where tasks.id = any (changed);
    perform private.send_no_tasks(false);
  end if;
  -- A helper stands for no task: sharing it with people outside is for those who may change it.
  if before.account_id is not null and save_person.role = 'helper' and before.role <> 'helper' then
    changed := changed || private.hand_over(before.household_id, before.account_id);
  end if;
  perform private.send_household(save_person.household_id, changed);
end;
$$;

-- Leaves, or lets somebody go, which is a keeper's; again: no error. Errors: LAST_KEEPER.
create function private.remove_person(household_id uuid, id uuid) returns void
language plpgsql volatile security definer as $$
declare
  person public.household_people;
  handed uuid[] := '{}';
begin
  if exists (
    select from public.household_people people
    where people.id = remove_person.id and people.account_id = auth.uid() and people.left_on is not null
  ) then
    return;
  end if;
  perform private.begin_household(remove_person.household_id, 'helper');
  select people.* into person from public.household_people people
  where people.id = remove_person.id and people.household_id = remove_person.household_id;
  if person.id is null then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif remove_person.household_id <> all (array(select private.my_households('keeper')))
    and person.account_id is distinct from auth.uid() then
    perform private.fail('NOT_ALLOWED');
  elsif person.left_on is not null then
    return;
  elsif person.role = 'keeper' and person.account_id is not null
    and not private.has_other_keeper(person.household_id, person.id) then
    perform private.fail('LAST_KEEPER');
  end if;
  update public.household_people people
  set
    left_on = private.household_today(person.household_id),
    let_go_at = case when person.account_id is distinct from auth.uid() then now() end
  where people.id = person.id;
  delete from public.household_invitations open where open.person_id = person.id;
  if person.account_id is not null then
    handed := private.hand_over(person.household_id, person.account_id);
    perform private.send_list_changed(array[person.account_id]);
  end if;
  perform private.send_household(person.household_id, handed);
end;
$$;

-- Takes back that a keeper let somebody go, for a day; a keeper's; again: no error. Whoever left by themself comes back
-- by invitation alone. Their links stay ended, and their tasks with whom they went to. Errors: UNDO_TOO_LATE.
create function private.bring_back_person(household_id uuid, id uuid) returns void
language plpgsql volatile security definer as $$
declare
  person public.household_people;
  unshared uuid[];
begin
  perform private.begin_household(bring_back_person.household_id, 'keeper');
  select people.* into person from public.household_people people
  where people.id = bring_back_person.id and people.household_id = bring_back_person.household_id;
  if person.id is null then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif person.left_on is null then
    return;
  elsif (person.let_go_at > now() - interval '1 day') is not true then
    perform private.fail('UNDO_TOO_LATE');
  end if;
  update public.household_people people set left_on = null, let_go_at = null where people.id = person.id;
  perform private.check_household_limits(person.household_id, person.account_id);
  perform private.send_no_tasks(true);
  unshared := private.end_member_shares(person.household_id, null);
  perform private.send_no_tasks(false);
  perform private.send_household(person.household_id, unshared);
end;
$$;

-- Before an account goes: what it did in the tasks of a household, also before they came there, stays in the
-- name of its person.
create function private.keep_name(person public.household_people) returns void
language plpgsql volatile security definer as $$
declare
  ids constant uuid[] := array(
    select tasks.id from public.tasks where tasks.household_id = person.household_id order by tasks.id
  );
begin
  insert into private.task_people (task_id, person_id, name)
  select distinct events.task_id, person.id, person.name
  from public.task_events events
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by')
  on conflict do nothing;
  update public.task_completions completions set people = array[person.id], said_by = person.id
  where completions.task_id = any (ids) and completions.user_id = person.account_id
    and completions.people is null;
  update public.task_catch_ups catch_ups set people = array[person.id], said_by = person.id
  where catch_ups.task_id = any (ids) and catch_ups.user_id = person.account_id
    and catch_ups.people is null;
  update public.task_day_notes notes set person_id = person.id
  where notes.task_id = any (ids) and notes.user_id = person.account_id and notes.person_id is null;
  update public.task_events events
  set
    person_id = case when events.user_id = person.account_id then person.id else events.person_id end,
    details = case
      when events.details ->> 'by' = person.account_id::text and jsonb_typeof(events.details -> 'people') is distinct from 'array'
      then events.details || jsonb_build_object('people', array[person.id])
      else events.details
    end
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by');
end;
$$;

-- The account leaves all of its households, which keep its tasks and its name. A household with no other
-- account goes with it. Their tasks are locked already.
create function private.leave_households(account uuid) returns void
language plpgsql volatile security definer as $$
declare
  person public.household_people;
  handed uuid[];
begin
  for person in
    select people.* from public.household_people people
    where people.account_id = account order by people.household_id
  loop
    perform from public.households where households.id = person.household_id for update;
    if exists (
      select from private.household_accounts(person.household_id) as others where others <> account
    ) then
      perform private.keep_name(person);
      handed := private.hand_over(person.household_id, account);
      update public.household_people people
      set left_on = coalesce(people.left_on, private.household_today(person.household_id))
      where people.id = person.id;
      perform private.send_household(person.household_id, handed);
    elsif person.left_on is null then
      delete from public.households where households.id = person.household_id;
    end if;
  end loop;
end;
$$;

-- Open invitations: who follows the link with the token takes one up, which ends it.
create table public.household_invitations (
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  -- whose account it will be; null: a new person's
  person_id uuid references public.household_people (id) on delete cascade,
  role text not null check (role in ('keeper', 'member', 'helper')),
  -- the keeper who made it, or changed it last: it ends with their keepership
  made_by uuid not null references public.household_people (id) on delete cascade,
  -- SHA-256; nobody may read it
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '7 days',
  -- where a mail with the link goes; null when a keeper hands it on
  address text,
  -- when the mail was looked at. It says nothing about whether there was one
  mailed_at timestamptz,
  unique (address, household_id)
);

grant select (id, household_id, person_id, role, expires_at, address, mailed_at)
on public.household_invitations to authenticated;

create index household_invitations_by_household on public.household_invitations (household_id);

create index household_invitations_by_person on public.household_invitations (person_id);

create index household_invitations_by_maker on public.household_invitations (made_by);

create index household_invitations_by_age on public.household_invitations (expires_at);

create policy "Keepers see open invitations" on public.household_invitations
  for select to authenticated
  using (household_id = any (array(select private.my_households('keeper'))));

-- 256 bits in base64url.
create function private.new_token() returns text
language sql volatile as $$
  select rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=')
$$;

-- Invites whoever follows the link with the token: as a new person, or as one who has no account yet. Answers
-- the invitation's id, that of the open one when the address is invited already, which sends no further mail.
create function private.open_invitation(
  household uuid, role text, person uuid, address text, token text
) returns uuid
language plpgsql volatile security definer as $$
declare
  me uuid;
  known_id uuid;
begin
  perform private.begin_household(household, 'keeper');
  select people.id into me from public.household_people people
  where people.household_id = household and people.account_id = auth.uid();
  if coalesce(open_invitation.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif person is not null and not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household
      and people.account_id is null and people.left_on is null
  ) then
    perform private.refuse('personId', 'INVALID');
  end if;
  delete from public.household_invitations open
  where open.household_id = household
    -- Another invitation of the same person takes the place of the first.
    and (
      open.expires_at < now()
      or open.person_id = person and (open.address = open_invitation.address) is not true
    );
  update public.household_invitations open
  set role = open_invitation.role, person_id = person, made_by = me
  where open.household_id = household and open.address = open_invitation.address
  returning open.id into known_id;
  if known_id is not null then
    return known_id;
  end if;
  perform private.check_limit('people_of_household', (
    select 1 + count(*) from public.household_invitations open where open.household_id = household
  ));
  insert into public.household_invitations as made (
    id, household_id, person_id, role, made_by, address, token_hash
  )
  values (
    gen_random_uuid(), household, person, open_invitation.role, me, open_invitation.address,
    sha256(convert_to(token, 'UTF8'))
  )
  returning made.id into known_id;
  return known_id;
end;
$$;

-- Answers the token of an invitation that is good once and for seven days; a keeper's.
-- Errors: VALIDATION_FAILED for a role, or a person who has an account or is not there.
create function private.invite_to_household(household_id uuid, role text, person_id uuid default null) returns text
language plpgsql volatile security definer as $$
declare
  token constant text := private.new_token();
begin
  perform private.open_invitation(household_id, role, person_id, null, token);
  return token;
end;
$$;

-- Has a mail with such a link sent to an address, which tells nothing about whether it goes out. An address that is
-- invited already gets no further one. A keeper's. Errors: VALIDATION_FAILED.
create function private.invite_to_household_by_mail(
  household_id uuid, address text, role text, person_id uuid default null
) returns void
language plpgsql volatile security definer as $$
declare
  canonical constant text := private.canonical_address(address);
  invitation uuid;
begin
  if canonical is null then
    perform private.refuse('address', 'INVALID_EMAIL');
  end if;
  -- The link is made when the mail is.
  invitation := private.open_invitation(household_id, role, person_id, canonical, private.new_token());
  insert into private.invitation_mails (sender_id, address, household_invitation_id)
  select auth.uid(), canonical, invitation
  where not exists (
    select from private.invitation_mails mails where mails.household_invitation_id = invitation
  );
end;
$$;

-- One more mail with another link, which takes the place of the one before, once a day; a keeper's.
-- Errors: INVITATION_NOT_FOUND.
create function private.send_household_invitation_again(id uuid) returns void
language plpgsql volatile security definer as $$
declare
  open public.household_invitations;
begin
  select household_invitations.* into open from public.household_invitations
  where household_invitations.id = send_household_invitation_again.id
    and household_invitations.household_id = any (array(select private.my_households('keeper')))
    and household_invitations.address is not null and household_invitations.expires_at > now();
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.begin_household(open.household_id, 'keeper');
  if exists (
    select from private.invitation_mails mails
    where mails.household_invitation_id = open.id and mails.asked_again_at > now() - interval '1 day'
  ) then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
  perform private.want_mail_again(open.address, open.id);
  update public.household_invitations set expires_at = now() + interval '7 days'
  where household_invitations.id = open.id;
end;
$$;

-- A keeper's; one that is not there is no error.
create function private.revoke_household_invitation(id uuid) returns void
language plpgsql volatile security definer as $$
begin
  delete from public.household_invitations open
  where open.id = revoke_household_invitation.id
    and open.household_id = any (array(select private.my_households('keeper')));
end;
$$;

-- An open invitation to a household that is there, by its token; none for anything else.
create function private.household_invitation(token text) returns public.household_invitations
language sql stable security definer as $$
  select open.*
  from public.household_invitations open
  join public.households on households.id = open.household_id
  left join public.household_people people on people.id = open.person_id
  where open.token_hash = sha256(convert_to(token, 'UTF8'))
    and open.expires_at > now()
    and households.deleted_at is null
    and people.account_id is null and people.left_on is null
$$;

-- What a link invites to: {household, person, role, isJoined}; null for one that no longer works.
create function private.read_household_invitation(token text) returns jsonb
language sql stable security definer as $$
  select jsonb_build_object(
    'household', households.name,
    'role', open.role,
    'person', (select people.name from public.household_people people where people.id = open.person_id),
    'isJoined', open.household_id = any (array(select private.my_households()))
  )
  from private.household_invitation(token) as open
  join public.households on households.id = open.household_id
$$;

-- Takes up an invitation; answers the household's id. Errors: INVITATION_NOT_FOUND, ALREADY_JOINED.
create function private.join_household(token text) returns uuid
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  open public.household_invitations := private.household_invitation(token);
  household constant uuid := open.household_id;
  unshared uuid[];
begin
  if me is null or open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.lock_quota('households', me);
  perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
  perform from public.households where households.id = household for update;
  -- Somebody may have taken it up, or revoked it, meanwhile.
  open := private.household_invitation(token);
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  elsif household = any (array(select private.my_households())) then
    perform private.fail('ALREADY_JOINED');
  end if;
  delete from public.household_invitations where household_invitations.id = open.id;
  if open.person_id is not null then
    -- Who was here before under another name is that person no more.
    update public.household_people people set account_id = null
    where people.household_id = household and people.account_id = me;
    update public.household_people people set account_id = me, role = open.role
    where people.id = open.person_id;
  else
    insert into public.household_people (id, household_id, account_id, name, face, role)
    select
      gen_random_uuid(), household, me, profiles.display_name,
      (select count(*) % 10 from public.household_people people where people.household_id = household),
      open.role
    from public.profiles where profiles.id = me
    on conflict (account_id, household_id) do update set left_on = null, let_go_at = null, role = excluded.role;
  end if;
  perform private.check_household_limits(household);
  perform private.send_no_tasks(true);
  unshared := private.end_member_shares(household, null);
  perform private.send_no_tasks(false);
  perform private.send_household(household, unshared);
  return household;
end;
$$;

-- Whoever is a keeper no more, by whatever way, invites nobody any more: not themself either, as a keeper again.
create function private.record_keepership() returns trigger
language plpgsql security definer as $$
begin
  delete from public.household_invitations open where open.made_by = new.id;
  return null;
end;
$$;

create trigger record_keepership after update on public.household_people
  for each row when (
    (old.role, old.left_on, old.account_id) is distinct from (new.role, new.left_on, new.account_id)
    and not (
      new.role = 'keeper' and new.left_on is null and new.account_id is not distinct from old.account_id
    )
  )
  execute function private.record_keepership();

-- Tasks: their fields, the checks of these, who may do what, and the calls that write them.

-- What people enter in a task. The calls that write and read tasks, the checks of texts, former schedules and the
-- rights take the columns from here: a new field is a column and a row.
create table private.task_fields (
  -- what is wrong is told in this order
  position smallint primary key,
  -- the name and the type in the client's JSON
  field text not null unique check (field ~ '^[a-z][A-Za-z]*$'),
  json_type text not null default 'string',
  -- of the column, which is called start_date where the field is startDate
  column_name text not null unique
    generated always as (lower(regexp_replace(field, '([A-Z])', '_\1', 'g'))) stored,
  -- of a text that people write: its most characters, and the code when it has more
  max_length integer,
  too_long text not null default 'INVALID',
  -- whether it is part of the schedule: of what decides on which days a task is due, and whose turn they are
  decides_days boolean not null default false,
  -- of a text that is one of these
  choices text[] check (array_ndims(choices) = 1 and array_lower(choices, 1) = 1)
);

insert into private.task_fields (position, field, json_type, max_length, too_long, decides_days, choices)
values
  (1, 'title', 'string', 100, 'TITLE_TOO_LONG', false, null),
  (2, 'category', 'string', 50, 'CATEGORY_TOO_LONG', false, null),
  (3, 'subtitle', 'string', 5000, 'NOTES_TOO_LONG', false, null),
  (4, 'startDate', 'string', null, default, true, null),
  (5, 'endDate', 'string', null, default, true, null),
  (6, 'repeatValue', 'string', null, default, true, '{daily,weekly,monthly,yearly,custom}'),
  (7, 'customRrule', 'string', 1000, 'RULE_TOO_LONG', true, null),
  (8, 'customRruleText', 'string', 1000, 'RULE_TOO_LONG', true, null),
  (9, 'afterDone', 'string', null, default, true, null),
  (10, 'season', 'array', null, default, true, null),
  (11, 'scheduleFrom', 'string', null, default, false, null),
  (12, 'missedPolicy', 'string', null, default, false, '{keep,latest,pass}'),
  (13, 'checklist', 'array', null, default, false, null),
  (14, 'isShared', 'boolean', null, default, false, null),
  (15, 'householdId', 'string', null, default, false, null),
  (16, 'roster', 'array', null, default, true, null),
  (17, 'turnLength', 'string', null, default, true, '{each,week,month}'),
  (18, 'effort', 'number', null, default, false, null);

-- A statement with the columns of these fields and, of the task that is its parameter $1, their values.
create function private.over_fields(statement text) returns text
language plpgsql stable security definer as $$
begin
  return (
    select format(
      statement,
      string_agg(quote_ident(column_name), ', '), string_agg('($1).' || quote_ident(column_name), ', ')
    )
    from private.task_fields
  );
end;
$$;

create table public.tasks (
  -- the client may choose it, so that a retry after a lost answer is recognised
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  category text not null,
  title text not null,
  -- the notes
  subtitle text,
  start_date date not null,
  end_date date,
  repeat_value text not null default 'daily',
  -- RFC 5545, and in words
  custom_rrule text,
  custom_rrule_text text,
  is_shared boolean not null default false,
  -- the first day that this schedule counts for; before it, those in task_schedules do
  schedule_from date,
  -- ISO 8601 duration of 1 to 999 days, weeks or months: an interval task is due this long after it was last done
  after_done text,
  -- the months in which it applies, 1 to 12; null for all of them
  season smallint[] check (array_ndims(season) = 1 and array_lower(season, 1) = 1),
  -- days on which nothing is due
  paused datemultirange not null default '{}',
  -- what a miss means: keep every one, the latest alone counts, or let it pass
  missed_policy text not null default 'keep',
  -- ticked again for each occurrence
  checklist text[] not null default '{}' check (array_ndims(checklist) = 1 and array_lower(checklist, 1) = 1),
  -- how long it takes, from 1 (a moment) to 5 (half a day); null where nobody has said so
  effort smallint,
  -- whose it is: everybody's of a household, or, where there is none, user_id's; in a household user_id is the
  -- responsible account: who brought it there, or took that over
  household_id uuid references public.households (id) on delete cascade,
  -- of a household's: who takes turns, in this order, nobody for anybody's; and what a turn lasts, each occurrence,
  -- a week or a month
  roster uuid[] not null default '{}' check (array_ndims(roster) = 1 and array_lower(roster, 1) = 1),
  turn_length text not null default 'each',
  is_active boolean not null default true,
  deleted_at timestamptz,
  -- grows with every change that others can see; kept by triggers
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Who may what: docs/design.md, Rights. The owner, or a member of its household: everything. A recipient, or
-- a helper of the household: see the task and its
-- completions, mark it done, undo what they did themselves. Nobody else sees that the task exists.

-- Clients write the columns in private.task_fields; the database alone sets owners, instants, revisions and the account
-- behind a share. The view names a task's values as clients do: naming each in each read took a list a tenth of its time.
do $$
declare
  columns constant text := (select string_agg(quote_ident(column_name), ', ') from private.task_fields);
  named constant text := (select string_agg(format('%I as %I', column_name, field), ', ') from private.task_fields);
begin
  execute 'create view private.named_tasks with (security_invoker = true) as select id, user_id as "ownerId", revision,
    private.iso(created_at) as "createdAt", private.iso(updated_at) as "updatedAt", ' || named || ' from public.tasks';
  execute format(
    'grant
       select (
         id, user_id, %1$s, paused, is_active, deleted_at, revision, created_at, updated_at
       ),
       insert (id, %1$s),
       update (%1$s, is_active, paused)
     on public.tasks to authenticated',
    columns
  );
end;
$$;

-- No two active tasks of one person, or of one household, with the same title, stored as entered_text has it.
create unique index tasks_one_active_title on public.tasks (user_id, title)
  where is_active and household_id is null;

create unique index tasks_one_active_title_of_household on public.tasks (household_id, title)
  where is_active and household_id is not null;

create unique index tasks_one_staged_title on public.tasks (user_id, title)
  where not is_active and deleted_at is null;

create index tasks_by_household on public.tasks (household_id, id);

-- One person's tasks, page by page; also the foreign key's index.
create index tasks_by_owner on public.tasks (user_id, id);

-- The tasks that others share with the caller, all of them active: deleting a task ends its shares. A
-- definer function, because a policy on tasks that read task_shares, whose policies read tasks,
-- would never end.
create function private.tasks_shared_with_me() returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    select shares.task_id from private.task_shares shares where shares.recipient_id = auth.uid();
end;
$$;

-- A task that is neither active nor deleted is staged: its import is not finished, and nobody sees it,
-- not even whose it will be. What belongs to a task is seen with the task.
-- Both halves can use an index: the array is read once per statement, and only when a row is not
-- the caller's own.
create policy "People see their own tasks, their households' and those shared with them"
  on public.tasks
  for select to authenticated
  using (
    (
      (
        (household_id is null and user_id = (select auth.uid()))
        or household_id = any (array(select private.my_households()))
      )
      and (is_active or deleted_at is not null)
    )
    or id = any (array(select private.tasks_shared_with_me()))
  );

-- The same for definer functions, which row level security lets see all.
create view private.my_tasks with (security_invoker = true) as
  select tasks.id, tasks.user_id, tasks.household_id, tasks.is_active from public.tasks
  where (
      (
        (tasks.household_id is null and tasks.user_id = (select auth.uid()))
        or tasks.household_id = any (array(select private.my_households()))
      )
      and (tasks.is_active or tasks.deleted_at is not null)
    )
    or tasks.id = any (array(select private.tasks_shared_with_me()));

create policy "People add tasks of their own and members those of their households" on public.tasks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (household_id is null or household_id = any (array(select private.my_households('member'))))
  );

create policy "Owners change their tasks and members those of their households" on public.tasks
  for update to authenticated
  using (
    (
      (household_id is null and user_id = (select auth.uid()))
      or household_id = any (array(select private.my_households('member')))
    )
    and (is_active or deleted_at is not null)
  );

-- Whether the caller may change a task, or bring it back: its owner, or a member of its household.
create function private.may_edit(task_id uuid) returns boolean
language sql stable security definer as $$
  select exists (
    select from public.tasks
    where tasks.id = may_edit.task_id
      and (
        (tasks.household_id is null and tasks.user_id = auth.uid())
        or tasks.household_id = any (array(select private.my_households('member')))
      )
  )
$$;

-- Everyone who has done something by a share of the caller's task, which is all that its owner may know.
create function private.takes_part_openly(task_id uuid, person uuid) returns boolean
language sql stable security definer as $$
  select exists (
    select from private.task_shares shares
    where shares.task_id = takes_part_openly.task_id
      and shares.owner_id = auth.uid()
      and shares.recipient_id = person
      and shares.status = 'taking_part'
  )
$$;

-- Every date that the API takes is a day that makes sense there.

-- The day that is today somewhere on Earth: from UTC-12 to UTC+14.
create function private.earliest_today() returns date
language plpgsql stable as $$
begin
  return (now() at time zone 'UTC' - interval '12 hours')::date;
end;
$$;

create function private.latest_today() returns date
language plpgsql stable as $$
begin
  return (now() at time zone 'UTC' + interval '14 hours')::date;
end;
$$;

-- A task with what people enter tidied: the one place where the database checks that. Every broken rule is reported
-- at once.
create function private.checked_task(task public.tasks) returns public.tasks
language plpgsql stable security definer as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  fields constant private.task_fields[] := array(select fields from private.task_fields as fields);
  columns jsonb;
  -- which would be read as one list below
  nested constant text[] := array_remove(array[
    case when array_ndims(task.season) > 1 then 'season' end,
    case when array_ndims(task.checklist) > 1 then 'checklist' end,
    case when array_ndims(task.roster) > 1 then 'roster' end
  ], null);
  issues jsonb;
begin
  if task.repeat_value is distinct from 'custom' then
    task.custom_rrule := null;
    task.custom_rrule_text := null;
    task.after_done := null;
  end if;
  if task.after_done is not null then
    task.custom_rrule := null;
  end if;
  columns := to_jsonb(task);
  -- An empty text is none.
  task := jsonb_populate_record(task, (
    select jsonb_object_agg(column_name, nullif(private.entered_text(columns ->> column_name), ''))
    from unnest(fields) where max_length is not null
  ));
  task.missed_policy := coalesce(task.missed_policy, 'keep');
  task.roster := coalesce(task.roster, '{}');
  task.turn_length := coalesce(task.turn_length, 'each');
  task.checklist := array(
    select private.entered_text(line) from unnest(task.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- Every month is no season.
  task.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(task.season) as month) as months
  );

  columns := to_jsonb(task);
  select jsonb_agg(private.issue(broken.path, broken.code) order by entered.position, broken.number)
  into issues
  from (
    select field as path, too_long as code, 0 as number
    from unnest(fields) where char_length(columns ->> column_name) > max_length
    union all
    select field, 'INVALID', 0
    from unnest(fields) where choices is not null and (columns ->> column_name = any (choices)) is not true
    union all
    select unnest(nested), 'INVALID', 0
    union all
    select path, code, row_number() over ()
    from (
      values
        ('title', 'TITLE_REQUIRED', task.title is null),
        ('title', 'TITLE_TOO_SHORT', char_length(task.title) = 1),
        ('category', 'CATEGORY_REQUIRED', task.category is null),
        ('startDate', 'START_DATE_REQUIRED', task.start_date is null),
        ('startDate', 'INVALID', task.start_date not between first_day and last_day),
        ('endDate', 'INVALID', task.end_date not between first_day and last_day),
        ('endDate', 'END_BEFORE_START', task.end_date < task.start_date),
        ('afterDone', 'INVALID', task.after_done !~ '^P[1-9][0-9]{0,2}[DWM]$'),
        ('season', 'INVALID', not task.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        ('paused', 'INVALID', not task.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
        ('checklist', 'CHECKLIST_TOO_LONG', cardinality(task.checklist) > 20),
        (
          'checklist', 'CHECKLIST_LINE_TOO_LONG',
          exists (select from unnest(task.checklist) as line where char_length(line) > 100)
        ),
        (
          'checklist', 'CHECKLIST_LINE_TWICE',
          cardinality(task.checklist) > (select count(distinct line) from unnest(task.checklist) as line)
        ),
        ('isShared', 'INVALID', task.is_shared is null),
        ('effort', 'INVALID', task.effort not between 1 and 5)
    ) as rules (path, code, is_broken)
    where is_broken
  ) as broken
  left join unnest(fields) as entered on entered.field = broken.path;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return task;
end;
$$;

-- A deleted task is frozen.
create function private.check_task() returns trigger
language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can do nothing but come back, for 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;
  return private.checked_task(new);
end;
$$;

-- A new task's schedule counts from today on, if not for ever, as a changed one does; a staged one's from
-- any day until today. Not while a backup is restored: today was another day then.
create function private.check_schedule_from() returns trigger
language plpgsql security definer as $$
declare
  first_day constant date := case
    when new.is_active then private.earliest_today() else date '0001-01-01'
  end;
begin
  if new.schedule_from not between first_day and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  end if;
  return new;
end;
$$;

create trigger check_new_task before insert on public.tasks
  for each row execute function private.check_task();

-- Also while a backup is restored, with the other triggers off.
alter table public.tasks enable always trigger check_new_task;

-- Completions and shares raise the revision alone, and change nothing that needs a check.
create trigger check_task before update on public.tasks
  for each row when (old.revision = new.revision)
  execute function private.check_task();

create trigger check_schedule_from before insert on public.tasks
  for each row execute function private.check_schedule_from();

-- A task comes into a household by its owner, who is a member there, and out of it by a keeper, whose own
-- it is then.
create function private.check_household() returns trigger
language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' and auth.uid() is not null and old.household_id is not null
    and old.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  if new.household_id is null then
    return new;
  end if;
  -- Who is let go, or deletes the household, at this moment does so before or after; an outsider waits for
  -- nobody.
  perform from public.households
  where households.id = new.household_id
    and (auth.uid() is null or households.id = any (array(select private.my_households('member'))))
  for share;
  -- Nobody is signed in when an administrator writes.
  if auth.uid() is not null and new.household_id <> all (array(select private.my_households('member'))) then
    perform private.refuse('householdId', 'INVALID');
  end if;
  return new;
end;
$$;

-- Whoever moves it is responsible for it: whose name it had may not belong where it goes.
create function private.fill_household() returns trigger
language plpgsql security definer as $$
begin
  new.user_id := coalesce(auth.uid(), new.user_id);
  -- Those who took turns are not of where it goes: from today on it is anybody's.
  if old.roster <> '{}' and new.roster = old.roster then
    new.roster := '{}';
    new.turn_length := 'each';
    if new.schedule_from is not distinct from old.schedule_from then
      new.schedule_from := greatest(private.household_today(old.household_id), old.schedule_from);
    end if;
  end if;
  return new;
end;
$$;

-- Who loses the task by that reads so; what was done in it keeps its names.
create function private.record_household() returns trigger
language plpgsql security definer as $$
begin
  -- Without the households' names: who takes part by a share may belong to neither, and who belongs to one not to
  -- the other.
  perform private.append_event(new.id, 'moved');
  if new.user_id <> old.user_id then
    insert into public.former_names (task_id, person_id, name)
    select new.id, profiles.id, profiles.display_name
    from public.profiles where profiles.id = old.user_id
    on conflict do nothing;
    perform private.pass_shares(array[new.id], new.user_id);
  end if;
  -- What it was can't come back where its people are not.
  delete from private.past_changes
  where past_changes.task_id = new.id and past_changes.schedule ->> 'roster' <> '[]';
  perform private.end_member_shares(new.household_id, new.id);
  return null;
end;
$$;

create function private.send_moved_task() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_removal(new.id, array(
    select account from private.household_accounts(old.household_id) as account
    where account <> all (private.participants(new.id))
  ));
  if new.user_id <> old.user_id then
    -- Those it is shared with are asked by whoever is responsible for it now.
    perform private.send_list_changed(array(
      select coalesce(
        shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid()
      )
      from private.task_shares shares where shares.task_id = new.id
    ));
  end if;
  return null;
end;
$$;

create trigger check_household_of_new before insert on public.tasks
  for each row when (new.household_id is not null)
  execute function private.check_household();

create trigger check_household before update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.check_household();

create trigger fill_household before update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.fill_household();

create trigger record_household after update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.record_household();

create trigger send_moved_task after update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.send_moved_task();

-- A write that row level security leaves nothing to do must not look like success. The answer is the
-- same whether or not there is such a row. Calls answer for themselves: they set rota.in_call.
create function private.check_touched() returns trigger
language plpgsql as $$
begin
  if current_setting('rota.in_call', true) is distinct from 'on' and not exists (select from touched) then
    perform private.fail('NOT_ALLOWED');
  end if;
  return null;
end;
$$;

create trigger check_touched after update on public.profiles
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create trigger check_touched after update on public.tasks
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- What the app calls to change tasks. All of it runs as the caller, under row level security. A call
-- that may not do what it is asked raises a code; it never just changes nothing.

-- Begins a call, which answers for itself whether it touched any row, and by the message that it sends.
create function private.begin_call() returns void
language plpgsql volatile as $$
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
end;
$$;

-- What a call answers: the task as its own message has it, which send_task keeps, or else as it is.
-- Errors: TASK_NOT_FOUND.
create function private.answer(task_id uuid) returns jsonb
language plpgsql stable as $$
declare
  task jsonb := nullif(current_setting('rota.sent_task', true), '');
begin
  if task is null then
    select visible into task from private.visible_tasks(array[answer.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return task;
end;
$$;

-- Refuses a change of a task that the caller may not change.
create function private.refuse_task(task_id uuid) returns void
language plpgsql stable as $$
begin
  perform private.fail(case
    when exists (select from public.tasks where tasks.id = refuse_task.task_id and is_active) then 'NOT_ALLOWED'
    else 'TASK_NOT_FOUND'
  end);
end;
$$;

-- Brings a task's share list to these addresses. New ones first: an address is locked before any
-- share row is.
create function private.set_shares(task_id uuid, share_with text[]) returns void
language plpgsql as $$
declare
  addresses text[];
begin
  if cardinality(share_with) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  addresses := array(
    select distinct coalesce(private.canonical_address(address), address, '') as address
    from unnest(share_with) as address
    order by address
  );
  insert into private.task_shares (task_id, contact_email)
  select set_shares.task_id, address from unnest(addresses) as address
  on conflict do nothing;
  delete from private.task_shares shares
  where shares.task_id = set_shares.task_id and shares.contact_email <> all (addresses);
end;
$$;

-- The task with the fields of the client's JSON; those that are absent stay as they are.
-- Errors: VALIDATION_FAILED for fields that a task does not have, or of another type.
create function private.with_fields(task public.tasks, fields jsonb) returns public.tasks
language plpgsql stable security definer as $$
declare
  wrong jsonb;
  columns jsonb;
begin
  -- Some clients send an object as a string of JSON.
  if jsonb_typeof(fields) = 'string' then
    fields := (fields #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(fields) is distinct from 'object' then
    perform private.refuse('fields', 'INVALID');
  end if;
  select
    jsonb_agg(private.issue(entry.key, 'INVALID')) filter (
      where entered.column_name is null
        or jsonb_typeof(entry.value) not in ('null', entered.json_type)
    ),
    jsonb_object_agg(coalesce(entered.column_name, ''), entry.value)
  into wrong, columns
  from jsonb_each(fields) as entry
  left join private.task_fields as entered on entered.field = entry.key;
  if wrong is not null then
    perform private.fail('VALIDATION_FAILED', wrong);
  end if;
  return jsonb_populate_record(task, coalesce(columns, '{}'));
end;
$$;

-- What decides the occurrences of a task, and whose turn they are, with the client's names.
create function private.schedule_json(task public.tasks) returns jsonb
language plpgsql stable security definer as $$
begin
  return (
    select jsonb_object_agg(deciding.field, entered.columns -> deciding.column_name)
    from private.task_fields as deciding, (select to_jsonb(task) as columns offset 0) as entered
    where deciding.decides_days
  );
end;
$$;

-- A schedule with the client's names, as a task keeps it, with the defaults of what it leaves out.
-- Errors: VALIDATION_FAILED at `path`.
create function private.checked_schedule(path text, schedule jsonb) returns jsonb
language plpgsql stable as $$
declare
  task public.tasks;
begin
  if schedule - array(select field from private.task_fields where decides_days) <> '{}' then
    perform private.refuse(path, 'INVALID');
  end if;
  task.title := 'Former';
  task.category := 'Former';
  task.repeat_value := 'daily';
  task.is_shared := false;
  return private.schedule_json(private.checked_task(private.with_fields(task, schedule)));
exception
  when sqlstate 'PT422' or data_exception then perform private.refuse(path, 'INVALID');
end;
$$;

-- Shares tasks that the caller may change, and that are there again, with the addresses that they were
-- shared with when they were deleted.
create function private.restore_shares(task_ids uuid[]) returns void
language sql volatile security definer as $$
  with ended as (
    delete from private.ended_shares
    using public.tasks
    where ended_shares.task_id = any (task_ids) and tasks.id = ended_shares.task_id
      and tasks.is_active and tasks.is_shared and private.may_edit(tasks.id)
    returning tasks.id, tasks.user_id, ended_shares.contact_email
  )
  insert into private.task_shares (task_id, owner_id, contact_email)
  select ended.id, ended.user_id, ended.contact_email from ended order by ended.id, ended.contact_email
  on conflict do nothing
$$;

-- Adds a task and its shares; share_with counts only when the task is flagged as shared. The same id
-- again from the same person returns the task as it is.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED; TASK_NOT_FOUND when that id was deleted since.
create function public.create_task(id uuid, fields jsonb, share_with text[] default '{}')
returns jsonb
language plpgsql as $$
declare
  defaults public.tasks;
  task public.tasks;
  existing public.tasks;
  is_new boolean;
begin
  perform private.begin_call();
  defaults.repeat_value := 'daily';
  defaults.is_shared := false;
  task := private.with_fields(defaults, fields);
  task.id := create_task.id;
  -- The second time is for a title whose task is deleted between the two statements.
  for attempt in 1..2 loop
    -- Waits for somebody who adds the same id or title at this moment, then knows.
    execute private.over_fields(
      'insert into public.tasks (id, %s) values (($1).id, %s) on conflict do nothing returning true'
    )
    into is_new using task;
    if is_new then
      if task.is_shared then
        perform private.set_shares(create_task.id, share_with);
      end if;
      exit;
    end if;

    select * into existing from public.tasks where tasks.id = create_task.id;
    if private.may_edit(existing.id) then
      if not existing.is_active then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      exit;
    end if;
    if exists (
      select from public.tasks
      where tasks.is_active
        and tasks.title = private.entered_text(task.title)
        and case
          when task.household_id is null then tasks.household_id is null and tasks.user_id = auth.uid()
          else tasks.household_id = task.household_id
        end
    ) then
      perform private.fail('DUPLICATE_TASK');
    end if;
    if attempt = 2 then
      -- Somebody else's id. Ids are random, so this is no accident.
      perform private.refuse('id', 'INVALID');
    end if;
  end loop;
  return private.answer(create_task.id);
end;
$$;

-- Changes the fields that are named and, unless share_with is null, the share list. A task that is no
-- longer flagged as shared loses its shares.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED, TASK_NOT_FOUND, NOT_ALLOWED for a
-- recipient.
create function public.update_task(task_id uuid, fields jsonb, share_with text[] default null)
returns jsonb
language plpgsql as $$
declare
  before public.tasks;
  after public.tasks;
begin
  perform private.begin_call();
  -- What can't be meant is refused before it is asked whose task it is.
  perform private.with_fields(null, fields);
  -- Locked, so that two people's, or two devices', changes of different fields both last. Row level
  -- security lets only the owner lock it.
  select * into before from public.tasks where tasks.id = task_id and is_active for no key update;
  if not found then
    perform private.refuse_task(task_id);
  end if;
  after := private.with_fields(before, fields);
  if after is distinct from before then
    begin
      execute private.over_fields('update public.tasks set (%s) = row (%s) where id = ($1).id') using after;
    exception
      when unique_violation then
        perform private.fail('DUPLICATE_TASK');
    end;
  end if;
  if share_with is not null and after.is_shared then
    perform private.set_shares(task_id, share_with);
  end if;
  return private.answer(task_id);
end;
$$;

-- Deletes a task for everyone; it stays, inactive. Again by its owner: no error.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create function public.delete_task(task_id uuid) returns void
language plpgsql as $$
begin
  perform private.begin_call();
  update public.tasks set is_active = false where tasks.id = task_id and is_active;
  if not found then
    if not exists (select from public.tasks where tasks.id = task_id) then
      perform private.fail('TASK_NOT_FOUND');
    elsif not private.may_edit(task_id) then
      perform private.fail('NOT_ALLOWED');
    end if;
  end if;
end;
$$;

-- Pauses a task for a range of days, both included, or takes such days out of its pauses; its owner's.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient, VALIDATION_FAILED, LIMIT_REACHED.
create function public.pause_task(
  task_id uuid, first_day date, last_day date, is_paused boolean default true
) returns jsonb
language plpgsql as $$
begin
  perform private.begin_call();
  if first_day is null or last_day is null or last_day < first_day
    or first_day < date '0001-01-01' or last_day > date '9999-12-31' then
    perform private.refuse('lastDay', 'PAUSE_ENDS_BEFORE_START');
  end if;
  update public.tasks
  set paused = case
    when is_paused then paused + datemultirange(daterange(first_day, last_day, '[]'))
    else paused - datemultirange(daterange(first_day, last_day, '[]'))
  end
  where tasks.id = pause_task.task_id and tasks.is_active;
  if not found then
    perform private.refuse_task(task_id);
  end if;
  return private.answer(task_id);
end;
$$;

-- Brings back a task that was deleted in the last 30 days, with its shares.
-- Errors: TASK_NOT_FOUND, DUPLICATE_TASK, LIMIT_REACHED.
create function public.restore_task(task_id uuid) returns jsonb
language plpgsql as $$
begin
  perform private.begin_call();
  begin
    update public.tasks set is_active = true where tasks.id = restore_task.task_id and not is_active;
  exception
    when unique_violation then
      perform private.fail('DUPLICATE_TASK');
  end;
  if found then
    perform private.restore_shares(array[restore_task.task_id]);
  end if;
  if not exists (
    select from public.tasks
    where tasks.id = restore_task.task_id and is_active and private.may_edit(tasks.id)
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return private.answer(task_id);
end;
$$;

-- The record: former schedules, what happened on a day, the events, and the calls that write them.

-- When what is being recorded was done: now, unless it has waited on a device without a network. Then the request's
-- header x-made-ago says for how many seconds: an age, so that a clock which is wrong does no harm. It is bounded
-- by 30 days and always before now, which tells what has waited from what hasn't.
create function private.made_at() returns timestamptz
language plpgsql stable as $$
declare
  age constant double precision := nullif(current_setting('request.headers', true), '')::json ->> 'x-made-ago';
begin
  return now() - make_interval(secs => case when age is null then 0 else greatest(0.000001, least(2592000, age)) end);
end;
$$;

-- What was made later than this, what is being recorded must not change: its maker has not seen it. A request takes
-- up to ten seconds.
create function private.last_seen() returns timestamptz
language sql stable
return private.made_at() + interval '10 seconds';

create function private.one_day(day date) returns datemultirange
language plpgsql immutable as $$
begin
  return datemultirange(daterange(day, day, '[]'));
end;
$$;

-- The former schedules of a task. The current one stands in tasks, and counts from
-- tasks.schedule_from on; one without that day counts for ever.
create table public.task_schedules (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- the last day that it counts for; its first is the day after the one before it ended
  valid_until date not null,
  -- as private.schedule_json has it; its length is asked without reading it
  schedule jsonb storage external not null,
  primary key (task_id, valid_until)
);

grant select (task_id, valid_until, schedule) on public.task_schedules to authenticated;

-- In these, `tasks` means the tasks that the caller may see. An array again, so that even a question
-- for all completions walks the index of the caller's tasks.
create policy "Participants see the former schedules of a task" on public.task_schedules
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The days of a task that can be done or skipped: those from the start to the end of the schedule that counts for them
-- and, unless left out, those to which something was put off, until so many days after today; null for all of them.
create function private.doable_days(task_id uuid, days_ahead integer default 0, with_put_offs boolean default true)
returns datemultirange
language plpgsql stable security definer as $$
begin
  return (
    select coalesce(range_agg(daterange(spans.first_day, spans.last_day, '[]')), '{}')
    from (
      select
        greatest(start_date, lag(valid_until) over (order by valid_until nulls last) + 1) as first_day,
        least(end_date, valid_until) as last_day
      from (
        select
          (former.schedule ->> 'startDate')::date as start_date,
          (former.schedule ->> 'endDate')::date as end_date, former.valid_until
        from public.task_schedules former where former.task_id = doable_days.task_id
        union all
        select tasks.start_date, tasks.end_date, null from public.tasks where tasks.id = doable_days.task_id
      ) as schedules
      union all
      select put_offs.new_date, put_offs.new_date
      from public.task_put_offs put_offs where with_put_offs and put_offs.task_id = doable_days.task_id
    ) as spans
    where spans.first_day <= coalesce(spans.last_day, 'infinity')
  -- private.latest_today, without a call in each tick
  ) * datemultirange(daterange(null, (now() at time zone 'Pacific/Kiritimati')::date + days_ahead, '[]'));
end;
$$;

-- The schedule that counts on a day, as private.schedule_json has it.
create function private.schedule_on(task_id uuid, day date) returns jsonb
language plpgsql stable security definer as $$
begin
  return coalesce(
    (
      select former.schedule from public.task_schedules former
      where former.task_id = schedule_on.task_id and former.valid_until >= schedule_on.day
      order by former.valid_until
      limit 1
    ),
    (select private.schedule_json(tasks) from public.tasks where tasks.id = schedule_on.task_id)
  );
end;
$$;

-- The first day from this one on that is in a task's season and not closed; null when there is none until its
-- end.
create function private.open_day_from(task public.tasks, closed datemultirange, day date) returns date
language plpgsql immutable as $$
declare
  found date := day;
  last_day constant date := coalesce(task.end_date, date '9999-12-31');
begin
  while found <= last_day loop
    if extract(month from found) <> all (task.season) then
      found := date_trunc('month', found + interval '1 month');
    elsif found <@ closed then
      found := (select upper(run) from unnest(closed) as run where found <@ run);
    else
      return found;
    end if;
  end loop;
  return null;
end;
$$;

-- The days of a task that are done or skipped, or have the one status, from a day on.
create function private.settled_since(task_id uuid, first_day date, status text default null) returns datemultirange
language plpgsql stable security definer as $$
begin
  return (
    select coalesce(range_agg(deeds.days), '{}')
    from (
      select
        datemultirange(daterange(completions.completed_date, completions.completed_date, '[]')) as days, completions.status
      from public.task_completions completions
      where completions.task_id = settled_since.task_id and completions.completed_date >= first_day
      union all
      select catch_ups.days, catch_ups.status from public.task_catch_ups catch_ups
      where catch_ups.task_id = settled_since.task_id and upper(catch_ups.days) > first_day
    ) as deeds
    where settled_since.status is null or deeds.status = settled_since.status
  );
end;
$$;

-- The last day of a task that is done or skipped, other than this one; null for none.
create function private.last_settled_day(task_id uuid, other_than date default null) returns date
language plpgsql stable security definer as $$
begin
  return greatest(
    (
      select max(completions.completed_date) from public.task_completions completions
      where completions.task_id = last_settled_day.task_id and completions.completed_date is distinct from other_than
    ),
    (
      select max(upper(catch_ups.days)) - 1 from public.task_catch_ups catch_ups
      where catch_ups.task_id = last_settled_day.task_id
    )
  );
end;
$$;

-- The day on which an interval task was due when a day of it was done or skipped: kept with the completion, as later
-- edits would work out another one. Null when the schedule has dates, for a day before it began, for one after which
-- the task is done already, and for one that a dated put-off takes. As openOccurrence in
-- src/domain/recurrence/task-schedule.ts; rules (RFC 5545) are not read here, so that what was put off in a former
-- schedule with dates counts as due there.
create function private.due_day(task public.tasks, day date) returns date
language plpgsql stable security definer as $$
declare
  last_day constant date := private.last_settled_day(task.id, day);
  taken datemultirange;
  closed datemultirange;
  -- where what is due on a day was put off to
  moves jsonb;
  due date;
  moved_to date;
begin
  if task.after_done is null or day < task.schedule_from or last_day > day then
    return null;
  end if;
  select
    coalesce(
      range_agg(private.one_day(moved.due_date) + private.one_day(moved.new_date)) filter (where not moved.is_open),
      '{}'
    ),
    coalesce(jsonb_object_agg(moved.due_date, moved.new_date) filter (where moved.is_open), '{}')
  into taken, moves
  from (
    select
      put_offs.due_date, put_offs.new_date,
      not put_offs.to_former_schedule
      and private.is_after_done_on(task.id, least(put_offs.due_date, put_offs.new_date)) as is_open
    from public.task_put_offs put_offs where put_offs.task_id = task.id
  ) as moved
  -- Else a schedule ended between the two days, and nothing moves.
  where not moved.is_open or not exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and former.valid_until >= least(moved.due_date, moved.new_date) and former.valid_until < moved.due_date
  );
  if day <@ taken then
    return null;
  end if;
  -- Only what is put off may go to a day before the last one.
  closed := task.paused + taken + (
    private.settled_since(task.id, (
      select min(put_offs.new_date) from public.task_put_offs put_offs where put_offs.task_id = task.id
    )) - private.one_day(day)
  );
  due := private.open_day_from(
    task, taken,
    greatest(task.start_date, task.schedule_from, (last_day + task.after_done::interval)::date)
  );
  while due is not null loop
    if moves ? due::text then
      moved_to := moves ->> due::text;
      moves := moves - due::text;
      due := moved_to;
    elsif due <@ closed then
      due := private.open_day_from(task, closed, due + 1);
    else
      return due;
    end if;
  end loop;
  return null;
end;
$$;

-- Whether the task is due an interval after it was last done by the schedule that counts on a day.
create function private.is_after_done_on(task_id uuid, day date) returns boolean
language plpgsql stable as $$
begin
  return coalesce(
    (
      select former.schedule ->> 'afterDone' is not null from public.task_schedules former
      where former.task_id = is_after_done_on.task_id and former.valid_until >= is_after_done_on.day
      order by former.valid_until
      limit 1
    ),
    (select tasks.after_done is not null from public.tasks where tasks.id = is_after_done_on.task_id)
  );
end;
$$;

-- Whether a task is due on a day by its schedule there, so that what is put off to it would be skipped without a
-- word. Of rules (RFC 5545) those of weekdays alone are read here; the app reads all of them.
create function private.is_due_on(task_id uuid, day date) returns boolean
language sql stable security definer as $$
  select
    day between schedule.start_date and coalesce(schedule.end_date, 'infinity')
    and coalesce(extract(month from day) = any (schedule.season), true)
    and not tasks.paused @> day
    and case schedule.repeat_value
      when 'daily' then true
      when 'weekly' then (day - schedule.start_date) % 7 = 0
      when 'monthly' then extract(day from day) = extract(day from schedule.start_date)
      when 'yearly' then to_char(day, 'MMDD') = to_char(schedule.start_date, 'MMDD')
      else schedule.custom_rrule ~ '^(RRULE:)?FREQ=WEEKLY;BYDAY=[A-Z,]+$'
        and schedule.custom_rrule ~ ('[=,]' || upper(left(to_char(day, 'DY'), 2)) || '(,|$)')
    end
    -- It is elsewhere itself.
    and not exists (
      select from public.task_put_offs moved
      where moved.task_id = is_due_on.task_id and moved.due_date = is_due_on.day
    )
  from public.tasks, private.with_fields(null, private.schedule_on(tasks.id, day)) as schedule
  where tasks.id = is_due_on.task_id
$$;

-- What a task's schedules were before the last change "for the past too", which can be undone for a day. Any
-- other change of its schedule takes it away.
create table private.past_changes (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  changed_at timestamptz not null default now(),
  -- as private.schedule_json has it, with scheduleFrom
  schedule jsonb not null,
  -- rows of task_schedules, and of the put-offs to a former schedule
  former_schedules jsonb not null,
  put_offs jsonb not null
);

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule counts for the
-- past too, in place of the former ones.
create function private.record_schedule(before public.tasks, after public.tasks) returns void
language plpgsql volatile security definer as $$
begin
  perform private.append_event(
    after.id, 'schedule_changed', null,
    jsonb_build_object(
      'before', private.schedule_json(before), 'after', private.schedule_json(after), 'from', after.schedule_from
    )
  );
  delete from private.past_changes where past_changes.task_id = after.id;
  if after.schedule_from is null then
    with former as (
      delete from public.task_schedules where task_schedules.task_id = after.id returning task_schedules.*
    ),
    unbound as (
      update public.task_put_offs set to_former_schedule = false
      where task_put_offs.task_id = after.id and to_former_schedule
      returning task_put_offs.*
    )
    insert into private.past_changes (task_id, schedule, former_schedules, put_offs)
    values (
      after.id, private.schedule_json(before) || jsonb_build_object('scheduleFrom', before.schedule_from),
      to_jsonb(array(select former from former)), to_jsonb(array(select unbound from unbound))
    );
  elsif before.schedule_from is distinct from after.schedule_from then
    insert into public.task_schedules (task_id, valid_until, schedule)
    values (after.id, after.schedule_from - 1, private.schedule_json(before));
  end if;
end;
$$;

-- What was done or skipped, a day of a task a row.
create table public.task_completions (
  task_id uuid not null references public.tasks (id) on delete cascade,
  completed_date date not null,
  -- who did or skipped it; null when that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  completed_at timestamptz not null default private.made_at(),
  status text not null default 'done' check (status in ('done', 'skipped')),
  -- an occurrence is done once, by one person; the included columns answer the list from the index
  primary key (task_id, completed_date) include (user_id, completed_at, status),
  -- the name of somebody who has no account here, in what was imported
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- Of a household's task: the people who did it, nobody in particular where it is empty, and who said so.
  -- user_id is then the account that said so.
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid,
  -- how it was ticked by whoever stood there, whose account is not known: 'display' on a household's kitchen
  -- tablet, 'label' by a task's printed label; whoever acts for one of these sets rota.via
  via text default nullif(current_setting('rota.via', true), '') check (via in ('display', 'label')),
  -- the day on which it was really done, and the hour and minute if known, in time_zone; where that is not when
  -- it was recorded
  done_on date,
  done_at time check (
    done_at is null or (done_on is not null and extract(second from done_at) = 0 and done_at < '24:00')
  ),
  -- of an interval task: the day on which it was due then; worked out by
  -- private.due_day, or from an import
  due_on date
);

-- Of all rows a task has few, even where the statistics were taken while one task had them all.
alter table public.task_completions alter column task_id set (n_distinct = -0.01);

grant select (
  task_id, completed_date, user_id, completed_at, status, by_name, time_zone, people, said_by, via, done_on,
  done_at, due_on
) on public.task_completions to authenticated;

grant insert (task_id, completed_date, user_id, status, people, said_by, done_on, done_at)
on public.task_completions to authenticated;

grant delete on public.task_completions to authenticated;

create index task_completions_by_person on public.task_completions (user_id, task_id);

create index task_completions_by_time on public.task_completions (task_id, completed_at);

create policy "Participants see the completions of a task" on public.task_completions
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

create policy "Participants mark a task done as themselves, owners as anyone who takes part"
  on public.task_completions
  for insert to authenticated
  with check (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (
            tasks.user_id = (select auth.uid())
            and private.takes_part_openly(tasks.id, task_completions.user_id)
          )
        )
    )
  );

create policy "Participants undo their own completions, owners and members everyone's"
  on public.task_completions
  for delete to authenticated
  using (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (tasks.household_id is null and tasks.user_id = (select auth.uid()))
          or tasks.household_id = any (array(select private.my_households('member')))
          or task_completions.people && array(select private.my_people())
        )
    )
  );

-- Who is said to have done something in a household's task, and who says so: people who are present in it, and
-- the caller. Nobody names anyone in another task. Errors: VALIDATION_FAILED.
create function private.check_people(task_id uuid, people uuid[], said_by uuid) returns void
language plpgsql stable security definer as $$
declare
  present bigint;
  gone bigint;
begin
  select count(*) filter (where persons.left_on is null), count(persons.left_on) into present, gone
  from public.tasks
  join public.household_people persons on persons.household_id = tasks.household_id
  where tasks.id = check_people.task_id and persons.id = any (people);
  if (
    coalesce(array_ndims(people), 0) > 1 or said_by <> private.my_person(task_id) or cardinality(people) <> present
  ) is not false then
    perform private.refuse('people', case when said_by is not null and gone > 0 then 'PERSON_LEFT' else 'INVALID' end);
  end if;
end;
$$;

-- A completion is of a day that can be done, and is not yet; its writer takes part, still, now that
-- the task is locked. A staged task has its past as its import found it.
create function private.check_completions() returns trigger
language plpgsql security definer as $$
declare
  me constant uuid := auth.uid();
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days,
      min(case when rows.status <> 'done' then 0 when rows.via is null then 366 else 7 end) as days_ahead
    from changed_rows as rows group by rows.task_id order by rows.task_id
  loop
    select tasks.* into task from public.tasks where tasks.id = changed.task_id for no key update;
    if task.is_active then
      -- Nobody is signed in when an account is removed, with its completions.
      if me is not null
        and (
          case
            when task.household_id is null then me <> task.user_id
            else task.household_id <> all (array(select private.my_households()))
          end
        )
        and not exists (
          select from private.task_shares shares
          where shares.task_id = changed.task_id and shares.recipient_id = me
        ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where me is not null and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        -- Done early. An interval task has no later day.
        if not changed.days <@ private.doable_days(
          changed.task_id, case when task.after_done is null then changed.days_ahead else 0 end
        ) then
          perform private.refuse('date', 'INVALID');
        end if;
        perform case rows.status
          when 'done'
          then private.check_done_when(rows.completed_date, rows.time_zone, rows.done_on, rows.done_at)
          else private.refuse('doneOn', 'INVALID')
        end
        from changed_rows as rows
        where rows.task_id = changed.task_id and rows.done_on is not null;
        -- The first one had the task locked before: caught up on it, or put it off.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) or exists (
          select from public.task_put_offs moved
          where moved.task_id = changed.task_id and moved.due_date <@ changed.days
            and private.place_of(moved.task_id, moved.due_date) <> moved.due_date
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_use('changes_per_day', changed.task_id || auth.uid()::text, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
  return null;
end;
$$;

-- One event a task, person and statement, however many days it is about, and one revision a task. Who
-- did something in a task by a share takes part in the owner's eyes, too, under the name of now.
create function private.record_completions() returns trigger
language plpgsql security definer as $$
begin
  if tg_op = 'INSERT' then
    update private.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
    -- check_completions has locked them.
    if exists (
      select from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where tasks.after_done is not null and tasks.is_active
    ) then
      update public.task_completions as stored set due_on = private.due_day(tasks, rows.completed_date)
      from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where tasks.after_done is not null and tasks.is_active
        and stored.task_id = rows.task_id and stored.completed_date = rows.completed_date;
    end if;
  end if;
  -- As append_event does, for all of them.
  insert into public.task_events (task_id, kind, days, details, time_zone)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
    || jsonb_strip_nulls(jsonb_build_object(
      'people', rows.people, 'saidBy', rows.said_by,
      'via', case when tg_op = 'DELETE' then nullif(current_setting('rota.via', true), '') else rows.via end,
      'doneOn', case when tg_op = 'INSERT' then rows.done_on end,
      'doneAt', case when tg_op = 'INSERT' then left(rows.done_at::text, 5) end,
      -- Of several days, the last one alone may have been due.
      'due', max(stored.due_on)
    )),
    case when tg_op = 'DELETE' then private.my_time_zone() else rows.time_zone end
  from changed_rows as rows
  join public.tasks on tasks.id = rows.task_id
  -- None any more of what is undone.
  left join public.task_completions as stored
    on stored.task_id = rows.task_id and stored.completed_date = rows.completed_date
  where tasks.is_active or tasks.deleted_at is not null
  group by
    rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.via, rows.done_on, rows.done_at,
    rows.time_zone
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as stored (task_id, block, done, skipped)
    select
      changed.task_id, changed.block,
      coalesce(bit_or(changed.bits) filter (where changed.status = 'done'), 0::bit(336)),
      coalesce(bit_or(changed.bits) filter (where changed.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as changed
    group by changed.task_id, changed.block
    on conflict (task_id, block) do update
    set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
  else
    update private.settled_days as stored
    set done = stored.done & ~ undone.bits, skipped = stored.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where stored.task_id = undone.task_id and stored.block = undone.block;
  end if;
  -- check_completions has locked them.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

-- An account that is closed leaves what it did, without its name.
create function private.record_nameless() returns trigger
language plpgsql security definer as $$
begin
  perform private.raise_revision(nameless.task_id)
  from (
    select distinct after.task_id
    from after join before using (task_id, completed_date)
    where after.user_id is null and before.user_id is not null
    order by after.task_id
  ) as nameless;
  return null;
end;
$$;

create trigger check_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.check_completions();

create trigger check_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.check_completions();

create trigger record_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.record_completions();

create trigger record_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.record_completions();

create trigger record_nameless after update on public.task_completions
  referencing old table as before new table as after
  for each statement execute function private.record_nameless();

create trigger check_touched after delete on public.task_completions
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- Which days of a task are done or skipped, a bit a day in blocks of 336 (48 weeks) from 0001-01-01 on, so
-- that what a list or a tick reads doesn't grow with the rows behind it: docs/decisions/009-settled-days.md.
-- Triggers keep it.
create table private.settled_days (
  task_id uuid not null references public.tasks (id) on delete cascade,
  block integer not null,
  done bit(336) not null default 0::bit(336),
  skipped bit(336) not null default 0::bit(336),
  primary key (task_id, block)
);

-- Writes there that days of a task have this status, or have it no longer.
create function private.set_settled(task_id uuid, days datemultirange, status text, is_settled boolean) returns void
language plpgsql volatile security definer as $$
declare
  first_day constant date := '0001-01-01';
  changed record;
begin
  for changed in
    select
      blocks.block,
      bit_or(
        ((~ 0::bit(336)) >> greatest(lower(run) - first_day - blocks.block * 336, 0))
        & ((~ 0::bit(336)) << greatest(blocks.block * 336 + 336 - (upper(run) - first_day), 0))
      ) as bits
    from unnest(days) as run
    cross join lateral generate_series(
      (lower(run) - first_day) / 336, (upper(run) - 1 - first_day) / 336
    ) as blocks (block)
    group by blocks.block
  loop
    if not is_settled then
      update private.settled_days as stored
      set done = stored.done & ~ changed.bits, skipped = stored.skipped & ~ changed.bits
      where stored.task_id = set_settled.task_id and stored.block = changed.block;
    else
      insert into private.settled_days as stored (task_id, block, done, skipped)
      values (
        set_settled.task_id, changed.block,
        case when status = 'done' then changed.bits else 0::bit(336) end,
        case when status = 'skipped' then changed.bits else 0::bit(336) end
      )
      on conflict on constraint settled_days_pkey do update
      set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    end if;
  end loop;
end;
$$;

-- Many missed occurrences done or skipped in one go: days as runs, whatever their number. No day is
-- in two of these, or in one and in task_completions. One that was undone is kept without days, so that its sending
-- may be repeated; nobody sees it.
create table public.task_catch_ups (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  task_id uuid not null references public.tasks (id) on delete cascade,
  days datemultirange not null,
  status text not null check (status in ('done', 'skipped')),
  user_id uuid references public.profiles (id) on delete set null,
  recorded_at timestamptz not null default private.made_at(),
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- as in task_completions
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid
);

grant select (
  id, task_id, days, status, user_id, recorded_at, by_name, time_zone, people, said_by
) on public.task_catch_ups to authenticated;

create index task_catch_ups_by_task on public.task_catch_ups (task_id);

create index task_catch_ups_by_person on public.task_catch_ups (user_id);

create policy "Participants see what was caught up on" on public.task_catch_ups
  for select to authenticated
  using (not isempty(days) and task_id = any (array(select tasks.id from public.tasks)));

create function private.record_catch_up() returns trigger
language plpgsql security definer as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  changed constant datemultirange := case when tg_op = 'INSERT' then after else before - after end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before <> after then
    perform private.set_settled(what.task_id, changed, what.status, tg_op = 'INSERT');
    perform private.append_event(
      what.task_id, case when tg_op = 'INSERT' then what.status else 'undone' end, changed,
      jsonb_build_object('by', what.user_id, 'status', what.status)
      || jsonb_strip_nulls(jsonb_build_object('people', what.people, 'saidBy', what.said_by))
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_catch_up after insert or update or delete on public.task_catch_ups
  for each row execute function private.record_catch_up();

-- An occurrence that was put off to another day. Put off again, the row says where it is now.
create table public.task_put_offs (
  task_id uuid not null references public.tasks (id) on delete cascade,
  due_date date not null,
  new_date date not null check (new_date <> due_date),
  -- the person who put it off last; null when that person has closed their account, and counts for nobody
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  -- whether, when it was put off, a schedule had ended between its new day and its day in the schedule
  to_former_schedule boolean not null default false,
  primary key (task_id, due_date),
  unique (task_id, new_date)
);

grant select (
  task_id, due_date, new_date, user_id, to_former_schedule
) on public.task_put_offs to authenticated;

create index task_put_offs_by_person on public.task_put_offs (user_id, task_id);

create policy "Participants see what was put off" on public.task_put_offs
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The put-offs of a task, with the client's names.
create function private.put_offs_json(task_id uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'dueDate', due_date, 'newDate', new_date, 'toFormerSchedule', to_former_schedule
        )
        order by due_date
      ),
      '[]'
    )
    from public.task_put_offs put_offs where put_offs.task_id = put_offs_json.task_id
  );
end;
$$;

create function private.record_put_off() returns trigger
language plpgsql security definer as $$
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Put back, it goes nowhere.
  perform private.append_event(
    what.task_id, 'put_off', private.one_day(what.due_date), jsonb_build_object('to', new.new_date)
  );
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_put_off after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.record_put_off();

-- What somebody had to say about a day of a task.
create table public.task_day_notes (
  task_id uuid not null references public.tasks (id) on delete cascade,
  day date not null,
  note text not null,
  user_id uuid references public.profiles (id) on delete set null,
  written_at timestamptz not null default private.made_at(),
  primary key (task_id, day),
  by_name text check (char_length(by_name) between 1 and 100),
  -- of a household, whose account has been closed
  person_id uuid
);

grant select (
  task_id, day, note, user_id, written_at, by_name, person_id
) on public.task_day_notes to authenticated;

create index task_day_notes_by_person on public.task_day_notes (user_id);

create policy "Participants see the notes on the days of a task" on public.task_day_notes
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

create function private.record_day_note() returns trigger
language plpgsql security definer as $$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account goes.
  if new.note is distinct from old.note then
    perform private.append_event(
      what.task_id, 'noted', private.one_day(what.day), jsonb_build_object('note', new.note)
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_day_note after insert or update or delete on public.task_day_notes
  for each row execute function private.record_day_note();

-- The lines of a checklist that were ticked. They are known by their text: a line that is renamed begins unticked, and
-- one that was removed has its ticks again when it comes back. One whose tick was taken back stays, unseen, with when
-- that was: what was made before and comes later changes nothing.
create table public.task_checks (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- of the occurrence; where it was put off to
  day date not null,
  line text not null,
  is_checked boolean not null default true,
  -- null when that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  made_at timestamptz not null default private.made_at(),
  time_zone text not null default private.my_time_zone(),
  primary key (task_id, day, line)
);

grant select (task_id, day, line) on public.task_checks to authenticated;

create index task_checks_by_person on public.task_checks (user_id);

create policy "Participants see the ticked lines of a task" on public.task_checks
  for select to authenticated
  using (is_checked and task_id = any (array(select tasks.id from public.tasks)));

-- The events: everything that happened to a task, by whom and when. Nothing changes them but the closing
-- of an account, which takes its name.

create table public.task_events (
  -- 1, 2, 3, … in each task: numbers from one sequence would tell how much happens elsewhere
  id bigint not null,
  -- Deferred: closing accounts takes names out of the events of tasks that are going, too.
  task_id uuid not null references public.tasks (id) on delete cascade deferrable initially deferred,
  happened_at timestamptz not null default private.made_at(),
  -- null: somebody who has closed their account
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in (
    'created', 'imported', 'renamed', 'schedule_changed', 'schedule_undone', 'started_earlier', 'checklist_changed',
    'paused', 'resumed', 'moved', 'shared', 'left', 'deleted', 'restored',
    'done', 'skipped', 'undone', 'corrected', 'put_off', 'noted',
    'turn_taken', 'turn_given', 'turn_returned', 'turn_offered', 'turn_offer_withdrawn'
  )),
  -- the days it is about; null when it is about the task
  days datemultirange,
  details jsonb not null default '{}',
  -- IANA name: the zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  primary key (task_id, id),
  -- as whom in the task's household; null for anybody else
  person_id uuid,
  -- when it came, where that was later than it happened: it has waited on a device without a network
  arrived_at timestamptz default nullif(now(), private.made_at())
);

alter table public.task_events alter column task_id set (n_distinct = -0.01);

grant select (
  id, task_id, happened_at, user_id, kind, days, details, time_zone, person_id, arrived_at
) on public.task_events to authenticated;

create index task_events_by_person on public.task_events (user_id);

create index task_events_of_new_tasks on public.task_events (user_id, coalesce(arrived_at, happened_at))
  where kind = 'created';

create index task_events_by_doer on public.task_events ((details ->> 'by'));

create policy "Participants see the events of a task" on public.task_events
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The people of a household who stand in the record of a task, with the names by which it tells of them:
-- they stay when a person leaves, and when the task does.
create table private.task_people (
  task_id uuid not null references public.tasks (id) on delete cascade,
  person_id uuid not null,
  name text not null,
  primary key (task_id, person_id)
);

create index task_people_by_person on private.task_people (person_id);

-- An event has the next number of its task, and is of the person who is signed in.
create function private.fill_event() returns trigger
language plpgsql security definer as $$
declare
  household uuid;
begin
  -- Until the commit, so that the numbers are in its order and no two are the same.
  select tasks.household_id into household from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  if household is not null then
    new.person_id := (
      select people.id from public.household_people people
      where people.household_id = household and people.account_id = new.user_id and people.left_on is null
    );
  end if;
  return new;
end;
$$;

create function private.record_people() returns trigger
language plpgsql security definer as $$
begin
  insert into private.task_people (task_id, person_id, name)
  select new.task_id, people.id, people.name
  from public.household_people people
  where people.id = new.person_id
    or people.id = any (
      private.ids_in(new.details -> 'people') || private.ids_in(new.details #> '{after,people}')
    )
  on conflict do nothing;
  return null;
end;
$$;

-- A staged task has no events yet, and one that is going, with all that belongs to it, no more.
create function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language plpgsql volatile security definer as $$
begin
  insert into public.task_events (task_id, kind, days, details)
  select tasks.id, append_event.kind, append_event.days, append_event.details
  from public.tasks
  where tasks.id = append_event.task_id and (tasks.is_active or tasks.deleted_at is not null);
end;
$$;

create function private.record_new_tasks() returns trigger
language plpgsql security definer as $$
begin
  perform private.append_event(
    tasks.id, 'created', null,
    private.schedule_json(tasks) || jsonb_build_object('title', tasks.title, 'from', tasks.schedule_from)
  )
  from public.tasks where tasks.id in (select added.id from added);
  return null;
end;
$$;

create function private.record_task() returns trigger
language plpgsql security definer as $$
declare
  gained datemultirange;
  lost datemultirange;
begin
  -- Staged until now: one event tells all of its past.
  if not old.is_active and old.deleted_at is null then
    perform private.append_event(new.id, 'imported', null, private.imported_json(new));
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.record_schedule(old, new);
  end if;
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused then
    gained := new.paused - old.paused;
    lost := old.paused - new.paused;
    if not isempty(gained) then
      perform private.append_event(new.id, 'paused', gained);
    end if;
    if not isempty(lost) then
      perform private.append_event(new.id, 'resumed', lost);
    end if;
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$$;

create trigger fill_event before insert on public.task_events
  for each row execute function private.fill_event();

create trigger record_people after insert on public.task_events
  for each row when (new.person_id is not null or new.details ? 'people')
  execute function private.record_people();

create trigger record_new_tasks after insert on public.tasks
  referencing new table as added
  for each statement execute function private.record_new_tasks();

-- Only edits change updated_at, and the end of an import what is active.
create trigger record_task after update on public.tasks
  for each row when (old.updated_at <> new.updated_at or old.is_active <> new.is_active)
  execute function private.record_task();

-- The calls that write completions, one or many. All of them answer the task.

-- Locks a task for a change of its days by the caller, who takes part in it openly from now on, and may edit it if
-- that is asked. Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_change(task_id uuid, as_editor boolean default false) returns void
language plpgsql volatile security definer as $$
begin
  perform set_config('rota.sent_task', '', true);
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- A share may have ended meanwhile.
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;

-- Where what is due on a day is: on that day, or where it was put off to.
create function private.place_of(task_id uuid, day date) returns date
language plpgsql stable as $$
begin
  return coalesce(
    (
      select moved.new_date from public.task_put_offs moved
      where moved.task_id = place_of.task_id and moved.due_date = place_of.day
        -- An interval task may be done on any day.
        and (
          moved.to_former_schedule
          or not private.is_after_done_on(moved.task_id, least(moved.due_date, moved.new_date))
        )
        -- Another occurrence is there now.
        and not exists (
          select from public.task_put_offs other
          where other.task_id = moved.task_id and other.new_date = moved.due_date
        )
    ),
    place_of.day
  );
end;
$$;

-- The day on which what is due on a day is done or skipped, or may be.
create function private.settled_place(task_id uuid, day date) returns date
language plpgsql stable as $$
begin
  return case
    when exists (
      select from public.task_completions completions
      where completions.task_id = settled_place.task_id and completions.completed_date = settled_place.day
    ) or exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = settled_place.task_id and catch_ups.days @> settled_place.day
    ) then settled_place.day
    else private.place_of(settled_place.task_id, settled_place.day)
  end;
end;
$$;

-- What stands on these days of a task, without what this account said in the same words, which is the same deed:
-- [{days, status, completedBy, people, completedAt, timeZone}], the earliest day first; null for nothing.
create function private.others_on(
  task_id uuid, asked datemultirange, status text default null, done_by uuid default null,
  people uuid[] default null, done_on date default null, done_at time default null
) returns jsonb
language sql stable as $$
  select jsonb_agg(
    private.deed_json(deed.days, deed.status, deed.user_id, deed.people, deed.at, deed.time_zone) order by deed.days
  )
  from (
    select
      range_agg(rows.days) * asked as days, rows.status, rows.user_id, rows.people, rows.time_zone, min(rows.at) as at
    from (
      select
        private.one_day(completions.completed_date) as days,
        completions.status, completions.user_id, completions.people, completions.time_zone,
        completions.completed_at as at, completions.done_on, completions.done_at
      from public.task_completions completions
      where completions.task_id = others_on.task_id and completions.completed_date <@ asked
      union all
      select
        catch_ups.days, catch_ups.status, catch_ups.user_id, catch_ups.people, catch_ups.time_zone,
        catch_ups.recorded_at, null, null
      from public.task_catch_ups catch_ups
      where catch_ups.task_id = others_on.task_id and catch_ups.days && asked
    ) as rows
    where (rows.status, rows.user_id, rows.people, rows.done_on, rows.done_at)
      is distinct from (
        others_on.status, others_on.done_by, others_on.people, others_on.done_on, others_on.done_at
      )
    group by rows.status, rows.user_id, rows.people, rows.time_zone
  ) as deed
$$;

create function private.deed_json(
  days datemultirange, status text, done_by uuid, people uuid[], at timestamptz, time_zone text
) returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'days', private.runs(days), 'status', status, 'completedBy', done_by, 'people', people,
    'completedAt', private.iso(at), 'timeZone', time_zone
  ))
$$;

-- What was said of these days in events of these kinds later than an instant, as others_on has it, the latest first;
-- null for nothing. A deed changes nothing that was said after it: whatever asks this gives way to what it answers.
create function private.said_since(
  task_id uuid, kinds text[], days datemultirange, since timestamptz default private.last_seen(),
  about uuid default null
) returns jsonb
language sql stable as $$
  select jsonb_agg(deed.said order by deed.at desc)
  from (
    select
      max(events.happened_at) as at,
      private.deed_json(
        range_agg(events.days) * said_since.days, events.kind, events.user_id,
        case when events.person_id is not null then array[events.person_id] end, max(events.happened_at),
        events.time_zone
      ) as said
    from public.task_events events
    where since < now() and events.task_id = said_since.task_id and events.kind = any (kinds)
      and events.days && said_since.days and events.happened_at > since
      and (about is null or events.details ->> 'by' = about::text)
    group by events.kind, events.user_id, events.person_id, events.time_zone
  ) as deed
$$;

-- Marks an occurrence done or skipped, on a day that private.doable_days has, done also up to 366 days ahead; where it
-- was put off to. The first one wins: the person who comes second changes nothing; one that has waited is told, in
-- untaken, who was first, as private.others_on says it. done_by is the account that did it, the caller unless given; people are those of the task's household who did it: the caller unless given, and where empty nobody
-- in particular. done_on and done_at say when it was really done, as in correct_completion.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- PUT_OFF for a skip of what was put off to a later day than today, LIMIT_REACHED.
create function private.mark_day(
  task_id uuid, day date, status text, done_by uuid, people uuid[] default null, done_on date default null,
  done_at time default null
) returns jsonb
language plpgsql as $$
declare
  me constant uuid := auth.uid();
  -- as whom the caller says so, unless somebody outside the household did it
  said_by constant uuid := case when coalesce(done_by, me) = me then private.my_person(task_id) end;
  said_people constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
  -- today without a time is when it is recorded
  is_now constant boolean := case
    when done_on is null then true
    else done_at is null and done_on = (now() at time zone private.my_time_zone())::date
  end;
  said_on constant date := case when not is_now then done_on end;
  said_at constant time := date_trunc('minute', done_at);
  is_taken boolean := false;
  place date;
  -- what was said of it since this was made
  said jsonb;
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  if done_at is not null and (done_on is null or done_at >= '24:00') then
    perform private.refuse('doneAt', 'INVALID');
  elsif array_ndims(people) > 1 then
    perform private.refuse('people', 'INVALID');
  end if;
  -- Of two at once the second finds it caught up on, or looks again for where it was put off to.
  for attempt in 1..9 loop
    place := mark_day.day;
    if exists (
      select from public.task_put_offs moved
      where moved.task_id = mark_day.task_id and moved.due_date = mark_day.day
    ) then
      place := private.place_of(mark_day.task_id, mark_day.day);
    end if;
    if place > mark_day.day and mark_day.status = 'skipped' and place > private.latest_today() then
      perform private.fail('PUT_OFF', private.said_since(
        mark_day.task_id, '{put_off}', private.one_day(mark_day.day), '-infinity'
      ) -> 0);
    end if;
    if private.made_at() < now() then
      said := private.said_since(
        mark_day.task_id, '{undone}', private.one_day(place), about => coalesce(mark_day.done_by, me)
      );
    end if;
    begin
      if said is null and not exists (
        select from public.task_catch_ups catch_ups
        where catch_ups.task_id = mark_day.task_id and catch_ups.days @> place
      ) then
        insert into public.task_completions (
          task_id, completed_date, user_id, status, people, said_by, done_on, done_at
        )
        values (
          mark_day.task_id, place, coalesce(mark_day.done_by, me), mark_day.status, said_people, said_by, said_on,
          said_at
        )
        on conflict do nothing;
        is_taken := found;
      end if;
      exit;
    exception
      when sqlstate 'PT409' then null;
      when insufficient_privilege then
        perform private.refuse_task(mark_day.task_id);
    end;
  end loop;
  task := coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(mark_day.task_id));
  if not is_taken and private.made_at() < now() then
    task := task || jsonb_strip_nulls(jsonb_build_object('untaken', case
      when private.others_on(mark_day.task_id, private.one_day(place)) is null then said
      else private.others_on(
        mark_day.task_id, private.one_day(place), mark_day.status, coalesce(mark_day.done_by, me), said_people, said_on,
        said_at
      )
    end));
  end if;
  return task;
end;
$$;

create function public.complete_task(
  task_id uuid, completed_date date, done_by uuid default null, people uuid[] default null,
  done_on date default null, done_at time default null
) returns jsonb
language sql as $$ select private.mark_day(task_id, completed_date, 'done', done_by, people, done_on, done_at) $$;

create function public.skip_occurrence(task_id uuid, day date) returns jsonb
language sql as $$ select private.mark_day(task_id, day, 'skipped', null) $$;

-- Takes a completion or a skip back; one that is not there is no error, and one that was made since stays.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql as $$
declare
  task jsonb;
  place constant date := private.settled_place(undo_completion.task_id, undo_completion.completed_date);
  was_there boolean;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = place
    and completions.completed_at <= private.last_seen();
  was_there := found;
  if not was_there then
    if exists (
      select from public.task_completions completions
      -- Who may bring it back sees a deleted one, too.
      join public.tasks on tasks.id = completions.task_id and tasks.is_active
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = place
        and completions.completed_at <= private.last_seen()
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(undo_completion.task_id, private.one_day(place));
  end if;
  task := coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(undo_completion.task_id));
  if not was_there and not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  elsif private.made_at() < now() then
    task := task || jsonb_strip_nulls(jsonb_build_object(
      'untaken', private.others_on(undo_completion.task_id, private.one_day(place))
    ));
  end if;
  return task;
end;
$$;

-- Refuses a day or a time on which what counts for a day, recorded in a zone now or before, can't have been done.
-- The clock of another machine may be a little ahead.
create function private.check_done_when(completed_date date, time_zone text, done_on date, done_at time)
returns void
language plpgsql stable as $$
begin
  if done_on < greatest(completed_date - 366, date '0001-01-01') then
    perform private.refuse('doneOn', 'DONE_TOO_EARLY');
  elsif done_on > (now() at time zone check_done_when.time_zone)::date then
    perform private.refuse('doneOn', 'DONE_LATER');
  elsif done_at >= '24:00' then
    perform private.refuse('doneAt', 'INVALID');
  elsif (done_on + done_at) at time zone check_done_when.time_zone > now() + interval '10 minutes' then
    perform private.refuse('doneAt', 'DONE_LATER');
  end if;
end;
$$;

create function private.done_when_json(completion public.task_completions) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(
    jsonb_build_object('doneOn', completion.done_on, 'doneAt', left(completion.done_at::text, 5))
  )
$$;

-- Corrects who did an occurrence that is done, and when. people are those of the task's household who did it;
-- whoever corrects them says so from then on. done_on is the day on which it was really done, in the zone in
-- which it was recorded: from a year before the day that it counts for until today; done_at is the time of that
-- day, to the minute, null where it is not known. The day on which it was recorded, without a time, takes such a
-- correction back. Where people or done_on are null, that stays as it is; the same again changes nothing. When
-- it was recorded, and which day is done, stays in any case. Whoever may undo it may correct it.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, CHANGED_SINCE when it was corrected, undone or
-- done after this was made, LIMIT_REACHED.
create function private.correct_completion(
  task_id uuid, completed_date date, people uuid[] default null, done_on date default null, done_at time default null
) returns jsonb
language plpgsql security definer as $$
declare
  stored public.task_completions;
  corrected public.task_completions;
  me uuid;
  place constant date := private.settled_place(correct_completion.task_id, correct_completion.completed_date);
  said jsonb;
begin
  if not private.is_participant(correct_completion.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  -- Before its task, as everywhere.
  select completions.* into stored from public.task_completions completions
  where completions.task_id = correct_completion.task_id
    and completions.completed_date = place
  for update;
  perform private.begin_change(correct_completion.task_id);
  said := private.said_since(
    correct_completion.task_id, '{corrected,undone,done,skipped}', private.one_day(place)
  );
  if said is not null then
    perform private.fail('CHANGED_SINCE', said -> 0);
  elsif stored.status is distinct from 'done' then
    perform private.refuse('date', 'NOT_DONE');
  elsif not private.may_edit(correct_completion.task_id)
    and auth.uid() is distinct from stored.user_id
    and (stored.people && array(select private.my_people())) is not true then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  corrected := stored;
  if done_on is not null then
    perform private.check_done_when(stored.completed_date, stored.time_zone, done_on, done_at);
    corrected.done_on := done_on;
    corrected.done_at := date_trunc('minute', done_at);
    if done_at is null and done_on = (stored.completed_at at time zone stored.time_zone)::date then
      corrected.done_on := null;
    end if;
  elsif done_at is not null then
    perform private.refuse('doneAt', 'INVALID');
  end if;
  if people is not null then
    me := private.my_person(correct_completion.task_id);
    perform private.check_people(correct_completion.task_id, people, me);
    -- In another order they are the same.
    if stored.people is null or not (people <@ stored.people and people @> stored.people) then
      corrected.people := people;
      corrected.said_by := me;
      corrected.user_id := auth.uid();
      corrected.by_name := null;
      corrected.via := null;
    end if;
  end if;
  if corrected is distinct from stored then
    update public.task_completions completions
    set
      people = corrected.people, said_by = corrected.said_by, user_id = corrected.user_id,
      by_name = corrected.by_name, via = corrected.via,
      done_on = corrected.done_on, done_at = corrected.done_at
    where completions.task_id = correct_completion.task_id
      and completions.completed_date = place;
    perform private.append_event(
      stored.task_id, 'corrected', private.one_day(stored.completed_date),
      -- Who did it and when before, and what was said instead.
      jsonb_build_object('by', stored.user_id)
      || jsonb_strip_nulls(jsonb_build_object(
        'people', stored.people, 'saidBy', stored.said_by, 'name', stored.by_name,
        'before', private.done_when_json(stored),
        'after', private.done_when_json(corrected) || case
          when corrected.people is distinct from stored.people
          then jsonb_build_object('people', corrected.people) else '{}'
        end
      ))
    );
    perform private.raise_revision(stored.task_id);
  end if;
  perform private.count_use('changes_per_day', stored.task_id || auth.uid()::text);
  return private.answer(stored.task_id);
end;
$$;

-- Takes days out of the catch-ups of a task: one's own, or anyone's on a task that one may change. Those that were
-- made since stay.
create function private.take_from_catch_ups(task_id uuid, days datemultirange) returns void
language plpgsql security definer as $$
begin
  if not private.is_participant(take_from_catch_ups.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = take_from_catch_ups.task_id for no key update;
  if not private.may_edit(take_from_catch_ups.task_id) and exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen()
      and auth.uid() is distinct from catch_ups.user_id
      and (catch_ups.people && array(select private.my_people())) is not true
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  update public.task_catch_ups catch_ups
  set days = catch_ups.days - take_from_catch_ups.days
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen();
  perform private.count_use('changes_per_day', take_from_catch_ups.task_id || auth.uid()::text);
end;
$$;

-- Runs of days as clients write them: [[first day since 1970-01-01, length], …], at most 4,000.
create function private.days_of_runs(runs jsonb) returns datemultirange
language plpgsql immutable as $$
begin
  if jsonb_typeof(runs) is distinct from 'array' or jsonb_array_length(runs) not between 1 and 4000 then
    perform private.refuse('days', 'INVALID');
  end if;
  return (
    select range_agg(
      daterange(
        date '1970-01-01' + (run ->> 0)::integer,
        date '1970-01-01' + (run ->> 0)::integer + (run ->> 1)::integer
      )
    )
    from jsonb_array_elements(runs) as run
  );
exception
  when data_exception or invalid_parameter_value then
    perform private.refuse('days', 'INVALID');
end;
$$;

-- Marks many missed days done or skipped in one go, by the caller, or by people as mark_day has them; those that are
-- done or skipped already, or were put off, stay as they are, and so do those that were taken back from the caller
-- since. The answer has these as private.others_on says them, in untaken, for what has waited. The same id again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.catch_up(
  id uuid, task_id uuid, days jsonb, status text, people uuid[] default null
) returns jsonb
language plpgsql security definer as $$
declare
  asked constant datemultirange := private.days_of_runs(days);
  said_by constant uuid := private.my_person(catch_up.task_id);
  done_by constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
  settled datemultirange;
  moved datemultirange;
  undone datemultirange;
  open datemultirange;
  task jsonb;
begin
  perform private.begin_change(catch_up.task_id);
  if status not in ('done', 'skipped') then
    perform private.refuse('status', 'INVALID');
  elsif not asked <@ private.doable_days(catch_up.task_id) then
    perform private.refuse('days', 'INVALID');
  end if;
  if done_by is not null then
    perform private.check_people(catch_up.task_id, done_by, said_by);
  end if;
  settled := private.settled_since(catch_up.task_id, '-infinity');
  moved := (
    select coalesce(range_agg(daterange(put_offs.due_date, put_offs.due_date, '[]')), '{}')
    from public.task_put_offs put_offs
    where put_offs.task_id = catch_up.task_id and put_offs.due_date <@ asked
      and private.place_of(put_offs.task_id, put_offs.due_date) <> put_offs.due_date
  ) - settled;
  undone := (
    select coalesce(range_agg(events.days), '{}')
    from public.task_events events
    where private.last_seen() < now() and events.task_id = catch_up.task_id and events.kind = 'undone'
      and events.days && asked and events.happened_at > private.last_seen()
      and events.details ->> 'by' = auth.uid()::text
  ) * asked - settled - moved;
  open := asked - settled - moved - undone;
  if not isempty(open) then
    insert into public.task_catch_ups (id, task_id, days, status, user_id, people, said_by)
    values (
      catch_up.id, catch_up.task_id, open, catch_up.status, auth.uid(), done_by, said_by
    )
    on conflict do nothing;
    perform private.count_use('changes_per_day', catch_up.task_id || auth.uid()::text);
  end if;
  task := private.answer(catch_up.task_id);
  if private.made_at() = now() then
    return task;
  end if;
  return task || jsonb_strip_nulls(jsonb_build_object('untaken', nullif(
    coalesce(private.others_on(catch_up.task_id, asked, status, auth.uid(), done_by), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{put_off}', moved, '-infinity'), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{undone}', undone, about => auth.uid()), '[]'),
    '[]'
  )));
end;
$$;

-- Takes a catch-up back as a whole; one that is not there is no error.
-- Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS.
create function private.undo_catch_up(task_id uuid, catch_up_id uuid) returns jsonb
language plpgsql volatile security definer as $$
begin
  perform set_config('rota.sent_task', '', true);
  perform private.take_from_catch_ups(undo_catch_up.task_id, coalesce((
    select catch_ups.days from public.task_catch_ups catch_ups
    where catch_ups.id = catch_up_id and catch_ups.task_id = undo_catch_up.task_id
  ), '{}'));
  return private.answer(undo_catch_up.task_id);
end;
$$;

-- The calls that write what else there is about a day.

-- Puts an occurrence off to another day. Put off again, due_date stays the day of the schedule. Back to
-- that day, nothing is put off. Errors: TASK_NOT_FOUND, VALIDATION_FAILED, ALREADY_DONE where it is done or skipped,
-- CHANGED_SINCE when it was put off otherwise after this was made, LIMIT_REACHED.
create function private.put_off(task_id uuid, due_date date, new_date date) returns jsonb
language plpgsql security definer as $$
declare
  first_day date;
  is_to_former boolean;
  place date;
  said jsonb;
begin
  perform private.begin_change(put_off.task_id);
  select least(tasks.start_date, min((former.schedule ->> 'startDate')::date)) into first_day
  from public.tasks left join public.task_schedules former on former.task_id = tasks.id
  where tasks.id = put_off.task_id
  group by tasks.id;
  select put_offs.new_date into place from public.task_put_offs put_offs
  where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  if not private.is_day(due_date) then
    perform private.refuse('dueDate', 'INVALID');
  elsif not private.is_day(new_date) then
    perform private.refuse('newDate', 'INVALID');
  elsif new_date < first_day and new_date <> due_date then
    perform private.refuse('newDate', 'BEFORE_START');
  elsif due_date < first_day and place is null then
    -- What is put off already may be moved and put back, whatever its schedule became.
    perform private.refuse('dueDate', 'BEFORE_START');
  end if;
  place := coalesce(place, put_off.due_date);
  -- The same again is not about what was said since.
  if place <> new_date then
    said := private.said_since(put_off.task_id, '{put_off}', private.one_day(put_off.due_date));
    if said is null and private.is_after_done_on(put_off.task_id, put_off.due_date) then
      -- Done on any day, it is no longer due on that one.
      said := private.said_since(put_off.task_id, '{done,skipped}', '{(,)}');
    end if;
    if said is not null then
      perform private.fail('CHANGED_SINCE', said -> 0);
    end if;
    -- It is settled or moved, never both.
    said := coalesce(
      private.others_on(put_off.task_id, private.one_day(place)),
      private.others_on(put_off.task_id, private.one_day(put_off.new_date))
    );
    if said is not null then
      perform private.fail('ALREADY_DONE', said -> 0);
    elsif private.is_due_on(put_off.task_id, put_off.new_date) then
      perform private.refuse('newDate', 'ALREADY_DUE');
    end if;
  end if;
  if exists (
    select from public.task_put_offs other
    where other.task_id = put_off.task_id
      and other.new_date = put_off.new_date and other.due_date <> put_off.due_date
  ) then
    perform private.refuse('newDate', 'ALREADY_DUE');
  end if;
  is_to_former := exists (
    select from public.task_schedules former
    where former.task_id = put_off.task_id
      and former.valid_until >= put_off.new_date and former.valid_until < put_off.due_date
  );
  -- An interval task begins with its schedule.
  if is_to_former and private.is_after_done_on(put_off.task_id, put_off.due_date) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- What was ticked of it goes with it, and when that was.
  delete from public.task_checks there
  using public.task_checks here
  where place <> put_off.new_date
    and there.task_id = put_off.task_id and there.day = put_off.new_date and not there.is_checked
    and here.task_id = there.task_id and here.day = place and here.line = there.line;
  update public.task_checks checks set day = put_off.new_date
  where checks.task_id = put_off.task_id
    and checks.day = place
    and not exists (
      select from public.task_checks there
      where there.task_id = put_off.task_id
        and there.day = put_off.new_date and there.line = checks.line
    );
  if due_date = new_date then
    delete from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  else
    insert into public.task_put_offs as put_offs (task_id, due_date, new_date, to_former_schedule)
    values (put_off.task_id, put_off.due_date, put_off.new_date, is_to_former)
    on conflict on constraint task_put_offs_pkey do update
    set
      new_date = excluded.new_date, user_id = excluded.user_id,
      to_former_schedule = excluded.to_former_schedule
    where (put_offs.new_date, put_offs.to_former_schedule)
      <> (excluded.new_date, excluded.to_former_schedule);
  end if;
  perform private.check_limit('put_offs', (
    select count(*) from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.user_id = auth.uid()
  ));
  perform private.count_use('changes_per_day', put_off.task_id || auth.uid()::text);
  return private.answer(put_off.task_id);
end;
$$;

-- Puts a note on a day, of at most 500 characters; an empty one takes it away. based_on is the note that
-- the writer saw there, empty or null for none. The same note again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOTE_CHANGED when there is another note than the one that
-- the writer saw, LIMIT_REACHED.
create function private.note_day(task_id uuid, day date, note text, based_on text default null) returns jsonb
language plpgsql volatile security definer as $$
declare
  entered constant text := coalesce(private.entered_text(note), '');
  stored text;
begin
  -- Locks the task: of two saves at once, the second sees the first one's note.
  perform private.begin_change(note_day.task_id);
  if char_length(entered) > 500 then
    perform private.refuse('note', 'NOTE_TOO_LONG');
  elsif day is null or day > private.latest_today() or day < date '0001-01-01' then
    perform private.refuse('day', 'INVALID');
  end if;
  select notes.note into stored from public.task_day_notes notes
  where notes.task_id = note_day.task_id and notes.day = note_day.day;
  if coalesce(stored, '') not in (entered, coalesce(private.entered_text(based_on), '')) then
    perform private.fail('NOTE_CHANGED', private.said_since(
      note_day.task_id, '{noted}', private.one_day(note_day.day), '-infinity'
    ) -> 0);
  end if;
  if entered = '' then
    delete from public.task_day_notes notes
    where notes.task_id = note_day.task_id and notes.day = note_day.day;
  else
    insert into public.task_day_notes as notes (task_id, day, note, user_id)
    values (note_day.task_id, note_day.day, entered, auth.uid())
    on conflict on constraint task_day_notes_pkey do update
    set note = excluded.note, user_id = excluded.user_id, written_at = private.made_at()
    where notes.note <> excluded.note;
  end if;
  perform private.count_use('changes_per_day', note_day.task_id || auth.uid()::text);
  return private.answer(note_day.task_id);
end;
$$;

-- Ticks a line of the checklist for the occurrence of a day that private.doable_days has, or takes the
-- tick back; again: no error.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, CHANGED_SINCE when the line was changed after this was made,
-- LIMIT_REACHED.
create function private.check_line(task_id uuid, day date, line text, is_checked boolean) returns jsonb
language plpgsql security definer as $$
declare
  latest public.task_checks;
  place constant date := private.place_of(check_line.task_id, check_line.day);
begin
  perform private.begin_change(check_line.task_id);
  if day is null or not private.one_day(place) <@ private.doable_days(check_line.task_id) then
    perform private.refuse('day', 'INVALID');
  elsif is_checked is null then
    perform private.refuse('isChecked', 'INVALID');
  elsif is_checked and not exists (
    select from public.tasks
    where tasks.id = check_line.task_id and check_line.line = any (tasks.checklist)
  ) then
    perform private.refuse('line', 'CHECKLIST_LINE_GONE');
  end if;
  select * into latest from public.task_checks checks
  where checks.task_id = check_line.task_id and checks.day = place and checks.line = check_line.line;
  if latest.made_at > private.last_seen() and latest.is_checked <> is_checked then
    perform private.fail('CHANGED_SINCE', private.deed_json(
      private.one_day(place), case when latest.is_checked then 'checked' else 'unchecked' end,
      latest.user_id, null, latest.made_at, latest.time_zone
    ));
  elsif is_checked <> coalesce(latest.is_checked, false) then
    insert into public.task_checks (task_id, day, line, is_checked)
    values (check_line.task_id, place, check_line.line, check_line.is_checked)
    on conflict on constraint task_checks_pkey do update
    set
      is_checked = excluded.is_checked, user_id = excluded.user_id, made_at = excluded.made_at,
      time_zone = excluded.time_zone;
    perform private.raise_revision(check_line.task_id);
    perform private.count_use('changes_per_day', check_line.task_id || auth.uid()::text);
  end if;
  return private.answer(check_line.task_id);
end;
$$;

-- The calls that write former schedules.

-- Names the schedule by which a task was done before its first start, as private.schedule_json has it, without an end
-- and turns. It becomes the first of its former schedules and ends on the day before that start, so that nothing
-- changes from there on. The same again changes nothing.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.start_earlier(task_id uuid, earlier jsonb) returns void
language plpgsql volatile security definer as $$
declare
  schedule jsonb;
  first_day date;
begin
  perform private.begin_change(start_earlier.task_id, true);
  schedule := private.checked_schedule('earlier', earlier);
  if schedule - 'endDate' = (
    select former.schedule - 'endDate'
    from public.task_schedules former where former.task_id = start_earlier.task_id
    order by former.valid_until limit 1
  ) then
    return;
  end if;
  first_day := lower(private.doable_days(start_earlier.task_id, null, false));
  if schedule -> 'endDate' <> 'null' or schedule -> 'roster' <> '[]' then
    perform private.refuse('earlier', 'INVALID');
  elsif ((schedule ->> 'startDate')::date < first_day and first_day <= private.latest_today()) is not true then
    perform private.refuse('startDate', 'NOT_EARLIER');
  elsif exists (
    -- It would move, or stay, by another schedule from now on.
    select from public.task_put_offs put_offs
    where put_offs.task_id = start_earlier.task_id
      and least(put_offs.due_date, put_offs.new_date) < first_day
      and greatest(put_offs.due_date, put_offs.new_date) >= first_day
  ) then
    perform private.refuse('startDate', 'PUT_OFF_BEFORE_START');
  end if;
  -- Those that ended before they began.
  delete from public.task_schedules former
  where former.task_id = start_earlier.task_id and former.valid_until < first_day;
  insert into public.task_schedules (task_id, valid_until, schedule)
  values (start_earlier.task_id, first_day - 1, schedule);
  perform private.check_limit('schedules', (
    select count(*) from public.task_schedules former where former.task_id = start_earlier.task_id
  ));
  delete from private.past_changes where past_changes.task_id = start_earlier.task_id;
  perform private.append_event(
    start_earlier.task_id, 'started_earlier', null,
    jsonb_build_object('after', schedule || jsonb_build_object('endDate', first_day - 1), 'from', first_day)
  );
  update public.tasks set schedule_from = coalesce(schedule_from, first_day), revision = revision + 1
  where tasks.id = start_earlier.task_id;
  perform private.count_use('changes_per_day', start_earlier.task_id || auth.uid()::text);
end;
$$;

-- update_task, and the schedule by which the task was done before its first start, in one.
-- Errors: those of update_task.
create function public.start_earlier(
  task_id uuid, earlier jsonb, fields jsonb default '{}', share_with text[] default null
) returns jsonb
language plpgsql as $$
begin
  perform public.update_task(task_id, fields, share_with);
  perform private.start_earlier(task_id, earlier);
  return private.answer(task_id);
end;
$$;

-- Undoes a change of the schedule "for the past too" within 24 hours: the schedule and its versions become what
-- they were; what was done, skipped or put off since stays. event_id is the event of that change; undone
-- already, nothing changes. Errors: TASK_NOT_FOUND, NOT_ALLOWED, UNDO_TOO_LATE also when the schedule has
-- changed since, LIMIT_REACHED.
create function private.undo_schedule_change(task_id uuid, event_id bigint) returns jsonb
language plpgsql volatile security definer as $$
declare
  before private.past_changes;
  task public.tasks;
begin
  perform private.begin_change(undo_schedule_change.task_id, true);
  if exists (
    select from public.task_events events
    where events.task_id = undo_schedule_change.task_id
      and events.kind = 'schedule_undone'
      and events.details ->> 'event' = undo_schedule_change.event_id::text
  ) then
    return private.answer(undo_schedule_change.task_id);
  end if;
  select past_changes.* into before from private.past_changes
  where past_changes.task_id = undo_schedule_change.task_id
    and past_changes.changed_at > now() - interval '24 hours';
  if not found or event_id is distinct from (
    select max(events.id) from public.task_events events
    where events.task_id = undo_schedule_change.task_id and events.kind = 'schedule_changed'
  ) then
    raise exception using errcode = 'PT409', message = 'UNDO_TOO_LATE';
  end if;
  select tasks.* into task from public.tasks where tasks.id = undo_schedule_change.task_id;
  insert into public.task_schedules
  select former.* from jsonb_populate_recordset(null::public.task_schedules, before.former_schedules) as former;
  update public.task_put_offs put_offs set to_former_schedule = true
  from jsonb_populate_recordset(null::public.task_put_offs, before.put_offs) as bound
  where put_offs.task_id = task.id
    and put_offs.due_date = bound.due_date and put_offs.new_date = bound.new_date;
  delete from private.past_changes where past_changes.task_id = task.id;
  perform private.append_event(
    task.id, 'schedule_undone', null,
    jsonb_build_object(
      'before', private.schedule_json(task), 'after', before.schedule - 'scheduleFrom',
      'from', before.schedule -> 'scheduleFrom', 'event', event_id
    )
  );
  execute private.over_fields(
    'update public.tasks set (revision, %s) = row (($1).revision + 1, %s) where id = ($1).id'
  )
  using private.with_fields(task, before.schedule);
  perform private.count_use('changes_per_day', task.id || auth.uid()::text);
  perform private.check_room(task.household_id, task.user_id);
  return private.answer(task.id);
end;
$$;

-- Sharing: addresses, consent, invitations, leaving.

-- A decision of the invited moves its row: the order in which a table's rows lie would tell the owner of it. So they
-- read the view alone, which has an order of its own.
create table private.task_shares (
  task_id uuid not null references public.tasks (id) on delete cascade,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- as private.canonical_address has it
  contact_email text not null,
  -- who takes part by this share: the confirmed account of that address, once it has accepted the
  -- owner; nobody may read it: a share must not tell whether there is an account
  recipient_id uuid references public.profiles (id) on delete set null,
  -- what the owner sees; moved only by what that person does in the task, and by its end
  status text not null default 'invited' check (status in ('invited', 'taking_part', 'left')),
  primary key (task_id, contact_email),
  -- when this sender first shared with this address, of the shares there are; for nobody to read
  invited_at timestamptz not null default now()
);

-- For the calls, which write shares as the caller.
grant select (task_id, owner_id, contact_email, status), delete on private.task_shares to authenticated;

grant insert (task_id, contact_email) on private.task_shares to authenticated;

create index task_shares_by_recipient on private.task_shares (recipient_id, task_id);

create index task_shares_waiting on private.task_shares (contact_email, owner_id, task_id)
  where recipient_id is null;

create index task_shares_by_arrival on private.task_shares (contact_email, invited_at, owner_id)
  where recipient_id is null;

create index task_shares_by_owner on private.task_shares (owner_id, contact_email, invited_at);

create policy "Owners see to whom their tasks are shared" on private.task_shares
  for select to authenticated
  using (owner_id = (select auth.uid()));

create policy "Owners share their active tasks that are flagged as shared" on private.task_shares
  for insert to authenticated
  with check (
    owner_id = (select auth.uid())
    and exists (
      select from public.tasks
      where tasks.id = task_shares.task_id
        and tasks.user_id = (select auth.uid())
        and tasks.is_active
        and tasks.is_shared
    )
  );

create policy "Owners end shares of their tasks" on private.task_shares
  for delete to authenticated
  using (owner_id = (select auth.uid()));

create view public.task_shares with (security_invoker = true) as
  select task_id, owner_id, contact_email, status from private.task_shares
  order by task_id, contact_email;

grant select (task_id, owner_id, contact_email, status) on public.task_shares to authenticated;

-- The addresses with which a person has shared tasks.
create table public.shared_contacts (
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  last_shared_at timestamptz not null default now(),
  primary key (owner_id, contact_email)
);

grant select (owner_id, contact_email, last_shared_at) on public.shared_contacts to authenticated;

-- Sharing alone writes contacts; their owner may remove one.
grant delete on public.shared_contacts to authenticated;

create policy "People see their own contacts" on public.shared_contacts
  for select to authenticated
  using (owner_id = (select auth.uid()));

create policy "People remove their own contacts" on public.shared_contacts
  for delete to authenticated
  using (owner_id = (select auth.uid()));

-- The addresses of a deleted task's shares, for the person who brings it back.
create table private.ended_shares (
  task_id uuid not null references public.tasks (id) on delete cascade,
  contact_email text not null,
  primary key (task_id, contact_email)
);

-- A share is what its owner wrote: an address on a task. It reaches an account only when that person
-- has accepted the sender; until then it waits. docs/design.md, Sharing. No row: not decided yet.
create table public.sharing_consents (
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  sender_id uuid not null references public.profiles (id) on delete cascade,
  is_accepted boolean not null,
  -- at that time: anyone who is blocked tells nothing more
  sender_name text not null,
  primary key (recipient_id, sender_id)
);

-- Calls alone write them.
grant select (sender_id, is_accepted, sender_name) on public.sharing_consents to authenticated;

create index sharing_consents_by_sender on public.sharing_consents (sender_id);

create policy "People see whom they have accepted and blocked" on public.sharing_consents
  for select to authenticated
  using (recipient_id = (select auth.uid()));

-- What a person has left or declined reaches them again only when they ask for it.
create table public.left_tasks (
  person_id uuid not null references public.profiles (id) on delete cascade,
  task_id uuid not null references public.tasks (id) on delete cascade,
  owner_id uuid not null,
  owner_name text not null,
  -- at that time; null when it was declined and so never seen
  title text,
  left_at timestamptz not null default now(),
  primary key (person_id, task_id)
);

grant select (task_id, owner_id, owner_name, title, left_at) on public.left_tasks to authenticated;

create index left_tasks_by_task on public.left_tasks (task_id);

create policy "People see what they have left" on public.left_tasks
  for select to authenticated
  using (person_id = (select auth.uid()));

-- The former name of somebody who has done something in a task and takes part no more.
create table public.former_names (
  task_id uuid not null references public.tasks (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  primary key (task_id, person_id)
);

create index former_names_by_person on public.former_names (person_id);

create policy "Participants see the names of those who took part" on public.former_names
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- Sharing by e-mail, with people who have an account and with people who have none (yet).

-- The address that an account has confirmed; null when it has none, or is closed.
create function private.confirmed_address(person uuid) returns text
language plpgsql stable security definer as $$
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

-- The one place that says which account an address stands for: the one that has confirmed it.
create function private.account_of(address text, owner uuid) returns uuid
language sql stable security definer as $$
  select users.id
  from auth.users
  where users.email = address
    and users.email_confirmed_at is not null
    and users.deleted_at is null
    and not users.is_sso_user
    and users.id <> owner
$$;

-- A share and the confirmation of its address, or a decision about its sender, at the same moment
-- must see each other: sharing takes this lock shared, the others take it alone.
create function private.address_key(address text) returns bigint
language sql immutable as $$ select hashtextextended(address, 0) $$;

-- Tells everyone who may have been invited, or no longer is, to read their list again: one message an
-- address, into the void when there is nobody, so that it costs the sender the same.
create function private.send_invitations_changed(sender uuid, addresses text[]) returns void
language sql volatile security definer as $$
  select private.send_list_changed(array(
    select coalesce(account.id, gen_random_uuid())
    from unnest(addresses) as address
    left join lateral (
      select accounts.id
      from private.account_of(address, sender) as accounts (id)
      where not exists (
        select from public.sharing_consents consents
        where consents.recipient_id = accounts.id
          and consents.sender_id = sender
          and not consents.is_accepted
      )
    ) as account on true
  ))
$$;

-- Whether a share can bring a task to somebody: who has left it asks for it first, and who belongs to its household
-- has it.
create function private.can_reach(task uuid, person uuid) returns boolean
language sql stable security definer as $$
  select not exists (
    select from public.left_tasks where left_tasks.person_id = person and left_tasks.task_id = task
  ) and not exists (
    select from public.tasks
    where tasks.id = task and person in (select private.household_accounts(tasks.household_id))
  )
$$;

-- Whom a share reaches at once: the account of the address, if it has accepted the sender.
create function private.recipient_of(address text, sender uuid, task uuid) returns uuid
language sql stable security definer as $$
  select consents.recipient_id
  from public.sharing_consents consents
  where consents.recipient_id = private.account_of(address, sender)
    and consents.sender_id = sender
    and consents.is_accepted
    and private.can_reach(task, consents.recipient_id)
$$;

create function private.first_invited(address text, sender uuid) returns timestamptz
language sql stable security definer as $$
  select coalesce(min(task_shares.invited_at), now()) from private.task_shares
  where task_shares.owner_id = sender and task_shares.contact_email = address
$$;

-- The shares of tasks that somebody else stands for from now on are that person's: as if they had just been made, so
-- that whoever has blocked them, or not accepted them, has the task no more. Called with the tasks locked.
create function private.pass_shares(task_ids uuid[], sender uuid) returns void
language plpgsql volatile security definer as $$
begin
  perform pg_advisory_xact_lock_shared(private.address_key(passed.address))
  from (
    select distinct shares.contact_email as address from private.task_shares shares
    where shares.task_id = any (task_ids) order by 1
  ) as passed;
  delete from private.task_shares shares
  where shares.task_id = any (task_ids) and shares.contact_email = private.confirmed_address(sender);
  -- What they did keeps its name.
  insert into public.former_names (task_id, person_id, name)
  select shares.task_id, profiles.id, profiles.display_name
  from private.task_shares shares join public.profiles on profiles.id = shares.recipient_id
  where shares.task_id = any (task_ids) and shares.owner_id <> sender and shares.status = 'taking_part'
  on conflict do nothing;
  update private.task_shares shares
  set
    owner_id = sender,
    status = 'invited',
    recipient_id = private.recipient_of(shares.contact_email, sender, shares.task_id),
    invited_at = private.first_invited(shares.contact_email, sender)
  where shares.task_id = any (task_ids) and shares.owner_id <> sender;
end;
$$;

-- What is checked, filled in, recorded and sent when a share comes, changes or goes.

create function private.check_share() returns trigger
language plpgsql security definer as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  if address is null then
    perform private.refuse('shareWith', 'INVALID_EMAIL');
  elsif address = (select users.email from auth.users where users.id = new.owner_id) then
    perform private.refuse('shareWith', 'OWN_ADDRESS');
  end if;
  return new;
end;
$$;

create function private.fill_share() returns trigger
language plpgsql security definer as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  -- The task, if it is the caller's own, is locked before any of its shares, as everywhere.
  perform from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
  new.contact_email := address;
  -- A waiting share costs the same whether or not there is an account.
  new.recipient_id := private.recipient_of(address, new.owner_id, new.task_id);
  new.invited_at := private.first_invited(address, new.owner_id);
  return new;
end;
$$;

-- Counted under the tasks' locks, which fill_share took. Bounds the messages that one tick sends.
create function private.check_shares() returns trigger
language plpgsql security definer as $$
begin
  if exists (
    select from private.task_shares shares
    where shares.task_id in (select added.task_id from added)
    group by shares.task_id having count(*) > 50
  ) then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  return null;
end;
$$;

-- A change of the share list is a change of the task, whether or not the address has an account.
create function private.record_shares() returns trigger
language plpgsql security definer as $$
begin
  -- Whoever brings tasks back shares them in the names of others: in one order everywhere.
  perform private.lock_quota('contacts', owners.id)
  from (select distinct added.owner_id as id from added order by 1) as owners;
  insert into public.shared_contacts (owner_id, contact_email)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict (owner_id, contact_email) do update set last_shared_at = now();
  insert into private.invitation_mails (sender_id, address)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict do nothing;

  -- Without the addresses, which are the owner's alone.
  perform private.append_event(shared.task_id, 'shared'), private.raise_revision(shared.task_id)
  from (select distinct added.task_id from added order by added.task_id) as shared;
  return null;
end;
$$;

create function private.send_shares() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select added.owner_id, array_agg(distinct added.contact_email) as addresses
    from added where added.recipient_id is null group by added.owner_id
  ) as invited;
  return null;
end;
$$;

create function private.record_removed_shares() returns trigger
language plpgsql security definer as $$
begin
  perform private.raise_revision(shortened.task_id)
  from (select distinct removed.task_id from removed order by removed.task_id) as shortened;
  return null;
end;
$$;

create function private.send_removed_shares() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_removal(ended.task_id, ended.people)
  from (
    select removed.task_id, array_agg(removed.recipient_id) as people
    from removed
    where removed.recipient_id is not null
    group by removed.task_id order by removed.task_id
  ) as ended;
  -- Not for every single task of an account that is closed.
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select removed.owner_id, array_agg(distinct removed.contact_email) as addresses
    from removed join public.tasks on tasks.id = removed.task_id
    where removed.recipient_id is null group by removed.owner_id
  ) as invited;
  return null;
end;
$$;

-- What record_completions does, for what is no completion; called with the task locked.
create function private.act_in_share(task_id uuid) returns void
language plpgsql security definer as $$
begin
  update private.task_shares shares set status = 'taking_part'
  where shares.task_id = act_in_share.task_id and shares.recipient_id = auth.uid()
    and shares.status <> 'taking_part';
  if found then
    delete from public.former_names
    where former_names.task_id = act_in_share.task_id and former_names.person_id = auth.uid();
  end if;
end;
$$;

create function private.fill_share_status() returns trigger
language plpgsql as $$
begin
  new.status := 'left';
  return new;
end;
$$;

-- A person who takes part no more stays in the task's history under the former name.
create function private.record_ended_share() returns trigger
language plpgsql security definer as $$
declare
  -- null when it is the account that goes
  person constant uuid := (select profiles.id from public.profiles where profiles.id = old.recipient_id);
  -- Who comes to belong to its household does not leave.
  stays constant boolean := old.recipient_id = any (array(
    select private.household_accounts(tasks.household_id) from public.tasks where tasks.id = old.task_id
  ));
begin
  -- Neither row is there when the account or the task goes.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = person
  on conflict do nothing;
  if stays is not true then
    perform private.append_event(old.task_id, 'left', null, jsonb_build_object('by', person));
  end if;
  -- A removed share raises it anyway. What a closed account has done has just lost its name, which did.
  if tg_op = 'UPDATE' and (
    person is not null
    or not exists (
      select from public.tasks where tasks.id = old.task_id and tasks.xmin = pg_current_xact_id()::xid
    )
  ) then
    perform private.raise_revision(old.task_id);
  end if;
  return null;
end;
$$;

-- Everyone who loses a task because it is deleted, or shared no longer, is told by its shares that end.
create function private.record_unshared() returns trigger
language plpgsql security definer as $$
begin
  if not new.is_active then
    insert into private.ended_shares (task_id, contact_email)
    select shares.task_id, shares.contact_email from private.task_shares shares
    where shares.task_id = new.id
    on conflict do nothing;
  end if;
  delete from private.task_shares where task_id = new.id;
  return null;
end;
$$;

create trigger check_share before insert on private.task_shares
  for each row execute function private.check_share();

create trigger fill_share before insert on private.task_shares
  for each row execute function private.fill_share();

create trigger check_shares after insert on private.task_shares
  referencing new table as added
  for each statement execute function private.check_shares();

create trigger record_shares after insert on private.task_shares
  referencing new table as added
  for each statement execute function private.record_shares();

create trigger send_shares after insert on private.task_shares
  referencing new table as added
  for each statement when (current_setting('rota.quiet', true) is distinct from 'on')
  execute function private.send_shares();

create trigger record_removed_shares after delete on private.task_shares
  referencing old table as removed
  for each statement execute function private.record_removed_shares();

create trigger send_removed_shares after delete on private.task_shares
  referencing old table as removed
  for each statement when (current_setting('rota.quiet', true) is distinct from 'on')
  execute function private.send_removed_shares();

create trigger fill_share_status before update of recipient_id on private.task_shares
  for each row when (
    old.recipient_id is distinct from new.recipient_id and old.owner_id = new.owner_id
    and old.recipient_id is not null and old.status = 'taking_part'
  )
  execute function private.fill_share_status();

create trigger record_ended_share after update of recipient_id on private.task_shares
  for each row when (old.status = 'taking_part' and new.status = 'left')
  execute function private.record_ended_share();

create trigger record_removed_share after delete on private.task_shares
  for each row when (old.recipient_id is not null and old.status = 'taking_part')
  execute function private.record_ended_share();

create trigger record_unshared after update on public.tasks
  for each row when (not (new.is_active and new.is_shared))
  execute function private.record_unshared();

-- Binds what waits for a person and comes from senders whom they have accepted: one after the other,
-- so that it never looks at what others have sent.
create function private.bind_waiting(person uuid, address text) returns void
language plpgsql volatile security definer as $$
declare
  sender uuid;
begin
  for sender in
    select consents.sender_id from public.sharing_consents consents
    where consents.recipient_id = person and consents.is_accepted
    order by consents.sender_id
  loop
    update private.task_shares shares
    set recipient_id = person
    where shares.contact_email = address
      and shares.owner_id = sender
      and shares.recipient_id is null
      and private.can_reach(shares.task_id, person);
  end loop;
end;
$$;

-- An address comes to or leaves an account when the account is made, confirmed, changes its address
-- or is closed. What waits for the address is looked at when its holder reads or decides, not here:
-- this runs in the auth server's transaction, and strangers say how much is waiting.
create function private.record_address() returns trigger
language plpgsql security definer as $$
declare
  addresses text[] := array[new.email];
  address text;
  own constant text := private.confirmed_address(new.id);
begin
  if tg_op = 'UPDATE' then
    addresses := addresses || old.email::text;
    if old.email is distinct from new.email then
      -- The shown name may be the address's.
      update public.profiles set full_name = full_name where id = new.id;
    end if;
  end if;
  -- In one order everywhere, so that two changes cannot wait for each other.
  for address in select distinct a from unnest(addresses) as a where a is not null order by a loop
    perform pg_advisory_xact_lock(private.address_key(address));
  end loop;
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = new.id and shares.contact_email is distinct from own;
  perform private.bind_waiting(new.id, own);
  return null;
end;
$$;

create trigger record_address after insert on auth.users
  for each row execute function private.record_address();

create trigger record_new_address
  after update of email, email_confirmed_at, deleted_at on auth.users
  for each row
  when (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null)
    is distinct from (new.email, new.email_confirmed_at is null, new.deleted_at is null)
  )
  execute function private.record_address();

create trigger send_new_address
  after update of email, email_confirmed_at, deleted_at on auth.users
  for each row
  when (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null)
    is distinct from (new.email, new.email_confirmed_at is null, new.deleted_at is null)
  )
  execute function private.send_account();

-- Who waits for a person's decision.

-- The tasks of a sender that wait for this person's decision.
create function private.waiting_tasks(person uuid, address text, sender uuid) returns setof uuid
language sql stable security definer as $$
  select shares.task_id
  from private.task_shares shares
  where shares.contact_email = address
    and shares.owner_id = sender
    and shares.recipient_id is null
    and sender <> person
    and not exists (
      select from public.sharing_consents consents
      where consents.recipient_id = person
        and consents.sender_id = sender
        and not consents.is_accepted
    )
    and private.can_reach(shares.task_id, person)
$$;

-- Who wants to share with a person and waits, at most so many: those who came first.
create function private.first_senders(person uuid, address text, most integer) returns setof uuid
language plpgsql stable security definer as $$
begin
  -- From one sender to the next in the index, however much each has shared.
  return query
    with recursive senders as (
      select first.invited_at, first.owner_id
      from (
        select shares.invited_at, shares.owner_id from private.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
        order by shares.invited_at, shares.owner_id limit 1
      ) as first
      union all
      select next.invited_at, next.owner_id
      from senders
      cross join lateral (
        select shares.invited_at, shares.owner_id from private.task_shares shares
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

-- Of those who wait, the ones that a person knows: to whose address the person shares, and who openly
-- takes part in a task of theirs or beside them. What strangers do makes it no longer.
create function private.known_senders(person uuid, address text, most integer) returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    with acquaintances as (
      select private.account_of(contacts.contact_email, person) as id
      from (
        select shares.contact_email from private.task_shares shares where shares.owner_id = person
        union
        select contacts.contact_email from public.shared_contacts contacts
        where contacts.owner_id = person
      ) as contacts
      union
      select shares.recipient_id
      from private.task_shares shares
      where shares.status = 'taking_part'
        and shares.task_id in (
          select tasks.id from public.tasks where tasks.user_id = person and tasks.is_active
          union all
          select own.task_id from private.task_shares own where own.recipient_id = person
        )
    )
    select acquaintances.id from acquaintances
    where exists (select private.waiting_tasks(person, address, acquaintances.id))
    order by acquaintances.id
    limit most;
end;
$$;

-- Who wants to share with the caller, as [{senderId, senderName, count}]: no word of the tasks. What
-- strangers can make of it is bounded: 20 senders, and 100 counts as 100 or more.
create function private.invitations() returns jsonb
language plpgsql stable security definer as $$
declare
  most constant integer := 20;
  me constant uuid := auth.uid();
  address constant text := private.confirmed_address(me);
  senders uuid[] := array(select private.first_senders(me, address, most + 1));
begin
  if cardinality(senders) > most then
    senders := array(select private.known_senders(me, address, most)) || senders;
  end if;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'senderId', profiles.id, 'senderName', profiles.display_name, 'count', waiting.count
        )
        order by profiles.display_name collate "C", profiles.id
      ),
      '[]'
    )
    from (
      select sender from unnest(senders) with ordinality as places (sender, place)
      group by sender order by min(place) limit most
    ) as shown
    join public.profiles on profiles.id = shown.sender
    cross join lateral (
      select count(*) as count from (
        select from private.waiting_tasks(me, address, shown.sender) limit 100
      ) as counted
    ) as waiting
  );
end;
$$;

-- A recipient takes themself out, which is remembered. They cannot see which share is theirs, so this
-- finds it. The share stays in the owner's list. The task is locked before the share, as everywhere. Again: no error.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for the owner.
create function private.leave_task(task_id uuid) returns void
language plpgsql security definer as $$
begin
  if private.is_participant(leave_task.task_id) then
    perform from public.tasks where tasks.id = leave_task.task_id for no key update;
    update private.task_shares shares
    set recipient_id = null
    where shares.task_id = leave_task.task_id and shares.recipient_id = auth.uid();
    if found then
      insert into public.left_tasks (person_id, task_id, owner_id, owner_name, title)
      select auth.uid(), tasks.id, profiles.id, profiles.display_name, tasks.title
      from public.tasks join public.profiles on profiles.id = tasks.user_id
      where tasks.id = leave_task.task_id;
      perform private.send_removal(leave_task.task_id, array[auth.uid()]);
      return;
    end if;
  end if;
  -- The owner, somebody whose share has just ended, or somebody who has left already.
  if not exists (
    select from public.left_tasks
    where left_tasks.person_id = auth.uid()
      and left_tasks.task_id = leave_task.task_id
      and left_tasks.title is not null
  ) then
    perform private.fail(
      case when private.is_participant(leave_task.task_id) then 'NOT_ALLOWED' else 'TASK_NOT_FOUND' end
    );
  end if;
end;
$$;

-- What a person decides about those who share with them. Each call may come twice. None of them tells
-- the sender anything; the person's other devices read the list again.

-- A person's decisions come one after the other, and shares to their address before or after them. The
-- tasks that a decision is about are locked before the address and the shares: anyone who ticks one at this
-- moment sends it to those who take part before, or to those who take part after. Answers the address.
create function private.begin_decision(task_ids uuid[] default '{}') returns text
language plpgsql volatile security definer as $$
declare
  address text;
begin
  perform from public.tasks where tasks.id = any (task_ids) order by tasks.id for no key update;
  address := private.confirmed_address(auth.uid());
  perform pg_advisory_xact_lock(private.address_key(coalesce(address, auth.uid()::text)));
  return address;
end;
$$;

create function private.decide(sender uuid, is_accepted boolean) returns void
language sql volatile security definer as $$
  insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
  select auth.uid(), profiles.id, decide.is_accepted, profiles.display_name
  from public.profiles where profiles.id = sender
  on conflict (recipient_id, sender_id) do update
  set is_accepted = excluded.is_accepted, sender_name = excluded.sender_name
$$;

-- What this person shares with the caller, now and from now on, is on the caller's list.
-- Errors: INVITATION_NOT_FOUND when there is none, or no longer.
create function private.accept_sender(sender uuid) returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(
    array(select private.waiting_tasks(me, private.confirmed_address(me), sender))
  );
begin
  if exists (select private.waiting_tasks(me, address, sender)) then
    perform private.decide(sender, true);
    perform private.bind_waiting(me, address);
    perform private.send_list_changed(array[me]);
  elsif not exists (
    select from public.sharing_consents consents
    where consents.recipient_id = me and consents.sender_id = sender and consents.is_accepted
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
end;
$$;

-- The tasks that wait now are refused, each for good; a later one makes a new invitation.
create function private.decline_sender(sender uuid) returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision();
begin
  insert into public.left_tasks (person_id, task_id, owner_id, owner_name)
  select me, waiting.task_id, profiles.id, profiles.display_name
  from private.waiting_tasks(me, address, sender) as waiting (task_id)
  join public.profiles on profiles.id = sender;
  if found then
    perform private.send_list_changed(array[me]);
  end if;
end;
$$;

-- Ends all shares from this person, and takes none again. Errors: INVITATION_NOT_FOUND for somebody
-- who never shared anything with the caller.
create function private.block_sender(sender uuid) returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select tasks.id from public.tasks
    where tasks.user_id = sender and tasks.id in (select private.tasks_shared_with_me())
  ));
begin
  -- Ids can't be tried out: only somebody who has shared something can be blocked.
  if sender = me or not exists (
    select from private.task_shares shares
    where shares.owner_id = sender and shares.contact_email = address
    union all
    select from public.sharing_consents consents
    where consents.recipient_id = me and consents.sender_id = sender
    union all
    select from public.left_tasks
    where left_tasks.person_id = me and left_tasks.owner_id = sender
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.decide(sender, false);
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = me and shares.owner_id = sender;
  perform private.send_list_changed(array[me]);
end;
$$;

-- Gives nothing back: what the person still shares is an invitation again.
create function private.unblock_sender(sender uuid) returns void
language plpgsql volatile security definer as $$
begin
  perform private.begin_decision();
  delete from public.sharing_consents consents
  where consents.recipient_id = auth.uid()
    and consents.sender_id = sender
    and not consents.is_accepted;
  if found then
    perform private.send_list_changed(array[auth.uid()]);
  end if;
end;
$$;

-- Tasks that the caller has left are back at once where their owners still share them, else when they
-- share them again; declined ones are invitations again.
create function private.ask_for_tasks(task_ids uuid[]) returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select left_tasks.task_id from public.left_tasks
    where left_tasks.person_id = me and left_tasks.task_id = any (task_ids)
  ));
begin
  delete from public.left_tasks
  where left_tasks.person_id = me and left_tasks.task_id = any (task_ids);
  if found then
    perform private.bind_waiting(me, address);
    perform private.send_list_changed(array[me]);
  end if;
end;
$$;

-- Reading: a task as JSON, and the list.

-- Runs of days: [first day since 1970-01-01, length].
create function private.runs(days datemultirange) returns jsonb
language plpgsql immutable as $$
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

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, those from
-- yesterday's day on, and what is due once, recentChecks which lines were ticked on the latest ten days that
-- have any, and people has the names that its participants may know, of those who take part no more the
-- former name; takingPart says who does, beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
-- whether an address has an account.
-- Whatever lies behind it, what is sent stays small (docs/decisions/011-long-records.md): "cut" says that all but the title
-- and whose it is was left out, where the record of the task, of its owner's or its household's tasks or of all of
-- them is too long, the longest first; not of one that is asked for as a whole.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create function private.task_json(ids uuid[], whole boolean default false) returns setof jsonb
language plpgsql stable security definer set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    with measured as materialized (
      select
        tasks.id,
        coalesce(tasks.household_id, tasks.user_id) as whose,
        -- In a household's others write, too, whoever is responsible for it.
        tasks.household_id is null and tasks.user_id = (select auth.uid()) as is_own,
        -- About as many bytes as the JSON will have. Each part is looked at up to where it is too long.
        (
          select sum(part.size)
          from (
            select octet_length(concat(
              tasks.subtitle, tasks.custom_rrule, tasks.custom_rrule_text, array_to_string(tasks.checklist, '')
            )) + 40 * cardinality(tasks.roster) + pg_column_size(tasks.paused) as size
            union all
            (select pg_column_size(former.schedule) from public.task_schedules former where former.task_id = tasks.id limit 200)
            union all
            (select 70 from public.task_put_offs moved where moved.task_id = tasks.id limit 500)
            union all
            (select 55 from public.turn_swaps swaps where swaps.task_id = tasks.id limit 500)
            union all
            (
              select 130 from public.turn_offers offers
              where offers.task_id = tasks.id and offers.day >= (now() at time zone 'UTC')::date - 8 limit 110
            )
            union all
            (select 112 from private.settled_days days where days.task_id = tasks.id limit 300)
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
              select 200 + pg_column_size(catch_ups.days) + 40 * coalesce(cardinality(catch_ups.people), 0)
              from public.task_catch_ups catch_ups
              where catch_ups.task_id = tasks.id and catch_ups.recorded_at > now() - interval '48 hours'
              order by catch_ups.recorded_at desc limit 20
            )
          ) as part
        ) as record
      from unnest(ids) as wanted (id)
      -- offset 0: by the index, one after the other, however many the planner expects.
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
          -- One array, which an index answers, however many people there are.
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
            former.schedule || jsonb_build_object('validUntil', former.valid_until) order by former.valid_until
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
      'pausedDays', case when isempty(tasks.paused) then '[]' else private.runs(tasks.paused) end,
      'completedDays', settled.done,
      'skippedDays', settled.skipped,
      'recentChecks', (
        select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
        -- From the latest day back, by the index, however many there are.
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
              'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via,
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
          -- Of what is due once: when it was done.
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
      -- Most tasks have neither.
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
        -- From about the first day on that has a bit: four characters are 24 days.
        select
          blocks.*,
          (length(blocks.done) - length(ltrim(blocks.done, 'A'))) / 4 * 4 as before_done,
          (length(blocks.skipped) - length(ltrim(blocks.skipped, 'A'))) / 4 * 4 as before_skipped
        from (
          -- One pair for each run of blocks without a gap. bit_send begins with the number of bits, in four
          -- bytes; encode breaks its lines.
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

-- Of these tasks, those that are active and that the caller takes part in: asked of all at once, as a question for each
-- costs more than its JSON.
create function private.tasks_of_mine(ids uuid[]) returns setof uuid
language plpgsql stable security definer as $$
begin
  return query
    select mine.id from private.my_tasks mine where mine.id = any (ids) and mine.is_active;
end;
$$;

create function private.is_participant(task_id uuid) returns boolean
language sql stable security definer as $$ select exists (select private.tasks_of_mine(array[is_participant.task_id])) $$;

-- Of these tasks, those that the caller takes part in.
create function private.visible_tasks(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer as $$
  select private.task_json(array(select private.tasks_of_mine(ids)), whole)
$$;

-- A task whole, however long its record is; null for one that the caller takes no part in.
create function public.read_task(task_id uuid) returns jsonb
language sql stable as $$ select task from private.visible_tasks(array[read_task.task_id], true) as task $$;

-- Stands for the caller's active tasks, own and shared, as they are: SHA-256 in base64 of "id:revision" of
-- each, in the order of the ids, with a comma between two. A client works it out of what it has.
create function private.tasks_digest() returns text
language plpgsql stable as $$
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

-- Stands for the caller's households, and the names in their tasks that can change while the revisions stay.
create function private.names_digest() returns text
language plpgsql stable security definer as $$
begin
  return (
    with visible as (
      select mine.id, mine.user_id from private.my_tasks mine where mine.is_active
    ),
    people as (
      select visible.user_id as id from visible
      union
      select shares.recipient_id from private.task_shares shares
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

-- All that a client needs to start, in one call: the caller's name, time zone and way to write dates, whether to offer them
-- the morning mail, who wants to share with them, their households, what stands for the names in their tasks,
-- and their active tasks, own, of their households and shared, in the order of their ids. Without the households
-- or the tasks for a client that has them: its known_digest is the names' digest, which stands for the households,
-- a full stop and the tasks' (private.tasks_digest), which is worked out only for who names one.
create function public.list_tasks(known_digest text default null) returns jsonb
language plpgsql stable as $$
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
      when known_digest is not null and known_digest = names.digest || '.' || private.tasks_digest() then '{}'
      else jsonb_build_object('tasks', (
        select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
        from private.visible_tasks(array(
          select tasks.id from public.tasks where tasks.is_active
        )) as task
      ))
    end
    from names
  );
end;
$$;

-- Live messages: who is told of what, in the order of the commits.

-- One private channel a person, `user:<id>`. Only the database sends; anyone who takes part in a task
-- at that moment gets its messages. The senders are definer functions of an owner that bypasses
-- RLS: anyone else's realtime.send would lose the message with a mere warning.
create policy "People receive what is sent to their own channel" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    -- A token outlives its account.
    and exists (select from public.profiles where id = (select auth.uid()))
  );

create function private.send(people uuid[], event text, payload jsonb) returns void
language sql volatile security definer as $$
  select realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person
$$;

-- The owner, the accounts of the household and everyone whose share is bound to an account.
create function private.participants(task_id uuid) returns uuid[]
language plpgsql stable security definer as $$
begin
  return array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select private.household_accounts(tasks.household_id)
    from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from private.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  );
end;
$$;

create function private.send_removal(task_id uuid, people uuid[]) returns void
language sql volatile security definer as $$ select private.send(people, 'task_removed', jsonb_build_object('taskId', task_id)) $$;

-- Every change that others can see takes the next revision, and with it the task is sent. The row
-- lock lasts until the commit, so the revisions of one task are in the order of the commits. Nothing
-- when the task is deleted, staged or gone.
create function private.raise_revision(task_id uuid) returns void
language sql volatile security definer as $$
  update public.tasks set revision = revision + 1
  where tasks.id = raise_revision.task_id and tasks.is_active
$$;

-- One message a task and statement, to the owner, to its household and to everyone with whom it is shared: into the void for
-- an address that nobody holds, as whether somebody does, and has accepted, must not show in what a tick
-- costs. A tick and an undo answer with it, too, rather than make it a second time.
create function private.send_task() returns trigger
language plpgsql security definer as $$
declare
  task jsonb;
begin
  if not new.is_active then
    -- Its shares have ended, and told so.
    perform private.send_removal(new.id, private.participants(new.id));
    return null;
  end if;
  select made into task from private.task_json(array[new.id]) as made;
  perform set_config('rota.sent_task', task::text, true);
  -- Who is let go at this moment gets it before, or never.
  perform from public.households where households.id = new.household_id for share;
  perform realtime.send(jsonb_build_object('task', task), 'task', 'user:' || people.id, true)
  from (
    select new.user_id as id
    union
    select people.account_id
    from public.household_people people
    where people.household_id = new.household_id
      and people.left_on is null and people.account_id is not null
    union
    select coalesce(shares.recipient_id, gen_random_uuid())
    from private.task_shares shares where shares.task_id = new.id
  ) as people;
  return null;
end;
$$;

-- A new task has no shares yet; a staged one is nobody's to see.
create function private.send_new_tasks() returns trigger
language plpgsql security definer as $$
begin
  perform private.send(private.participants(added.id), 'task', jsonb_build_object('task', task))
  from added, private.task_json(array[added.id]) as task
  where added.is_active;
  return null;
end;
$$;

-- Their clients read the list again: for what is no change of one task.
create function private.send_list_changed(people uuid[]) returns void
language sql volatile security definer as $$ select private.send(people, 'list_changed', '{}') $$;

-- A new name is told to those whom the person has invited and who have not decided yet, too: their list
-- has it beside the invitation.
create function private.send_name() returns trigger
language plpgsql security definer as $$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select shares.task_id from private.task_shares shares
    where shares.recipient_id = new.id and shares.status = 'taking_part'
  ),
  invited as (
    select distinct shares.contact_email from private.task_shares shares
    where shares.owner_id = new.id and shares.recipient_id is null
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
    union
    -- Into the void where there is no account, which must not show in what a new name costs.
    select coalesce(private.account_of(invited.contact_email, new.id), gen_random_uuid()) from invited
  )
  into people;
  perform private.send_list_changed(people);
  return null;
end;
$$;

create trigger send_task after update on public.tasks
  for each row when (current_setting('rota.quiet', true) is distinct from 'on')
  execute function private.send_task();

create trigger send_new_tasks after insert on public.tasks
  referencing new table as added
  for each statement when (current_setting('rota.quiet', true) is distinct from 'on')
  execute function private.send_new_tasks();

create trigger send_name after update on public.profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function private.send_name();

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
  ('invited_addresses_per_day', 30, null, null),
  ('new_senders_mails_to_mailbox_per_day', 5, null, null),
  ('mails_to_mailbox_per_day', 3, null, null),
  ('households', 10, null, 'TOO_MANY_HOUSEHOLDS'),
  ('people_of_household', 50, null, 'TOO_MANY_PEOPLE'),
  ('people_of_household_ever', 200, null, 'TOO_MANY_PEOPLE_EVER'),
  ('people_on_roster', 50, null, null),
  ('absences_of_person', 300, null, 'TOO_MANY_ABSENCES'),
  ('absences_of_household', 1000, null, 'TOO_MANY_ABSENCES_OF_HOUSEHOLD'),
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

create function private.limit_of(name text) returns integer
language sql stable security definer as $$ select limits.most from private.limits where limits.name = limit_of.name $$;

-- Refuses more of something than its limit. Errors: LIMIT_REACHED.
create function private.check_limit(limit_name text, count bigint) returns void
language plpgsql stable security definer as $$
begin
  perform private.exceed(limits.code) from private.limits
  where limits.name = check_limit.limit_name and check_limit.count > limits.most;
end;
$$;

-- Counts uses of what has a limit for a while, from the first one on: each person's or token's own, so that nobody uses up
-- another's, and none of nobody (null). Of a task, a completion, an undo and an edit are a use each; called with it locked.
-- Errors: the limit's code, with TOO_MANY_ATTEMPTS the seconds to wait.
create function private.count_use(limit_name text, of_what text, more bigint default 1) returns void
language plpgsql volatile security definer as $$
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

create function private.exceed(code text) returns void
language sql stable as $$ select private.fail('LIMIT_REACHED', jsonb_build_array(private.issue('', code))) $$;

-- Held until the commit, so that of two who race to the last place the second one counts the first.
create function private.lock_quota(kind text, person uuid) returns void
language sql volatile security definer as $$ select pg_advisory_xact_lock(hashtextextended(kind || ':' || person, 0)) $$;

-- About as many bytes as what people have entered in a task has in everybody's list.
create function private.entered_bytes(task public.tasks) returns integer
language sql immutable as $$
  select octet_length(concat(
    task.title, task.category, task.subtitle, task.custom_rrule, task.custom_rrule_text,
    array_to_string(task.checklist, '')
  )) + 40 * cardinality(task.roster)
$$;

-- The active tasks of a household or, where there is none, a person's own: how many, and how long what is entered in them,
-- which all who take part read, on every device and tablet. Locked until the commit.
create function private.check_room(household uuid, person uuid) returns void
language plpgsql volatile security definer as $$
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

create function private.check_task_quota() returns trigger
language plpgsql security definer as $$
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
create function private.check_edit() returns trigger
language plpgsql security definer as $$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    end if;
    perform private.check_limit('schedules', (select 1 + count(*) from public.task_schedules where task_id = new.id));
  end if;
  if new.paused <> old.paused then
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

create trigger check_task_quota after insert on public.tasks
  referencing new table as added
  for each statement execute function private.check_task_quota();

-- Only edits change updated_at.
create trigger check_edit after update on public.tasks
  for each row when (old.updated_at <> new.updated_at)
  execute function private.check_edit();

-- Two of a person's requests may write the same contacts, in any order.
create function private.begin_contacts() returns trigger
language plpgsql security definer as $$
begin
  -- For what a share writes, record_shares has.
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.lock_quota('contacts', auth.uid());
  end if;
  return null;
end;
$$;

create function private.check_contacts() returns trigger
language plpgsql security definer as $$
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

create trigger begin_contacts before insert or delete on public.shared_contacts
  for each statement execute function private.begin_contacts();

create trigger check_contacts after insert on public.shared_contacts
  referencing new table as added
  for each statement execute function private.check_contacts();

-- In which order locks are taken, so that no two requests wait for each other for ever:
--   1. the turn of those who write many rows
--   2. completions
--   3. tasks, in the order of their ids
--   4. a task's shares, then contacts
-- A call writes one task, and at most one completion of it before. A request straight to a table writes
-- any rows in any order, so these take turns. The calls, which are all that the app uses, never wait
-- for a turn.
create function private.take_turn() returns void
language sql volatile security definer as $$ select pg_advisory_xact_lock(hashtextextended('rota: many rows', 0)) $$;

-- How many rows one request may write is counted before the work is done, since every row that is
-- written keeps others waiting. The calls write one task, and need no counting.
create function private.begin_direct_write() returns trigger
language plpgsql security definer as $$
begin
  perform set_config('rota.rows_left', private.limit_of(tg_argv[0])::text, true);
  perform private.take_turn();
  return null;
end;
$$;

create function private.check_too_many_rows() returns trigger
language plpgsql as $$
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

create trigger begin_direct_write before insert or update on public.tasks
  for each statement when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.begin_direct_write('task_rows_per_request');

create trigger check_too_many_rows before insert or update on public.tasks
  for each row when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.check_too_many_rows('TOO_MANY_TASKS_AT_ONCE');

create trigger begin_direct_write before insert or delete on public.task_completions
  for each statement when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.begin_direct_write('completion_rows_per_request');

create trigger check_too_many_rows before insert or delete on public.task_completions
  for each row when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.check_too_many_rows('TOO_MANY_COMPLETIONS');

-- An account takes its tasks and shares with it. What it did on other people's tasks stays, without
-- its name.
create function private.record_closing() returns trigger
language plpgsql security definer as $$
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
create function private.send_closing() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_invitations_changed(old.id, array(
    select distinct shares.contact_email from private.task_shares shares
    where shares.owner_id = old.id and shares.recipient_id is null
  ));
  return old;
end;
$$;

create trigger record_closing before delete on auth.users
  for each row execute function private.record_closing();

create trigger send_closing before delete on auth.users
  for each row execute function private.send_closing();

-- A request that waits for longer is refused with SQLSTATE 55P03 or 57014: an answer with status 500, which the
-- app sends again. It gives up by itself after 10 s.
alter role authenticated set lock_timeout = '3s';

alter role authenticated set statement_timeout = '8s';

alter role anon set lock_timeout = '3s';

alter role anon set statement_timeout = '3s';

-- Mail: invitations, links, the morning mail, the schedule.

-- Mails and calendars act for people who are not there. From here to the end of the transaction the
-- caller, a function of ours with the secret key, is that person: the same row level security and the
-- same calls decide. No definer function may call it, as PostgreSQL refuses to change the role there.
create function private.act_for(person uuid) returns void
language plpgsql as $$
begin
  perform set_config(
    'request.jwt.claims',
    jsonb_build_object('sub', person, 'role', 'authenticated')::text,
    true
  );
  -- Where there is one, auth.uid() prefers it; the embedded stack's knows nothing else.
  perform set_config('request.jwt.claim.sub', person::text, true);
  perform set_config('request.jwt.claim.role', 'authenticated', true);
  perform set_config('role', 'authenticated', true);
  perform private.check_caller();
end;
$$;

-- The task list as that person would read it; null when the account is gone.
create function public.list_tasks_for(person uuid) returns jsonb
language plpgsql as $$
begin
  perform private.act_for(person);
  return public.list_tasks();
end;
$$;

-- Which addresses take no mails of a kind.
create table private.mail_refusals (
  address text not null,
  kind text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced')),
  refused_at timestamptz not null default now(),
  primary key (address, kind)
);

-- Who shares with an address for the first time, or invites it to a household, causes one mail to it, and one
-- more when they ask. The mail is made later, by the scheduler: sharing costs the same and looks the same no matter
-- whom the address belongs to and whatever they decided.
create table private.invitation_mails (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id) on delete cascade,
  address text not null,
  -- by sharing, or by asking for one more
  wanted_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- null: still to be looked at. It says nothing about whether there was a mail
  handled_at timestamptz,
  asked_again_at timestamptz,
  -- the latest in the outbox
  mail_id uuid,
  mailbox text not null generated always as (private.mailbox_of(address)) stored,
  -- null: to tasks. The row outlives it, as it counts for the limits
  household_invitation_id uuid,
  constraint invitation_mails_once unique nulls not distinct (sender_id, address, household_invitation_id)
);

create index invitation_mails_due on private.invitation_mails (due_at) where handled_at is null;

create index invitation_mails_by_mail on private.invitation_mails (mail_id);

create index invitation_mails_to_households on private.invitation_mails (household_invitation_id)
  where household_invitation_id is not null;

create index invitation_mails_waiting on private.invitation_mails (mailbox, wanted_at)
  where handled_at is null;

-- One more mail from the caller, once a day. Errors: LIMIT_REACHED.
create function private.want_mail_again(address text, household_invitation uuid) returns void
language plpgsql volatile security definer as $$
begin
  insert into private.invitation_mails as wanted (
    sender_id, address, household_invitation_id, asked_again_at
  )
  values (auth.uid(), address, household_invitation, now())
  on conflict on constraint invitation_mails_once do update
  set
    asked_again_at = now(),
    -- One that has not gone out yet is this one.
    wanted_at = case when wanted.handled_at is null then wanted.wanted_at else now() end,
    due_at = case when wanted.handled_at is null then wanted.due_at else now() end,
    handled_at = null
  where wanted.asked_again_at is null or wanted.asked_again_at < now() - interval '1 day';
  if not found then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
end;
$$;

-- One more mail to an address with which the caller shares something, once a day. It tells nothing
-- about whether a mail goes out. Errors: INVITATION_NOT_FOUND, LIMIT_REACHED.
create function private.send_invitation_again(address text) returns void
language plpgsql volatile security definer as $$
declare
  canonical constant text := private.canonical_address(address);
begin
  if not exists (
    select from private.task_shares shares
    where shares.owner_id = auth.uid() and shares.contact_email = canonical
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.want_mail_again(canonical, null);
end;
$$;

-- A person who has had an account for a week is bounded by what they do themselves.
create function private.is_new_sender(person uuid) returns boolean
language sql stable security definer as $$
  select not exists (
    select from auth.users
    where users.id = person and users.created_at < now() - interval '7 days'
  )
$$;

-- Who has invited the person who has this mailbox, and when; for the 60 days that mails are remembered.
create function private.invitations_sent(mailbox text)
returns table (sender uuid, sent_at timestamptz)
language sql stable security definer as $$
  -- Its key begins with the sender.
  select split_part(outbox.key, ' ', 1)::uuid, outbox.claimed_at
  from private.outbox
  where outbox.kind = 'invitation'
    and private.mailbox_of(outbox.recipient) = invitations_sent.mailbox
$$;

-- Whether a sender has invited enough for a day, all in all or to this mailbox. Whom a sender has invited
-- counts whether or not there was a mail, so that a sender can't tell from the mails that do come.
create function private.has_invited_enough(sender uuid, mailbox text) returns boolean
language sql stable security definer as $$
  select (
    select count(*) from private.invitation_mails invitations
    where invitations.sender_id = sender and invitations.handled_at > now() - interval '1 day'
  ) >= private.limit_of('invited_addresses_per_day')
  or (
    select count(*) from private.invitations_sent(mailbox) as sent
    where sent.sender = has_invited_enough.sender and sent.sent_at > now() - interval '1 day'
  ) >= private.limit_of('mails_to_mailbox_per_day')
$$;

-- Whether an invitation has to wait. New accounts share so many mails a day to a mailbox, which takes a
-- new account for each further one: the first of each sender, in the order in which they were wanted,
-- whatever there was of seconds; and seconds when there were few of both.
create function private.waits(invitation private.invitation_mails) returns boolean
language plpgsql stable security definer as $$
declare
  most constant integer := private.limit_of('new_senders_mails_to_mailbox_per_day');
  is_second boolean;
  sent integer;
  before integer := 0;
begin
  if private.has_invited_enough(invitation.sender_id, invitation.mailbox) then
    return true;
  elsif not private.is_new_sender(invitation.sender_id) then
    return false;
  end if;
  is_second := invitation.sender_id in (
    select sender from private.invitations_sent(invitation.mailbox)
  );
  select case
    when is_second then sum(latest.mails) else count(*) filter (where latest.is_first)
  end
  into sent
  from (
    select
      count(*) filter (where mails.sent_at > now() - interval '1 day') as mails,
      min(mails.sent_at) > now() - interval '1 day' as is_first
    from private.invitations_sent(invitation.mailbox) as mails
    where private.is_new_sender(mails.sender)
    group by mails.sender
  ) as latest;
  sent := coalesce(sent, 0);
  if not is_second then
    -- Those that wait for something else keep nobody waiting.
    select count(*) into before
    from (
      select from private.invitation_mails others
      where others.mailbox = invitation.mailbox
        and others.handled_at is null
        and others.due_at <= now() + interval '1 hour'
        and (others.wanted_at, others.sender_id) < (invitation.wanted_at, invitation.sender_id)
        and others.sender_id <> invitation.sender_id
        and private.is_new_sender(others.sender_id)
        and not private.has_invited_enough(others.sender_id, others.mailbox)
        and others.sender_id not in (
          select sender from private.invitations_sent(invitation.mailbox)
        )
      group by others.sender_id
      limit most
    ) as earlier;
  end if;
  return sent + before >= most;
end;
$$;

-- What an invitation says; null when there is nothing to invite to: accepted, declined, left, blocked.
create function private.invitation_to(sender uuid, address text) returns jsonb
language sql volatile security definer as $$
  with waiting as materialized (
    select tasks.title
    from private.waiting_tasks(
      -- An address without an account has decided nothing.
      coalesce(private.account_of(address, sender), gen_random_uuid()), address, sender
    ) as waiting (task_id)
    join public.tasks on tasks.id = waiting.task_id and tasks.is_active
  )
  select jsonb_build_object(
    'address', address,
    'senderName', profiles.display_name,
    'count', (select count(*) from waiting),
    'titles', (
      select jsonb_agg(first.title)
      from (select waiting.title from waiting order by waiting.title collate "C" limit 10) as first
    )
  )
  from public.profiles
  where profiles.id = sender and exists (select from waiting)
$$;

-- What an invitation to a household says; null when there is nothing to invite to: taken up, revoked, expired, by
-- somebody who is no keeper any more, or to somebody who has blocked them.
create function private.household_invitation_to(due private.invitation_mails) returns jsonb
language sql stable security definer as $$
  select jsonb_build_object(
    'address', due.address,
    'senderName', profiles.display_name,
    'household', households.name,
    'role', open.role,
    'person', people.name
  )
  from public.household_invitations open
  join public.households on households.id = open.household_id and households.deleted_at is null
  join public.household_people sender
    on sender.household_id = households.id and sender.account_id = due.sender_id
    and sender.left_on is null and sender.role = 'keeper'
  join public.profiles on profiles.id = due.sender_id
  left join public.household_people people on people.id = open.person_id
  where open.id = due.household_invitation_id
    and open.expires_at > now()
    and people.account_id is null and people.left_on is null
    and not exists (
      select from public.sharing_consents consents
      where consents.recipient_id = private.account_of(due.address, due.sender_id)
        and consents.sender_id = due.sender_id
        and not consents.is_accepted
    )
$$;

-- Another token for the link in a mail, in place of the one before; null when the invitation is gone.
create function private.token_for_mail(due private.invitation_mails) returns text
language plpgsql volatile security definer as $$
declare
  token constant text := private.new_token();
begin
  update public.household_invitations open
  set
    token_hash = sha256(convert_to(token, 'UTF8')),
    -- A mail that is tried again is none that a keeper asked for.
    mailed_at = case when open.mailed_at >= due.wanted_at then open.mailed_at else now() end
  where open.id = due.household_invitation_id;
  return case when found then token end;
end;
$$;

-- Claims the next invitation that is due: {mail, address, senderName}, of which `mail` is its id in the outbox,
-- with {count, titles}, of which these are the first ten, or {household, role, person, token}; null when there is
-- none. Those that nobody is to get are passed over without a word.
create function private.next_invitation() returns jsonb
language plpgsql volatile security definer as $$
declare
  due private.invitation_mails;
  content jsonb;
  mail uuid;
  token text;
begin
  -- One worker after the other, so that no two take the last place of a day.
  perform pg_advisory_xact_lock(hashtextextended('rota: next invitation', 0));
  for attempt in 1..1000 loop
    select * into due from private.invitation_mails invitations
    where invitations.handled_at is null and invitations.due_at <= now()
    order by invitations.due_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    if private.waits(due) then
      -- All of that sender's or to that mailbox at once, so that they keep nobody else waiting.
      update private.invitation_mails invitations set due_at = now() + interval '1 hour'
      where invitations.id in (
        select waiting.id from private.invitation_mails waiting
        where waiting.handled_at is null and waiting.due_at <= now()
          and (waiting.sender_id = due.sender_id or waiting.mailbox = due.mailbox)
          and private.waits(waiting)
        for update skip locked
      );
      continue;
    end if;
    -- What was taken back before anybody heard of it is shared for the first time when it is shared again.
    delete from private.invitation_mails invitations
    where invitations.id = due.id
      and due.mail_id is null and due.asked_again_at is null
      and not exists (
        select from private.task_shares shares
        where shares.owner_id = due.sender_id and shares.contact_email = due.address
          and due.household_invitation_id is null
      )
      and not exists (
        select from public.household_invitations open where open.id = due.household_invitation_id
      );
    if found then
      continue;
    end if;
    content := case
      when due.household_invitation_id is not null then private.household_invitation_to(due)
      when due.wanted_at > now() - interval '30 days'
        then private.invitation_to(due.sender_id, due.address)
    end;
    token := private.token_for_mail(due);
    mail := case
      -- Revoked at this moment, it has no token.
      when content is not null and (token is null) = (due.household_invitation_id is null)
        then private.claim_message(
          'invitation', concat_ws(' ', due.sender_id, due.wanted_at, due.household_invitation_id), due.address
        )
    end;
    update private.invitation_mails invitations
    set handled_at = now(), mail_id = coalesce(mail, due.mail_id)
    where invitations.id = due.id;
    if mail is not null then
      return content || jsonb_build_object('mail', mail, 'token', token);
    end if;
  end loop;
  return null;
end;
$$;

-- Makes an invitation that was not sent due again: in five minutes, and then in twice as many each time.
create function private.retry_invitation(mail uuid) returns void
language sql volatile security definer as $$
  update private.invitation_mails
  set handled_at = null, due_at = now() + interval '5 minutes' + (now() - wanted_at)
  where mail_id = mail
$$;

-- Whether somebody shares a task with an address that has no account yet, or invites it to a household: who runs a
-- server of their own lets such people sign up.
create function private.is_invited(address text) returns boolean
language sql stable security definer as $$
  select exists (
    select from private.task_shares shares
    where shares.contact_email = private.canonical_address(address) and shares.recipient_id is null
  ) or exists (
    select from public.household_invitations open
    where open.address = private.canonical_address(is_invited.address) and open.expires_at > now()
  )
$$;

-- Before an account is made by the link of an invitation's mail, which has proven the address. Answers which account
-- somebody began with it and never confirmed, null for none: it proves nothing, and makes room.
-- Errors: ACCOUNT_EXISTS, LINK_NOT_VALID when nothing invites it any more, TOO_MANY_ATTEMPTS for the sixth in 15 minutes.
create function private.begin_invited_account(address text) returns uuid
language plpgsql volatile security definer as $$
declare
  begun uuid;
begin
  if exists (
    select from auth.users where users.email = address and users.email_confirmed_at is not null
  ) then
    perform private.fail('ACCOUNT_EXISTS');
  elsif not private.is_invited(address) then
    perform private.fail('LINK_NOT_VALID');
  end if;
  perform private.count_use('password_guesses', 'invited ' || address);
  select users.id into begun from auth.users
  where users.email = address and users.deleted_at is null and not users.is_sso_user;
  return begun;
end;
$$;

-- What the links in mails do. The function mail-link has checked that they are ours: anyone who has one
-- may do what it says, signed in or not.

-- Looks at a day of a task, does it or takes that back ('look', 'do', 'undo'), as the person whose mail
-- the link was in: what that person may no more, the link may not. Takes back only what they did
-- themselves. Answers how the day stands after it: {title, name, timeZone, day, done}, where done is
-- null or {status, name, isYou, mayUndo, at}.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function public.follow_done_link(person uuid, task_id uuid, day date, action text)
returns jsonb
language plpgsql as $$
declare
  task jsonb;
begin
  perform private.act_for(person);
  select visible into task
  from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day);
  elsif action = 'undo' then
    perform set_config('rota.in_call', 'on', true);
    delete from public.task_completions completions
    where completions.task_id = follow_done_link.task_id
      and completions.completed_date = follow_done_link.day
      and completions.user_id = person
      and completions.status = 'done';
  end if;
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', coalesce(private.names_of(found.people, task -> 'people'), task -> 'people' ->> found.user_id::text),
          'isYou', coalesce(found.user_id = person and coalesce(found.people = array[found.said_by], true), false),
          'mayUndo', coalesce(found.user_id = person, false) and found.status = 'done' and is_single,
          'at', private.iso(found.at),
          'timeZone', found.time_zone
        )
        from (
          select
            completions.status, completions.user_id, completions.completed_at, completions.time_zone, true,
            completions.people, completions.said_by
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id
            and completions.completed_date = follow_done_link.day
          union all
          select
            catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, catch_ups.time_zone, false,
            catch_ups.people, catch_ups.said_by
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id
            and catch_ups.days @> follow_done_link.day
        ) as found (status, user_id, at, time_zone, is_single, people, said_by)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$$;

-- Ends mails of a kind to an address, or takes that back; answers {address, kind, isOn}.
create function private.follow_unsubscribe_link(address text, kind text, action text)
returns jsonb
language plpgsql security definer as $$
declare
  -- The morning mail is a setting of an account; other mails come to addresses without one, too.
  owner constant uuid := case
    when kind = 'morning' then (
      select users.id from auth.users
      where users.email = address and private.confirmed_address(users.id) is not null
    )
  end;
begin
  if kind = 'morning' and action in ('do', 'undo') then
    update public.morning_mails set is_on = action = 'undo' where user_id = owner;
  elsif action = 'do' then
    insert into private.mail_refusals (address, kind, reason)
    values (follow_unsubscribe_link.address, follow_unsubscribe_link.kind, 'unsubscribed')
    on conflict do nothing;
  elsif action = 'undo' then
    delete from private.mail_refusals refusals
    where refusals.address = follow_unsubscribe_link.address
      and refusals.kind = follow_unsubscribe_link.kind
      and refusals.reason = 'unsubscribed';
  end if;
  return jsonb_build_object(
    'address', address,
    'kind', kind,
    'isOn', case
      when kind = 'morning' then exists (
        select from public.morning_mails where user_id = owner and is_on
      )
      else not exists (
        select from private.mail_refusals refusals
        where refusals.address = follow_unsubscribe_link.address
          and refusals.kind = follow_unsubscribe_link.kind
      )
    end
  );
end;
$$;

-- Who wants a mail about their day, and when. A row says that somebody has decided; nobody without one
-- gets a mail.
create table public.morning_mails (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  is_on boolean not null,
  -- of the clocks in the person's time zone
  hour smallint not null default 7 check (hour between 0 and 23),
  -- the latest day whose mail is no longer to come; kept by a trigger and by the sender
  sent_until date
);

grant select (user_id, is_on, hour), insert (is_on, hour), update (is_on, hour)
  on public.morning_mails to authenticated;

create policy "People see their own morning mail" on public.morning_mails
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People decide about their own morning mail" on public.morning_mails
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People change their own morning mail" on public.morning_mails
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- What clocks show at an instant. A zone that this server does not know counts as UTC.
create function private.local_time(instant timestamptz, time_zone text) returns timestamp
language plpgsql stable strict as $$
begin
  return instant at time zone time_zone;
exception
  when invalid_parameter_value then
    return instant at time zone 'UTC';
end;
$$;

-- The day whose mail is due at an instant; null when there is none. It is due as soon as clocks show its
-- hour or a later one: an hour that clocks skip comes with the next, be that tomorrow's first, and one
-- that comes twice has come. A mail that is six hours late has missed its morning. `sent_until` and
-- those before it are over.
create function private.morning_due(
  instant timestamptz, time_zone text, hour integer, sent_until date
) returns date
language plpgsql stable as $$
declare
  clocks constant timestamp := private.local_time(instant, time_zone);
  day constant date := (clocks - make_interval(hours => hour))::date;
begin
  return case
    when clocks < day + make_interval(hours => hour + 6) and (sent_until is null or sent_until < day)
    then day
  end;
end;
$$;

-- From the next such hour on.
create function private.fill_sent_until() returns trigger
language plpgsql security definer as $$
begin
  if tg_op = 'INSERT' or (new.is_on, new.hour) is distinct from (old.is_on, old.hour) then
    new.sent_until := greatest(
      new.sent_until,
      (
        select (
          private.local_time(now(), profiles.time_zone) - make_interval(hours => new.hour)
        )::date
        from public.profiles
        where profiles.id = new.user_id
      )
    );
  end if;
  return new;
end;
$$;

-- Decides about the caller's morning mail. Errors: VALIDATION_FAILED.
create function public.set_morning_mail(is_on boolean, hour integer) returns void
language plpgsql as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if is_on is null then
    perform private.refuse('isOn', 'INVALID');
  elsif hour is null or hour not between 0 and 23 then
    perform private.refuse('hour', 'INVALID');
  end if;
  insert into public.morning_mails (is_on, hour)
  values (set_morning_mail.is_on, set_morning_mail.hour)
  on conflict (user_id) do update set is_on = excluded.is_on, hour = excluded.hour;
end;
$$;

-- Whether to ask the caller, after their first week and until they have decided.
create function private.offers_morning_mail() returns boolean
language plpgsql stable security definer as $$
begin
  return not exists (select from public.morning_mails where user_id = auth.uid())
    and not private.is_new_sender(auth.uid());
end;
$$;

-- Whose morning mail is due at an instant, at most so many: [{person, address, timeZone, day}], in the
-- order of their ids, from the first one after `after` on.
create function private.due_morning_mails(
  instant timestamptz default now(), after uuid default null, most integer default 100
)
returns jsonb
language sql stable security definer as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'person', due.user_id, 'address', due.address, 'timeZone', due.time_zone, 'day', due.day
      )
      order by due.user_id
    ),
    '[]'
  )
  from (
    select mails.user_id, addresses.address, profiles.time_zone, due.day
    from public.morning_mails mails
    join public.profiles on profiles.id = mails.user_id
    cross join lateral (
      select private.morning_due(instant, profiles.time_zone, mails.hour, mails.sent_until)
    ) as due (day)
    cross join lateral (select private.confirmed_address(mails.user_id)) as addresses (address)
    where mails.is_on
      and (due_morning_mails.after is null or mails.user_id > due_morning_mails.after)
      and due.day is not null
      and addresses.address is not null
      and not exists (
        select from private.mail_refusals refusals
        where refusals.address = addresses.address and refusals.kind = 'morning'
      )
      -- Somebody is at it, or was.
      and not exists (
        select from private.outbox
        where outbox.device_id is null and outbox.recipient = addresses.address and outbox.kind = 'morning'
          and outbox.key = mails.user_id || to_char(due.day, ':YYYY-MM-DD')
      )
    order by mails.user_id
    limit most
  ) as due
$$;

create trigger check_touched after update on public.morning_mails
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create trigger fill_sent_until before insert or update on public.morning_mails
  for each row execute function private.fill_sent_until();

-- On Supabase pg_cron calls the functions `send-mails` and `send-pushes` every minute, through pg_net, with the address
-- and the key that are in Vault: `npm run deploy` sets all of it up. Where these are missing nothing happens here: the
-- embedded stack calls the functions itself.
create function private.call_function(name text) returns void
language plpgsql volatile as $$
declare
  project_url constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_project_url'
  );
  secret_key constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_secret_key'
  );
begin
  if project_url is not null and secret_key is not null then
    perform net.http_post(
      url := project_url || '/functions/v1/' || call_function.name,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
      body := '{}'::jsonb,
      timeout_milliseconds := 150000
    );
  end if;
end;
$$;

-- The calendar feed.

-- A person's tasks for calendar apps, under an address that nobody can guess; no row: no address. It is shown
-- once, when it is made: of its token only the SHA-256 is kept, and no interface reads that.
create table public.calendar_feeds (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  token_hash bytea not null unique,
  -- without what others share
  only_mine boolean not null default false,
  -- null for all, those that are new later included
  categories text[] check (array_ndims(categories) = 1 and array_lower(categories, 1) = 1),
  created_at timestamptz not null default now(),
  -- null for all, or with only_mine for none, also of those that a person joins later
  household_ids uuid[] check (array_ndims(household_ids) = 1 and array_lower(household_ids, 1) = 1),
  -- without what is somebody else's turn
  only_my_turns boolean not null default false
);

grant select (person_id, only_mine, categories, created_at, household_ids, only_my_turns)
on public.calendar_feeds to authenticated;

grant update (only_mine, categories, household_ids, only_my_turns)
on public.calendar_feeds to authenticated;

grant delete on public.calendar_feeds to authenticated;

create policy "People see, change and revoke their own calendar address" on public.calendar_feeds
  for all to authenticated
  using (person_id = (select auth.uid()));

create function private.check_calendar_feed() returns trigger
language plpgsql as $$
begin
  -- A person has at most 1,000 tasks, and a category 50 characters.
  if array_ndims(new.categories) > 1 or cardinality(new.categories) > 1000
    or pg_column_size(new.categories) > 262144 then
    perform private.refuse('categories', 'INVALID');
  elsif array_ndims(new.household_ids) > 1 or cardinality(new.household_ids) > 100 then
    perform private.refuse('householdIds', 'INVALID');
  end if;
  return new;
end;
$$;

-- Makes the caller's calendar address, or a new one in place of the old one, and answers its token,
-- which nothing answers again. What it shows stays as it was chosen.
create function private.renew_calendar() returns text
language plpgsql security definer as $$
declare
  token constant text := private.new_token();
begin
  insert into public.calendar_feeds (person_id, token_hash)
  values (auth.uid(), sha256(convert_to(token, 'UTF8')))
  on conflict (person_id) do update
    set token_hash = excluded.token_hash, created_at = now();
  return token;
end;
$$;

-- For the edge function: whose address has a token with this SHA-256 (64 hex digits) and what it shows,
-- as {personId, onlyMine, categories, householdIds, onlyMyTurns}; null when it is nobody's, and {retryAfter} in
-- seconds when it was read too often. The list of that person is list_tasks_for's. The index compares hashes: how far
-- one agrees with another says nothing of the token.
create function private.count_calendar_read(token_hash text) returns jsonb
language plpgsql security definer as $$
declare
  feed public.calendar_feeds;
  retry_after text;
begin
  select feeds.* into feed from public.calendar_feeds feeds
  where feeds.token_hash = decode(count_calendar_read.token_hash, 'hex');
  if not found then
    return null;
  end if;
  perform private.count_use('calendar_reads_per_hour', count_calendar_read.token_hash);
  return jsonb_build_object(
    'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories,
    'householdIds', feed.household_ids, 'onlyMyTurns', feed.only_my_turns
  );
exception
  when sqlstate 'PT429' then
    get stacked diagnostics retry_after = pg_exception_detail;
    return jsonb_build_object('retryAfter', retry_after::integer);
end;
$$;

create trigger check_calendar_feed before update on public.calendar_feeds
  for each row execute function private.check_calendar_feed();

create trigger check_touched after update on public.calendar_feeds
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- Out and in: the export, and imports in pieces.

-- Out

create function private.exportable_tasks(ids uuid[]) returns setof jsonb
language sql stable security definer as $$
  select private.task_json(array(select mine.id from private.my_tasks mine where mine.id = any (ids)))
$$;

-- Who did something, without an id that means nothing elsewhere: {"me": true}, {"name": …}, or null
-- for somebody who has closed their account. plpgsql keeps its plan, as each row asks.
create function private.person_json(person uuid, former text, people jsonb) returns jsonb
language plpgsql stable as $$
begin
  return case
    when person = auth.uid() then '{"me": true}'::jsonb
    when person is not null then
      jsonb_build_object('name', coalesce(people ->> person::text, 'Somebody'))
    when former is not null then jsonb_build_object('name', former)
  end;
end;
$$;

-- Who did something in a task: where people of a household did, by all their names; {"me": true} for the caller
-- alone, null for nobody in particular.
create function private.doers_json(
  persons uuid[], person uuid, former text, people jsonb, me uuid
) returns jsonb
language plpgsql stable as $$
begin
  return case
    when persons is null then private.person_json(person, former, people)
    when persons = array[me] then '{"me": true}'
    when persons <> '{}' then jsonb_build_object('name', left(private.names_of(persons, people), 100))
  end;
end;
$$;

-- 'Alice', 'Alice and Carol', 'Alice, Bob and Carol'.
create function private.names_of(persons uuid[], people jsonb) returns text
language sql immutable as $$
  select regexp_replace(string_agg(coalesce(people ->> id::text, 'Somebody'), ', ' order by place), ', ([^,]*)$', ' and \1')
  from unnest(persons) with ordinality as named (id, place)
$$;

-- [[first day, last day], …]
create function private.ranges_json(days datemultirange) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_array(lower(run), upper(run) - 1) order by run), '[]')
  from unnest(days) as run
$$;

-- The ids in a list of them, whatever else is in it: what was stored once is told for ever.
create function private.ids_in(list jsonb) returns uuid[]
language sql immutable as $$
  select array(
    select (id #>> '{}')::uuid
    from jsonb_path_query(list, 'strict $.**') with ordinality as listed (id, place)
    where jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    order by place
  )
$$;

-- A JSON object with names for the ids of people of a household in an array of it, which may not be there.
create function private.with_names(object jsonb, key text) returns jsonb
language plpgsql stable as $$
begin
  return case when jsonb_typeof(object -> key) = 'array' then object || jsonb_build_object(key, (
    select coalesce(jsonb_agg(coalesce(people.name, 'Somebody') order by listed.place), '[]')
    from unnest(private.ids_in(object -> key)) with ordinality as listed (id, place)
    left join public.household_people people on people.id = listed.id
  )) else object end;
end;
$$;

-- What an event that is nobody's completion tells, with the names of those who take turns.
create function private.exported_details(details jsonb) returns jsonb
language plpgsql stable as $$
begin
  return private.with_names(private.with_names(details, 'people'), 'roster') || (
    select coalesce(jsonb_object_agg(schedule.key, private.with_names(schedule.value, 'roster')), '{}')
    from jsonb_each(details) as schedule
    where schedule.key in ('before', 'after') and jsonb_typeof(schedule.value) = 'object'
  );
end;
$$;

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create function private.exported_task(task jsonb) returns jsonb
language sql stable as $$
  select (
    private.with_names(task, 'roster') - array[
      'ownerId', 'householdId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart', 'offers'
    ]
  ) || jsonb_build_object(
    'formerSchedules', array(
      select private.with_names(former, 'roster')
      from jsonb_array_elements(task -> 'formerSchedules') with ordinality as former (former, place)
      order by place
    ),
    'swaps', array(
      select jsonb_build_array(swaps.day, coalesce(people.name, 'Somebody'))
      from public.turn_swaps swaps
      left join public.household_people people on people.id = swaps.person_id
      where swaps.task_id = tasks.id
      order by swaps.day
    ),
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'household', (
      select households.name from public.households where households.id = tasks.household_id
    ),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', array(
      select jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
      from private.task_shares shares where shares.task_id = tasks.id
      order by shares.contact_email
    ),
    'completions', array(
      select
        jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days)
        || jsonb_strip_nulls(jsonb_build_object('via', via))
      from (
        select
          private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
          status,
          time_zone,
          via,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at))
            || case
              when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
              when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
              when done_on is not null then jsonb_build_array(done_on)
              else '[]'
            end
            order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3, 4
      ) as groups
      order by status, person::text, time_zone, via
    ),
    'catchUps', array(
      select jsonb_build_object(
        'id', catch_ups.id,
        'by', private.doers_json(catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id),
        'status', catch_ups.status,
        'days', private.ranges_json(catch_ups.days),
        'at', private.iso(catch_ups.recorded_at),
        'timeZone', catch_ups.time_zone
      )
      from public.task_catch_ups catch_ups
      where catch_ups.task_id = tasks.id and not isempty(catch_ups.days)
      order by catch_ups.recorded_at, catch_ups.days
    ),
    'notes', array(
      select jsonb_build_object(
        'day', notes.day,
        'note', notes.note,
        'by', private.doers_json(
          case when notes.person_id is not null then array[notes.person_id] end,
          notes.user_id, notes.by_name, task -> 'people', me.id
        ),
        'at', private.iso(notes.written_at)
      )
      from public.task_day_notes notes where notes.task_id = tasks.id
      order by notes.day
    ),
    'checks', array(
      select jsonb_build_object('day', checks.day, 'lines', jsonb_agg(checks.line order by checks.line))
      from public.task_checks checks where checks.task_id = tasks.id
      group by checks.day
      order by checks.day
    ),
    'events', array(
      select jsonb_build_object(
        'at', private.iso(events.happened_at),
        -- null where that is the same
        'arrivedAt', private.iso(events.arrived_at),
        'timeZone', events.time_zone,
        'by', private.doers_json(
          case when events.person_id is not null then array[events.person_id] end,
          events.user_id, null, task -> 'people', me.id
        ),
        'kind', events.kind,
        'days', private.ranges_json(events.days),
        'details', case
          when events.details ? 'by' then
            jsonb_set(
              events.details - array['people', 'saidBy'], '{by}',
              coalesce(
                private.doers_json(
                  case when events.details ? 'people' then private.ids_in(events.details -> 'people') end,
                  (private.ids_in(events.details -> 'by'))[1], null, task -> 'people', me.id
                ),
                'null'
              )
            ) || case when events.details #> '{after,people}' is null then '{}' else jsonb_build_object(
              'after', (events.details -> 'after') - 'people' || jsonb_build_object(
                'by', private.doers_json(
                  private.ids_in(events.details #> '{after,people}'),
                  null, null, task -> 'people', me.id
                )
              )
            ) end
          else private.exported_details(events.details)
        end
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped') and events.arrived_at is null
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.status = events.kind
              and case
                when events.details ? 'via' then
                  completions.via = events.details ->> 'via' and completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                else
                  events.details ->> 'by' = events.user_id::text and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
              end
          )
        )
      order by events.id
    )
  )
  from public.tasks, (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid
$$;

create function private.exported_account() returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'fullName', profiles.full_name,
    'timeZone', profiles.time_zone,
    'dateStyle', profiles.date_style,
    'contacts', array(
      select jsonb_build_object(
        'address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at)
      )
      from public.shared_contacts contacts
      order by contacts.contact_email
    ),
    'decisions', array(
      select jsonb_build_object(
        'sender', consents.sender_name,
        'decision', case when consents.is_accepted then 'accepted' else 'blocked' end
      )
      from public.sharing_consents consents
      order by consents.sender_name, consents.sender_id
    ),
    'households', array(
      select jsonb_build_object(
        'name', household -> 'name', 'role', household -> 'role',
        'people', array(
          select person - array['id', 'face'] from jsonb_array_elements(household -> 'people') as person
        ),
        'absences', array(
          select absence - array['id', 'person'] || jsonb_build_object('name', people.name)
          from jsonb_array_elements(household -> 'absences') as absence
          left join public.household_people people on people.id = (absence ->> 'person')::uuid
        )
      )
      from jsonb_array_elements(private.households()) as household
    ),
    'leftTasks', array(
      select jsonb_build_object(
        'title', left_tasks.title, 'owner', left_tasks.owner_name, 'at', private.iso(left_tasks.left_at)
      )
      from public.left_tasks
      order by left_tasks.left_at, left_tasks.task_id
    )
  )
  from public.profiles where profiles.id = auth.uid()
$$;

-- One page of everything that the caller may see: {tasks, next}, and account on the first page. A page
-- has whole tasks, as many as have about 20,000 rows and at least one; next is the `after` of the
-- page to come, null on the last one.
create function public.export_tasks(after uuid default null) returns jsonb
language plpgsql stable as $$
declare
  most_rows constant integer := 20000;
  most_tasks constant integer := 200;
  ids uuid[];
begin
  ids := array(
    select id
    from (
      select id, sum(size) over (order by id) - size as rows_before
      from (
        select
          tasks.id,
          (select count(*) from public.task_completions rows where rows.task_id = tasks.id)
            + (select count(*) from public.task_events rows where rows.task_id = tasks.id) as size
        from public.tasks
        where export_tasks.after is null or tasks.id > export_tasks.after
        order by tasks.id
        limit most_tasks
      ) as sized
    ) as counted
    where rows_before < most_rows
    order by id
  );
  return jsonb_build_object(
    'tasks', array(
      select private.exported_task(task) from private.exportable_tasks(ids) as task order by task ->> 'id'
    ),
    'next', (
      select ids[cardinality(ids)]
      where exists (select from public.tasks where tasks.id > ids[cardinality(ids)])
    )
  ) || case
    when export_tasks.after is null then jsonb_build_object('account', private.exported_account())
    else '{}'
  end;
end;
$$;

-- In

-- A person's latest import. A new one takes the place of one that is not finished, with all it has staged.
create table private.imports (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  -- the client chooses it
  id uuid not null,
  begun_at timestamptz not null default now(),
  -- of its pieces so far, and the tasks in them
  bytes integer not null default 0,
  tasks integer not null default 0,
  -- what the last step answered; null as long as the import is not finished
  outcome jsonb
);

-- What was answered to a piece, so that it can be sent again.
create table private.import_pieces (
  person_id uuid not null references private.imports (person_id) on delete cascade,
  number integer not null,
  digest bytea not null,
  results jsonb not null,
  primary key (person_id, number)
);

create table private.staged_tasks (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  person_id uuid not null references private.imports (person_id) on delete cascade,
  -- in the order of the file
  place integer not null,
  -- with whom it was shared
  addresses text[] not null check (array_ndims(addresses) = 1 and array_lower(addresses, 1) = 1)
);

create index staged_tasks_in_order on private.staged_tasks (person_id, place);

-- How much a person's finished imports had, which deleting does not give back.
create table private.imported (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  bytes bigint not null
);

-- The id here of what has another elsewhere: the same for the same person, so that a second import
-- finds what the first one has added. UUID version 8 (RFC 9562).
create function private.imported_id(source text) returns uuid
language sql stable as $$
  select encode(
    set_byte(
      set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128),
      8, (get_byte(hash, 8) & 63) | 128
    ),
    'hex'
  )::uuid
  from substring(sha256(convert_to(auth.uid() || ' ' || source, 'UTF8')) for 16) as hash
$$;

-- Who did it, as a file says it: the caller, or somebody by name, who is nobody's account here.
create function private.by_me(person jsonb) returns uuid
language sql stable as $$ select auth.uid() where person -> 'me' = 'true' $$;

create function private.by_name(person jsonb) returns text
language sql immutable as $$
  select left(nullif(private.entered_text(person ->> 'name'), ''), 100)
  where person -> 'me' is distinct from 'true'
$$;

-- [[first day, last day], …]
create function private.days_of_ranges(ranges jsonb) returns datemultirange
language sql immutable as $$
  select coalesce(
    range_agg(daterange((run ->> 0)::date, (run ->> 1)::date, '[]')), '{}'
  )
  from jsonb_array_elements(coalesce(ranges, '[]')) as run
$$;

create function private.drop_import(person uuid) returns void
language sql volatile as $$
  delete from public.tasks
  where tasks.id in (select staged.task_id from private.staged_tasks staged where staged.person_id = person);
  delete from private.imports where imports.person_id = person;
$$;

-- A part of the past of a staged task: former schedules, put-offs, completions, notes and ticked lines,
-- with instants of their own. Checked with the parts that came before.
create function private.stage_history(task public.tasks, history jsonb) returns void
language plpgsql volatile as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  known_days constant daterange := daterange(first_day, private.latest_today(), '[]');
  -- What was done early is of a later one.
  done_days constant daterange := daterange(first_day, private.latest_today() + 366, '[]');
  -- The clock of another machine may be a little ahead.
  known_instants constant tstzrange := tstzrange('1970-01-01', now() + interval '10 minutes');
begin
  -- Nobody takes turns in what comes from elsewhere.
  insert into public.task_schedules (task_id, valid_until, schedule)
  select
    task.id, (former ->> 'validUntil')::date,
    private.checked_schedule('formerSchedules', former - 'validUntil' || '{"roster": []}')
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

  insert into public.task_completions (
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name, via, done_on, done_at, due_on
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(done.by), (entry ->> 1)::timestamptz,
    coalesce(done."timeZone", private.my_time_zone()), done.status, private.by_name(done.by), done.via,
    (entry ->> 2)::date, (entry ->> 3)::time, (entry ->> 4)::date
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]'))
    as done (by jsonb, status text, "timeZone" text, via text, days jsonb)
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

  insert into public.task_catch_ups (
    id, task_id, days, status, user_id, recorded_at, time_zone, by_name
  )
  select
    private.imported_id(caught_up.id), task.id, private.days_of_ranges(caught_up.days), caught_up.status,
    private.by_me(caught_up.by), caught_up.at, coalesce(caught_up."timeZone", private.my_time_zone()),
    private.by_name(caught_up.by)
  from jsonb_to_recordset(coalesce(history -> 'catchUps', '[]'))
    as caught_up (id text, days jsonb, status text, by jsonb, at timestamptz, "timeZone" text);
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = task.id
      and not (
        not isempty(catch_ups.days) and catch_ups.days <@ datemultirange(known_days)
        and catch_ups.recorded_at <@ known_instants
      )
  )
    -- No day is in two of them, or in one and in a completion.
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

  -- An unknown zone is no value: class 22. Looked up by name, as the list of all takes its time.
  perform now() at time zone named.time_zone
  from (
    select completions.time_zone
    from public.task_completions completions where completions.task_id = task.id
    union
    select catch_ups.time_zone
    from public.task_catch_ups catch_ups where catch_ups.task_id = task.id
  ) as named;

  insert into public.task_day_notes (task_id, day, note, user_id, written_at, by_name)
  select
    task.id, noted.day, private.entered_text(noted.note), private.by_me(noted.by), noted.at,
    private.by_name(noted.by)
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

-- Stages one task of a file for the caller, or more of the past of one that is staged: that names its
-- source and has no fields. Answers 'added', or 'there' or 'deleted' for one that the caller has, or had,
-- already. Errors: what create_task raises, and class 22 and 23 for what is no value or not possible.
create function private.stage_entry(entry jsonb) returns text
language plpgsql volatile as $$
declare
  me constant uuid := auth.uid();
  source constant text := entry ->> 'source';
  new_id constant uuid := private.imported_id(source);
  addresses text[];
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  if not entry ? 'fields' then
    select tasks.* into task
    from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
    where staged.task_id = new_id;
    if not found then
      perform private.refuse('source', 'INVALID');
    end if;
    perform private.stage_history(task, entry);
    return 'added';
  end if;

  select tasks.* into task from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and (tasks.user_id = me or tasks.household_id = any (array(select private.my_households())))
  order by tasks.deleted_at nulls first
  limit 1;
  if found then
    return case when task.deleted_at is null then 'there' else 'deleted' end;
  end if;
  perform private.check_limit('active_tasks', (
    select 1 + count(*) from public.tasks
    where tasks.user_id = me and tasks.deleted_at is null and tasks.household_id is null
  ));

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
  perform private.check_limit('pauses', (select count(*) from unnest(task.paused)));
  execute private.over_fields(
    'insert into public.tasks (id, user_id, is_active, paused, %s)
     values (($1).id, ($1).user_id, false, ($1).paused, %s) returning *'
  )
  into task using task;
  if exists (
    select from public.tasks
    where tasks.user_id = me and tasks.title = task.title and tasks.is_active
      and tasks.household_id is null
  ) then
    perform private.refuse('title', 'DUPLICATE_TASK');
  end if;
  insert into private.staged_tasks (task_id, person_id, place, addresses)
  values (
    new_id, me,
    (
      select 1 + coalesce(max(staged.place), 0)
      from private.staged_tasks staged where staged.person_id = me
    ),
    addresses
  );
  perform private.stage_history(task, entry);
  return 'added';
end;
$$;

-- Stages the tasks of one piece of a file that can be taken. The first piece, number 0, begins an
-- import, and ends another one of the caller that is not finished. The pieces come in their order; one
-- that came is answered as before. `entries` is [{source, fields, shareWith, formerSchedules, pausedDays,
-- putOffs, completions, catchUps, notes, checks}, …], at most 100 and as JSON 500,000 bytes, and all pieces
-- together 2,000 tasks and 15,000,000 bytes; `source` is what a task is known by in the file. One
-- without fields has more of the past of a task that came before. Answers for each, in order,
-- {outcome: 'added' | 'there' | 'deleted' | 'refused', issues: [{path, code}]}.
-- Errors: VALIDATION_FAILED and PAYLOAD_TOO_LARGE for what is no such piece, IMPORT_NOT_FOUND when another
-- import has begun since, or this one is finished.
create function private.import_piece(import_id uuid, number integer, entries jsonb) returns jsonb
language plpgsql volatile security definer as $$
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
  -- One person's imports come one after the other.
  perform private.lock_quota('tasks', me);

  select imports.* into import from private.imports where imports.person_id = me;
  if import.id is distinct from import_id and import_piece.number = 0 then
    perform private.drop_import(me);
    insert into private.imports (person_id, id) values (me, import_id) returning * into import;
  end if;
  if import.id is distinct from import_id or import.outcome is not null then
    raise exception using errcode = 'PT404', message = 'IMPORT_NOT_FOUND';
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
  -- 10 MB of a file, which the spaces between its values make longer here.
  if import.bytes > 15000000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import.tasks > 2000 then
    perform private.refuse('entries', 'INVALID');
  end if;

  for entry in select value from jsonb_array_elements(entries) loop
    issues := '[]';
    outcome := 'refused';
    begin
      outcome := private.stage_entry(entry);
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
      -- A task comes with all of its past, or not at all.
      delete from public.tasks
      using private.staged_tasks staged
      where staged.task_id = private.imported_id(entry ->> 'source') and tasks.id = staged.task_id;
    end if;
    results := results || jsonb_build_object('outcome', outcome, 'issues', issues);
  end loop;
  insert into private.import_pieces (person_id, number, digest, results)
  values (me, import_piece.number, sha256(convert_to(entries::text, 'UTF8')), to_jsonb(results));
  return to_jsonb(results);
end;
$$;

-- What stands in the event of an imported task: how it came.
create function private.imported_json(task public.tasks) returns jsonb
language plpgsql stable as $$
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

-- Shows all that an import has staged, and shares it again if with_shares. Answers {added, refused}, how
-- many; again the same. Errors: IMPORT_NOT_FOUND, LIMIT_REACHED for shares, contacts or bytes;
-- then nothing is added.
create function private.finish_import(import_id uuid, with_shares boolean default false) returns jsonb
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  room integer;
  staged_count integer;
  added_count integer;
begin
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports
  where imports.person_id = me and imports.id = import_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'IMPORT_NOT_FOUND';
  elsif import.outcome is not null then
    return import.outcome;
  end if;

  -- Titles may have been taken, and room used up, since the pieces came.
  select count(*) into staged_count from private.staged_tasks staged where staged.person_id = me;
  delete from public.tasks
  using private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id
    and exists (
      select from public.tasks active
      where active.user_id = me and active.title = tasks.title and active.is_active
        and active.household_id is null
    );
  room := private.limit_of('active_tasks') - (
    select count(*) from public.tasks where tasks.user_id = me and tasks.household_id is null and tasks.is_active
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

  -- While they are staged, so that one event a task tells of the import. Its messages are one a person.
  insert into private.task_shares (task_id, owner_id, contact_email)
  select staged.task_id, me, address
  from private.staged_tasks staged, unnest(staged.addresses) as address
  where with_shares and staged.person_id = me
  order by staged.task_id, address;
  perform private.send_no_tasks(true);
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
    perform private.check_room(null, me);
    perform private.send_list_changed(array[me]);
  end if;

  delete from private.staged_tasks staged where staged.person_id = me;
  delete from private.import_pieces pieces where pieces.person_id = me;
  update private.imports
  set outcome = jsonb_build_object('added', added_count, 'refused', staged_count - added_count)
  where imports.person_id = me
  returning * into import;
  return import.outcome;
end;
$$;

-- Removes an import that nobody has finished within a day, one at a time.
create function private.forget_old_imports() returns void
language plpgsql volatile security definer as $$
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

-- Displays and labels: what is due in a household, and ticked by name, for whoever stands before a tablet or a
-- printed label, without an account. docs/design/display.md.

-- A tablet on a wall. Its address is shown once, when it is made: of its token only the SHA-256 is kept.
create table public.household_displays (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  name text not null,
  -- nobody may read it
  token_hash bytea not null unique,
  -- where it hears that something has changed: another one with another token
  channel uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- the hour in which it was last read; null: never
  used_at timestamptz
);

-- Calls alone write them.
grant select (id, household_id, name, created_at, used_at) on public.household_displays to authenticated;

create index household_displays_by_household on public.household_displays (household_id);

create policy "Keepers see the displays of their households" on public.household_displays
  for select to authenticated
  using (household_id = any (array(select private.my_households('keeper'))));

-- What the labels of a household are made from: the same ones whenever they are printed, until there is a new
-- secret.
create table private.household_labels (
  household_id uuid primary key references public.households (id) on delete cascade,
  secret bytea not null
);

-- The token of a task's label: the task's id and 128 bits of its HMAC, in base64url.
create function private.label_token(task_id uuid, secret bytea) returns text
language sql immutable as $$
  select rtrim(translate(encode(
    uuid_send(task_id) || substring(extensions.hmac(uuid_send(task_id), secret, 'sha256') from 1 for 16),
    'base64'
  ), '+/', '-_'), '=')
$$;

-- The task that a token says it is the label of; null for what is no label.
create function private.task_of_label(token text) returns uuid
language sql immutable as $$
  select case when token ~ '^[A-Za-z0-9_-]{43}$' then
    encode(substring(decode(translate(token, '-_', '+/') || '=', 'base64') from 1 for 16), 'hex')::uuid
  end
$$;

-- What a token opens: a display, or the label of one task. Counts the use. The hashes are compared: how far one
-- agrees with another says nothing of the token.
-- Errors: LINK_NOT_VALID, whatever is wrong with it; TOO_MANY_ATTEMPTS.
create function private.open_display(
  token text, is_change boolean,
  out id uuid, out household_id uuid, out task_id uuid, out via text, out name text, out channel uuid
)
language plpgsql volatile security definer as $$
begin
  select opened.* into id, household_id, task_id, via, name, channel
  from (
    select displays.id, displays.household_id, null::uuid, 'display', displays.name, displays.channel
    from public.household_displays displays
    where displays.token_hash = sha256(convert_to(token, 'UTF8'))
    union all
    select tasks.id, labels.household_id, tasks.id, 'label', null, null
    from public.tasks
    join private.household_labels labels on labels.household_id = tasks.household_id
    where tasks.id = private.task_of_label(token) and tasks.is_active
      and sha256(convert_to(private.label_token(tasks.id, labels.secret), 'UTF8'))
        = sha256(convert_to(token, 'UTF8'))
  ) as opened (id, household_id, task_id, via, name, channel)
  join public.households on households.id = opened.household_id
  where households.deleted_at is null;
  if id is null then
    perform private.fail('LINK_NOT_VALID');
  end if;
  perform private.count_use('display_uses_per_minute', id::text);
  if is_change then
    perform private.count_use('display_changes_per_day', id::text);
  end if;
end;
$$;

-- A task as displays and labels have it: what decides when it is due, and who did it lately by their ids in the
-- household. Nothing else: no notes, no checklist, nobody's account; and nothing that is null or an empty list.
create function private.shown_task(task jsonb) returns jsonb
language sql stable as $$
  select (
    select jsonb_object_agg(field.key, field.value)
    from jsonb_each(task) as field
    where field.value not in ('null', '[]') and (
      field.key in (select fields.field from private.task_fields as fields where decides_days and max_length is null)
      or field.key in (
        'id', 'title', 'category', 'scheduleFrom', 'customRrule', 'missedPolicy', 'formerSchedules', 'putOffs',
        'pausedDays', 'completedDays', 'skippedDays', 'swaps'
      )
    )
  ) || jsonb_build_object('recentCompletions', (
    select coalesce(
      jsonb_agg(
        (
          select jsonb_object_agg(field.key, field.value)
          from jsonb_each(done) as field
          where field.key = any ('{date, status, completedAt, timeZone, people, via}'::text[])
        )
        order by done ->> 'date'
      ),
      '[]'
    )
    from jsonb_array_elements(task -> 'recentCompletions') as done
  ))
$$;

-- Of the active tasks of a household, those that a tablet may have to show, with what is due before what is not: what
-- was done or skipped today, then by how long it was not in comparison with how often it comes.
create function private.tasks_for_display(household uuid) returns uuid[]
language sql stable as $$
  select array_agg(
    tasks.id
    order by
      case
        when latest.day >= private.earliest_today() then 1
        else (private.latest_today() - coalesce(latest.day, tasks.start_date - 1))::numeric / case tasks.repeat_value
          when 'weekly' then 7 when 'monthly' then 28 when 'yearly' then 365 else 1
        end
      end desc,
      tasks.id
  )
  from public.tasks
  cross join lateral (
    select max(completions.completed_date) as day from public.task_completions completions
    where completions.task_id = tasks.id and completions.completed_date <= private.latest_today()
  ) as latest
  where tasks.household_id = household and tasks.is_active
    and (
      tasks.start_date <= private.latest_today() + 7
      or exists (select from public.task_schedules former where former.task_id = tasks.id)
      or exists (select from public.task_put_offs moved where moved.task_id = tasks.id)
    )
$$;

-- The people of a household who can be named: [{id, name, face}], in the order in which they came.
create function private.present_people(household uuid) returns jsonb
language sql stable as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', people.id, 'name', people.name, 'face', people.face)
      order by people.joined_at, people.id
    ),
    '[]'
  )
  from public.household_people people
  where people.household_id = household and people.left_on is null
$$;

-- Those whom the completions of these tasks name and who can be named no more, in the same form.
create function private.former_people(household uuid, tasks jsonb) returns jsonb
language sql stable as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', named.id, 'name', named.name, 'face', coalesce(people.face, 0))
      order by named.id
    ),
    '[]'
  )
  from (
    select distinct on (task_people.person_id) task_people.person_id as id, task_people.name
    from jsonb_array_elements(tasks) as task
    cross join jsonb_array_elements(task -> 'recentCompletions') as done
    cross join jsonb_array_elements_text(coalesce(done -> 'people', '[]')) as person (id)
    join private.task_people
      on task_people.task_id = (task ->> 'id')::uuid and task_people.person_id = person.id::uuid
    order by task_people.person_id
  ) as named
  left join public.household_people people on people.id = named.id and people.household_id = household
  where people.id is null or people.left_on is not null
$$;

-- read_display, tick_on_display and undo_on_display take the token of a display or of a label, and ask for no account.
-- Errors of all three: LINK_NOT_VALID for a token that opens nothing, TOO_MANY_ATTEMPTS for more than 120 uses in a minute.

-- {digest, id, name, household, people, formerPeople, me, tasks, leftOut}: the household's active tasks, or that of the
-- label, by private.shown_task, of which a tablet has as many as 100 kB hold, what is due first, and how many it left
-- out; me is the person as whom the caller belongs, if one does. {digest} alone where
-- it is the one that is known.
create function private.read_display(token text, known text default null) returns jsonb
language plpgsql volatile security definer as $$
declare
  opened record;
  household public.households;
  people jsonb;
  -- by whom whose turn it is can be said, where nobody who passes by may read who is away
  turns jsonb := '{}';
  ids uuid[];
  revisions text;
  digest text;
  tasks jsonb;
  left_out integer;
begin
  select * into opened from private.open_display(token, false);
  update public.household_displays displays set used_at = date_trunc('hour', now())
  where displays.id = opened.id and displays.used_at is distinct from date_trunc('hour', now());
  select households.* into household from public.households where households.id = opened.household_id;
  people := private.present_people(household.id);
  select
    array_agg(rows.id order by rows.id), string_agg(rows.id || ':' || rows.revision, ',' order by rows.id)
  into ids, revisions
  from public.tasks rows
  where rows.household_id = household.id and rows.is_active
    and (opened.task_id is null or rows.id = opened.task_id);
  if opened.task_id is null then
    turns := jsonb_build_object(
      'former', coalesce(private.former_names_json(household.id), '{}'),
      'absences', coalesce(private.absences_json(household.id, private.latest_today()), '[]')
    );
  end if;
  digest := md5(jsonb_build_array(opened.name, household.name, people, revisions, turns)::text);
  if digest = known then
    return jsonb_build_object('digest', digest);
  end if;
  if opened.task_id is null then
    ids := private.tasks_for_display(household.id);
  end if;
  -- As many of those that come first as have 50 kB; the label's one in any case.
  select
    coalesce(jsonb_agg(sized.task order by sized.task ->> 'id') filter (where sized.fits), '[]'),
    count(*) filter (where not sized.fits)
  into tasks, left_out
  from (
    select shown.task, opened.task_id is not null
      or sum(octet_length(shown.task::text)) over (order by array_position(ids, shown.id)) <= 50000 as fits
    from (
      select (task ->> 'id')::uuid as id, private.shown_task(task) as task
      from private.task_json(ids, opened.task_id is not null) as task
      where not task ? 'cut'
    ) as shown
  ) as sized;
  return jsonb_build_object(
    'digest', digest,
    'id', coalesce(opened.channel, opened.household_id),
    'name', opened.name,
    'household', household.name,
    'people', people,
    'formerPeople', private.former_people(household.id, tasks),
    'me', (
      select me.id from public.household_people me
      where me.household_id = household.id and me.account_id = auth.uid() and me.left_on is null
    ),
    'tasks', tasks
  ) || turns || case when left_out > 0 then jsonb_build_object('leftOut', left_out) else '{}' end;
end;
$$;

-- From here to the end of the transaction nobody is signed in, whoever is: what a display or a label does is
-- nobody's account's. It is told in the time zone of the device, if that is one. A label keeps nothing for later, so
-- that what it does is done now, whatever the request says.
create function private.act_for_display(via text, time_zone text) returns void
language sql volatile as $$
  select
    set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
    set_config('rota.via', via, true),
    set_config('request.headers', case when via = 'label' then '' else current_setting('request.headers', true) end, true),
    set_config('rota.time_zone', case when private.is_time_zone(time_zone) then time_zone else '' end, true)
$$;

-- Whether a task is one that a display or label may change, and these people can be named in it.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED.
create function private.check_display_change(
  household uuid, label_of uuid, task uuid, people uuid[] default null
) returns void
language plpgsql stable as $$
begin
  if task <> label_of or not exists (
    select from public.tasks
    where tasks.id = task and tasks.household_id = household and tasks.is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  elsif array_ndims(people) > 1 or cardinality(people) <> (
    select count(*) from public.household_people
    where household_people.household_id = household and household_people.left_on is null and household_people.id = any (people)
  ) then
    perform private.refuse('people', 'INVALID');
  end if;
end;
$$;

-- Marks an occurrence done by one or more people who are present, on a day that private.doable_days has, also up to
-- seven days ahead, by a label one of the last 31 days, told in this IANA time zone (UTC where it is none). The first
-- one wins.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.tick_on_display(
  token text, task_id uuid, day date, people uuid[], time_zone text
) returns void
language plpgsql volatile security definer as $$
declare
  opened record;
begin
  select * into opened from private.open_display(token, true);
  perform private.act_for_display(opened.via, time_zone);
  if coalesce(cardinality(people), 0) = 0 then
    perform private.refuse('people', 'INVALID');
  elsif day is null then
    perform private.refuse('date', 'INVALID');
  end if;
  perform private.check_display_change(
    opened.household_id, opened.task_id, tick_on_display.task_id, tick_on_display.people
  );
  if opened.via = 'label' and day < private.earliest_today() - 31 then
    perform private.refuse('date', 'INVALID');
  end if;
  begin
    if not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = tick_on_display.task_id and catch_ups.days @> tick_on_display.day
    ) then
      insert into public.task_completions (task_id, completed_date, user_id, people)
      values (tick_on_display.task_id, tick_on_display.day, null, tick_on_display.people)
      on conflict do nothing;
    end if;
  exception
    -- Somebody caught up on it in the meantime.
    when sqlstate 'PT409' then null;
  end;
  -- Now that the task is locked: it may have left the household, or a person may have.
  perform private.check_display_change(
    opened.household_id, opened.task_id, tick_on_display.task_id, tick_on_display.people
  );
end;
$$;

-- Takes back what was ticked without an account: a display for a day, a label what labels did for 15 minutes. One
-- that is not there is no error. Errors: TASK_NOT_FOUND, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create function private.undo_on_display(token text, task_id uuid, day date, time_zone text) returns void
language plpgsql volatile security definer as $$
declare
  opened record;
begin
  select * into opened from private.open_display(token, true);
  perform private.act_for_display(opened.via, time_zone);
  perform private.check_display_change(opened.household_id, opened.task_id, undo_on_display.task_id);
  delete from public.task_completions completions
  where completions.task_id = undo_on_display.task_id and completions.completed_date = undo_on_display.day
    and completions.user_id is null
    and case opened.via
      when 'display' then completions.via is not null and completions.completed_at > now() - interval '24 hours'
      else completions.via = 'label' and completions.completed_at > now() - interval '15 minutes'
    end;
  perform private.check_display_change(opened.household_id, opened.task_id, undo_on_display.task_id);
  if exists (
    select from public.task_completions completions
    where completions.task_id = undo_on_display.task_id and completions.completed_date = undo_on_display.day
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
end;
$$;

-- Makes a display of a household, and answers its token, which nothing answers again; a keeper's. Names have 1 to
-- 100 characters. The same id again is the same display, with a new token.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.create_display(household_id uuid, id uuid, name text) returns text
language plpgsql volatile security definer as $$
declare
  token constant text := private.new_token();
  replaced uuid;
begin
  perform private.begin_household(create_display.household_id, 'keeper');
  if create_display.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.check_limit('displays', (
    select 1 + count(*) from public.household_displays displays
    where displays.household_id = create_display.household_id and displays.id <> create_display.id
  ));
  select displays.channel into replaced from public.household_displays displays
  where displays.id = create_display.id and displays.household_id = create_display.household_id;
  insert into public.household_displays as display (id, household_id, name, token_hash)
  values (
    create_display.id, create_display.household_id, private.checked_name(create_display.name),
    sha256(convert_to(token, 'UTF8'))
  )
  on conflict on constraint household_displays_pkey do update
  set name = excluded.name, token_hash = excluded.token_hash, channel = excluded.channel
  where display.household_id = excluded.household_id;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
  -- Whoever has the former address finds that it opens nothing.
  perform realtime.send('{}', 'changed', 'display:' || replaced, true) where replaced is not null;
  return token;
end;
$$;

-- A keeper's; one that is not there is no error.
create function private.revoke_display(id uuid) returns void
language plpgsql volatile security definer as $$
declare
  revoked uuid;
begin
  delete from public.household_displays displays
  where displays.id = revoke_display.id
    and displays.household_id = any (array(select private.my_households('keeper')))
  returning displays.channel into revoked;
  if revoked is not null then
    perform realtime.send('{}', 'changed', 'display:' || revoked, true);
  end if;
end;
$$;

-- The tokens of the labels of a household's active tasks, {task id: token}, the same ones each time; a keeper's and
-- a member's. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED.
create function private.print_labels(household_id uuid) returns jsonb
language plpgsql volatile security definer as $$
declare
  secret_of_labels bytea;
begin
  if print_labels.household_id is null
    or print_labels.household_id <> all (array(select private.my_households())) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif print_labels.household_id <> all (array(select private.my_households('member'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  insert into private.household_labels (household_id, secret)
  values (print_labels.household_id, extensions.gen_random_bytes(32))
  on conflict do nothing;
  select labels.secret into secret_of_labels from private.household_labels labels
  where labels.household_id = print_labels.household_id;
  return (
    select coalesce(jsonb_object_agg(tasks.id, private.label_token(tasks.id, secret_of_labels)), '{}')
    from public.tasks where tasks.household_id = print_labels.household_id and tasks.is_active
  );
end;
$$;

-- From now on there are new labels, and the old ones open nothing; a keeper's.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create function private.renew_labels(household_id uuid) returns void
language plpgsql volatile security definer as $$
begin
  perform private.begin_household(renew_labels.household_id, 'keeper');
  insert into private.household_labels (household_id, secret)
  values (renew_labels.household_id, extensions.gen_random_bytes(32))
  on conflict on constraint household_labels_pkey do update set secret = excluded.secret;
end;
$$;

-- Displays hear that something has changed, and no more, on a channel of their own; they read what it was.
create function private.send_to_displays(household uuid) returns void
language sql volatile security definer as $$
  select realtime.send('{}', 'changed', 'display:' || displays.channel, true)
  from public.household_displays displays where displays.household_id = household
$$;

-- Of the display whose channel it is, which whoever has its token learns.
create function private.is_display_topic(topic text) returns boolean
language sql stable security definer as $$
  select exists (
    select from public.household_displays displays
    join public.households on households.id = displays.household_id
    where topic = 'display:' || displays.channel and households.deleted_at is null
  )
$$;

create policy "Displays hear that their household has changed" on realtime.messages
  for select to anon
  using (extension = 'broadcast' and private.is_display_topic((select realtime.topic())));

create function private.send_displays() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_to_displays(new.household_id);
  if tg_op = 'UPDATE' and old.household_id is distinct from new.household_id then
    perform private.send_to_displays(old.household_id);
  end if;
  return null;
end;
$$;

create function private.send_new_displays() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_to_displays(households.household_id)
  from (select distinct added.household_id from added where added.household_id is not null) as households;
  return null;
end;
$$;

create function private.send_household_displays() returns trigger
language plpgsql security definer as $$
begin
  perform private.send_to_displays(new.id);
  return null;
end;
$$;

create trigger send_displays after update on public.tasks
  for each row when (
    (new.household_id is not null or old.household_id is not null)
    and current_setting('rota.quiet', true) is distinct from 'on'
  )
  execute function private.send_displays();

create trigger send_new_displays after insert on public.tasks
  referencing new table as added
  for each statement when (current_setting('rota.quiet', true) is distinct from 'on')
  execute function private.send_new_displays();

create trigger send_displays after insert or update of name, face, left_on on public.household_people
  for each row execute function private.send_displays();

create trigger send_displays after update on public.households
  for each row execute function private.send_household_displays();

-- Push: a person's devices, what they want to be told, what is due. docs/design/push.md.

-- What a person wants to be told on their devices; nothing, without a row.
create table private.push_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- of the clocks in the person's time zone, 0 to 23: when to tell what is due today; null: never
  today_hour smallint check (today_hour between 0 and 23),
  invitations boolean not null,
  -- what others have done in tasks that are theirs, too
  done boolean not null,
  -- of what is due, only what is their turn
  only_my_turns boolean not null default false,
  -- turns that others want to hand on to them
  offers boolean not null default false,
  -- from the first hour until the second nothing is sent; both null: at no time
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  -- the latest day about which there is nothing more to tell
  sent_until date,
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- The first part of a subscription that can't be one; null where all can.
create function private.wrong_in_subscription(endpoint text, p256dh text, auth text) returns text
language sql immutable as $$
  select case
    when (char_length(endpoint) <= 1000 and endpoint ~ '^https://[a-z0-9.-]+(:[0-9]{1,5})?/[!-~]+$') is not true
      then 'endpoint'
    when (p256dh ~ '^B[A-Za-z0-9_-]{86}$') is not true then 'p256dh'
    when (auth ~ '^[A-Za-z0-9_-]{22}$') is not true then 'auth'
  end
$$;

-- A browser that has subscribed to pushes (RFC 8030). Whoever knows its endpoint and keys can send to it.
create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique,
  -- the browser's public key and secret (RFC 8291), in base64url
  p256dh text not null,
  auth text not null,
  label text not null check (char_length(label) between 1 and 100),
  -- that of Auth in which it was added, and with which it ends; null: the token named none
  session_id uuid,
  created_at timestamptz not null default now(),
  -- when a push server last took something for it
  used_at timestamptz,
  -- since then
  failures integer not null default 0,
  waits_until timestamptz,
  check (private.wrong_in_subscription(endpoint, p256dh, auth) is null)
);

create index push_devices_by_person on private.push_devices (user_id);

-- The tasks in which a person wants to know what others do, whether or not they want it of all.
create table private.watched_tasks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  task_id uuid not null references public.tasks (id) on delete cascade,
  primary key (user_id, task_id)
);

create index watched_tasks_by_task on private.watched_tasks (task_id);

create index completions_by_instant on public.task_completions (completed_at) where status = 'done';

create index invitation_mails_by_wish on private.invitation_mails (wanted_at);

-- Whether the session is still there in which a device was added: who signs out there, or everywhere, is told
-- nothing more.
create function private.is_signed_in(session_id uuid) returns boolean
language plpgsql stable security definer as $$
begin
  return session_id is null
    or exists (select from auth.sessions where sessions.id = is_signed_in.session_id);
end;
$$;

-- The hour at which what is due is told: within the quiet hours it waits for their end.
create function private.push_hour(hour integer, quiet_from integer, quiet_until integer) returns integer
language sql immutable as $$
  select case when private.is_within(hour, quiet_from, quiet_until) then quiet_until else hour end
$$;

-- Whether an hour is one of those from the first until the second, which may be over midnight; never, without them.
create function private.is_within(hour integer, from_hour integer, until_hour integer) returns boolean
language sql immutable as $$
  select coalesce(
    case
      when from_hour < until_hour then hour >= from_hour and hour < until_hour
      else hour >= from_hour or hour < until_hour
    end,
    false
  )
$$;

-- What the caller is told, and where: {todayHour, onlyMyTurns, invitations, done, offers, quietFrom, quietUntil, watched, devices}: the
-- ids of the tasks that they watch, and devices as {id, label, addedAt, isThis}, where isThis is the one that has
-- the endpoint.
create function private.read_push(endpoint text default null) returns jsonb
language sql stable security definer as $$
  select jsonb_build_object(
    'todayHour', settings.today_hour,
    'invitations', coalesce(settings.invitations, false),
    'done', coalesce(settings.done, false),
    'onlyMyTurns', coalesce(settings.only_my_turns, false),
    'offers', coalesce(settings.offers, false),
    'quietFrom', settings.quiet_from,
    'quietUntil', settings.quiet_until,
    'watched', (
      select coalesce(jsonb_agg(watched.task_id order by watched.task_id), '[]')
      from private.watched_tasks watched
      where watched.user_id = auth.uid()
    ),
    'devices', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', devices.id,
            'label', devices.label,
            'addedAt', private.iso(devices.created_at),
            'isThis', devices.endpoint is not distinct from read_push.endpoint
          )
          order by devices.created_at, devices.id
        ),
        '[]'
      )
      from private.push_devices devices
      where devices.user_id = auth.uid() and private.is_signed_in(devices.session_id)
    )
  )
  from (select auth.uid() as id) as me
  left join private.push_settings settings on settings.user_id = me.id
$$;

-- Decides what the caller is told. Hours are 0 to 23 by the clocks of their time zone, or null for never; the
-- quiet ones may go over midnight. Errors: VALIDATION_FAILED.
create function private.set_push(
  today_hour integer, invitations boolean, done boolean, quiet_from integer, quiet_until integer,
  only_my_turns boolean default false, offers boolean default false
) returns void
language plpgsql volatile security definer as $$
begin
  if today_hour not between 0 and 23 then
    perform private.refuse('todayHour', 'INVALID');
  elsif invitations is null or done is null or only_my_turns is null or offers is null then
    perform private.refuse('', 'INVALID');
  elsif (quiet_from is null) <> (quiet_until is null) or quiet_from = quiet_until
    or quiet_from not between 0 and 23 or quiet_until not between 0 and 23 then
    perform private.refuse('quietFrom', 'INVALID');
  end if;
  insert into private.push_settings (
    user_id, today_hour, invitations, done, quiet_from, quiet_until, only_my_turns, offers, sent_until
  )
  select
    profiles.id, set_push.today_hour, set_push.invitations, set_push.done,
    set_push.quiet_from, set_push.quiet_until, set_push.only_my_turns, set_push.offers,
    -- It begins with the next such hour. make_interval takes null for no hours.
    case when set_push.today_hour is not null then (
      private.local_time(now(), profiles.time_zone)
      - make_interval(hours => private.push_hour(set_push.today_hour, set_push.quiet_from, set_push.quiet_until))
    )::date end
  from public.profiles where profiles.id = auth.uid()
  on conflict (user_id) do update
  set
    today_hour = excluded.today_hour, invitations = excluded.invitations, done = excluded.done,
    quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    only_my_turns = excluded.only_my_turns, offers = excluded.offers,
    sent_until = greatest(push_settings.sent_until, excluded.sent_until);
end;
$$;

-- Whether the caller is told what others do in a task, also where they don't want to know it of all. Errors:
-- TASK_NOT_FOUND, LIMIT_REACHED.
create function private.watch_task(task_id uuid, is_watched boolean) returns void
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
begin
  if is_watched is not true then
    delete from private.watched_tasks watched
    where watched.user_id = me and watched.task_id = watch_task.task_id;
    return;
  end if;
  if not private.is_participant(watch_task.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.lock_quota('watched tasks', me);
  insert into private.watched_tasks (user_id, task_id) values (me, watch_task.task_id)
  on conflict do nothing;
  perform private.check_limit('watched_tasks', (
    select count(*) from private.watched_tasks watched where watched.user_id = me
  ));
  insert into private.push_settings (user_id, invitations, done) values (me, false, false)
  on conflict do nothing;
end;
$$;

-- Adds the browser that has this subscription, and answers its id; the same one again is the same device. That of
-- somebody else is taken over by whoever has its keys, and refused to anybody else. It ends with the caller's
-- session. Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.add_push_device(endpoint text, p256dh text, auth text, label text) returns uuid
language plpgsql volatile security definer as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := nullif(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', ''
  );
  wrong constant text := private.wrong_in_subscription(endpoint, p256dh, auth);
  device uuid;
begin
  if wrong is not null then
    perform private.refuse(wrong, 'INVALID');
  end if;
  perform private.lock_quota('push devices', me);
  -- Whoever has its keys sits before this browser now; who merely knows the endpoint does not. The row goes, and
  -- with it what it says of the one before.
  delete from private.push_devices
  where push_devices.endpoint = add_push_device.endpoint and push_devices.user_id <> me
    and push_devices.p256dh = add_push_device.p256dh and push_devices.auth = add_push_device.auth;
  delete from private.push_devices
  where push_devices.user_id = me and push_devices.endpoint <> add_push_device.endpoint
    and not private.is_signed_in(push_devices.session_id);
  perform private.check_limit('push_devices', (
    select 1 + count(*) from private.push_devices
    where push_devices.user_id = me and push_devices.endpoint <> add_push_device.endpoint
  ));
  insert into private.push_devices (user_id, endpoint, p256dh, auth, label, session_id)
  values (
    me, add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth,
    coalesce(nullif(left(private.entered_text(add_push_device.label), 100), ''), 'A device'), session
  )
  on conflict on constraint push_devices_endpoint_key do update
  set
    p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
    session_id = excluded.session_id, failures = 0, waits_until = null
  where push_devices.user_id = excluded.user_id
  returning push_devices.id into device;
  if device is null then
    perform private.refuse('endpoint', 'INVALID');
  end if;
  return device;
end;
$$;

-- One that is not there is no error.
create function private.remove_push_device(id uuid) returns void
language sql volatile security definer as $$
  delete from private.push_devices devices
  where devices.id = remove_push_device.id and devices.user_id = auth.uid()
$$;

-- The devices to which something may be sent at an instant, with what their people want; day is the one about
-- which the device is still to be told what is due. `after`: only of people whose id comes after this one.
create function private.ready_push_devices(instant timestamptz, after uuid default null)
returns table (
  device_id uuid, user_id uuid, endpoint text, p256dh text, auth text, time_zone text,
  created_at timestamptz, invitations boolean, done boolean, offers boolean, only_my_turns boolean, day date
)
language sql stable security definer as $$
  select
    devices.id, devices.user_id, devices.endpoint, devices.p256dh, devices.auth, profiles.time_zone,
    devices.created_at, settings.invitations, settings.done, settings.offers, settings.only_my_turns,
    case
      -- One that was added later that day begins with the next.
      when (
        private.local_time(devices.created_at, profiles.time_zone) - make_interval(hours => hours.hour)
      )::date < due.day
      and not exists (
        select from private.outbox
        where outbox.device_id = devices.id and outbox.kind = 'today' and outbox.key = due.day::text
      )
      then due.day
    end
  from private.push_settings settings
  join private.push_devices devices on devices.user_id = settings.user_id
  join public.profiles on profiles.id = settings.user_id
  cross join lateral (
    select private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until)
  ) as hours (hour)
  cross join lateral (
    select private.morning_due(instant, profiles.time_zone, hours.hour, settings.sent_until)
  ) as due (day)
  where (ready_push_devices.after is null or settings.user_id > ready_push_devices.after)
    and (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_within(
      extract(hour from private.local_time(instant, profiles.time_zone))::integer,
      settings.quiet_from, settings.quiet_until
    )
$$;

-- What others have done within the last hour, for each device whose person takes part and wants to know it, of all
-- tasks or of this one: {task, day, at}.
create function private.done_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql stable security definer as $$
  -- materialized: who takes part is asked once for each, and not once for each device.
  with told as materialized (
    select completions.*, person.id as person_id
    from public.task_completions completions
    join public.tasks on tasks.id = completions.task_id and tasks.is_active
    cross join lateral unnest(private.participants(completions.task_id)) as person (id)
    where completions.status = 'done'
      and completions.completed_at > instant - interval '1 hour' and completions.completed_at <= instant
      and completions.user_id is distinct from person.id
  )
  select
    devices.id, 'done', told.task_id || ' ' || told.completed_date, told.completed_at,
    jsonb_build_object('task', told.task_id, 'day', told.completed_date, 'at', private.iso(told.completed_at))
  from told
  join private.push_settings settings on settings.user_id = told.person_id
  join private.push_devices devices
    on devices.user_id = told.person_id and devices.created_at <= told.completed_at
  where (
      settings.done
      or exists (
        select from private.watched_tasks watched
        where watched.user_id = told.person_id and watched.task_id = told.task_id
      )
    )
    -- Whoever did it, by somebody else's word.
    and not exists (
      select from public.household_people doers
      where doers.account_id = told.person_id and doers.id = any (told.people || told.said_by)
    )
$$;

-- The invitations of the last day that still wait, for each device whose person wants to know: {key, senderName, count,
-- titles}.
create function private.invitations_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql stable security definer as $$
  select
    devices.id, 'invitation', keys.key, wanted.wanted_at, content.invitation || jsonb_build_object('key', keys.key)
  from private.invitation_mails wanted
  cross join lateral (
    select private.account_of(wanted.address, wanted.sender_id)
  ) as person (id)
  join private.push_settings settings on settings.user_id = person.id and settings.invitations
  join private.push_devices devices
    on devices.user_id = person.id and devices.created_at <= wanted.wanted_at
  cross join lateral (select concat_ws(' ', wanted.sender_id, wanted.wanted_at)) as keys (key)
  cross join lateral (
    select private.invitation_to(wanted.sender_id, wanted.address)
  ) as content (invitation)
  where wanted.household_invitation_id is null
    and wanted.wanted_at > instant - interval '1 day' and wanted.wanted_at <= instant
    and content.invitation is not null
$$;

-- The turns of the last day that others want to hand on and nobody has done or taken yet, for each device whose person
-- wants to know and may take them: {key, task, day, title, name}.
create function private.offers_for_devices(instant timestamptz)
returns table (device_id uuid, kind text, key text, at timestamptz, said jsonb)
language sql stable security definer as $$
  select
    devices.id, 'offer', keys.key, offers.offered_at,
    jsonb_build_object(
      'key', keys.key, 'task', offers.task_id, 'day', offers.day, 'title', tasks.title, 'name', sender.name
    )
  from public.turn_offers offers
  join public.tasks on tasks.id = offers.task_id and tasks.is_active
  join public.household_people sender on sender.id = offers.from_person
  join public.household_people taker
    on taker.household_id = tasks.household_id and taker.left_on is null
    and taker.id <> sender.id and taker.id = coalesce(offers.to_person, taker.id)
  join private.push_settings settings on settings.user_id = taker.account_id and settings.offers
  join private.push_devices devices
    on devices.user_id = taker.account_id and devices.created_at <= offers.offered_at
  left join public.task_put_offs moved
    on moved.task_id = offers.task_id and moved.due_date = offers.day
  cross join lateral (select coalesce(moved.new_date, offers.day)) as due (day)
  cross join lateral (select concat_ws(' ', offers.task_id, offers.day, offers.offered_at)) as keys (key)
  where offers.offered_at > instant - interval '1 day' and offers.offered_at <= instant
    and not exists (
      select from public.task_completions completions
      where completions.task_id = offers.task_id and completions.completed_date = due.day
    )
    and not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = offers.task_id and catch_ups.days @> due.day
    )
    and not exists (
      select from public.household_absences absences
      where absences.person_id = taker.id and offers.day between absences.from_day and absences.to_day
        and (absences.ended_on <= offers.day) is not true
    )
$$;

-- To whom something is to be sent at an instant, at most so many people: [{person, timeZone, devices}] in the
-- order of their ids, from the first one after `after` on. A device is {id, endpoint, p256dh, auth, day, onlyMyTurns,
-- done, invitations, offers}: the day about which it is to be told what is due, or null; and lists of what others did,
-- of invitations, and of turns that others want to hand on. In quiet hours there is nothing.
create function private.due_pushes(
  instant timestamptz default now(), after uuid default null, most integer default 100
) returns jsonb
language sql stable security definer as $$
  with ready as materialized (
    select * from private.ready_push_devices(instant, due_pushes.after)
  ),
  news as materialized (
    select told.device_id, told.kind, jsonb_agg(told.said order by told.at, told.key) as list
    from (
      select * from private.done_for_devices(instant)
      where exists (
        select from ready
        where ready.done
          or exists (select from private.watched_tasks watched where watched.user_id = ready.user_id)
      )
      union all
      select * from private.invitations_for_devices(instant) where exists (select from ready where ready.invitations)
      union all
      select * from private.offers_for_devices(instant) where exists (select from ready where ready.offers)
    ) as told
    where not exists (
      select from private.outbox
      where outbox.device_id = told.device_id and outbox.kind = told.kind and outbox.key = told.key
    )
    group by told.device_id, told.kind
  )
  select coalesce(jsonb_agg(people.person order by people.user_id), '[]')
  from (
    select
      ready.user_id,
      jsonb_build_object(
        'person', ready.user_id,
        'timeZone', min(ready.time_zone),
        'devices', jsonb_agg(
          jsonb_build_object(
            'id', ready.device_id, 'endpoint', ready.endpoint, 'p256dh', ready.p256dh, 'auth', ready.auth,
            'day', ready.day,
            'onlyMyTurns', ready.only_my_turns,
            'done', coalesce(done.list, '[]'),
            'invitations', coalesce(invited.list, '[]'),
            'offers', coalesce(offered.list, '[]')
          )
          order by ready.created_at, ready.device_id
        )
      ) as person
    from ready
    left join news as done on done.device_id = ready.device_id and done.kind = 'done'
    left join news as invited on invited.device_id = ready.device_id and invited.kind = 'invitation'
    left join news as offered on offered.device_id = ready.device_id and offered.kind = 'offer'
    where ready.day is not null or coalesce(done.list, invited.list, offered.list) is not null
    group by ready.user_id
    order by ready.user_id
    limit most
  ) as people
$$;

-- Looks at a day of a task, or puts it off ('look', 'do'), as the person whose push the link was in. What is done
-- stays where it is. Answers as follow_done_link does, with putOffTo, the day to which it is put off, or null.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function public.follow_put_off_link(
  person uuid, task_id uuid, day date, new_date date, action text
) returns jsonb
language plpgsql as $$
declare
  -- From here on the caller is that person.
  state constant jsonb := public.follow_done_link(person, task_id, day, 'look');
begin
  if action = 'do' and state ->> 'done' is null then
    perform public.put_off(follow_put_off_link.task_id, follow_put_off_link.day, follow_put_off_link.new_date);
  end if;
  return state || jsonb_build_object('putOffTo', (
    select task_put_offs.new_date from public.task_put_offs
    where task_put_offs.task_id = follow_put_off_link.task_id and task_put_offs.due_date = follow_put_off_link.day
  ));
end;
$$;

-- The outbox of mails and pushes, and what is forgotten with time.

-- Every mail and every push is a row before it is sent, and the worker that inserts the row sends it. Two workers send at
-- most one; one that is killed in between has sent none, and it is lost.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  -- of a mail: its address; of a push: null
  recipient text,
  device_id uuid references private.push_devices (id) on delete cascade,
  kind text not null,
  -- what makes it one among those of its kind to this address or device, such as a day
  key text not null,
  claimed_at timestamptz not null default now(),
  finished_at timestamptz,
  -- the server's words; null when it took the message
  error text,
  check (num_nonnulls(recipient, device_id) = 1),
  constraint outbox_once unique nulls not distinct (device_id, recipient, kind, key)
);

create index outbox_by_age on private.outbox (claimed_at);

create index outbox_by_mailbox on private.outbox (private.mailbox_of(recipient), claimed_at)
  where kind = 'invitation';

-- The id of a mail or push that is the caller's to send; null when somebody has claimed it before, when the address
-- takes no mails of this kind, or when the device is gone, signed out, or has been told enough of this kind for a day.
create function private.claim_message(
  kind text, key text, recipient text default null, device uuid default null
) returns uuid
language plpgsql volatile security definer as $$
declare
  claimed uuid;
begin
  if device is not null then
    -- One after the other for a device, so that no two take the last place of a day.
    perform from private.push_devices devices
    where devices.id = claim_message.device and private.is_signed_in(devices.session_id)
    for no key update;
    if not found or (
      select count(*) from private.outbox
      where outbox.device_id = claim_message.device and outbox.kind = claim_message.kind
        and outbox.claimed_at > now() - interval '1 day'
    ) >= private.limit_of(claim_message.kind || '_pushes_per_day') then
      return null;
    end if;
  elsif exists (
    select from private.mail_refusals refusals
    where refusals.address = claim_message.recipient and refusals.kind = claim_message.kind
  ) then
    return null;
  end if;
  insert into private.outbox (recipient, device_id, kind, key)
  values (claim_message.recipient, claim_message.device, claim_message.kind, claim_message.key)
  on conflict do nothing
  returning id into claimed;
  return claimed;
end;
$$;

-- How it went with a mail, or with pushes to one device. `failure` null: the server took it; 'unsent': it certainly did not,
-- and it may be claimed again; 'bounced': the address is none, which is remembered; 'gone': the device is no more, and is
-- forgotten; 'failed': refused, or nobody knows. A device that did not take a push gets nothing for a while, from the instant on.
create function private.finish_messages(
  messages uuid[], error text default null, failure text default null, wait_seconds integer default null,
  instant timestamptz default now()
) returns void
language plpgsql volatile security definer as $$
declare
  device constant uuid := (select outbox.device_id from private.outbox where outbox.id = any (messages) limit 1);
begin
  -- The device first, as a claim does, or the two could wait for each other.
  perform from private.push_devices devices where devices.id = device for no key update;
  if failure = 'gone' then
    delete from private.push_devices devices where devices.id = device;
  elsif failure = 'unsent' then
    delete from private.outbox where outbox.id = any (messages);
  else
    update private.outbox set finished_at = now(), error = left(finish_messages.error, 500)
    where outbox.id = any (messages);
  end if;
  if failure = 'bounced' then
    insert into private.mail_refusals (address, kind, reason)
    select outbox.recipient, outbox.kind, 'bounced' from private.outbox where outbox.id = any (messages)
    on conflict do nothing;
  end if;
  if failure is null then
    update private.push_devices devices set used_at = now(), failures = 0, waits_until = null
    where devices.id = device;
  else
    -- Twice as long each time, up to an hour; longer when the push server says so, up to six.
    update private.push_devices devices
    set
      failures = least(devices.failures + 1, 1000),
      waits_until = instant + greatest(
        make_interval(mins => least(60, 2 ^ least(devices.failures, 6))::integer),
        make_interval(secs => least(coalesce(wait_seconds, 0), 21600))
      )
    where devices.id = device;
  end if;
end;
$$;

-- There is nothing more to tell a person about that day, by mail ('morning') or by push ('today').
create function private.settle_day(kind text, person uuid, day date) returns void
language sql volatile security definer as $$
  update public.morning_mails set sent_until = day
  where kind = 'morning' and user_id = person and (sent_until is null or sent_until < day);
  update private.push_settings set sent_until = day
  where kind = 'today' and user_id = person and (sent_until is null or sent_until < day)
$$;

-- What is kept for a while alone: claims, and devices that take nothing, for 60 days; invitations to a household until they
-- expire; devices of sessions until these end; imports that nobody finishes.
create function private.forget_old() returns void
language sql volatile security definer as $$
  delete from private.outbox where claimed_at < now() - interval '60 days';
  delete from private.invitation_mails
  where household_invitation_id is not null and wanted_at < now() - interval '60 days';
  delete from public.household_invitations where expires_at < now();
  delete from private.push_devices devices
  where not private.is_signed_in(devices.session_id)
    or (
      devices.failures > 0
      and coalesce(devices.used_at, devices.created_at) < now() - interval '60 days'
    );
  delete from private.uses where since < now() - interval '1 day';
  select private.forget_old_imports()
$$;

-- Turns: who is away, and whose turn a day is whatever the roster says. The roster stands in the task and its
-- former schedules; whose turn any day is follows from all of it, in src/domain/turns: docs/design/turns.md.

-- Rows are never changed, but for the day on which one is ended: so no turn of the past changes.
create table public.household_absences (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  person_id uuid not null references public.household_people (id) on delete cascade,
  from_day date not null,
  -- included; 9999-12-31 where nobody knows it
  to_day date not null check (to_day >= from_day),
  -- the first day that it counts for: from_day where it was entered for the past too
  entered_on date not null,
  -- the first day on which the person was there again, where that was sooner
  ended_on date,
  for_past boolean not null default false,
  -- as whom in the household; null: the person left, and is away until they come back
  entered_by uuid,
  entered_at timestamptz not null default now()
);

-- Calls alone write them.
grant select (
  id, household_id, person_id, from_day, to_day, entered_on, ended_on, for_past, entered_by, entered_at
) on public.household_absences to authenticated;

create index household_absences_by_household on public.household_absences (household_id);

create index household_absences_by_person on public.household_absences (person_id);

create policy "People see who of their households is away" on public.household_absences
  for select to authenticated
  using (household_id = any (array(select private.my_households())));

-- A swap: a day's turn that somebody took or was given.
create table public.turn_swaps (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- by which its occurrence is known, wherever that was put off to
  day date not null,
  person_id uuid not null,
  -- the keeper who gave it; null: the person took it
  given_by uuid,
  given_at timestamptz not null default now(),
  primary key (task_id, day)
);

grant select (task_id, day, person_id, given_by, given_at) on public.turn_swaps to authenticated;

create policy "Participants see who took a turn" on public.turn_swaps
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- A day's turn that somebody wants to hand on.
create table public.turn_offers (
  task_id uuid not null references public.tasks (id) on delete cascade,
  day date not null,
  from_person uuid not null,
  -- null: to everybody
  to_person uuid,
  offered_at timestamptz not null default now(),
  primary key (task_id, day)
);

grant select (task_id, day, from_person, to_person, offered_at) on public.turn_offers to authenticated;

create policy "Participants see which turns are offered" on public.turn_offers
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The day that is today where a household is: in the zone of the keeper with an account who has been there longest.
-- What decides turns counts by it, wherever whoever enters it is.
create function private.household_today(household uuid) returns date
language sql stable security definer as $$
  select (now() at time zone coalesce(
    (
      select profiles.time_zone
      from public.household_people people join public.profiles on profiles.id = people.account_id
      where people.household_id = household and people.role = 'keeper' and people.left_on is null
      order by people.joined_at, people.id
      limit 1
    ),
    'UTC'
  ))::date
$$;

-- A roster has people of the task's household, each once; who has left may stay on it, and does not come onto it.
create function private.check_roster() returns trigger
language plpgsql security definer as $$
begin
  if cardinality(new.roster) > private.limit_of('people_on_roster') then
    perform private.refuse('roster', 'TOO_MANY_TURN_TAKERS');
  elsif exists (
    select from unnest(new.roster) as listed (id)
    left join public.household_people people
      on people.id = listed.id and people.household_id = new.household_id
    where people.id is null
      or people.left_on is not null and (tg_op = 'INSERT' or listed.id <> all (old.roster))
  ) or cardinality(new.roster) > (select count(distinct id) from unnest(new.roster) as listed (id)) then
    perform private.refuse('roster', 'INVALID');
  end if;
  return new;
end;
$$;

create trigger check_roster before update on public.tasks
  for each row when (old.roster is distinct from new.roster)
  execute function private.check_roster();

create trigger check_roster_of_new before insert on public.tasks
  for each row when (new.roster <> '{}')
  execute function private.check_roster();

-- The caller as a person of a household who may change when this one is away. Errors: VALIDATION_FAILED for
-- somebody who is not there, NOT_ALLOWED.
create function private.absence_changer(household uuid, person uuid) returns uuid
language plpgsql stable security definer as $$
declare
  me public.household_people;
begin
  select people.* into me from public.household_people people
  where people.household_id = household and people.account_id = auth.uid() and people.left_on is null;
  if not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household and people.left_on is null
  ) then
    perform private.refuse('person', 'INVALID');
  elsif me.id <> person and me.role <> 'keeper' then
    perform private.fail('NOT_ALLOWED');
  end if;
  return me.id;
end;
$$;

-- Enters when a person is away, oneself or, as a keeper, anybody of the household; to_day is included, and null where
-- nobody knows it. It counts from today on or, for_past, from its first day. The same id again changes nothing.
-- Errors of both: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.enter_absence(
  household_id uuid, id uuid, person_id uuid, from_day date, to_day date default null,
  for_past boolean default false
) returns void
language plpgsql volatile security definer as $$
declare
  today constant date := private.household_today(enter_absence.household_id);
  last_day constant date := coalesce(to_day, '9999-12-31');
  -- What has not begun is known before it does.
  is_for_past constant boolean := coalesce(for_past, false) and from_day < today;
  me uuid;
begin
  perform private.begin_household(enter_absence.household_id, 'helper');
  me := private.absence_changer(enter_absence.household_id, enter_absence.person_id);
  if exists (
    select from public.household_absences absences
    where absences.id = enter_absence.id
      and (absences.household_id, absences.person_id, absences.from_day, absences.to_day)
        = (enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day)
  ) then
    return;
  elsif enter_absence.id is null
    or exists (select from public.household_absences absences where absences.id = enter_absence.id) then
    perform private.refuse('id', 'INVALID');
  elsif not private.is_day(from_day) then
    perform private.refuse('fromDay', 'INVALID');
  elsif not private.is_day(last_day) or last_day < from_day then
    perform private.refuse('toDay', 'ABSENCE_ENDS_BEFORE_START');
  elsif last_day < today and not is_for_past then
    perform private.refuse('toDay', 'ABSENCE_IS_OVER');
  end if;
  insert into public.household_absences (
    id, household_id, person_id, from_day, to_day, entered_on, for_past, entered_by
  )
  values (
    enter_absence.id, enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day,
    case when is_for_past then enter_absence.from_day else today end, is_for_past, me
  );
  perform private.check_limit('absences_of_person', (
    select count(*) from public.household_absences absences
    where absences.person_id = enter_absence.person_id and absences.entered_by is not null
  ));
  perform private.check_limit('absences_of_household', (
    select count(*) from public.household_absences absences
    where absences.household_id = enter_absence.household_id and absences.entered_by is not null
  ));
  perform private.send_household(enter_absence.household_id);
end;
$$;

-- From today on the person is there again; what was yesterday stays. Again, or of what is over: no error.
create function private.end_absence(household_id uuid, id uuid) returns void
language plpgsql volatile security definer as $$
declare
  today constant date := private.household_today(end_absence.household_id);
  absence public.household_absences;
begin
  perform private.begin_household(end_absence.household_id, 'helper');
  select absences.* into absence from public.household_absences absences
  where absences.id = end_absence.id and absences.household_id = end_absence.household_id;
  if absence.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.absence_changer(absence.household_id, absence.person_id);
  -- What is over has ended by itself.
  update public.household_absences absences set ended_on = today
  where absences.id = absence.id and absences.ended_on is null and absences.to_day >= today;
  if found then
    perform private.send_household(absence.household_id);
  end if;
end;
$$;

-- Of a household, those that have begun by a day: [{id, person, from, to, enteredOn, endedOn}], in the order of their
-- days.
create function private.absences_json(household uuid, begun_by date default 'infinity') returns jsonb
language plpgsql stable security definer as $$
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
    where absences.household_id = household and absences.from_day <= begun_by
  );
end;
$$;

-- The names of those who left a household, by their ids.
create function private.former_names_json(household uuid) returns jsonb
language plpgsql stable security definer as $$
begin
  return (
    select jsonb_object_agg(people.id, people.name)
    from public.household_people people
    where people.household_id = household and people.left_on is not null
  );
end;
$$;

-- Who leaves is away until they come back, so that what was their turn stays theirs.
create function private.record_leaving() returns trigger
language plpgsql security definer as $$
declare
  today constant date := private.household_today(new.household_id);
begin
  if new.left_on is not null then
    insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
    values (gen_random_uuid(), new.household_id, new.id, new.left_on, '9999-12-31', new.left_on);
  else
    update public.household_absences absences set ended_on = today
    where absences.person_id = new.id and absences.entered_by is null and absences.ended_on is null;
  end if;
  return null;
end;
$$;

create trigger record_leaving after update on public.household_people
  for each row when ((old.left_on is null) <> (new.left_on is null))
  execute function private.record_leaving();

create trigger send_displays after insert or update on public.household_absences
  for each row execute function private.send_displays();

-- The latest 500: [[day, person], …], in the order of their days. At most 100 are ahead, so that they reach back for
-- more than a year, as far as anything that shows the past without reading the record.
create function private.swaps_json(task_id uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_agg(jsonb_build_array(latest.day, latest.person_id) order by latest.day)
    from (
      select swaps.day, swaps.person_id from public.turn_swaps swaps
      where swaps.task_id = swaps_json.task_id
      order by swaps.day desc
      limit 500
    ) as latest
  );
end;
$$;

-- From eight days ago on: [{day, from, to}, …].
create function private.offers_json(task_id uuid) returns jsonb
language plpgsql stable as $$
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

-- Locks a task whose turns the caller, who must be of its household, wants to change, and answers the days: each
-- once, from the household's today to 366 days later, none of them done or skipped. An interval task
-- has one turn, known by the day on which it was first taken or offered.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.begin_turns(task_id uuid, days date[]) returns date[]
language plpgsql volatile security definer as $$
declare
  today constant date := private.household_today((
    select tasks.household_id from public.tasks where tasks.id = begin_turns.task_id
  ));
  task public.tasks;
  asked constant date[] := array(select distinct day from unnest(days) as day order by day);
  last_done date;
begin
  perform private.begin_change(begin_turns.task_id);
  if private.my_person(begin_turns.task_id) is null then
    perform private.fail('NOT_ALLOWED');
  elsif coalesce(cardinality(asked), 0) not between 1 and 31
    or not (array_position(asked, null) is null and asked[cardinality(asked)] <= today + 366) then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] < today then
    perform private.refuse('days', 'TURN_IS_OVER');
  elsif exists (
    select from unnest(asked) as day
    left join public.task_put_offs moved on moved.task_id = begin_turns.task_id and moved.due_date = day
    where private.others_on(begin_turns.task_id, private.one_day(coalesce(moved.new_date, day))) is not null
  ) then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  perform private.count_use('changes_per_day', begin_turns.task_id || auth.uid()::text);
  select tasks.* into task from public.tasks where tasks.id = begin_turns.task_id;
  if task.after_done is null or asked[1] < task.schedule_from then
    return asked;
  end if;
  last_done := greatest(private.last_settled_day(task.id), task.schedule_from - 1, '0001-01-01');
  if cardinality(asked) > 1 then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] <= last_done then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  return array[coalesce(
    (
      select max(turn.day)
      from (
        select swaps.day from public.turn_swaps swaps where swaps.task_id = task.id
        union all
        select offers.day from public.turn_offers offers where offers.task_id = task.id
      ) as turn
      where turn.day > last_done
    ),
    asked[1]
  )];
end;
$$;

-- Whether somebody takes turns on each of these days, by the schedule that counts for it, and this person, if given,
-- is of the household and there. Errors: VALIDATION_FAILED.
create function private.check_turns(task_id uuid, days date[], person uuid) returns void
language plpgsql stable security definer as $$
begin
  if exists (
    select from unnest(days) as day where private.schedule_on(check_turns.task_id, day) -> 'roster' = '[]'
  ) then
    perform private.refuse('days', 'NO_TURNS');
  elsif person is null then
    return;
  elsif not exists (
    select from public.tasks
    join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = check_turns.task_id and people.id = person and people.left_on is null
  ) then
    perform private.refuse('person', 'INVALID');
  elsif exists (
    select from unnest(days) as day
    join public.household_absences absences
      on absences.person_id = person and day between absences.from_day and absences.to_day
    where (absences.ended_on <= day) is not true
  ) then
    perform private.refuse('person', 'AWAY_THEN');
  end if;
end;
$$;

-- Writes that these days' turns are a person's, which ends the offers, and one event of those that were not.
create function private.set_turns(task_id uuid, days date[], person uuid, kind text) returns void
language plpgsql volatile security definer as $$
declare
  changed constant date[] := array(
    select day from unnest(days) as day
    where not exists (
      select from public.turn_swaps swaps
      where swaps.task_id = set_turns.task_id and swaps.day = day.day and swaps.person_id = person
    )
  );
begin
  insert into public.turn_swaps (task_id, day, person_id, given_by)
  select
    set_turns.task_id, day, person,
    case when kind = 'turn_given' then private.my_person(set_turns.task_id) end
  from unnest(changed) as day
  on conflict on constraint turn_swaps_pkey do update
  set person_id = excluded.person_id, given_by = excluded.given_by, given_at = now();
  delete from public.turn_offers offers
  where offers.task_id = set_turns.task_id and offers.day = any (days);
  if found or changed <> '{}' then
    perform private.finish_turns(set_turns.task_id, changed, kind, person);
  end if;
end;
$$;

-- What is ahead of a task is bounded; others see the change, and one event tells of it.
create function private.finish_turns(task_id uuid, days date[], kind text, person uuid) returns void
language plpgsql volatile security definer as $$
declare
  earliest constant date := private.earliest_today();
begin
  perform private.check_limit('turns_ahead', (
    select count(*) from public.turn_swaps swaps
    where swaps.task_id = finish_turns.task_id and swaps.day >= earliest
  ));
  perform private.check_limit('turns_ahead', (
    select count(*) from public.turn_offers offers
    where offers.task_id = finish_turns.task_id and offers.day >= earliest
  ));
  if days <> '{}' then
    perform private.append_event(
      finish_turns.task_id, kind,
      (select range_agg(daterange(day, day, '[]')) from unnest(days) as day),
      case when person is null then '{}' else jsonb_build_object('people', array[person]) end
    );
  end if;
  perform private.raise_revision(finish_turns.task_id);
end;
$$;

-- Whether the caller is a keeper of the household of a task.
create function private.keeps(task_id uuid) returns boolean
language sql stable security definer as $$
  select exists (
    select from public.tasks
    where tasks.id = keeps.task_id and tasks.household_id = any (array(select private.my_households('keeper')))
  )
$$;

-- Errors of all that follow: TASK_NOT_FOUND, NOT_ALLOWED for who does not belong to the household, VALIDATION_FAILED
-- for a day before today, more than 366 days ahead, done or skipped already, or on which nobody takes turns, or for a
-- person who is not there then, LIMIT_REACHED. Days are 1 to 31, by which their occurrences are known. The same
-- again changes nothing.

-- These days' turns are the caller's, offered or not. Errors: TURN_TAKEN where somebody else took one, or was given it.
create function private.take_turns(task_id uuid, days date[]) returns jsonb
language plpgsql volatile security definer as $$
declare
  known_by constant date[] := private.begin_turns(take_turns.task_id, days);
  me constant uuid := private.my_person(take_turns.task_id);
begin
  perform private.check_turns(take_turns.task_id, known_by, me);
  -- Who has it may offer it to somebody else.
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = take_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
      and not exists (
        select from public.turn_offers offers
        where offers.task_id = swaps.task_id and offers.day = swaps.day
          and offers.from_person = swaps.person_id and coalesce(offers.to_person, me) = me
      )
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  end if;
  perform private.set_turns(take_turns.task_id, known_by, me, 'turn_taken');
  return private.answer(take_turns.task_id);
end;
$$;

-- A keeper's: these days' turns are a person's, with an account or without.
create function private.give_turns(task_id uuid, days date[], person_id uuid) returns jsonb
language plpgsql volatile security definer as $$
declare
  known_by constant date[] := private.begin_turns(give_turns.task_id, days);
begin
  if not private.keeps(give_turns.task_id) then
    perform private.fail('NOT_ALLOWED');
  elsif person_id is null then
    perform private.refuse('person', 'INVALID');
  end if;
  perform private.check_turns(give_turns.task_id, known_by, give_turns.person_id);
  perform private.set_turns(give_turns.task_id, known_by, give_turns.person_id, 'turn_given');
  return private.answer(give_turns.task_id);
end;
$$;

-- The roster decides again on days that the caller took or was given, or, as a keeper, anybody.
create function private.return_turns(task_id uuid, days date[]) returns jsonb
language plpgsql volatile security definer as $$
declare
  known_by constant date[] := private.begin_turns(return_turns.task_id, days);
  returned record;
begin
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      and swaps.person_id <> private.my_person(return_turns.task_id)
  ) and not private.keeps(return_turns.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
  for returned in
    with gone as (
      delete from public.turn_swaps swaps
      where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      returning swaps.person_id, swaps.day
    )
    select gone.person_id, array_agg(gone.day) as days from gone group by gone.person_id
  loop
    -- An offer of what is no longer theirs is none.
    delete from public.turn_offers offers
    where offers.task_id = return_turns.task_id and offers.day = any (returned.days)
      and offers.from_person = returned.person_id;
    perform private.finish_turns(
      return_turns.task_id, returned.days, 'turn_returned', returned.person_id
    );
  end loop;
  return private.answer(return_turns.task_id);
end;
$$;

-- The caller wants to hand these days' turns on, to one person or to everybody; an offer takes the place of another.
create function private.offer_turns(task_id uuid, days date[], to_person uuid default null) returns jsonb
language plpgsql volatile security definer as $$
declare
  known_by constant date[] := private.begin_turns(offer_turns.task_id, days);
  me constant uuid := private.my_person(offer_turns.task_id);
  changed date[];
begin
  perform private.check_turns(offer_turns.task_id, known_by, to_person);
  if to_person = me then
    perform private.refuse('person', 'INVALID');
  elsif exists (
    select from public.turn_swaps swaps
    where swaps.task_id = offer_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  elsif exists (
    -- Whose turn it is by the rule is not known here: who offers first does, unless the day was taken since.
    select from public.turn_offers offers
    left join public.turn_swaps swaps on swaps.task_id = offers.task_id and swaps.day = offers.day
    where offers.task_id = offer_turns.task_id and offers.day = any (known_by) and offers.from_person <> me
      and swaps.person_id is distinct from me
  ) then
    perform private.refuse('days', 'TURN_OFFERED');
  end if;
  with offered as (
    insert into public.turn_offers as offers (task_id, day, from_person, to_person)
    select offer_turns.task_id, day, me, offer_turns.to_person from unnest(known_by) as day
    on conflict on constraint turn_offers_pkey do update
    set from_person = excluded.from_person, to_person = excluded.to_person, offered_at = now()
    where (offers.from_person, offers.to_person)
      is distinct from (excluded.from_person, excluded.to_person)
    returning offers.day
  )
  select array_agg(offered.day) into changed from offered;
  if changed is not null then
    perform private.finish_turns(offer_turns.task_id, changed, 'turn_offered', to_person);
  end if;
  return private.answer(offer_turns.task_id);
end;
$$;

-- The caller's offers end, or a keeper has anybody's end.
create function private.withdraw_offers(task_id uuid, days date[]) returns jsonb
language plpgsql volatile security definer as $$
declare
  known_by constant date[] := private.begin_turns(withdraw_offers.task_id, days);
  withdrawn date[];
begin
  if exists (
    select from public.turn_offers offers
    where offers.task_id = withdraw_offers.task_id and offers.day = any (known_by)
      and offers.from_person <> private.my_person(withdraw_offers.task_id)
  ) and not private.keeps(withdraw_offers.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
  with gone as (
    delete from public.turn_offers offers
    where offers.task_id = withdraw_offers.task_id and offers.day = any (known_by)
    returning offers.day
  )
  select array_agg(gone.day) into withdrawn from gone;
  if withdrawn is not null then
    perform private.finish_turns(withdraw_offers.task_id, withdrawn, 'turn_offer_withdrawn', null);
  end if;
  return private.answer(withdraw_offers.task_id);
end;
$$;

-- Figures: what the record says of many tasks and days at once, in one bounded answer.

-- Which of up to 384 days these are, the first one being `first_day`: base64 of a bit a day, without the "A"s at the end.
create function private.day_bits(days date[], first_day date) returns text
language sql immutable as $$
  select rtrim(translate(encode(
    -- bit_send begins with the number of bits, in four bytes; encode breaks its lines.
    substring(bit_send(coalesce(bit_or(set_bit(0::bit(384), day - first_day, 1)), 0::bit(384))) from 5), 'base64'
  ), E'\n', ''), 'A')
  from unnest(days) as day
$$;

-- Who did what from first_day on, and how late, before until_day, at most 366 days later: of each active task that the
-- caller takes part in, what its JSON leaves out. `doers`: the people, or where none are named the account, who
-- did the days, none for nobody in particular; an account of the task's household is its person. `late`: each day that
-- was done later than it was due, with by how many days, on the clocks of whoever recorded it. `caughtUp`: the days done
-- in one go, with the day on which they were recorded. `swaps`: each day's turn that somebody took or was given, in the
-- order of their days. Days are counted from first_day on; a swap of a day before it may decide one of these: of an
-- interval task the latest one, and of what was put off to these days. A task with too many days, the
-- most of all, is left out: `leftOut` has its id, so that what is read stays bounded.
create function private.read_record(first_day date, until_day date) returns jsonb
language sql stable security definer as $$
  with mine as materialized (
    select my_tasks.id, my_tasks.household_id from private.my_tasks where my_tasks.is_active
  ),
  bounded as materialized (
    select mine.*, sum(counted.days) over (order by counted.days, mine.id) <= 150000 as is_in
    from mine
    cross join lateral (
      select coalesce(sum(bit_count(days.done)), 0) as days
      from private.settled_days days
      where days.task_id = mine.id
        and days.block between (first_day - date '0001-01-01') / 336 and (until_day - 1 - date '0001-01-01') / 336
    ) as counted
  ),
  done as materialized (
    select
      bounded.id, completions.completed_date as day,
      case
        when completions.people is not null then completions.people
        when completions.by_name is not null or completions.user_id is null then '{}'
        else array[coalesce(person.id, completions.user_id)]
      end as doers,
      coalesce(completions.done_on, (completions.completed_at at time zone completions.time_zone)::date)
        - coalesce(completions.due_on, completions.completed_date) as late
    from bounded
    join public.task_completions completions on completions.task_id = bounded.id
    left join public.household_people person
      on person.household_id = bounded.household_id and person.account_id = completions.user_id
    where bounded.is_in and completions.status = 'done'
      and completions.completed_date >= first_day and completions.completed_date < until_day
  ),
  caught_up as materialized (
    select
      bounded.id,
      case
        when catch_ups.people is not null then catch_ups.people
        when catch_ups.by_name is not null or catch_ups.user_id is null then '{}'
        else array[coalesce(person.id, catch_ups.user_id)]
      end as doers,
      (catch_ups.recorded_at at time zone catch_ups.time_zone)::date - first_day as recorded,
      array(
        select day::date
        from unnest(catch_ups.days * datemultirange(daterange(first_day, until_day))) as run
        cross join lateral generate_series(lower(run), upper(run) - 1, interval '1 day') as day
      ) as days
    from bounded
    join public.task_catch_ups catch_ups on catch_ups.task_id = bounded.id
    left join public.household_people person
      on person.household_id = bounded.household_id and person.account_id = catch_ups.user_id
    where bounded.is_in and catch_ups.status = 'done'
      and catch_ups.days && daterange(first_day, until_day)
  ),
  by_doers as (
    select days.id, jsonb_agg(jsonb_build_array(days.doers, days.bits) order by days.doers) as doers
    from (
      select done_days.id, done_days.doers, private.day_bits(array_agg(done_days.day), first_day) as bits
      from (
        select done.id, done.doers, done.day from done
        union all
        select caught_up.id, caught_up.doers, unnest(caught_up.days) from caught_up
      ) as done_days
      group by done_days.id, done_days.doers
    ) as days
    group by days.id
  ),
  lates as (
    select done.id, jsonb_agg(jsonb_build_array(done.day - first_day, done.late) order by done.day) as late
    from done where done.late > 0
    group by done.id
  ),
  recorded as (
    select
      caught_up.id,
      jsonb_agg(
        jsonb_build_array(caught_up.recorded, private.day_bits(caught_up.days, first_day))
        order by caught_up.recorded
      ) as days
    from caught_up
    group by caught_up.id
  ),
  swaps as (
    select
      bounded.id,
      jsonb_agg(jsonb_build_array(swap.day - first_day, swap.person_id) order by swap.day) as swaps
    from bounded
    cross join lateral (
      select swapped.day, swapped.person_id from public.turn_swaps swapped
      where swapped.task_id = bounded.id and swapped.day >= first_day and swapped.day < until_day
      union
      (
        select swapped.day, swapped.person_id from public.turn_swaps swapped
        where swapped.task_id = bounded.id and swapped.day < first_day
        order by swapped.day desc
        limit 1
      )
      union
      select swapped.day, swapped.person_id
      from public.task_put_offs moved
      join public.turn_swaps swapped on swapped.task_id = moved.task_id and swapped.day = moved.due_date
      where moved.task_id = bounded.id and moved.new_date >= first_day and moved.new_date < until_day
    ) as swap
    where bounded.is_in
    group by bounded.id
  )
  select jsonb_build_object(
    'tasks', coalesce(
      jsonb_object_agg(
        coalesce(by_doers.id, swaps.id),
        jsonb_build_object('doers', coalesce(by_doers.doers, '[]')) || jsonb_strip_nulls(
          jsonb_build_object('late', lates.late, 'caughtUp', recorded.days, 'swaps', swaps.swaps)
        )
      ),
      '{}'
    ),
    'leftOut', (
      select coalesce(jsonb_agg(bounded.id order by bounded.id), '[]') from bounded where not bounded.is_in
    )
  )
  from by_doers
  full join swaps on swaps.id = by_doers.id
  left join lates on lates.id = by_doers.id
  left join recorded on recorded.id = by_doers.id
$$;

-- Errors: VALIDATION_FAILED for anything but 1 to 366 days.
create function public.read_record(first_day date, until_day date) returns jsonb
language plpgsql stable as $$
begin
  if (
    first_day between date '0001-01-01' and date '9999-12-31'
    and until_day > first_day and until_day <= first_day + 366
  ) is not true then
    perform private.refuse('until_day', 'INVALID');
  end if;
  return private.read_record(first_day, until_day);
end;
$$;

-- How often each has done a task, in one go too: the people, or where none are named the account. What several did
-- together counts for each of them; what nobody in particular did, for nobody.
create function public.count_done(task_id uuid) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(counted.id, counted.days), '{}')
  from (
    select doers.id, sum(done.days) as days
    from (
      select completions.people, completions.user_id, 1 as days
      from public.task_completions completions
      where completions.task_id = count_done.task_id and completions.status = 'done'
      union all
      select catch_ups.people, catch_ups.user_id, (select sum(upper(run) - lower(run)) from unnest(catch_ups.days) as run)
      from public.task_catch_ups catch_ups
      where catch_ups.task_id = count_done.task_id and catch_ups.status = 'done'
    ) as done
    cross join unnest(coalesce(done.people, array[done.user_id])) as doers (id)
    where doers.id is not null
    group by doers.id
  ) as counted
$$;

-- What the API reaches, and who may: the tables' rights and policies stand beside them, all that is called stands here.

-- A table without policies is internal: those of the schema private, of which callers have no rights.
do $$
declare
  closed regclass;
begin
  for closed in
    select oid from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
  loop
    execute format('alter table %s enable row level security', closed);
    if not exists (select from pg_policy where polrelid = closed) then
      execute format('create policy "Internal only" on %s for all to public using (false)', closed);
    end if;
  end loop;
end;
$$;

-- No function trusts its caller's search_path: each names the schema of what it uses.
do $$
declare
  ours regprocedure;
begin
  for ours in
    select oid from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proowner = current_user::regrole
  loop
    execute format('alter routine %s set search_path = ''''', ours);
  end loop;
end;
$$;

-- The functions of the API, and the helpers that these, policies and triggers need when they run as the caller; each by
-- its name, of which there is one. A definer function, which has more than its caller's rights, is one of the
-- schema private: the API reaches the function of the same name and arguments that is made here, and runs as the caller.
do $$
declare
  call record;
begin
  for call in
    select name, granted.roles
    from (
      values
        ('anon, authenticated, service_role', 'private.check_caller'),
        ('anon', 'private.is_display_topic'),
        ('anon, authenticated', 'read_display tick_on_display undo_on_display'),
        ('authenticated', '
          count_closing_attempt
          create_household rename_household save_person remove_person bring_back_person delete_household restore_household
          invite_to_household invite_to_household_by_mail send_household_invitation_again
          revoke_household_invitation read_household_invitation join_household
          create_task update_task delete_task leave_task pause_task restore_task
          complete_task skip_occurrence undo_completion correct_completion catch_up undo_catch_up
          note_day put_off check_line start_earlier undo_schedule_change
          accept_sender decline_sender block_sender unblock_sender ask_for_tasks send_invitation_again
          list_tasks read_task read_record count_done
          set_morning_mail renew_calendar
          create_display revoke_display print_labels renew_labels
          read_push set_push watch_task add_push_device remove_push_device
          enter_absence end_absence take_turns give_turns return_turns offer_turns withdraw_offers
          export_tasks import_piece finish_import
        '),
        ('service_role', '
          list_tasks_for due_morning_mails due_pushes next_invitation retry_invitation
          claim_message finish_messages settle_day forget_old
          follow_done_link follow_put_off_link follow_unsubscribe_link
          count_calendar_read is_invited begin_invited_account
          private.act_for
        '),
        ('authenticated', '
          private.fail private.issue private.refuse private.exceed
          private.trimmed private.entered_text private.canonical_address private.iso private.is_day
          private.is_date_style
          private.runs private.latest_today
          private.my_time_zone private.my_households private.my_person private.my_people
          private.may_edit private.tasks_shared_with_me private.takes_part_openly private.visible_tasks
          private.over_fields private.with_fields private.set_shares private.restore_shares
          private.made_at private.last_seen private.one_day
          private.begin_call private.answer private.refuse_task
          private.is_after_done_on private.place_of private.settled_place private.others_on private.said_since
          private.deed_json private.mark_day private.take_from_catch_ups
          private.households private.invitations private.tasks_digest private.names_digest
          private.offers_morning_mail
          private.exportable_tasks private.exported_account private.exported_task private.exported_details
          private.person_json private.doers_json private.names_of private.ranges_json private.ids_in
          private.with_names
        ')
    ) as granted (roles, names)
    cross join regexp_split_to_table(trim(names, E' \n'), '\s+') as name
  loop
    if call.name not like 'private.%' and to_regproc('public.' || call.name) is null then
      execute (
        select format(
          'create function public.%I(%s) returns %s language sql %s set search_path = ''''
           as ''select private.%1$I(%5$s)''',
          proname, pg_get_function_arguments(oid), pg_get_function_result(oid),
          case provolatile when 's' then 'stable' else 'volatile' end,
          (select string_agg('$' || place, ', ') from generate_series(1, pronargs) as place)
        )
        from pg_proc where oid = ('private.' || call.name)::regproc
      );
    end if;
    execute (
      select format('grant execute on function %s to %s', string_agg(oid::regprocedure::text, ', '), call.roles)
      from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and call.name in (proname::text, pronamespace::regnamespace || '.' || proname)
    );
  end loop;
end;
$$;
