-- All that a client needs to start, in one call: the caller's name and time zone, and the first page
-- of list_tasks. The digest stands for that answer: whoever still has it passes it as `known`, and
-- gets the digest alone when nothing has changed. So what a lost connection may have missed is made
-- good without sending everything again.
create function public.read_board(known text default null, page_size integer default 500)
returns jsonb
language sql stable set search_path = ''
as $$
  -- Materialized: it is looked at three times, and must be built once.
  with board as materialized (
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object(
          'full_name', profiles.full_name, 'time_zone', profiles.time_zone
        )
        from public.profiles
        where profiles.id = auth.uid()
      ),
      'tasks', (
        select coalesce(jsonb_agg(listed.task order by listed.place), '[]')
        from public.list_tasks(null, page_size) with ordinality as listed (task, place)
      )
    ) as content
  ),
  summed as materialized (select content, md5(content::text) as digest from board)
  select case
    when digest = known then jsonb_build_object('digest', digest)
    else content || jsonb_build_object('digest', digest)
  end
  from summed
$$;

grant execute on function public.read_board(text, integer) to authenticated;
