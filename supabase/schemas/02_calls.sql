-- Calls: the caller, the door, the time of a deed, how a call begins and what it answers.

-- The time of the deed that is being recorded: now, unless it waited on an offline device. Then the request header
-- x-made-ago gives its age in seconds, so that a device's wrong clock does no harm. The age is limited to 30 days
-- and always puts the deed before now, which tells deeds that waited from those that didn't.
create function private.made_at()
returns timestamptz
language plpgsql
stable
as $$
declare
  age constant double precision := nullif(current_setting('request.headers', true), '')::json ->> 'x-made-ago';
begin
  return now() - make_interval(secs => case when age is null then 0 else greatest(0.000001, least(2592000, age)) end);
end;
$$;

-- A deed must not change anything made later than this, as its maker hasn't seen it. A request takes up to ten
-- seconds; a deed that didn't wait changes whatever it finds, even if the server's clock has stepped back.
create function private.last_seen()
returns timestamptz
language plpgsql
stable
as $$
declare
  made_at constant timestamptz := private.made_at();
begin
  return case when made_at < now() then made_at + interval '10 seconds' else 'infinity' end;
end;
$$;

-- The doors for deeds besides the app, whose kind is null (docs/design/doors.md). Rules of a door:
-- days_ahead: how many days before its day an occurrence can be done;
-- days_back: how many days after it; null for no limit;
-- takes_back: the doors whose ticks anybody can undo here if nobody is signed in; null where an account undoes its own;
-- undo_within: for how long; null for no limit;
-- waits: whether a deed may have waited on a device (made_at).
create function private.door_rules(
  kind text,
  out days_ahead integer,
  out days_back integer,
  out takes_back text[],
  out undo_within interval,
  out waits boolean
)
language plpgsql
immutable
as $$
begin
  select doors.days_ahead, doors.days_back, doors.takes_back, doors.undo_within, doors.waits
  into days_ahead, days_back, takes_back, undo_within, waits
  from
    (
      values
        ('app', 366, null::integer, null::text[], null::interval, true),
        ('mail', 366, null, null, null, false),
        ('push', 366, null, null, null, false),
        ('display', 7, null, '{display,label,token}', '24 hours', true),
        ('label', 7, 31, '{label}', '15 minutes', false),
        ('token', 366, null, '{display,label,token}', '24 hours', false)
    ) as doors (kind, days_ahead, days_back, takes_back, undo_within, waits)
  where doors.kind = coalesce(door_rules.kind, 'app');
end;
$$;

-- A property of the door of this call: kind, name if it has one, household if nobody is signed in, task for a label.
-- Null for the app; token, the id of a program's.
create function private.door(key text)
returns text
language plpgsql
stable
as $$
begin
  return nullif(current_setting('rota.door', true), '')::jsonb ->> key;
end;
$$;

-- Deeds come in by this door until the transaction ends. A door with a household acts for no account, even if
-- somebody is signed in, and records deeds in its device's time zone if that is valid.
create function private.open_door(
  kind text,
  name text default null,
  household uuid default null,
  task uuid default null,
  time_zone text default null,
  token uuid default null
)
returns void
language plpgsql
volatile
as $$
begin
  perform set_config('rota.door', jsonb_strip_nulls(jsonb_build_object(
    'kind', kind, 'name', name, 'household', household, 'task', task, 'token', token
  ))::text, true);
  if not (private.door_rules(kind)).waits then
    perform set_config('request.headers', '', true);
  end if;
  if household is not null then
    perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
      set_config('rota.time_zone', case when private.is_time_zone(time_zone) then time_zone else '' end, true);
  end if;
end;
$$;

-- Events keep the time zone in which they were recorded and are told in it, so that they read the same after a
-- person moves to another zone.

-- The time zone of the signed-in person; without one, the door's (rota.time_zone), or UTC.
create function private.my_time_zone()
returns text
language plpgsql
stable
security definer
as $$
begin
  return coalesce(
    (select profiles.time_zone from public.profiles where profiles.id = auth.uid()),
    nullif(current_setting('rota.time_zone', true), ''),
    'UTC'
  );
end;
$$;

-- Mails and calendars act for people who aren't there. Until the transaction ends, the caller (one of our functions
-- with the secret key) is that person, under the same row level security and calls. Definer functions can't call it,
-- as PostgreSQL refuses to change the role in them.
create function private.act_for(person uuid)
returns void
language plpgsql
as $$
begin
  perform set_config(
    'request.jwt.claims',
    jsonb_build_object('sub', person, 'role', 'authenticated')::text,
    true
  );
  -- auth.uid() prefers this setting if it is present; the embedded stack's reads no other.
  perform set_config('request.jwt.claim.sub', person::text, true);
  perform set_config('request.jwt.claim.role', 'authenticated', true);
  perform set_config('role', 'authenticated', true);
  perform private.check_caller();
end;
$$;

-- Refuses a write that row level security left with no rows, as it must not look like success. The answer is the
-- same whether or not such a row exists. Calls answer for themselves: they set rota.in_call.
create function private.check_touched()
returns trigger
language plpgsql
as $$
begin
  if current_setting('rota.in_call', true) is distinct from 'on' and not exists (select from touched) then
    perform private.fail('NOT_ALLOWED');
  end if;
  return null;
end;
$$;

-- Begins a call, which checks for itself whether it touched a row, and answers with the message that it sends.
create function private.begin_call()
returns void
language plpgsql
volatile
as $$
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
end;
$$;

-- The answer of a call: the task as its own message has it, kept by send_task, or else as it is now.
-- Errors: TASK_NOT_FOUND.
create function private.answer(task_id uuid)
returns jsonb
language plpgsql
stable
as $$
declare
  task jsonb := nullif(current_setting('rota.sent_task', true), '');
begin
  if task is null then
    select visible into task from private.visible_tasks(array[answer.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return task;
end;
$$;

-- Refuses a change of a task that the caller may not change.
create function private.refuse_task(task_id uuid)
returns void
language plpgsql
stable
as $$
begin
  perform private.fail(case
    when exists (select from public.tasks where tasks.id = refuse_task.task_id and is_active) then 'NOT_ALLOWED'
    else 'TASK_NOT_FOUND'
  end);
end;
$$;

-- Begins a deed on a task's days, for a caller or a household's door that takes part in it. Answers the caller's
-- person id in the task's household; null for anybody else. Errors: TASK_NOT_FOUND.
create function private.begin_deed(task_id uuid)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  door constant jsonb := nullif(current_setting('rota.door', true), '');
  person uuid;
begin
  perform set_config('rota.sent_task', '', true);
  select me.id into person
  from private.my_tasks mine
  left join public.household_people me
    on me.household_id = mine.household_id and me.account_id = auth.uid() and me.left_on is null
  where mine.id = begin_deed.task_id and mine.is_active;
  if not found or door ->> 'task' <> begin_deed.task_id::text then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return person;
end;
$$;

-- Like begin_deed, but locks the task and makes the caller take part in it openly; with as_editor, the caller must
-- be allowed to edit it. Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_change(task_id uuid, as_editor boolean default false)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_deed(begin_change.task_id);
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- The share may have ended in the meantime.
  perform private.begin_deed(begin_change.task_id);
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;
