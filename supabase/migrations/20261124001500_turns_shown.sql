-- A calendar feed can leave out what is somebody else's turn, and displays hear who is away.

alter table public.calendar_feeds add column only_my_turns boolean not null default false;

grant select (only_my_turns), update (only_my_turns) on public.calendar_feeds to authenticated;

-- Whose address has this token's hash, and what it shows; null when it is nobody's, and the seconds to
-- wait when it was read too often. The index compares hashes: how far one agrees with another says
-- nothing of the token.
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
      'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories,
      'householdIds', feed.household_ids, 'onlyMyTurns', feed.only_my_turns
    )
    when exists (select from public.calendar_feeds where token_hash = hash) then jsonb_build_object(
      'retryAfter', ceil(extract(epoch from this_hour + interval '1 hour' - now()))
    )
  end;
end;
$$;

create trigger send_displays after insert or update on public.household_absences
  for each row execute function private.send_displays();
