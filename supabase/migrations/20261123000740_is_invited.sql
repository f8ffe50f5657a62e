-- Whether somebody shares a task with an address that has no account yet: who runs a server of their own
-- lets such people sign up.
create function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.task_shares shares
    where shares.contact_email = private.canonical_address(address) and shares.recipient_id is null
  )
$$;

grant execute on function private.is_invited(text) to service_role;

create function public.is_invited(address text) returns boolean
language sql stable set search_path = ''
as $$ select private.is_invited(address) $$;

grant execute on function public.is_invited(text) to service_role;
