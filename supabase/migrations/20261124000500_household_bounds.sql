-- What one person does in a household, the others bear: its tasks bounded like a friend's, a share of it
-- restored by whoever restores the task, those outside told of what changes for them, nobody's tasks in the name
-- of somebody who does not belong, and closing an account in the order of the locks.

set check_function_bodies = off;

drop function private.send_household(uuid);

drop function private.hand_over(uuid, uuid);

drop function private.end_member_shares(uuid, uuid);

-- Tells the accounts of a household, and everyone who takes part in one of these tasks or may be invited to,
-- to read their list again: one message each, into the void for an address that nobody holds.
create function private.send_household(household uuid, task_ids uuid[] default '{}') returns void
language sql volatile security definer set search_path = ''
as $$
  select private.send_list_changed(array(
    select private.household_accounts(household)
    union
    select tasks.user_id from public.tasks where tasks.id = any (task_ids)
    union
    select people.account_id
    from public.tasks join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = any (task_ids) and people.left_on is null and people.account_id is not null
    union
    select coalesce(
      shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid()
    )
    from (
      select distinct known.recipient_id, known.contact_email, known.owner_id
      from public.task_shares known where known.task_id = any (task_ids)
    ) as shares
  ))
$$;

-- The tasks of a household that stand in the name of an account go to another one of it: a keeper if there
-- is one, else whoever has been there longest, who becomes one. Answers which, for their messages.
create function private.hand_over(household uuid, account uuid) returns uuid[]
language plpgsql volatile security definer set search_path = ''
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
  update public.task_shares shares set owner_id = heir.account_id where shares.task_id = any (handed);
  perform private.send_no_tasks(true);
  -- The revision grows here, as what is no edit needs no check, and a deleted task stays as it is.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.id = any (handed);
  perform private.send_no_tasks(false);
  return handed;
end;
$$;

-- What is shared with people who belong to its household needs no share: these end without a word. Of one
-- task, or of all of the household's. Answers of which.
create function private.end_member_shares(household uuid, task_id uuid) returns uuid[]
language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from public.task_shares shares
    using public.tasks
    where tasks.id = shares.task_id
      and tasks.household_id = household
      and (end_member_shares.task_id is null or tasks.id = end_member_shares.task_id)
      and coalesce(shares.recipient_id, private.account_of(shares.contact_email, tasks.user_id))
        in (select private.household_accounts(household))
    returning shares.task_id
  )
  select array(select ended.task_id from ended)
$$;

-- Changes of a household come one after the other; its tasks are locked before it, as everywhere. The caller
-- must have at least this role: asked twice, as an outsider locks nothing, so that nothing waits for them and
-- no time tells them of it, and somebody may be let go meanwhile. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create or replace function private.begin_household(
  household uuid, least_role text, is_deleted boolean default false
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed integer;
begin
  for attempt in 1..2 loop
    if household is null or household <> all (array(select private.my_households('helper', is_deleted))) then
      perform private.fail('HOUSEHOLD_NOT_FOUND');
    elsif household <> all (array(select private.my_households(least_role, is_deleted))) then
      perform private.fail('NOT_ALLOWED');
    end if;
    if attempt = 1 then
      perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
      perform from public.households where households.id = household for update;
    end if;
  end loop;
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

create or replace function private.save_person(
  household_id uuid, id uuid, name text, face integer, role text
) returns void
language plpgsql volatile security definer set search_path = ''
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
  insert into public.household_people as known (id, household_id, name, face, role)
  values (save_person.id, save_person.household_id, entered, save_person.face, save_person.role)
  on conflict on constraint household_people_pkey do update
  set name = excluded.name, face = excluded.face, role = excluded.role;
  perform private.check_household_limits(save_person.household_id);
  if before.name <> entered then
    -- Also in what has been moved out: all who take part in it see who did it.
    changed := array(
      select tasks.id
      from private.task_people known join public.tasks on tasks.id = known.task_id
      where known.person_id = save_person.id and tasks.is_active
      order by tasks.id
    );
    update private.task_people known set name = entered where known.person_id = save_person.id;
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

create or replace function private.remove_person(household_id uuid, id uuid) returns void
language plpgsql volatile security definer set search_path = ''
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
  update public.household_people people set left_on = (now() at time zone 'UTC')::date
  where people.id = person.id;
  delete from public.household_invitations open where open.person_id = person.id;
  if person.account_id is not null then
    handed := private.hand_over(person.household_id, person.account_id);
    perform private.send_list_changed(array[person.account_id]);
  end if;
  perform private.send_household(person.household_id, handed);
end;
$$;

create or replace function private.join_household(token text) returns uuid
language plpgsql volatile security definer set search_path = ''
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
  unshared := private.end_member_shares(household, null);
  perform private.send_no_tasks(false);
  perform private.send_household(household, unshared);
  return household;
end;
$$;

create or replace function private.delete_household(household_id uuid, name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
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
  perform private.send_household(delete_household.household_id, array(
    select tasks.id from public.tasks
    where tasks.household_id = delete_household.household_id and tasks.is_active
  ));
  perform private.send_no_tasks(true);
  update public.tasks set is_active = false
  where tasks.household_id = delete_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  update public.households known set deleted_at = now() where known.id = delete_household.household_id;
  delete from public.household_invitations open where open.household_id = delete_household.household_id;
end;
$$;

-- The tasks that went with it come back; those that were deleted before do not.
create or replace function private.restore_household(household_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone_at timestamptz;
  restored uuid[];
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

-- The account leaves all of its households, which keep its tasks and its name. A household with no other
-- account goes with it. Their tasks are locked already.
create or replace function private.leave_households(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
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
      set left_on = coalesce(people.left_on, (now() at time zone 'UTC')::date)
      where people.id = person.id;
      perform private.send_household(person.household_id, handed);
    elsif person.left_on is null then
      delete from public.households where households.id = person.household_id;
    end if;
  end loop;
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

-- Shares tasks that the caller may change, and that are there again, with the addresses that they were
-- shared with when they were deleted.
create function private.restore_shares(task_ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from private.ended_shares
    using public.tasks
    where ended_shares.task_id = any (task_ids) and tasks.id = ended_shares.task_id
      and tasks.is_active and tasks.is_shared and private.may_edit(tasks.id)
    returning tasks.id, tasks.user_id, ended_shares.contact_email
  )
  insert into public.task_shares (task_id, owner_id, contact_email)
  select ended.id, ended.user_id, ended.contact_email from ended order by ended.id, ended.contact_email
  on conflict do nothing
$$;

grant execute on function private.restore_shares(uuid[]) to authenticated;

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
    perform private.restore_shares(array[restore_task.task_id]);
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

drop function private.shares_to_restore(uuid);

create or replace function private.fill_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
  household uuid;
begin
  -- The task, if it is the caller's own, is locked before any of its shares, as everywhere.
  select tasks.household_id into household from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
  -- Who belongs to the task's household has it already.
  if household is not null
    and private.account_of(address, new.owner_id) in (select private.household_accounts(household)) then
    return null;
  end if;
  new.contact_email := address;
  -- A waiting share costs the same whether or not there is an account.
  select consents.recipient_id into new.recipient_id
  from public.sharing_consents consents
  where consents.recipient_id = private.account_of(address, new.owner_id)
    and consents.sender_id = new.owner_id
    and consents.is_accepted
    and not exists (
      select from public.left_tasks
      where left_tasks.person_id = consents.recipient_id and left_tasks.task_id = new.task_id
    );
  new.invited_at := coalesce(
    (
      select known.invited_at from public.task_shares known
      where known.owner_id = new.owner_id and known.contact_email = address
      order by known.invited_at limit 1
    ),
    now()
  );
  return new;
end;
$$;

-- A change of the share list is a change of the task, whether or not the address has an account.
create or replace function private.record_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever brings tasks back shares them in the names of others: in one order everywhere.
  perform private.lock_quota('contacts', owners.id)
  from (select distinct added.owner_id as id from added order by 1) as owners;
  insert into public.shared_contacts (owner_id, contact_email)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict (owner_id, contact_email) do update set last_shared_at = now();

  -- Without the addresses, which are the owner's alone.
  perform private.append_event(shared.task_id, 'shared'), private.raise_revision(shared.task_id)
  from (select distinct added.task_id from added order by added.task_id) as shared;
  return null;
end;
$$;

drop trigger send_shares on public.task_shares;

create trigger send_shares after insert on public.task_shares
  referencing new table as added
  for each statement when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.send_shares();

drop trigger send_removed_shares on public.task_shares;

create trigger send_removed_shares after delete on public.task_shares
  referencing old table as removed
  for each statement when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.send_removed_shares();

-- A task as clients get it, by list, answer and live message, with the names of the client's Task:
-- completedDays are bits [first day since 1970-01-01, base64] from the highest bit of the first byte on,
-- without the days at the end that have none; recentCompletions say who did the latest ones, recentChecks
-- which lines were ticked on the latest ten days that have any, and people has the names that its
-- participants may know, of those who take part no more the former name; takingPart says who does,
-- beside the owner. An invited person who has done nothing yet does not show up: the owner must not learn
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
          select completions.people from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          limit 100
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
          ) || jsonb_strip_nulls(jsonb_build_object(
            'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via,
            'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5)
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

-- Of these tasks, those that are active and the caller's, a household's of theirs, or shared with them: asked
-- of all at once, as a question for each costs more than its JSON.
create function private.tasks_of_mine(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select tasks.id from public.tasks
  where tasks.id = any (ids)
    and tasks.is_active
    and (
      (tasks.household_id is null and tasks.user_id = (select auth.uid()))
      or tasks.household_id = any (array(select private.my_households()))
      or exists (
        select from public.task_shares shares
        where shares.task_id = tasks.id and shares.recipient_id = (select auth.uid())
      )
    )
$$;

create or replace function private.is_participant(task_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select private.tasks_of_mine(array[is_participant.task_id])) $$;

-- Of these tasks, those that the caller takes part in.
create or replace function private.visible_tasks(ids uuid[], whole boolean default false) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select private.task_json(array(select private.tasks_of_mine(ids)), whole)
$$;

-- How many tasks a household has or, where there is none, a person of their own: active ones, or all ever.
create or replace function private.count_tasks(household uuid, person uuid, are_active boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  -- Each half by its index, of which one finds nothing.
  select
    (
      select count(*) from public.tasks
      where tasks.household_id = household and (tasks.is_active or not are_active)
    ) + (
      select count(*) from public.tasks
      where household is null and tasks.household_id is null and tasks.user_id = person
        and (tasks.is_active or not are_active)
    )
$$;

-- Two of a person's requests may write the same contacts, in any order.
create or replace function private.begin_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- For what a share writes, record_shares has.
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.lock_quota('contacts', auth.uid());
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
  households uuid[];
begin
  perform private.take_turn();
  -- Nor does it join another one meanwhile.
  perform private.lock_quota('households', old.id);
  households := array(
    select people.household_id from public.household_people people where people.account_id = old.id
  );
  own := array(
    select tasks.id from public.tasks
    where tasks.user_id = old.id
      -- A household that goes with the account.
      or tasks.household_id = any (households) and not exists (
        select from private.household_accounts(tasks.household_id) as others where others <> old.id
      )
  );
  perform from public.task_completions completions
  where completions.user_id = old.id or completions.task_id = any (own)
  order by completions.task_id, completions.completed_date
  for update;
  perform from public.tasks
  where tasks.user_id = old.id
    or tasks.household_id = any (households)
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
  perform private.leave_households(old.id);
  update public.task_events set details = jsonb_set(details, '{by}', 'null')
  where details ->> 'by' = old.id::text;
  return old;
end;
$$;
