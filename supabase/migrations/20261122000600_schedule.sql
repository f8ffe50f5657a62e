-- On Supabase pg_cron calls the function `send-mails` every minute, through pg_net; it finds the address
-- and the key in Vault, where `npm run deploy` puts them. Where any of these is missing nothing happens
-- here: the embedded stack calls the function itself.
create function private.call_send_mails() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  project_url constant text := (
    select decrypted_secret from vault.decrypted_secrets where name = 'rota_project_url'
  );
  secret_key constant text := (
    select decrypted_secret from vault.decrypted_secrets where name = 'rota_secret_key'
  );
begin
  if project_url is not null and secret_key is not null then
    perform net.http_post(
      url := project_url || '/functions/v1/send-mails',
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
      body := '{}'::jsonb,
      timeout_milliseconds := 150000
    );
  end if;
end;
$$;

do $$
begin
  if (
    select count(*) from pg_catalog.pg_available_extensions
    where name in ('pg_cron', 'pg_net', 'supabase_vault')
  ) = 3 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    create extension if not exists supabase_vault;
    perform cron.schedule('rota-send-mails', '* * * * *', 'select private.call_send_mails()');
    -- pg_cron keeps a row of every run for ever.
    perform cron.schedule(
      'rota-forget-runs', '17 3 * * *',
      $sql$
        delete from cron.job_run_details
        where end_time < now() - interval '7 days'
          and jobid in (select jobid from cron.job where jobname like 'rota-%')
      $sql$
    );
  end if;
exception when others then
  raise warning 'No mails will be sent by a schedule: %', sqlerrm;
end;
$$;
