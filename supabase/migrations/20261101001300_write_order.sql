-- In which order locks are taken, so that no two requests wait for each other for ever:
--   1. the turn of those who write many rows
--   2. completions
--   3. tasks, in the order of their ids
--   4. a task's shares, then contacts
-- A call writes one task, and at most one completion of it before. A request straight to a table writes
-- any rows in any order, so these take turns. The calls, which are all that the app uses, never wait
-- for a turn.
create function private.take_turn() returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('rota: many rows', 0)) $$;

create function private.write_many() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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
create trigger write_many before insert or update on public.tasks
  for each statement
  when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.write_many();
create trigger write_many before insert or delete on public.task_completions
  for each statement
  when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.write_many();
create trigger write_many before insert or delete on public.task_shares
  for each statement
  when (current_user = 'authenticated' and current_setting('rota.in_call', true) is distinct from 'on')
  execute function private.write_many();

-- An account takes its tasks and shares with it. What it did on other people's tasks stays, without
-- its name.
create function private.close_account() returns trigger
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
  -- What is removed with its task tells nobody.
  perform private.send_invitations_changed(old.id, array(
    select distinct shares.contact_email from public.task_shares shares
    where shares.owner_id = old.id and shares.recipient_id is null
  ));
  return old;
end;
$$;
create trigger rota_close_account before delete on auth.users
  for each row execute function private.close_account();

-- Whoever waits for longer is refused with SQLSTATE 55P03 or 57014: an answer with status 500, which the
-- app sends again. It gives up by itself after 10 s.
alter role authenticated set lock_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role anon set lock_timeout = '3s';
alter role anon set statement_timeout = '3s';
