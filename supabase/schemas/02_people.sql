-- People: profile, name, sign-in, closing an account.

create function private.is_date_style(style text)
returns boolean
language sql
immutable
strict
as $$
  select style ~ '^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$';
$$;

-- Whether a text has the form of a language's tag, such as de or pt-BR. A later version may speak more languages, and
-- one before it fewer.
create function private.is_language(tag text)
returns boolean
language sql
immutable
strict
as $$
  select tag ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';
$$;

-- One row per person, added with the account.
create table public.profiles (
  id uuid primary key references auth.users (id)
    on delete cascade,
  -- empty when none was given
  full_name text not null default '' check (char_length(full_name) <= 100),
  -- IANA name; decides which day is today
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  -- shown to others; kept by a trigger: the full name, else the address before its @
  display_name text not null,
  -- order of a date, hours of a clock, first day of the week, such as dmy-24-mon; null until it is known
  date_style text check (private.is_date_style(date_style)),
  -- a BCP 47 tag; null until it is known
  language text check (private.is_language(language))
);

grant select (id, full_name, time_zone, display_name, date_style, language) on public.profiles to authenticated;

grant update (full_name, time_zone, date_style, language) on public.profiles to authenticated;

create policy "People see their own profile" on public.profiles
for select
to authenticated
using (id = (select auth.uid()));

create policy "People change their own profile" on public.profiles
for update
to authenticated
using (id = (select auth.uid()))
with check (id = (select auth.uid()));

-- Whether this server knows a time zone by this IANA name. Reading all names takes 12 ms, so a name that can be
-- nothing else is asked for directly: `at time zone` also takes abbreviations and POSIX offsets.
create function private.is_time_zone(name text)
returns boolean
language plpgsql
stable
strict
as $$
begin
  if name ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$' then
    perform now() at time zone name;
    return true;
  end if;
  return name = 'UTC' or name ~ '^[A-Za-z]' and name not like 'posix%' and length(name) <= 64
    and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = is_time_zone.name);
exception
  when invalid_parameter_value then
    return false;
end;
$$;

create function private.check_profile()
returns trigger
language plpgsql
security definer
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
  if not private.is_date_style(new.date_style) then
    issues := issues || private.issue('dateStyle', 'INVALID');
  end if;
  if not private.is_language(new.language) then
    issues := issues || private.issue('language', 'INVALID');
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

-- A sign-up must never fail over its metadata, which anyone can write, so invalid values are left out.
create function private.record_account()
returns trigger
language plpgsql
security definer
as $$
declare
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
  language constant text := new.raw_user_meta_data ->> 'language';
begin
  insert into public.profiles (id, full_name, time_zone, language)
  values (
    new.id,
    left(private.trimmed(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 100),
    case when private.is_time_zone(zone) then zone else 'UTC' end,
    case when private.is_language(language) then language end
  )
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger check_profile
before insert or update on public.profiles
for each row
execute function private.check_profile();

create trigger record_account
after insert on auth.users
for each row
execute function private.record_account();

-- The mails of Auth are written in the language of the account's metadata.
create function private.record_language()
returns trigger
language plpgsql
security definer
as $$
begin
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('language', new.language)
  where users.id = new.id;
  return null;
end;
$$;

create trigger record_language
after update of language on public.profiles
for each row
when (old.language is distinct from new.language)
execute function private.record_language();

-- Accounts that a household's link let in. Nobody has proven yet that their addresses are theirs: Auth signs them in,
-- but nothing that depends on an address counts it.
create table private.let_in (
  account_id uuid primary key references auth.users (id)
    on delete cascade
);

-- Whether an account may sign in before its address is confirmed.
create function private.is_let_in(account uuid)
returns boolean
language sql
stable
security definer
as $$
  select exists (select from private.let_in where let_in.account_id = account);
$$;

-- Anything begun with an address before it was confirmed may be a stranger's, and ends when it is confirmed.

-- If a reset was requested after the confirmation mail, its link lets its holder choose a password. The password of
-- the sign-up is dropped, even if they choose none.
create function private.fill_proven()
returns trigger
language plpgsql
as $$
begin
  if new.recovery_sent_at > coalesce(new.confirmation_sent_at, '-infinity') then
    new.encrypted_password := null;
  end if;
  return new;
end;
$$;

-- A person who was let in, and whose password still opens the account, stays signed in. Only their decisions about who
-- shares with the address end.
create function private.record_proven()
returns trigger
language plpgsql
security definer
as $$
begin
  delete from public.sharing_consents where recipient_id = new.id;
  delete from private.let_in where account_id = new.id;
  if found and new.encrypted_password is not null then
    return null;
  end if;
  delete from auth.sessions where user_id = new.id;
  delete from public.calendar_feeds where person_id = new.id;
  delete from public.access_tokens where made_by = new.id;
  delete from private.push_devices where user_id = new.id;
  return null;
end;
$$;

create trigger fill_proven
before update of email_confirmed_at on auth.users
for each row
when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.fill_proven();

-- Fires before record_new_address, which binds shares with the address to accounts that have accepted the sender.
create trigger record_address_proven
after update of email_confirmed_at on auth.users
for each row
when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.record_proven();

-- Limits name changes, as others are told of each.
create function private.check_name_changes()
returns trigger
language plpgsql
security definer
as $$
begin
  -- Nobody is signed in when a new address changes the name that is made of it.
  perform private.count_use('name_changes_per_day', auth.uid()::text);
  return null;
end;
$$;

create trigger check_name_changes
after update on public.profiles
for each row
when (old.display_name is distinct from new.display_name)
execute function private.check_name_changes();

-- Whether the session of the caller's access token still exists, as none does after a sign-out or a restored backup,
-- and the token is of one that has given the code (aal2) where the account has a second factor. Nobody is in a session
-- where a mail or a calendar acts for them (act_for).
create function private.is_in_session()
returns boolean
language plpgsql
stable
security definer
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '');
  session constant uuid := nullif(claims ->> 'session_id', '');
begin
  return session is null or exists (select from auth.sessions where id = session) and (
    claims ->> 'aal' is not distinct from 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
  );
end;
$$;

-- Accounts that are being closed, in pieces: nobody can use them any more.
create table private.closings (
  account_id uuid primary key references auth.users (id)
    on delete cascade,
  begun_at timestamptz not null default now()
);

-- Runs before every request of the REST API, as the caller (PostgREST's db-pre-request). An access token is valid
-- until it expires, but if its account or session was removed in the meantime, or its second factor's code is still
-- to come, the caller counts as nobody.
create function private.check_caller()
returns void
language plpgsql
stable
security definer
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is not null and not (
    exists (select from auth.users where id = me) and private.is_in_session()
    and not exists (select from private.closings where account_id = me)
  ) then
    perform private.fail('UNAUTHENTICATED');
  end if;
end;
$$;

alter role authenticator set "pgrst.db_pre_request" = 'private.check_caller';

-- Must be called before close-account has Auth check a password. Attempts are counted per session, so that somebody
-- with a stolen token uses up only its session's. A session stays the same however often it is renewed, and a new
-- one takes the password or a mailed link. Errors: TOO_MANY_ATTEMPTS for the sixth within 15 minutes, LAST_KEEPER
-- for the only keeper of a household with others.
create function private.count_closing_attempt()
returns void
language plpgsql
volatile
security definer
as $$
declare
  -- Auth puts it into every token; tokens without one share a count.
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

-- Makes the person's other devices read their list; after the account is closed, they find that they are signed out.
create function private.send_account()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_list_changed(array[coalesce(new.id, old.id)]);
  return null;
end;
$$;

create trigger send_closed
after delete on auth.users
for each row
execute function private.send_account();
