-- Rights on the auth schema, once its tables exist; repeatable. As on the platform, `postgres` may
-- read accounts, write them (seeds do), refer to them and put triggers on them, but owns nothing.
grant usage on schema auth to postgres, anon, authenticated, service_role, authenticator;
grant select, insert, update, delete, references, trigger on all tables in schema auth to postgres;
grant execute on all functions in schema auth to postgres, anon, authenticated, service_role;
-- The REST part checks that the session of a token still exists.
grant select on all tables in schema auth to authenticator;
-- Its list of relations shows only those that it has some right on; REFERENCES opens no row.
alter default privileges for role postgres in schema public grant references on tables to authenticator;
