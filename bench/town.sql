-- Fills a migrated database with households as they would be after ten days: 2.5 accounts, 30 tasks and a tablet for
-- every fourth. How many is in the setting town.households, the day after the record in town.today, other days in
-- town.days. Triggers are off, so what they keep is written here, too.
set session_replication_role = replica;
set timezone = 'UTC';

create schema town;

create function town.id(kind text, a bigint, b bigint default 0, c bigint default 0) returns uuid
language sql immutable as $$ select md5(kind || ':' || a || ':' || b || ':' || c)::uuid $$;

-- 0 to 99, always the same
create function town.die(seed text) returns integer
language sql immutable as $$ select (hashtext(seed) & 2147483647) % 100 $$;

create function town.today() returns date
language sql stable as $$ select current_setting('town.today')::date $$;

create table town.accounts as
select town.id('account', h, i) as id, h, i, town.id('person', h, i) as person_id, 'p' || h || '.' || i || '@example.com' as email
from generate_series(1, current_setting('town.households')::integer) as h, generate_series(1, 2 + h % 2) as i;

insert into auth.users (id, email, email_confirmed_at, created_at, updated_at, raw_user_meta_data, raw_app_meta_data)
select id, email, now() - interval '400 days', now() - interval '400 days', now(), '{}', '{"provider": "email"}'
from town.accounts;

insert into public.profiles (id, full_name, time_zone, display_name, date_style)
select id, 'Person ' || i || ' of ' || h, 'Europe/Berlin', 'Person ' || i || ' of ' || h, 'dmy-24-mon' from town.accounts;

insert into public.households (id, name, created_at)
select town.id('household', h), 'Household ' || h, now() - interval '400 days'
from generate_series(1, current_setting('town.households')::integer) as h;

insert into public.household_people (id, household_id, account_id, name, face, role, joined_at)
select person_id, town.id('household', h), id, 'Person ' || i, i, case i when 1 then 'keeper' else 'member' end, now() - interval '400 days'
from town.accounts;

-- 24 of 30 are the household's: 15 daily, 10 weekly, 5 monthly.
create table town.tasks as
select town.id('task', h, k) as id, h, k, k <= 24 as is_household,
  case when k <= 15 then 'daily' when k <= 25 then 'weekly' else 'monthly' end as repeats,
  town.id('account', h, case when k <= 24 then 1 else 1 + k % (2 + h % 2) end) as account_id,
  town.id('person', h, case when k <= 24 then 1 else 1 + k % (2 + h % 2) end) as person_id
from generate_series(1, current_setting('town.households')::integer) as h, generate_series(1, 30) as k;

alter table public.tasks disable trigger check_new_task;

insert into public.tasks (
  id, user_id, category, title, start_date, repeat_value, household_id, roster, effort, created_at, updated_at
)
select
  t.id, t.account_id, (array['Kitchen', 'Garden', 'Pets'])[1 + t.k % 3], 'Task number ' || t.k,
  town.today() - 300, t.repeats, case when t.is_household then town.id('household', t.h) end,
  case when t.is_household and t.k % 3 = 0
    then array[town.id('person', t.h, 1), town.id('person', t.h, 2)] else '{}' end,
  1 + t.k % 5, now() - interval '300 days', now() - interval '300 days'
from town.tasks as t;

alter table public.tasks enable always trigger check_new_task;

insert into private.task_people (task_id, person_id, name)
select t.id, people.id, people.name
from town.tasks as t join public.household_people as people on people.household_id = town.id('household', t.h)
where t.is_household;

create table town.deeds as
select t.id as task_id, town.today() - n as day, n, t.account_id, case when t.is_household then t.person_id end as person_id,
  (town.today() - n)::timestamp at time zone 'UTC' + make_interval(hours => 6 + town.die(t.id || ':' || n) % 15) as at
from generate_series(coalesce(current_setting('town.days', true)::integer, 10), 1, -1) as n, town.tasks as t
where town.die(t.id || '.' || n) < 85
  and (t.repeats = 'daily' or t.repeats = 'weekly' and (n + t.k) % 7 = 0 or t.repeats = 'monthly' and (n + t.k) % 30 = 0);

insert into public.task_completions (task_id, completed_date, user_id, completed_at, status, time_zone, people, said_by)
select task_id, day, account_id, at, 'done', 'Europe/Berlin', case when person_id is not null then array[person_id] end, person_id
from town.deeds order by at;

insert into public.task_events (id, task_id, happened_at, user_id, kind, days, details, time_zone, person_id, arrived_at)
select 12 - n, task_id, at, account_id, 'done', datemultirange(daterange(day, day, '[]')),
  jsonb_strip_nulls(jsonb_build_object('by', account_id, 'status', 'done', 'people', array[person_id], 'saidBy', person_id)),
  'Europe/Berlin', person_id, null
from town.deeds order by at;

insert into private.settled_days (task_id, block, done)
select task_id, (day - date '0001-01-01') / 336, bit_or(set_bit(0::bit(336), (day - date '0001-01-01') % 336, 1))
from town.deeds group by 1, 2;

insert into auth.sessions (id, user_id, created_at, updated_at)
select town.id('session', h, i), id, now() - interval '30 days', now() from town.accounts;

-- Three in four have the morning mail at 7 in Berlin, a third pushes.
insert into public.morning_mails (user_id, is_on, hour, sent_until)
select id, true, 7, town.today() - 1 from town.accounts where town.die('mail' || email) < 75;

insert into private.push_settings (user_id, today_hour, invitations, done, offers, quiet_from, quiet_until, sent_until)
select id, 7, true, town.die('done' || email) < 40, true, 22, 6, town.today() - 1
from town.accounts where town.die('push' || email) < 33;

insert into private.push_devices (id, user_id, endpoint, p256dh, auth, label, session_id, created_at)
select town.id('device', h, i), id, 'https://fcm.googleapis.com/fcm/send/' || md5(email), 'B' || repeat('A', 86),
  repeat('A', 22), 'Phone', town.id('session', h, i), now() - interval '90 days'
from town.accounts where town.die('push' || email) < 33;

insert into private.outbox (recipient, kind, key, claimed_at, finished_at)
select accounts.email, 'morning', mails.user_id || to_char(town.today() - 1, ':YYYY-MM-DD'), now() - interval '20 hours', now()
from public.morning_mails as mails join town.accounts on accounts.id = mails.user_id;

insert into private.uses (limit_name, key, since, uses)
select 'changes_per_day', md5(id::text)::uuid, now(), 10 from town.accounts;

insert into public.household_displays (id, household_id, name, token_hash, used_at)
select town.id('display', h), town.id('household', h), 'Kitchen', sha256(convert_to('display' || h, 'UTF8')), now()
from generate_series(4, current_setting('town.households')::integer, 4) as h;

insert into private.household_labels (household_id, secret)
select town.id('household', h), sha256(convert_to('labels' || h, 'UTF8'))
from generate_series(4, current_setting('town.households')::integer, 4) as h;

insert into public.turn_offers (task_id, day, from_person, offered_at)
select id, town.today(), person_id, now() - interval '6 hours' from town.tasks where k = 9 and h % 5 = 0;

set session_replication_role = origin;
