import pg from "pg";

const JOBS = {
  "rota-send-mails": { when: "* * * * *", sql: "select private.call_function('send-mails')" },
  "rota-send-pushes": { when: "* * * * *", sql: "select private.call_function('send-pushes')" },
  "rota-send-webhooks": { when: "* * * * *", sql: "select private.call_function('send-webhooks')" },
  // pg_cron keeps a row of every run for ever.
  "rota-forget-runs": {
    when: "17 3 * * *",
    sql: `delete from cron.job_run_details
          where end_time < now() - interval '7 days'
            and jobid in (select jobid from cron.job where jobname like 'rota-%')`,
  },
};

/**
 * The SQL after which mails and pushes are sent by the clock, whatever was there before: the extensions, what
 * `private.call_function` finds in Vault, and the jobs. It fails where any of these can't be had.
 * @param apiUrl the project's, without a slash at the end
 */
export function scheduleSql(apiUrl: string, secretKey: string): string {
  const row = (...values: string[]) => `(${values.map(pg.escapeLiteral).join(", ")})`;
  const jobs = Object.entries(JOBS).map(([name, { when, sql }]) => row(name, when, sql));
  return `
create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pg_net with schema extensions;
create extension if not exists supabase_vault;
select case
  when stored.id is null then vault.create_secret(given.value, given.name)::text
  else vault.update_secret(stored.id, given.value)::text
end
from (values ${row("rota_project_url", apiUrl)}, ${row("rota_secret_key", secretKey)})
  as given (name, value)
left join vault.secrets as stored on stored.name = given.name;
select cron.schedule(job.name, job.schedule, job.command)
from (values ${jobs.join(", ")}) as job (name, schedule, command);
`;
}

/** Answers with the jobs that run, as rows of `jobname`. */
export const ACTIVE_JOBS =
  "select jobname from cron.job where active and jobname like 'rota-%' order by jobname";

/** The jobs that are not among these rows. */
export function missingJobs(rows: { jobname: string }[]): string[] {
  const active = rows.map(({ jobname }) => jobname);
  return Object.keys(JOBS).filter((name) => !active.includes(name));
}
