-- The bits of a task's days begin where the first one is, and no more with the block that it lies in.
do $migration$
declare
  before constant text := $before$
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
          where days.task_id = tasks.id and extents.cut is distinct from 'record'
        ) as runs
        group by runs.gap
      ) as bits
$before$;
  after constant text := $after$
    cross join lateral (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_array(bits.first + 6 * bits.before_done, substr(bits.done, 1 + bits.before_done))
            order by bits.first
          ) filter (where bits.done <> ''),
          '[]'
        ) as done,
        coalesce(
          jsonb_agg(
            jsonb_build_array(
              bits.first + 6 * bits.before_skipped, substr(bits.skipped, 1 + bits.before_skipped)
            )
            order by bits.first
          ) filter (where bits.skipped <> ''),
          '[]'
        ) as skipped
      from (
        -- From about the first day on that has a bit: four characters are 24 days.
        select
          blocks.*,
          (length(blocks.done) - length(ltrim(blocks.done, 'A'))) / 4 * 4 as before_done,
          (length(blocks.skipped) - length(ltrim(blocks.skipped, 'A'))) / 4 * 4 as before_skipped
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
            where days.task_id = tasks.id and extents.cut is distinct from 'record'
          ) as runs
          group by runs.gap
        ) as blocks
      ) as bits
$after$;
  definition constant text := pg_get_functiondef('private.task_json'::regproc);
begin
  if strpos(definition, before) = 0 then
    raise exception 'private.task_json is not the one that this migration changes';
  end if;
  execute replace(definition, before, after);
end;
$migration$;
