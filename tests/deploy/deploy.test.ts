import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openDataFolder } from "embedded-supabase/data-folder.ts";
import { findPortBase } from "embedded-supabase/ports.ts";
import { preparePlatform } from "embedded-supabase/services/platform.ts";
import { databaseUrl, postgresService } from "embedded-supabase/services/postgres.ts";
import { Supervisor } from "embedded-supabase/supervisor.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig, rootFolder } from "../../cli/project.ts";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  PUBLISHABLE_KEY,
  startManagementApi,
} from "../support/management-api.ts";
import { type Checkout, makeCheckout } from "./checkout.ts";

/**
 * `npm run deploy` with the real CLI, against a stand-in of the Management API and an empty
 * PostgreSQL that is prepared as the platform's.
 */

const REF = "abcdefghijklmnopqrst";
const project = { SUPABASE_PROJECT_ID: REF, SITE_URL: "https://rota.example/" };
const mail = {
  SMTP_HOST: "smtp.example",
  SMTP_USER: "the-mail-user",
  SMTP_PASS: "the-mail-password",
  SMTP_FROM: "rota@rota.example",
};
const login = { SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN };

let api: ManagementApi;
let checkout: Checkout;
let url = "";
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  const port = await findPortBase(1);
  const folder = openDataFolder(undefined, readConfig().db.major_version);
  cleanUps.push(() => folder.release());
  const supervisor = new Supervisor(
    () => {},
    () => {},
  );
  cleanUps.push(() => supervisor.stop());
  await supervisor.start(await postgresService(folder, port));
  await preparePlatform(port);
  url = databaseUrl(port, "postgres");
  api = await startManagementApi(REF);
  cleanUps.push(() => api.close());
  checkout = makeCheckout(url, api.url);
  cleanUps.push(() => checkout.remove());
}, 120_000);

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}, 60_000);

async function appliedMigrations(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      `select version from supabase_migrations.schema_migrations
       where to_regclass('public.tasks') is not null order by version`,
    );
    return rows.map(({ version }) => version);
  } finally {
    await client.end();
  }
}

const migrationsInCheckout = () =>
  readdirSync(join(rootFolder, "supabase/migrations")).map((name) => name.split("_")[0]);

const template = (name: string) =>
  readFileSync(join(rootFolder, `supabase/templates/${name}.html`), "utf8");

/** What was run, as the dry run prints it: for reading, and with its temporary folder named. */
const asPlanned = (commands: string[]) =>
  commands.map((command) =>
    command
      .replace(" --output-format json", "")
      .replace(/--workdir \S+/, "--workdir TEMPORARY_FOLDER"),
  );

test("the dry run prints each command, asks for nothing and shows no secret", async () => {
  const { code, stdout, stderr } = await checkout.deploy(["--dry-run"], { ...project, ...mail });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`supabase db push --remote=${REF}`);
  expect(stdout).toContain("https://rota.example/reset-password");
  expect(stdout).not.toContain(mail.SMTP_PASS);
  expect(stdout).not.toContain(mail.SMTP_USER);
  expect(checkout.takeCommands()).toEqual([]);
  expect(api.requests).toEqual([]);
});

test("without a mail server it says who will not be able to sign up", async () => {
  const { stdout } = await checkout.deploy(["--dry-run"], project);
  expect(stdout).toContain("Nobody else can sign up or reset a password.");
  const withMail = await checkout.deploy(["--dry-run"], { ...project, ...mail });
  expect(withMail.stdout).not.toContain("Nobody else can sign up");
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
  for (const secret of [mail.SMTP_PASS, mail.SMTP_USER, mail.SMTP_FROM, ACCESS_TOKEN]) {
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
      mailer_subjects_confirmation: "Confirm your e-mail address",
      mailer_subjects_email_change: "Confirm your new e-mail address",
      mailer_subjects_recovery: "Choose a new password",
      mailer_templates_confirmation_content: template("confirmation"),
      mailer_templates_email_change_content: template("email_change"),
      mailer_templates_recovery_content: template("recovery"),
      password_min_length: 8,
      security_update_password_require_current_password: true,
      smtp_host: "smtp.example",
      smtp_port: "587",
      smtp_user: "the-mail-user",
      smtp_pass: "the-mail-password",
      smtp_admin_email: "rota@rota.example",
      smtp_sender_name: "Rota",
    },
  ]);
  expect(api.secrets).toEqual({ ALLOWED_ORIGINS: "https://rota.example" });
  const configured = Object.keys(readConfig().functions).sort();
  expect(Object.keys(api.functions).sort()).toEqual(configured);
  // The rules that the functions share with the app lie outside of supabase/.
  for (const name of ["create-task", "delete-task", "update-task"])
    expect(api.functions[name]).toContain("src/domain/tasks/task-input.ts");
  expect(api.functions.calendar).toContain("src/calendar/calendar-file.ts");

  const page = readFileSync(join(checkout.folder, "dist/index.html"), "utf8");
  expect(page).toContain(`connect-src 'self' https://${REF}.supabase.co wss://${REF}.supabase.co`);
  const scripts = readdirSync(join(checkout.folder, "dist/assets"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(checkout.folder, "dist/assets", name), "utf8"));
  expect(scripts.some((script) => script.includes(PUBLISHABLE_KEY))).toBe(true);
  expect(done.stdout).toContain("Upload dist/ to https://rota.example");
  expect(done.stdout).toContain("frame-ancestors 'none'");
}, 240_000);

test("once more, it changes nothing that is there, a longer password rule and the mail server included", async () => {
  api.auth.password_min_length = 12;
  const changes = api.authChanges.length;
  const again = await checkout.deploy([], { ...project, ...login });
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(api.authChanges.slice(changes)).toEqual([]);
  expect(api.auth).toMatchObject({ password_min_length: 12, smtp_host: "smtp.example" });
  expect(await appliedMigrations()).toEqual(migrationsInCheckout());
  expect(again.stdout).not.toContain("Nobody else can sign up");
}, 240_000);
