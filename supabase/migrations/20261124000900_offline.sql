-- What was done without a network arrives later: the record keeps both instants.

-- When what is being recorded was done: now, unless it has waited on a device without a network. Then the request's
-- header x-made-ago says for how many seconds: an age, so that a clock which is wrong does no harm. It is bounded
-- by 30 days, and nothing is made in the future.
create function private.made_at() returns timestamptz
language sql stable
-- Bound to its names when it is made, and part of the statement that asks it: no call.
return now() - make_interval(secs => greatest(0, least(2592000, coalesce(
  (nullif(current_setting('request.headers', true), '')::json ->> 'x-made-ago')::double precision, 0
))));

grant execute on function private.made_at() to authenticated;

alter table public.task_completions alter column completed_at set default private.made_at();

alter table public.task_catch_ups alter column recorded_at set default private.made_at();

alter table public.task_day_notes alter column written_at set default private.made_at();

alter table public.task_events alter column happened_at set default private.made_at();

-- In two steps, so that what is there already has not waited.
alter table public.task_events add column arrived_at timestamptz;

alter table public.task_events alter column arrived_at set default nullif(now(), private.made_at());

grant select (arrived_at) on public.task_events to authenticated;

create or replace function private.note_day(task_id uuid, day date, note text, based_on text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  entered constant text := coalesce(private.entered_text(note), '');
  stored text;
begin
  -- Locks the task: of two saves at once, the second sees the first one's note.
  perform private.begin_change(note_day.task_id);
  if char_length(entered) > 500 then
    perform private.refuse('note', 'NOTE_TOO_LONG');
  elsif day is null or day > private.latest_today() or day < date '0001-01-01' then
    perform private.refuse('day', 'INVALID');
  end if;
  select notes.note into stored from public.task_day_notes notes
  where notes.task_id = note_day.task_id and notes.day = note_day.day;
  if coalesce(stored, '') not in (entered, coalesce(private.entered_text(based_on), '')) then
    raise exception using errcode = 'PT409', message = 'NOTE_CHANGED';
  end if;
  if entered = '' then
    delete from public.task_day_notes notes
    where notes.task_id = note_day.task_id and notes.day = note_day.day;
  else
    insert into public.task_day_notes as notes (task_id, day, note, user_id)
    values (note_day.task_id, note_day.day, entered, auth.uid())
    on conflict on constraint task_day_notes_pkey do update
    set note = excluded.note, user_id = excluded.user_id, written_at = private.made_at()
    where notes.note <> excluded.note;
  end if;
  perform private.count_changes(note_day.task_id, 1);
end;
$$;

-- An undo that has waited leaves what was done since.
create or replace function public.undo_completion(task_id uuid, completed_date date) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  task jsonb;
  -- One that has waited is not about what was done since. A request takes up to ten seconds.
  last_known constant timestamptz := private.made_at() + interval '10 seconds';
begin
  perform set_config('rota.in_call', 'on', true), set_config('rota.sent_task', '', true);
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id
    and completions.completed_date = undo_completion.completed_date
    and completions.completed_at <= last_known;
  if not found then
    if exists (
      select from public.task_completions completions
      where completions.task_id = undo_completion.task_id
        and completions.completed_date = undo_completion.completed_date
        and completions.completed_at <= last_known
    ) then
      perform private.fail('COMPLETION_NOT_YOURS');
    end if;
    perform private.take_from_catch_ups(
      undo_completion.task_id, datemultirange(daterange(completed_date, completed_date, '[]'))
    );
  end if;
  task := nullif(current_setting('rota.sent_task'), '');
  if task is null then
    select visible into task from private.visible_tasks(array[undo_completion.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  elsif not private.is_day(undo_completion.completed_date) then
    perform private.refuse('date', 'INVALID');
  end if;
  return task;
end;
$$;

-- A tick or skip that stands is told once, by its completion; the events have everything else.
create or replace function private.exported_task(task jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select (
    task - array[
      'ownerId', 'householdId', 'people', 'revision', 'pausedDays', 'completedDays', 'skippedDays',
      'recentCompletions', 'recentCatchUps', 'recentChecks', 'takingPart'
    ]
  ) || jsonb_build_object(
    'owner', private.person_json(tasks.user_id, null, task -> 'people'),
    'household', (
      select households.name from public.households where households.id = tasks.household_id
    ),
    'deletedAt', private.iso(tasks.deleted_at),
    'pausedDays', private.ranges_json(tasks.paused),
    'sharedWith', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
          order by shares.contact_email
        ),
        '[]'
      )
      from public.task_shares shares where shares.task_id = tasks.id
    ),
    'completions', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days)
          || jsonb_strip_nulls(jsonb_build_object('via', via))
          order by status, person::text, time_zone, via
        ),
        '[]'
      )
      from (
        select
          private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
          status,
          time_zone,
          via,
          jsonb_agg(
            jsonb_build_array(completed_date, private.iso(completed_at))
            || case
              when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
              when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
              when done_on is not null then jsonb_build_array(done_on)
              else '[]'
            end
            order by completed_date
          ) as days
        from public.task_completions where task_id = tasks.id
        group by 1, 2, 3, 4
      ) as groups
    ),
    'catchUps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', catch_ups.id,
            'by', private.doers_json(
              catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id
            ),
            'status', catch_ups.status,
            'days', private.ranges_json(catch_ups.days),
            'at', private.iso(catch_ups.recorded_at),
            'timeZone', catch_ups.time_zone
          )
          order by catch_ups.recorded_at, catch_ups.days
        ),
        '[]'
      )
      from public.task_catch_ups catch_ups where catch_ups.task_id = tasks.id
    ),
    'notes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day', notes.day,
            'note', notes.note,
            'by', private.doers_json(
              case when notes.person_id is not null then array[notes.person_id] end,
              notes.user_id, notes.by_name, task -> 'people', me.id
            ),
            'at', private.iso(notes.written_at)
          )
          order by notes.day
        ),
        '[]'
      )
      from public.task_day_notes notes where notes.task_id = tasks.id
    ),
    'checks', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'lines', lines) order by day), '[]')
      from (
        select checks.day, jsonb_agg(checks.line order by checks.line) as lines
        from public.task_checks checks where checks.task_id = tasks.id
        group by checks.day
      ) as checked
    ),
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', private.iso(events.happened_at),
            -- null where that is the same
            'arrivedAt', private.iso(events.arrived_at),
            'timeZone', events.time_zone,
            'by', private.doers_json(
              case when events.person_id is not null then array[events.person_id] end,
              events.user_id, null, task -> 'people', me.id
            ),
            'kind', events.kind,
            'days', private.ranges_json(events.days),
            'details', case
              when events.details ? 'by' then
                jsonb_set(
                  events.details - array['people', 'saidBy'], '{by}',
                  coalesce(
                    private.doers_json(
                      case when events.details ? 'people' then array(
                        select person::uuid from jsonb_array_elements_text(events.details -> 'people') as person
                      ) end,
                      (events.details ->> 'by')::uuid, null, task -> 'people', me.id
                    ),
                    'null'
                  )
                ) || case when events.details #> '{after,people}' is null then '{}' else jsonb_build_object(
                  'after', (events.details -> 'after') - 'people' || jsonb_build_object(
                    'by', private.doers_json(
                      array(
                        select person::uuid
                        from jsonb_array_elements_text(events.details #> '{after,people}') as person
                      ),
                      null, null, task -> 'people', me.id
                    )
                  )
                ) end
              else events.details
            end
          )
          order by events.id
        ),
        '[]'
      )
      from public.task_events events
      where events.task_id = tasks.id
        and not (
          events.kind in ('done', 'skipped') and events.arrived_at is null
          and upper(events.days) - lower(events.days) = 1
          and exists (
            select from public.task_completions completions
            where completions.task_id = events.task_id
              and completions.completed_date = lower(events.days)
              and completions.completed_at = events.happened_at
              and completions.status = events.kind
              and case
                when events.details ? 'via' then
                  completions.via = events.details ->> 'via' and completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                else
                  events.details ->> 'by' = events.user_id::text and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
              end
          )
        )
    )
  )
  from public.tasks, (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid
$$;
