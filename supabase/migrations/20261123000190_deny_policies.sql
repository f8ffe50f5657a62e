-- What our own functions alone may touch says so by a policy, too.
do $$
declare
  kept text;
begin
  foreach kept in array array[
    'closing_attempts', 'daily_changes', 'ended_shares', 'invitation_mails', 'limits', 'mail_refusals',
    'name_changes', 'outbox'
  ] loop
    execute format(
      'create policy "Nobody but our own functions" on private.%I for all to public using (false)', kept
    );
  end loop;
end;
$$;
