import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportLines } from "../../cli/backup/rows.ts";
import { copyEarlierProject } from "../../cli/backup/upgrade.ts";
import { rootFolder } from "../../cli/project.ts";
import { migrationFiles } from "../../cli/release.ts";
import { withDatabase, withUpgradedDatabase } from "../../stack/data-access.ts";
import { WITHOUT_TRANSACTION } from "../../stack/migrations.ts";
import { findPortBase } from "../../stack/ports.ts";
import { databaseUrl } from "../../stack/services/postgres.ts";
import { supabaseCli } from "../../stack/supabase-cli.ts";
import { completeClone } from "../support/checkout.ts";
import { become } from "../support/sql.ts";
import { runBootstrap, runStack } from "../support/stack-process.ts";

/** Data of this version on a later one with one more migration, in every way. */

const LATER = "29990101000000_later.sql";
const later = `
-- Statements; and what the CLI's splitter has to get right.
alter table public.tasks add column color text
  generated always as (case title when 'Bins' then 'blue' else 'it''s; red' end) stored;
create function private.color_of(task uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select color from public.tasks where id = task); -- one; two
end;
$$;
/* The end; of it. */
`;
const ONLINE = "29990101000001_online_later.sql";
const online = `${WITHOUT_TRANSACTION}
-- No transaction has room for this.
drop index concurrently if exists public.tasks_by_color;
create index concurrently tasks_by_color on public.tasks (color);
`;
/** Those of this version. */
const released = migrationFiles();
const fileOf = ({ version, name }: { version: string; name: string }) => `${version}_${name}.sql`;
const patience = { timeout: 60_000, interval: 100 };
const log = () => {};

let folder = "";
let rows: string[] = [];
const at = (name: string) => join(folder, name);
const data = (name: string) => ({ path: at(name), remedy: "" });
const copyData = (to: string) => execFileSync("cp", ["-a", at("data"), at(to)]);

/** Every row that a backup has; what the database works out is not in it. */
async function rowsOf(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(client)) lines.push(line);
  return lines.slice(1);
}

async function history(client: pg.Client) {
  const { rows: applied } = await client.query(
    "select version, name, statements from supabase_migrations.schema_migrations order by version",
  );
  return applied as { version: string; name: string; statements: string[] }[];
}

async function expectUpgraded(client: pg.Client): Promise<void> {
  expect(await rowsOf(client)).toEqual(rows);
  const { rows: colors } = await client.query(
    "select title, private.color_of(id) as color from public.tasks order by title",
  );
  expect(colors).toEqual([
    { title: "Bins", color: "blue" },
    { title: "Dishes", color: "it's; red" },
  ]);
  const { rows: indexes } = await client.query(
    "select indisvalid from pg_index where indexrelid = 'public.tasks_by_color'::regclass",
  );
  expect(indexes).toEqual([{ indisvalid: true }]);
  expect((await history(client)).map(fileOf)).toEqual([...released, LATER, ONLINE]);
}

function writeLater(project: string, sql: string): void {
  const migrations = join(at(project), "supabase/migrations");
  writeFileSync(join(migrations, LATER), sql);
  writeFileSync(join(migrations, ONLINE), online);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rota-upgrade-"));
  // As root, the database's own user must get through.
  chmodSync(folder, 0o711);
  for (const name of ["project", "broken"]) copyEarlierProject(at(name), () => true);
  writeLater("project", later);
  const [ann, ben] = [randomUUID(), randomUUID()];
  await withDatabase(rootFolder, data("data"), log, async (client) => {
    await client.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, confirmation_token,
         recovery_token, email_change, email_change_token_new, email_change_token_current,
         phone_change, phone_change_token, reauthentication_token)
       select id, email, now(), names, '', '', '', '', '', '', '', ''
       from (values
         ($1::uuid, 'ann@example.com', '{"full_name": "Ann"}'::jsonb), ($2, 'ben@example.com', '{}')
       ) as people (id, email, names)`,
      [ann, ben],
    );
    for (const title of ["Bins", "Dishes"]) {
      const task = randomUUID();
      await client.query("begin");
      await become(client, "authenticated", ann);
      const fields = { category: "Home", title, startDate: "2026-01-02", repeatValue: "weekly" };
      await client.query("select public.create_task($1, $2, $3)", [
        ...[task, { ...fields, isShared: true }, ["ben@example.com"]],
      ]);
      await client.query("select public.complete_task($1, '2026-01-02')", [task]);
      await client.query("select public.note_day($1, '2026-01-02', 'In the rain')", [task]);
      await client.query("select public.put_off($1, '2026-01-09', '2026-01-10')", [task]);
      await client.query("commit");
    }
    rows = await rowsOf(client);
  });
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a start brings data to a later version, and the Supabase CLI notes the same, statement by statement", async () => {
  copyData("ours");
  const ours = await withUpgradedDatabase(at("project"), data("ours"), log, async (client) => {
    await expectUpgraded(client);
    const remote = `--remote=${databaseUrl(client.port, "postgres")}`;
    for (const command of [
      ["db", "push"],
      ["migration", "up"],
    ]) {
      const again = await supabaseCli(at("project"), [...command, "--yes", remote]);
      expect(again, again.stderr).toMatchObject({ code: 0 });
      expect(`${again.stdout}${again.stderr}`).toMatch(/up to date/i);
    }
    return history(client);
  });
  copyData("theirs");
  await withDatabase(at("project"), data("theirs"), log, async (client) => {
    const remote = `--remote=${databaseUrl(client.port, "postgres")}`;
    const pushed = await supabaseCli(at("project"), ["db", "push", "--yes", remote]);
    expect(pushed, pushed.stderr).toMatchObject({ code: 0 });
    await expectUpgraded(client);
    expect(await history(client)).toEqual(ours);
  });
}, 240_000);

test("data of the first release has what later ones ask for: a household's zone, since when turns count, no empty blocks", async () => {
  const [first] = released;
  copyEarlierProject(at("first"), (version) => first?.startsWith(`${version}_`) === true);
  const [ann, home, old, ben] = Array.from({ length: 4 }, randomUUID);
  await withDatabase(at("first"), data("first-data"), log, async (client) => {
    await client.query(
      "insert into auth.users (id, email, email_confirmed_at) values ($1, 'ann@example.com', now())",
      [ann],
    );
    await client.query("update public.profiles set time_zone = 'Atlantic/Reykjavik'");
    await client.query("insert into public.households (id, name) values ($1, 'Home')", [home]);
    await client.query(
      `insert into public.household_people (id, household_id, account_id, name, role)
       values ($1, $3, $4, 'Ann', 'keeper'), ($2, $3, null, 'Ben', 'member')`,
      [old, ben, home, ann],
    );
    await client.query("begin");
    await become(client, "authenticated", ann ?? "");
    const create = (title: string, roster: unknown) =>
      client.query("select public.create_task($1, $2, '{}')", [
        randomUUID(),
        {
          ...{ category: "Home", title, startDate: "2026-01-02", repeatValue: "weekly" },
          ...{ householdId: home, roster },
        },
      ]);
    await create("Bins", [old, ben]);
    await create("Dishes", [ben]);
    await client.query("commit");
    await client.query("begin");
    await become(client, "authenticated", ann ?? "");
    await client.query(
      `select public.update_task(id, jsonb_build_object('turnLength', 'week', 'scheduleFrom', current_date))
       from public.tasks where title = 'Bins'`,
    );
    await client.query("commit");
    await client.query(
      "insert into private.settled_days (task_id, block) select id, 1 from public.tasks",
    );
  });
  await withUpgradedDatabase(rootFolder, data("first-data"), log, async (client) => {
    const zones = await client.query("select household_id, time_zone from public.household_zones");
    expect(zones.rows).toEqual([{ household_id: home, time_zone: "Atlantic/Reykjavik" }]);
    const tasks = await client.query(
      `select title, roster_since = created_at as "sinceItBegan", roster_since = (
         select max(happened_at) from public.task_events
         where task_id = tasks.id and kind = 'schedule_changed'
       ) as "sinceItsChange" from public.tasks order by title`,
    );
    expect(tasks.rows).toEqual([
      { title: "Bins", sinceItBegan: false, sinceItsChange: true },
      { title: "Dishes", sinceItBegan: true, sinceItsChange: null },
    ]);
    const former = await client.query(
      `select roster_since = (select created_at from public.tasks where id = task_id) as "sinceItBegan"
       from public.task_schedules`,
    );
    expect(former.rows).toEqual([{ sinceItBegan: true }]);
    const blocks = await client.query("select from private.settled_days");
    expect(blocks.rowCount).toBe(0);
    // Nobody has edited anything.
    const edited = await client.query("select from public.tasks where updated_at > created_at");
    expect(edited.rowCount).toBe(1);
  });
}, 240_000);

test("a migration that fails leaves the data as it was, and is named with its line", async () => {
  copyData("failed");
  writeLater("broken", `${later}\nselect no_such_function();`);
  await expect(withUpgradedDatabase(at("broken"), data("failed"), log, rowsOf)).rejects.toThrow(
    `migration ${LATER}, line 14 could not be applied: function no_such_function() does not exist`,
  );
  await withDatabase(rootFolder, data("failed"), log, async (client) => {
    expect(await rowsOf(client)).toEqual(rows);
    expect((await history(client)).map(fileOf)).toEqual(released);
  });
  await withUpgradedDatabase(at("project"), data("failed"), log, expectUpgraded);
}, 240_000);

test("a backup of before is restored by a later version; a start that is killed in a migration leaves the data as it was", async () => {
  const backup = runStack(["backup", at("backup"), "--data", at("data")]);
  expect(await backup.exitCode, backup.log()).toBe(0);
  const clone = at("clone");
  execFileSync("git", ["clone", "-q", rootFolder, clone]);
  completeClone(clone);
  writeLater("clone", later);
  const restore = runBootstrap(
    ["stack", "restore", at("backup"), "--data", at("restored")],
    {},
    clone,
  );
  expect(await restore.exitCode, restore.log()).toBe(0);
  await withDatabase(clone, data("restored"), log, expectUpgraded);

  copyData("killed");
  writeLater("clone", `${later}\nselect pg_sleep(600);`);
  const base = await findPortBase(20);
  const killed = runBootstrap(
    ["stack", "--no-seed", "--data", at("killed"), "--port-base", String(base)],
    {},
    clone,
  );
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: databaseUrl(base + 1, "postgres") });
    await client.connect();
    try {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where wait_event = 'PgSleep'",
      );
      expect(rowCount).toBe(1);
    } finally {
      await client.end();
    }
  }, patience);
  killed.child.kill("SIGKILL");
  await killed.exitCode;
  await withUpgradedDatabase(at("project"), data("killed"), log, expectUpgraded);
}, 300_000);
