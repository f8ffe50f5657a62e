-- The parts of a hosted Supabase project before its first migration that a bare PostgreSQL lacks: the API roles, the
-- `postgres` role without superuser rights, the schemas. Runs once on an empty database as the superuser
-- supabase_admin. The auth schema's tables come from @supabase/lite, the realtime schema from stack/realtime, the
-- roles' settings from platform-roles.sql.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit password 'postgres';
grant anon, authenticated, service_role to authenticator;

-- The platform's `postgres` is no superuser, so a migration that needs one also fails here.
create role postgres login createrole createdb replication bypassrls password 'postgres';
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to postgres with admin option;
-- On the platform, `postgres` may choose the function that PostgREST calls before every request.
grant set on parameter pgrst.db_pre_request to postgres;

create role supabase_auth_admin noinherit;
create role supabase_realtime_admin nologin noinherit;

alter database postgres set timezone to 'UTC';
grant create on database postgres to postgres;

-- Like on the platform, `postgres` owns public; new tables there are closed by default (the setting of new projects
-- since 2026), so every grant comes from a migration.
alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, authenticator;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
alter role postgres set search_path to "$user", public, extensions;

create schema supabase_migrations authorization postgres;
