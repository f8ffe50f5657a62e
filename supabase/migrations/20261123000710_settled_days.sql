-- What a list or a tick reads doesn't grow with the rows behind it: docs/decisions/009-settled-days.md.

create index task_completions_by_time on public.task_completions (task_id, completed_at);

-- Which days of a task are done or skipped, a bit a day in blocks of 336 (48 weeks) from 0001-01-01 on, so
-- that what a list or a tick reads doesn't grow with the rows behind it: docs/decisions/009-settled-days.md.
-- Triggers keep it.
create table private.settled_days (
  task_id uuid not null references public.tasks (id) on delete cascade,
  block integer not null,
  done bit(336) not null default 0::bit(336),
  skipped bit(336) not null default 0::bit(336),
  primary key (task_id, block)
);

alter table private.settled_days enable row level security;

create policy "Nobody but our own functions" on private.settled_days for all to public using (false);

-- The days as blocks: the number of each, and its days as bits.
create function private.blocks_of(days datemultirange)
returns table (block integer, bits bit(336))
language sql immutable set search_path = ''
as $$
  select
    blocks.block,
    bit_or(
      ((~ 0::bit(336)) >> greatest(runs.first - blocks.block * 336, 0))
      & ((~ 0::bit(336)) << greatest(blocks.block * 336 + 335 - runs.last, 0))
    )
  from (
    select
      lower(run) - date '0001-01-01' as first,
      upper(run) - 1 - date '0001-01-01' as last
    from unnest(days) as run
  ) as runs
  cross join lateral generate_series(runs.first / 336, runs.last / 336) as blocks (block)
  group by blocks.block
$$;

-- What was done before this table was there.
insert into private.settled_days (task_id, block, done, skipped)
select
  settled.task_id, changed.block,
  bit_or(case when settled.status = 'done' then changed.bits else 0::bit(336) end),
  bit_or(case when settled.status = 'skipped' then changed.bits else 0::bit(336) end)
from (
  select task_id, status, range_agg(daterange(completed_date, completed_date, '[]')) as days
  from public.task_completions
  group by task_id, status
  union all
  select task_id, status, range_agg(days) from public.task_catch_ups group by task_id, status
) as settled
cross join lateral private.blocks_of(settled.days) as changed
group by settled.task_id, changed.block;

create or replace function private.record_completions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
  end if;
  -- As append_event does, for all of them.
  insert into public.task_events (task_id, kind, days, details)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
  from changed_rows as rows join public.tasks on tasks.id = rows.task_id
  where tasks.is_active or tasks.deleted_at is not null
  group by rows.task_id, rows.status, rows.user_id
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as known (task_id, block, done, skipped)
    select
      settled.task_id, settled.block,
      coalesce(bit_or(settled.bits) filter (where settled.status = 'done'), 0::bit(336)),
      coalesce(bit_or(settled.bits) filter (where settled.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as settled
    group by settled.task_id, settled.block
    on conflict (task_id, block) do update
    set done = known.done | excluded.done, skipped = known.skipped | excluded.skipped;
  else
    update private.settled_days as known
    set done = known.done & ~ undone.bits, skipped = known.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where known.task_id = undone.task_id and known.block = undone.block;
  end if;
  -- check_completions has locked them.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$$;

create or replace function private.record_catch_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant datemultirange := case when tg_op = 'INSERT' then '{}' else old.days end;
  after constant datemultirange := case when tg_op = 'DELETE' then '{}' else new.days end;
  what public.task_catch_ups := coalesce(new, old);
begin
  if before = after then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.settled_days as known (task_id, block, done, skipped)
    select
      what.task_id, changed.block,
      case when what.status = 'done' then changed.bits else 0::bit(336) end,
      case when what.status = 'skipped' then changed.bits else 0::bit(336) end
    from private.blocks_of(after) as changed
    on conflict (task_id, block) do update
    set done = known.done | excluded.done, skipped = known.skipped | excluded.skipped;
  else
    update private.settled_days as known
    set done = known.done & ~ undone.bits, skipped = known.skipped & ~ undone.bits
    from private.blocks_of(before - after) as undone
    where known.task_id = what.task_id and known.block = undone.block;
  end if;
  perform private.append_event(
    what.task_id,
    case when tg_op = 'INSERT' then what.status else 'undone' end,
    case when tg_op = 'INSERT' then after else before - after end,
    jsonb_build_object('by', what.user_id, 'status', what.status)
  );
  return null;
end;
$$;

create or replace function private.task_json(ids uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select (
    select jsonb_object_agg(known.field, entered.columns -> known.column_name)
    -- offset 0: made once, not for each field.
    from private.task_fields as known, (select to_jsonb(tasks) as columns offset 0) as entered
  ) || jsonb_build_object(
    'id', tasks.id,
    'ownerId', tasks.user_id,
    'createdAt', private.iso(tasks.created_at),
    'updatedAt', private.iso(tasks.updated_at),
    'revision', tasks.revision,
    'people', (
      select jsonb_object_agg(profiles.id, coalesce(former_names.name, profiles.display_name))
      from public.profiles
      left join public.former_names
        on former_names.task_id = tasks.id and former_names.person_id = profiles.id
      -- One array, which an index answers, however many people there are.
      where profiles.id = any (
        tasks.user_id || array(
          select shares.recipient_id from public.task_shares shares
          where shares.task_id = tasks.id and shares.status = 'taking_part'
          union all
          select known.person_id from public.former_names known where known.task_id = tasks.id
        )
      )
    ),
    'takingPart', (
      select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
      from public.task_shares shares
      where shares.task_id = tasks.id and shares.status = 'taking_part'
    ),
    'formerSchedules', (
      select coalesce(
        jsonb_agg(private.former_schedule_json(former) order by former.valid_until), '[]'
      )
      from public.task_schedules former
      where former.task_id = tasks.id
    ),
    'putOffs', private.put_offs_json(tasks.id),
    'pausedDays', private.runs(tasks.paused),
    'completedDays', settled.done,
    'skippedDays', settled.skipped,
    'recentChecks', (
      select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
      -- From the latest day back, by the index, however many there are.
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks
        where checks.task_id = tasks.id and checks.line = any (tasks.checklist)
        group by checks.day
        order by checks.day desc
        limit 10
      ) as latest
    ),
    'recentCompletions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'date', latest.completed_date,
            'status', latest.status,
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.completed_at),
            'timeZone', latest.time_zone
          )
          order by latest.completed_date
        ),
        '[]'
      )
      from (
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_at > now() - interval '48 hours'
          order by completions.completed_at desc
          limit 100
        )
        union
        (
          select completions.* from public.task_completions completions
          where completions.task_id = tasks.id
            and completions.completed_date >= (now() at time zone 'UTC')::date - 1
          order by completions.completed_date
          limit 100
        )
      ) as latest
    ),
    'recentCatchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', latest.id,
            'status', latest.status,
            'days', private.runs(latest.days),
            'completedBy', latest.user_id,
            'completedAt', private.iso(latest.recorded_at),
            'timeZone', latest.time_zone
          )
          order by latest.recorded_at, latest.id
        ),
        '[]'
      )
      from (
        select catch_ups.* from public.task_catch_ups catch_ups
        where catch_ups.task_id = tasks.id
          and catch_ups.recorded_at > now() - interval '48 hours'
        order by catch_ups.recorded_at desc
        limit 20
      ) as latest
    )
  )
  from public.tasks
  cross join lateral (
    select
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.done) order by bits.first)
          filter (where bits.done <> ''),
        '[]'
      ) as done,
      coalesce(
        jsonb_agg(jsonb_build_array(bits.first, bits.skipped) order by bits.first)
          filter (where bits.skipped <> ''),
        '[]'
      ) as skipped
    from (
      -- One pair for each run of blocks without a gap. bit_send begins with the number of bits, in four
      -- bytes; encode breaks its lines.
      select
        min(runs.block) * 336 - (date '1970-01-01' - date '0001-01-01') as first,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.done) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as done,
        rtrim(translate(encode(
          string_agg(substring(bit_send(runs.skipped) from 5), '' order by runs.block), 'base64'
        ), E'\n', ''), 'A') as skipped
      from (
        select
          days.block, days.done, days.skipped,
          days.block - row_number() over (order by days.block) as gap
        from private.settled_days days
        where days.task_id = tasks.id
      ) as runs
      group by runs.gap
    ) as bits
  ) as settled
  where tasks.id = any (ids)
  order by tasks.id
$$;
