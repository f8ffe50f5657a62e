-- Displays and labels: without an account, people at a tablet or printed label see what is due in a household and
-- tick it by name. docs/design/display.md.

-- A tablet on a wall. Its address is shown once, when it is made: only its token's SHA-256 is stored.
create table public.household_displays (
  -- the client chooses it, so that a retry after a lost answer is recognised
  id uuid primary key,
  household_id uuid not null references public.households (id)
    on delete cascade,
  name text not null,
  -- hidden from clients
  token_hash bytea not null unique,
  -- the channel that announces changes, replaced with the token
  channel uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- the hour in which it was last read; null: never
  used_at timestamptz
);

-- Only calls write them.
grant select (id, household_id, name, created_at, used_at) on public.household_displays to authenticated;

create index household_displays_by_household on public.household_displays (household_id);

create policy "Keepers see the displays of their households" on public.household_displays
for select
to authenticated
using (household_id = any (array(select private.my_households('keeper'))));

-- The secret of a household's labels: reprinted labels are the same until it is replaced.
create table private.household_labels (
  household_id uuid primary key references public.households (id)
    on delete cascade,
  secret bytea not null
);

-- The token of a task's label: base64url of the task's id and 128 bits of its HMAC.
create function private.label_token(task_id uuid, secret bytea)
returns text
language sql
immutable
as $$
  select rtrim(translate(encode(
    uuid_send(task_id) || substring(extensions.hmac(uuid_send(task_id), secret, 'sha256') from 1 for 16),
    'base64'
  ), '+/', '-_'), '=')
$$;

-- The task of a label's token; null for anything else.
create function private.task_of_label(token text)
returns uuid
language sql
immutable
as $$
  select case when token ~ '^[A-Za-z0-9_-]{43}$' then
    encode(substring(decode(translate(token, '-_', '+/') || '=', 'base64') from 1 for 16), 'hex')::uuid
  end
$$;

-- Opens a token, of a display or one task's label, and counts the use. Compares hashes, so timing reveals nothing
-- about the token.
-- Errors: LINK_NOT_VALID, whatever the reason; TOO_MANY_ATTEMPTS.
create function private.open_display(
  token text,
  is_change boolean,
  out id uuid,
  out household_id uuid,
  out task_id uuid,
  out via text,
  out name text,
  out channel uuid
)
language plpgsql
volatile
security definer
as $$
begin
  select opened.* into id, household_id, task_id, via, name, channel
  from (
    select displays.id, displays.household_id, null::uuid, 'display', displays.name, displays.channel
    from public.household_displays displays
    where displays.token_hash = sha256(convert_to(token, 'UTF8'))
    union all
    select tasks.id, labels.household_id, tasks.id, 'label', null, null
    from public.tasks
    join private.household_labels labels on labels.household_id = tasks.household_id
    where tasks.id = private.task_of_label(token) and tasks.is_active
      and sha256(convert_to(private.label_token(tasks.id, labels.secret), 'UTF8'))
        = sha256(convert_to(token, 'UTF8'))
  ) as opened (id, household_id, task_id, via, name, channel)
  join public.households on households.id = opened.household_id
  where households.deleted_at is null;
  if id is null then
    perform private.fail('LINK_NOT_VALID');
  end if;
  perform private.count_use('display_uses_per_minute', id::text);
  if is_change then
    perform private.count_use('display_changes_per_day', id::text);
  end if;
end;
$$;

-- A task as displays and labels show it: its schedule, and the latest completions with household person ids. Leaves
-- out notes, checklist and accounts, and also nulls and empty lists.
create function private.shown_task(task jsonb)
returns jsonb
language sql
stable
as $$
  select
    (
      select jsonb_object_agg(field.key, field.value)
      from jsonb_each(task) as field
      where
        field.value not in ('null', '[]')
        and (
          field.key in (
            select fields.field from private.task_fields as fields where decides_days and max_length is null
          )
          or field.key in (
            'id',
            'title',
            'category',
            'scheduleFrom',
            'rosterSince',
            'customRrule',
            'waitsFor',
            'happened',
            'missedPolicy',
            'formerSchedules',
            'putOffs',
            'pausedDays',
            'completedDays',
            'skippedDays',
            'swaps'
          )
        )
    ) || jsonb_build_object(
      'recentCompletions',
      (
        select
          coalesce(
            jsonb_agg(
              (
                select jsonb_object_agg(field.key, field.value)
                from jsonb_each(done) as field
                where field.key = any ('{date, status, completedAt, timeZone, people, via, viaName}'::text[])
              )
              order by done ->> 'date'
            ),
            '[]'
          )
        from jsonb_array_elements(task -> 'recentCompletions') as done
      )
    );
$$;

-- The active tasks of a household that a tablet may have to show, most overdue first: by the time since the last
-- completion relative to the interval; a task done or skipped today ranks as just due.
create function private.tasks_for_display(household uuid)
returns uuid[]
language sql
stable
as $$
  select
    array_agg(
      tasks.id
      order by
        case
          when latest.day >= private.earliest_today() then 1
          else (private.latest_today() - coalesce(latest.day, tasks.start_date - 1))::numeric / case tasks.repeat_value
            when 'weekly' then 7
            when 'monthly' then 28
            when 'yearly' then 365
            else 1
          end
        end desc,
        tasks.id
    )
  from
    public.tasks
    cross join lateral (
      select max(completions.completed_date) as day
      from public.task_completions as completions
      where completions.task_id = tasks.id and completions.completed_date <= private.latest_today()
    ) as latest
  where
    tasks.household_id = household
    and tasks.is_active
    and (
      tasks.start_date <= private.latest_today() + 7
      or exists (select from public.task_schedules as former where former.task_id = tasks.id)
      or exists (select from public.task_put_offs as moved where moved.task_id = tasks.id)
    );
$$;

-- The people of a household who can be named: [{id, name, face}], in the order in which they joined.
create function private.present_people(household uuid)
returns jsonb
language sql
stable
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object('id', people.id, 'name', people.name, 'face', people.face)
        order by people.joined_at, people.id
      ),
      '[]'
    )
  from public.household_people as people
  where people.household_id = household and people.left_on is null;
$$;

-- People in the completions of these tasks who can't be named any more, in the same form.
create function private.former_people(household uuid, tasks jsonb)
returns jsonb
language sql
stable
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object('id', named.id, 'name', named.name, 'face', coalesce(people.face, 0))
        order by named.id
      ),
      '[]'
    )
  from
    (
      select distinct on (task_people.person_id) task_people.person_id as id, task_people.name
      from
        jsonb_array_elements(tasks) as task
        cross join jsonb_array_elements(task -> 'recentCompletions') as done
        cross join jsonb_array_elements_text(coalesce(done -> 'people', '[]')) as person (id)
        join private.task_people
          on task_people.task_id = (task ->> 'id')::uuid and task_people.person_id = person.id::uuid
      order by task_people.person_id
    ) as named
    left join public.household_people as people on people.id = named.id and people.household_id = household
  where people.id is null or people.left_on is not null;
$$;

-- read_display, tick_on_display and undo_on_display take the token of a display or label, without an account.
-- Errors of all three: LINK_NOT_VALID for an invalid token, TOO_MANY_ATTEMPTS for more than 120 uses in a minute.

-- Answers {digest, id, name, household, people, formerPeople, me, tasks, leftOut}, or only {digest} if it is
-- `known`. tasks are the household's active tasks, or the label's one, in the form of private.shown_task; a display
-- gets up to 50 kB, most overdue first, and the number left out. me is the caller's person in the household, if any.
create function private.read_display(token text, known text default null)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  opened record;
  household public.households;
  people jsonb;
  -- needed for turns; left out for labels, as passers-by must not read who is away
  turns jsonb := '{}';
  ids uuid[];
  revisions text;
  digest text;
  tasks jsonb;
  left_out integer;
begin
  select * into opened from private.open_display(token, false);
  update public.household_displays displays set used_at = date_trunc('hour', now())
  where displays.id = opened.id and displays.used_at is distinct from date_trunc('hour', now());
  select households.* into household from public.households where households.id = opened.household_id;
  people := private.present_people(household.id);
  select
    array_agg(rows.id order by rows.id), string_agg(rows.id || ':' || rows.revision, ',' order by rows.id)
  into ids, revisions
  from public.tasks rows
  where rows.household_id = household.id and rows.is_active
    and (opened.task_id is null or rows.id = opened.task_id);
  if opened.task_id is null then
    turns := jsonb_build_object(
      'former', coalesce(private.former_names_json(household.id), '{}'),
      'absences', coalesce(private.absences_json(household.id, private.latest_today()), '[]')
    );
  end if;
  digest := md5(jsonb_build_array(
    opened.name, household.name, household.language, people, revisions, turns, (select id from private.generation)
  )::text);
  if digest = known then
    return jsonb_build_object('digest', digest);
  end if;
  if opened.task_id is null then
    ids := private.tasks_for_display(household.id);
  end if;
  -- The first tasks, up to 50 kB; a label's one in any case.
  select
    coalesce(jsonb_agg(sized.task order by sized.task ->> 'id') filter (where sized.fits), '[]'),
    count(*) filter (where not sized.fits)
  into tasks, left_out
  from (
    select shown.task, opened.task_id is not null
      or sum(octet_length(shown.task::text)) over (order by array_position(ids, shown.id)) <= 50000 as fits
    from (
      select (task ->> 'id')::uuid as id, private.shown_task(task) as task
      from private.task_json(ids, opened.task_id is not null) as task
      where not task ? 'cut'
    ) as shown
  ) as sized;
  return jsonb_build_object(
    'digest', digest,
    'id', opened.channel,
    'name', opened.name,
    'household', household.name,
    'language', household.language,
    'people', people,
    'formerPeople', private.former_people(household.id, tasks),
    'me', (
      select me.id from public.household_people me
      where me.household_id = household.id and me.account_id = auth.uid() and me.left_on is null
    ),
    'tasks', tasks
  ) || turns || case when left_out > 0 then jsonb_build_object('leftOut', left_out) else '{}' end;
end;
$$;

-- The answer to a deed at a display or label: the day of the occurrence now, and the deeds in the way, without
-- accounts.
create function private.shown_deed(answer jsonb, task_id uuid, day date)
returns jsonb
language sql
stable
as $$
  select
    jsonb_strip_nulls(
      jsonb_build_object(
        'day',
        private.settled_place(task_id, day),
        'untaken',
        (select jsonb_agg(deed - 'completedBy') from jsonb_array_elements(answer -> 'untaken') as deed)
      )
    );
$$;

-- Marks an occurrence done by one or more present people, recorded in this IANA time zone (UTC if invalid). Answers
-- {day, untaken}, like private.shown_deed. Errors: those of complete_task.
create function private.tick_on_display(token text, task_id uuid, day date, people uuid[], time_zone text)
returns jsonb
language plpgsql
volatile
security definer
as $$
begin
  perform private.open_door(via, name, household_id, opened.task_id, tick_on_display.time_zone)
  from private.open_display(token, true) as opened;
  return private.shown_deed(
    public.complete_task(tick_on_display.task_id, tick_on_display.day, people => tick_on_display.people),
    tick_on_display.task_id, tick_on_display.day
  );
end;
$$;

-- Undoes a tick made without an account, within the time in private.door_rules. Answers {day, untaken}.
-- Errors: those of undo_completion.
create function private.undo_on_display(token text, task_id uuid, day date, time_zone text)
returns jsonb
language plpgsql
volatile
security definer
as $$
begin
  perform private.open_door(via, name, household_id, opened.task_id, undo_on_display.time_zone)
  from private.open_display(token, true) as opened;
  return private.shown_deed(
    public.undo_completion(undo_on_display.task_id, undo_on_display.day),
    undo_on_display.task_id, undo_on_display.day
  );
end;
$$;

-- Makes a display of a household and answers its token, which can't be read again. Keepers only. Names have 1 to 100
-- characters. The same id again gives the same display a new token.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, VALIDATION_FAILED, LIMIT_REACHED.
create function private.create_display(household_id uuid, id uuid, name text)
returns text
language plpgsql
volatile
security definer
as $$
declare
  token constant text := private.new_token();
  replaced uuid;
begin
  perform private.begin_household(create_display.household_id, 'keeper');
  if create_display.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.check_limit('displays', (
    select 1 + count(*) from public.household_displays displays
    where displays.household_id = create_display.household_id and displays.id <> create_display.id
  ));
  select displays.channel into replaced from public.household_displays displays
  where displays.id = create_display.id and displays.household_id = create_display.household_id;
  insert into public.household_displays as display (id, household_id, name, token_hash)
  values (
    create_display.id, create_display.household_id, private.checked_name(create_display.name),
    sha256(convert_to(token, 'UTF8'))
  )
  on conflict on constraint household_displays_pkey do update
  set name = excluded.name, token_hash = excluded.token_hash, channel = excluded.channel
  where display.household_id = excluded.household_id;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
  -- Displays at the former address read again and find it invalid.
  perform realtime.send('{}', 'changed', 'display:' || replaced, true) where replaced is not null;
  return token;
end;
$$;

-- Keepers only; a display that doesn't exist is no error.
create function private.revoke_display(id uuid)
returns void
language plpgsql
volatile
security definer
as $$
declare
  revoked uuid;
begin
  delete from public.household_displays displays
  where displays.id = revoke_display.id
    and displays.household_id = any (array(select private.my_households('keeper')))
  returning displays.channel into revoked;
  if revoked is not null then
    perform realtime.send('{}', 'changed', 'display:' || revoked, true);
  end if;
end;
$$;

-- The tokens of the labels of a household's active tasks, {task id: token}, the same each time. Keepers and members
-- only.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED.
create function private.print_labels(household_id uuid)
returns jsonb
language plpgsql
volatile
security definer
as $$
declare
  secret_of_labels bytea;
begin
  if print_labels.household_id is null
    or print_labels.household_id <> all (array(select private.my_households())) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  elsif print_labels.household_id <> all (array(select private.my_households('member'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  insert into private.household_labels (household_id, secret)
  values (print_labels.household_id, extensions.gen_random_bytes(32))
  on conflict do nothing;
  select labels.secret into secret_of_labels from private.household_labels labels
  where labels.household_id = print_labels.household_id;
  return (
    select coalesce(jsonb_object_agg(tasks.id, private.label_token(tasks.id, secret_of_labels)), '{}')
    from public.tasks where tasks.household_id = print_labels.household_id and tasks.is_active
  );
end;
$$;

-- Replaces the labels; the old ones stop working. Keepers only.
-- Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create function private.renew_labels(household_id uuid)
returns void
language plpgsql
volatile
security definer
as $$
begin
  perform private.begin_household(renew_labels.household_id, 'keeper');
  insert into private.household_labels (household_id, secret)
  values (renew_labels.household_id, extensions.gen_random_bytes(32))
  on conflict on constraint household_labels_pkey do update set secret = excluded.secret;
end;
$$;

-- Tells displays on their own channels that something has changed, without saying what; they read again.
create function private.send_to_displays(household uuid)
returns void
language sql
volatile
security definer
as $$
  select realtime.send('{}', 'changed', 'display:' || displays.channel, true)
  from public.household_displays as displays
  where displays.household_id = household;
$$;

-- Whether this is the channel of a display, which only holders of its token learn.
create function private.is_display_topic(topic text)
returns boolean
language plpgsql
stable
security definer
as $$
begin
  return exists (
    select
    from
      public.household_displays as displays
      join public.households on households.id = displays.household_id
    where
      displays.channel = substring(topic from '^display:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
      and households.deleted_at is null
  );
end;
$$;

create policy "Displays hear that their household has changed" on realtime.messages
for select
to anon
using (extension = 'broadcast' and private.is_display_topic((select realtime.topic())));

create function private.send_displays()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_to_displays(new.household_id);
  if tg_op = 'UPDATE' and old.household_id is distinct from new.household_id then
    perform private.send_to_displays(old.household_id);
  end if;
  return null;
end;
$$;

create function private.send_new_displays()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_to_displays(households.household_id)
  from (select distinct added.household_id from added where added.household_id is not null) as households;
  return null;
end;
$$;

create function private.send_household_displays()
returns trigger
language plpgsql
security definer
as $$
begin
  perform private.send_to_displays(new.id);
  return null;
end;
$$;

create trigger send_displays
after update on public.tasks
for each row
when
  (
    (new.household_id is not null or old.household_id is not null)
    and current_setting('rota.quiet', true) is distinct from 'on'
  )
execute function private.send_displays();

create trigger send_new_displays
after insert on public.tasks
referencing new table as added
for each statement
when (current_setting('rota.quiet', true) is distinct from 'on')
execute function private.send_new_displays();

create trigger send_displays
after insert or update of name, face, left_on on public.household_people
for each row
execute function private.send_displays();

create trigger send_displays
after update on public.households
for each row
execute function private.send_household_displays();
