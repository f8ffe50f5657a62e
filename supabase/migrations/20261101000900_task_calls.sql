-- What the app calls to change tasks. All of it runs as the caller, under row level security. A call
-- that may not do what it is asked raises a code; it never just changes nothing.

-- Brings a task's share list to these addresses. New ones first: an address is locked before any
-- share row is.
create function private.set_shares(task_id uuid, share_with text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  addresses text[];
begin
  if cardinality(share_with) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  addresses := array(
    select distinct coalesce(private.canonical_address(address), address, '') as address
    from unnest(share_with) as address
    order by address
  );
  insert into public.task_shares (task_id, contact_email)
  select set_shares.task_id, address from unnest(addresses) as address
  on conflict do nothing;
  delete from public.task_shares shares
  where shares.task_id = set_shares.task_id and shares.contact_email <> all (addresses);
end;
$$;
grant execute on function private.set_shares(uuid, text[]) to authenticated;

-- The task with the fields of the client's JSON; those that are absent stay as they are.
-- Errors: VALIDATION_FAILED for fields that a task does not have, or of another type.
create function private.with_fields(task public.tasks, fields jsonb) returns public.tasks
language plpgsql stable set search_path = ''
as $$
declare
  wrong jsonb;
  columns jsonb;
begin
  -- Some clients send an object as a string of JSON.
  if jsonb_typeof(fields) = 'string' then
    fields := (fields #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(fields) is distinct from 'object' then
    perform private.refuse('fields', 'INVALID');
  end if;
  select
    jsonb_agg(private.issue(entry.key, 'INVALID')) filter (
      where known.column_name is null
        or jsonb_typeof(entry.value) not in ('null', known.json_type)
    ),
    jsonb_object_agg(coalesce(known.column_name, ''), entry.value)
  into wrong, columns
  from jsonb_each(fields) as entry
  left join private.task_fields() as known on known.field = entry.key;
  if wrong is not null then
    perform private.fail('VALIDATION_FAILED', wrong);
  end if;
  return jsonb_populate_record(task, coalesce(columns, '{}'));
end;
$$;
grant execute on function private.with_fields(public.tasks, jsonb) to authenticated;

-- Adds a task and its shares; share_with counts only when the task is flagged as shared. The same id
-- again from the same person returns the task as it is.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED; TASK_NOT_FOUND when that id was deleted since.
create function public.create_task(id uuid, fields jsonb, share_with text[] default '{}')
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
    -- Waits for whoever is adding the same id or title at this moment, then knows.
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
    if existing.user_id = auth.uid() then
      if not existing.is_active then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      exit;
    end if;
    if exists (
      select from public.tasks
      where tasks.user_id = auth.uid()
        and tasks.is_active
        and tasks.title = private.entered_text(task.title)
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

-- Changes the fields that are named and, unless share_with is null, the share list. A task that is no
-- longer flagged as shared loses its shares.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, LIMIT_REACHED, TASK_NOT_FOUND, NOT_ALLOWED for a
-- recipient.
create function public.update_task(task_id uuid, fields jsonb, share_with text[] default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.tasks;
  after public.tasks;
begin
  perform set_config('rota.in_call', 'on', true);
  -- What can't be meant is refused before it is asked whose task it is.
  perform private.with_fields(null, fields);
  -- Locked, so that two people's, or two devices', changes of different fields both last. Row level
  -- security lets only the owner lock it.
  select * into before from public.tasks where tasks.id = task_id and is_active for no key update;
  if not found then
    perform private.fail(
      case
        when exists (select from public.tasks where tasks.id = task_id and is_active)
        then 'NOT_ALLOWED'
        else 'TASK_NOT_FOUND'
      end
    );
  end if;
  after := private.with_fields(before, fields);
  if after is distinct from before then
    begin
      execute (
        select format(
          'update public.tasks set (%s) = row (%s) where id = $1',
          string_agg(column_name, ', '), string_agg('($2).' || column_name, ', ')
        )
        from private.task_fields()
      )
      using task_id, after;
    exception
      when unique_violation then
        perform private.fail('DUPLICATE_TASK');
    end;
  end if;
  if share_with is not null and after.is_shared then
    perform private.set_shares(task_id, share_with);
  end if;
  return (select visible from private.visible_tasks(array[task_id]) as visible);
end;
$$;

-- Deletes a task for everyone; it stays, inactive. Again by its owner: no error.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create function public.delete_task(task_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  owner uuid;
begin
  perform set_config('rota.in_call', 'on', true);
  update public.tasks set is_active = false where tasks.id = task_id and is_active;
  if not found then
    select tasks.user_id into owner from public.tasks where tasks.id = task_id;
    if owner is null then
      perform private.fail('TASK_NOT_FOUND');
    elsif owner <> auth.uid() then
      perform private.fail('NOT_ALLOWED');
    end if;
  end if;
end;
$$;

-- Ends the caller's part in a task, for good unless they ask for it back; again: no error. Errors: TASK_NOT_FOUND, NOT_ALLOWED for the owner.
create function public.leave_task(task_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.leave_share(task_id) $$;

-- Pauses a task for a range of days, both included, or takes such days out of its pauses; its owner's.
-- Errors: TASK_NOT_FOUND, NOT_ALLOWED for a recipient, VALIDATION_FAILED, LIMIT_REACHED.
create function public.pause_task(
  task_id uuid, first_day date, last_day date, is_paused boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if first_day is null or last_day is null or last_day < first_day
    or first_day < date '0001-01-01' or last_day > date '9999-12-31' then
    perform private.refuse('lastDay', 'PAUSE_ENDS_BEFORE_START');
  end if;
  update public.tasks
  set paused = case
    when is_paused then paused + datemultirange(daterange(first_day, last_day, '[]'))
    else paused - datemultirange(daterange(first_day, last_day, '[]'))
  end
  where tasks.id = pause_task.task_id and tasks.is_active;
  if not found then
    perform private.fail(
      case
        when exists (select from public.tasks where tasks.id = pause_task.task_id and is_active)
        then 'NOT_ALLOWED'
        else 'TASK_NOT_FOUND'
      end
    );
  end if;
  return (select task from private.visible_tasks(array[pause_task.task_id]) as task);
end;
$$;

-- Brings back a task that was deleted in the last 30 days, with its shares.
-- Errors: TASK_NOT_FOUND, DUPLICATE_TASK, LIMIT_REACHED.
create function public.restore_task(task_id uuid) returns jsonb
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
    where tasks.id = restore_task.task_id and tasks.user_id = auth.uid() and is_active
  ) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return (select task from private.visible_tasks(array[restore_task.task_id]) as task);
end;
$$;

-- The addresses that a task was shared with when its owner, the caller, deleted it.
create function private.shares_to_restore(task_id uuid) returns setof text
language sql volatile security definer set search_path = ''
as $$
  delete from private.ended_shares
  using public.tasks
  where ended_shares.task_id = shares_to_restore.task_id
    and tasks.id = ended_shares.task_id and tasks.user_id = auth.uid() and tasks.is_shared
  returning ended_shares.contact_email
$$;
grant execute on function private.shares_to_restore(uuid) to authenticated;

grant execute on function
  public.create_task(uuid, jsonb, text[]),
  public.update_task(uuid, jsonb, text[]),
  public.delete_task(uuid),
  public.leave_task(uuid),
  public.pause_task(uuid, date, date, boolean),
  public.restore_task(uuid)
to authenticated;
