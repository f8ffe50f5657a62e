-- One private channel a person, `user:<id>`. Only the database sends; whoever takes part in a task
-- at that moment gets its messages. The senders are definer functions of an owner that bypasses
-- RLS: anyone else's realtime.send would lose the message with a mere warning.
create policy "People receive what is sent to their own channel" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
  );

create function private.send(people uuid[], event text, payload jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person
$$;

-- The owner and everyone whose share is bound to an account.
create function private.participants(task_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from public.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  )
$$;

create function private.send_task(task_id uuid, people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.send(people, 'task', jsonb_build_object('task', task))
  from private.wire_tasks(array[task_id]) as task
$$;

create function private.send_removal(task_id uuid, people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$ select private.send(people, 'task_removed', jsonb_build_object('task_id', task_id)) $$;

-- Every change that others can see takes the next revision. The row lock that this takes lasts until
-- the commit, so the revisions of one task are in the order of the commits. Null when the task is
-- deleted or gone.
create function private.next_revision(task_id uuid) returns bigint
language sql volatile security definer set search_path = ''
as $$
  update public.tasks set revision = revision + 1
  where tasks.id = next_revision.task_id and tasks.is_active
  returning revision
$$;

create function private.tell_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever loses the task by this is told by the trigger on task_shares.
  if tg_op = 'UPDATE' and not (new.is_active and new.is_shared) then
    delete from public.task_shares where task_id = new.id;
  end if;
  if new.is_active then
    perform private.send_task(new.id, private.participants(new.id));
  else
    perform private.send_removal(new.id, array[new.user_id]);
  end if;
  return null;
end;
$$;
create trigger tell_task
  after insert or update of category, title, subtitle, start_date, end_date, repeat_value,
    custom_rrule, custom_rrule_text, is_shared, is_active
  on public.tasks
  for each row execute function private.tell_task();

create function private.tell_completion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- "Today" has come somewhere on Earth until the day of UTC+14 ends.
  latest_today constant date := (now() at time zone 'UTC' + interval '14 hours')::date;
  revision bigint;
  people uuid[];
begin
  revision := private.next_revision(new.task_id);
  people := private.participants(new.task_id);
  -- Asked again now that the task is locked: a share may have ended since the policy was.
  if revision is null or new.user_id <> all (people) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  if new.completed_date > latest_today
    or new.completed_date < (select tasks.start_date from public.tasks where tasks.id = new.task_id)
  then
    perform private.fail(
      'VALIDATION_FAILED', jsonb_build_array(private.issue('date', 'Invalid input'))
    );
  end if;
  perform private.send(people, 'completion', jsonb_build_object(
    'task_id', new.task_id,
    'revision', revision,
    'completion', jsonb_build_object(
      'date', new.completed_date,
      'user_id', new.user_id,
      'completed_at', private.iso(new.completed_at)
    ),
    'name', (select profiles.display_name from public.profiles where profiles.id = new.user_id)
  ));
  return null;
end;
$$;
create trigger tell_completion after insert on public.task_completions
  for each row execute function private.tell_completion();

create function private.tell_undo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  revision constant bigint := private.next_revision(old.task_id);
  people constant uuid[] := private.participants(old.task_id);
begin
  -- Null when the whole task goes, with its completions.
  if revision is null then
    return null;
  end if;
  -- Nobody is signed in when an account is removed, with its completions.
  if auth.uid() is not null and auth.uid() <> all (people) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  perform private.send(people, 'completion_undone', jsonb_build_object(
    'task_id', old.task_id, 'revision', revision, 'date', old.completed_date
  ));
  return null;
end;
$$;
create trigger tell_undo after delete on public.task_completions
  for each row execute function private.tell_undo();

-- To the person and to those who already see the name: on the person's own tasks and on those where
-- they did something.
create function private.tell_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select tasks.id from public.tasks
    where tasks.is_active and tasks.id in (
      select completions.task_id from public.task_completions completions
      where completions.user_id = new.id
    )
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
  )
  into people;
  perform private.send(
    people, 'profile', jsonb_build_object('user_id', new.id, 'name', new.display_name)
  );
  return null;
end;
$$;
create trigger tell_name after update on public.profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function private.tell_name();
