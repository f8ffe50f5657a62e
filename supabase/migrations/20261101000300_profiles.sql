create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null default '' check (char_length(full_name) <= 100),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  -- what others see; kept by a trigger: the full name, else the address before its @
  display_name text not null
);

comment on table public.profiles is 'One row a person, made when the account is made.';
comment on column public.profiles.full_name is 'At most 100 characters; empty when none was given.';
comment on column public.profiles.time_zone is 'IANA name; decides which day is today.';

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (full_name, time_zone) on public.profiles to authenticated;

create policy "People see their own profile" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create function private.is_time_zone(name text) returns boolean
language sql stable strict set search_path = ''
as $$
  select name ~ '^[A-Za-z]' and name not like 'posix%'
    and exists (select from pg_catalog.pg_timezone_names zones where zones.name = is_time_zone.name)
$$;

create function private.check_profile() returns trigger
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

create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

-- A sign-up must never fail over its metadata, which anyone can write: what is no good is left out.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
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

-- Triggers of one event run in the order of their names; sharing adds one that comes after this.
create trigger rota_1_create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Accounts that are older than this migration.
insert into public.profiles (id) select users.id from auth.users on conflict (id) do nothing;
