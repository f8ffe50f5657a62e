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

-- What was made later than this, what is being recorded must not change: its maker has not seen it. A request takes
-- up to ten seconds.
create function private.last_seen()
returns timestamptz
language sql
stable
return private.made_at() + interval '10 seconds';

-- What happened keeps the time zone in which it was recorded, and is told in it: a person who moves to another
-- one rewords nothing.

-- The zone of the person who is signed in; where nobody is, that of the display or label which acts
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

-- Locks a task for a change of its days by the caller, who takes part in it openly from now on, and may edit it if
-- that is asked. Errors: TASK_NOT_FOUND, NOT_ALLOWED.
create function private.begin_change(task_id uuid, as_editor boolean default false)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform set_config('rota.sent_task', '', true);
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- A share may have ended meanwhile.
  if not private.is_participant(begin_change.task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$$;
