-- Runs before every request of the REST API, as the caller (PostgREST's db-pre-request). A token is
-- valid until it expires; whose account was removed in the meantime is nobody.
create function private.check_caller() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not exists (select from auth.users where id = auth.uid()) then
    perform private.fail('UNAUTHENTICATED');
  end if;
end;
$$;
grant usage on schema private to anon, service_role;
grant execute on function private.check_caller() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'private.check_caller';
notify pgrst, 'reload config';
