-- A new name is told to those whom the person has invited and who have not decided yet, too: their list
-- has it beside the invitation.
create or replace function private.broadcast_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select shares.task_id from public.task_shares shares
    where shares.recipient_id = new.id and shares.standing = 'taking_part'
  ),
  invited as (
    select distinct shares.contact_email from public.task_shares shares
    where shares.owner_id = new.id and shares.recipient_id is null
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
    union
    -- Into the void where there is no account, which must not show in what a new name costs.
    select coalesce(private.account_of(invited.contact_email, new.id), gen_random_uuid()) from invited
  )
  into people;
  perform private.send_list_changed(people);
  return null;
end;
$$;
