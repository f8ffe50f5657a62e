-- Who wants a mail about their day, and when. A row says that somebody has decided; nobody without one
-- gets a mail.
create table public.morning_mails (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  is_on boolean not null,
  -- of the clocks in the person's time zone
  hour smallint not null default 7 check (hour between 0 and 23),
  -- the latest day whose mail is no longer to come; kept by a trigger and by the sender
  settled_day date
);

alter table public.morning_mails enable row level security;
revoke all on public.morning_mails from public, anon, authenticated, service_role;
grant select (user_id, is_on, hour), insert (is_on, hour), update (is_on, hour)
  on public.morning_mails to authenticated;

create policy "People see their own morning mail" on public.morning_mails
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People decide about their own morning mail" on public.morning_mails
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People change their own morning mail" on public.morning_mails
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create trigger reject_noop_write after update on public.morning_mails
  referencing old table as touched
  for each statement execute function private.reject_noop_write();

-- What clocks show at an instant. A zone that this server does not know counts as UTC.
create function private.local_time(instant timestamptz, time_zone text) returns timestamp
language plpgsql stable strict set search_path = ''
as $$
begin
  return instant at time zone time_zone;
exception
  when invalid_parameter_value then
    return instant at time zone 'UTC';
end;
$$;

-- The day whose mail is due at an instant; null when there is none. It is due as soon as clocks show its
-- hour or a later one: an hour that clocks skip comes with the next, be that tomorrow's first, and one
-- that comes twice has come. A mail that is six hours late has missed its morning. `settled_day` and
-- those before it are over.
create function private.morning_due(
  instant timestamptz, time_zone text, hour integer, settled_day date
) returns date
language sql stable set search_path = ''
as $$
  select day
  from private.local_time(instant, time_zone) as clocks,
    lateral (select (clocks - make_interval(hours => hour))::date as day) as latest
  where clocks < day + make_interval(hours => hour + 6)
    and (settled_day is null or settled_day < day)
$$;

-- From the next such hour on.
create function private.settle_morning_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.is_on, new.hour) is distinct from (old.is_on, old.hour) then
    new.settled_day := greatest(
      new.settled_day,
      (
        select (
          private.local_time(now(), profiles.time_zone) - make_interval(hours => new.hour)
        )::date
        from public.profiles
        where profiles.id = new.user_id
      )
    );
  end if;
  return new;
end;
$$;
create trigger settle_morning_mail before insert or update on public.morning_mails
  for each row execute function private.settle_morning_mail();

-- Decides about the caller's morning mail. Errors: VALIDATION_FAILED.
create function public.set_morning_mail(is_on boolean, hour integer) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('rota.in_call', 'on', true);
  if is_on is null then
    perform private.refuse('isOn', 'INVALID');
  elsif hour is null or hour not between 0 and 23 then
    perform private.refuse('hour', 'INVALID');
  end if;
  insert into public.morning_mails (is_on, hour)
  values (set_morning_mail.is_on, set_morning_mail.hour)
  on conflict (user_id) do update set is_on = excluded.is_on, hour = excluded.hour;
end;
$$;
grant execute on function public.set_morning_mail(boolean, integer) to authenticated;

-- Whether to ask the caller, after their first week and until they have decided.
create function private.offers_morning_mail() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from public.morning_mails where user_id = auth.uid())
    and exists (
      select from auth.users
      where users.id = auth.uid() and users.created_at < now() - interval '7 days'
    )
$$;
grant execute on function private.offers_morning_mail() to authenticated;

create function private.due_morning_mails(instant timestamptz, after uuid, most integer)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'person', due.user_id, 'address', due.address, 'timeZone', due.time_zone, 'day', due.day
      )
      order by due.user_id
    ),
    '[]'
  )
  from (
    select mails.user_id, addresses.address, profiles.time_zone, due.day
    from public.morning_mails mails
    join public.profiles on profiles.id = mails.user_id
    cross join lateral (
      select private.morning_due(instant, profiles.time_zone, mails.hour, mails.settled_day)
    ) as due (day)
    cross join lateral (select private.confirmed_address(mails.user_id)) as addresses (address)
    where mails.is_on
      and (due_morning_mails.after is null or mails.user_id > due_morning_mails.after)
      and due.day is not null
      and addresses.address is not null
      and not exists (
        select from private.mail_refusals refusals
        where refusals.address = addresses.address and refusals.kind = 'morning'
      )
      -- Somebody is at it, or was.
      and not exists (
        select from private.outbox
        where outbox.kind = 'morning' and outbox.recipient = addresses.address
          and outbox.key = mails.user_id || to_char(due.day, ':YYYY-MM-DD')
      )
    order by mails.user_id
    limit most
  ) as due
$$;

-- Whose morning mail is due at an instant, at most so many: [{person, address, timeZone, day}], in the
-- order of their ids, from the first one after `after` on.
create function public.due_morning_mails(
  instant timestamptz default now(), after uuid default null, most integer default 100
) returns jsonb
language sql stable set search_path = ''
as $$ select private.due_morning_mails(instant, after, most) $$;

create function private.settle_morning_mail(person uuid, day date) returns void
language sql security definer set search_path = ''
as $$
  update public.morning_mails set settled_day = day
  where user_id = person and (settled_day is null or settled_day < day)
$$;

-- The mail of that day is sent, or there is nothing to say.
create function public.settle_morning_mail(person uuid, day date) returns void
language sql set search_path = ''
as $$ select private.settle_morning_mail(person, day) $$;

grant execute on function
  private.due_morning_mails(timestamptz, uuid, integer),
  public.due_morning_mails(timestamptz, uuid, integer),
  private.settle_morning_mail(uuid, date),
  public.settle_morning_mail(uuid, date)
to service_role;

-- All that a client needs to start, in one call: the caller's name and time zone, whether to offer them
-- the morning mail, who wants to share with them, and their active tasks, own and shared, in the order
-- of their ids. The digest stands for the answer: whoever still has it passes it as known_digest, and
-- gets the digest alone when nothing has changed.
create or replace function public.list_tasks(known_digest text default null) returns jsonb
language sql stable set search_path = ''
as $$
  with answer as materialized (
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object(
          'fullName', profiles.full_name,
          'timeZone', profiles.time_zone
        ) || case
          when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
        end
        from public.profiles
        where profiles.id = auth.uid()
      ),
      'invitations', private.invitations(),
      'tasks', (
        select coalesce(jsonb_agg(task order by task ->> 'id'), '[]')
        from private.visible_tasks(array(
          select tasks.id from public.tasks
          where tasks.user_id = (select auth.uid()) and tasks.is_active
          union all
          select private.tasks_shared_with_me()
        )) as task
      )
    ) as content
  ),
  digested as materialized (select content, md5(content::text) as digest from answer)
  select case
    when digest = known_digest then jsonb_build_object('digest', digest)
    else content || jsonb_build_object('digest', digest)
  end
  from digested
$$;
