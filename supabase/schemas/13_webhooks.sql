-- Webhooks: addresses of other programs that are told what happens in tasks. docs/design/webhooks.md.

create table private.webhooks (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  -- its maker
  user_id uuid not null references public.profiles (id)
    on delete cascade,
  -- whose tasks it is told of; null: its maker's own
  household_id uuid references public.households (id)
    on delete cascade,
  -- its maker in that household, with whose keepership it ends
  made_by uuid references public.household_people (id)
    on delete cascade,
  -- what is shown of its address
  host text not null check (char_length(host) between 1 and 260),
  -- its address and secret, encrypted: only the functions have the key
  sealed text not null check (char_length(sealed) between 1 and 4000),
  created_at timestamptz not null default now(),
  -- when it last took a message
  used_at timestamptz,
  -- since when it hasn't, and why: a status, or a word of supabase/functions/_shared/outgoing.ts
  failing_since timestamptz,
  failure text check (char_length(failure) <= 20),
  -- how many messages it hadn't taken for a day, and when that was last so
  given_up integer not null default 0,
  given_up_at timestamptz,
  -- the latest day whose due tasks it is told
  told_until date not null,
  -- when the next day begins
  next_at timestamptz not null default '-infinity',
  -- until then one worker sends to it
  leased_until timestamptz,
  check ((household_id is null) = (made_by is null))
);

alter table private.outbox
add constraint outbox_webhook_id_fkey
  foreign key (webhook_id) references private.webhooks (id)
    on delete cascade;

create index webhooks_by_household on private.webhooks (household_id);

create index webhooks_by_person on private.webhooks (user_id);

create index webhooks_by_maker on private.webhooks (made_by);

create index webhooks_by_next on private.webhooks (next_at);

-- Whether a webhook is the caller's: their own, or one of a household that they keep.
create function private.is_my_webhook(hook private.webhooks)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return case
    when hook.household_id is null then hook.user_id = auth.uid()
    else hook.household_id = any (array(select private.my_households('keeper')))
  end;
end;
$$;

-- The webhooks of a household, for its keepers, or without one the caller's own: [{id, host, by, createdAt, usedAt,
-- failingSince, failure, givenUp, givenUpAt, waiting}]; by is its maker's name in the household, waiting counts
-- messages.
create function private.read_webhooks(household_id uuid default null)
returns jsonb
language plpgsql
stable
security definer
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', hooks.id,
          'host', hooks.host,
          'by', (select people.name from public.household_people people where people.id = hooks.made_by),
          'createdAt', private.iso(hooks.created_at),
          'usedAt', private.iso(hooks.used_at),
          'failingSince', private.iso(hooks.failing_since),
          'failure', hooks.failure,
          'givenUp', hooks.given_up,
          'givenUpAt', private.iso(hooks.given_up_at),
          'waiting', (
            select count(*) from private.outbox
            where outbox.webhook_id = hooks.id and outbox.finished_at is null
          )
        )
        order by hooks.created_at, hooks.id
      ),
      '[]'
    )
    from private.webhooks hooks
    where hooks.household_id is not distinct from read_webhooks.household_id and private.is_my_webhook(hooks)
  );
end;
$$;

-- Adds a webhook of a household, by a keeper, or without one of the caller's own tasks; the same id again replaces its
-- address. `sealed` is what the function `webhook` has encrypted: no other can be sent to.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.add_webhook(id uuid, host text, sealed text, household_id uuid default null)
returns void
language plpgsql
volatile
security definer
as $$
declare
  me constant uuid := auth.uid();
  zone text := private.my_time_zone();
begin
  if add_webhook.household_id is not null then
    perform private.begin_household(add_webhook.household_id, 'keeper');
    zone := private.household_zone(add_webhook.household_id);
  else
    perform private.lock_quota('webhooks', me);
  end if;
  if add_webhook.id is null or (char_length(host) between 1 and 260) is not true
    or (char_length(sealed) between 1 and 4000) is not true then
    perform private.refuse('address', 'INVALID');
  end if;
  perform private.check_limit('webhooks', (
    select 1 + count(*) from private.webhooks hooks
    where hooks.household_id is not distinct from add_webhook.household_id and hooks.id <> add_webhook.id
      and (hooks.household_id is not null or hooks.user_id = me)
  ));
  insert into private.webhooks as hooks (id, user_id, household_id, made_by, host, sealed, told_until)
  select
    add_webhook.id, me, add_webhook.household_id,
    (
      select people.id from public.household_people people
      where people.household_id = add_webhook.household_id and people.account_id = me and people.left_on is null
    ),
    add_webhook.host, add_webhook.sealed, (now() at time zone zone)::date
  on conflict on constraint webhooks_pkey do update
  set host = excluded.host, sealed = excluded.sealed, failing_since = null, failure = null, given_up = 0,
    given_up_at = null
  where hooks.household_id is not distinct from excluded.household_id and private.is_my_webhook(hooks);
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
end;
$$;

-- A webhook that doesn't exist is no error.
create function private.remove_webhook(id uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  delete from private.webhooks hooks where hooks.id = remove_webhook.id and private.is_my_webhook(hooks);
end;
$$;

-- Adds a message that says no more than that it is a test, and answers its id.
-- Errors: NOT_ALLOWED if the caller has no such webhook, TOO_MANY_ATTEMPTS.
create function private.test_webhook(id uuid)
returns uuid
language plpgsql
volatile
security definer
as $$
declare
  added uuid;
begin
  insert into private.outbox (webhook_id, kind, key)
  select hooks.id, 'test', gen_random_uuid()::text
  from private.webhooks hooks
  where hooks.id = test_webhook.id and private.is_my_webhook(hooks)
  returning outbox.id into added;
  if added is null then
    perform private.fail('NOT_ALLOWED');
  end if;
  perform private.count_use('webhook_tests_per_hour', test_webhook.id::text);
  return added;
end;
$$;

-- Adds a message about a task for those who are told of the tasks of a household, or of somebody's own.
create function private.queue_for_webhooks(household uuid, owner uuid, kind text, key text, task uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  insert into private.outbox (webhook_id, kind, key, task_id, place)
  select
    hooks.id, queue_for_webhooks.kind, queue_for_webhooks.key, task,
    (select max(events.id) from public.task_events events where events.task_id = task)
  from private.webhooks hooks
  where case
    when household is null then hooks.household_id is null and hooks.user_id = owner
    else hooks.household_id = household
  end
  on conflict do nothing;
end;
$$;

-- Every event is a message for the webhooks of those whose task it is; what isn't told is dropped when it would be
-- sent.
create function private.record_webhook_messages()
returns trigger
language plpgsql
security definer
as $$
begin
  insert into private.outbox (webhook_id, kind, key, task_id, place)
  select hooks.id, 'event', added.task_id || ' ' || added.id, added.task_id, added.id
  from added
  join public.tasks on tasks.id = added.task_id
  join private.webhooks hooks on hooks.household_id = tasks.household_id
    or (tasks.household_id is null and hooks.household_id is null and hooks.user_id = tasks.user_id)
  on conflict do nothing;
  return null;
end;
$$;

create trigger record_webhook_messages
after insert on public.task_events
referencing new table as added
for each statement
execute function private.record_webhook_messages();

-- The type of message of an event; null for one that isn't told.
create function private.told_as(kind text)
returns text
language plpgsql
immutable
as $$
begin
  return case
    when kind in ('done', 'undone', 'skipped', 'corrected') then 'deed.' || kind
    when kind = 'put_off' then 'deed.put-off'
    when kind = 'happened' then 'task.due'
    when kind in ('created', 'imported', 'restored') then 'task.added'
    when kind in ('deleted', 'moved') then 'task.' || kind
    when kind in (
      'renamed', 'schedule_changed', 'schedule_undone', 'started_earlier', 'checklist_changed', 'paused', 'resumed'
    ) then 'task.changed'
  end;
end;
$$;

-- The people of a deed: those of the household, under the names that the record has, or its account.
create function private.told_people(event public.task_events)
returns jsonb
language plpgsql
stable
security definer
as $$
declare
  people constant uuid[] := case
    when event.kind = 'put_off' then array_remove(array[event.person_id], null)
    else private.ids_in(coalesce(event.details #> '{after,people}', event.details -> 'people'))
  end;
begin
  if event.details ? 'people' or cardinality(people) > 0 then
    return coalesce((
      select jsonb_agg(jsonb_build_object('id', named.person_id, 'name', named.name) order by named.name)
      from private.task_people named
      where named.task_id = event.task_id and named.person_id = any (people)
    ), '[]');
  end if;
  return coalesce((
    select jsonb_build_array(jsonb_build_object('id', profiles.id, 'name', profiles.display_name))
    from public.profiles
    where profiles.id = coalesce((event.details ->> 'by')::uuid, event.user_id)
  ), '[]');
end;
$$;

-- What a message says, {id, type, at, data}, or null if it is nothing to this webhook any more: the task was moved,
-- or everything of it is gone. Of due tasks, data is {day} alone.
create function private.webhook_message(hook private.webhooks, message private.outbox)
returns jsonb
language plpgsql
stable
security definer
as $$
declare
  task public.tasks;
  event public.task_events;
  brief jsonb;
  type text;
begin
  if message.task_id is null then
    return jsonb_build_object(
      'id', message.id, 'type', message.kind, 'at', private.iso(message.claimed_at),
      'data', case when message.kind = 'due' then jsonb_build_object('day', message.key) else '{}' end
    );
  end if;
  if message.kind = 'left' then
    return jsonb_build_object(
      'id', message.id, 'type', 'task.moved', 'at', private.iso(message.claimed_at), 'task', message.task_id,
      'data', jsonb_build_object('id', message.task_id, 'isHere', false)
    );
  end if;
  select tasks.* into task from public.tasks where tasks.id = message.task_id;
  select events.* into event from public.task_events events
  where events.task_id = message.task_id and events.id = split_part(message.key, ' ', 2)::bigint;
  type := private.told_as(event.kind);
  if type is null or task.household_id is distinct from hook.household_id
    or (hook.household_id is null and task.user_id <> hook.user_id) then
    return null;
  end if;
  brief := jsonb_build_object(
    'id', task.id, 'title', task.title, 'category', task.category,
    'household', (
      select jsonb_build_object('id', households.id, 'name', households.name)
      from public.households where households.id = task.household_id
    )
  );
  return jsonb_build_object(
    'id', message.id, 'type', type, 'at', private.iso(event.happened_at), 'task', task.id,
    'data', case
      when type = 'task.moved' then brief || '{"isHere": true}'
      when type = 'task.due' then brief || jsonb_build_object(
        'day', upper(event.days) - 1, 'what', event.details -> 'what', 'number', event.details -> 'number',
        'door', jsonb_build_object('kind', event.details -> 'via', 'name', event.details -> 'viaName')
      )
      when type not like 'deed.%' then brief
      else jsonb_build_object(
        'task', brief,
        'day', upper(event.days) - 1,
        'count', (select sum(upper(run) - lower(run)) from unnest(event.days) as run),
        -- put back, it is due on its own day again
        'to', case when event.kind = 'put_off' then coalesce(event.details ->> 'to', lower(event.days)::text) end,
        'status', substr(type, 6),
        'people', private.told_people(event),
        'door', case
          when event.details ? 'via'
          then jsonb_build_object('kind', event.details ->> 'via', 'name', event.details ->> 'viaName')
        end,
        'at', private.iso(event.happened_at)
      )
    end
  );
end;
$$;

-- The messages that may be sent to a webhook at an instant: those of a task together, in the order of its events, and
-- none whose task has one that waits.
create function private.messages_for(hook private.webhooks, instant timestamptz, most integer)
returns setof private.outbox
language plpgsql
stable
security definer
as $$
begin
  return query
    select outbox.* from private.outbox
    join (
      select coalesce(pending.task_id, pending.id) as subject, min(pending.claimed_at) as since
      from private.outbox as pending
      where pending.webhook_id = hook.id and pending.finished_at is null
      group by subject
      having (max(pending.waits_until) > instant) is not true
    ) as ready on ready.subject = coalesce(outbox.task_id, outbox.id)
    where outbox.webhook_id = hook.id and outbox.finished_at is null
    order by ready.since, ready.subject, outbox.place
    limit most;
end;
$$;

-- Leases webhooks that have something to tell at an instant to the caller, at most so many: {due, hasMore}; due are
-- {id, sealed, person, household, timeZone, messages}, messages in the order in which they have to be sent
-- (private.webhook_message). With `webhook`, that one alone. Of several workers each gets others. Gives up
-- what has waited for a day.
create function private.claim_webhooks(
  instant timestamptz default now(),
  most integer default 20,
  webhook uuid default null
)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  hook private.webhooks;
  message private.outbox;
  said jsonb;
  messages jsonb;
  due jsonb := '[]';
  zone text;
  today date;
  lost integer;
  looked integer := 0;
begin
  for hook in
    select hooks.* from private.webhooks hooks
    where hooks.id = coalesce(claim_webhooks.webhook, hooks.id)
      and (hooks.leased_until is null or hooks.leased_until <= instant)
      and (
        hooks.next_at <= instant or hooks.id in (
          select outbox.webhook_id from private.outbox
          where outbox.webhook_id is not null and outbox.finished_at is null
            and (outbox.waits_until is null or outbox.waits_until <= instant)
        )
      )
    order by hooks.leased_until nulls first, hooks.id
    limit most
    for no key update skip locked
  loop
    looked := looked + 1;
    messages := '[]';
    zone := case
      when hook.household_id is not null then private.household_zone(hook.household_id, instant)
      else (select profiles.time_zone from public.profiles where profiles.id = hook.user_id)
    end;
    today := (instant at time zone zone)::date;
    if today > hook.told_until then
      insert into private.outbox (webhook_id, kind, key, claimed_at) values (hook.id, 'due', today::text, instant)
      on conflict do nothing;
    end if;
    update private.outbox set finished_at = now(), error = 'given up'
    where outbox.webhook_id = hook.id and outbox.finished_at is null
      and outbox.claimed_at < instant - interval '1 day';
    get diagnostics lost = row_count;
    for message in select * from private.messages_for(hook, instant, 50) loop
      said := case
        when exists (
          select from public.households
          where households.id = hook.household_id and households.deleted_at is not null
        ) then null
        else private.webhook_message(hook, message)
      end;
      if said is null then
        update private.outbox set finished_at = now() where outbox.id = message.id;
      end if;
      messages := messages || coalesce(said, '[]');
    end loop;
    update private.webhooks hooks
    set
      given_up = hooks.given_up + lost,
      given_up_at = case when lost > 0 then now() else hooks.given_up_at end,
      told_until = greatest(hooks.told_until, today),
      next_at = private.first_at(today + 1, zone),
      leased_until = case when messages <> '[]' then instant + private.lease() end
    where hooks.id = hook.id;
    if messages <> '[]' then
      due := due || jsonb_build_object(
        'id', hook.id, 'sealed', hook.sealed, 'person', hook.user_id, 'household', hook.household_id,
        'timeZone', zone, 'messages', messages
      );
    end if;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = most);
end;
$$;

-- Ends a lease: these messages were taken, and one perhaps wasn't, for the reason. That one waits 1, 2, 4, … 60
-- minutes, or as long as the receiver wants, up to six hours; what comes after it in its task waits with it.
create function private.finish_webhook(
  id uuid,
  taken uuid[],
  failed uuid default null,
  failure text default null,
  wait_seconds integer default null,
  instant timestamptz default now()
)
returns void
language plpgsql
volatile
security definer
as $$
begin
  update private.webhooks hooks
  set
    leased_until = null,
    used_at = case when taken <> '{}' then now() else hooks.used_at end,
    failure = left(finish_webhook.failure, 20),
    failing_since = case
      when finish_webhook.failed is null then null
      when taken <> '{}' then now()
      else coalesce(hooks.failing_since, now())
    end
  where hooks.id = finish_webhook.id;
  update private.outbox set finished_at = now() where outbox.id = any (taken) and outbox.finished_at is null;
  update private.outbox
  set
    attempts = least(outbox.attempts + 1, 1000),
    waits_until = instant + greatest(
      make_interval(mins => least(60, 2 ^ least(outbox.attempts, 6))::integer),
      make_interval(secs => least(coalesce(wait_seconds, 0), 21600))
    )
  where outbox.id = finish_webhook.failed and outbox.webhook_id = finish_webhook.id;
end;
$$;
