-- plpgsql keeps its plan: in SQL it was planned for each statement that a policy looks at.
create or replace function private.my_households(
  least_role text default 'helper', is_deleted boolean default false
) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select people.household_id
    from public.household_people people
    join public.households on households.id = people.household_id
    where people.account_id = auth.uid()
      and people.left_on is null
      and (households.deleted_at is not null) = is_deleted
      and case least_role
        when 'keeper' then people.role = 'keeper'
        when 'member' then people.role <> 'helper'
        else true
      end;
end;
$$;
