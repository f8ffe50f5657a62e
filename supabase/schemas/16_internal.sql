-- Tables of the schema private without a policy of their own: nobody but our own functions sees a row.

do $$
declare
  internal regclass;
begin
  for internal in
    select oid from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and not exists (select from pg_policy where polrelid = pg_class.oid)
    order by relname
  loop
    execute format('alter table %s enable row level security', internal);
    execute format('create policy "Internal only" on %s for all to public using (false)', internal);
  end loop;
end;
$$;
