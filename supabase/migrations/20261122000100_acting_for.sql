-- Mails and calendars act for people who are not there. From here to the end of the transaction the
-- caller, a function of ours with the secret key, is that person: the same row level security and the
-- same calls decide. No definer function may call it, as PostgreSQL refuses to change the role there.
create function private.act_for(person uuid) returns void
language plpgsql set search_path = ''
as $$
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
grant execute on function private.act_for(uuid) to service_role;

-- The task list as that person would read it; null when the account is gone.
create function public.list_tasks_for(person uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_for(person);
  return public.list_tasks();
end;
$$;
grant execute on function public.list_tasks_for(uuid) to service_role;
