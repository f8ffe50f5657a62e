-- Closing one's account takes the password, which the function close-account asks of Auth. Tries are
-- counted here, so that nobody who has got hold of a token guesses it there.
create table private.closing_attempts (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null,
  since timestamptz not null
);
alter table private.closing_attempts enable row level security;

create function private.count_closing_attempt() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant integer := 5;
  window_length constant interval := '15 minutes';
  so_far integer;
begin
  insert into private.closing_attempts as known (person_id, attempts, since)
  values (auth.uid(), 1, now())
  on conflict (person_id) do update
  set
    attempts = case when known.since < now() - window_length then 1 else known.attempts + 1 end,
    since = case when known.since < now() - window_length then now() else known.since end
  returning attempts into so_far;
  if so_far > most then
    raise exception using errcode = 'PT429', message = 'TOO_MANY_ATTEMPTS';
  end if;
end;
$$;
grant execute on function private.count_closing_attempt() to authenticated;

-- To be called before a password is tried. Errors: TOO_MANY_ATTEMPTS for the sixth within 15 minutes.
create function public.count_closing_attempt() returns void
language sql volatile set search_path = ''
as $$ select private.count_closing_attempt() $$;
grant execute on function public.count_closing_attempt() to authenticated;

-- The person's other devices read their list, and find that they are signed out.
create function private.tell_own_devices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_list_changed(array[old.id]);
  return null;
end;
$$;
create trigger rota_tell_own_devices after delete on auth.users
  for each row execute function private.tell_own_devices();
