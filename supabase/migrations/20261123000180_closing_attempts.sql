-- Guesses of a password are counted for each session, so that whoever has got hold of a token uses up its
-- session's alone. A session stays the same however often it is renewed, and a new one takes the password
-- or a mailed link.
alter table private.closing_attempts add column session_id text not null default '';
alter table private.closing_attempts drop constraint closing_attempts_pkey;
alter table private.closing_attempts add primary key (person_id, session_id);

create or replace function private.count_closing_attempt() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant integer := 5;
  window_length constant interval := '15 minutes';
  -- Auth puts it into every token; without one they share a count.
  session constant text := coalesce(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', ''
  );
  so_far integer;
begin
  delete from private.closing_attempts known
  where known.person_id = auth.uid() and known.since < now() - window_length;
  insert into private.closing_attempts as known (person_id, session_id, attempts, since)
  values (auth.uid(), session, 1, now())
  on conflict (person_id, session_id) do update set attempts = known.attempts + 1
  returning attempts into so_far;
  if so_far > most then
    raise exception using errcode = 'PT429', message = 'TOO_MANY_ATTEMPTS';
  end if;
end;
$$;
