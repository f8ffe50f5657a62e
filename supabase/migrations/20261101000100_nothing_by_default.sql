-- Nothing is reachable through the API unless a later migration grants it, column by column.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public
  revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from public, anon, authenticated, service_role;

-- Helpers live in a schema that the API does not expose. Signed-in callers need its name to run the
-- few helpers that are granted to them.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;
