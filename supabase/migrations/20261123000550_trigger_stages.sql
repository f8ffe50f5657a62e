-- A trigger does what its first word says: begin, check, fill, record, send. PostgreSQL fires triggers of
-- the same moment in the order of their names, which is the order of these words. In one migration: between
-- two of them there would be writes that nothing checks.

-- These did what their new names say.
alter function private.count_name_change() rename to check_name_changes;
alter function private.broadcast_nameless() rename to record_nameless;
alter function private.broadcast_part() rename to record_revision;
alter function private.broadcast_name() rename to send_name;
alter function private.limit_tasks() rename to check_task_quota;
alter function private.lock_contacts() rename to begin_contacts;
alter function private.limit_contacts() rename to check_contacts;
alter function private.count_row() rename to check_too_many_rows;
alter function private.want_invitation_mails() rename to record_wanted_mails;
alter function private.settle_morning_mail() rename to fill_settled_day;

alter trigger count_name_change on public.profiles rename to check_name_changes;
alter trigger broadcast_nameless on public.task_completions rename to record_nameless;
alter trigger broadcast_part on public.task_catch_ups rename to record_revision;
alter trigger broadcast_part on public.task_put_offs rename to record_revision;
alter trigger broadcast_part on public.task_day_notes rename to record_revision;
alter trigger broadcast_name on public.profiles rename to send_name;
alter trigger limit_tasks on public.tasks rename to check_task_quota;
alter trigger lock_contacts on public.shared_contacts rename to begin_contacts;
alter trigger limit_contacts on public.shared_contacts rename to check_contacts;
alter trigger want_invitation_mails on public.task_shares rename to record_wanted_mails;
alter trigger settle_morning_mail on public.morning_mails rename to fill_settled_day;

-- Their triggers go with them, also those on auth.users, which is not ours.
drop function
  private.create_profile(),
  private.tell_own_devices(),
  private.reject_noop_write(),
  private.keep_former_schedule(),
  private.number_event(),
  private.bind_share(),
  private.follow_address(),
  private.broadcast_shares_added(),
  private.broadcast_shares_removed(),
  private.show_participant(),
  private.end_share(),
  private.broadcast_shares_ended(),
  private.date_invitation(),
  private.broadcast_task(),
  private.broadcast_completions(),
  private.broadcast_undos(),
  private.limit_restored(),
  private.count_edit(),
  private.begin_request(),
  private.write_many(),
  private.close_account()
cascade;

drop trigger a_record_task on public.tasks;

drop function
  private.append_day_event(uuid, text, date, jsonb),
  private.addressees(uuid),
  private.send_task(uuid, uuid[]),
  private.require_participant(uuid),
  private.raise_revision(uuid);

-- fill_share brings every address to its form; each change of a share would ask again.
alter table public.task_shares drop constraint task_shares_contact_email_check;

-- A sign-up must never fail over its metadata, which anyone can write: what is no good is left out.
create function private.record_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
begin
  insert into public.profiles (id, full_name, time_zone)
  values (
    new.id,
    left(private.trimmed(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 100),
    case when private.is_time_zone(zone) then zone else 'UTC' end
  )
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger record_account after insert on auth.users
  for each row execute function private.record_account();

-- The person's other devices read their list, and find that they are signed out if the account is closed.
create function private.send_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_list_changed(array[coalesce(new.id, old.id)]);
  return null;
end;
$$;

create trigger send_closed after delete on auth.users
  for each row execute function private.send_account();

-- A write that row level security leaves nothing to do must not look like success. The answer is the
-- same whether or not there is such a row. Calls answer for themselves: they set rota.in_call.
create function private.check_touched() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('rota.in_call', true) is distinct from 'on' and not exists (select from touched) then
    perform private.fail('NOT_ALLOWED');
  end if;
  return null;
end;
$$;

create trigger check_touched after update on public.profiles
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create trigger check_touched after update on public.tasks
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- A new task's schedule counts from today on, if not for ever, as a changed one does; a staged one's from
-- any day until today. Not while a backup is restored: today was another day then.
create or replace function private.check_schedule_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first_day constant date := case
    when new.is_active then private.earliest_today() else date '0001-01-01'
  end;
begin
  if new.schedule_from not between first_day and private.latest_today() then
    perform private.refuse('scheduleFrom', 'INVALID');
  end if;
  return new;
end;
$$;

-- A new first day of the schedule keeps what counted before it; none at all means that the schedule
-- counts for the past too.
create function private.record_former_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.schedule_from is null then
    delete from public.task_schedules where task_id = new.id;
    update public.task_put_offs set to_former_schedule = false
    where task_id = new.id and to_former_schedule;
  else
    insert into public.task_schedules (
      task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
      after_done, season
    )
    values (
      old.id, new.schedule_from - 1, old.start_date, old.end_date, old.repeat_value,
      old.custom_rrule, old.custom_rrule_text, old.after_done, old.season
    );
  end if;
  return null;
end;
$$;

create trigger record_former_schedule after update on public.tasks
  for each row when (old.schedule_from is distinct from new.schedule_from)
  execute function private.record_former_schedule();

-- An event has the next number of its task, and is whoever's is signed in.
create function private.fill_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Until the commit, so that the numbers are in its order and no two are the same.
  perform from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  return new;
end;
$$;

create trigger fill_event before insert on public.task_events
  for each row execute function private.fill_event();

-- A staged task has no events yet, and one that is going, with all that belongs to it, no more.
create or replace function private.append_event(
  task_id uuid, kind text, days datemultirange default null, details jsonb default '{}'
) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.task_events (task_id, kind, days, details)
  select tasks.id, append_event.kind, append_event.days, append_event.details
  from public.tasks
  where tasks.id = append_event.task_id and (tasks.is_active or tasks.deleted_at is not null)
$$;

create function private.record_new_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.append_event(
    tasks.id, 'created', null,
    private.schedule_json(tasks) || jsonb_build_object('title', tasks.title, 'from', tasks.schedule_from)
  )
  from public.tasks where tasks.id in (select added.id from added);
  return null;
end;
$$;

create trigger record_new_tasks after insert on public.tasks
  referencing new table as added
  for each statement execute function private.record_new_tasks();

create or replace function private.record_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  gained datemultirange;
  lost datemultirange;
begin
  -- Staged until now: one event tells all of its past.
  if not old.is_active and old.deleted_at is null then
    perform private.append_event(new.id, 'imported', null, private.imported_json(new));
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.append_event(
      new.id, 'schedule_changed', null,
      jsonb_build_object(
        'before', private.schedule_json(old), 'after', private.schedule_json(new),
        'from', new.schedule_from
      )
    );
  end if;
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused then
    gained := new.paused - old.paused;
    lost := old.paused - new.paused;
    if not isempty(gained) then
      perform private.append_event(new.id, 'paused', gained);
    end if;
    if not isempty(lost) then
      perform private.append_event(new.id, 'resumed', lost);
    end if;
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$$;

-- Only edits change updated_at, and the end of an import what is active.
create trigger record_task after update on public.tasks
  for each row when (old.updated_at <> new.updated_at or old.is_active <> new.is_active)
  execute function private.record_task();

create or replace function private.record_put_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Put back, it goes nowhere.
  perform private.append_event(
    what.task_id, 'put_off', datemultirange(daterange(what.due_date, what.due_date, '[]')),
    jsonb_build_object('to', new.new_date)
  );
  return null;
end;
$$;

create or replace function private.record_day_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account goes.
  if new.note is distinct from old.note then
    perform private.append_event(
      what.task_id, 'noted', datemultirange(daterange(what.day, what.day, '[]')),
      jsonb_build_object('note', new.note)
    );
  end if;
  return null;
end;
$$;

-- A completion is of a day that can be done, and is not yet; whoever writes it takes part, still, now that
-- the task is locked. A staged task has its past as its import found it.
create function private.check_completions() returns trigger
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
      if me <> task.user_id and not exists (
        select from public.task_shares shares
        where shares.task_id = changed.task_id and shares.recipient_id = me
      ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        if not changed.days <@ private.doable_days(changed.task_id) then
          perform private.refuse('date', 'INVALID');
        end if;
        -- Whoever was first had the task locked before.
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

create trigger check_completions after insert on public.task_completions
  referencing new table as changed_rows
  for each statement execute function private.check_completions();

create trigger check_undos after delete on public.task_completions
  referencing old table as changed_rows
  for each statement execute function private.check_completions();

-- One event a task, person and statement, however many days it is about, and one revision a task. Whoever
-- did something in a task by a share takes part in the owner's eyes, too, under the name of now.
create or replace function private.record_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.task_shares shares set standing = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.standing <> 'taking_part';
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
  from changed_rows as rows join public.tasks on tasks.id = rows.task_id
  where tasks.is_active or tasks.deleted_at is not null
  group by rows.task_id, rows.status, rows.user_id
  order by rows.task_id;
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
  perform private.append_event(
    what.task_id,
    case when tg_op = 'INSERT' then what.status else 'undone' end,
    case when tg_op = 'INSERT' then after else before - after end,
    jsonb_build_object('by', what.user_id, 'status', what.status)
  );
  return null;
end;
$$;

create trigger check_touched after delete on public.task_completions
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

-- Locks a task for a change of its days by the caller, who takes part in it openly from now on.
-- Errors: TASK_NOT_FOUND.
create or replace function private.begin_change(task_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- A share may have ended meanwhile.
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.act_in_share(begin_change.task_id);
end;
$$;

-- Marks an occurrence done or skipped, on a day that private.doable_days has. The first one wins:
-- whoever comes second changes nothing. done_by is who did it, the caller unless given.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, NOT_ALLOWED for a done_by that the caller can't name,
-- LIMIT_REACHED.
create or replace function private.mark_day(task_id uuid, day date, status text, done_by uuid)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  begin
    if not exists (
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = mark_day.task_id and catch_ups.days @> mark_day.day
    ) then
      insert into public.task_completions (task_id, completed_date, user_id, status)
      values (
        mark_day.task_id, mark_day.day, coalesce(mark_day.done_by, auth.uid()), mark_day.status
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

-- Takes a completion or a skip back; one that is not there is no error.
-- Errors: TASK_NOT_FOUND, VALIDATION_FAILED, COMPLETION_NOT_YOURS, LIMIT_REACHED.
create or replace function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = undo_completion.completed_date;
  if not found then
    if exists (
      select from public.task_completions completions
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = undo_completion.completed_date
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(
      undo_completion.task_id, datemultirange(daterange(completed_date, completed_date, '[]'))
    );
  end if;
  task := nullif(current_setting('rota.sent_task'), '');
  if task is null then
    select visible into task from private.visible_tasks(array[undo_completion.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  elsif not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  end if;
  return task;
end;
$$;

create trigger check_touched after delete on public.task_shares
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create function private.check_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  if address is null then
    perform private.refuse('shareWith', 'INVALID_EMAIL');
  elsif address = (select users.email from auth.users where users.id = new.owner_id) then
    perform private.refuse('shareWith', 'OWN_ADDRESS');
  end if;
  return new;
end;
$$;

create trigger check_share before insert on public.task_shares
  for each row execute function private.check_share();

create function private.fill_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  -- The task, if it is the caller's own, is locked before any of its shares, as everywhere.
  perform from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
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

create trigger fill_share before insert on public.task_shares
  for each row execute function private.fill_share();

-- An address comes to or leaves an account when the account is made, confirmed, changes its address
-- or is closed. What waits for the address is looked at when its holder reads or decides, not here:
-- this runs in the auth server's transaction, and strangers say how much is waiting.
create function private.record_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  addresses text[] := array[new.email];
  address text;
  own constant text := private.confirmed_address(new.id);
begin
  if tg_op = 'UPDATE' then
    addresses := addresses || old.email::text;
    if old.email is distinct from new.email then
      -- The shown name may be the address's.
      update public.profiles set full_name = full_name where id = new.id;
    end if;
  end if;
  -- In one order everywhere, so that two changes cannot wait for each other.
  for address in select distinct a from unnest(addresses) as a where a is not null order by a loop
    perform pg_advisory_xact_lock(private.address_key(address));
  end loop;
  update public.task_shares shares
  set recipient_id = null
  where shares.recipient_id = new.id and shares.contact_email is distinct from own;
  perform private.bind_waiting(new.id, own);
  return null;
end;
$$;

create trigger record_address after insert on auth.users
  for each row execute function private.record_address();

create trigger record_new_address
  after update of email, email_confirmed_at, deleted_at on auth.users
  for each row
  when (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null)
    is distinct from (new.email, new.email_confirmed_at is null, new.deleted_at is null)
  )
  execute function private.record_address();

create trigger send_new_address
  after update of email, email_confirmed_at, deleted_at on auth.users
  for each row
  when (
    (old.email, old.email_confirmed_at is null, old.deleted_at is null)
    is distinct from (new.email, new.email_confirmed_at is null, new.deleted_at is null)
  )
  execute function private.send_account();

-- Counted under the tasks' locks, which fill_share took. Bounds the messages that one tick sends.
create function private.check_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.task_shares shares
    where shares.task_id in (select added.task_id from added)
    group by shares.task_id having count(*) > 50
  ) then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  return null;
end;
$$;

create trigger check_shares after insert on public.task_shares
  referencing new table as added
  for each statement execute function private.check_shares();

-- A change of the share list is a change of the task, whether or not the address has an account.
create function private.record_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

create trigger record_shares after insert on public.task_shares
  referencing new table as added
  for each statement execute function private.record_shares();

create function private.send_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select added.owner_id, array_agg(distinct added.contact_email) as addresses
    from added where added.recipient_id is null group by added.owner_id
  ) as invited;
  return null;
end;
$$;

create trigger send_shares after insert on public.task_shares
  referencing new table as added
  for each statement execute function private.send_shares();

create function private.record_removed_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_revision(shortened.task_id)
  from (select distinct removed.task_id from removed order by removed.task_id) as shortened;
  return null;
end;
$$;

create trigger record_removed_shares after delete on public.task_shares
  referencing old table as removed
  for each statement execute function private.record_removed_shares();

create function private.send_removed_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_removal(ended.task_id, ended.people)
  from (
    select removed.task_id, array_agg(removed.recipient_id) as people
    from removed where removed.recipient_id is not null
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

create trigger send_removed_shares after delete on public.task_shares
  referencing old table as removed
  for each statement execute function private.send_removed_shares();

create function private.fill_standing() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.standing := 'left';
  return new;
end;
$$;

create trigger fill_standing before update of recipient_id on public.task_shares
  for each row when (
    old.recipient_id is distinct from new.recipient_id
    and old.recipient_id is not null and old.standing = 'taking_part'
  )
  execute function private.fill_standing();

-- Whoever takes part no more stays in the task's history under the name of then.
create function private.record_ended_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- null when it is the account that goes
  person constant uuid := (select profiles.id from public.profiles where profiles.id = old.recipient_id);
begin
  -- Neither row is there when the account or the task goes.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = person
  on conflict do nothing;
  perform private.append_event(old.task_id, 'left', null, jsonb_build_object('by', person));
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

create trigger record_ended_share after update of recipient_id on public.task_shares
  for each row when (old.standing = 'taking_part' and new.standing = 'left')
  execute function private.record_ended_share();

create trigger record_removed_share after delete on public.task_shares
  for each row when (old.recipient_id is not null and old.standing = 'taking_part')
  execute function private.record_ended_share();

-- Whoever loses a task because it is deleted, or shared no longer, is told by its shares that end.
create function private.record_unshared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not new.is_active then
    insert into private.ended_shares (task_id, contact_email)
    select shares.task_id, shares.contact_email from public.task_shares shares
    where shares.task_id = new.id
    on conflict do nothing;
  end if;
  delete from public.task_shares where task_id = new.id;
  return null;
end;
$$;

create trigger record_unshared after update on public.tasks
  for each row when (not (new.is_active and new.is_shared))
  execute function private.record_unshared();

-- Every change that others can see takes the next revision, and with it the task is sent. The row
-- lock lasts until the commit, so the revisions of one task are in the order of the commits. Nothing
-- when the task is deleted, staged or gone.
create function private.raise_revision(task_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.tasks set revision = revision + 1
  where tasks.id = raise_revision.task_id and tasks.is_active
$$;

-- One message a task and statement, to the owner and to everyone with whom it is shared: into the void for
-- an address that nobody holds, as whether somebody does, and has accepted, must not show in what a tick
-- costs. A tick and an undo answer with it, too, rather than make it a second time.
create function private.send_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  task jsonb;
begin
  if not new.is_active then
    perform private.send_removal(new.id, array[new.user_id]);
    return null;
  end if;
  select known into task from private.task_json(array[new.id]) as known;
  perform set_config('rota.sent_task', task::text, true);
  perform realtime.send(jsonb_build_object('task', task), 'task', 'user:' || people.id, true)
  from (
    select new.user_id as id
    union all
    select coalesce(shares.recipient_id, gen_random_uuid())
    from public.task_shares shares where shares.task_id = new.id
  ) as people;
  return null;
end;
$$;

create trigger send_task after update on public.tasks
  for each row when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.send_task();

-- A new task has no shares yet; a staged one is nobody's to see.
create function private.send_new_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send(array[added.user_id], 'task', jsonb_build_object('task', task))
  from added, private.task_json(array[added.id]) as task
  where added.is_active;
  return null;
end;
$$;

create trigger send_new_tasks after insert on public.tasks
  referencing new table as added
  for each statement when (current_setting('rota.importing', true) is distinct from 'on')
  execute function private.send_new_tasks();

-- What bounds an edit: from when a changed schedule counts, and how much of everything there is. Deleting
-- is never refused.
create function private.check_edit() returns trigger
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
    if not old.is_active then
      perform private.lock_quota('tasks', new.user_id);
      if (select count(*) from public.tasks where user_id = new.user_id and is_active)
        > private.limit_of('active_tasks') then
        perform private.exceed('TOO_MANY_TASKS');
      end if;
    end if;
  end if;
  return null;
end;
$$;

-- Only edits change updated_at.
create trigger check_edit after update on public.tasks
  for each row when (old.updated_at <> new.updated_at)
  execute function private.check_edit();

-- Called with the task locked.
create or replace function private.count_changes(task_id uuid, more bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  so_far bigint;
begin
  -- Nobody is signed in when an account is closed.
  if auth.uid() is null then
    return;
  end if;
  insert into private.daily_changes as known (task_id, user_id, day, changes)
  values (count_changes.task_id, auth.uid(), (now() at time zone 'UTC')::date, more)
  on conflict on constraint daily_changes_pkey do update
  set
    day = excluded.day,
    changes = excluded.changes + case when known.day = excluded.day then known.changes else 0 end
  returning changes into so_far;
  if so_far > (select limits.most from private.limits where limits.name = 'changes_per_day') then
    perform private.exceed('TOO_MANY_CHANGES');
  end if;
end;
$$;

-- How many rows one request may write is counted before the work is done, since every row that is
-- written keeps others waiting. The calls write one task, and need no counting.
create function private.begin_direct_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('rota.rows_left', private.limit_of(tg_argv[0])::text, true);
  perform private.take_turn();
  if tg_table_name = 'task_shares' then
    perform from public.tasks
    where tasks.user_id = auth.uid() and tasks.is_active and tasks.is_shared
    order by tasks.id
    for no key update;
  end if;
  return null;
end;
$$;

-- An account takes its tasks and shares with it. What it did on other people's tasks stays, without
-- its name.
create function private.record_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own uuid[] := array(select tasks.id from public.tasks where tasks.user_id = old.id);
begin
  perform private.take_turn();
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

create trigger record_closing before delete on auth.users
  for each row execute function private.record_closing();

-- What is removed with its task tells nobody.
create function private.send_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_invitations_changed(old.id, array(
    select distinct shares.contact_email from public.task_shares shares
    where shares.owner_id = old.id and shares.recipient_id is null
  ));
  return old;
end;
$$;

create trigger send_closing before delete on auth.users
  for each row execute function private.send_closing();

create trigger check_touched after update on public.morning_mails
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create trigger check_touched after update on public.calendar_feeds
  referencing old table as touched
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.check_touched();

create or replace function private.import_piece(import_id uuid, number integer, entries jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  piece private.import_pieces;
  entry jsonb;
  outcome text;
  issues jsonb;
  reason text;
  results jsonb[] := '{}';
begin
  -- Some clients send a list as a string of JSON.
  if jsonb_typeof(entries) = 'string' then
    entries := (entries #>> '{}')::jsonb;
  end if;
  if octet_length(entries::text) > 500000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > 100 then
    perform private.refuse('entries', 'INVALID');
  elsif import_id is null then
    perform private.refuse('importId', 'INVALID');
  end if;
  -- One person's imports come one after the other.
  perform private.lock_quota('tasks', me);

  select imports.* into import from private.imports where imports.person_id = me;
  if import.id is distinct from import_id and import_piece.number = 0 then
    perform private.drop_import(me);
    insert into private.imports (person_id, id) values (me, import_id) returning * into import;
  end if;
  if import.id is distinct from import_id or import.outcome is not null then
    raise exception using errcode = 'PT404', message = 'IMPORT_NOT_FOUND';
  end if;
  select pieces.* into piece from private.import_pieces pieces
  where pieces.person_id = me and pieces.number = import_piece.number;
  if found and piece.digest = sha256(convert_to(entries::text, 'UTF8')) then
    return piece.results;
  elsif (
    import_piece.number < 1000
    and import_piece.number
      = (select count(*) from private.import_pieces pieces where pieces.person_id = me)
  ) is not true then
    perform private.refuse('number', 'INVALID');
  end if;
  update private.imports
  set
    bytes = imports.bytes + octet_length(entries::text),
    chores = imports.chores + (
      select count(*) from jsonb_array_elements(entries) as chore where chore ? 'fields'
    )
  where imports.person_id = me
  returning * into import;
  -- 10 MB of a file, which the spaces between its values make longer here.
  if import.bytes > 15000000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import.chores > 2000 then
    perform private.refuse('entries', 'INVALID');
  end if;

  for entry in select value from jsonb_array_elements(entries) loop
    issues := '[]';
    begin
      outcome := private.stage_entry(entry);
    exception
      when sqlstate 'PT422' then
        outcome := 'refused';
        get stacked diagnostics reason = pg_exception_detail;
        issues := reason::jsonb;
      when unique_violation then
        outcome := 'refused';
        get stacked diagnostics reason = constraint_name;
        issues := jsonb_build_array(
          case
            when reason = 'tasks_one_staged_title' then private.issue('title', 'DUPLICATE_TASK')
            else private.issue('', 'INVALID')
          end
        );
      when data_exception or integrity_constraint_violation then
        outcome := 'refused';
        issues := jsonb_build_array(private.issue('', 'INVALID'));
    end;
    if outcome = 'refused' and not entry ? 'fields' then
      -- A chore comes with all of its past, or not at all.
      delete from public.tasks
      using private.staged_tasks staged
      where staged.task_id = private.imported_id(entry ->> 'source') and tasks.id = staged.task_id;
    end if;
    results := results || jsonb_build_object('outcome', outcome, 'issues', issues);
  end loop;
  insert into private.import_pieces (person_id, number, digest, results)
  values (me, import_piece.number, sha256(convert_to(entries::text, 'UTF8')), to_jsonb(results));
  return to_jsonb(results);
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
    );
  room := private.limit_of('active_tasks')
    - (select count(*) from public.tasks where tasks.user_id = me and tasks.is_active);
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
  perform set_config('rota.importing', 'on', true);
  update public.tasks
  set
    is_active = true,
    is_shared = with_shares is true and cardinality(staged.addresses) > 0,
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id;
  get diagnostics added_count = row_count;
  perform set_config('rota.importing', 'off', true);
  if added_count > 0 then
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

do $$
declare
  watched record;
  is_direct constant text :=
    'current_user = ''authenticated'' and current_setting(''rota.in_call'', true) is distinct from ''on''';
begin
  for watched in
    values
      ('tasks', 'insert or update', 'task_rows_per_request'),
      ('task_completions', 'insert or delete', 'completion_rows_per_request'),
      ('task_shares', 'insert or delete', 'share_rows_per_request')
  loop
    execute format(
      'create trigger begin_direct_write before %s on public.%I
         for each statement when (%s) execute function private.begin_direct_write(%L)',
      watched.column2, watched.column1, is_direct, watched.column3
    );
    execute format('alter trigger count_row on public.%I rename to check_too_many_rows', watched.column1);
  end loop;
end;
$$;
