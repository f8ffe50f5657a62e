-- Turns: who takes them in which order, who is away, and who took whose.

alter table public.tasks
  add column roster uuid[] not null default '{}',
  add column turn_length text not null default 'each';

insert into private.task_fields (position, field, json_type, max_length, too_long)
values
  (16, 'roster', 'array', null, default),
  (17, 'turnLength', 'string', null, default);

grant
  select (roster, turn_length),
  insert (roster, turn_length),
  update (roster, turn_length)
on public.tasks to authenticated;

alter table public.task_schedules
  add column roster uuid[] not null default '{}',
  add column turn_length text not null default 'each';

grant select (roster, turn_length) on public.task_schedules to authenticated;

-- What can still be undone gets what every schedule has now.
update private.past_changes
set
  schedule = schedule || '{"roster": [], "turn_length": "each"}',
  former_schedules = (
    select coalesce(jsonb_agg(former || '{"roster": [], "turn_length": "each"}'), '[]')
    from jsonb_array_elements(former_schedules) as former
  );

insert into private.limits (name, most)
values
  ('people_on_roster', 50),
  ('absences_of_person', 300),
  ('absences_of_household', 1000),
  ('turns_ahead', 100);

-- Rows are never changed, but for the day on which one is ended: so no turn of the past changes.
create table public.household_absences (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  person_id uuid not null references public.household_people (id) on delete cascade,
  from_day date not null,
  -- included; 9999-12-31 where nobody knows it
  to_day date not null check (to_day >= from_day),
  -- the first day that it counts for: from_day where it was entered for the past too
  entered_on date not null,
  -- the first day on which the person was there again, where that was sooner
  ended_on date,
  for_past boolean not null default false,
  -- as whom in the household; null: the person left, and is away until they come back
  entered_by uuid,
  entered_at timestamptz not null default now()
);

create index household_absences_by_household on public.household_absences (household_id);

create index household_absences_by_person on public.household_absences (person_id);

-- A day's turn that somebody took or was given.
create table public.task_turns (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- by which its occurrence is known, wherever that was put off to
  day date not null,
  person_id uuid not null,
  -- the keeper who gave it; null: the person took it
  given_by uuid,
  given_at timestamptz not null default now(),
  primary key (task_id, day)
);

-- A day's turn that somebody wants to hand on.
create table public.turn_offers (
  task_id uuid not null references public.tasks (id) on delete cascade,
  day date not null,
  from_person uuid not null,
  -- null: to everybody
  to_person uuid,
  offered_at timestamptz not null default now(),
  primary key (task_id, day)
);

alter table public.household_absences enable row level security;

alter table public.task_turns enable row level security;

alter table public.turn_offers enable row level security;

revoke all on public.household_absences from public, anon, authenticated, service_role;

revoke all on public.task_turns from public, anon, authenticated, service_role;

revoke all on public.turn_offers from public, anon, authenticated, service_role;

-- Calls alone write them.
grant select (
  id, household_id, person_id, from_day, to_day, entered_on, ended_on, for_past, entered_by, entered_at
) on public.household_absences to authenticated;

grant select (task_id, day, person_id, given_by, given_at) on public.task_turns to authenticated;

grant select (task_id, day, from_person, to_person, offered_at) on public.turn_offers to authenticated;

create policy "People see who of their households is away" on public.household_absences
  for select to authenticated
  using (household_id = any (array(select private.my_households())));

create policy "Participants see who took a turn" on public.task_turns
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

create policy "Participants see which turns are offered" on public.turn_offers
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));

-- The day that is today where the caller is.
create function private.my_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone private.my_time_zone())::date $$;

-- A roster has people of the task's household, each once; who has left may stay on it, and does not come onto it.
create function private.check_roster() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(new.roster) > private.limit_of('people_on_roster') then
    perform private.refuse('roster', 'TOO_MANY_TURN_TAKERS');
  elsif exists (
    select from unnest(new.roster) as listed (id)
    left join public.household_people people
      on people.id = listed.id and people.household_id = new.household_id
    where people.id is null
      or people.left_on is not null and (tg_op = 'INSERT' or listed.id <> all (old.roster))
  ) or cardinality(new.roster) > (select count(distinct id) from unnest(new.roster) as listed (id)) then
    perform private.refuse('roster', 'INVALID');
  end if;
  return new;
end;
$$;

create trigger check_roster before update on public.tasks
  for each row when (old.roster is distinct from new.roster)
  execute function private.check_roster();

create trigger check_roster_of_new before insert on public.tasks
  for each row when (new.roster <> '{}')
  execute function private.check_roster();

-- Who leaves is away until they come back, so that what was their turn stays theirs.
create function private.record_leaving() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  if new.left_on is not null then
    insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
    values (gen_random_uuid(), new.household_id, new.id, new.left_on, '9999-12-31', new.left_on);
  else
    update public.household_absences absences set ended_on = today
    where absences.person_id = new.id and absences.entered_by is null and absences.ended_on is null;
  end if;
  return null;
end;
$$;

create trigger record_leaving after update on public.household_people
  for each row when ((old.left_on is null) <> (new.left_on is null))
  execute function private.record_leaving();

-- The caller as a person of a household who may change when this one is away. Errors: VALIDATION_FAILED for
-- somebody who is not there, NOT_ALLOWED.
create function private.absence_changer(household uuid, person uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me public.household_people;
begin
  select people.* into me from public.household_people people
  where people.household_id = household and people.account_id = auth.uid() and people.left_on is null;
  if not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household and people.left_on is null
  ) then
    perform private.refuse('person', 'INVALID');
  elsif me.id <> person and me.role <> 'keeper' then
    perform private.fail('NOT_ALLOWED');
  end if;
  return me.id;
end;
$$;

create function private.enter_absence(
  household_id uuid, id uuid, person_id uuid, from_day date, to_day date, for_past boolean
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := private.my_today();
  last_day constant date := coalesce(to_day, '9999-12-31');
  -- What has not begun is known before it does.
  is_for_past constant boolean := coalesce(for_past, false) and from_day < today;
  me uuid;
begin
  perform private.begin_household(enter_absence.household_id, 'helper');
  me := private.absence_changer(enter_absence.household_id, enter_absence.person_id);
  if exists (
    select from public.household_absences known
    where known.id = enter_absence.id
      and (known.household_id, known.person_id, known.from_day, known.to_day)
        = (enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day)
  ) then
    return;
  elsif enter_absence.id is null
    or exists (select from public.household_absences known where known.id = enter_absence.id) then
    perform private.refuse('id', 'INVALID');
  elsif not private.is_day(from_day) then
    perform private.refuse('fromDay', 'INVALID');
  elsif not private.is_day(last_day) or last_day < from_day then
    perform private.refuse('toDay', 'ABSENCE_ENDS_BEFORE_START');
  elsif last_day < today and not is_for_past then
    perform private.refuse('toDay', 'ABSENCE_IS_OVER');
  end if;
  insert into public.household_absences (
    id, household_id, person_id, from_day, to_day, entered_on, for_past, entered_by
  )
  values (
    enter_absence.id, enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day,
    case when is_for_past then enter_absence.from_day else today end, is_for_past, me
  );
  if (
    select count(*) from public.household_absences known
    where known.person_id = enter_absence.person_id and known.entered_by is not null
  ) > private.limit_of('absences_of_person') then
    perform private.exceed('TOO_MANY_ABSENCES');
  elsif (
    select count(*) from public.household_absences known
    where known.household_id = enter_absence.household_id and known.entered_by is not null
  ) > private.limit_of('absences_of_household') then
    perform private.exceed('TOO_MANY_ABSENCES_OF_HOUSEHOLD');
  end if;
  perform private.send_household(enter_absence.household_id);
end;
$$;

create function private.end_absence(household_id uuid, id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := private.my_today();
  absence public.household_absences;
begin
  perform private.begin_household(end_absence.household_id, 'helper');
  select known.* into absence from public.household_absences known
  where known.id = end_absence.id and known.household_id = end_absence.household_id;
  if absence.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.absence_changer(absence.household_id, absence.person_id);
  -- What is over has ended by itself.
  update public.household_absences known set ended_on = today
  where known.id = absence.id and known.ended_on is null and known.to_day >= today;
  if found then
    perform private.send_household(absence.household_id);
  end if;
end;
$$;

-- Of a household: [{id, person, from, to, enteredOn, endedOn}], in the order of their days.
create function private.absences_json(household uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'id', absences.id, 'person', absences.person_id, 'from', absences.from_day,
      'to', nullif(absences.to_day, '9999-12-31'), 'enteredOn', absences.entered_on,
      'endedOn', absences.ended_on
    )
    order by absences.from_day, absences.id
  )
  from public.household_absences absences
  where absences.household_id = household
$$;

-- The names of those who left a household, by their ids.
create function private.former_names_json(household uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(people.id, people.name)
  from public.household_people people
  where people.household_id = household and people.left_on is not null
$$;

-- From eight days ago on: [[day, person], …], in the order of their days. Of what is due so long after it was last
-- done the latest one stays, as it is of the next time that it is done.
create function private.swaps_json(task_id uuid, is_after_done boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_array(latest.day, latest.person_id) order by latest.day)
  from (
    (
      select turns.day, turns.person_id from public.task_turns turns
      where turns.task_id = swaps_json.task_id and turns.day >= (now() at time zone 'UTC')::date - 8
      order by turns.day
      limit 110
    )
    union
    (
      select turns.day, turns.person_id from public.task_turns turns
      where turns.task_id = swaps_json.task_id and is_after_done
      order by turns.day desc
      limit 1
    )
  ) as latest
$$;

-- [{day, from, to}, …], of the same days.
create function private.offers_json(task_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object('day', latest.day, 'from', latest.from_person, 'to', latest.to_person)
    order by latest.day
  )
  from (
    select offers.day, offers.from_person, offers.to_person from public.turn_offers offers
    where offers.task_id = offers_json.task_id and offers.day >= (now() at time zone 'UTC')::date - 8
    order by offers.day
    limit 110
  ) as latest
$$;

-- Locks a task whose turns the caller, who must be of its household, wants to change, and answers the days: each
-- once, from the caller's today to 366 days later, none of them done or skipped. What is due so long after it was
-- last done has one turn, known by the day on which it was first taken or offered.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.begin_turns(task_id uuid, days date[]) returns date[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := private.my_today();
  task public.tasks;
  asked constant date[] := array(select distinct day from unnest(days) as day order by day);
  last_done date;
begin
  perform private.begin_change(begin_turns.task_id);
  if private.my_person(begin_turns.task_id) is null then
    perform private.fail('NOT_ALLOWED');
  elsif coalesce(cardinality(asked), 0) not between 1 and 31
    or not (array_position(asked, null) is null and asked[cardinality(asked)] <= today + 366) then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] < today then
    perform private.refuse('days', 'TURN_IS_OVER');
  elsif exists (
    select from unnest(asked) as day
    left join public.task_put_offs moved
      on moved.task_id = begin_turns.task_id and moved.due_date = day
    where exists (
        select from public.task_completions completions
        where completions.task_id = begin_turns.task_id
          and completions.completed_date = coalesce(moved.new_date, day)
      )
      or exists (
        select from public.task_catch_ups catch_ups
        where catch_ups.task_id = begin_turns.task_id
          and catch_ups.days @> coalesce(moved.new_date, day)
      )
  ) then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  perform private.count_changes(begin_turns.task_id, 1);
  select tasks.* into task from public.tasks where tasks.id = begin_turns.task_id;
  if task.after_done is null or asked[1] < task.schedule_from then
    return asked;
  end if;
  last_done := greatest(
    (
      select max(completions.completed_date) from public.task_completions completions
      where completions.task_id = begin_turns.task_id
    ),
    (
      select max(upper(catch_ups.days)) - 1 from public.task_catch_ups catch_ups
      where catch_ups.task_id = begin_turns.task_id
    ),
    task.schedule_from - 1,
    '0001-01-01'
  );
  if cardinality(asked) > 1 then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] <= last_done then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  return array[coalesce(
    (
      select max(known.day)
      from (
        select turns.day from public.task_turns turns where turns.task_id = begin_turns.task_id
        union all
        select offers.day from public.turn_offers offers where offers.task_id = begin_turns.task_id
      ) as known
      where known.day > last_done
    ),
    asked[1]
  )];
end;
$$;

-- Whether somebody takes turns on each of these days, by the schedule that counts for it, and this person, if given,
-- is of the household and there. Errors: VALIDATION_FAILED.
create function private.check_turns(task_id uuid, days date[], person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(days) as day
    where '{}' = (
      select schedules.roster
      from (
        select former.roster, former.valid_until from public.task_schedules former
        where former.task_id = check_turns.task_id and former.valid_until >= day
        union all
        select tasks.roster, null from public.tasks where tasks.id = check_turns.task_id
      ) as schedules
      order by schedules.valid_until nulls last
      limit 1
    )
  ) then
    perform private.refuse('days', 'NO_TURNS');
  elsif person is null then
    return;
  elsif not exists (
    select from public.tasks
    join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = check_turns.task_id and people.id = person and people.left_on is null
  ) then
    perform private.refuse('person', 'INVALID');
  elsif exists (
    select from unnest(days) as day
    join public.household_absences absences
      on absences.person_id = person and day between absences.from_day and absences.to_day
    where (absences.ended_on <= day) is not true
  ) then
    perform private.refuse('person', 'AWAY_THEN');
  end if;
end;
$$;

-- Writes that these days' turns are a person's, which ends the offers, and one event of those that were not.
create function private.set_turns(task_id uuid, days date[], person uuid, kind text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed constant date[] := array(
    select day from unnest(days) as day
    where not exists (
      select from public.task_turns turns
      where turns.task_id = set_turns.task_id and turns.day = day.day and turns.person_id = person
    )
  );
begin
  insert into public.task_turns as known (task_id, day, person_id, given_by)
  select
    set_turns.task_id, day, person,
    case when kind = 'turn_given' then private.my_person(set_turns.task_id) end
  from unnest(changed) as day
  on conflict on constraint task_turns_pkey do update
  set person_id = excluded.person_id, given_by = excluded.given_by, given_at = now();
  delete from public.turn_offers offers
  where offers.task_id = set_turns.task_id and offers.day = any (days);
  if found or changed <> '{}' then
    perform private.finish_turns(set_turns.task_id, changed, kind, person);
  end if;
end;
$$;

-- What is ahead of a task is bounded; others see the change, and one event tells of it.
create function private.finish_turns(task_id uuid, days date[], kind text, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  earliest constant date := private.earliest_today();
begin
  if (
    select count(*) from public.task_turns turns
    where turns.task_id = finish_turns.task_id and turns.day >= earliest
  ) > private.limit_of('turns_ahead') or (
    select count(*) from public.turn_offers offers
    where offers.task_id = finish_turns.task_id and offers.day >= earliest
  ) > private.limit_of('turns_ahead') then
    perform private.exceed('TOO_MANY_TURNS');
  end if;
  if days <> '{}' then
    perform private.append_event(
      finish_turns.task_id, kind,
      (select range_agg(daterange(day, day, '[]')) from unnest(days) as day),
      case when person is null then '{}' else jsonb_build_object('people', array[person]) end
    );
  end if;
  perform private.raise_revision(finish_turns.task_id);
end;
$$;

create function private.take_turns(task_id uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_by constant date[] := private.begin_turns(take_turns.task_id, days);
  me constant uuid := private.my_person(take_turns.task_id);
begin
  perform private.check_turns(take_turns.task_id, known_by, me);
  -- Who has it may offer it to somebody else.
  if exists (
    select from public.task_turns turns
    where turns.task_id = take_turns.task_id and turns.day = any (known_by) and turns.person_id <> me
      and not exists (
        select from public.turn_offers offers
        where offers.task_id = turns.task_id and offers.day = turns.day
          and offers.from_person = turns.person_id and coalesce(offers.to_person, me) = me
      )
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  end if;
  perform private.set_turns(take_turns.task_id, known_by, me, 'turn_taken');
end;
$$;

create function private.give_turns(task_id uuid, days date[], person_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_by constant date[] := private.begin_turns(give_turns.task_id, days);
begin
  if not exists (
    select from public.tasks
    where tasks.id = give_turns.task_id
      and tasks.household_id = any (array(select private.my_households('keeper')))
  ) then
    perform private.fail('NOT_ALLOWED');
  elsif person_id is null then
    perform private.refuse('person', 'INVALID');
  end if;
  perform private.check_turns(give_turns.task_id, known_by, give_turns.person_id);
  perform private.set_turns(give_turns.task_id, known_by, give_turns.person_id, 'turn_given');
end;
$$;

create function private.return_turns(task_id uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_by constant date[] := private.begin_turns(return_turns.task_id, days);
  returned record;
begin
  if exists (
    select from public.task_turns turns
    where turns.task_id = return_turns.task_id and turns.day = any (known_by)
      and turns.person_id <> private.my_person(return_turns.task_id)
  ) and not exists (
    select from public.tasks
    where tasks.id = return_turns.task_id
      and tasks.household_id = any (array(select private.my_households('keeper')))
  ) then
    perform private.fail('NOT_ALLOWED');
  end if;
  for returned in
    with gone as (
      delete from public.task_turns turns
      where turns.task_id = return_turns.task_id and turns.day = any (known_by)
      returning turns.person_id, turns.day
    )
    select gone.person_id, array_agg(gone.day) as days from gone group by gone.person_id
  loop
    -- An offer of what is no longer theirs is none.
    delete from public.turn_offers offers
    where offers.task_id = return_turns.task_id and offers.day = any (returned.days)
      and offers.from_person = returned.person_id;
    perform private.finish_turns(
      return_turns.task_id, returned.days, 'turn_returned', returned.person_id
    );
  end loop;
end;
$$;

create function private.offer_turns(task_id uuid, days date[], to_person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_by constant date[] := private.begin_turns(offer_turns.task_id, days);
  me constant uuid := private.my_person(offer_turns.task_id);
  changed date[];
begin
  perform private.check_turns(offer_turns.task_id, known_by, to_person);
  if to_person = me then
    perform private.refuse('person', 'INVALID');
  end if;
  with offered as (
    insert into public.turn_offers as known (task_id, day, from_person, to_person)
    select offer_turns.task_id, day, me, offer_turns.to_person from unnest(known_by) as day
    on conflict on constraint turn_offers_pkey do update
    set from_person = excluded.from_person, to_person = excluded.to_person, offered_at = now()
    where (known.from_person, known.to_person)
      is distinct from (excluded.from_person, excluded.to_person)
    returning known.day
  )
  select array_agg(offered.day) into changed from offered;
  if changed is not null then
    perform private.finish_turns(offer_turns.task_id, changed, 'turn_offered', to_person);
  end if;
end;
$$;

create function private.withdraw_offers(task_id uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known_by constant date[] := private.begin_turns(withdraw_offers.task_id, days);
  withdrawn date[];
begin
  if exists (
    select from public.turn_offers offers
    where offers.task_id = withdraw_offers.task_id and offers.day = any (known_by)
      and offers.from_person <> private.my_person(withdraw_offers.task_id)
  ) and not exists (
    select from public.tasks
    where tasks.id = withdraw_offers.task_id
      and tasks.household_id = any (array(select private.my_households('keeper')))
  ) then
    perform private.fail('NOT_ALLOWED');
  end if;
  with gone as (
    delete from public.turn_offers offers
    where offers.task_id = withdraw_offers.task_id and offers.day = any (known_by)
    returning offers.day
  )
  select array_agg(gone.day) into withdrawn from gone;
  if withdrawn is not null then
    perform private.finish_turns(withdraw_offers.task_id, withdrawn, 'turn_offer_withdrawn', null);
  end if;
end;
$$;

grant execute on function
  private.enter_absence(uuid, uuid, uuid, date, date, boolean),
  private.end_absence(uuid, uuid),
  private.take_turns(uuid, date[]),
  private.give_turns(uuid, date[], uuid),
  private.return_turns(uuid, date[]),
  private.offer_turns(uuid, date[], uuid),
  private.withdraw_offers(uuid, date[])
to authenticated;

-- Enters when a person is away, oneself or, as a keeper, anybody of the household; to_day is included, and null where
-- nobody knows it. It counts from today on or, for_past, from its first day. The same id again changes nothing.
-- Errors of both: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function public.enter_absence(
  household_id uuid, id uuid, person_id uuid, from_day date, to_day date default null,
  for_past boolean default false
) returns void
language sql volatile set search_path = ''
as $$ select private.enter_absence(household_id, id, person_id, from_day, to_day, for_past) $$;

-- From today on the person is there again; what was yesterday stays. Again, or of what is over: no error.
create function public.end_absence(household_id uuid, id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.end_absence(household_id, id) $$;

-- Errors of all that follow: TASK_NOT_FOUND, NOT_ALLOWED for who does not belong to the household, VALIDATION_FAILED
-- for a day before today, more than 366 days ahead, done or skipped already, or on which nobody takes turns, or for a
-- person who is not there then, LIMIT_REACHED. Days are 1 to 31, by which their occurrences are known. The same
-- again changes nothing.

-- These days' turns are the caller's, offered or not. Errors: TURN_TAKEN where somebody else took one, or was given it.
create function public.take_turns(task_id uuid, days date[]) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.take_turns(task_id, days);
  return (select task from private.visible_tasks(array[take_turns.task_id]) as task);
end;
$$;

-- A keeper's: these days' turns are a person's, with an account or without.
create function public.give_turns(task_id uuid, days date[], person_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.give_turns(task_id, days, person_id);
  return (select task from private.visible_tasks(array[give_turns.task_id]) as task);
end;
$$;

-- The roster decides again on days that the caller took or was given, or, as a keeper, anybody.
create function public.return_turns(task_id uuid, days date[]) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.return_turns(task_id, days);
  return (select task from private.visible_tasks(array[return_turns.task_id]) as task);
end;
$$;

-- The caller wants to hand these days' turns on, to one person or to everybody; an offer takes the place of another.
create function public.offer_turns(task_id uuid, days date[], to_person uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.offer_turns(task_id, days, to_person);
  return (select task from private.visible_tasks(array[offer_turns.task_id]) as task);
end;
$$;

-- The caller's offers end, or a keeper has anybody's end.
create function public.withdraw_offers(task_id uuid, days date[]) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.withdraw_offers(task_id, days);
  return (select task from private.visible_tasks(array[withdraw_offers.task_id]) as task);
end;
$$;

grant execute on function
  public.enter_absence(uuid, uuid, uuid, date, date, boolean),
  public.end_absence(uuid, uuid),
  public.take_turns(uuid, date[]),
  public.give_turns(uuid, date[], uuid),
  public.return_turns(uuid, date[]),
  public.offer_turns(uuid, date[], uuid),
  public.withdraw_offers(uuid, date[])
to authenticated;

-- Who has left before this is away, too.
insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
select gen_random_uuid(), people.household_id, people.id, people.left_on, '9999-12-31', people.left_on
from public.household_people people
where people.left_on is not null;

-- What was there before, with turns.

-- The caller's households as the list has them: [{id, name, role, me, people: [{id, name, face, role,
-- isJoined}]}], with the people who are present, in the order in which they came; and, where there are any, former,
-- the names of those who left, and absences.
create or replace function private.households() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', households.id,
        'name', households.name,
        'role', me.role,
        'me', me.id,
        'people', (
          select jsonb_agg(
            jsonb_build_object(
              'id', people.id, 'name', people.name, 'face', people.face, 'role', people.role,
              'isJoined', people.account_id is not null
            )
            order by people.joined_at, people.id
          )
          from public.household_people people
          where people.household_id = households.id and people.left_on is null
        )
      ) || (
        select coalesce(jsonb_object_agg(more.key, more.value), '{}')
        from (
          values
            ('former', private.former_names_json(households.id)),
            ('absences', private.absences_json(households.id))
        ) as more (key, value)
        where more.value is not null
      )
      order by households.created_at, households.id
    ),
    '[]'
  )
  from public.household_people me
  join public.households on households.id = me.household_id
  where me.account_id = auth.uid() and me.left_on is null and households.deleted_at is null
$$;

-- The one place where the database checks a task. Every broken rule is reported at once; a deleted
-- task is frozen.
create or replace function private.check_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  fields constant private.task_fields[] := array(select known from private.task_fields() as known);
  -- what people write, by its column
  texts jsonb;
  issues jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can do nothing but come back, for 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;

  if new.repeat_value is distinct from 'custom' then
    new.custom_rrule := null;
    new.custom_rrule_text := null;
    new.after_done := null;
  end if;
  if new.after_done is not null then
    new.custom_rrule := null;
  end if;
  texts := to_jsonb(new);
  -- An empty one is none.
  texts := (
    select jsonb_object_agg(column_name, nullif(private.entered_text(texts ->> column_name), ''))
    from unnest(fields) where max_length is not null
  );
  new := jsonb_populate_record(new, texts);
  new.missed_policy := coalesce(new.missed_policy, 'keep');
  new.roster := coalesce(new.roster, '{}');
  new.turn_length := coalesce(new.turn_length, 'each');
  new.checklist := array(
    select private.entered_text(line) from unnest(new.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- Every month is no season.
  new.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(new.season) as month) as months
  );

  select jsonb_agg(private.issue(broken.path, broken.code) order by known.position, broken.number)
  into issues
  from (
    select field as path, too_long as code, 0 as number
    from unnest(fields) where char_length(texts ->> column_name) > max_length
    union all
    select path, code, row_number() over ()
    from (
      values
        ('title', 'TITLE_REQUIRED', new.title is null),
        ('title', 'TITLE_TOO_SHORT', char_length(new.title) = 1),
        ('category', 'CATEGORY_REQUIRED', new.category is null),
        ('startDate', 'START_DATE_REQUIRED', new.start_date is null),
        ('startDate', 'INVALID', new.start_date not between first_day and last_day),
        ('endDate', 'INVALID', new.end_date not between first_day and last_day),
        ('endDate', 'END_BEFORE_START', new.end_date < new.start_date),
        (
          'repeatValue', 'INVALID',
          coalesce(new.repeat_value, '') not in ('daily', 'weekly', 'monthly', 'yearly', 'custom')
        ),
        ('afterDone', 'INVALID', not private.is_after_done(new.after_done)),
        ('season', 'INVALID', not new.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        ('paused', 'INVALID', not new.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
        ('missedPolicy', 'INVALID', new.missed_policy not in ('keep', 'latest', 'pass')),
        ('checklist', 'CHECKLIST_TOO_LONG', cardinality(new.checklist) > 20),
        (
          'checklist', 'CHECKLIST_LINE_TOO_LONG',
          exists (select from unnest(new.checklist) as line where char_length(line) > 100)
        ),
        (
          'checklist', 'CHECKLIST_LINE_TWICE',
          cardinality(new.checklist) > (select count(distinct line) from unnest(new.checklist) as line)
        ),
        ('isShared', 'INVALID', new.is_shared is null),
        ('turnLength', 'INVALID', new.turn_length not in ('each', 'week', 'month'))
    ) as rules (path, code, is_broken)
    where is_broken
  ) as broken
  left join unnest(fields) as known on known.field = broken.path;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return new;
end;
$$;

-- A task comes into a household by its owner, who is a member there, and out of it by a keeper, whose own
-- it is then. Whoever moves it stands for it: whose name it had may not belong where it goes.
create or replace function private.check_household() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and auth.uid() is not null and old.household_id is not null
    and old.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  if tg_op = 'UPDATE' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Those who took turns are not of where it goes: from today on it is anybody's.
    if old.roster <> '{}' and new.roster = old.roster then
      new.roster := '{}';
      new.turn_length := 'each';
      if new.schedule_from is not distinct from old.schedule_from then
        new.schedule_from := greatest(private.my_today(), old.schedule_from);
      end if;
    end if;
  end if;
  if new.household_id is null then
    return new;
  end if;
  -- Who is let go, or deletes the household, at this moment does so before or after; an outsider waits for
  -- nobody.
  perform from public.households
  where households.id = new.household_id
    and (auth.uid() is null or households.id = any (array(select private.my_households('member'))))
  for share;
  -- Nobody is signed in when an administrator writes.
  if auth.uid() is not null and new.household_id <> all (array(select private.my_households('member'))) then
    perform private.refuse('householdId', 'INVALID');
  end if;
  return new;
end;
$$;

-- Who loses the task by that reads so; what was done in it keeps its names.
create or replace function private.record_household() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.append_event(
    new.id, 'moved', null,
    jsonb_build_object(
      'before', (select households.name from public.households where households.id = old.household_id),
      'after', (select households.name from public.households where households.id = new.household_id)
    )
  );
  if new.user_id <> old.user_id then
    insert into public.former_names (task_id, person_id, name)
    select new.id, profiles.id, profiles.display_name
    from public.profiles where profiles.id = old.user_id
    on conflict do nothing;
    update public.task_shares shares set owner_id = new.user_id where shares.task_id = new.id;
  end if;
  -- What it was can't come back where its people are not.
  delete from private.past_changes known
  where known.task_id = new.id and known.schedule ->> 'roster' <> '[]';
  perform private.end_member_shares(new.household_id, new.id);
  return null;
end;
$$;

-- What decides the occurrences of a task, and whose turn they are, with the client's names.
create or replace function private.schedule_json(task public.tasks) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'startDate', task.start_date,
    'endDate', task.end_date,
    'repeatValue', task.repeat_value,
    'customRrule', task.custom_rrule,
    'customRruleText', task.custom_rrule_text,
    'afterDone', task.after_done,
    'season', task.season,
    'roster', coalesce(task.roster, '{}'),
    'turnLength', coalesce(task.turn_length, 'each')
  )
$$;

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule
-- counts for the past too.
create or replace function private.record_former_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A call that writes the versions itself.
  if current_setting('rota.schedule_change', true) = 'on' then
    return null;
  end if;
  if new.schedule_from is null then
    delete from public.task_schedules where task_id = new.id;
    update public.task_put_offs set to_former_schedule = false
    where task_id = new.id and to_former_schedule;
  else
    insert into public.task_schedules (
      task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
      after_done, season, roster, turn_length
    )
    values (
      old.id, new.schedule_from - 1, old.start_date, old.end_date, old.repeat_value,
      old.custom_rrule, old.custom_rrule_text, old.after_done, old.season, old.roster, old.turn_length
    );
  end if;
  return null;
end;
$$;

create or replace function private.record_change_of_past() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_changes where past_changes.task_id = new.id;
  if new.schedule_from is null then
    insert into private.past_changes (task_id, schedule, former_schedules, put_offs)
    values (
      new.id,
      jsonb_build_object(
        'schedule_from', old.schedule_from, 'start_date', old.start_date, 'end_date', old.end_date,
        'repeat_value', old.repeat_value, 'custom_rrule', old.custom_rrule,
        'custom_rrule_text', old.custom_rrule_text, 'after_done', old.after_done, 'season', old.season,
        'roster', old.roster, 'turn_length', old.turn_length
      ),
      coalesce(
        (select jsonb_agg(to_jsonb(former)) from public.task_schedules former where former.task_id = new.id),
        '[]'
      ),
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('due_date', put_offs.due_date, 'new_date', put_offs.new_date)
          )
          from public.task_put_offs put_offs
          where put_offs.task_id = new.id and put_offs.to_former_schedule
        ),
        '[]'
      )
    );
  end if;
  return null;
end;
$$;

drop trigger record_change_of_past on public.tasks;

create trigger record_change_of_past after update on public.tasks
  for each row when (
    (
      old.schedule_from, old.start_date, old.end_date, old.repeat_value, old.custom_rrule, old.after_done,
      old.season, old.roster, old.turn_length
    ) is distinct from (
      new.schedule_from, new.start_date, new.end_date, new.repeat_value, new.custom_rrule, new.after_done,
      new.season, new.roster, new.turn_length
    )
    and current_setting('rota.schedule_change', true) is distinct from 'on'
  )
  execute function private.record_change_of_past();

-- Undoes a change of the schedule "for the past too" within 24 hours: the schedule and its versions become what
-- they were; what was done, skipped or put off since stays. event_id is the event of that change; undone
-- already, nothing changes. Errors: TASK_NOT_FOUND, NOT_ALLOWED, UNDO_TOO_LATE also when the schedule has
-- changed since, LIMIT_REACHED.
create or replace function private.undo_schedule_change(task_id uuid, event_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  before private.past_changes;
  was public.tasks;
  now_is public.tasks;
begin
  perform private.begin_schedule_change(undo_schedule_change.task_id);
  if exists (
    select from public.task_events events
    where events.task_id = undo_schedule_change.task_id
      and events.kind = 'schedule_undone'
      and events.details ->> 'event' = undo_schedule_change.event_id::text
  ) then
    return;
  end if;
  select known.* into before from private.past_changes known
  where known.task_id = undo_schedule_change.task_id
    and known.changed_at > now() - interval '24 hours';
  if not found or event_id is distinct from (
    select max(events.id) from public.task_events events
    where events.task_id = undo_schedule_change.task_id and events.kind = 'schedule_changed'
  ) then
    raise exception using errcode = 'PT409', message = 'UNDO_TOO_LATE';
  end if;
  was := jsonb_populate_record(null::public.tasks, before.schedule);
  select tasks.* into now_is from public.tasks where tasks.id = undo_schedule_change.task_id;
  insert into public.task_schedules
  select former.* from jsonb_populate_recordset(null::public.task_schedules, before.former_schedules) as former;
  update public.task_put_offs put_offs set to_former_schedule = true
  from jsonb_populate_recordset(null::public.task_put_offs, before.put_offs) as known
  where put_offs.task_id = undo_schedule_change.task_id
    and put_offs.due_date = known.due_date and put_offs.new_date = known.new_date;
  delete from private.past_changes known where known.task_id = undo_schedule_change.task_id;
  perform private.append_event(
    undo_schedule_change.task_id, 'schedule_undone', null,
    jsonb_build_object(
      'before', private.schedule_json(now_is), 'after', private.schedule_json(was),
      'from', was.schedule_from, 'event', event_id
    )
  );
  perform set_config('rota.schedule_change', 'on', true);
  update public.tasks
  set
    start_date = was.start_date, end_date = was.end_date, repeat_value = was.repeat_value,
    custom_rrule = was.custom_rrule, custom_rrule_text = was.custom_rrule_text,
    after_done = was.after_done, season = was.season, schedule_from = was.schedule_from,
    roster = was.roster, turn_length = was.turn_length
  where tasks.id = undo_schedule_change.task_id;
  perform set_config('rota.schedule_change', '', true);
end;
$$;

create or replace function private.former_schedule_json(former public.task_schedules) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'validUntil', former.valid_until,
    'startDate', former.start_date,
    'endDate', former.end_date,
    'repeatValue', former.repeat_value,
    'customRrule', former.custom_rrule,
    'customRruleText', former.custom_rrule_text,
    'afterDone', former.after_done,
    'season', former.season
  ) || case
    when former.roster = '{}' then '{}'
    else jsonb_build_object('roster', former.roster, 'turnLength', former.turn_length)
  end
$$;

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, those from
-- yesterday's day on, and what is due once, recentChecks which lines were ticked on the latest ten days that
-- have any, and people has the names that its participants may know, of those who take part no more the
-- former name; takingPart says who does, beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
-- whether an address has an account.
-- Whatever lies behind it, what is sent stays small (docs/decisions/011-long-records.md): "cut" says what
-- was left out. "record": all but the title and who takes part, where the record of the task, of its owner's
-- or its household's tasks or of all of them is too long, the longest first. "notes": all but their first 400 characters, where
-- the notes of all of them are too long. "none": a task that would be cut and was asked for as a whole.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create or replace function private.task_json(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  with measured as materialized (
    select
      tasks.id,
      coalesce(tasks.household_id, tasks.user_id) as whose,
      -- In a household's others write, too, whoever stands for it.
      tasks.household_id is null and tasks.user_id = (select auth.uid()) as is_own,
      coalesce(octet_length(tasks.subtitle), 0) as notes,
      -- About as many bytes as the JSON will have. Each part is looked at up to where it is too long.
      coalesce(octet_length(tasks.custom_rrule), 0)
      + coalesce(octet_length(tasks.custom_rrule_text), 0)
      + pg_column_size(tasks.checklist) + pg_column_size(tasks.paused)
      + 40 * cardinality(tasks.roster)
      + (
        select coalesce(sum(200 + coalesce(former.length, 0)), 0)
        from (
          select
            coalesce(octet_length(former.custom_rrule) + octet_length(former.custom_rrule_text), 0)
            + 40 * cardinality(former.roster) as length
          from public.task_schedules former where former.task_id = tasks.id limit 200
        ) as former
      )
      + 70 * (
        select count(*)
        from (select from public.task_put_offs moved where moved.task_id = tasks.id limit 500) as moved
      )
      + 55 * (
        select count(*)
        from (
          select from public.task_turns turns
          where turns.task_id = tasks.id and turns.day >= (now() at time zone 'UTC')::date - 8
          limit 110
        ) as swapped
      )
      + 130 * (
        select count(*)
        from (
          select from public.turn_offers offers
          where offers.task_id = tasks.id and offers.day >= (now() at time zone 'UTC')::date - 8
          limit 110
        ) as offered
      )
      + 112 * (
        select count(*)
        from (select from private.settled_days days where days.task_id = tasks.id limit 300) as days
      )
      + (
        select coalesce(sum(44 + people.length), 0)
        from (
          select 56 as length from public.task_shares shares where shares.task_id = tasks.id
          union all
          (
            select octet_length(known.name) from public.former_names known
            where known.task_id = tasks.id limit 1000
          )
          union all
          (
            select octet_length(known.name) from private.task_people known
            where known.task_id = tasks.id limit 1000
          )
        ) as people
      )
      + (
        select coalesce(sum(200 + 40 * coalesce(cardinality(latest.people), 0)), 0)
        from (
          (
            select completions.people from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_at > now() - interval '48 hours'
            limit 100
          )
          union all
          (
            select completions.people from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_date > (now() at time zone 'UTC')::date + 1
            limit 100
          )
        ) as latest
      )
      + (
        select coalesce(sum(
          200 + pg_column_size(latest.days) + 40 * coalesce(cardinality(latest.people), 0)
        ), 0)
        from (
          select catch_ups.days, catch_ups.people from public.task_catch_ups catch_ups
          where catch_ups.task_id = tasks.id
            and catch_ups.recorded_at > now() - interval '48 hours'
          order by catch_ups.recorded_at desc
          limit 20
        ) as latest
      ) as record
    from unnest(ids) as wanted (id)
    -- offset 0: by the index, one after the other, however many the planner expects.
    cross join lateral (select rows.* from public.tasks rows where rows.id = wanted.id offset 0) as tasks
  ),
  extents as (
    select
      measured.id,
      case
        when whole then null
        when measured.record > 40000
          or not measured.is_own and sum(measured.record) over (
            partition by measured.whose order by measured.record, measured.id
          ) > 1500000
          or sum(measured.record) over (
            order by measured.is_own desc, measured.record, measured.id
          ) > 4000000
          then 'record'
        when measured.notes > 400 and sum(measured.notes) over (
          order by measured.is_own desc, measured.notes, measured.id
        ) > 200000
          then 'notes'
      end as cut
    from measured
  )
  select (
    select jsonb_object_agg(known.field, entered.columns -> known.column_name)
    -- offset 0: made once, not for each field.
    from private.task_fields as known, (select to_jsonb(tasks) as columns offset 0) as entered
  ) || case extents.cut
    when 'record' then
      '{"subtitle": null, "checklist": [], "customRrule": null, "customRruleText": null, "roster": []}'::jsonb
    when 'notes' then jsonb_build_object('subtitle', left(tasks.subtitle, 400) || '…')
    else '{}'
  end || case
    when whole then '{"cut": "none"}'::jsonb
    when extents.cut is null then '{}'
    else jsonb_build_object('cut', extents.cut)
  end || jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision
  ) || case when extents.cut = 'record' then
    jsonb_build_object('people', (
      select jsonb_build_object(profiles.id, profiles.display_name)
      from public.profiles where profiles.id = tasks.user_id
    )) || '{
      "takingPart": [], "formerSchedules": [], "putOffs": [], "pausedDays": [],
      "completedDays": [], "skippedDays": [], "recentChecks": [], "recentCompletions": [],
      "recentCatchUps": []
    }'::jsonb
  else jsonb_build_object(
    'people', (
      select jsonb_object_agg(named.id, named.name)
      from (
        select profiles.id, coalesce(former_names.name, profiles.display_name) as name
        from public.profiles
        left join public.former_names
          on former_names.task_id = tasks.id and former_names.person_id = profiles.id
        -- One array, which an index answers, however many people there are.
        where profiles.id = any (
          tasks.user_id || array(
            select shares.recipient_id from public.task_shares shares
            where shares.task_id = tasks.id and shares.status = 'taking_part'
            union all
            select known.person_id from public.former_names known where known.task_id = tasks.id
          )
        )
        union all
        select known.person_id, known.name from private.task_people known where known.task_id = tasks.id
      ) as named
    ),
    'takingPart', (
      select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
      from public.task_shares shares
      where shares.task_id = tasks.id and shares.status = 'taking_part'
    ),
    'formerSchedules', (
      select coalesce(
        jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]'
      )
      from public.task_schedules former
      where former.task_id = tasks.id
    ),
    'putOffs', case
      when exists (select from public.task_put_offs moved where moved.task_id = tasks.id)
      then private.put_offs_json(tasks.id) else '[]'
    end,
    'pausedDays', case when isempty(tasks.paused) then '[]' else private.runs(tasks.paused) end,
    'completedDays', settled.done,
    'skippedDays', settled.skipped,
    'recentChecks', (
      select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
      -- From the latest day back, by the index, however many there are.
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks
        where checks.task_id = tasks.id and checks.line = any (tasks.checklist)
        group by checks.day
        order by checks.day desc
        limit 10
      ) as latest
    ),
    'recentCompletions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'date', latest.completed_date,
            'status', latest.status,
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.completed_at),
            'timeZone', latest.time_zone
          ) || jsonb_strip_nulls(jsonb_build_object(
            'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via,
            'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5), 'dueOn', latest.due_on
          ))
          order by latest.completed_date
        ),
        '[]'
      )
      from (
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          order by completions.completed_at desc
          limit 100
        )
        union
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_date >= (now() at time zone 'UTC')::date - 1
          order by completions.completed_date
          limit 100
        )
        union
        -- Of what is due once: when it was done.
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id and tasks.custom_rrule like '%COUNT=1'
          order by completions.completed_date desc
          limit 1
        )
      ) as latest
    ),
    'recentCatchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', latest.id,
            'status', latest.status,
            'days', private.runs(latest.days),
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.recorded_at),
            'timeZone', latest.time_zone
          ) || jsonb_strip_nulls(jsonb_build_object('people', latest.people, 'saidBy', latest.said_by))
          order by latest.recorded_at, latest.id
        ),
        '[]'
      )
      from (
        select catch_ups.* from public.task_catch_ups catch_ups
        where catch_ups.task_id = tasks.id
          and catch_ups.recorded_at > now() - interval '48 hours'
        order by catch_ups.recorded_at desc
        limit 20
      ) as latest
    )
  ) || case
    -- Most tasks have neither.
    when tasks.household_id is null then '{}'
    else (
      select coalesce(jsonb_object_agg(turns.key, turns.value), '{}')
      from (
        values ('swaps', private.swaps_json(tasks.id, tasks.after_done is not null)),
          ('offers', private.offers_json(tasks.id))
      ) as turns (key, value)
      where turns.value is not null
    )
  end end
  from extents
  cross join lateral (select rows.* from public.tasks rows where rows.id = extents.id offset 0) as tasks
  cross join lateral (
    select
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.done) order by bits.first)
          filter (where bits.done <> ''),
        '[]'
      ) as done,
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.skipped) order by bits.first)
          filter (where bits.skipped <> ''),
        '[]'
      ) as skipped
    from (
      -- One pair for each run of blocks without a gap. bit_send begins with the number of bits, in four
      -- bytes; encode breaks its lines.
      select
        min(runs.block) * 336 - (date '1970-01-01' - date '0001-01-01') as first,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.done) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as done,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.skipped) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as skipped
      from (
        select
          days.block, days.done, days.skipped,
          days.block - row_number() over (order by days.block) as gap
        from private.settled_days days
        where days.task_id = tasks.id and extents.cut is distinct from 'record'
      ) as runs
      group by runs.gap
    ) as bits
  ) as settled
  order by tasks.id
$$;

-- All that a client needs to start, in one call: the caller's name, time zone and way to write dates, whether to offer them
-- the morning mail, who wants to share with them, their households, what stands for the names in their tasks,
-- and their active tasks, own, of their households and shared, in the order of their ids. Without the households
-- or the tasks for a client that has them: its known_digest is the names' digest, which stands for the households,
-- a full stop and the tasks' (private.tasks_digest).
create or replace function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
  with names as materialized (select private.names_digest() as digest)
  select jsonb_build_object(
    'profile', (
      select jsonb_build_object(
        'fullName', profiles.full_name,
        'timeZone', profiles.time_zone,
        'dateStyle', profiles.date_style
      ) || case
        when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
      end
      from public.profiles
      where profiles.id = auth.uid()
    ),
    'invitations', private.invitations(),
    'names', names.digest
  ) || case
    when known_digest like names.digest || '.%' then '{}'
    else jsonb_build_object('households', private.households())
  end || case
    when names.digest || '.' || private.tasks_digest() = known_digest then '{}'
    else jsonb_build_object('tasks', (
      select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
      from private.visible_tasks(array(
        select tasks.id from public.tasks
        where tasks.is_active
          and (
            (tasks.household_id is null and tasks.user_id = (select auth.uid()))
            or tasks.household_id = any (array(select private.my_households()))
          )
        union all
        select private.tasks_shared_with_me()
      )) as task
    ))
  end
  from names
$$;

-- A JSON object with names for the ids of people of a household in an array of it, which may not be there.
create or replace function private.with_names(object jsonb, key text) returns jsonb
language sql stable set search_path = ''
as $$
  select case when jsonb_typeof(object -> key) = 'array' then object || jsonb_build_object(key, (
    select coalesce(jsonb_agg(coalesce(people.name, 'Somebody') order by listed.place), '[]')
    from jsonb_array_elements_text(object -> key) with ordinality as listed (id, place)
    left join public.household_people people on people.id = listed.id::uuid
  )) else object end
$$;

grant execute on function private.with_names(jsonb, text) to authenticated;

-- What an event that is nobody's completion tells, with the names of those who take turns.
create or replace function private.exported_details(details jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.with_names(private.with_names(details, 'people'), 'roster') || (
    select coalesce(jsonb_object_agg(schedule.key, private.with_names(schedule.value, 'roster')), '{}')
    from jsonb_each(details) as schedule
    where schedule.key in ('before', 'after') and jsonb_typeof(schedule.value) = 'object'
  )
$$;

grant execute on function private.exported_details(jsonb) to authenticated;

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    private.with_names(task, 'roster') - array[
      'ownerId', 'householdId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart', 'offers'
    ]
  ) || jsonb_build_object(
    'formerSchedules', (
      select coalesce(jsonb_agg(private.with_names(former, 'roster') order by place), '[]')
      from jsonb_array_elements(task -> 'formerSchedules') with ordinality as former (former, place)
    ),
    'swaps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_array(turns.day, coalesce(people.name, 'Somebody')) order by turns.day
        ),
        '[]'
      )
      from public.task_turns turns
      left join public.household_people people on people.id = turns.person_id
      where turns.task_id = tasks.id
    ),
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'household', (
      select households.name from public.households where households.id = tasks.household_id
    ),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
          order by shares.contact_email
        ),
        '[]'
      )
      from public.task_shares shares where shares.task_id = tasks.id
    ),
    'completions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days)
          || jsonb_strip_nulls(jsonb_build_object('via', via))
          order by status, person::text, time_zone, via
        ),
        '[]'
      )
      from (
        select
          private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
          status,
          time_zone,
          via,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at))
            || case
              when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
              when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
              when done_on is not null then jsonb_build_array(done_on)
              else '[]'
            end
            order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3, 4
      ) as groups
    ),
    'catchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', catch_ups.id,
            'by', private.doers_json(
              catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id
            ),
            'status', catch_ups.status,
            'days', private.ranges_json(catch_ups.days),
            'at', private.iso(catch_ups.recorded_at),
            'timeZone', catch_ups.time_zone
          )
          order by catch_ups.recorded_at, catch_ups.days
        ),
        '[]'
      )
      from public.task_catch_ups catch_ups where catch_ups.task_id = tasks.id
    ),
    'notes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day', notes.day,
            'note', notes.note,
            'by', private.doers_json(
              case when notes.person_id is not null then array[notes.person_id] end,
              notes.user_id, notes.by_name, task -> 'people', me.id
            ),
            'at', private.iso(notes.written_at)
          )
          order by notes.day
        ),
        '[]'
      )
      from public.task_day_notes notes where notes.task_id = tasks.id
    ),
    'checks', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'lines', lines) order by day), '[]')
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks where checks.task_id = tasks.id
        group by checks.day
      ) as checked
    ),
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', private.iso(events.happened_at),
            -- null where that is the same
            'arrivedAt', private.iso(events.arrived_at),
            'timeZone', events.time_zone,
            'by', private.doers_json(
              case when events.person_id is not null then array[events.person_id] end,
              events.user_id, null, task -> 'people', me.id
            ),
            'kind', events.kind,
            'days', private.ranges_json(events.days),
            'details', case
              when events.details ? 'by' then
                jsonb_set(
                  events.details - array['people', 'saidBy'], '{by}',
                  coalesce(
                    private.doers_json(
                      case when events.details ? 'people' then array(
                        select person::uuid from jsonb_array_elements_text(events.details -> 'people') as person
                      ) end,
                      (events.details ->> 'by')::uuid, null, task -> 'people', me.id
                    ),
                    'null'
                  )
                ) || case when events.details #> '{after,people}' is null then '{}' else jsonb_build_object(
                  'after', (events.details -> 'after') - 'people' || jsonb_build_object(
                    'by', private.doers_json(
                      array(
                        select person::uuid
                        from jsonb_array_elements_text(events.details #> '{after,people}') as person
                      ),
                      null, null, task -> 'people', me.id
                    )
                  )
                ) end
              else private.exported_details(events.details)
            end
          )
          order by events.id
        ),
        '[]'
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped') and events.arrived_at is null
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.status = events.kind
              and case
                when events.details ? 'via' then
                  completions.via = events.details ->> 'via' and completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                else
                  events.details ->> 'by' = events.user_id::text and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
              end
          )
        )
    )
  )
  from public.tasks, (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid
$$;

create or replace function private.exported_account() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'fullName', profiles.full_name,
    'timeZone', profiles.time_zone,
    'dateStyle', profiles.date_style,
    'contacts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at)
          )
          order by contacts.contact_email
        ),
        '[]'
      )
      from public.shared_contacts contacts
    ),
    'decisions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'sender', consents.sender_name,
            'decision', case when consents.is_accepted then 'accepted' else 'blocked' end
          )
          order by consents.sender_name, consents.sender_id
        ),
        '[]'
      )
      from public.sharing_consents consents
    ),
    'households', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', household -> 'name', 'role', household -> 'role',
            'people', (
              select jsonb_agg(person - array['id', 'face'])
              from jsonb_array_elements(household -> 'people') as person
            ),
            'absences', (
              select coalesce(
                jsonb_agg(
                  absence - array['id', 'person']
                  || jsonb_build_object('name', (
                    select people.name from public.household_people people
                    where people.id = (absence ->> 'person')::uuid
                  ))
                ),
                '[]'
              )
              from jsonb_array_elements(household -> 'absences') as absence
            )
          )
        ),
        '[]'
      )
      from jsonb_array_elements(private.households()) as household
    ),
    'leftTasks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', left_tasks.title,
            'owner', left_tasks.owner_name,
            'at', private.iso(left_tasks.left_at)
          )
          order by left_tasks.left_at, left_tasks.task_id
        ),
        '[]'
      )
      from public.left_tasks
    )
  )
  from public.profiles where profiles.id = auth.uid()
$$;

-- A task as displays and labels have it: what decides when it is due, and who did it lately by their ids in the
-- household. Nothing else: no notes, no checklist, nobody's account.
create or replace function private.shown_task(task jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select (
    select jsonb_object_agg(known.key, known.value)
    from jsonb_each(task) as known
    where known.key = any (
      '{id, title, category, startDate, endDate, scheduleFrom, repeatValue, customRrule, afterDone, season,
        missedPolicy, formerSchedules, putOffs, pausedDays, completedDays, skippedDays, roster, turnLength,
        swaps, cut}'::text[]
    )
  ) || jsonb_build_object('recentCompletions', (
    select coalesce(
      jsonb_agg(
        (
          select jsonb_object_agg(known.key, known.value)
          from jsonb_each(done) as known
          where known.key = any ('{date, status, completedAt, timeZone, people, via}'::text[])
        )
        order by done ->> 'date'
      ),
      '[]'
    )
    from jsonb_array_elements(task -> 'recentCompletions') as done
  ))
$$;

create or replace function private.read_display(token text, known text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  opened record;
  household public.households;
  people jsonb;
  -- by whom whose turn it is can be said, where nobody who passes by may read who is away
  turns jsonb := '{}';
  ids uuid[];
  revisions text;
  digest text;
  tasks jsonb;
begin
  select * into opened from private.open_display(token, false);
  update public.household_displays displays set used_at = date_trunc('hour', now())
  where displays.id = opened.id and displays.used_at is distinct from date_trunc('hour', now());
  select households.* into household from public.households where households.id = opened.household_id;
  people := private.present_people(household.id);
  select
    array_agg(rows.id order by rows.id), string_agg(rows.id || ':' || rows.revision, ',' order by rows.id)
  into ids, revisions
  from public.tasks rows
  where rows.household_id = household.id and rows.is_active
    and (opened.task_id is null or rows.id = opened.task_id);
  if opened.task_id is null then
    turns := jsonb_build_object(
      'former', coalesce(private.former_names_json(household.id), '{}'),
      'absences', coalesce(private.absences_json(household.id), '[]')
    );
  end if;
  digest := md5(jsonb_build_array(opened.name, household.name, people, revisions, turns)::text);
  if digest = known then
    return jsonb_build_object('digest', digest);
  end if;
  select coalesce(jsonb_agg(private.shown_task(task) order by task ->> 'id'), '[]') into tasks
  from private.task_json(ids, opened.task_id is not null) as task;
  return jsonb_build_object(
    'digest', digest,
    'id', opened.id,
    'name', opened.name,
    'household', household.name,
    'people', people,
    'formerPeople', private.former_people(household.id, tasks),
    'me', (
      select me.id from public.household_people me
      where me.household_id = household.id and me.account_id = auth.uid() and me.left_on is null
    ),
    'tasks', tasks
  ) || turns;
end;
$$;
