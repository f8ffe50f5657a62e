-- The calendar feed.

-- A person's tasks for calendar apps, under an address that nobody can guess; no row: no address. It is shown
-- once, when it is made: of its token only the SHA-256 is kept, and no interface reads that.
create table public.calendar_feeds (
  person_id uuid primary key references public.profiles (id)
    on delete cascade,
  token_hash bytea not null unique,
  -- without what others share
  only_mine boolean not null default false,
  -- null for all, those that are new later included
  categories text[] check (array_ndims(categories) = 1 and array_lower(categories, 1) = 1),
  created_at timestamptz not null default now(),
  -- null for all, or with only_mine for none, also of those that a person joins later
  household_ids uuid[] check (array_ndims(household_ids) = 1 and array_lower(household_ids, 1) = 1),
  -- without what is somebody else's turn
  only_my_turns boolean not null default false,
  -- without tasks that are due every day
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
  -- A person has at most 1,000 tasks, and a category 50 characters.
  if array_ndims(new.categories) > 1 or cardinality(new.categories) > 1000
    or pg_column_size(new.categories) > 262144 then
    perform private.refuse('categories', 'INVALID');
  elsif array_ndims(new.household_ids) > 1 or cardinality(new.household_ids) > 100 then
    perform private.refuse('householdIds', 'INVALID');
  end if;
  return new;
end;
$$;

-- Makes the caller's calendar address, or a new one in place of the old one, and answers its token,
-- which nothing answers again. What it shows stays as it was chosen; the first one begins with or without daily tasks.
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

-- For the edge function: whose address has a token with this SHA-256 (64 hex digits) and what it shows,
-- as {personId, onlyMine, categories, householdIds, onlyMyTurns, withoutDaily}; null when it is nobody's, and
-- {retryAfter} in seconds when it was read too often. The list of that person is list_tasks_for's. The index compares
-- hashes: how far one agrees with another says nothing of the token.
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
