import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backup, restore } from "../../cli/backup/commands.ts";
import { exportLines } from "../../cli/backup/rows.ts";
import { readConfig, rootFolder } from "../../cli/project.ts";
import { choosePorts, localKeys } from "../../stack/config.ts";
import { withDatabase } from "../../stack/data-access.ts";
import { openDataFolder } from "../../stack/data-folder.ts";
import { findPortBase } from "../../stack/ports.ts";
import { preparePlatform, withClient } from "../../stack/services/platform.ts";
import { databaseUrl, postgresService, superuser } from "../../stack/services/postgres.ts";
import { realtimeService } from "../../stack/services/realtime.ts";
import { Supervisor } from "../../stack/supervisor.ts";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startManagementApi,
} from "../support/management-api.ts";
import { type Checkout, makeCheckout } from "./checkout.ts";
import { type HostedProject, startHostedProject } from "./hosted-project.ts";

/** `npm run deploy` with the real CLI, against stand-ins of the platform and its PostgreSQL. */

const TASK = randomUUID();
const REF = "abcdefghijklmnopqrst";
const ADDRESS = `https://${REF}.supabase.co`;
const project = { SUPABASE_PROJECT_ID: REF, SITE_URL: "https://rota.example/" };
const mail = {
  SMTP_HOST: "smtp.example",
  SMTP_USER: "the-mail-user",
  SMTP_PASS: 'the "mail" $password #1',
  SMTP_FROM: "rota@rota.example",
};
const login = { SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN };

let api: ManagementApi;
let hosted: HostedProject;
let checkout: Checkout;
let url = "";
let superuserUrl = "";
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  const config = readConfig();
  const ports = choosePorts(
    config,
    await findPortBase(Object.keys(config.functions).length),
    undefined,
  );
  const folder = openDataFolder(undefined, config.db.major_version);
  cleanUps.push(() => folder.release());
  const supervisor = new Supervisor(
    () => {},
    () => {},
  );
  cleanUps.push(() => supervisor.stop());
  await supervisor.start(await postgresService(folder, ports.database));
  await preparePlatform(ports.database, folder.password);
  url = databaseUrl(ports.database, "postgres");
  superuserUrl = databaseUrl(ports.database, superuser);
  await query(extensions, superuserUrl);
  await query(platformParts);
  await supervisor.start(await realtimeService(ports, localKeys));
  api = await startManagementApi(REF, url);
  cleanUps.push(() => api.close());
  hosted = await startHostedProject(api, ports.realtime);
  cleanUps.push(() => hosted.close());
  checkout = makeCheckout({
    databaseUrl: url,
    apiUrl: api.url,
    projectAddress: ADDRESS,
    projectUrl: hosted.url,
  });
  cleanUps.push(() => checkout.remove());
}, 120_000);

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}, 60_000);

/** So that "create extension if not exists" finds them: an embedded PostgreSQL has no such files. */
const extensions = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 90000 + place, name, 10, 'pg_catalog'::regnamespace, false, '1'
    from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) with ordinality as t (name, place)`;

/** The parts of these extensions that are used. */
const platformParts = `
  create schema cron;
  create table cron.job (
    jobid bigint generated always as identity, jobname text unique, schedule text, command text,
    active boolean not null default true
  );
  create function cron.schedule(text, text, text) returns bigint language sql
    as 'insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
        on conflict (jobname) do update set schedule = $2, command = $3 returning jobid';
  create schema vault;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), name text, secret text);
  create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(secret text, name text) returns uuid language sql
    as 'insert into vault.secrets (secret, name) values ($1, $2) returning id';
  create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql
    as 'update vault.secrets set secret = $2 where id = $1';
  create schema net;
  create table net.requests (url text, headers jsonb, body jsonb);
  create function net.http_post(url text, body jsonb, headers jsonb, timeout_milliseconds integer)
    returns void language sql as 'insert into net.requests values ($1, $3, $2)'`;

async function query<Row extends pg.QueryResultRow>(
  text: string,
  connectionString = url,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function appliedMigrations(): Promise<string[]> {
  const rows = await query<{ version: string }>(
    `select version from supabase_migrations.schema_migrations
     where to_regclass('public.tasks') is not null order by version`,
  );
  return rows.map(({ version }) => version);
}

const migrationsInCheckout = () =>
  readdirSync(join(rootFolder, "supabase/migrations")).map((name) => name.split("_")[0]);

const template = (name: string) =>
  readFileSync(join(rootFolder, `supabase/templates/${name}.html`), "utf8");

/** The commands as the dry run prints them: readable, with a named temporary folder. */
const asPlanned = (commands: string[]) =>
  commands.map((command) =>
    command
      .replace(" --output-format json", "")
      .replace(/--workdir \S+/, "--workdir TEMPORARY_FOLDER")
      .replace(/(--env-file|--file) \S+\//, "$1 TEMPORARY_FOLDER/"),
  );

const ALL_WORKS = `
What was deployed:
- settings: as they should be
- schedule: its jobs are active
- mails: the function send-mails takes the secret key that the schedule calls it with
- live updates: a private channel was joined
`;

test("the dry run prints each command, asks for nothing and shows no secret", async () => {
  const { code, stdout, stderr } = await checkout.deploy(["--dry-run"], { ...project, ...mail });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`supabase db push --remote=${REF}`);
  expect(stdout).toContain("https://rota.example/reset-password");
  expect(stdout).toMatch(
    /closed for sign-up stays\s+closed, and its other redirect addresses stay/,
  );
  expect(stdout).not.toContain(mail.SMTP_PASS);
  expect(stdout).not.toContain(mail.SMTP_USER);
  expect(stdout).not.toContain("Nobody else can sign up");
  const withoutMail = await checkout.deploy(["--dry-run"], project);
  expect(withoutMail.stdout).toContain("Nobody else can sign up or reset a password.");
  expect(checkout.takeCommands()).toEqual([]);
  expect(api.requests).toEqual([]);
});

test("without a login, or with a wrong one, it says so and changes nothing", async () => {
  const loggedOut = await checkout.deploy([], project);
  expect(loggedOut.code).toBe(1);
  expect(loggedOut.stderr).toContain(
    'rota: you are not logged in to Supabase: run "npx supabase login", or set SUPABASE_ACCESS_TOKEN.',
  );
  const SUPABASE_ACCESS_TOKEN = `sbp_${"1".repeat(40)}`;
  const stranger = await checkout.deploy([], { ...project, SUPABASE_ACCESS_TOKEN });
  expect(stranger.code).toBe(1);
  expect(stranger.stderr).toMatch(
    /rota: linking the project failed, and nothing after it was done: .*Unauthorized/,
  );
  expect(api.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  checkout.takeCommands();
}, 60_000);

test("a new project gets the database, the settings, the functions and its app", async () => {
  const planned = await checkout.deploy(["--dry-run"], { ...project, ...mail });
  const done = await checkout.deploy([], { ...project, ...mail, ...login });
  expect(done, done.stderr).toMatchObject({ code: 0 });

  const commands = checkout.takeCommands();
  const plan = planned.stdout.split("\n").filter((line) => line.startsWith("supabase "));
  expect(asPlanned(commands)).toEqual(plan);
  for (const secret of [
    ...[mail.SMTP_PASS, mail.SMTP_USER, mail.SMTP_FROM, ACCESS_TOKEN, SECRET_KEY],
  ]) {
    expect(`${commands}${done.stdout}${done.stderr}`).not.toContain(secret);
  }

  expect(await appliedMigrations()).toEqual(migrationsInCheckout());
  expect(api.authChanges).toEqual([
    {
      site_url: "https://rota.example",
      uri_allow_list: "https://rota.example/,https://rota.example/reset-password",
      mailer_autoconfirm: false,
      mailer_otp_length: 10,
      mailer_secure_email_change_enabled: true,
      mailer_subjects_confirmation: expect.stringContaining("Confirm your e-mail address"),
      mailer_subjects_email_change: expect.stringContaining("Confirm your new e-mail address"),
      mailer_subjects_recovery: expect.stringContaining("Choose a new password"),
      mailer_templates_confirmation_content: template("confirmation"),
      mailer_templates_email_change_content: template("email_change"),
      mailer_templates_recovery_content: template("recovery"),
      password_min_length: 8,
      security_update_password_require_current_password: true,
      smtp_host: "smtp.example",
      smtp_port: "465",
      smtp_user: "the-mail-user",
      smtp_pass: mail.SMTP_PASS,
      smtp_admin_email: "rota@rota.example",
      smtp_sender_name: "Rota",
    },
  ]);
  expect(api.secrets).toEqual({
    ALLOWED_ORIGINS: "https://rota.example",
    APP_URL: "https://rota.example",
    MAIL_LINK_SECRET: expect.stringMatching(/^[\w-]{43}$/),
    VAPID_KEYS: expect.stringMatching(/^B[\w-]{86}\.[\w-]{43}$/),
    WEBHOOK_HOSTS: "*",
    ...{ ...mail, SMTP_PORT: "465" },
  });
  expect(Object.keys(api.functions).sort()).toEqual(Object.keys(readConfig().functions).sort());
  // The rules that functions share with the app are outside of supabase/.
  for (const name of ["create-task", "delete-task", "update-task"])
    expect(api.functions[name]).toContain("src/domain/tasks/task-input.ts");
  expect(api.functions.calendar).toContain("src/calendar/calendar-file.ts");

  const page = readFileSync(join(checkout.folder, "dist/index.html"), "utf8");
  expect(page).toContain(`connect-src 'self' https://${REF}.supabase.co wss://${REF}.supabase.co`);
  expect(page).toContain(PUBLISHABLE_KEY);
  expect(done.stdout).toContain(ALL_WORKS);
  expect(done.stdout).toContain("Upload dist/ to https://rota.example");
  checkout.emptyApp();
}, 240_000);

/** Columns of the platform's accounts that the embedded stack's lack. */
const platformAccounts = `
  alter table auth.users add column if not exists instance_id uuid,
    add column if not exists is_super_admin boolean,
    add column if not exists confirmation_checked timestamptz generated always as (email_confirmed_at) stored;
  alter table auth.users alter column confirmation_token set default '';
  grant set on parameter session_replication_role to postgres`;

/** Two accounts, one with a task that was done twice. */
const household = `
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  select id::uuid, 'authenticated', 'authenticated', name || '@example.com',
    extensions.crypt('a password', extensions.gen_salt('bf', 4)), now(), '{}',
    jsonb_build_object('full_name', name, 'sub', id, 'email', name || '@example.com', 'email_verified', true,
      'phone_verified', false), now(), now()
  from (values ('${randomUUID()}', 'anna'), ('${randomUUID()}', 'bob')) as people (id, name);
  select set_config('request.jwt.claims',
    jsonb_build_object('sub', id, 'email', email, 'role', 'authenticated')::text, false),
    set_config('request.jwt.claim.sub', id::text, false)
  from auth.users where email = 'anna@example.com';
  set role authenticated;
  select public.create_task('${TASK}', jsonb_build_object(
    'category', 'Kitchen', 'title', 'Dishes', 'startDate', '2024-01-01', 'isShared', true),
    array['bob@example.com']);
  select public.complete_task('${TASK}', '2024-01-01');
  select public.complete_task('${TASK}', '2024-01-03');
  reset role`;

/** Everything of Rota in a database, row by row, and who can sign in with which password. */
const contents = async (client: pg.Client) => {
  const lines: string[] = [];
  for await (const line of exportLines(client)) lines.push(line);
  const accounts = await client.query(
    "select id, email, encrypted_password, raw_user_meta_data from auth.users order by email",
  );
  return {
    accounts: accounts.rows,
    rows: lines.filter((line) => !/^\{"(?:format|table":"auth)/.test(line)),
  };
};

test("a household moves from a server of its own to the project and back, with its record and its passwords", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rota-moves-"));
  chmodSync(folder, 0o711);
  const at = (name: string) => ({ path: join(folder, name), remedy: "" });
  const file = (name: string) => join(folder, name);
  const quiet = () => {};
  try {
    await query(platformAccounts, superuserUrl);
    const before = await withDatabase(rootFolder, at("home"), quiet, async (client) => {
      await client.query(household);
      return contents(client);
    });
    expect(before.accounts).toHaveLength(2);
    expect(before.rows.filter((line) => line.includes("2024-01-03"))).not.toEqual([]);
    await backup(file("away"), { folder: at("home"), replace: false }, quiet);
    const hostedProject = { folder: at("none"), databaseUrl: url, replace: false };
    await restore(file("away"), hostedProject, quiet);
    const there = await withClient(url, contents);
    expect(there).toEqual(before);
    expect(await query("select distinct instance_id, confirmation_token from auth.users")).toEqual([
      { instance_id: "00000000-0000-0000-0000-000000000000", confirmation_token: "" },
    ]);
    await expect(restore(file("away"), hostedProject, quiet)).rejects.toThrow(/2 people already/);
    expect(await withClient(url, contents)).toEqual(before);

    await backup(file("back"), hostedProject, quiet);
    await restore(file("back"), { folder: at("new home"), replace: false }, quiet);
    expect(await withDatabase(rootFolder, at("new home"), quiet, contents)).toEqual(before);
    const unreachable = { ...hostedProject, databaseUrl: "postgresql://127.0.0.1:1/postgres" };
    await expect(backup(file("nothing"), unreachable, quiet)).rejects.toThrow(/can't be reached/);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}, 120_000);

test("a static host is told the page's policy and more, how long files last, and where paths lead", () => {
  const read = (name: string) => readFileSync(join(checkout.folder, "dist", name), "utf8");
  const blocks = read("_headers").split(/\n(?=\/)/);
  const headers = Object.fromEntries(
    blocks.map((block) => {
      const [path = "", ...lines] = block.trim().split(/\n\s+/);
      return [path, lines];
    }),
  );
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(
    read("index.html"),
  ) ?? ["", "none"];
  expect(headers).toEqual({
    "/*": [
      `Content-Security-Policy: ${policy}; frame-ancestors 'none'`,
      "Cross-Origin-Opener-Policy: same-origin",
      "Strict-Transport-Security: max-age=31536000",
      "X-Content-Type-Options: nosniff",
    ],
    "/": ["Cache-Control: no-cache"],
    "/index.html": ["Cache-Control: no-cache"],
    "/worker.js": ["Cache-Control: no-cache"],
    "/assets/*": ["Cache-Control: public, max-age=31536000, immutable"],
  });
  expect(policy).toContain("script-src 'self' 'sha256-");
  // Cloudflare Pages takes no longer line.
  expect(
    Math.max(
      ...read("_headers")
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBeLessThan(2_000);
  expect(read("_redirects")).toBe("/* /index.html 200\n");
  const unhashed = readdirSync(join(checkout.folder, "dist/assets")).filter(
    (name) => !/-[\w-]{8}\.\w+$/.test(name),
  );
  expect(unhashed).toEqual([]);
});

test("the schedule calls the function that sends mails with the project's address and secret key", async () => {
  await query("select private.call_function('send-mails')");
  expect(await query("select * from net.requests")).toEqual([
    {
      url: `https://${REF}.supabase.co/functions/v1/send-mails`,
      headers: { "Content-Type": "application/json", apikey: SECRET_KEY },
      body: {},
    },
  ]);
  expect(await query("select jobname, schedule, command from cron.job where active")).toMatchObject(
    [
      {
        jobname: "rota-send-mails",
        schedule: "* * * * *",
        command: "select private.call_function('send-mails')",
      },
      {
        jobname: "rota-send-pushes",
        schedule: "* * * * *",
        command: "select private.call_function('send-pushes')",
      },
      {
        jobname: "rota-send-webhooks",
        schedule: "* * * * *",
        command: "select private.call_function('send-webhooks')",
      },
      { jobname: "rota-forget-runs", schedule: "17 3 * * *" },
    ],
  );
});

test("twice more, a project keeps that it is closed, its addresses, its longer passwords and its mailer; the schedule has the key that the functions use, rotated or one of two", async () => {
  const own = ["https://mine.example/**", "myapp://callback"];
  Object.assign(api.auth, {
    disable_signup: true,
    uri_allow_list: own.join(","),
    password_min_length: 12,
  });
  const before = api.authChanges.length;
  const { MAIL_LINK_SECRET, VAPID_KEYS } = api.secrets;
  const secret = (name: string) => ({ type: "secret", name, value: `sb_secret_${name}` }) as const;
  const publishable = api.keys.filter(({ type }) => type === "publishable");
  for (const keys of [["rotated"], ["another", "default"]]) {
    api.keys.splice(0, api.keys.length, ...publishable, ...keys.map(secret));
    const again = await checkout.deploy([], { ...project, ...login });
    expect(again, `${keys}: ${again.stderr}`).toMatchObject({ code: 0 });
    expect(again.stderr).toContain("sign-up is closed in this project, and stays so.");
    expect(again.stderr).toContain(own.join(", "));
    expect(again.stdout).toContain(ALL_WORKS);
    expect(again.stdout).not.toContain("Nobody else can sign up");
    expect(again.stdout).not.toContain("sign up, and follow the link");
    await query("delete from net.requests; select private.call_function('send-mails')");
    expect(await query("select url, headers ->> 'apikey' as key from net.requests")).toEqual([
      { url: `${ADDRESS}/functions/v1/send-mails`, key: `sb_secret_${keys.at(-1)}` },
    ]);
  }
  const urls = [...own, "https://rota.example/", "https://rota.example/reset-password"].join(",");
  // The second time there is nothing to change.
  expect(api.authChanges.slice(before)).toEqual([{ uri_allow_list: urls }]);
  expect(api.auth).toMatchObject({
    disable_signup: true,
    uri_allow_list: urls,
    password_min_length: 12,
    smtp_host: "smtp.example",
  });
  expect(await query("select name from vault.secrets order by name")).toEqual([
    { name: "rota_project_url" },
    { name: "rota_secret_key" },
  ]);
  expect(api.secrets).toMatchObject({ MAIL_LINK_SECRET, VAPID_KEYS });
  expect(await appliedMigrations()).toEqual(migrationsInCheckout());
}, 240_000);

test("what does not work is said in a line each, and in the exit code", async () => {
  api.stuck.add("site_url");
  api.auth.site_url = "https://old.example";
  hosted.functionKeys = { default: "sb_secret_of_yesterday" };
  hosted.isLive = false;
  await query("update cron.job set active = false where jobname = 'rota-send-mails'");
  const done = await checkout.deploy([], { ...project, ...login });
  expect(done.code).toBe(1);
  expect(done.stdout).toContain(`
- settings: FAILED: the project did not take auth.site_url
- schedule: FAILED: pg_cron has no active job rota-send-mails
- mails: FAILED: the function send-mails answered 401 to the secret key
- live updates: FAILED: Realtime can't be reached: Unexpected server response: 401
`);
  expect(done.stderr).toContain(
    "rota: everything was deployed, but not everything works: settings, schedule, mails, live updates.",
  );
  expect(`${done.stdout}${done.stderr}`).not.toContain("sb_secret_");
}, 240_000);

test("a project whose schedule can't be set up is no success", async () => {
  const remove =
    "set allow_system_table_mods = on; delete from pg_extension where extname = 'pg_cron'";
  await query(remove, superuserUrl);
  const done = await checkout.deploy([], { ...project, ...login });
  expect(done.code).toBe(1);
  expect(done.stderr).toMatch(
    /rota: setting the schedule up failed, and nothing after it was done: .*extension \S+pg_cron\S+ is not available/,
  );
  expect(`${done.stdout}${done.stderr}`).not.toContain("sb_secret_");
}, 240_000);
