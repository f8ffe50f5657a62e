-- Households: people, with and without an account, whose chores are everybody's.

set check_function_bodies = off;

create table public.households (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- a deleted one can be brought back for 30 days
  deleted_at timestamptz
);

create table public.household_people (
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  -- null: somebody without an account, or who has closed it
  account_id uuid references public.profiles (id) on delete set null,
  name text not null,
  -- the colour of the face, one of ten that the client has
  face smallint not null default 0,
  -- without an account: what they will be when they have one
  role text not null check (role in ('keeper', 'member', 'helper')),
  joined_at timestamptz not null default now(),
  -- whoever left stays, for the record
  left_on date,
  -- what this person changed in the household on the latest day (in UTC) with any change
  changed_on date,
  changes integer not null default 0,
  -- somebody who comes back is the same person
  unique (account_id, household_id)
);

create index household_people_by_household on public.household_people (household_id);

-- Open invitations: who follows the link with the token takes one up, which ends it.
create table public.household_invitations (
  id uuid primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  -- whose account it will be; null: a new person's
  person_id uuid references public.household_people (id) on delete cascade,
  role text not null check (role in ('keeper', 'member', 'helper')),
  -- SHA-256; nobody may read it
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '7 days'
);

create index household_invitations_by_household on public.household_invitations (household_id);

create index household_invitations_by_person on public.household_invitations (person_id);

alter table public.households enable row level security;

alter table public.household_people enable row level security;

alter table public.household_invitations enable row level security;

revoke all on public.households from public, anon, authenticated, service_role;

revoke all on public.household_people from public, anon, authenticated, service_role;

revoke all on public.household_invitations from public, anon, authenticated, service_role;

-- Calls alone write them.
grant select (id, name, created_at, deleted_at) on public.households to authenticated;

grant select (id, household_id, name, face, role, joined_at, left_on) on public.household_people
to authenticated;

grant select (id, household_id, person_id, role, expires_at) on public.household_invitations
to authenticated;

-- The one function that says who belongs: the households in which the caller has at least this role.
create function private.my_households(least_role text default 'helper', is_deleted boolean default false)
returns setof uuid
language sql stable security definer set search_path = ''
as $$
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
    end
$$;

grant execute on function private.my_households(text, boolean) to authenticated;

create policy "People see their households, and keepers deleted ones" on public.households
  for select to authenticated
  using (
    id = any (array(select private.my_households()))
    or id = any (array(select private.my_households('keeper', true)))
  );

create policy "People see who belongs and belonged to their households" on public.household_people
  for select to authenticated
  using (household_id = any (array(select private.my_households())));

create policy "Keepers see open invitations" on public.household_invitations
  for select to authenticated
  using (household_id = any (array(select private.my_households('keeper'))));

-- The accounts that are present in a household.
create function private.household_accounts(household uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select people.account_id from public.household_people people
  where people.household_id = household and people.left_on is null and people.account_id is not null
$$;

-- The caller as a person of the household that a task belongs to; null for anybody else.
create function private.my_person(task_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select people.id
  from public.tasks
  join public.household_people people on people.household_id = tasks.household_id
  where tasks.id = my_person.task_id and people.account_id = auth.uid() and people.left_on is null
$$;

grant execute on function private.my_person(uuid) to authenticated;

-- Every person that the caller is, in any household.
create function private.my_people() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select people.id from public.household_people people
  where people.account_id = auth.uid() and people.left_on is null
$$;

grant execute on function private.my_people() to authenticated;

-- The caller's households as the list has them: [{id, name, role, me, people: [{id, name, face, role,
-- isJoined}]}], with the people who are present, in the order in which they came.
create function private.households() returns jsonb
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
      )
      order by households.created_at, households.id
    ),
    '[]'
  )
  from public.household_people me
  join public.households on households.id = me.household_id
  where me.account_id = auth.uid() and me.left_on is null and households.deleted_at is null
$$;

grant execute on function private.households() to authenticated;

-- Changes of a household come one after the other; its tasks are locked before it, as everywhere. The caller
-- must have at least this role. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create function private.begin_household(
  household uuid, least_role text, is_deleted boolean default false
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed integer;
begin
  perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
  perform from public.households where households.id = household for update;
  if household is null or household <> all (array(select private.my_households('helper', is_deleted))) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif household <> all (array(select private.my_households(least_role, is_deleted))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  update public.household_people people
  set
    changed_on = (now() at time zone 'UTC')::date,
    changes = 1 + case
      when people.changed_on = (now() at time zone 'UTC')::date then people.changes else 0
    end
  where people.household_id = household and people.account_id = auth.uid()
  returning people.changes into changed;
  if changed > private.limit_of('household_changes_per_day') then
    perform private.exceed('TOO_MANY_HOUSEHOLD_CHANGES');
  end if;
end;
$$;

-- A name of a household or of a person in it, as it is stored. Errors: VALIDATION_FAILED.
create function private.checked_name(name text) returns text
language plpgsql stable set search_path = ''
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

-- Counted with the household locked, or before anyone else can see it.
create function private.check_household_limits(household uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (
    select count(*) from public.household_people people
    where people.household_id = household and people.left_on is null
  ) > private.limit_of('people_of_household') then
    perform private.exceed('TOO_MANY_PEOPLE');
  elsif (
    select count(*) from public.household_people people where people.household_id = household
  ) > private.limit_of('people_of_household_ever') then
    perform private.exceed('TOO_MANY_PEOPLE_EVER');
  elsif (
    select count(*)
    from public.household_people people join public.households on households.id = people.household_id
    where people.account_id = auth.uid() and people.left_on is null
      and (households.deleted_at > now() - interval '30 days') is not false
  ) > private.limit_of('households') then
    perform private.exceed('TOO_MANY_HOUSEHOLDS');
  end if;
end;
$$;

create function private.create_household(id uuid, name text, others text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  entered constant text := private.checked_name(name);
begin
  perform private.lock_quota('households', me);
  if create_household.id = any (array(select private.my_households())) then
    return;
  elsif create_household.id is null
    or exists (select from public.households known where known.id = create_household.id) then
    perform private.refuse('id', 'INVALID');
  end if;
  insert into public.households (id, name) values (create_household.id, entered);
  insert into public.household_people (id, household_id, account_id, name, role)
  select gen_random_uuid(), create_household.id, me, profiles.display_name, 'keeper'
  from public.profiles where profiles.id = me;
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select
    gen_random_uuid(), create_household.id, private.checked_name(other.name), other.place % 10, 'member',
    now() + other.place * interval '1 microsecond'
  from unnest(others) with ordinality as other (name, place);
  perform private.check_household_limits(create_household.id);
  perform private.send_list_changed(array[me]);
end;
$$;

create function private.send_household(household uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select private.send_list_changed(array(select private.household_accounts(household))) $$;

create function private.rename_household(household_id uuid, name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.begin_household(rename_household.household_id, 'keeper');
  update public.households known set name = private.checked_name(rename_household.name)
  where known.id = rename_household.household_id;
  perform private.send_household(rename_household.household_id);
end;
$$;

-- Sends nothing of single tasks until it is switched off: whoever changes many at once sends one
-- list_changed a person instead.
create function private.send_no_tasks(is_on boolean) returns void
language sql volatile set search_path = ''
as $$ select set_config('rota.importing', case when is_on then 'on' else 'off' end, true) $$;

-- Whether a household has a keeper with an account beside this person.
create function private.has_other_keeper(household uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.household_people people
    where people.household_id = household and people.id <> person
      and people.left_on is null and people.account_id is not null and people.role = 'keeper'
  )
$$;

create function private.save_person(
  household_id uuid, id uuid, name text, face integer, role text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  entered constant text := private.checked_name(name);
  before public.household_people;
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
  insert into public.household_people as known (id, household_id, name, face, role)
  values (save_person.id, save_person.household_id, entered, save_person.face, save_person.role)
  on conflict on constraint household_people_pkey do update
  set name = excluded.name, face = excluded.face, role = excluded.role;
  perform private.check_household_limits(save_person.household_id);
  if before.name <> entered then
    update private.task_people known set name = entered where known.person_id = save_person.id;
    perform private.send_no_tasks(true);
    update public.tasks set revision = revision + 1
    where tasks.id in (select known.task_id from private.task_people known where known.person_id = save_person.id)
      and tasks.is_active;
    perform private.send_no_tasks(false);
    -- Those outside with whom a task is shared see in it who did it.
    perform private.send_list_changed(array(
      select distinct shares.recipient_id
      from private.task_people known
      join public.task_shares shares on shares.task_id = known.task_id
      where known.person_id = save_person.id and shares.recipient_id is not null
        and shares.recipient_id <> all (array(select private.household_accounts(save_person.household_id)))
    ));
  end if;
  perform private.send_household(save_person.household_id);
end;
$$;

-- The tasks of a household that stand in the name of an account go to another one of it: a keeper if there
-- is one, else whoever has been there longest, who becomes one.
create function private.hand_over(household uuid, account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  heir public.household_people;
begin
  select people.* into heir from public.household_people people
  where people.household_id = household and people.left_on is null
    and people.account_id is not null and people.account_id <> account
  order by array_position(array['keeper', 'member', 'helper'], people.role), people.joined_at, people.id
  limit 1;
  if heir.id is null then
    return;
  end if;
  update public.household_people people set role = 'keeper' where people.id = heir.id;
  -- In what was done before the task came into the household, the account has its own name.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks join public.profiles on profiles.id = tasks.user_id
  where tasks.household_id = household and tasks.user_id = account
  on conflict do nothing;
  update public.task_shares shares set owner_id = heir.account_id
  from public.tasks
  where tasks.id = shares.task_id and tasks.household_id = household and tasks.user_id = account;
  perform private.send_no_tasks(true);
  -- The revision grows here, as what is no edit needs no check, and a deleted task stays as it is.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.household_id = household and tasks.user_id = account;
  perform private.send_no_tasks(false);
end;
$$;

create function private.remove_person(household_id uuid, id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.household_people;
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
  update public.household_people people set left_on = (now() at time zone 'UTC')::date
  where people.id = person.id;
  delete from public.household_invitations open where open.person_id = person.id;
  if person.account_id is not null then
    perform private.hand_over(person.household_id, person.account_id);
    perform private.send_list_changed(array[person.account_id]);
  end if;
  perform private.send_household(person.household_id);
end;
$$;

-- Invites whoever follows the link with the token that this answers, which nothing answers again: as a new
-- person, or as one who has no account yet.
create function private.invite_to_household(household_id uuid, role text, person_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  perform private.begin_household(invite_to_household.household_id, 'keeper');
  if coalesce(invite_to_household.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif person_id is not null and not exists (
    select from public.household_people people
    where people.id = invite_to_household.person_id
      and people.household_id = invite_to_household.household_id
      and people.account_id is null and people.left_on is null
  ) then
    perform private.refuse('personId', 'INVALID');
  end if;
  delete from public.household_invitations open
  where open.household_id = invite_to_household.household_id
    -- Another link for the same person takes the place of the first.
    and (open.expires_at < now() or open.person_id = invite_to_household.person_id);
  if (
    select count(*) from public.household_invitations open
    where open.household_id = invite_to_household.household_id
  ) >= private.limit_of('people_of_household') then
    perform private.exceed('TOO_MANY_PEOPLE');
  end if;
  insert into public.household_invitations (id, household_id, person_id, role, token_hash)
  values (
    gen_random_uuid(), invite_to_household.household_id, invite_to_household.person_id,
    invite_to_household.role, sha256(convert_to(token, 'UTF8'))
  );
  return token;
end;
$$;

create function private.revoke_household_invitation(id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.household_invitations open
  where open.id = revoke_household_invitation.id
    and open.household_id = any (array(select private.my_households('keeper')));
end;
$$;

-- An open invitation to a household that is there, by its token; none for anything else.
create function private.household_invitation(token text) returns public.household_invitations
language sql stable security definer set search_path = ''
as $$
  select open.*
  from public.household_invitations open
  join public.households on households.id = open.household_id
  left join public.household_people people on people.id = open.person_id
  where open.token_hash = sha256(convert_to(token, 'UTF8'))
    and open.expires_at > now()
    and households.deleted_at is null
    and people.account_id is null and people.left_on is null
$$;

create function private.read_household_invitation(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'household', households.name,
    'role', open.role,
    'person', (select people.name from public.household_people people where people.id = open.person_id),
    'isJoined', open.household_id = any (array(select private.my_households()))
  )
  from private.household_invitation(token) as open
  join public.households on households.id = open.household_id
$$;

create function private.join_household(token text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  open public.household_invitations := private.household_invitation(token);
  household constant uuid := open.household_id;
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
  delete from public.household_invitations known where known.id = open.id;
  if open.person_id is not null then
    -- Who was here before under another name is that person no more.
    update public.household_people people set account_id = null
    where people.household_id = household and people.account_id = me;
    update public.household_people people set account_id = me, role = open.role
    where people.id = open.person_id;
  else
    insert into public.household_people as known (id, household_id, account_id, name, face, role)
    select
      gen_random_uuid(), household, me, profiles.display_name,
      (select count(*) % 10 from public.household_people people where people.household_id = household),
      open.role
    from public.profiles where profiles.id = me
    on conflict (account_id, household_id) do update set left_on = null, role = excluded.role;
  end if;
  perform private.check_household_limits(household);
  perform private.send_no_tasks(true);
  perform private.end_member_shares(household, null);
  perform private.send_no_tasks(false);
  perform private.send_household(household);
  return household;
end;
$$;

-- What is shared with people who belong to its household needs no share: these end without a word. Of one
-- task, or of all of the household's.
create function private.end_member_shares(household uuid, task_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.task_shares shares
  using public.tasks
  where tasks.id = shares.task_id
    and tasks.household_id = household
    and (end_member_shares.task_id is null or tasks.id = end_member_shares.task_id)
    and coalesce(shares.recipient_id, private.account_of(shares.contact_email, tasks.user_id))
      in (select private.household_accounts(household))
$$;

create function private.delete_household(household_id uuid, name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told uuid[];
begin
  -- Deleted already: again is no error.
  if delete_household.household_id = any (array(select private.my_households('keeper', true))) then
    return;
  end if;
  perform private.begin_household(delete_household.household_id, 'keeper');
  if not exists (
    select from public.households known
    where known.id = delete_household.household_id
      and known.name = private.entered_text(delete_household.name)
  ) then
    perform private.refuse('name', 'OTHER_NAME');
  end if;
  told := array(select private.household_accounts(delete_household.household_id));
  perform private.send_no_tasks(true);
  update public.tasks set is_active = false
  where tasks.household_id = delete_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  update public.households known set deleted_at = now() where known.id = delete_household.household_id;
  delete from public.household_invitations open where open.household_id = delete_household.household_id;
  perform private.send_list_changed(told);
end;
$$;

-- The tasks that went with it come back; those that were deleted before do not.
create function private.restore_household(household_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone_at timestamptz;
begin
  if restore_household.household_id = any (array(select private.my_households('keeper'))) then
    return;
  end if;
  perform private.begin_household(restore_household.household_id, 'keeper', true);
  select known.deleted_at into gone_at from public.households known
  where known.id = restore_household.household_id;
  if gone_at < now() - interval '30 days' then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  update public.households known set deleted_at = null where known.id = restore_household.household_id;
  perform private.send_no_tasks(true);
  update public.tasks set is_active = true
  where tasks.household_id = restore_household.household_id
    and not tasks.is_active and tasks.deleted_at = gone_at;
  insert into public.task_shares (task_id, owner_id, contact_email)
  select tasks.id, tasks.user_id, ended.contact_email
  from private.ended_shares ended join public.tasks on tasks.id = ended.task_id
  where tasks.household_id = restore_household.household_id and tasks.is_active and tasks.is_shared
  order by tasks.id, ended.contact_email
  on conflict do nothing;
  delete from private.ended_shares ended
  using public.tasks
  where tasks.id = ended.task_id
    and tasks.household_id = restore_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  perform private.check_household_limits(restore_household.household_id);
  perform private.send_household(restore_household.household_id);
end;
$$;

-- The account leaves all of its households, which keep its tasks and its name. A household with no other
-- account goes with it.
create function private.leave_households(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.household_people;
begin
  for person in
    select people.* from public.household_people people
    where people.account_id = account order by people.household_id
  loop
    perform from public.tasks where tasks.household_id = person.household_id order by tasks.id for no key update;
    perform from public.households where households.id = person.household_id for update;
    if exists (
      select from private.household_accounts(person.household_id) as others where others <> account
    ) then
      perform private.keep_name(person);
      perform private.hand_over(person.household_id, account);
      update public.household_people people
      set left_on = coalesce(people.left_on, (now() at time zone 'UTC')::date)
      where people.id = person.id;
      perform private.send_household(person.household_id);
    elsif person.left_on is null then
      delete from public.households where households.id = person.household_id;
    end if;
  end loop;
end;
$$;

-- Before an account goes: what it did in the tasks of a household, also before they came there, stays in the
-- name of its person.
create function private.keep_name(person public.household_people) returns void
language plpgsql volatile security definer set search_path = ''
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
      when events.details ->> 'by' = person.account_id::text and jsonb_typeof(events.details -> 'people') is distinct from 'array'
      then events.details || jsonb_build_object('people', array[person.id])
      else events.details
    end
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by');
end;
$$;

-- The last keeper hands over before closing the account. Errors: LAST_KEEPER.
create function private.check_last_keeper() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.household_people me
    where me.account_id = auth.uid() and me.left_on is null and me.role = 'keeper'
      and me.household_id in (select private.my_households('keeper'))
      and not private.has_other_keeper(me.household_id, me.id)
      and exists (
        select from private.household_accounts(me.household_id) as others where others <> auth.uid()
      )
  ) then
    perform private.fail('LAST_KEEPER');
  end if;
end;
$$;

-- 256 bits in base64url.
create function private.new_token() returns text
language sql volatile set search_path = ''
as $$
  select rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=')
$$;

grant execute on function
  private.create_household(uuid, text, text[]),
  private.rename_household(uuid, text),
  private.save_person(uuid, uuid, text, integer, text),
  private.remove_person(uuid, uuid),
  private.invite_to_household(uuid, text, uuid),
  private.revoke_household_invitation(uuid),
  private.read_household_invitation(text),
  private.join_household(text),
  private.delete_household(uuid, text),
  private.restore_household(uuid),
  private.check_last_keeper()
to authenticated;

-- Makes a household of the caller, its keeper, and of others without an account. Names have 1 to 100
-- characters. The same id again changes nothing. Errors: VALIDATION_FAILED, LIMIT_REACHED.
create function public.create_household(id uuid, name text, others text[] default '{}') returns void
language sql volatile set search_path = ''
as $$ select private.create_household(id, name, others) $$;

-- Errors of all that follow: HOUSEHOLD_NOT_FOUND, also for one that is another's, NOT_ALLOWED, LIMIT_REACHED.

-- A keeper's. Errors: VALIDATION_FAILED.
create function public.rename_household(household_id uuid, name text) returns void
language sql volatile set search_path = ''
as $$ select private.rename_household(household_id, name) $$;

-- Adds a person, or changes one: a keeper's, but for one's own name and face (0 to 9). The role is 'keeper',
-- 'member' or 'helper'. Errors: VALIDATION_FAILED, LAST_KEEPER.
create function public.save_person(
  household_id uuid, id uuid, name text, face integer, role text
) returns void
language sql volatile set search_path = ''
as $$ select private.save_person(household_id, id, name, face, role) $$;

-- Leaves, or lets somebody go, which is a keeper's; again: no error. Errors: LAST_KEEPER.
create function public.remove_person(household_id uuid, id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.remove_person(household_id, id) $$;

-- Answers the token of an invitation that is good once and for seven days; a keeper's.
-- Errors: VALIDATION_FAILED for a role, or a person who has an account or is not there.
create function public.invite_to_household(household_id uuid, role text, person_id uuid default null)
returns text
language sql volatile set search_path = ''
as $$ select private.invite_to_household(household_id, role, person_id) $$;

-- A keeper's; one that is not there is no error.
create function public.revoke_household_invitation(id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.revoke_household_invitation(id) $$;

-- What a link invites to: {household, person, role, isJoined}; null for one that no longer works.
create function public.read_household_invitation(token text) returns jsonb
language sql stable set search_path = ''
as $$ select private.read_household_invitation(token) $$;

-- Takes up an invitation; answers the household's id. Errors: INVITATION_NOT_FOUND, ALREADY_JOINED.
create function public.join_household(token text) returns uuid
language sql volatile set search_path = ''
as $$ select private.join_household(token) $$;

-- Deletes a household, given its name, and its tasks with it; a keeper's. Errors: VALIDATION_FAILED.
create function public.delete_household(household_id uuid, name text) returns void
language sql volatile set search_path = ''
as $$ select private.delete_household(household_id, name) $$;

-- Brings back a household that was deleted in the last 30 days, with its tasks; a keeper's.
create function public.restore_household(household_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.restore_household(household_id) $$;

grant execute on function
  public.create_household(uuid, text, text[]),
  public.rename_household(uuid, text),
  public.save_person(uuid, uuid, text, integer, text),
  public.remove_person(uuid, uuid),
  public.invite_to_household(uuid, text, uuid),
  public.revoke_household_invitation(uuid),
  public.read_household_invitation(text),
  public.join_household(text),
  public.delete_household(uuid, text),
  public.restore_household(uuid)
to authenticated;

alter table public.tasks add column household_id uuid references public.households (id) on delete cascade;

drop index public.tasks_one_active_title;

create unique index tasks_one_active_title on public.tasks (user_id, title)
  where is_active and household_id is null;

create unique index tasks_one_active_title_of_household on public.tasks (household_id, title)
  where is_active and household_id is not null;

create index tasks_by_household on public.tasks (household_id, id);

insert into private.task_fields (position, field, json_type) values (15, 'householdId', 'string');

grant select (household_id), insert (household_id), update (household_id) on public.tasks to authenticated;

alter table public.task_completions
  add column people uuid[] check (cardinality(people) <= 50),
  add column said_by uuid;

alter table public.task_catch_ups
  add column people uuid[] check (cardinality(people) <= 50),
  add column said_by uuid;

alter table public.task_day_notes add column person_id uuid;

alter table public.task_events add column person_id uuid;

grant select (people, said_by), insert (people, said_by) on public.task_completions to authenticated;

grant select (people, said_by) on public.task_catch_ups to authenticated;

grant select (person_id) on public.task_day_notes to authenticated;

grant select (person_id) on public.task_events to authenticated;

create table private.task_people (
  task_id uuid not null references public.tasks (id) on delete cascade,
  person_id uuid not null,
  name text not null,
  primary key (task_id, person_id)
);

create index task_people_by_person on private.task_people (person_id);

alter table private.task_people enable row level security;

create policy "Nobody but our own functions" on private.task_people for all to public using (false);

insert into private.limits (name, most)
values
  ('households', 10),
  ('people_of_household', 50),
  ('people_of_household_ever', 200),
  ('household_changes_per_day', 500);

drop function public.complete_task(uuid, date, uuid);

drop function private.mark_day(uuid, date, text, uuid);

drop function public.catch_up(uuid, uuid, jsonb, text);

drop function private.catch_up(uuid, uuid, datemultirange, text);


-- Whether the caller may change a task, or bring it back: its owner, or a member of its household.
create function private.may_edit(task_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.tasks
    where tasks.id = may_edit.task_id
      and (
        (tasks.household_id is null and tasks.user_id = auth.uid())
        or tasks.household_id = any (array(select private.my_households('member')))
      )
  )
$$;

-- A task comes into a household by its owner, who is a member there, and out of it by a keeper, whose own
-- it is then.
create function private.check_household() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and auth.uid() is not null and old.household_id is not null
    and old.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  if new.household_id is null then
    new.user_id := coalesce(auth.uid(), new.user_id);
    return new;
  end if;
  -- Who is let go, or deletes the household, at this moment does so before or after.
  perform from public.households where households.id = new.household_id for share;
  -- Nobody is signed in when an administrator writes.
  if auth.uid() is not null and new.household_id <> all (array(select private.my_households('member'))) then
    perform private.refuse('householdId', 'INVALID');
  end if;
  return new;
end;
$$;

-- Who loses the task by that reads so; what was done in it keeps its names.
create function private.record_household() returns trigger
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
  perform private.end_member_shares(new.household_id, new.id);
  return null;
end;
$$;

create function private.send_moved_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_removal(new.id, array(
    select account from private.household_accounts(old.household_id) as account
    where account <> all (private.participants(new.id))
  ));
  return null;
end;
$$;

create function private.record_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.task_people (task_id, person_id, name)
  select new.task_id, people.id, people.name
  from public.household_people people
  where people.id = new.person_id
    or people.id in (
      select person.id::uuid
      from jsonb_array_elements_text(
        case jsonb_typeof(new.details -> 'people') when 'array' then new.details -> 'people' else '[]' end
      ) as person (id)
    )
  on conflict do nothing;
  return null;
end;
$$;

-- Who is said to have done something in a household's task, and who says so: people who are present in it, and
-- the caller. Nobody names anyone in another task. Errors: VALIDATION_FAILED.
create function private.check_people(task_id uuid, people uuid[], said_by uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if people is null or said_by is null or said_by is distinct from private.my_person(task_id)
    or cardinality(people) <> (
      select count(*)
      from public.tasks
      join public.household_people known on known.household_id = tasks.household_id
      where tasks.id = check_people.task_id and known.id = any (people) and known.left_on is null
    ) then
    perform private.refuse('people', 'INVALID');
  end if;
end;
$$;

-- Marks an occurrence done or skipped, on a day that private.doable_days has. The first one wins:
-- the person who comes second changes nothing. done_by is the account that did it, the caller unless given;
-- people are those of the task's household who did it: the caller unless given, and where empty nobody in
-- particular.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- LIMIT_REACHED.
create function private.mark_day(
  task_id uuid, day date, status text, done_by uuid, people uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  -- as whom the caller says so, unless somebody outside the household did it
  said_by constant uuid := case when coalesce(done_by, me) = me then private.my_person(task_id) end;
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  begin
    if not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = mark_day.task_id and catch_ups.days @> mark_day.day
    ) then
      insert into public.task_completions (task_id, completed_date, user_id, status, people, said_by)
      values (
        mark_day.task_id, mark_day.day, coalesce(mark_day.done_by, me), mark_day.status,
        coalesce(mark_day.people, case when said_by is not null then array[said_by] end), said_by
      )
      on conflict do nothing;
    end if;
  exception
    -- Somebody caught up on it in the meantime.
    when sqlstate 'PT409' then null;
    when insufficient_privilege then
      perform private.fail(
        case
          when exists (
            select from public.tasks where tasks.id = mark_day.task_id and tasks.is_active
          ) then 'NOT_ALLOWED'
          else 'TASK_NOT_FOUND'
        end
      );
  end;
  -- The message that this has sent is the answer, too.
  task := nullif(current_setting('rota.sent_task'), '');
  if task is null then
    select visible into task from private.visible_tasks(array[mark_day.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return task;
end;
$$;

create function public.complete_task(
  task_id uuid, completed_date date, done_by uuid default null, people uuid[] default null
) returns jsonb
language sql set search_path = ''
as $$ select private.mark_day(task_id, completed_date, 'done', done_by, people) $$;

-- Marks many missed days done or skipped in one go, by the caller, or by people as mark_day has them; those that are done or skipped
-- already stay as they are. The same id again changes nothing.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function private.catch_up(
  id uuid, task_id uuid, days datemultirange, status text, people uuid[]
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  open datemultirange := catch_up.days;
  said_by constant uuid := private.my_person(catch_up.task_id);
  done_by constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
begin
  perform private.begin_change(catch_up.task_id);
  if status not in ('done', 'skipped') then
    perform private.refuse('status', 'INVALID');
  elsif not catch_up.days <@ private.doable_days(catch_up.task_id) then
    perform private.refuse('days', 'INVALID');
  end if;
  if done_by is not null then
    perform private.check_people(catch_up.task_id, done_by, said_by);
  end if;
  open := catch_up.days
    - coalesce((
      select range_agg(daterange(completions.completed_date, completions.completed_date, '[]'))
      from public.task_completions completions
      where completions.task_id = catch_up.task_id
    ), '{}')
    - coalesce((
      select range_agg(catch_ups.days) from public.task_catch_ups catch_ups
      where catch_ups.task_id = catch_up.task_id
    ), '{}');
  if not isempty(open) then
    insert into public.task_catch_ups (id, task_id, days, status, user_id, people, said_by)
    values (
      catch_up.id, catch_up.task_id, open, catch_up.status, auth.uid(), done_by, said_by
    )
    on conflict do nothing;
    perform private.count_changes(catch_up.task_id, 1);
  end if;
end;
$$;

create function public.catch_up(
  id uuid, task_id uuid, days jsonb, status text, people uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.catch_up(id, task_id, private.days_of_runs(days), status, people);
  return (select task from private.visible_tasks(array[catch_up.task_id]) as task);
end;
$$;

-- How many tasks a household has or, where there is none, a person of their own: active ones, or all ever.
create function private.count_tasks(household uuid, person uuid, are_active boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.tasks
  where (tasks.is_active or not are_active)
    and case
      when household is null then tasks.household_id is null and tasks.user_id = person
      else tasks.household_id = household
    end
$$;

-- Who did something in a task: where people of a household did, by all their names; {"me": true} for the caller
-- alone, null for nobody in particular.
create function private.doers_json(
  persons uuid[], person uuid, former text, people jsonb, me uuid
) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when persons is null then private.person_json(person, former, people)
    when persons = array[me] then '{"me": true}'
    when persons <> '{}' then jsonb_build_object('name', left(private.names_of(persons, people), 100))
  end
$$;

-- 'Alice', 'Alice and Carol', 'Alice, Bob and Carol'.
create function private.names_of(persons uuid[], people jsonb) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(string_agg(coalesce(people ->> id::text, 'Somebody'), ', ' order by place), ', ([^,]*)$', ' and \1')
  from unnest(persons) with ordinality as named (id, place)
$$;

-- Errors carry a code of src/domain/tasks/error-codes.ts as their message; the SQLSTATE 'PTnnn' makes the
-- REST API answer with the HTTP status nnn. Issues are [{path, code}]; their texts are in
-- src/domain/tasks/input-texts.ts.
create or replace function private.fail(code text, issues jsonb default null) returns void
language plpgsql stable set search_path = ''
as $$
declare
  status constant text := case code
    when 'VALIDATION_FAILED' then '422'
    when 'LIMIT_REACHED' then '422'
    when 'UNAUTHENTICATED' then '401'
    when 'NOT_ALLOWED' then '403'
    when 'COMPLETION_NOT_YOURS' then '403'
    when 'TASK_NOT_FOUND' then '404'
    when 'INVITATION_NOT_FOUND' then '404'
    when 'HOUSEHOLD_NOT_FOUND' then '404'
    when 'LAST_KEEPER' then '409'
    when 'ALREADY_JOINED' then '409'
    when 'DUPLICATE_TASK' then '409'
    when 'ALREADY_DONE' then '409'
  end;
begin
  raise exception using
    errcode = 'PT' || coalesce(status, '500'),
    message = code,
    detail = coalesce(issues::text, '');
end;
$$;

-- To be called before a password is tried. Errors: TOO_MANY_ATTEMPTS for the sixth within 15 minutes, LAST_KEEPER
-- for the only keeper of a household of others.
create or replace function public.count_closing_attempt() returns void
language sql volatile set search_path = ''
as $$ select private.check_last_keeper(), private.count_closing_attempt() $$;

-- Adds a task and its shares; share_with counts only when the task is flagged as shared. The same id
-- again from the same person returns the task as it is.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED; TASK_NOT_FOUND when that id was deleted since.
create or replace function public.create_task(id uuid, fields jsonb, share_with text[] default '{}')
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  defaults public.tasks;
  task public.tasks;
  existing public.tasks;
  is_new boolean;
begin
  perform set_config('rota.in_call', 'on', true);
  defaults.repeat_value := 'daily';
  defaults.is_shared := false;
  task := private.with_fields(defaults, fields);
  -- The second time is for a title whose task is deleted between the two statements.
  for attempt in 1..2 loop
    -- Waits for somebody who adds the same id or title at this moment, then knows.
    execute (
      select format(
        'insert into public.tasks (id, %s) values ($1, %s) on conflict do nothing returning true',
        string_agg(column_name, ', '), string_agg('($2).' || column_name, ', ')
      )
      from private.task_fields()
    )
    into is_new using create_task.id, task;
    if is_new then
      if task.is_shared then
        perform private.set_shares(create_task.id, share_with);
      end if;
      exit;
    end if;

    select * into existing from public.tasks where tasks.id = create_task.id;
    if private.may_edit(existing.id) then
      if not existing.is_active then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      exit;
    end if;
    if exists (
      select from public.tasks
      where tasks.is_active
        and tasks.title = private.entered_text(task.title)
        and case
          when task.household_id is null then tasks.household_id is null and tasks.user_id = auth.uid()
          else tasks.household_id = task.household_id
        end
    ) then
      perform private.fail('DUPLICATE_TASK');
    end if;
    if attempt = 2 then
      -- Somebody else's id. Ids are random, so this is no accident.
      perform private.refuse('id', 'INVALID');
    end if;
  end loop;
  return (select visible from private.visible_tasks(array[create_task.id]) as visible);
end;
$$;

-- Deletes a task for everyone; it stays, inactive. Again by its owner: no error.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create or replace function public.delete_task(task_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  update public.tasks set is_active = false where tasks.id = task_id and is_active;
  if not found then
    if not exists (select from public.tasks where tasks.id = task_id) then
      perform private.fail('TASK_NOT_FOUND');
    elsif not private.may_edit(task_id) then
      perform private.fail('NOT_ALLOWED');
    end if;
  end if;
end;
$$;

-- Brings back a task that was deleted in the last 30 days, with its shares.
-- Errors: TASK_NOT_FOUND, DUPLICATE_TASK, LIMIT_REACHED.
create or replace function public.restore_task(task_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  begin
    update public.tasks set is_active = true where tasks.id = restore_task.task_id and not is_active;
  exception
    when unique_violation then
      perform private.fail('DUPLICATE_TASK');
  end;
  if found then
    insert into public.task_shares (task_id, contact_email)
    select restore_task.task_id, address from private.shares_to_restore(restore_task.task_id) as address
    on conflict do nothing;
  end if;
  if not exists (
    select from public.tasks
    where tasks.id = restore_task.task_id and is_active and private.may_edit(tasks.id)
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return (select task from private.visible_tasks(array[restore_task.task_id]) as task);
end;
$$;

-- An event has the next number of its task, and is of the person who is signed in.
create or replace function private.fill_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  household uuid;
begin
  -- Until the commit, so that the numbers are in its order and no two are the same.
  select tasks.household_id into household from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  if household is not null then
    new.person_id := (
      select people.id from public.household_people people
      where people.household_id = household and people.account_id = new.user_id and people.left_on is null
    );
  end if;
  return new;
end;
$$;

-- A completion is of a day that can be done, and is not yet; its writer takes part, still, now that
-- the task is locked. A staged task has its past as its import found it.
create or replace function private.check_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days
    from changed_rows as rows group by rows.task_id order by rows.task_id
  loop
    select tasks.* into task from public.tasks where tasks.id = changed.task_id for no key update;
    if task.is_active then
      -- Nobody is signed in when an account is removed, with its completions.
      if me is not null
        and (
          case
            when task.household_id is null then me <> task.user_id
            else task.household_id <> all (array(select private.my_households()))
          end
        )
        and not exists (
          select from public.task_shares shares
          where shares.task_id = changed.task_id and shares.recipient_id = me
        ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where me is not null and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        if not changed.days <@ private.doable_days(changed.task_id) then
          perform private.refuse('date', 'INVALID');
        end if;
        -- The first one had the task locked before.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_changes(changed.task_id, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
  return null;
end;
$$;

-- One event a task, person and statement, however many days it is about, and one revision a task. Who
-- did something in a task by a share takes part in the owner's eyes, too, under the name of now.
create or replace function private.record_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
  end if;
  -- As append_event does, for all of them.
  insert into public.task_events (task_id, kind, days, details)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
    || jsonb_strip_nulls(jsonb_build_object('people', rows.people, 'saidBy', rows.said_by))
  from changed_rows as rows join public.tasks on tasks.id = rows.task_id
  where tasks.is_active or tasks.deleted_at is not null
  group by rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as known (task_id, block, done, skipped)
    select
      settled.task_id, settled.block,
      coalesce(bit_or(settled.bits) filter (where settled.status = 'done'), 0::bit(336)),
      coalesce(bit_or(settled.bits) filter (where settled.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as settled
    group by settled.task_id, settled.block
    on conflict (task_id, block) do update
    set done = known.done | excluded.done, skipped = known.skipped | excluded.skipped;
  else
    update private.settled_days as known
    set done = known.done & ~ undone.bits, skipped = known.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where known.task_id = undone.task_id and known.block = undone.block;
  end if;
  -- check_completions has locked them.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

create or replace function private.record_catch_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before = after then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.settled_days as known (task_id, block, done, skipped)
    select
      what.task_id, changed.block,
      case when what.status = 'done' then changed.bits else 0::bit(336) end,
      case when what.status = 'skipped' then changed.bits else 0::bit(336) end
    from private.blocks_of(after) as changed
    on conflict (task_id, block) do update
    set done = known.done | excluded.done, skipped = known.skipped | excluded.skipped;
  else
    update private.settled_days as known
    set done = known.done & ~ undone.bits, skipped = known.skipped & ~ undone.bits
    from private.blocks_of(before - after) as undone
    where known.task_id = what.task_id and known.block = undone.block;
  end if;
  perform private.append_event(
    what.task_id,
    case when tg_op = 'INSERT' then what.status else 'undone' end,
    case when tg_op = 'INSERT' then after else before - after end,
    jsonb_build_object('by', what.user_id, 'status', what.status)
    || jsonb_strip_nulls(jsonb_build_object('people', what.people, 'saidBy', what.said_by))
  );
  return null;
end;
$$;

-- Takes days out of the catch-ups of a task: one's own, or anyone's on a task that one may change.
create or replace function private.take_from_catch_ups(task_id uuid, days datemultirange) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_participant(take_from_catch_ups.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = take_from_catch_ups.task_id for no key update;
  if not private.may_edit(take_from_catch_ups.task_id) and exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days
      and auth.uid() is distinct from catch_ups.user_id
      and (catch_ups.people && array(select private.my_people())) is not true
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  delete from public.task_catch_ups catch_ups
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days <@ take_from_catch_ups.days;
  update public.task_catch_ups catch_ups
  set days = catch_ups.days - take_from_catch_ups.days
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days && take_from_catch_ups.days;
  perform private.count_changes(take_from_catch_ups.task_id, 1);
end;
$$;

create or replace function private.send_removed_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_removal(ended.task_id, ended.people)
  from (
    select removed.task_id, array_agg(removed.recipient_id) as people
    from removed
    where removed.recipient_id is not null
      -- Who belongs to its household has it still.
      and not exists (
        select from public.tasks
        join public.household_people people on people.household_id = tasks.household_id
        where tasks.id = removed.task_id
          and people.account_id = removed.recipient_id and people.left_on is null
      )
    group by removed.task_id order by removed.task_id
  ) as ended;
  -- Not for every single task of an account that is closed.
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select removed.owner_id, array_agg(distinct removed.contact_email) as addresses
    from removed join public.tasks on tasks.id = removed.task_id
    where removed.recipient_id is null group by removed.owner_id
  ) as invited;
  return null;
end;
$$;

-- A person who takes part no more stays in the task's history under the former name.
create or replace function private.record_ended_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- null when it is the account that goes
  person constant uuid := (select profiles.id from public.profiles where profiles.id = old.recipient_id);
  -- Who comes to belong to its household does not leave.
  stays constant boolean := old.recipient_id = any (array(
    select private.household_accounts(tasks.household_id) from public.tasks where tasks.id = old.task_id
  ));
begin
  -- Neither row is there when the account or the task goes.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = person
  on conflict do nothing;
  if stays is not true then
    perform private.append_event(old.task_id, 'left', null, jsonb_build_object('by', person));
  end if;
  -- A removed share raises it anyway. What a closed account has done has just lost its name, which did.
  if tg_op = 'UPDATE' and (
    person is not null
    or not exists (
      select from public.tasks where tasks.id = old.task_id and tasks.xmin = pg_current_xact_id()::xid
    )
  ) then
    perform private.raise_revision(old.task_id);
  end if;
  return null;
end;
$$;

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, recentChecks
-- which lines were ticked on the latest ten days that have any, and people has the names that its
-- participants may know, of those who take part no more the former name; takingPart says who does,
-- beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
-- whether an address has an account.
-- Whatever lies behind it, what is sent stays small (docs/decisions/011-long-records.md): "cut" says what
-- was left out. "record": all but the title and who takes part, where the record of the task, of its owner's
-- tasks or of all of them is too long, the longest first. "notes": all but their first 400 characters, where
-- the notes of all of them are too long. "none": a task that would be cut and was asked for as a whole.
-- It checks nobody, so it is granted to nobody; see visible_tasks.
create or replace function private.task_json(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  with measured as materialized (
    select
      tasks.id, tasks.user_id, tasks.user_id = (select auth.uid()) as is_own,
      coalesce(octet_length(tasks.subtitle), 0) as notes,
      -- About as many bytes as the JSON will have. Each part is looked at up to where it is too long.
      coalesce(octet_length(tasks.custom_rrule), 0)
      + coalesce(octet_length(tasks.custom_rrule_text), 0)
      + pg_column_size(tasks.checklist) + pg_column_size(tasks.paused)
      + (
        select coalesce(sum(200 + coalesce(former.length, 0)), 0)
        from (
          select octet_length(former.custom_rrule) + octet_length(former.custom_rrule_text) as length
          from public.task_schedules former where former.task_id = tasks.id limit 200
        ) as former
      )
      + 70 * (
        select count(*)
        from (select from public.task_put_offs moved where moved.task_id = tasks.id limit 500) as moved
      )
      + 112 * (
        select count(*)
        from (select from private.settled_days days where days.task_id = tasks.id limit 300) as days
      )
      + 100 * (
        select count(*)
        from (
          select from public.task_shares shares where shares.task_id = tasks.id
          union all
          (select from public.former_names known where known.task_id = tasks.id limit 300)
          union all
          (select from private.task_people known where known.task_id = tasks.id limit 300)
        ) as people
      )
      + 200 * (
        select count(*)
        from (
          select from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          limit 100
        ) as latest
      )
      + (
        select coalesce(sum(pg_column_size(latest.days)), 0)
        from (
          select catch_ups.days from public.task_catch_ups catch_ups
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
            partition by measured.user_id order by measured.record, measured.id
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
      '{"subtitle": null, "checklist": [], "customRrule": null, "customRruleText": null}'::jsonb
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
          ) || jsonb_strip_nulls(jsonb_build_object('people', latest.people, 'saidBy', latest.said_by))
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
  ) end
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

-- Whether the active task is the caller's, a household's of theirs, or shared with them.
create or replace function private.is_participant(task_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.tasks
    where tasks.id = is_participant.task_id
      and tasks.is_active
      and (
        (tasks.household_id is null and tasks.user_id = auth.uid())
        or tasks.household_id = any (array(select private.my_households()))
        or exists (
          select from public.task_shares shares
          where shares.task_id = tasks.id and shares.recipient_id = auth.uid()
        )
      )
  )
$$;

-- Stands for the caller's households, and the names in their tasks that can change while the revisions stay.
create or replace function private.names_digest() returns text
language sql stable security definer set search_path = ''
as $$
  with visible as (
    select tasks.id, tasks.user_id from public.tasks
    where tasks.is_active and (
      (tasks.household_id is null and tasks.user_id = auth.uid())
      or tasks.household_id = any (array(select private.my_households()))
      or tasks.id = any (array(select private.tasks_shared_with_me()))
    )
  ),
  people as (
    select visible.user_id as id from visible
    union
    select shares.recipient_id from public.task_shares shares
    where shares.status = 'taking_part' and shares.task_id in (select visible.id from visible)
  )
  select md5(coalesce(
    jsonb_agg(jsonb_build_array(people.id, profiles.display_name) order by people.id), '[]'
  )::text || private.households()::text)
  from people
  join public.profiles on profiles.id = people.id
$$;

-- All that a client needs to start, in one call: the caller's name and time zone, whether to offer them
-- the morning mail, who wants to share with them, their households, what stands for the names in their tasks,
-- and their active tasks, own, of their households and shared, in the order of their ids. Without the tasks for a client that has them:
-- its known_digest is the names' digest, a full stop and the tasks' (private.tasks_digest).
create or replace function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
  with names as materialized (select private.names_digest() as digest)
  select jsonb_build_object(
    'profile', (
      select jsonb_build_object(
        'fullName', profiles.full_name,
        'timeZone', profiles.time_zone
      ) || case
        when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
      end
      from public.profiles
      where profiles.id = auth.uid()
    ),
    'invitations', private.invitations(),
    'households', private.households(),
    'names', names.digest
  ) || case
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

-- The owner, the accounts of the household and everyone whose share is bound to an account.
create or replace function private.participants(task_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select private.household_accounts(tasks.household_id)
    from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from public.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  )
$$;

-- One message a task and statement, to the owner, to its household and to everyone with whom it is shared: into the void for
-- an address that nobody holds, as whether somebody does, and has accepted, must not show in what a tick
-- costs. A tick and an undo answer with it, too, rather than make it a second time.
create or replace function private.send_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  task jsonb;
begin
  if not new.is_active then
    -- Its shares have ended, and told so.
    perform private.send_removal(new.id, private.participants(new.id));
    return null;
  end if;
  select known into task from private.task_json(array[new.id]) as known;
  perform set_config('rota.sent_task', task::text, true);
  -- Who is let go at this moment gets it before, or never.
  perform from public.households where households.id = new.household_id for share;
  perform realtime.send(jsonb_build_object('task', task), 'task', 'user:' || people.id, true)
  from (
    select new.user_id as id
    union
    select people.account_id
    from public.household_people people
    where people.household_id = new.household_id
      and people.left_on is null and people.account_id is not null
    union
    select coalesce(shares.recipient_id, gen_random_uuid())
    from public.task_shares shares where shares.task_id = new.id
  ) as people;
  return null;
end;
$$;

-- A new task has no shares yet; a staged one is nobody's to see.
create or replace function private.send_new_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send(private.participants(added.id), 'task', jsonb_build_object('task', task))
  from added, private.task_json(array[added.id]) as task
  where added.is_active;
  return null;
end;
$$;

create or replace function private.check_task_quota() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  whose record;
begin
  for whose in
    select distinct added.household_id, case when added.household_id is null then added.user_id end as user_id
    from added order by 1, 2
  loop
    perform private.lock_quota('tasks', coalesce(whose.household_id, whose.user_id));
    if private.count_tasks(whose.household_id, whose.user_id, true) > private.limit_of('active_tasks') then
      perform private.exceed('TOO_MANY_TASKS');
    elsif private.count_tasks(whose.household_id, whose.user_id, false) > private.limit_of('tasks') then
      perform private.exceed('TOO_MANY_TASKS_EVER');
    end if;
  end loop;
  return null;
end;
$$;

-- What bounds an edit: from when a changed schedule counts, and how much of everything there is. Deleting
-- is never refused.
create or replace function private.check_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    elsif (select count(*) from public.task_schedules where task_id = new.id)
      >= private.limit_of('schedules') then
      perform private.exceed('TOO_MANY_SCHEDULES');
    end if;
  end if;
  if new.paused <> old.paused
    and (select count(*) from unnest(new.paused)) > private.limit_of('pauses') then
    perform private.exceed('TOO_MANY_PAUSES');
  end if;
  if new.is_active then
    perform private.count_changes(new.id, 1);
    if not old.is_active or new.household_id is distinct from old.household_id then
      perform private.lock_quota('tasks', coalesce(new.household_id, new.user_id));
      if private.count_tasks(new.household_id, new.user_id, true) > private.limit_of('active_tasks') then
        perform private.exceed('TOO_MANY_TASKS');
      end if;
    end if;
  end if;
  return null;
end;
$$;

-- An account takes its tasks and shares with it. What it did on other people's tasks stays, without
-- its name.
create or replace function private.record_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own uuid[];
begin
  perform private.take_turn();
  perform private.leave_households(old.id);
  own := array(select tasks.id from public.tasks where tasks.user_id = old.id);
  perform from public.task_completions completions
  where completions.user_id = old.id or completions.task_id = any (own)
  order by completions.task_id, completions.completed_date
  for update;
  perform from public.tasks
  where tasks.user_id = old.id
    or tasks.id in (
      select completions.task_id from public.task_completions completions
      where completions.user_id = old.id
      union all
      select catch_ups.task_id from public.task_catch_ups catch_ups where catch_ups.user_id = old.id
      union all
      select notes.task_id from public.task_day_notes notes where notes.user_id = old.id
      union all
      select shares.task_id from public.task_shares shares where shares.recipient_id = old.id
    )
  order by tasks.id
  for update;
  update public.task_events set details = jsonb_set(details, '{by}', 'null')
  where details ->> 'by' = old.id::text;
  return old;
end;
$$;

-- Looks at a day of a task, does it or takes that back ('look', 'do', 'undo'), as the person whose mail
-- the link was in: what that person may no more, the link may not. Takes back only what they did
-- themselves. Answers how the day stands after it: {title, name, timeZone, day, done}, where done is
-- null or {status, name, isYou, mayUndo, at}.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create or replace function public.follow_done_link(person uuid, task_id uuid, day date, action text)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform private.act_for(person);
  select visible into task
  from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day);
  elsif action = 'undo' then
    perform set_config('rota.in_call', 'on', true);
    delete from public.task_completions completions
    where completions.task_id = follow_done_link.task_id
      and completions.completed_date = follow_done_link.day
      and completions.user_id = person
      and completions.status = 'done';
  end if;
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', coalesce(private.names_of(found.people, task -> 'people'), task -> 'people' ->> found.user_id::text),
          'isYou', coalesce(found.user_id = person and coalesce(found.people = array[found.said_by], true), false),
          'mayUndo', coalesce(found.user_id = person, false) and found.status = 'done' and is_single,
          'at', private.iso(found.at),
          'timeZone', found.time_zone
        )
        from (
          select
            completions.status, completions.user_id, completions.completed_at, completions.time_zone, true,
            completions.people, completions.said_by
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id
            and completions.completed_date = follow_done_link.day
          union all
          select
            catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, catch_ups.time_zone, false,
            catch_ups.people, catch_ups.said_by
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id
            and catch_ups.days @> follow_done_link.day
        ) as found (status, user_id, at, time_zone, is_single, people, said_by)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$$;

create or replace function private.renew_calendar() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  insert into public.calendar_feeds (person_id, token_hash)
  values (auth.uid(), sha256(convert_to(token, 'UTF8')))
  on conflict (person_id) do update
    set token_hash = excluded.token_hash, created_at = now(), reads = 0;
  return token;
end;
$$;

-- The caller's own tasks and those of their households, deleted ones too, and those shared with them.
create or replace function private.exportable_tasks(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select private.task_json(array(
    select tasks.id from public.tasks
    where tasks.id = any (ids)
      and (
        (tasks.household_id is null and tasks.user_id = auth.uid())
        or tasks.household_id = any (array(select private.my_households()))
        or private.is_participant(tasks.id)
      )
  ))
$$;

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    task - array[
      'ownerId', 'householdId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart'
    ]
  ) || jsonb_build_object(
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
          order by status, person::text, time_zone
        ),
        '[]'
      )
      from (
        select
          private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
          status,
          time_zone,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at)) order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3
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
                )
              else events.details
            end
          )
          order by events.id
        ),
        '[]'
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped')
          and events.details ->> 'by' = events.user_id::text
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.user_id = events.user_id
              and completions.people is not distinct from case
                when events.details ? 'people' then array[events.person_id]
              end
              and completions.status = events.kind
          )
        )
    )
  )
  from public.tasks, (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid
$$;

-- Stages one task of a file for the caller, or more of the past of one that is staged: that names its
-- source and has no fields. Answers 'added', or 'there' or 'deleted' for one that the caller has, or had,
-- already. Errors: what create_task raises, and class 22 and 23 for what is no value or not possible.
create or replace function private.stage_entry(entry jsonb) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  source constant text := entry ->> 'source';
  new_id constant uuid := private.imported_id(source);
  addresses text[];
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  if not entry ? 'fields' then
    select tasks.* into task
    from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
    where staged.task_id = new_id;
    if not found then
      perform private.refuse('source', 'INVALID');
    end if;
    perform private.stage_history(task, entry);
    return 'added';
  end if;

  select tasks.* into task from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and tasks.user_id = me
  order by tasks.deleted_at nulls first
  limit 1;
  if found then
    return case when task.deleted_at is null then 'there' else 'deleted' end;
  end if;
  if (
    select count(*) from public.tasks
    where tasks.user_id = me and tasks.deleted_at is null and tasks.household_id is null
  ) >= private.limit_of('active_tasks') then
    perform private.exceed('TOO_MANY_TASKS');
  end if;

  addresses := array(
    select distinct private.canonical_address(address)
    from jsonb_array_elements_text(coalesce(entry -> 'shareWith', '[]')) as address
    where private.canonical_address(address) <> coalesce(private.confirmed_address(me), '')
  );
  if cardinality(addresses) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  task := null;
  task.repeat_value := 'daily';
  task := private.with_fields(task, entry -> 'fields');
  task.is_shared := false;
  task.household_id := null;
  task.paused := private.days_of_ranges(entry -> 'pausedDays');
  if (select count(*) from unnest(task.paused)) > private.limit_of('pauses') then
    perform private.exceed('TOO_MANY_PAUSES');
  end if;
  execute (
    select format(
      'insert into public.tasks (id, user_id, is_active, paused, %s)
       values ($1, $2, false, ($3).paused, %s) returning *',
      string_agg(column_name, ', '), string_agg('($3).' || column_name, ', ')
    )
    from private.task_fields()
  )
  into task
  using new_id, me, task;
  if exists (
    select from public.tasks
    where tasks.user_id = me and tasks.title = task.title and tasks.is_active
      and tasks.household_id is null
  ) then
    perform private.refuse('title', 'DUPLICATE_TASK');
  end if;
  insert into private.staged_tasks (task_id, person_id, place, addresses)
  values (
    new_id, me,
    (
      select 1 + coalesce(max(known.place), 0)
      from private.staged_tasks known where known.person_id = me
    ),
    addresses
  );
  perform private.stage_history(task, entry);
  return 'added';
end;
$$;

create or replace function private.finish_import(import_id uuid, with_shares boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  room integer;
  staged_count integer;
  added_count integer;
begin
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports
  where imports.person_id = me and imports.id = import_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'IMPORT_NOT_FOUND';
  elsif import.outcome is not null then
    return import.outcome;
  end if;

  -- Titles may have been taken, and room used up, since the pieces came.
  select count(*) into staged_count from private.staged_tasks staged where staged.person_id = me;
  delete from public.tasks
  using private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id
    and exists (
      select from public.tasks known
      where known.user_id = me and known.title = tasks.title and known.is_active
        and known.household_id is null
    );
  room := private.limit_of('active_tasks')
    - private.count_tasks(null, me, true);
  delete from public.tasks
  where tasks.id in (
    select staged.task_id from private.staged_tasks staged
    where staged.person_id = me order by staged.place offset greatest(room, 0)
  );

  if with_shares and (
    select sum(cardinality(staged.addresses)) from private.staged_tasks staged where staged.person_id = me
  ) > private.limit_of('shares_per_import') then
    perform private.exceed('TOO_MANY_SHARES_IN_IMPORT');
  end if;

  -- While they are staged, so that one event a task tells of the import. Its messages are one a person.
  insert into public.task_shares (task_id, owner_id, contact_email)
  select staged.task_id, me, address
  from private.staged_tasks staged, unnest(staged.addresses) as address
  where with_shares and staged.person_id = me
  order by staged.task_id, address;
  perform private.send_no_tasks(true);
  update public.tasks
  set
    is_active = true,
    is_shared = with_shares is true and cardinality(staged.addresses) > 0,
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id;
  get diagnostics added_count = row_count;
  perform private.send_no_tasks(false);
  if added_count > 0 then
    insert into private.imported as known (person_id, bytes)
    values (me, import.bytes::bigint * added_count / greatest(import.chores, added_count))
    on conflict (person_id) do update set bytes = known.bytes + excluded.bytes;
    if (select known.bytes from private.imported known where known.person_id = me)
      > private.limit_of('imported_kilobytes') * 1000 then
      perform private.exceed('TOO_MUCH_IMPORTED');
    end if;
    perform private.send_list_changed(array[me]);
  end if;

  delete from private.staged_tasks staged where staged.person_id = me;
  delete from private.import_pieces pieces where pieces.person_id = me;
  update private.imports
  set outcome = jsonb_build_object('added', added_count, 'refused', staged_count - added_count)
  where imports.person_id = me
  returning * into import;
  return import.outcome;
end;
$$;

drop policy "People see their own tasks and those shared with them" on public.tasks;

drop policy "People add tasks of their own" on public.tasks;

drop policy "Owners change their tasks" on public.tasks;

drop policy "Participants undo their own completions and owners everyone's" on public.task_completions;

create policy "People see their own tasks, their households' and those shared with them"
  on public.tasks
  for select to authenticated
  using (
    (
      (
        (household_id is null and user_id = (select auth.uid()))
        or household_id = any (array(select private.my_households()))
      )
      and (is_active or deleted_at is not null)
    )
    or id = any (array(select private.tasks_shared_with_me()))
  );

create policy "People add tasks of their own and members those of their households" on public.tasks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (household_id is null or household_id = any (array(select private.my_households('member'))))
  );

create policy "Owners change their tasks and members those of their households" on public.tasks
  for update to authenticated
  using (
    (
      (household_id is null and user_id = (select auth.uid()))
      or household_id = any (array(select private.my_households('member')))
    )
    and (is_active or deleted_at is not null)
  )
  with check (
    (household_id is null and user_id = (select auth.uid()))
    or household_id = any (array(select private.my_households('member')))
  );

create policy "Participants undo their own completions, owners and members everyone's"
  on public.task_completions
  for delete to authenticated
  using (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (tasks.household_id is null and tasks.user_id = (select auth.uid()))
          or tasks.household_id = any (array(select private.my_households('member')))
          or task_completions.people && array(select private.my_people())
        )
    )
  );

create trigger check_household before update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.check_household();

create trigger check_household_of_new before insert on public.tasks
  for each row when (new.household_id is not null)
  execute function private.check_household();

create trigger record_household after update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.record_household();

create trigger send_moved_task after update on public.tasks
  for each row when (old.household_id is distinct from new.household_id)
  execute function private.send_moved_task();

create trigger record_people after insert on public.task_events
  for each row when (new.person_id is not null)
  execute function private.record_people();

grant execute on function private.may_edit(uuid) to authenticated;

grant execute on function private.mark_day(uuid, date, text, uuid, uuid[]) to authenticated;

grant execute on function private.catch_up(uuid, uuid, datemultirange, text, uuid[]) to authenticated;

grant execute on function
  private.doers_json(uuid[], uuid, text, jsonb, uuid),
  private.names_of(uuid[], jsonb)
to authenticated;

grant execute on function
  public.complete_task(uuid, date, uuid, uuid[]),
  public.catch_up(uuid, uuid, jsonb, text, uuid[])
to authenticated;
