-- What the app calls. All of it runs as the caller, under row level security. A call that may not do
-- what it is asked raises a code; it never just changes nothing.

-- The caller's active tasks, own and shared, in the order of their ids: the first page_size (at most
-- 1000) of those after after_id. A page that is not full is the last.
create function public.list_tasks(after_id uuid default null, page_size integer default 500)
returns setof jsonb
language sql stable set search_path = ''
as $$
  select private.my_wire_tasks(array(
    -- Each half walks an index of the caller's own rows, however many tasks others have.
    select mine.id
    from (
      (
        select tasks.id from public.tasks
        where tasks.user_id = (select auth.uid())
          and tasks.is_active
          and (after_id is null or tasks.id > after_id)
        order by tasks.id
        limit least(greatest(page_size, 1), 1000)
      )
      union all
      select shared.id from private.tasks_shared_with_me() as shared (id)
      where after_id is null or shared.id > after_id
    ) as mine
    order by mine.id
    limit least(greatest(page_size, 1), 1000)
  ))
$$;

-- Brings a task's share list to these addresses. New ones first: an address is locked before any
-- share row is.
create function private.set_shares(task_id uuid, share_with text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  addresses text[];
begin
  perform set_config('rota.may_do_nothing', 'on', true);
  if cardinality(share_with) > 50 then
    perform private.fail('VALIDATION_FAILED', jsonb_build_array(
      private.issue('shareWith', 'A task can be shared with at most 50 people')
    ));
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

-- Adds a task and its shares; share_with counts only when is_shared is true. The same id again from
-- the same person returns the task as it is.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK; TASK_NOT_FOUND when that id was deleted since.
create function public.create_task(
  id uuid,
  category text,
  title text,
  start_date date,
  subtitle text default null,
  end_date date default null,
  repeat_value text default 'daily',
  custom_rrule text default null,
  custom_rrule_text text default null,
  is_shared boolean default false,
  share_with text[] default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  existing public.tasks;
begin
  -- The second time is for a title whose task is deleted between the two statements.
  for attempt in 1..2 loop
    -- Waits for whoever is adding the same id or title at this moment, then knows.
    insert into public.tasks (
      id, category, title, subtitle, start_date, end_date, repeat_value, custom_rrule,
      custom_rrule_text, is_shared
    )
    values (
      create_task.id, create_task.category, create_task.title, create_task.subtitle,
      create_task.start_date, create_task.end_date, create_task.repeat_value,
      create_task.custom_rrule, create_task.custom_rrule_text, create_task.is_shared
    )
    on conflict do nothing;
    if found then
      if create_task.is_shared then
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
        and tasks.title = private.trimmed(create_task.title)
    ) then
      perform private.fail('DUPLICATE_TASK');
    end if;
    if attempt = 2 then
      -- Somebody else's id. Ids are random, so this is no accident.
      perform private.fail(
        'VALIDATION_FAILED', jsonb_build_array(private.issue('id', 'Invalid input'))
      );
    end if;
  end loop;
  return (select task from private.my_wire_tasks(array[create_task.id]) as task);
end;
$$;

-- Changes the columns that `changes` names and, unless share_with is null, the share list. A task
-- that is no longer flagged as shared loses its shares.
-- Errors: VALIDATION_FAILED, DUPLICATE_TASK, TASK_NOT_FOUND, NOT_ALLOWED for a recipient.
create function public.update_task(task_id uuid, changes jsonb, share_with text[] default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.tasks;
  after public.tasks;
  wrong jsonb;
begin
  -- Some clients send an object as a string of JSON.
  if jsonb_typeof(changes) = 'string' then
    changes := (changes #>> '{}')::jsonb;
  end if;
  select jsonb_agg(private.issue(change.key, 'Invalid input')) into wrong
  from jsonb_each(
    case jsonb_typeof(changes) when 'object' then changes else '{"changes": {}}' end
  ) as change
  where change.key <> all (array[
      'category', 'title', 'subtitle', 'start_date', 'end_date', 'repeat_value', 'custom_rrule',
      'custom_rrule_text', 'is_shared'
    ])
    or jsonb_typeof(change.value)
      not in ('null', case change.key when 'is_shared' then 'boolean' else 'string' end);
  if wrong is not null then
    perform private.fail('VALIDATION_FAILED', wrong);
  end if;

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
  after := jsonb_populate_record(before, changes);
  if after is distinct from before then
    begin
      update public.tasks
      set category = after.category,
        title = after.title,
        subtitle = after.subtitle,
        start_date = after.start_date,
        end_date = after.end_date,
        repeat_value = after.repeat_value,
        custom_rrule = after.custom_rrule,
        custom_rrule_text = after.custom_rrule_text,
        is_shared = after.is_shared
      where tasks.id = task_id;
    exception
      when unique_violation then
        perform private.fail('DUPLICATE_TASK');
    end;
  end if;
  if share_with is not null and after.is_shared then
    perform private.set_shares(task_id, share_with);
  end if;
  return (select task from private.my_wire_tasks(array[task_id]) as task);
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
  perform set_config('rota.may_do_nothing', 'on', true);
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

-- Ends the caller's share of a task. Errors: TASK_NOT_FOUND, NOT_ALLOWED for the owner.
create function public.leave_task(task_id uuid) returns void
language sql volatile set search_path = ''
as $$ select private.leave(task_id) $$;

grant execute on function
  public.list_tasks(uuid, integer),
  public.create_task(
    uuid, text, text, date, text, date, text, text, text, boolean, text[]
  ),
  public.update_task(uuid, jsonb, text[]),
  public.delete_task(uuid),
  public.leave_task(uuid)
to authenticated;
