-- Who may what: docs/design.md, Rights. The owner: everything. A recipient: see the task and its
-- completions, mark it done, undo what they did themselves. Nobody else sees that the task exists.
alter table public.tasks enable row level security;
alter table public.task_completions enable row level security;
alter table public.task_shares enable row level security;
alter table public.shared_contacts enable row level security;

revoke all on public.tasks, public.task_completions, public.task_shares, public.shared_contacts
  from public, anon, authenticated, service_role;

-- Only the database sets owners, instants, revisions and the account behind a share.
grant select on public.tasks to authenticated;
do $$
declare
  columns constant text := (select string_agg(column_name, ', ') from private.task_fields());
begin
  execute format('grant insert (id, %s) on public.tasks to authenticated', columns);
  execute format('grant update (%s, is_active, paused) on public.tasks to authenticated', columns);
end;
$$;
grant select, delete on public.task_completions to authenticated;
grant insert (task_id, completed_date, user_id, status) on public.task_completions to authenticated;
grant select (task_id, owner_id, contact_email, standing), delete on public.task_shares to authenticated;
grant insert (task_id, contact_email) on public.task_shares to authenticated;
-- Sharing alone writes contacts; their owner may remove one.
grant select, delete on public.shared_contacts to authenticated;

-- The tasks that others share with the caller, all of them active: deleting a task ends its shares. A
-- definer function, because a policy on tasks that read task_shares, whose policies read tasks,
-- would never end.
create function private.tasks_shared_with_me() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select shares.task_id from public.task_shares shares where shares.recipient_id = auth.uid() $$;
grant execute on function private.tasks_shared_with_me() to authenticated;

-- Both halves can use an index: the array is read once per statement, and only when a row is not
-- the caller's own.
create policy "People see their own tasks and those shared with them" on public.tasks
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or id = any (array(select private.tasks_shared_with_me()))
  );
create policy "People add tasks of their own" on public.tasks
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners change their tasks" on public.tasks
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- Whoever has done something by a share of the caller's task, which is all that its owner may know.
create function private.takes_part_openly(task_id uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.task_shares shares
    where shares.task_id = takes_part_openly.task_id
      and shares.owner_id = auth.uid()
      and shares.recipient_id = person
      and shares.standing = 'taking_part'
  )
$$;
grant execute on function private.takes_part_openly(uuid, uuid) to authenticated;

-- In these, `tasks` means the tasks that the caller may see. An array again, so that even a question
-- for all completions walks the index of the caller's tasks.
create policy "Participants see the completions of a task" on public.task_completions
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants mark a task done as themselves, owners as anyone who takes part"
  on public.task_completions
  for insert to authenticated
  with check (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (
          task_completions.user_id = (select auth.uid())
          or (
            tasks.user_id = (select auth.uid())
            and private.takes_part_openly(tasks.id, task_completions.user_id)
          )
        )
    )
  );
create policy "Participants undo their own completions and owners everyone's"
  on public.task_completions
  for delete to authenticated
  using (
    exists (
      select from public.tasks
      where tasks.id = task_completions.task_id
        and tasks.is_active
        and (select auth.uid()) in (tasks.user_id, task_completions.user_id)
    )
  );

create policy "Owners see to whom their tasks are shared" on public.task_shares
  for select to authenticated
  using (owner_id = (select auth.uid()));
create policy "Owners share their active tasks that are flagged as shared" on public.task_shares
  for insert to authenticated
  with check (
    owner_id = (select auth.uid())
    and exists (
      select from public.tasks
      where tasks.id = task_shares.task_id
        and tasks.user_id = (select auth.uid())
        and tasks.is_active
        and tasks.is_shared
    )
  );
create policy "Owners end shares of their tasks" on public.task_shares
  for delete to authenticated
  using (owner_id = (select auth.uid()));

create policy "People see their own contacts" on public.shared_contacts
  for select to authenticated
  using (owner_id = (select auth.uid()));
create policy "People remove their own contacts" on public.shared_contacts
  for delete to authenticated
  using (owner_id = (select auth.uid()));
-- A write that row level security leaves nothing to do must not look like success. The answer is the
-- same whether or not there is such a row. Calls answer for themselves: they
-- set rota.in_call.
create function private.reject_noop_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated')
    and current_setting('rota.in_call', true) is distinct from 'on'
    and not exists (select from touched) then
    perform private.fail('NOT_ALLOWED');
  end if;
  return null;
end;
$$;
create trigger reject_noop_write after update on public.profiles
  referencing old table as touched
  for each statement execute function private.reject_noop_write();
create trigger reject_noop_write after update on public.tasks
  referencing old table as touched
  for each statement execute function private.reject_noop_write();
create trigger reject_noop_write after delete on public.task_completions
  referencing old table as touched
  for each statement execute function private.reject_noop_write();
create trigger reject_noop_write after delete on public.task_shares
  referencing old table as touched
  for each statement execute function private.reject_noop_write();

-- Participants read the record; only its triggers and calls write it.
grant select on
  public.task_schedules, public.task_put_offs, public.task_day_notes, public.task_catch_ups,
  public.task_checks, public.task_events
to authenticated;
create policy "Participants see what was caught up on" on public.task_catch_ups
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants see the former schedules of a task" on public.task_schedules
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants see what was put off" on public.task_put_offs
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants see the notes on the days of a task" on public.task_day_notes
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants see the ticked lines of a task" on public.task_checks
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
create policy "Participants see the events of a task" on public.task_events
  for select to authenticated
  using (task_id = any (array(select tasks.id from public.tasks)));
