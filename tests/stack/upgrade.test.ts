import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BackupHeader, checkBackup, readRows } from "../../cli/backup/file.ts";
import { importLines } from "../../cli/backup/rows.ts";
import { copyEarlierProject } from "../../cli/backup/upgrade.ts";
import { rootFolder } from "../../cli/project.ts";
import { migrationFiles, readReleases } from "../../cli/release.ts";
import { makeSecrets } from "../../cli/serve/secrets.ts";
import { withDatabase } from "../../stack/data-access.ts";
import { findPortBase } from "../../stack/ports.ts";
import { databaseUrl } from "../../stack/services/postgres.ts";
import { supabaseCli } from "../../stack/supabase-cli.ts";
import { type Person, rpc, signIn, succeeded } from "../support/actors.ts";
import { createTask, findTask, listTasks } from "../support/actors-tasks.ts";
import { stackVariables } from "../support/environment.ts";
import { join as joinHousehold, newHousehold, personId } from "../support/households.ts";
import { startServe } from "../support/serve-process.ts";
import { asAdministrator } from "../support/sql.ts";
import { runStack, type StackProcess } from "../support/stack-process.ts";
import {
  type Columns,
  dataColumns,
  listsOf,
  makeReleasedData,
  people,
  rowsOf,
  tasks,
  withRuns,
} from "./released-data.ts";

/** Data of the released version on the migrations that came since, by each way that there is. */

const RELEASE = "1.0.0";
const released = new Set(
  Object.keys(readReleases()[RELEASE] ?? {}).map((file) => file.split("_")[0]),
);
const log = () => {};

let folder = "";
let columns: Columns = {};
let rows: Awaited<ReturnType<typeof rowsOf>> = {};
let lists: Record<string, object> = {};
/** When the released version's data was complete, by its database's clock. */
let madeAt: Date;
let running: StackProcess | undefined;
let header: BackupHeader;
const at = (name: string) => join(folder, name);
const data = (name: string) => ({ path: at(name), reset: "" });

async function expectTheSame(client: pg.Client) {
  const { rows: applied } = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations order by version",
  );
  const all = migrationFiles().map((file) => file.split("_")[0]);
  expect(applied.map(({ version }) => version)).toEqual(all);
  expect(await rowsOf(client, columns)).toEqual(rows);
  expect(await listsOf(client)).toMatchObject(lists);
  const { rows: added } = await client.query(
    `select
       (select bool_and(id = number) from (
         select id, row_number() over (partition by task_id order by id) as number
         from public.task_events
       ) as events) as has_numbers,
       (select bool_and(put_offs.user_id = tasks.user_id) from public.task_put_offs as put_offs
         join public.tasks on tasks.id = put_offs.task_id) as has_owners,
       (select bool_and(isfinite(invited_at) and invited_at <= $1)
         from private.task_shares) as has_arrivals`,
    [madeAt],
  );
  expect(added).toEqual([{ has_numbers: true, has_owners: true, has_arrivals: true }]);
  // What has no zone yet gets its doer's, and the owner's where nobody is left.
  const { rows: zones } = await client.query(
    `select time_zone from public.task_completions union
     select time_zone from public.task_catch_ups union
     select time_zone from public.task_events`,
  );
  expect(zones).toEqual([{ time_zone: "Europe/Berlin" }]);
  // Its events tell which schedule had ended when something was put off.
  const { rows: putOffs } = await client.query(
    "select new_date::text, to_former_schedule from public.task_put_offs order by new_date",
  );
  expect(putOffs).toEqual([
    { new_date: "2026-10-15", to_former_schedule: false },
    { new_date: "2026-11-03", to_former_schedule: true },
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rota-upgrade-"));
  // As root, the database's own user must get through.
  chmodSync(folder, 0o711);
  copyEarlierProject(at("project"), (version) => released.has(version));
  await withDatabase(at("project"), data("released"), log, async (client) => {
    await makeReleasedData(client);
    madeAt = (await client.query<{ now: Date }>("select now()")).rows[0]?.now as Date;
    columns = await dataColumns(client);
    rows = await rowsOf(client, columns);
    lists = await listsOf(client);
  });
}, 240_000);

afterAll(async () => {
  running?.child.kill("SIGTERM");
  await running?.exitCode;
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("the data has a row in every table that people fill", () => {
  const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0);
  expect(empty).toEqual(["auth.identities"]);
});

test("supabase db push keeps every row and every list", async () => {
  execFileSync("cp", ["-a", at("released"), at("pushed")]);
  await withDatabase(rootFolder, data("pushed"), log, async (client) => {
    const url = databaseUrl(client.port, "postgres");
    const pushed = await supabaseCli(rootFolder, ["db", "push", "--yes", `--remote=${url}`]);
    expect(pushed, pushed.stderr).toMatchObject({ code: 0 });
    await expectTheSame(client);
  });
}, 240_000);

test("a backup made before is restored on a new folder, with every row and every list", async () => {
  const run = async (...args: string[]) => {
    const program = runStack(args);
    expect(await program.exitCode, program.log()).toBe(0);
  };
  await run("backup", at("backup"), "--data", at("released"));
  await run("restore", at("backup"), "--data", at("restored"));
  await withDatabase(rootFolder, data("restored"), log, expectTheSame);
  header = await checkBackup(at("backup"));
}, 240_000);

test("a server of one's own that the released version served is upgraded, after a backup", async () => {
  const server = data("server");
  const { databasePassword: password } = makeSecrets(server.path);
  // A backup of that version makes the folder what that version's server left behind.
  await withDatabase(at("project"), { ...server, password }, log, (client) =>
    importLines(client, header, (onRows) => readRows(at("backup"), onRows), true),
  );
  const [migration = ""] = migrationFiles()
    .filter((file) => released.has(file.split("_")[0]))
    .slice(-1);
  writeFileSync(
    join(server.path, "served-by.json"),
    JSON.stringify({ version: RELEASE, migration }),
  );
  const serving = await startServe(server.path, await findPortBase(1));
  try {
    expect(serving.log()).toContain(`upgrading from ${RELEASE}: a backup first`);
    await withDatabase(rootFolder, { ...server, password }, log, expectTheSame);
  } finally {
    serving.child.kill("SIGTERM");
    await serving.exitCode;
  }
  expect(readdirSync(join(server.path, "backups"))).toContainEqual(
    expect.stringMatching(/^before-\d+\.backup$/),
  );
}, 240_000);

test("a start on the data keeps every row and every list, and everything works", async () => {
  const base = String(await findPortBase(20));
  running = runStack(["--port-base", base, "--data", at("released"), "--no-seed"]);
  for (const [name, value] of Object.entries(stackVariables(await running.addresses))) {
    vi.stubEnv(name, value);
  }
  await asAdministrator(expectTheSame);

  const ann = await signIn(people.ann.id, people.ann.email);
  const ben = await signIn(people.ben.id, people.ben.email);
  expect(withRuns(await listTasks(ann))).toMatchObject((lists.ann as { tasks: object[] }).tasks);
  const call = (person: Person, name: string, task_id: string, parameters: object = {}) =>
    rpc(person, name, { task_id, ...parameters }).then(succeeded);
  await call(ann, "complete_task", tasks.daily, { completed_date: "2026-10-20" });
  const done = (await findTask(ben, tasks.daily))?.recentCompletions;
  expect(done).toContainEqual(expect.objectContaining({ date: "2026-10-20", completedBy: ann.id }));
  await call(ben, "undo_completion", tasks.daily, { completed_date: "2026-10-01" });
  expect(await findTask(ben, tasks.deleted)).toBeUndefined();
  await call(ann, "restore_task", tasks.deleted);
  expect(await findTask(ben, tasks.deleted), "with its shares").toMatchObject({ title: "deleted" });
  await rpc(ben, "ask_for_tasks", { task_ids: [tasks.left] });
  expect(await findTask(ben, tasks.left)).toMatchObject({ title: "left" });
  const fields = { category: "Home", title: "A new one", start_date: "2026-11-01" };
  expect(succeeded(await createTask(ann, fields))).toMatchObject({ title: "A new one" });

  // A household takes in what was done before there were any.
  const home = await newHousehold(ann, "The flat", ["Carol"]);
  await joinHousehold(ann, home, ben);
  const before = await findTask(ann, tasks.daily);
  await call(ann, "update_task", tasks.daily, { fields: { householdId: home } });
  const moved = await findTask(ben, tasks.daily);
  expect(moved).toMatchObject({ householdId: home, completedDays: before?.completedDays });
  expect(before?.completedDays).not.toEqual([]);
  expect(moved?.takingPart, "who belongs needs no share").not.toContain(ben.id);
  const carol = await personId(ann, home, "Carol");
  await call(ben, "complete_task", tasks.daily, { completed_date: "2026-10-21", people: [carol] });
  const named = await findTask(ann, tasks.daily);
  expect(named?.recentCompletions).toContainEqual(
    expect.objectContaining({ date: "2026-10-21", people: [carol] }),
  );
  expect(named?.people).toMatchObject({ [carol]: "Carol", [ben.id]: before?.people[ben.id] });
}, 240_000);
