-- A call: who makes it, for whom, when what it says was done, how it begins and what it answers.

-- When what is being recorded was done: now, unless it has waited on a device without a network. Then the request's
-- header x-made-ago says for how many seconds: an age, so that a clock which is wrong does no harm. It is bounded
-- by 30 days and always before now, which tells what has waited from what hasn't.
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

-- What was made later than this, a deed must not change: its maker has not seen it. A request takes up to ten
-- seconds; one that has not waited changes what it finds, even where the server's clock has stepped back.
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

-- The doors by which deeds come in, beside the app, whose kind is null: docs/design/doors.md. What each may:
-- asks_who: somebody has to be named, as nobody is signed in;
-- days_ahead: how long before its day an occurrence can be done, in days;
-- days_back: how long after it, in days; null for any time;
-- takes_back: the doors whose ticks can be undone here by anybody; null where an account undoes its own;
-- undo_within: for how long; null for any time;
-- waits: whether a deed may have waited on a device (made_at).
create function private.door_rules(
  kind text,
  out asks_who boolean,
  out days_ahead integer,
  out days_back integer,
  out takes_back text[],
  out undo_within interval,
  out waits boolean
)
language sql
immutable
as $$
  select
    doors.asks_who,
    doors.days_ahead,
    doors.days_back,
    doors.takes_back::text[],
    doors.undo_within::interval,
    doors.waits
  from
    (
      values
        ('app', false, 366, null::integer, null, null, true),
        ('mail', false, 366, null, null, null, false),
        ('push', false, 366, null, null, null, false),
        ('display', true, 7, null, '{display,label}', '24 hours', true),
        ('label', true, 7, 31, '{label}', '15 minutes', false)
    ) as doors (kind, asks_who, days_ahead, days_back, takes_back, undo_within, waits)
  where doors.kind = coalesce(door_rules.kind, 'app');
$$;

-- What is known of the door by which this call came in: its kind, its name where it has one, and, where nobody is
-- signed in, the household and, of a label, the task for which it stands; null for the app.
create function private.door(key text)
returns text
language plpgsql
stable
as $$
begin
  return nullif(current_setting('rota.door', true), '')::jsonb ->> key;
end;
$$;

-- From here to the end of the transaction, deeds come in by this door. One that stands for a household acts for no
-- account, even where somebody is signed in, and tells its deeds in its device's time zone, if that is one.
create function private.open_door(
  kind text,
  name text default null,
  household uuid default null,
  task uuid default null,
  time_zone text default null
)
returns void
language plpgsql
volatile
as $$
begin
  perform set_config('rota.door', jsonb_strip_nulls(jsonb_build_object(
    'kind', kind, 'name', name, 'household', household, 'task', task
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

-- What happened keeps the time zone in which it was recorded, and is told in it: a person who moves to another
-- one rewords nothing.

-- The zone of the person who is signed in; where nobody is, that of the door by which the call came
-- (rota.time_zone), or UTC.
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

-- Mails and calendars act for people who are not there. From here to the end of the transaction the
-- caller, a function of ours with the secret key, is that person: the same row level security and the
-- same calls decide. No definer function may call it, as PostgreSQL refuses to change the role there.
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
  -- Where there is one, auth.uid() prefers it; the embedded stack's knows nothing else.
  perform set_config('request.jwt.claim.sub', person::text, true);
  perform set_config('request.jwt.claim.role', 'authenticated', true);
  perform set_config('role', 'authenticated', true);
  perform private.check_caller();
end;
$$;

-- A write that row level security leaves nothing to do must not look like success. The answer is the
-- same whether or not there is such a row. Calls answer for themselves: they set rota.in_call.
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

-- Begins a call, which answers for itself whether it touched any row, and by the message that it sends.
create function private.begin_call()
returns void
language plpgsql
volatile
as $$
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
end;
$$;

-- What a call answers: the task as its own message has it, which send_task keeps, or else as it is.
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

-- Begins a deed on a task's days: the caller, or whoever stands before its household's door, takes part in it. Answers
-- as whom the caller belongs to the task's household; null for anybody else. Errors: TASK_NOT_FOUND.
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

-- The same with the task locked: the caller takes part in it openly from now on, and may edit it if that is asked.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_change(task_id uuid, as_editor boolean default false)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_deed(begin_change.task_id);
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- A share may have ended meanwhile.
  perform private.begin_deed(begin_change.task_id);
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;
