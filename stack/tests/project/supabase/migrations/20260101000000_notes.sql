create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null,
  tags text[],
  days datemultirange,
  details jsonb
);
alter table public.notes enable row level security;
create policy "own notes" on public.notes to authenticated
  using (owner = auth.uid()) with check (owner = auth.uid());
grant select, insert, update (body), delete on public.notes to authenticated;

create function public.add_note(body text) returns bigint language sql
as $$ insert into public.notes (body) values (body) returning id $$;

-- Shows what came of every argument.
create function public.shown(words text[], day date default null, details jsonb default null, name text default 'none')
returns jsonb language sql
as $$ select jsonb_build_object('words', words, 'day', day, 'details', details, 'name', name) $$;

create function public.nothing() returns jsonb language sql as $$ select null::jsonb $$;
create function public.forget_notes() returns void language sql as $$ delete from public.notes where true $$;
create function public.told() returns text language plpgsql
as $$
begin
  perform set_config('response.status', '202', true), set_config('response.headers', '[{"x-told": "yes"}]', true);
  return 'told';
end;
$$;
create function public.refused(code text) returns jsonb language plpgsql
as $$
begin
  raise exception using errcode = code, message = 'no', detail = 'because', hint = 'try later';
end;
$$;

-- Shows with which limits a caller's statements run.
create function public.limits() returns jsonb language sql stable
as $$
  select jsonb_object_agg(name, setting) from pg_catalog.pg_settings
  where name in ('lock_timeout', 'statement_timeout')
$$;


-- Refuses callers whose account is gone, before every request.
create function public.check_caller() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not exists (select from auth.users where id = auth.uid()) then
    raise sqlstate 'PT401' using message = 'who is that?';
  end if;
end;
$$;
alter role authenticator set pgrst.db_pre_request = 'public.check_caller';
