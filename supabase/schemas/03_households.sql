-- Households: people with and without accounts who share all tasks. docs/design/households.md.

create table public.households (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  name text not null,
  -- a BCP 47 tag: what its tablets and labels speak; null for the browser's
  language text check (private.is_language(language)),
  created_at timestamptz not null default now(),
  -- a deleted household can be brought back for 30 days
  deleted_at timestamptz
);

-- Only calls write them.
grant select (id, name, language, created_at, deleted_at) on public.households to authenticated;

create index households_deleted on public.households (deleted_at) where deleted_at is not null;

-- One row per person who belongs to a household, or has belonged to it.
create table public.household_people (
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- null: the person has no account, or has closed it
  account_id uuid references public.profiles (id)
    on delete set null,
  name text not null,
  -- the colour of the face, one of ten that the client has
  face smallint not null default 0,
  -- without an account: the role they will have with one
  role text not null check (role in ('keeper', 'member', 'helper')),
  joined_at timestamptz not null default now(),
  -- when this account joined, or came back; null: with the person
  account_since timestamptz,
  -- somebody who left stays, for the record
  left_on date,
  -- when a keeper removed them, who may undo that for a day; null for somebody who left by themself
  let_go_at timestamptz,
  -- somebody who comes back is the same person
  unique (account_id, household_id)
);

grant select (id, household_id, name, face, role, joined_at, left_on)
on public.household_people
to authenticated;

create index household_people_by_household on public.household_people (household_id);

-- The time zones of a household: they decide which day is today there, wherever its people are. A zone that already
-- counts never changes, so that no past day changes.
create table public.household_zones (
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- the first zone always counts, a later one from a midnight on
  counts_from timestamptz not null default '-infinity',
  -- the last day of the zone before, so that it doesn't come twice if the new zone is a day behind
  first_day date not null default '-infinity',
  -- IANA name
  time_zone text not null check (char_length(time_zone) <= 64),
  -- the person who set it; null: the zone of the person who made the household
  set_by uuid,
  set_at timestamptz not null default now(),
  primary key (household_id, counts_from)
);

-- Only calls write them.
grant select (household_id, counts_from, first_day, time_zone, set_by, set_at)
on public.household_zones
to authenticated;

-- The households in which the caller has at least this role; the only function that decides who belongs. In plpgsql,
-- as its plan is kept and every statement asks it.
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
  -- A household's own door has a helper's rights.
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

-- The time zone of a household at an instant.
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

-- Today's date in a household, by which its turns and absences count.
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

-- The accounts of the people who are in a household now.
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

-- The caller's person id in the household of a task; null for anybody else.
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

-- The caller's person ids in all households.
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

-- The caller's households as the list has them: [{id, name, role, me, people: [{id, name, face, role, isJoined}],
-- timeZone}], with the role of a helper and me null at a household's own door. People are those who belong now, in the
-- order in which they joined. Left out if empty: nextTimeZone, which counts from tomorrow on; houseAbsences; former,
-- the names of those who left; absences; claims, which wait for the caller's word; and imports, which a keeper can
-- undo.
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
          'role', coalesce(me.role, 'helper'),
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
              ('language', to_jsonb(households.language)),
              ('houseAbsences', private.house_absences_json(households.id)),
              ('former', private.former_names_json(households.id)),
              ('absences', private.absences_json(households.id)),
              ('claims', private.claims_json(households.id)),
              ('imports', private.imports_json(households.id))
          ) as more (key, value)
          where more.value is not null
        )
        order by households.created_at, households.id
      ),
      '[]'
    )
    from private.my_households() as mine (id)
    join public.households on households.id = mine.id
    left join public.household_people me
      on me.household_id = mine.id and me.account_id = auth.uid() and me.left_on is null
  );
end;
$$;

-- Serialises changes of a household, with its tasks locked before it, as everywhere. The caller must have at least
-- this role. That is checked twice: first so that an outsider takes no lock and learns nothing from waiting, then
-- again, as the caller may have been removed in the meantime. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED,
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
    -- One query: somebody removed between two would be told that the household exists, but not for them.
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

-- Checks the name of a household or person and answers it as stored. Errors: VALIDATION_FAILED.
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

-- Called with the household locked, or before anyone else can see it; also counts the households of the account that
-- joined.
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

-- Tells the accounts of a household, and everyone who takes part in these tasks or may be invited to them, to read
-- their list again: one message per address, also for an address without an account.
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

-- Holds back the messages of single tasks and shares until called again with false: a change of many tasks sends one
-- list_changed per person instead.
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

-- Makes the shares of a household's people in its task, or in all its tasks, wait: they take part as its people. The
-- shares stay, as their owners must not learn whose addresses these are. Answers the ids of the tasks.
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

-- Changes of a household and its people. Errors of every call that names a household: HOUSEHOLD_NOT_FOUND, also for
-- somebody else's, NOT_ALLOWED, LIMIT_REACHED.

-- Makes a household with the caller as its keeper, and others without an account. Names have 1 to 100 characters.
-- The same id again changes nothing. Errors: VALIDATION_FAILED, LIMIT_REACHED.
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

-- Keepers only. Errors: VALIDATION_FAILED.
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

-- Sets the time zone of the household from its next midnight on; until then it can be set again. Keepers only.
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

-- Sets the language of the household's tablets; null for that of their browsers. Keepers only.
-- Errors: VALIDATION_FAILED.
create function private.set_household_language(household_id uuid, language text default null)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_household(set_household_language.household_id, 'keeper');
  if not private.is_language(set_household_language.language) then
    perform private.refuse('language', 'INVALID');
  end if;
  update public.households set language = set_household_language.language
  where households.id = set_household_language.household_id;
  perform private.send_household(set_household_language.household_id);
end;
$$;

-- Deletes a household, given its name, with its tasks. Keepers only. Errors: VALIDATION_FAILED.
create function private.delete_household(household_id uuid, name text)
returns void
language plpgsql
volatile
security definer
as $$
begin
  -- A repeated delete succeeds.
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

-- Brings back a household deleted in the last 30 days, with the tasks deleted with it. Keepers only.
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
  -- Not as edits, which would be counted again: these tasks were counted when they were deleted.
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

-- Whether a household has a keeper with an account other than this person.
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

-- Hands over the household tasks that an account is responsible for: to a keeper, else to a member, else to a
-- helper, the first who joined; that person becomes keeper. Answers the ids of the tasks, for their messages.
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
  -- For deeds from before the task came into the household, the account has its own name.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks join public.profiles on profiles.id = tasks.user_id
  where tasks.id = any (handed)
  on conflict do nothing;
  perform private.pass_shares(handed, heir.account_id);
  perform private.send_no_tasks(true);
  -- The revision grows here: this is no edit, so nothing is checked, and deleted tasks stay deleted.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.id = any (handed);
  perform private.send_no_tasks(false);
  return handed;
end;
$$;

-- Adds a person, or changes one. Keepers only, except for one's own name and face (0 to 9). The role is 'keeper',
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
    -- Ids are random, so the id of somebody elsewhere is no accident.
    perform private.refuse('id', 'INVALID');
  elsif save_person.household_id <> all (array(select private.my_households('keeper')))
    -- Everybody may change their own name and face.
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
    -- Includes tasks moved out of the household: everyone in them sees who did what.
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
  -- A helper is responsible for no task: sharing with people outside is for those who may change it.
  if before.account_id is not null and save_person.role = 'helper' and before.role <> 'helper' then
    changed := changed || private.hand_over(before.household_id, before.account_id);
  end if;
  perform private.send_household(save_person.household_id, changed);
end;
$$;

-- Leaves a household, or removes somebody (keepers only); again succeeds. Errors: LAST_KEEPER.
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

-- Brings back a person whom a keeper removed, within a day. Keepers only; again succeeds. Somebody who left by
-- themself returns only by invitation. Their links stay ended, and their tasks stay handed over. Errors:
-- UNDO_TOO_LATE.
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

-- Before an account is removed: its deeds in a household's tasks, including those from before the tasks came there,
-- keep the name of its person.
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

-- Takes an account out of all its households, which keep their tasks and its name. A household without another
-- account is deleted with it. The tasks are locked already.
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

-- One row per open invitation; following its link joins the household and ends it.
create table public.household_invitations (
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  -- the person whose account it will be; null: a new person
  person_id uuid references public.household_people (id)
    on delete cascade,
  role text not null check (role in ('keeper', 'member', 'helper')),
  -- the keeper who made or last changed it: it ends when they are no longer keeper
  made_by uuid not null references public.household_people (id)
    on delete cascade,
  -- SHA-256; hidden from clients
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '7 days',
  -- where the mail with the link goes; null when a keeper passes the link on
  address text,
  -- the address of the account that was asked for by the link; from then on the link works for that address only
  typed_address text,
  -- when the mail was processed, whether or not one was sent
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

-- Opens an invitation with this link token: for a new person, or one who has no account yet. Answers the
-- invitation's id; for an invited address that of its open invitation, which sends no further mail.
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
    -- A new invitation for the same person replaces the first.
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

-- Answers the token of an invitation that works once, for seven days. Keepers only.
-- Errors: VALIDATION_FAILED for a role, or a person who has an account or doesn't exist.
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

-- Requests a mail with such a link to an address, without telling whether it is sent. An invited address gets no
-- further mail. Keepers only. Errors: VALIDATION_FAILED.
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
  -- The link is made together with the mail.
  invitation := private.open_invitation(household_id, role, person_id, canonical, private.new_token());
  insert into private.invitation_mails (sender_id, address, household_invitation_id)
  select auth.uid(), canonical, invitation
  where not exists (
    select from private.invitation_mails mails where mails.household_invitation_id = invitation
  );
end;
$$;

-- Sends the mail again with a new link, which replaces the one before, once a day. Keepers only.
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

-- Keepers only; an invitation that doesn't exist is no error.
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

-- The open invitation with this token, to a household that exists; none for anything else, nor for the account of
-- another address than the one that was typed.
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

-- Lets a household's link make an account with an address. From then on the link works for that address only, whether
-- or not it has an account, so that nobody can try out addresses with it. The first claim counts for the keeper who
-- made it.
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

-- Lets in an account that is made by a household's link: its data has `let_in` once Auth has called claim_invitation.
-- The link proves no address. An account's data keeps no link.
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
    perform set_config('rota.let_in', new.id::text, true);
  end if;
  return new;
end;
$$;

create function private.record_let_in()
returns trigger
language plpgsql
security definer
as $$
begin
  if current_setting('rota.let_in', true) = new.id::text then
    insert into private.let_in (account_id) values (new.id);
  end if;
  return null;
end;
$$;

create trigger fill_let_in
before insert on auth.users
for each row
execute function private.fill_let_in();

create trigger record_let_in
after insert on auth.users
for each row
execute function private.record_let_in();

-- The details of a link's invitation: {household, by, person, role, isJoined}; null if the link no longer works. Anyone
-- with the link may read them.
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

-- Accepts an invitation; answers the household's id. Errors: INVITATION_NOT_FOUND, ALREADY_JOINED.
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
  -- Somebody may have accepted or revoked it in the meantime.
  open := private.household_invitation(token);
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  elsif household = any (array(select private.my_households())) then
    perform private.fail('ALREADY_JOINED');
  end if;
  delete from public.household_invitations where household_invitations.id = open.id;
  if open.person_id is not null then
    -- An account that was here as another person is no longer that person.
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

-- When somebody stops being keeper in any way, their invitations and webhooks end, even if they become keeper again.
create function private.record_keepership()
returns trigger
language plpgsql
security definer
as $$
begin
  delete from public.household_invitations open where open.made_by = new.id;
  delete from private.webhooks hooks where hooks.made_by = new.id;
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
