-- What every tick runs, once more in plpgsql: PostgreSQL plans the statements of such a function once
-- a connection, those of a function in SQL that it can't inline (none of a definer's) anew with each
-- call. A tick takes two thirds of the time. Rights and results stay as they were.
create or replace function private.tasks_shared_with_me() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select shares.task_id from public.task_shares shares where shares.recipient_id = auth.uid();
end;
$$;

create or replace function private.i_take_part(task_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.tasks
    where tasks.id = i_take_part.task_id
      and tasks.is_active
      and (
        tasks.user_id = auth.uid()
        or exists (
          select from public.task_shares shares
          where shares.task_id = tasks.id and shares.recipient_id = auth.uid()
        )
      )
  );
end;
$$;

create or replace function private.completer_name(task_id uuid, completed_date date) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select profiles.display_name
    from public.task_completions completions
    join public.profiles on profiles.id = completions.user_id
    where completions.task_id = completer_name.task_id
      and completions.completed_date = completer_name.completed_date
      and private.i_take_part(completer_name.task_id)
  );
end;
$$;

create or replace function private.participants(task_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select tasks.user_id from public.tasks where tasks.id = participants.task_id
    union
    select shares.recipient_id from public.task_shares shares
    where shares.task_id = participants.task_id and shares.recipient_id is not null
  );
end;
$$;

create or replace function private.next_revision(task_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  raised bigint;
begin
  update public.tasks set revision = revision + 1
  where tasks.id = next_revision.task_id and tasks.is_active
  returning revision into raised;
  return raised;
end;
$$;

create or replace function private.send(people uuid[], event text, payload jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person;
end;
$$;
