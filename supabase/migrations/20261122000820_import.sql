-- In: chores from a file, of another account, another instance or another program, as new chores of the
-- caller's own.

-- Adds one chore of a file for the caller. Answers 'added', or 'there' or 'deleted' for one that the
-- caller has, or had, already. Errors: what create_task raises, and class 22 and 23 for what is no
-- value or not possible.
create function private.import_task(entry jsonb, addresses text[]) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  source constant text := entry ->> 'source';
  new_id constant uuid := private.imported_id(source);
  is_active boolean;
  defaults public.tasks;
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  select bool_or(tasks.is_active) into is_active from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and tasks.user_id = auth.uid();
  if is_active is not null then
    return case when is_active then 'there' else 'deleted' end;
  end if;

  defaults.repeat_value := 'daily';
  task := private.with_fields(defaults, entry -> 'fields');
  task.is_shared := cardinality(addresses) > 0;
  execute (
    select format(
      'insert into public.tasks (id, %s) values ($1, %s)',
      string_agg(column_name, ', '), string_agg('($2).' || column_name, ', ')
    )
    from private.task_fields()
  )
  using new_id, task;
  perform private.import_history(new_id, entry);
  if task.is_shared then
    perform private.set_shares(new_id, addresses);
  end if;
  return 'added';
end;
$$;
grant execute on function private.import_task(jsonb, text[]) to authenticated;

-- Adds the chores of a file that can be taken, all of them or, when it fails, none. `entries` is
-- [{source, fields, shareWith, formerSchedules, pausedDays, putOffs, completions, catchUps, notes, checks}, …], at most 2,000 and
-- 10,000,000 bytes; `source` is what a chore is known by in the file: sent again it changes nothing.
-- With is_preview nothing is added. Answers for each, in order, {outcome: 'added' | 'there' |
-- 'deleted' | 'refused', issues: [{path, code}]}.
-- Errors: VALIDATION_FAILED and PAYLOAD_TOO_LARGE for what is no such list.
create function public.import_tasks(
  entries jsonb, with_shares boolean default false, is_preview boolean default true
) returns jsonb
language plpgsql volatile set search_path = '' set statement_timeout = '60s'
as $$
declare
  entry jsonb;
  own_address text;
  addresses text[];
  outcome text;
  issues jsonb;
  reason text;
  results jsonb[] := '{}';
  has_added boolean := false;
begin
  perform set_config('rota.in_call', 'on', true);
  -- Some clients send a list as a string of JSON.
  if jsonb_typeof(entries) = 'string' then
    entries := (entries #>> '{}')::jsonb;
  end if;
  if octet_length(entries::text) > 10000000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > 2000 then
    perform private.refuse('entries', 'INVALID');
  end if;
  begin
    own_address := private.begin_import();
    for entry in select value from jsonb_array_elements(entries) loop
      issues := '[]';
      begin
        addresses := array(
          select distinct address
          from jsonb_array_elements_text(
            case when with_shares then coalesce(entry -> 'shareWith', '[]') else '[]' end
          ) as address
          where private.canonical_address(address) is distinct from own_address
        );
        outcome := private.import_task(entry, addresses);
        has_added := has_added or outcome = 'added';
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
              when reason = 'tasks_one_active_title' then private.issue('title', 'DUPLICATE_TASK')
              else private.issue('', 'INVALID')
            end
          );
        when data_exception or integrity_constraint_violation then
          outcome := 'refused';
          issues := jsonb_build_array(private.issue('', 'INVALID'));
      end;
      results := results || jsonb_build_object('outcome', outcome, 'issues', issues);
    end loop;
    if is_preview then
      raise exception using errcode = 'RP000';
    end if;
    perform private.end_import(has_added);
  exception
    -- Everything is taken back but what it has come to.
    when sqlstate 'RP000' then null;
  end;
  return to_jsonb(results);
end;
$$;
grant execute on function public.import_tasks(jsonb, boolean, boolean) to authenticated;
