-- plpgsql keeps its plan: in SQL they were planned for each row of a task, of which there may be 80,000, and that
-- took longer than a call may.
create or replace function private.person_json(person uuid, former text, people jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when person = auth.uid() then '{"me": true}'::jsonb
    when person is not null then
      jsonb_build_object('name', coalesce(people ->> person::text, 'Somebody'))
    when former is not null then jsonb_build_object('name', former)
  end;
end;
$$;

create or replace function private.doers_json(
  persons uuid[], person uuid, former text, people jsonb, me uuid
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when persons is null then private.person_json(person, former, people)
    when persons = array[me] then '{"me": true}'
    when persons <> '{}' then jsonb_build_object('name', left(private.names_of(persons, people), 100))
  end;
end;
$$;

create or replace function private.with_names(object jsonb, key text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case when jsonb_typeof(object -> key) = 'array' then object || jsonb_build_object(key, (
    select coalesce(jsonb_agg(coalesce(people.name, 'Somebody') order by listed.place), '[]')
    from jsonb_array_elements_text(object -> key) with ordinality as listed (id, place)
    left join public.household_people people on people.id = listed.id::uuid
  )) else object end;
end;
$$;

create or replace function private.exported_details(details jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.with_names(private.with_names(details, 'people'), 'roster') || (
    select coalesce(jsonb_object_agg(schedule.key, private.with_names(schedule.value, 'roster')), '{}')
    from jsonb_each(details) as schedule
    where schedule.key in ('before', 'after') and jsonb_typeof(schedule.value) = 'object'
  );
end;
$$;
