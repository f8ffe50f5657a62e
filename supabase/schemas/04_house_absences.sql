-- The house's absence: days on which nobody of a household is there, so that nothing of its tasks is due.

-- Rows are never changed, but for the day on which one is ended: so no day of the past changes.
create table public.house_absences (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- the day on which it was entered, or a later one
  from_day date not null,
  -- included
  to_day date not null check (to_day >= from_day),
  -- as whom in the household
  entered_by uuid not null,
  entered_at timestamptz not null default now(),
  -- the first day that it doesn't count for, where that is sooner: its first day where it never began
  ended_on date check (ended_on >= from_day),
  ended_by uuid,
  -- those that it counts for
  days daterange not null generated always as (daterange(from_day, least(to_day + 1, ended_on))) stored
);

-- Calls alone write them.
grant select (id, household_id, from_day, to_day, entered_by, entered_at, ended_on, ended_by)
on public.house_absences
to authenticated;

create index house_absences_by_household on public.house_absences (household_id);

create policy "People see when nobody of their households is there" on public.house_absences
for select
to authenticated
using (household_id = any (array(select private.my_households())));

-- The days on which nobody of a household is there.
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

-- The days on which nothing of a task is due: its own pauses and, from the day on which it came to its household, those
-- on which nobody of that is there. Whatever says when something is due asks this.
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

-- Tells in the record of a task how its paused days have changed.
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

-- Tells what has become of the days on which nobody was there: in the record of each of the household's tasks, deleted
-- ones that can come back too, and to everybody who has one of them.
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

-- The caller enters that nobody of the household is there, from today or a later day on; to_day is included. It pauses
-- the tasks that are there, and those that come. A member's. The same id again changes nothing.
-- Errors of both: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
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

-- From today on somebody is there again, or will be all the time: one that has not begun never does. What was yesterday
-- stays, and so do the tasks' own pauses. A member's. Again, or of what is over: no error.
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

-- Those that count for a day, in the order of their days: [{id, from, to, by}], where `by` entered it.
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

-- A task that leaves a household keeps the days that it had there, as pauses of its own; of one that comes, today and
-- later ones count.
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
