-- Put-offs are bounded by who puts off, so that no recipient can use up the owner's; and both days are days
-- on which there was such a chore.
alter table public.task_put_offs
  -- whoever put it off last; null when that person has closed their account, and counts for nobody
  add column user_id uuid default auth.uid() references public.profiles (id) on delete set null;
create index task_put_offs_by_person on public.task_put_offs (user_id, task_id);
grant select (user_id) on public.task_put_offs to authenticated;

-- A name that goes is no change of the day.
drop trigger record_put_off on public.task_put_offs;
create trigger record_put_off after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.record_put_off();
drop trigger broadcast_part on public.task_put_offs;
create trigger broadcast_part after insert or update of new_date or delete on public.task_put_offs
  for each row execute function private.broadcast_part();

-- Nobody noted who it was before.
update public.task_put_offs set user_id = tasks.user_id
from public.tasks where tasks.id = task_put_offs.task_id;

-- Whether a date is one that people enter: from 0001-01-01 to 9999-12-31. Null and infinity are none.
create function private.is_day(day date) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce(day between date '0001-01-01' and date '9999-12-31', false) $$;
grant execute on function private.is_day(date) to authenticated;

-- Refuses to put an occurrence off from or to a day before the task's first schedule. What is put off
-- already may be moved and put back, whatever its schedule became.
create function private.check_put_off_days(task_id uuid, due_date date, new_date date) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day constant date := (
    select least(tasks.start_date, min(former.start_date))
    from public.tasks left join public.task_schedules former on former.task_id = tasks.id
    where tasks.id = check_put_off_days.task_id
    group by tasks.id
  );
begin
  if not private.is_day(due_date) then
    perform private.refuse('dueDate', 'INVALID');
  elsif not private.is_day(new_date) then
    perform private.refuse('newDate', 'INVALID');
  elsif new_date < first_day and new_date <> due_date then
    perform private.refuse('newDate', 'BEFORE_START');
  elsif due_date < first_day and not exists (
    select from public.task_put_offs known
    where known.task_id = check_put_off_days.task_id
      and known.due_date = check_put_off_days.due_date
  ) then
    perform private.refuse('dueDate', 'BEFORE_START');
  end if;
end;
$$;
