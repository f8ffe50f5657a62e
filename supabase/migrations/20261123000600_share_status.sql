-- What an owner sees beside an address is called what it is: a share's status. The functions that name it
-- say so, and the export's files keep the name that they have had.
alter table public.task_shares rename column standing to status;
alter table public.task_shares rename constraint task_shares_standing_check to task_shares_status_check;
alter trigger fill_standing on public.task_shares rename to fill_share_status;
alter function private.fill_standing() rename to fill_share_status;

do $$
declare
  stale record;
begin
  for stale in
    select pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ '(?<!'')\mstanding\M|\m[Ww]hoever\M'
  loop
    execute replace(replace(replace(
      regexp_replace(stale.definition, '(?<!'')\mstanding\M', 'status', 'g'),
      'Waits for whoever is adding', 'Waits for somebody who adds'),
      'Whoever was first had', 'The first one had'),
      'or whoever has left already', 'or somebody who has left already');
  end loop;
end;
$$;

comment on column public.task_completions.time_zone is
  'IANA name: the zone, at that moment, of the person who recorded it.';
