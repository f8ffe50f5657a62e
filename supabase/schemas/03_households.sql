-- Households: people, with and without an account, whose tasks are everybody's. docs/design/households.md.

create table public.households (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- a deleted one can be brought back for 30 days
  deleted_at timestamptz
);

-- Calls alone write them.
grant select (id, name, created_at, deleted_at) on public.households to authenticated;

-- Who belongs to a household, and who has belonged to it.
create table public.household_people (
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- null: somebody without an account, or who has closed it
  account_id uuid references public.profiles (id)
    on delete set null,
  name text not null,
  -- the colour of the face, one of ten that the client has
  face smallint not null default 0,
  -- without an account: what they will be when they have one
  role text not null check (role in ('keeper', 'member', 'helper')),
  joined_at timestamptz not null default now(),
  -- when this account came, or came back; null: with the person
  account_since timestamptz,
  -- whoever left stays, for the record
  left_on date,
  -- when a keeper took them off, who may take that back for a day; null for whoever left by themself
  let_go_at timestamptz,
  -- somebody who comes back is the same person
  unique (account_id, household_id)
);

grant select (id, household_id, name, face, role, joined_at, left_on)
on public.household_people
to authenticated;

create index household_people_by_household on public.household_people (household_id);

-- In which time zone a household is, and since when: it decides which day is today there, wherever whoever leaves, is
-- away, is back or takes a turn may be. Nothing changes one that counts already, so that no day of the past changes.
create table public.household_zones (
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- its first one counts for ever, a later one from a midnight on
  counts_from timestamptz not null default '-infinity',
  -- the last day of the one before, which does not come twice where the new one is a day behind
  first_day date not null default '-infinity',
  -- IANA name
  time_zone text not null check (char_length(time_zone) <= 64),
  -- as whom in the household; null: it began with whoever made the household
  set_by uuid,
  set_at timestamptz not null default now(),
  primary key (household_id, counts_from)
);

-- Calls alone write them.
grant select (household_id, counts_from, first_day, time_zone, set_by, set_at)
on public.household_zones
to authenticated;

-- The one function that says who belongs: the households in which the caller has at least this role. plpgsql
-- keeps its plan, as each statement asks.
create function private.my_households(least_role text default 'helper', is_deleted boolean default false)
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    select people.household_id
    from public.household_people people
    join public.households on households.id = people.household_id
    where people.account_id = auth.uid()
      and people.left_on is null
      and (households.deleted_at is not null) = is_deleted
      and case least_role
        when 'keeper' then people.role = 'keeper'
        when 'member' then people.role <> 'helper'
        else true
      end;
  -- A household's own door may what a helper may.
  if current_setting('rota.door', true) <> '' and least_role = 'helper' and not is_deleted then
    return query
      select households.id from public.households
      where households.id = private.door('household')::uuid and households.deleted_at is null;
  end if;
end;
$$;

create policy "People see their households, and keepers deleted ones" on public.households
for select
to authenticated
using (
  id = any (array(select private.my_households()))
  or id = any (array(select private.my_households('keeper', true)))
);

create policy "People see who belongs and belonged to their households" on public.household_people
for select
to authenticated
using (household_id = any (array(select private.my_households())));

create policy "People see where their households are" on public.household_zones
for select
to authenticated
using (household_id = any (array(select private.my_households())));

-- The zone of a household at a moment.
create function private.household_zone(household uuid, moment timestamptz default now())
returns text
language plpgsql
stable
security definer
as $$
begin
  return coalesce(
    (
      select zones.time_zone from public.household_zones zones
      where zones.household_id = household and zones.counts_from <= moment
      order by zones.counts_from desc
      limit 1
    ),
    'UTC'
  );
end;
$$;

-- The day that is today where a household is. What decides turns and absences counts by it.
create function private.household_today(household uuid)
returns date
language sql
stable
security definer
as $$
  select
    coalesce(
      (
        select greatest((now() at time zone zones.time_zone)::date, zones.first_day)
        from public.household_zones as zones
        where zones.household_id = household and zones.counts_from <= now()
        order by zones.counts_from desc
        limit 1
      ),
      (now() at time zone 'UTC')::date
    );
$$;

-- The accounts that are present in a household.
create function private.household_accounts(household uuid)
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    select people.account_id from public.household_people people
    where people.household_id = household and people.left_on is null and people.account_id is not null;
end;
$$;

-- The caller as a person of the household that a task belongs to; null for anybody else.
create function private.my_person(task_id uuid)
returns uuid
language sql
stable
security definer
as $$
  select people.id
  from
    public.tasks
    join public.household_people as people on people.household_id = tasks.household_id
  where tasks.id = my_person.task_id and people.account_id = auth.uid() and people.left_on is null;
$$;

-- Every person that the caller is, in any household.
create function private.my_people()
returns setof uuid
language plpgsql
stable
security definer
as $$
begin
  return query
    select people.id from public.household_people people
    where people.account_id = auth.uid() and people.left_on is null;
end;
$$;

-- The caller's households as the list has them: [{id, name, role, me, people: [{id, name, face, role,
-- isJoined}], timeZone}], with the people who are present, in the order in which they came; and, where there are any,
-- nextTimeZone, which counts from tomorrow on, houseAbsences, former, the names of those who left, and absences.
create function private.households()
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
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
              ('timeZone', to_jsonb(private.household_zone(households.id))),
              (
                'nextTimeZone',
                to_jsonb(nullif(
                  private.household_zone(households.id, 'infinity'), private.household_zone(households.id)
                ))
              ),
              ('houseAbsences', private.house_absences_json(households.id)),
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
  );
end;
$$;

-- Changes of a household come one after the other; its tasks are locked before it, as everywhere. The caller
-- must have at least this role: asked twice, as an outsider locks nothing, so that nothing waits for them and
-- no time tells them of it, and somebody may be let go meanwhile. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED,
-- LIMIT_REACHED.
create function private.begin_household(household uuid, least_role text, is_deleted boolean default false)
returns void
language plpgsql
volatile
security definer
as $$
declare
  belongs boolean;
  may boolean;
begin
  for attempt in 1..2 loop
    -- In one look: somebody who is let go between two would read that they are there, but may not.
    select
      coalesce(household = any (array(select private.my_households('helper', is_deleted))), false),
      household = any (array(select private.my_households(least_role, is_deleted)))
    into belongs, may;
    if not belongs then
      perform private.fail('HOUSEHOLD_NOT_FOUND');
    elsif not may then
      perform private.fail('NOT_ALLOWED');
    end if;
    if attempt = 1 then
      perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
      perform from public.households where households.id = household for update;
    end if;
  end loop;
  perform private.count_use('household_changes_per_day', household || auth.uid()::text);
end;
$$;

-- A name of a household or of a person in it, as it is stored. Errors: VALIDATION_FAILED.
create function private.checked_name(name text)
returns text
language plpgsql
stable
as $$
declare
  entered constant text := coalesce(private.entered_text(name), '');
begin
  if entered = '' then
    perform private.refuse('name', 'NAME_REQUIRED');
  elsif char_length(entered) > 100 then
    perform private.refuse('name', 'NAME_TOO_LONG');
  end if;
  return entered;
end;
$$;

-- Counted with the household locked, or before anyone else can see it; also how many there are of the account that
-- came.
create function private.check_household_limits(household uuid, account uuid default auth.uid())
returns void
language plpgsql
stable
security definer
as $$
begin
  perform private.check_limit('people_of_household', (
    select count(*) from public.household_people people
    where people.household_id = household and people.left_on is null
  ));
  perform private.check_limit('people_of_household_ever', (
    select count(*) from public.household_people people where people.household_id = household
  ));
  perform private.check_limit('households', (
    select count(*)
    from public.household_people people join public.households on households.id = people.household_id
    where people.account_id = account and people.left_on is null
      and (households.deleted_at > now() - interval '30 days') is not false
  ));
end;
$$;

-- Tells the accounts of a household, and everyone who takes part in one of these tasks or may be invited to,
-- to read their list again: one message each, into the void for an address that nobody holds.
create function private.send_household(household uuid, task_ids uuid[] default '{}')
returns void
language sql
volatile
security definer
as $$
  select
    private.send_list_changed(
      array(
        select private.household_accounts(household)
        union
        select tasks.user_id from public.tasks where tasks.id = any (task_ids)
        union
        select people.account_id
        from
          public.tasks
          join public.household_people as people on people.household_id = tasks.household_id
        where tasks.id = any (task_ids) and people.left_on is null and people.account_id is not null
        union
        select
          coalesce(shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid())
        from
          (
            select distinct task_shares.recipient_id, task_shares.contact_email, task_shares.owner_id
            from private.task_shares
            where task_shares.task_id = any (task_ids)
          ) as shares
      )
    );
$$;

-- Sends nothing of single tasks and shares until it is switched off: whoever changes many at once sends
-- one list_changed a person instead.
create function private.send_no_tasks(is_on boolean)
returns void
language sql
volatile
as $$
  select
    set_config(
      'rota.quiet',
      case
        when is_on then 'on'
        else 'off'
      end,
      true
    );
$$;

-- Who belongs to a household takes part in its tasks by no share: what is shared with them waits, whose address it is
-- told to nobody. Of one task, or of all of the household's. Answers of which.
create function private.end_member_shares(household uuid, task_id uuid)
returns uuid[]
language sql
volatile
security definer
as $$
  with
    ended as (
      update private.task_shares as shares
      set recipient_id = null
      from public.tasks
      where
        tasks.id = shares.task_id
        and tasks.household_id = household
        and (end_member_shares.task_id is null or tasks.id = end_member_shares.task_id)
        and shares.recipient_id in (select private.household_accounts(household))
      returning shares.task_id
    )
  select array(select ended.task_id from ended);
$$;

-- What happens to a household, and to the people in it. Errors of each call that names one: HOUSEHOLD_NOT_FOUND, also
-- for one that is another's, NOT_ALLOWED, LIMIT_REACHED.

-- Makes a household of the caller, its keeper, and of others without an account. Names have 1 to 100
-- characters. The same id again changes nothing. Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function private.create_household(id uuid, name text, others text[] default '{}')
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  entered constant text := private.checked_name(name);
begin
  perform private.lock_quota('households', me);
  if create_household.id = any (array(select private.my_households())) then
    return;
  elsif create_household.id is null
    or exists (select from public.households where households.id = create_household.id) then
    perform private.refuse('id', 'INVALID');
  end if;
  insert into public.households (id, name) values (create_household.id, entered);
  insert into public.household_people (id, household_id, account_id, name, role)
  select gen_random_uuid(), create_household.id, me, profiles.display_name, 'keeper'
  from public.profiles where profiles.id = me;
  insert into public.household_zones (household_id, time_zone) values (create_household.id, private.my_time_zone());
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select
    gen_random_uuid(), create_household.id, private.checked_name(other.name), other.place % 10, 'member',
    now() + other.place * interval '1 microsecond'
  from unnest(others) with ordinality as other (name, place);
  perform private.check_household_limits(create_household.id);
  perform private.send_list_changed(array[me]);
end;
$$;

-- A keeper's. Errors: VALIDATION_FAILED.
create function private.rename_household(household_id uuid, name text)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_household(rename_household.household_id, 'keeper');
  update public.households set name = private.checked_name(rename_household.name)
  where households.id = rename_household.household_id;
  perform private.send_household(rename_household.household_id);
end;
$$;

-- The household is in another time zone from its next midnight on, until when that can be changed again; a keeper's.
-- Errors: VALIDATION_FAILED.
create function private.set_household_zone(household_id uuid, time_zone text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  zone constant text := private.household_zone(set_household_zone.household_id);
  today constant date := private.household_today(set_household_zone.household_id);
begin
  perform private.begin_household(set_household_zone.household_id, 'keeper');
  if private.is_time_zone(set_household_zone.time_zone) is not true then
    perform private.refuse('timeZone', 'UNKNOWN_TIME_ZONE');
  end if;
  delete from public.household_zones zones
  where zones.household_id = set_household_zone.household_id and zones.counts_from > now();
  if set_household_zone.time_zone <> zone then
    insert into public.household_zones (household_id, counts_from, first_day, time_zone, set_by)
    select
      people.household_id, (today + 1)::timestamp at time zone zone, today, set_household_zone.time_zone, people.id
    from public.household_people people
    where people.household_id = set_household_zone.household_id
      and people.account_id = auth.uid() and people.left_on is null;
  end if;
  perform private.send_household(set_household_zone.household_id);
end;
$$;

-- Deletes a household, given its name, and its tasks with it; a keeper's. Errors: VALIDATION_FAILED.
create function private.delete_household(household_id uuid, name text)
returns void
language plpgsql
volatile
security definer
as $$
begin
  -- Deleted already: again is no error.
  if delete_household.household_id = any (array(select private.my_households('keeper', true))) then
    return;
  end if;
  perform private.begin_household(delete_household.household_id, 'keeper');
  if not exists (
    select from public.households
    where households.id = delete_household.household_id
      and households.name = private.entered_text(delete_household.name)
  ) then
    perform private.refuse('name', 'OTHER_NAME');
  end if;
  perform private.send_household(delete_household.household_id, array(
    select tasks.id from public.tasks
    where tasks.household_id = delete_household.household_id and tasks.is_active
  ));
  perform private.send_no_tasks(true);
  update public.tasks set is_active = false
  where tasks.household_id = delete_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  update public.households set deleted_at = now() where households.id = delete_household.household_id;
  delete from public.household_invitations open where open.household_id = delete_household.household_id;
end;
$$;

-- Brings back a household that was deleted in the last 30 days, with the tasks that went with it; a keeper's.
create function private.restore_household(household_id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  gone_at timestamptz;
  restored uuid[];
begin
  if restore_household.household_id = any (array(select private.my_households('keeper'))) then
    return;
  end if;
  perform private.begin_household(restore_household.household_id, 'keeper', true);
  select households.deleted_at into gone_at from public.households
  where households.id = restore_household.household_id;
  if gone_at < now() - interval '30 days' then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  update public.households set deleted_at = null where households.id = restore_household.household_id;
  perform private.send_no_tasks(true);
  -- All of them were counted when they went: as an edit, each would be again.
  update public.tasks set is_active = true, deleted_at = null, revision = tasks.revision + 1
  where tasks.household_id = restore_household.household_id
    and not tasks.is_active and tasks.deleted_at = gone_at;
  restored := array(
    select tasks.id from public.tasks
    where tasks.household_id = restore_household.household_id and tasks.is_active
  );
  perform private.restore_shares(restored);
  perform private.send_no_tasks(false);
  perform private.check_household_limits(restore_household.household_id);
  perform private.send_household(restore_household.household_id, restored);
end;
$$;

-- Whether a household has a keeper with an account beside this person.
create function private.has_other_keeper(household uuid, person uuid)
returns boolean
language sql
stable
security definer
as $$
  select
    exists (
      select
      from public.household_people as people
      where
        people.household_id = household
        and people.id != person
        and people.left_on is null
        and people.account_id is not null
        and people.role = 'keeper'
    );
$$;

-- The tasks of a household that stand in the name of an account go to another one of it: a keeper if there
-- is one, else whoever has been there longest, who becomes one. Answers which, for their messages.
create function private.hand_over(household uuid, account uuid)
returns uuid[]
language plpgsql
volatile
security definer
as $$
declare
  heir public.household_people;
  handed constant uuid[] := array(
    select tasks.id from public.tasks
    where tasks.household_id = household and tasks.user_id = account order by tasks.id
  );
begin
  select people.* into heir from public.household_people people
  where people.household_id = household and people.left_on is null
    and people.account_id is not null and people.account_id <> account
  order by array_position(array['keeper', 'member', 'helper'], people.role), people.joined_at, people.id
  limit 1;
  if heir.id is null then
    return '{}';
  end if;
  update public.household_people people set role = 'keeper' where people.id = heir.id;
  -- In what was done before the task came into the household, the account has its own name.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks join public.profiles on profiles.id = tasks.user_id
  where tasks.id = any (handed)
  on conflict do nothing;
  perform private.pass_shares(handed, heir.account_id);
  perform private.send_no_tasks(true);
  -- The revision grows here, as what is no edit needs no check, and a deleted task stays as it is.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.id = any (handed);
  perform private.send_no_tasks(false);
  return handed;
end;
$$;

-- Adds a person, or changes one: a keeper's, but for one's own name and face (0 to 9). The role is 'keeper',
-- 'member' or 'helper'. Errors: VALIDATION_FAILED, LAST_KEEPER.
create function private.save_person(household_id uuid, id uuid, name text, face integer, role text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  entered constant text := private.checked_name(name);
  before public.household_people;
  changed uuid[] := '{}';
begin
  perform private.begin_household(save_person.household_id, 'helper');
  select people.* into before from public.household_people people where people.id = save_person.id;
  if before.household_id <> save_person.household_id or before.left_on is not null then
    -- Ids are random, so that of somebody elsewhere is no accident.
    perform private.refuse('id', 'INVALID');
  elsif save_person.household_id <> all (array(select private.my_households('keeper')))
    -- Everybody may have another name and another colour.
    and (before.account_id is distinct from auth.uid() or before.role is distinct from save_person.role)
  then
    perform private.fail('NOT_ALLOWED');
  elsif save_person.id is null then
    perform private.refuse('id', 'INVALID');
  elsif coalesce(save_person.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif coalesce(save_person.face not between 0 and 9, true) then
    perform private.refuse('face', 'INVALID');
  elsif before.role = 'keeper' and before.account_id is not null and save_person.role <> 'keeper'
    and not private.has_other_keeper(before.household_id, before.id) then
    perform private.fail('LAST_KEEPER');
  end if;
  insert into public.household_people (id, household_id, name, face, role)
  values (save_person.id, save_person.household_id, entered, save_person.face, save_person.role)
  on conflict on constraint household_people_pkey do update
  set name = excluded.name, face = excluded.face, role = excluded.role;
  perform private.check_household_limits(save_person.household_id);
  if before.name <> entered then
    -- Also in what has been moved out: all who take part in it see who did it.
    changed := array(
      select tasks.id
      from private.task_people join public.tasks on tasks.id = task_people.task_id
      where task_people.person_id = save_person.id and tasks.is_active
      order by tasks.id
    );
    update private.task_people set name = entered where task_people.person_id = save_person.id;
    perform private.send_no_tasks(true);
    update public.tasks set revision = revision + 1 where tasks.id = any (changed);
    perform private.send_no_tasks(false);
  end if;
  -- A helper stands for no task: sharing it with people outside is for those who may change it.
  if before.account_id is not null and save_person.role = 'helper' and before.role <> 'helper' then
    changed := changed || private.hand_over(before.household_id, before.account_id);
  end if;
  perform private.send_household(save_person.household_id, changed);
end;
$$;

-- Leaves, or lets somebody go, which is a keeper's; again: no error. Errors: LAST_KEEPER.
create function private.remove_person(household_id uuid, id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  person public.household_people;
  handed uuid[] := '{}';
begin
  if exists (
    select from public.household_people people
    where people.id = remove_person.id and people.account_id = auth.uid() and people.left_on is not null
  ) then
    return;
  end if;
  perform private.begin_household(remove_person.household_id, 'helper');
  select people.* into person from public.household_people people
  where people.id = remove_person.id and people.household_id = remove_person.household_id;
  if person.id is null then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif remove_person.household_id <> all (array(select private.my_households('keeper')))
    and person.account_id is distinct from auth.uid() then
    perform private.fail('NOT_ALLOWED');
  elsif person.left_on is not null then
    return;
  elsif person.role = 'keeper' and person.account_id is not null
    and not private.has_other_keeper(person.household_id, person.id) then
    perform private.fail('LAST_KEEPER');
  end if;
  update public.household_people people
  set
    left_on = private.household_today(person.household_id),
    let_go_at = case when person.account_id is distinct from auth.uid() then now() end
  where people.id = person.id;
  delete from public.household_invitations open where open.person_id = person.id;
  if person.account_id is not null then
    handed := private.hand_over(person.household_id, person.account_id);
    perform private.send_list_changed(array[person.account_id]);
  end if;
  perform private.send_household(person.household_id, handed);
end;
$$;

-- Takes back that a keeper let somebody go, for a day; a keeper's; again: no error. Whoever left by themself comes back
-- by invitation alone. Their links stay ended, and their tasks with whom they went to. Errors: UNDO_TOO_LATE.
create function private.bring_back_person(household_id uuid, id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  person public.household_people;
  unshared uuid[];
begin
  perform private.begin_household(bring_back_person.household_id, 'keeper');
  select people.* into person from public.household_people people
  where people.id = bring_back_person.id and people.household_id = bring_back_person.household_id;
  if person.id is null then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif person.left_on is null then
    return;
  elsif (person.let_go_at > now() - interval '1 day') is not true then
    perform private.fail('UNDO_TOO_LATE');
  end if;
  update public.household_people people set left_on = null, let_go_at = null where people.id = person.id;
  perform private.check_household_limits(person.household_id, person.account_id);
  perform private.send_no_tasks(true);
  unshared := private.end_member_shares(person.household_id, null);
  perform private.send_no_tasks(false);
  perform private.send_household(person.household_id, unshared);
end;
$$;

-- Before an account goes: what it did in the tasks of a household, also before they came there, stays in the
-- name of its person.
create function private.keep_name(person public.household_people)
returns void
language plpgsql
volatile
security definer
as $$
declare
  ids constant uuid[] := array(
    select tasks.id from public.tasks where tasks.household_id = person.household_id order by tasks.id
  );
begin
  insert into private.task_people (task_id, person_id, name)
  select distinct events.task_id, person.id, person.name
  from public.task_events events
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by')
  on conflict do nothing;
  update public.task_completions completions set people = array[person.id], said_by = person.id
  where completions.task_id = any (ids) and completions.user_id = person.account_id
    and completions.people is null;
  update public.task_catch_ups catch_ups set people = array[person.id], said_by = person.id
  where catch_ups.task_id = any (ids) and catch_ups.user_id = person.account_id
    and catch_ups.people is null;
  update public.task_day_notes notes set person_id = person.id
  where notes.task_id = any (ids) and notes.user_id = person.account_id and notes.person_id is null;
  update public.task_events events
  set
    person_id = case when events.user_id = person.account_id then person.id else events.person_id end,
    details = case
      when events.details ->> 'by' = person.account_id::text
        and jsonb_typeof(events.details -> 'people') is distinct from 'array'
      then events.details || jsonb_build_object('people', array[person.id])
      else events.details
    end
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by');
end;
$$;

-- The account leaves all of its households, which keep its tasks and its name. A household with no other
-- account goes with it. Their tasks are locked already.
create function private.leave_households(account uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  person public.household_people;
  handed uuid[];
begin
  for person in
    select people.* from public.household_people people
    where people.account_id = account order by people.household_id
  loop
    perform from public.households where households.id = person.household_id for update;
    if exists (
      select from private.household_accounts(person.household_id) as others where others <> account
    ) then
      perform private.keep_name(person);
      handed := private.hand_over(person.household_id, account);
      update public.household_people people
      set left_on = coalesce(people.left_on, private.household_today(person.household_id))
      where people.id = person.id;
      perform private.send_household(person.household_id, handed);
    elsif person.left_on is null then
      delete from public.households where households.id = person.household_id;
    end if;
  end loop;
end;
$$;

-- Open invitations: who follows the link with the token takes one up, which ends it.
create table public.household_invitations (
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- whose account it will be; null: a new person's
  person_id uuid references public.household_people (id)
    on delete cascade,
  role text not null check (role in ('keeper', 'member', 'helper')),
  -- the keeper who made it, or changed it last: it ends with their keepership
  made_by uuid not null references public.household_people (id)
    on delete cascade,
  -- SHA-256; nobody may read it
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '7 days',
  -- where a mail with the link goes; null when a keeper hands it on
  address text,
  -- of which an account was asked for by the link, which is good for that one alone since then
  typed_address text,
  -- when the mail was looked at. It says nothing about whether there was one
  mailed_at timestamptz,
  unique (address, household_id)
);

grant select (id, household_id, person_id, role, expires_at, address, mailed_at)
on public.household_invitations
to authenticated;

create index household_invitations_by_household on public.household_invitations (household_id);

create index household_invitations_by_person on public.household_invitations (person_id);

create index household_invitations_by_maker on public.household_invitations (made_by);

create index household_invitations_by_age on public.household_invitations (expires_at);

create policy "Keepers see open invitations" on public.household_invitations
for select
to authenticated
using (household_id = any (array(select private.my_households('keeper'))));

-- 256 bits in base64url.
create function private.new_token()
returns text
language sql
volatile
as $$
  select rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=');
$$;

-- Invites whoever follows the link with the token: as a new person, or as one who has no account yet. Answers
-- the invitation's id, that of the open one when the address is invited already, which sends no further mail.
create function private.open_invitation(household uuid, role text, person uuid, address text, token text)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  me uuid;
  known_id uuid;
begin
  perform private.begin_household(household, 'keeper');
  select people.id into me from public.household_people people
  where people.household_id = household and people.account_id = auth.uid();
  if coalesce(open_invitation.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif person is not null and not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household
      and people.account_id is null and people.left_on is null
  ) then
    perform private.refuse('personId', 'INVALID');
  end if;
  delete from public.household_invitations open
  where open.household_id = household
    -- Another invitation of the same person takes the place of the first.
    and (
      open.expires_at < now()
      or open.person_id = person and (open.address = open_invitation.address) is not true
    );
  update public.household_invitations open
  set role = open_invitation.role, person_id = person, made_by = me
  where open.household_id = household and open.address = open_invitation.address
  returning open.id into known_id;
  if known_id is not null then
    return known_id;
  end if;
  perform private.check_limit('people_of_household', (
    select 1 + count(*) from public.household_invitations open where open.household_id = household
  ));
  insert into public.household_invitations as made (
    id, household_id, person_id, role, made_by, address, token_hash
  )
  values (
    gen_random_uuid(), household, person, open_invitation.role, me, open_invitation.address,
    sha256(convert_to(token, 'UTF8'))
  )
  returning made.id into known_id;
  return known_id;
end;
$$;

-- Answers the token of an invitation that is good once and for seven days; a keeper's.
-- Errors: VALIDATION_FAILED for a role, or a person who has an account or is not there.
create function private.invite_to_household(household_id uuid, role text, person_id uuid default null)
returns text
language plpgsql
volatile
security definer
as $$
declare
  token constant text := private.new_token();
begin
  perform private.open_invitation(household_id, role, person_id, null, token);
  return token;
end;
$$;

-- Has a mail with such a link sent to an address, which tells nothing about whether it goes out. An address that is
-- invited already gets no further one. A keeper's. Errors: VALIDATION_FAILED.
create function private.invite_to_household_by_mail(
  household_id uuid,
  address text,
  role text,
  person_id uuid default null
)
returns void
language plpgsql
volatile
security definer
as $$
declare
  canonical constant text := private.canonical_address(address);
  invitation uuid;
begin
  if canonical is null then
    perform private.refuse('address', 'INVALID_EMAIL');
  end if;
  -- The link is made when the mail is.
  invitation := private.open_invitation(household_id, role, person_id, canonical, private.new_token());
  insert into private.invitation_mails (sender_id, address, household_invitation_id)
  select auth.uid(), canonical, invitation
  where not exists (
    select from private.invitation_mails mails where mails.household_invitation_id = invitation
  );
end;
$$;

-- One more mail with another link, which takes the place of the one before, once a day; a keeper's.
-- Errors: INVITATION_NOT_FOUND.
create function private.send_household_invitation_again(id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  open public.household_invitations;
begin
  select household_invitations.* into open from public.household_invitations
  where household_invitations.id = send_household_invitation_again.id
    and household_invitations.household_id = any (array(select private.my_households('keeper')))
    and household_invitations.address is not null and household_invitations.expires_at > now();
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.begin_household(open.household_id, 'keeper');
  if exists (
    select from private.invitation_mails mails
    where mails.household_invitation_id = open.id and mails.asked_again_at > now() - interval '1 day'
  ) then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
  perform private.want_mail_again(open.address, open.id);
  update public.household_invitations set expires_at = now() + interval '7 days'
  where household_invitations.id = open.id;
end;
$$;

-- A keeper's; one that is not there is no error.
create function private.revoke_household_invitation(id uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  delete from public.household_invitations open
  where open.id = revoke_household_invitation.id
    and open.household_id = any (array(select private.my_households('keeper')));
end;
$$;

-- An open invitation to a household that is there, by its token; none for anything else, nor for an account of another
-- address than the one that was typed.
create function private.household_invitation(token text)
returns public.household_invitations
language sql
stable
security definer
as $$
  select open.*
  from
    public.household_invitations as open
    join public.households on households.id = open.household_id
    left join public.household_people as people on people.id = open.person_id
  where
    open.token_hash = sha256(convert_to(token, 'UTF8'))
    and open.expires_at > now()
    and households.deleted_at is null
    and people.account_id is null
    and people.left_on is null
    and (
      open.typed_address is null
      or auth.uid() is null
      or open.typed_address = (
        select private.canonical_address(users.email) from auth.users where users.id = auth.uid()
      )
    );
$$;

-- Lets an account of an address be made by a household's link. Whether or not the address has one, the link is good for
-- it alone from then on, so that nobody tries addresses out with it; the first one counts for the keeper who made it.
-- Errors: INVITATION_NOT_FOUND, VALIDATION_FAILED for another address, TOO_MANY_ATTEMPTS.
create function private.claim_invitation(token text, address text)
returns void
language plpgsql
volatile
security definer
as $$
declare
  canonical constant text := private.canonical_address(address);
  open constant public.household_invitations := private.household_invitation(token);
begin
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  update public.household_invitations claimed
  set typed_address = canonical
  where claimed.id = open.id and canonical is not null and coalesce(claimed.typed_address, canonical) = canonical;
  if not found then
    perform private.refuse('address', 'INVALID');
  elsif open.typed_address is null then
    perform private.count_use('accounts_let_in_per_day', (
      select people.account_id::text from public.household_people people where people.id = open.made_by
    ));
  end if;
end;
$$;

-- Whoever makes an account by a household's link, as Auth says by `let_in` where it has asked claim_invitation, is let
-- in: the link proves no address. The links themselves are kept with no account.
create function private.fill_let_in()
returns trigger
language plpgsql
security definer
as $$
declare
  is_let_in constant boolean := new.raw_user_meta_data ? 'let_in' and exists (
    select from public.household_invitations open
    where open.typed_address = private.canonical_address(new.email) and open.expires_at > now()
  );
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{let_in,sign_up_link}'::text[];
  if is_let_in then
    new.email_confirmed_at := null;
    insert into private.let_in (account_id) values (new.id);
  end if;
  return new;
end;
$$;

create trigger fill_let_in
before insert on auth.users
for each row
execute function private.fill_let_in();

-- What a link invites to, and who does: {household, by, person, role, isJoined}; null for one that no longer works.
-- Whoever has the link may read it.
create function private.read_household_invitation(token text)
returns jsonb
language sql
stable
security definer
as $$
  select
    jsonb_build_object(
      'household',
      households.name,
      'by',
      (select people.name from public.household_people as people where people.id = open.made_by),
      'role',
      open.role,
      'person',
      (select people.name from public.household_people as people where people.id = open.person_id),
      'isJoined',
      open.household_id = any (array(select private.my_households()))
    )
  from
    private.household_invitation(token) as open
    join public.households on households.id = open.household_id;
$$;

-- Takes up an invitation; answers the household's id. Errors: INVITATION_NOT_FOUND, ALREADY_JOINED.
create function private.join_household(token text)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  open public.household_invitations := private.household_invitation(token);
  household constant uuid := open.household_id;
  unshared uuid[];
begin
  if me is null or open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.lock_quota('households', me);
  perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
  perform from public.households where households.id = household for update;
  -- Somebody may have taken it up, or revoked it, meanwhile.
  open := private.household_invitation(token);
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  elsif household = any (array(select private.my_households())) then
    perform private.fail('ALREADY_JOINED');
  end if;
  delete from public.household_invitations where household_invitations.id = open.id;
  if open.person_id is not null then
    -- Who was here before under another name is that person no more.
    update public.household_people people set account_id = null
    where people.household_id = household and people.account_id = me;
    update public.household_people people set account_id = me, account_since = now(), role = open.role
    where people.id = open.person_id;
  else
    insert into public.household_people (id, household_id, account_id, name, face, role)
    select
      gen_random_uuid(), household, me, profiles.display_name,
      (select count(*) % 10 from public.household_people people where people.household_id = household),
      open.role
    from public.profiles where profiles.id = me
    on conflict (account_id, household_id) do update
    set account_since = now(), left_on = null, let_go_at = null, role = excluded.role;
  end if;
  perform private.check_household_limits(household);
  perform private.send_no_tasks(true);
  unshared := private.end_member_shares(household, null);
  perform private.send_no_tasks(false);
  perform private.send_household(household, unshared);
  return household;
end;
$$;

-- Whoever is a keeper no more, by whatever way, invites nobody any more: not themself either, as a keeper again.
create function private.record_keepership()
returns trigger
language plpgsql
security definer
as $$
begin
  delete from public.household_invitations open where open.made_by = new.id;
  return null;
end;
$$;

create trigger record_keepership
after update on public.household_people
for each row
when
  (
    (old.role, old.left_on, old.account_id) is distinct from (new.role, new.left_on, new.account_id)
    and not (new.role = 'keeper' and new.left_on is null and new.account_id is not distinct from old.account_id)
  )
execute function private.record_keepership();
