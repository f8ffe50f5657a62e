-- Reads of a calendar address are counted in a call of its own, so that the count holds for those who read
-- at the same moment and nobody waits for another's list.
drop function public.read_calendar(text);
create or replace function private.count_calendar_read(hash bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  most_per_hour constant integer := 120;
  this_hour constant timestamptz := date_trunc('hour', now());
begin
  update public.calendar_feeds
  set
    hour = greatest(hour, this_hour),
    reads = case when hour < this_hour then 0 else reads end + 1
  where token_hash = hash and (hour < this_hour or reads < most_per_hour)
  returning * into feed;
  return case
    when found then jsonb_build_object(
      'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories
    )
    when exists (select from public.calendar_feeds where token_hash = hash) then jsonb_build_object(
      'retryAfter', ceil(extract(epoch from this_hour + interval '1 hour' - now()))
    )
  end;
end;
$$;

-- For the edge function: whose address has a token with this SHA-256 (64 hex digits) and what it shows,
-- as {personId, onlyMine, categories}; null when it is nobody's, and {retryAfter} in seconds when it was
-- read too often. The list of that person is list_tasks_for's.
create function public.count_calendar_read(token_hash text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.count_calendar_read(decode(token_hash, 'hex')) $$;
grant execute on function public.count_calendar_read(text) to service_role;
