-- The events of a task are numbered 1, 2, 3, …: numbers from one sequence for everybody would tell each
-- how much happens elsewhere.
alter table public.task_events alter column id drop identity;
alter table public.task_events drop constraint task_events_pkey;
update public.task_events events
set id = numbered.number
from (
  select task_id, id, row_number() over (partition by task_id order by id) as number
  from public.task_events
) as numbered
where events.task_id = numbered.task_id and events.id = numbered.id;
alter table public.task_events add primary key (task_id, id);
-- The primary key's index is the same.
drop index public.task_events_by_task;

create function private.number_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Until the commit, so that the numbers are in its order and no two are the same.
  perform from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  return new;
end;
$$;
create trigger number_event before insert on public.task_events
  for each row execute function private.number_event();
