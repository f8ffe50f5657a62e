-- The calendar feed.

-- A person's calendar feed, at an address that can't be guessed; without a row they have none. The address is shown
-- once, when it is made: only its token's SHA-256 is stored, and no interface reads that.
create table public.calendar_feeds (
  person_id uuid primary key references public.profiles (id)
    on delete cascade,
  token_hash bytea not null unique,
  -- leaves out tasks that others share
  only_mine boolean not null default false,
  -- null for all, including later ones
  categories text[] check (array_ndims(categories) = 1 and array_lower(categories, 1) = 1),
  created_at timestamptz not null default now(),
  -- null for all, including later ones; with only_mine, null for none
  household_ids uuid[] check (array_ndims(household_ids) = 1 and array_lower(household_ids, 1) = 1),
  -- leaves out somebody else's turns
  only_my_turns boolean not null default false,
  -- leaves out tasks that are due every day
  without_daily boolean not null default false
);

grant select (person_id, only_mine, categories, created_at, household_ids, only_my_turns, without_daily)
on public.calendar_feeds
to authenticated;

grant update (only_mine, categories, household_ids, only_my_turns, without_daily)
on public.calendar_feeds
to authenticated;

grant delete on public.calendar_feeds to authenticated;

create policy "People see, change and revoke their own calendar address" on public.calendar_feeds
for all
to authenticated
using (person_id = (select auth.uid()));

create function private.check_calendar_feed()
returns trigger
language plpgsql
as $$
begin
  -- A person has at most 1,000 tasks, and a category at most 50 characters.
  if array_ndims(new.categories) > 1 or cardinality(new.categories) > 1000
    or pg_column_size(new.categories) > 262144 then
    perform private.refuse('categories', 'INVALID');
  elsif array_ndims(new.household_ids) > 1 or cardinality(new.household_ids) > 100 then
    perform private.refuse('householdIds', 'INVALID');
  end if;
  return new;
end;
$$;

-- Makes or replaces the caller's calendar address and answers its token, which can't be read again. The choice of
-- tasks stays; `without_daily` is for the first address.
create function private.renew_calendar(without_daily boolean default false)
returns text
language plpgsql
security definer
as $$
declare
  token constant text := private.new_token();
begin
  insert into public.calendar_feeds (person_id, token_hash, without_daily)
  values (auth.uid(), sha256(convert_to(token, 'UTF8')), coalesce(renew_calendar.without_daily, false))
  on conflict (person_id) do update
    set token_hash = excluded.token_hash, created_at = now();
  return token;
end;
$$;

-- For the edge function: the feed whose token has this SHA-256 (64 hex digits), as {personId, onlyMine, categories,
-- householdIds, onlyMyTurns, withoutDaily}; null if there is none, {retryAfter} in seconds if it was read too often.
-- The person's list comes from list_tasks_for. The index compares hashes, so its timing reveals nothing about the
-- token.
create function private.count_calendar_read(token_hash text)
returns jsonb
language plpgsql
security definer
as $$
declare
  feed public.calendar_feeds;
  retry_after text;
begin
  select feeds.* into feed from public.calendar_feeds feeds
  where feeds.token_hash = decode(count_calendar_read.token_hash, 'hex');
  if not found then
    return null;
  end if;
  perform private.count_use('calendar_reads_per_hour', count_calendar_read.token_hash);
  return jsonb_build_object(
    'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories,
    'householdIds', feed.household_ids, 'onlyMyTurns', feed.only_my_turns,
    'withoutDaily', feed.without_daily
  );
exception
  when sqlstate 'PT429' then
    get stacked diagnostics retry_after = pg_exception_detail;
    return jsonb_build_object('retryAfter', retry_after::integer);
end;
$$;

create trigger check_calendar_feed
before update on public.calendar_feeds
for each row
execute function private.check_calendar_feed();

create trigger check_touched
after update on public.calendar_feeds
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();
