-- Rights on the auth schema, once its tables exist; repeatable. As on the platform, `postgres` may
-- read accounts, write them (seeds do), refer to them and put triggers on them, but owns nothing.
-- Like the platform's: @supabase/lite's only reads older settings, which PostgREST no longer makes.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  );
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  );
$$;

-- The platform's tables of second factors, with the columns that are used here. The last one is ours: the step of the
-- last code, which counts once.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz,
  last_step bigint not null default -1
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (session_id, authentication_method)
);

alter schema auth owner to supabase_auth_admin;
do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s owner to supabase_auth_admin', oid::regclass) from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r'
    union all
    select format('alter routine %s owner to supabase_auth_admin', oid::regprocedure) from pg_proc
    where pronamespace = 'auth'::regnamespace
    union all
    select format('alter type %s owner to supabase_auth_admin', oid::regtype) from pg_type
    where typnamespace = 'auth'::regnamespace and typtype in ('e', 'd')
  loop
    execute statement;
  end loop;
end;
$$;

grant usage on schema auth to postgres, anon, authenticated, service_role, authenticator;
grant select, insert, update, delete, references, trigger on all tables in schema auth to postgres;
grant execute on all functions in schema auth to postgres, anon, authenticated, service_role;
-- @supabase/lite looks up the account and session of a token that REST refused (api/token-auth.ts) before refusing
-- it.
grant select on all tables in schema auth to authenticator;
-- Its list of relations only has those with some right for it; REFERENCES opens no row.
alter default privileges for role postgres in schema public grant references on tables to authenticator;

-- The platform's auth server stores a user's metadata as JSON objects, which our triggers read;
-- @supabase/lite stores strings that hold JSON.
create or replace function auth.store_metadata_as_objects() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(new.raw_user_meta_data) = 'string' then
    new.raw_user_meta_data := (new.raw_user_meta_data #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(new.raw_app_meta_data) = 'string' then
    new.raw_app_meta_data := (new.raw_app_meta_data #>> '{}')::jsonb;
  end if;
  return new;
end;
$$;
create or replace trigger store_metadata_as_objects before insert or update on auth.users
  for each row execute function auth.store_metadata_as_objects();
