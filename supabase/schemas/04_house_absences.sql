-- House absences: days on which nobody of a household is at home, so that none of its tasks are due.

-- A row never changes, except for the day on which the absence is ended, so that no past day changes.
create table public.house_absences (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- the day on which it was entered, or a later one
  from_day date not null,
  -- inclusive
  to_day date not null check (to_day >= from_day),
  -- the person in the household
  entered_by uuid not null,
  entered_at timestamptz not null default now(),
  -- the first day that no longer counts, if it was ended early; from_day if it never began
  ended_on date check (ended_on >= from_day),
  ended_by uuid,
  -- the days that count
  days daterange not null generated always as (daterange(from_day, least(to_day + 1, ended_on))) stored
);

-- Only calls write them.
grant select (id, household_id, from_day, to_day, entered_by, entered_at, ended_on, ended_by)
on public.house_absences
to authenticated;

create index house_absences_by_household on public.house_absences (household_id);

create policy "People see when nobody of their households is there" on public.house_absences
for select
to authenticated
using (household_id = any (array(select private.my_households())));

-- The days on which nobody of a household is at home.
create function private.house_away_days(household uuid)
returns datemultirange
language plpgsql
stable
security definer
as $$
begin
  return coalesce(
    (select range_agg(absences.days) from public.house_absences absences where absences.household_id = household), '{}'
  );
end;
$$;

-- The days on which nothing of a task is due: its own pauses and, from the day on which it came into its household,
-- the house's absences. Everything that decides when something is due asks this function.
create function private.paused_days(task public.tasks)
returns datemultirange
language plpgsql
stable
security definer
as $$
begin
  return task.paused
    + private.house_away_days(task.household_id) * datemultirange(daterange(task.household_since, null));
end;
$$;

-- Records how a task's paused days have changed.
create function private.record_pauses(
  task_id uuid,
  before datemultirange,
  after datemultirange,
  details jsonb default '{}'
)
returns void
language plpgsql
volatile
security definer
as $$
begin
  if not isempty(after - before) then
    perform private.append_event(task_id, 'paused', after - before, details);
  end if;
  if not isempty(before - after) then
    perform private.append_event(task_id, 'resumed', before - after, details);
  end if;
end;
$$;

-- Records how the house's absences have changed, in the household's tasks and in deleted ones that can come back,
-- and tells everybody who has one of them.
create function private.finish_house_absence(household uuid, before datemultirange)
returns void
language plpgsql
volatile
security definer
as $$
declare
  after constant datemultirange := private.house_away_days(household);
begin
  perform private.record_pauses(
    tasks.id, tasks.paused + before * span.days, tasks.paused + after * span.days, '{"away": true}'
  )
  from public.tasks
  cross join lateral (select datemultirange(daterange(tasks.household_since, null)) as days) as span
  where tasks.household_id = household
    and (tasks.is_active or tasks.deleted_at > now() - interval '30 days');
  perform private.send_no_tasks(true);
  update public.tasks set revision = tasks.revision + 1
  where tasks.household_id = household and tasks.is_active;
  perform private.send_no_tasks(false);
  perform private.send_household(household, array(
    select tasks.id from public.tasks where tasks.household_id = household and tasks.is_active
  ));
end;
$$;

-- Enters that nobody of the household is at home, from today or a later day until to_day, inclusive. Pauses the
-- tasks of the household, and those that come later. Members only. The same id again changes nothing.
-- Errors of both calls: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.enter_house_absence(household_id uuid, id uuid, from_day date, to_day date)
returns void
language plpgsql
volatile
security definer
as $$
declare
  today constant date := private.household_today(enter_house_absence.household_id);
  before datemultirange;
begin
  perform private.begin_household(enter_house_absence.household_id, 'member');
  if exists (
    select from public.house_absences absences
    where absences.id = enter_house_absence.id and absences.household_id = enter_house_absence.household_id
  ) then
    return;
  elsif enter_house_absence.id is null
    or exists (select from public.house_absences absences where absences.id = enter_house_absence.id) then
    perform private.refuse('id', 'INVALID');
  elsif not private.is_day(from_day) then
    perform private.refuse('fromDay', 'INVALID');
  elsif private.is_day(to_day) is not true or to_day < from_day then
    perform private.refuse('toDay', 'ABSENCE_ENDS_BEFORE_START');
  elsif to_day < today then
    perform private.refuse('toDay', 'ABSENCE_IS_OVER');
  end if;
  before := private.house_away_days(enter_house_absence.household_id);
  insert into public.house_absences (id, household_id, from_day, to_day, entered_by)
  select
    enter_house_absence.id, people.household_id, greatest(enter_house_absence.from_day, today),
    enter_house_absence.to_day, people.id
  from public.household_people people
  where people.household_id = enter_house_absence.household_id
    and people.account_id = auth.uid() and people.left_on is null;
  perform private.check_limit('house_absences', (
    select count(*) from public.house_absences absences
    where absences.household_id = enter_house_absence.household_id
  ));
  perform private.finish_house_absence(enter_house_absence.household_id, before);
end;
$$;

-- Ends an absence today; one that hasn't begun never does. Past days and the tasks' own pauses stay. Members only.
-- Again, or for a past absence, succeeds.
create function private.end_house_absence(household_id uuid, id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  today constant date := private.household_today(end_house_absence.household_id);
  before datemultirange;
begin
  perform private.begin_household(end_house_absence.household_id, 'member');
  if not exists (
    select from public.house_absences absences
    where absences.id = end_house_absence.id and absences.household_id = end_house_absence.household_id
  ) then
    perform private.refuse('id', 'INVALID');
  end if;
  before := private.house_away_days(end_house_absence.household_id);
  update public.house_absences absences
  set
    ended_on = greatest(today, absences.from_day),
    ended_by = (
      select people.id from public.household_people people
      where people.household_id = absences.household_id
        and people.account_id = auth.uid() and people.left_on is null
    )
  where absences.id = end_house_absence.id and absences.ended_on is null and absences.to_day >= today;
  if found then
    perform private.finish_house_absence(end_house_absence.household_id, before);
  end if;
end;
$$;

-- The absences with days that count, in the order of these: [{id, from, to, by}]; `by` is the person who entered it.
create function private.house_absences_json(household uuid)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', absences.id, 'from', lower(absences.days), 'to', upper(absences.days) - 1, 'by', absences.entered_by
      )
      order by absences.from_day, absences.id
    )
    from public.house_absences absences
    where absences.household_id = household and not isempty(absences.days)
  );
end;
$$;

-- A task that leaves a household keeps the house's absences so far as its own pauses; for a task that joins, only
-- days from today on count.
create function private.fill_house_absences()
returns trigger
language plpgsql
security definer
as $$
begin
  if tg_op = 'UPDATE' then
    new.paused := new.paused
      + private.paused_days(old) * datemultirange(daterange(null, private.household_today(old.household_id), '[]'));
  end if;
  new.household_since := private.household_today(new.household_id);
  return new;
end;
$$;

create trigger fill_house_absences
before update on public.tasks
for each row
when (old.household_id is distinct from new.household_id)
execute function private.fill_house_absences();

create trigger fill_house_absences_of_new
before insert on public.tasks
for each row
when (new.household_id is not null)
execute function private.fill_house_absences();
