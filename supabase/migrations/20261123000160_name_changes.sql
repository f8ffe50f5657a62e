-- Everybody who sees a name reads their list again when it changes, so that a person changes it so often
-- a day (in UTC).
insert into private.limits (name, most) values ('name_changes_per_day', 10);
create table private.name_changes (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  day date not null,
  changes integer not null
);
alter table private.name_changes enable row level security;

create function private.count_name_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  so_far integer;
begin
  -- Nobody is signed in when a new address changes the name that is made of it.
  if auth.uid() is null then
    return null;
  end if;
  insert into private.name_changes as known (person_id, day, changes)
  values (new.id, (now() at time zone 'UTC')::date, 1)
  on conflict (person_id) do update
  set
    day = excluded.day,
    changes = excluded.changes + case when known.day = excluded.day then known.changes else 0 end
  returning changes into so_far;
  if so_far > private.limit_of('name_changes_per_day') then
    perform private.exceed('TOO_MANY_NAME_CHANGES');
  end if;
  return null;
end;
$$;
create trigger count_name_change after update on public.profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function private.count_name_change();
