-- Live messages: their receivers and contents, in the order of the commits.

-- One private channel per person, `user:<id>`. Only the database sends; everyone who takes part in a task at that
-- moment gets its messages. Senders are definer functions whose owner bypasses row level security: otherwise
-- realtime.send would lose the message with only a warning.
create policy "People receive what is sent to their own channel" on realtime.messages
for select
to authenticated
using (
  extension = 'broadcast'
  and (select realtime.topic()) = 'user:' || (select auth.uid())::text
  -- An access token outlives its account and session.
  and exists (select from public.profiles where id = (select auth.uid()))
  and (select private.is_in_session())
);

create function private.send(people uuid[], event text, payload jsonb)
returns void
language sql
volatile
security definer
as $$
  select realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person;
$$;

-- The people who take part in a task: its owner, the accounts of its household, and recipients of its shares. For an
-- address without an account it has an id that nobody has, so that the cost of a message doesn't reveal whether
-- somebody has the address and has accepted.
create view private.participations
with (security_invoker = true)
as
  select tasks.id as task_id, tasks.user_id as person from public.tasks
  union
  select tasks.id, people.account_id
  from
    public.tasks
    join public.household_people as people on people.household_id = tasks.household_id
  where people.left_on is null and people.account_id is not null
  union
  select shares.task_id, coalesce(shares.recipient_id, gen_random_uuid()) from private.task_shares as shares;

create function private.participants(task_id uuid)
returns uuid[]
language plpgsql
volatile
security definer
as $$
begin
  return array(select who.person from private.participations who where who.task_id = participants.task_id);
end;
$$;

create function private.send_removal(task_id uuid, people uuid[])
returns void
language sql
volatile
security definer
as $$
  select private.send(people, 'task_removed', jsonb_build_object('taskId', task_id));
$$;

-- Raises the revision for a change that others can see, which also sends the task. The row lock lasts until the
-- commit, so a task's revisions are in the order of the commits. Does nothing for a task that is deleted, staged or
-- gone.
create function private.raise_revision(task_id uuid)
returns void
language sql
volatile
security definer
as $$
  update public.tasks
  set revision = revision + 1
  where tasks.id = raise_revision.task_id and tasks.is_active;
$$;

-- Sends one message per task and statement to everyone who takes part. The answers of a tick and an undo reuse it.
create function private.send_task()
returns trigger
language plpgsql
security definer
as $$
declare
  task jsonb;
begin
  if not new.is_active then
    -- Its shares have ended and told their recipients.
    perform private.send_removal(new.id, private.participants(new.id));
    return null;
  end if;
  select made into task from private.task_json(array[new.id]) as made;
  perform set_config('rota.sent_task', task::text, true);
  -- A person removed at this moment gets it before, or never.
  perform from public.households where households.id = new.household_id for share;
  perform realtime.send(jsonb_build_object('task', task), 'task', 'user:' || who.person, true)
  from private.participations who where who.task_id = new.id;
  return null;
end;
$$;

-- A new task has no shares yet; nobody may see a staged one.
create function private.send_new_tasks()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send(private.participants(added.id), 'task', jsonb_build_object('task', task))
  from added, private.task_json(array[added.id]) as task
  where added.is_active;
  return null;
end;
$$;

-- Tells clients to read their list again, for changes of more than one task.
create function private.send_list_changed(people uuid[])
returns void
language sql
volatile
security definer
as $$
  select private.send(people, 'list_changed', '{}');
$$;

-- Also tells a new name to people whom the person has invited and who haven't decided yet: their list shows it with
-- the invitation.
create function private.send_name()
returns trigger
language plpgsql
security definer
as $$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select shares.task_id from private.task_shares shares
    where shares.recipient_id = new.id and shares.status = 'taking_part'
  ),
  invited as (
    select distinct shares.contact_email from private.task_shares shares
    where shares.owner_id = new.id and shares.recipient_id is null
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
    union
    -- A random id for an address without an account, so that the cost doesn't reveal that.
    select coalesce(private.account_of(invited.contact_email, new.id), gen_random_uuid()) from invited
  )
  into people;
  perform private.send_list_changed(people);
  return null;
end;
$$;

create trigger send_task
after update on public.tasks
for each row
when (current_setting('rota.quiet', true) is distinct from 'on')
execute function private.send_task();

create trigger send_new_tasks
after insert on public.tasks
referencing new table as added
for each statement
when (current_setting('rota.quiet', true) is distinct from 'on')
execute function private.send_new_tasks();

create trigger send_name
after update on public.profiles
for each row
when (old.display_name is distinct from new.display_name)
execute function private.send_name();
