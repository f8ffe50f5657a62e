-- Settings of the platform's roles; repeatable. Runs as the superuser.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

-- Auth runs as this role, which owns the auth schema and is no superuser.
alter role supabase_auth_admin with login nocreaterole password 'postgres';
alter role supabase_auth_admin set search_path = auth;
-- Passwords are compared in the database.
grant usage on schema extensions to supabase_auth_admin;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';

-- Converting one's own text to XML runs it through the server's libxml2, which may be years old here.
revoke execute on function pg_catalog.xml(text) from public;
