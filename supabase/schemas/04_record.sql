-- The record: completions, skips, put-offs, notes and checks of a task's days.

create function private.one_day(day date)
returns datemultirange
language plpgsql
immutable
as $$
begin
  return datemultirange(daterange(day, day, '[]'));
end;
$$;

-- One row per day of a task that was done or skipped.
create table public.task_completions (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  completed_date date not null,
  -- the person who did or skipped it; null if they have closed their account
  user_id uuid default auth.uid() references public.profiles (id)
    on delete set null,
  completed_at timestamptz not null default private.made_at(),
  status text not null default 'done' check (status in ('done', 'skipped')),
  -- an occurrence is done once, by one person; with the included columns, the list reads only the index
  primary key (task_id, completed_date) include (user_id, completed_at, status),
  -- in imported rows: the name of a person without an account here
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the time zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- For a household's task: the people who did it, empty for nobody in particular, and the person who recorded it,
  -- whose account user_id is then.
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid,
  -- the door, and its name if it has one (private.door_rules); null for the app
  via text default nullif(current_setting('rota.door', true), '')::jsonb ->> 'kind' check (
    via in ('mail', 'push', 'display', 'label', 'token')
  ),
  via_name text default nullif(current_setting('rota.door', true), '')::jsonb ->> 'name' check (
    char_length(via_name) between 1 and 100
  ),
  -- the day on which it was really done, and the hour and minute if known, in time_zone; null if it was done when
  -- recorded
  done_on date,
  done_at time check (
    done_at is null
    or (done_on is not null and extract(second from done_at) = 0 and done_at < '24:00')
  ),
  -- where one is open at a time: its due date at that time, from private.due_day or an import
  due_on date
);

-- A task has few of all rows, even if the statistics were taken while one task had them all.
alter table public.task_completions alter column task_id set (n_distinct = -0.01);

grant
  select (
    task_id,
    completed_date,
    user_id,
    completed_at,
    status,
    by_name,
    time_zone,
    people,
    said_by,
    via,
    via_name,
    done_on,
    done_at,
    due_on
  )
on public.task_completions
to authenticated;

grant insert (task_id, completed_date, user_id, status, people, said_by, done_on, done_at)
on public.task_completions
to authenticated;

grant delete on public.task_completions to authenticated;

create index task_completions_by_person on public.task_completions (user_id, task_id);

create index task_completions_by_time on public.task_completions (task_id, completed_at);

create policy "Participants see the completions of a task" on public.task_completions
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

create policy "Participants mark a task done as themselves, owners as anyone who takes part" on public.task_completions
for insert
to authenticated
with check (
  exists (
    select
    from public.tasks
    where
      tasks.id = task_completions.task_id
      and tasks.is_active
      and (
        task_completions.user_id = (select auth.uid())
        or (tasks.user_id = (select auth.uid()) and private.takes_part_openly(tasks.id, task_completions.user_id))
      )
  )
);

-- Whether the caller may undo or correct a completion or skip: those who did it, the task's owner, or members of its
-- household. By a household's door, anybody may for a while, if it was ticked without an account; by the link in a
-- mail or push, only the person who did it.
create function private.may_undo(task_id uuid, done_by uuid, people uuid[], via text, at timestamptz)
returns boolean
language plpgsql
stable
security definer
as $$
declare
  kind constant text := private.door('kind');
  rules record;
begin
  if kind is not null then
    rules := private.door_rules(kind);
    if auth.uid() is null then
      return done_by is null and coalesce(via = any (rules.takes_back), false) and at > now() - rules.undo_within;
    elsif rules.takes_back is null then
      return coalesce(done_by = auth.uid(), false);
    end if;
  end if;
  return coalesce(done_by = auth.uid(), false)
    or private.may_edit(task_id)
    or coalesce(people && array(select private.my_people()), false);
end;
$$;

create policy "Participants undo their own completions, owners and members everyone's" on public.task_completions
for delete
to authenticated
using (
  exists (select from public.tasks where tasks.id = task_completions.task_id and tasks.is_active)
  and private.may_undo(task_id, user_id, people, via, completed_at)
);

-- Refuses people who aren't in the task's household now, or a recorder other than the caller. In other tasks nobody
-- can name anyone. Errors: VALIDATION_FAILED.
create function private.check_people(task_id uuid, people uuid[], said_by uuid)
returns void
language plpgsql
stable
security definer
as $$
declare
  present bigint;
  gone bigint;
begin
  select count(*) filter (where persons.left_on is null), count(persons.left_on) into present, gone
  from public.tasks
  join public.household_people persons on persons.household_id = tasks.household_id
  where tasks.id = check_people.task_id and persons.id = any (people);
  if coalesce(array_ndims(people), 0) > 1
    or said_by is distinct from private.my_person(task_id)
    or (said_by is null and private.door('household') is null)
    or cardinality(people) is distinct from present then
    perform private.refuse('people', case when said_by is not null and gone > 0 then 'PERSON_LEFT' else 'INVALID' end);
  end if;
end;
$$;

-- Refuses completions of days that can't be done or are done already, and, now that the task is locked, those of a
-- writer who no longer takes part. A staged task's past is as its import found it.
create function private.check_completions()
returns trigger
language plpgsql
security definer
as $$
declare
  is_somebody constant boolean := auth.uid() is not null or current_setting('rota.door', true) <> '';
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days,
      min(case
        when rows.status <> 'done' then 0
        when rows.via is null then 366
        else (private.door_rules(rows.via)).days_ahead
      end) as days_ahead
    from changed_rows as rows group by rows.task_id order by rows.task_id
  loop
    select tasks.* into task from public.tasks where tasks.id = changed.task_id for no key update;
    if task.is_active then
      -- Nobody is signed in when an account is removed, with its completions.
      if is_somebody and not exists (
        select from private.my_tasks mine where mine.id = changed.task_id and mine.is_active
      ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where is_somebody and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        -- May be done early, but where one is open at a time, which has no later due date.
        if not changed.days <@ private.doable_days(
          changed.task_id,
          case when coalesce(task.after_done, task.waits_for) is null then changed.days_ahead else 0 end
        ) then
          perform private.refuse('date', 'INVALID');
        end if;
        perform case rows.status
          when 'done'
          then private.check_done_when(rows.completed_date, rows.time_zone, rows.done_on, rows.done_at)
          else private.refuse('doneOn', 'INVALID')
        end
        from changed_rows as rows
        where rows.task_id = changed.task_id and rows.done_on is not null;
        -- Another call held the lock on the task: it caught up on the day, or put it off.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) or exists (
          select from public.task_put_offs moved
          where moved.task_id = changed.task_id and moved.due_date <@ changed.days
            and private.place_of(moved.task_id, moved.due_date) <> moved.due_date
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_use('changes_per_day', changed.task_id || auth.uid()::text, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
  return null;
end;
$$;

-- Records one event per task, person and statement, however many days it covers, and one revision per task. A person
-- who takes part by a share is now also shown to the owner, with the current name.
create function private.record_completions()
returns trigger
language plpgsql
security definer
as $$
begin
  if tg_op = 'INSERT' then
    update private.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
    -- check_completions has locked these tasks.
    if exists (
      select from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where coalesce(tasks.after_done, tasks.waits_for) is not null and tasks.is_active
    ) then
      update public.task_completions as stored set due_on = private.due_day(tasks, rows.completed_date)
      from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where coalesce(tasks.after_done, tasks.waits_for) is not null and tasks.is_active
        and stored.task_id = rows.task_id and stored.completed_date = rows.completed_date;
    end if;
  end if;
  -- Like append_event, for all of them at once.
  insert into public.task_events (task_id, kind, days, details, time_zone)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
    || jsonb_strip_nulls(jsonb_build_object(
      'people', rows.people, 'saidBy', rows.said_by,
      'doneOn', case when tg_op = 'INSERT' then rows.done_on end,
      'doneAt', case when tg_op = 'INSERT' then left(rows.done_at::text, 5) end,
      -- Only the last of several days can have been due.
      'due', max(stored.due_on)
    )),
    case when tg_op = 'DELETE' then private.my_time_zone() else rows.time_zone end
  from changed_rows as rows
  join public.tasks on tasks.id = rows.task_id
  -- Undone completions have none left.
  left join public.task_completions as stored
    on stored.task_id = rows.task_id and stored.completed_date = rows.completed_date
  where tasks.is_active or tasks.deleted_at is not null
  group by
    rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.done_on, rows.done_at,
    rows.time_zone
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as stored (task_id, block, done, skipped)
    select
      changed.task_id, changed.block,
      coalesce(bit_or(changed.bits) filter (where changed.status = 'done'), 0::bit(336)),
      coalesce(bit_or(changed.bits) filter (where changed.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as changed
    group by changed.task_id, changed.block
    on conflict (task_id, block) do update
    set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    insert into private.news (kind, task_id, day, until)
    select 'done', rows.task_id, rows.completed_date, now() + interval '1 hour'
    from changed_rows as rows
    where rows.status = 'done' and rows.completed_at > now() - interval '1 hour';
  else
    update private.settled_days as stored
    set done = stored.done & ~ undone.bits, skipped = stored.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where stored.task_id = undone.task_id and stored.block = undone.block;
    delete from private.settled_days as stored
    using changed_rows as rows
    where stored.task_id = rows.task_id and stored.block = (rows.completed_date - date '0001-01-01') / 336
      and stored.done | stored.skipped = 0::bit(336);
  end if;
  -- check_completions has locked these tasks.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

-- A closed account leaves its deeds, without its name.
create function private.record_nameless()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.raise_revision(nameless.task_id)
  from (
    select distinct stored.task_id
    from before join public.task_completions stored using (task_id, completed_date)
    where stored.user_id is null and before.user_id is not null
    order by stored.task_id
  ) as nameless;
  return null;
end;
$$;

create trigger fill_made_at
before insert on public.task_completions
for each row
when (new.completed_at < now() and private.made_at() < now())
execute function private.fill_made_at('completed_at');

create trigger check_completions
after insert on public.task_completions
referencing new table as changed_rows
for each statement
execute function private.check_completions();

create trigger check_undos
after delete on public.task_completions
referencing old table as changed_rows
for each statement
execute function private.check_completions();

create trigger record_completions
after insert on public.task_completions
referencing new table as changed_rows
for each statement
execute function private.record_completions();

create trigger record_undos
after delete on public.task_completions
referencing old table as changed_rows
for each statement
execute function private.record_completions();

create trigger record_nameless
after update on public.task_completions
referencing old table as before
for each statement
execute function private.record_nameless();

create trigger check_touched
after delete on public.task_completions
referencing old table as touched
for each statement
when (current_user in ('anon', 'authenticated'))
execute function private.check_touched();

-- The days of a task that are done or skipped, as bits in blocks of 336 days (48 weeks) from 0001-01-01 on, so that
-- a list or a tick reads no more when the record grows: docs/decisions/009-settled-days.md. Kept by triggers; blocks
-- without a day are deleted.
create table private.settled_days (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  block integer not null,
  done bit(336) not null default 0::bit(336),
  skipped bit(336) not null default 0::bit(336),
  primary key (task_id, block)
);

-- Sets or clears a status for days of a task.
create function private.set_settled(task_id uuid, days datemultirange, status text, is_settled boolean)
returns void
language plpgsql
volatile
security definer
as $$
declare
  first_day constant date := '0001-01-01';
  changed record;
begin
  for changed in
    select
      blocks.block,
      bit_or(
        ((~ 0::bit(336)) >> greatest(lower(run) - first_day - blocks.block * 336, 0))
        & ((~ 0::bit(336)) << greatest(blocks.block * 336 + 336 - (upper(run) - first_day), 0))
      ) as bits
    from unnest(days) as run
    cross join lateral generate_series(
      (lower(run) - first_day) / 336, (upper(run) - 1 - first_day) / 336
    ) as blocks (block)
    group by blocks.block
  loop
    if not is_settled then
      update private.settled_days as stored
      set done = stored.done & ~ changed.bits, skipped = stored.skipped & ~ changed.bits
      where stored.task_id = set_settled.task_id and stored.block = changed.block;
      delete from private.settled_days as stored
      where stored.task_id = set_settled.task_id and stored.block = changed.block
        and stored.done | stored.skipped = 0::bit(336);
    else
      insert into private.settled_days as stored (task_id, block, done, skipped)
      values (
        set_settled.task_id, changed.block,
        case when status = 'done' then changed.bits else 0::bit(336) end,
        case when status = 'skipped' then changed.bits else 0::bit(336) end
      )
      on conflict on constraint settled_days_pkey do update
      set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    end if;
  end loop;
end;
$$;

-- Many missed occurrences done or skipped at once: days as ranges, however many. No day is in two of these, or also
-- in task_completions. One that was undone stays, hidden and without days, so that it can be sent again safely.
create table public.task_catch_ups (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  days datemultirange not null,
  status text not null check (status in ('done', 'skipped')),
  user_id uuid references public.profiles (id)
    on delete set null,
  recorded_at timestamptz not null default private.made_at(),
  by_name text check (char_length(by_name) between 1 and 100),
  -- IANA name: the time zone, at that moment, of the person who recorded it
  time_zone text not null default private.my_time_zone() check (time_zone ~ '^[A-Za-z][A-Za-z0-9/_+-]{1,63}$'),
  -- as in task_completions
  people uuid[] check (cardinality(people) <= 50) check (array_ndims(people) = 1 and array_lower(people, 1) = 1),
  said_by uuid
);

grant select (id, task_id, days, status, user_id, recorded_at, by_name, time_zone, people, said_by)
on public.task_catch_ups
to authenticated;

create index task_catch_ups_by_task on public.task_catch_ups (task_id);

create index task_catch_ups_by_person on public.task_catch_ups (user_id);

create policy "Participants see what was caught up on" on public.task_catch_ups
for select
to authenticated
using (not isempty(days) and task_id = any (array(select tasks.id from public.tasks)));

create function private.record_catch_up()
returns trigger
language plpgsql
security definer
as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  changed constant datemultirange := case when tg_op = 'INSERT' then after else before - after end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before <> after then
    perform private.set_settled(what.task_id, changed, what.status, tg_op = 'INSERT');
    perform private.append_event(
      what.task_id, case when tg_op = 'INSERT' then what.status else 'undone' end, changed,
      jsonb_build_object('by', what.user_id, 'status', what.status)
      || jsonb_strip_nulls(jsonb_build_object('people', what.people, 'saidBy', what.said_by))
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger fill_made_at
before insert on public.task_catch_ups
for each row
when (new.recorded_at < now() and private.made_at() < now())
execute function private.fill_made_at('recorded_at');

create trigger record_catch_up
after insert or update or delete on public.task_catch_ups
for each row
execute function private.record_catch_up();

-- One row per occurrence that was put off; putting it off again changes the row.
create table public.task_put_offs (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  due_date date not null,
  new_date date not null check (new_date != due_date),
  -- the person who put it off last; null if they have closed their account; decides nothing
  user_id uuid default auth.uid() references public.profiles (id)
    on delete set null,
  -- whether a schedule ended between its new day and its day in the schedule when it was put off
  to_former_schedule boolean not null default false,
  primary key (task_id, due_date),
  unique (task_id, new_date)
);

grant select (task_id, due_date, new_date, user_id, to_former_schedule)
on public.task_put_offs
to authenticated;

create index task_put_offs_by_person on public.task_put_offs (user_id, task_id);

create policy "Participants see what was put off" on public.task_put_offs
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

-- The put-offs of a task, with the client's names.
create function private.put_offs_json(task_id uuid)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'dueDate', due_date, 'newDate', new_date, 'toFormerSchedule', to_former_schedule
        )
        order by due_date
      ),
      '[]'
    )
    from public.task_put_offs put_offs where put_offs.task_id = put_offs_json.task_id
  );
end;
$$;

create function private.record_put_off()
returns trigger
language plpgsql
security definer
as $$
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Null when it was put back to its due date.
  perform private.append_event(
    what.task_id, 'put_off', private.one_day(what.due_date), jsonb_build_object('to', new.new_date)
  );
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger record_put_off
after insert or update of new_date or delete on public.task_put_offs
for each row
execute function private.record_put_off();

-- People's notes on a day of a task.
create table public.task_day_notes (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  day date not null,
  note text not null,
  user_id uuid references public.profiles (id)
    on delete set null,
  written_at timestamptz not null default private.made_at(),
  primary key (task_id, day),
  by_name text check (char_length(by_name) between 1 and 100),
  -- the person in a household whose account has been closed
  person_id uuid
);

grant select (task_id, day, note, user_id, written_at, by_name, person_id)
on public.task_day_notes
to authenticated;

create index task_day_notes_by_person on public.task_day_notes (user_id);

create policy "Participants see the notes on the days of a task" on public.task_day_notes
for select
to authenticated
using (task_id = any (array(select tasks.id from public.tasks)));

create function private.record_day_note()
returns trigger
language plpgsql
security definer
as $$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account is removed.
  if new.note is distinct from old.note then
    perform private.append_event(
      what.task_id, 'noted', private.one_day(what.day), jsonb_build_object('note', new.note)
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$$;

create trigger fill_made_at
before insert on public.task_day_notes
for each row
when (new.written_at < now() and private.made_at() < now())
execute function private.fill_made_at('written_at');

create trigger record_day_note
after insert or update or delete on public.task_day_notes
for each row
execute function private.record_day_note();

-- Ticked lines of a checklist, identified by their text: a renamed line begins unticked, and a removed one has its
-- ticks when it comes back. An unticked line stays, hidden, with its time, so that an older deed that arrives later
-- changes nothing.
create table public.task_checks (
  task_id uuid not null references public.tasks (id)
    on delete cascade,
  -- of the occurrence, or the day to which it was put off
  day date not null,
  line text not null,
  is_checked boolean not null default true,
  -- null if that person has closed their account
  user_id uuid default auth.uid() references public.profiles (id)
    on delete set null,
  made_at timestamptz not null default private.made_at(),
  time_zone text not null default private.my_time_zone(),
  primary key (task_id, day, line)
);

grant select (task_id, day, line) on public.task_checks to authenticated;

create index task_checks_by_person on public.task_checks (user_id);

create policy "Participants see the ticked lines of a task" on public.task_checks
for select
to authenticated
using (is_checked and task_id = any (array(select tasks.id from public.tasks)));

create trigger fill_made_at
before insert on public.task_checks
for each row
when (new.made_at < now() and private.made_at() < now())
execute function private.fill_made_at('made_at');
