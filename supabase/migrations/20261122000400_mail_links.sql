-- What the links in mails do. The function mail-link has checked that they are ours: whoever has one
-- may do what it says, signed in or not.

-- Looks at a day of a task, does it or takes that back ('look', 'do', 'undo'), as the person whose mail
-- the link was in: what that person may no more, the link may not. Takes back only what they did
-- themselves. Answers how the day stands after it: {title, name, timeZone, day, done}, where done is
-- null or {status, name, isYou, mayUndo, at}.
-- Errors: UNAUTHENTICATED for a closed account, TASK_NOT_FOUND, VALIDATION_FAILED, LIMIT_REACHED.
create function public.follow_done_link(person uuid, task_id uuid, day date, action text)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
begin
  perform private.act_for(person);
  select visible into task
  from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day);
  elsif action = 'undo' then
    perform set_config('rota.in_call', 'on', true);
    delete from public.task_completions completions
    where completions.task_id = follow_done_link.task_id
      and completions.completed_date = follow_done_link.day
      and completions.user_id = person
      and completions.status = 'done';
  end if;
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', task -> 'people' ->> found.user_id::text,
          'isYou', coalesce(found.user_id = person, false),
          'mayUndo', coalesce(found.user_id = person, false) and found.status = 'done' and is_single,
          'at', private.iso(found.at)
        )
        from (
          select completions.status, completions.user_id, completions.completed_at, true
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id
            and completions.completed_date = follow_done_link.day
          union all
          select catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, false
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id
            and catch_ups.days @> follow_done_link.day
        ) as found (status, user_id, at, is_single)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$$;

create function private.follow_unsubscribe_link(address text, kind text, action text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The morning mail is a setting of an account; other mails come to addresses without one, too.
  owner constant uuid := case
    when kind = 'morning' then (
      select users.id from auth.users
      where users.email = address and private.confirmed_address(users.id) is not null
    )
  end;
begin
  if kind = 'morning' and action in ('do', 'undo') then
    update public.morning_mails set is_on = action = 'undo' where user_id = owner;
  elsif action = 'do' then
    insert into private.mail_refusals (address, kind, reason)
    values (follow_unsubscribe_link.address, follow_unsubscribe_link.kind, 'unsubscribed')
    on conflict do nothing;
  elsif action = 'undo' then
    delete from private.mail_refusals refusals
    where refusals.address = follow_unsubscribe_link.address
      and refusals.kind = follow_unsubscribe_link.kind
      and refusals.reason = 'unsubscribed';
  end if;
  return jsonb_build_object(
    'address', address,
    'kind', kind,
    'isOn', case
      when kind = 'morning' then exists (
        select from public.morning_mails where user_id = owner and is_on
      )
      else not exists (
        select from private.mail_refusals refusals
        where refusals.address = follow_unsubscribe_link.address
          and refusals.kind = follow_unsubscribe_link.kind
      )
    end
  );
end;
$$;

-- Ends mails of a kind to an address, or takes that back; answers {address, kind, isOn}.
create function public.follow_unsubscribe_link(address text, kind text, action text) returns jsonb
language sql set search_path = ''
as $$ select private.follow_unsubscribe_link(address, kind, action) $$;

grant execute on function
  public.follow_done_link(uuid, uuid, date, text),
  private.follow_unsubscribe_link(text, text, text),
  public.follow_unsubscribe_link(text, text, text)
to service_role;
