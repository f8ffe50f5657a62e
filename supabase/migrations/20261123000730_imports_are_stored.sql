-- Imports count towards what one may store.

insert into private.limits (name, most) values ('imported_kilobytes', 100000);

-- How much a person's finished imports had, which deleting does not give back.
create table private.imported (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  bytes bigint not null
);

alter table private.imported enable row level security;

create policy "Nobody but our own functions" on private.imported for all to public using (false);

create or replace function private.finish_import(import_id uuid, with_shares boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  import private.imports;
  room integer;
  staged_count integer;
  added_count integer;
begin
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports
  where imports.person_id = me and imports.id = import_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'IMPORT_NOT_FOUND';
  elsif import.outcome is not null then
    return import.outcome;
  end if;

  -- Titles may have been taken, and room used up, since the pieces came.
  select count(*) into staged_count from private.staged_tasks staged where staged.person_id = me;
  delete from public.tasks
  using private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id
    and exists (
      select from public.tasks known
      where known.user_id = me and known.title = tasks.title and known.is_active
    );
  room := private.limit_of('active_tasks')
    - (select count(*) from public.tasks where tasks.user_id = me and tasks.is_active);
  delete from public.tasks
  where tasks.id in (
    select staged.task_id from private.staged_tasks staged
    where staged.person_id = me order by staged.place offset greatest(room, 0)
  );

  if with_shares and (
    select sum(cardinality(staged.addresses)) from private.staged_tasks staged where staged.person_id = me
  ) > private.limit_of('shares_per_import') then
    perform private.exceed('TOO_MANY_SHARES_IN_IMPORT');
  end if;

  -- While they are staged, so that one event a task tells of the import. Its messages are one a person.
  insert into public.task_shares (task_id, owner_id, contact_email)
  select staged.task_id, me, address
  from private.staged_tasks staged, unnest(staged.addresses) as address
  where with_shares and staged.person_id = me
  order by staged.task_id, address;
  perform set_config('rota.importing', 'on', true);
  update public.tasks
  set
    is_active = true,
    is_shared = with_shares is true and cardinality(staged.addresses) > 0,
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id;
  get diagnostics added_count = row_count;
  perform set_config('rota.importing', 'off', true);
  if added_count > 0 then
    insert into private.imported as known (person_id, bytes)
    values (me, import.bytes::bigint * added_count / greatest(import.chores, added_count))
    on conflict (person_id) do update set bytes = known.bytes + excluded.bytes;
    if (select known.bytes from private.imported known where known.person_id = me)
      > private.limit_of('imported_kilobytes') * 1000 then
      perform private.exceed('TOO_MUCH_IMPORTED');
    end if;
    perform private.send_list_changed(array[me]);
  end if;

  delete from private.staged_tasks staged where staged.person_id = me;
  delete from private.import_pieces pieces where pieces.person_id = me;
  update private.imports
  set outcome = jsonb_build_object('added', added_count, 'refused', staged_count - added_count)
  where imports.person_id = me
  returning * into import;
  return import.outcome;
end;
$$;
