-- Whoever is let go while they change something of a household is told one thing, whatever the moment.

-- Changes of a household come one after the other; its tasks are locked before it, as everywhere. The caller
-- must have at least this role: asked twice, as an outsider locks nothing, so that nothing waits for them and
-- no time tells them of it, and somebody may be let go meanwhile. Errors: HOUSEHOLD_NOT_FOUND, NOT_ALLOWED, LIMIT_REACHED.
create or replace function private.begin_household(
  household uuid, least_role text, is_deleted boolean default false
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  belongs boolean;
  may boolean;
  changed integer;
begin
  for attempt in 1..2 loop
    -- In one look: somebody who is let go between two would read that they are there, but may not.
    select
      coalesce(household = any (array(select private.my_households('helper', is_deleted))), false),
      household = any (array(select private.my_households(least_role, is_deleted)))
    into belongs, may;
    if not belongs then
      perform private.fail('HOUSEHOLD_NOT_FOUND');
    elsif not may then
      perform private.fail('NOT_ALLOWED');
    end if;
    if attempt = 1 then
      perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
      perform from public.households where households.id = household for update;
    end if;
  end loop;
  update public.household_people people
  set
    changed_on = (now() at time zone 'UTC')::date,
    changes = 1 + case
      when people.changed_on = (now() at time zone 'UTC')::date then people.changes else 0
    end
  where people.household_id = household and people.account_id = auth.uid()
  returning people.changes into changed;
  if changed > private.limit_of('household_changes_per_day') then
    perform private.exceed('TOO_MANY_HOUSEHOLD_CHANGES');
  end if;
end;
$$;
