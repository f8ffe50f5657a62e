-- Turns: absences, and turns that differ from the roster. The roster is in the task and its former schedules;
-- src/domain/turns derives from all of it whose turn a day is. docs/design/turns.md.

-- A row never changes, except for the day on which the absence is ended, so that no past turn changes.
create table public.household_absences (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  person_id uuid not null references public.household_people (id)
    on delete cascade,
  from_day date not null,
  -- inclusive; 9999-12-31 if unknown
  to_day date not null check (to_day >= from_day),
  -- the first day that counts: from_day if it was entered for the past too
  entered_on date not null,
  -- the first day on which the person was back, if that was sooner
  ended_on date,
  for_past boolean not null default false,
  -- the person who entered it; null: the absent person left the household, until they come back
  entered_by uuid,
  entered_at timestamptz not null default now()
);

-- Only calls write them.
grant select (id, household_id, person_id, from_day, to_day, entered_on, ended_on, for_past, entered_by, entered_at)
on public.household_absences
to authenticated;

create index household_absences_by_household on public.household_absences (household_id);

create index household_absences_by_person on public.household_absences (person_id);

create policy "People see who of their households is away" on public.household_absences
for select
to authenticated
using (household_id = any (array(select private.my_households())));

-- A swap: the turn of a day that somebody took or was given.
create table public.turn_swaps (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  -- the day that identifies its occurrence, even if it was put off
  day date not null,
  person_id uuid not null,
  -- the keeper who gave it; null: the person took it
  given_by uuid,
  given_at timestamptz not null default now(),
  primary key (task_id, day)
);

grant select (task_id, day, person_id, given_by, given_at) on public.turn_swaps to authenticated;

create policy "Participants see who took a turn" on public.turn_swaps
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- The turn of a day that somebody wants to hand on.
create table public.turn_offers (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  day date not null,
  from_person uuid not null,
  -- null: to everybody
  to_person uuid,
  offered_at timestamptz not null default now(),
  primary key (task_id, day)
);

grant select (task_id, day, from_person, to_person, offered_at) on public.turn_offers to authenticated;

create index turn_offers_by_age on public.turn_offers (offered_at);

create policy "Participants see which turns are offered" on public.turn_offers
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- Refuses a roster unless its people belong to the task's household, each once; people who left may stay on it, but
-- not join it.
create function private.check_roster()
returns trigger
language plpgsql
security definer
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

-- Turns count as entered anew only with another roster, or another length.
create function private.fill_roster()
returns trigger
language plpgsql
security definer
as $$
begin
  new.roster_since := clock_timestamp();
  return new;
end;
$$;

create trigger fill_roster
before update on public.tasks
for each row
when
  (
    (old.roster, old.turn_length) is distinct from (new.roster, new.turn_length)
    -- not when a change is undone
    and old.roster_since = new.roster_since
  )
execute function private.fill_roster();

create trigger check_roster
before update on public.tasks
for each row
when (old.roster is distinct from new.roster)
execute function private.check_roster();

create trigger check_roster_of_new
before insert on public.tasks
for each row
when (new.roster != '{}')
execute function private.check_roster();

-- The caller as a person of a household, if they may change this person's absences.
-- Errors: VALIDATION_FAILED for somebody who isn't in the household, NOT_ALLOWED.
create function private.absence_changer(household uuid, person uuid)
returns uuid
language plpgsql
stable
security definer
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

-- Enters an absence: one's own, or, as a keeper, anybody's in the household. to_day is inclusive, null if unknown.
-- It counts from today on or, with for_past, from its first day. The same id again changes nothing.
-- Errors of both calls: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.enter_absence(
  household_id uuid,
  id uuid,
  person_id uuid,
  from_day date,
  to_day date default null,
  for_past boolean default false
)
returns void
language plpgsql
volatile
security definer
as $$
declare
  today constant date := private.household_today(enter_absence.household_id);
  last_day constant date := coalesce(to_day, '9999-12-31');
  -- An absence that hasn't begun isn't for the past.
  is_for_past constant boolean := coalesce(for_past, false) and from_day < today;
  me uuid;
begin
  perform private.begin_household(enter_absence.household_id, 'helper');
  me := private.absence_changer(enter_absence.household_id, enter_absence.person_id);
  if exists (
    select from public.household_absences absences
    where absences.id = enter_absence.id
      and (absences.household_id, absences.person_id, absences.from_day, absences.to_day)
        = (enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day)
  ) then
    return;
  elsif enter_absence.id is null
    or exists (select from public.household_absences absences where absences.id = enter_absence.id) then
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
  perform private.check_limit('absences_of_person', (
    select count(*) from public.household_absences absences
    where absences.person_id = enter_absence.person_id and absences.entered_by is not null
  ));
  perform private.check_limit('absences_of_household', (
    select count(*) from public.household_absences absences
    where absences.household_id = enter_absence.household_id and absences.entered_by is not null
  ));
  perform private.send_household(enter_absence.household_id);
end;
$$;

-- Ends an absence today; past days stay. Again, or for a past absence, succeeds.
create function private.end_absence(household_id uuid, id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  today constant date := private.household_today(end_absence.household_id);
  absence public.household_absences;
begin
  perform private.begin_household(end_absence.household_id, 'helper');
  select absences.* into absence from public.household_absences absences
  where absences.id = end_absence.id and absences.household_id = end_absence.household_id;
  if absence.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.absence_changer(absence.household_id, absence.person_id);
  -- A past absence has ended by itself.
  update public.household_absences absences set ended_on = today
  where absences.id = absence.id and absences.ended_on is null and absences.to_day >= today;
  if found then
    perform private.send_household(absence.household_id);
  end if;
end;
$$;

-- The absences of a household that have begun by a day, in order: [{id, person, from, to, enteredOn, endedOn}].
create function private.absences_json(household uuid, begun_by date default 'infinity')
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', absences.id, 'person', absences.person_id, 'from', absences.from_day,
        'to', nullif(absences.to_day, '9999-12-31'), 'enteredOn', absences.entered_on,
        'endedOn', absences.ended_on
      )
      order by absences.from_day, absences.id
    )
    from public.household_absences absences
    where absences.household_id = household and absences.from_day <= begun_by
  );
end;
$$;

-- The names of people who left a household, by id.
create function private.former_names_json(household uuid)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select jsonb_object_agg(people.id, people.name)
    from public.household_people people
    where people.household_id = household and people.left_on is not null
  );
end;
$$;

-- Makes somebody who leaves absent until they come back, so that their past turns stay theirs.
create function private.record_leaving()
returns trigger
language plpgsql
security definer
as $$
declare
  today constant date := private.household_today(new.household_id);
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

create trigger record_news
after insert or update on public.turn_offers
for each row
execute function private.record_offer_news();

create trigger record_leaving
after update on public.household_people
for each row
when ((old.left_on is null) != (new.left_on is null))
execute function private.record_leaving();

create trigger send_displays
after insert or update on public.house_absences
for each row
execute function private.send_displays();

create trigger send_displays
after insert or update on public.household_absences
for each row
execute function private.send_displays();

-- The latest 500, ordered by day: [[day, person], …]. At most 100 are ahead, so that they reach back more than a
-- year, as far as any view of the past that doesn't read the record.
create function private.swaps_json(task_id uuid)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_agg(jsonb_build_array(latest.day, latest.person_id) order by latest.day)
    from (
      select swaps.day, swaps.person_id from public.turn_swaps swaps
      where swaps.task_id = swaps_json.task_id
      order by swaps.day desc
      limit 500
    ) as latest
  );
end;
$$;

-- From eight days ago on: [{day, from, to}, …].
create function private.offers_json(task_id uuid)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
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
  );
end;
$$;

-- Locks a task to change its turns, for a caller in its household. Answers the days: distinct, from the household's
-- today to 366 days later, none of them done or skipped. An interval task has a single turn, identified by the day
-- on which it was first taken or offered.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.begin_turns(task_id uuid, days date[])
returns date[]
language plpgsql
volatile
security definer
as $$
declare
  today constant date := private.household_today((
    select tasks.household_id from public.tasks where tasks.id = begin_turns.task_id
  ));
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
    left join public.task_put_offs moved on moved.task_id = begin_turns.task_id and moved.due_date = day
    where private.others_on(begin_turns.task_id, private.one_day(coalesce(moved.new_date, day))) is not null
  ) then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  perform private.count_use('changes_per_day', begin_turns.task_id || auth.uid()::text);
  select tasks.* into task from public.tasks where tasks.id = begin_turns.task_id;
  if coalesce(task.after_done, task.waits_for) is null or asked[1] < task.schedule_from then
    return asked;
  end if;
  last_done := greatest(private.last_settled_day(task.id), task.schedule_from - 1, '0001-01-01');
  if cardinality(asked) > 1 then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] <= last_done then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  return array[coalesce(
    (
      select max(turn.day)
      from (
        select swaps.day from public.turn_swaps swaps where swaps.task_id = task.id
        union all
        select offers.day from public.turn_offers offers where offers.task_id = task.id
      ) as turn
      where turn.day > last_done
    ),
    asked[1]
  )];
end;
$$;

-- Refuses days without turns in the schedule that counts for them, and, if given, a person who isn't in the
-- household or is absent then. Errors: VALIDATION_FAILED.
create function private.check_turns(task_id uuid, days date[], person uuid)
returns void
language plpgsql
stable
security definer
as $$
begin
  if exists (
    select from unnest(days) as day where private.schedule_on(check_turns.task_id, day) -> 'roster' = '[]'
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

-- Gives a person the turns of these days, which ends their offers, with one event for those that changed.
create function private.set_turns(task_id uuid, days date[], person uuid, kind text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  changed constant date[] := array(
    select day from unnest(days) as day
    where not exists (
      select from public.turn_swaps swaps
      where swaps.task_id = set_turns.task_id and swaps.day = day.day and swaps.person_id = person
    )
  );
begin
  insert into public.turn_swaps (task_id, day, person_id, given_by)
  select
    set_turns.task_id, day, person,
    case when kind = 'turn_given' then private.my_person(set_turns.task_id) end
  from unnest(changed) as day
  on conflict on constraint turn_swaps_pkey do update
  set person_id = excluded.person_id, given_by = excluded.given_by, given_at = now();
  delete from public.turn_offers offers
  where offers.task_id = set_turns.task_id and offers.day = any (days);
  if found or changed <> '{}' then
    perform private.finish_turns(set_turns.task_id, changed, kind, person);
  end if;
end;
$$;

-- Limits a task's turns ahead, records one event and raises the revision.
create function private.finish_turns(task_id uuid, days date[], kind text, person uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  earliest constant date := private.earliest_today();
begin
  perform private.check_limit('turns_ahead', (
    select count(*) from public.turn_swaps swaps
    where swaps.task_id = finish_turns.task_id and swaps.day >= earliest
  ));
  perform private.check_limit('turns_ahead', (
    select count(*) from public.turn_offers offers
    where offers.task_id = finish_turns.task_id and offers.day >= earliest
  ));
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

-- Whether the caller is a keeper of the household of a task.
create function private.keeps(task_id uuid)
returns boolean
language sql
stable
security definer
as $$
  select
    exists (
      select
      from public.tasks
      where tasks.id = keeps.task_id and tasks.household_id = any (array(select private.my_households('keeper')))
    );
$$;

-- Errors of all calls below: TASK_NOT_FOUND, NOT_ALLOWED for somebody outside the household, VALIDATION_FAILED for a
-- day before today, more than 366 days ahead, done or skipped already or without turns, or for a person who is
-- absent then, LIMIT_REACHED. Days are 1 to 31 of those that identify their occurrences. The same again changes
-- nothing.

-- Takes the turns of these days, offered or not. Errors: TURN_TAKEN if somebody else took one, or was given it.
create function private.take_turns(task_id uuid, days date[])
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  known_by constant date[] := private.begin_turns(take_turns.task_id, days);
  me constant uuid := private.my_person(take_turns.task_id);
begin
  perform private.check_turns(take_turns.task_id, known_by, me);
  -- Unless its owner offers it.
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = take_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
      and not exists (
        select from public.turn_offers offers
        where offers.task_id = swaps.task_id and offers.day = swaps.day
          and offers.from_person = swaps.person_id and coalesce(offers.to_person, me) = me
      )
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  end if;
  perform private.set_turns(take_turns.task_id, known_by, me, 'turn_taken');
  return private.answer(take_turns.task_id);
end;
$$;

-- Gives a person, with or without an account, the turns of these days. Keepers only.
create function private.give_turns(task_id uuid, days date[], person_id uuid)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  known_by constant date[] := private.begin_turns(give_turns.task_id, days);
begin
  if not private.keeps(give_turns.task_id) then
    perform private.fail('NOT_ALLOWED');
  elsif person_id is null then
    perform private.refuse('person', 'INVALID');
  end if;
  perform private.check_turns(give_turns.task_id, known_by, give_turns.person_id);
  perform private.set_turns(give_turns.task_id, known_by, give_turns.person_id, 'turn_given');
  return private.answer(give_turns.task_id);
end;
$$;

-- Returns turns that the caller took or was given to the roster; keepers may do so for anybody.
create function private.return_turns(task_id uuid, days date[])
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  known_by constant date[] := private.begin_turns(return_turns.task_id, days);
  returned record;
begin
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      and swaps.person_id <> private.my_person(return_turns.task_id)
  ) and not private.keeps(return_turns.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
  for returned in
    with gone as (
      delete from public.turn_swaps swaps
      where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      returning swaps.person_id, swaps.day
    )
    select gone.person_id, array_agg(gone.day) as days from gone group by gone.person_id
  loop
    -- An offer ends with the turn.
    delete from public.turn_offers offers
    where offers.task_id = return_turns.task_id and offers.day = any (returned.days)
      and offers.from_person = returned.person_id;
    perform private.finish_turns(
      return_turns.task_id, returned.days, 'turn_returned', returned.person_id
    );
  end loop;
  return private.answer(return_turns.task_id);
end;
$$;

-- Offers the caller's turns of these days to one person or to everybody; a new offer replaces an old one.
create function private.offer_turns(task_id uuid, days date[], to_person uuid default null)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  known_by constant date[] := private.begin_turns(offer_turns.task_id, days);
  me constant uuid := private.my_person(offer_turns.task_id);
  changed date[];
begin
  perform private.check_turns(offer_turns.task_id, known_by, to_person);
  -- Somebody who may edit the task could put themself on its roster anyway.
  if not private.may_edit(offer_turns.task_id) and exists (
    select from unnest(known_by) as day
    left join public.turn_swaps swaps on swaps.task_id = offer_turns.task_id and swaps.day = day.day
    where swaps.person_id is null and not private.schedule_on(offer_turns.task_id, day.day) -> 'roster' ? me::text
  ) then
    perform private.fail('NOT_ALLOWED');
  elsif to_person = me then
    perform private.refuse('person', 'INVALID');
  elsif exists (
    select from public.turn_swaps swaps
    where swaps.task_id = offer_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  elsif exists (
    -- The database doesn't know whose turn it is by the rule: the first offer wins, unless the day was taken since.
    select from public.turn_offers offers
    left join public.turn_swaps swaps on swaps.task_id = offers.task_id and swaps.day = offers.day
    where offers.task_id = offer_turns.task_id and offers.day = any (known_by) and offers.from_person <> me
      and swaps.person_id is distinct from me
  ) then
    perform private.refuse('days', 'TURN_OFFERED');
  end if;
  with offered as (
    insert into public.turn_offers as offers (task_id, day, from_person, to_person)
    select offer_turns.task_id, day, me, offer_turns.to_person from unnest(known_by) as day
    on conflict on constraint turn_offers_pkey do update
    set from_person = excluded.from_person, to_person = excluded.to_person, offered_at = now()
    where (offers.from_person, offers.to_person)
      is distinct from (excluded.from_person, excluded.to_person)
    returning offers.day
  )
  select array_agg(offered.day) into changed from offered;
  if changed is not null then
    perform private.finish_turns(offer_turns.task_id, changed, 'turn_offered', to_person);
  end if;
  return private.answer(offer_turns.task_id);
end;
$$;

-- Withdraws the caller's offers; keepers may withdraw anybody's.
create function private.withdraw_offers(task_id uuid, days date[])
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  known_by constant date[] := private.begin_turns(withdraw_offers.task_id, days);
  withdrawn date[];
begin
  if exists (
    select from public.turn_offers offers
    where offers.task_id = withdraw_offers.task_id and offers.day = any (known_by)
      and offers.from_person <> private.my_person(withdraw_offers.task_id)
  ) and not private.keeps(withdraw_offers.task_id) then
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
  return private.answer(withdraw_offers.task_id);
end;
$$;
