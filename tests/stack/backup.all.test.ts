import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportLines } from "../../cli/backup/rows.ts";
import { verify } from "../../cli/serve/backups.ts";
import { auth, rpc, succeeded } from "../support/actors.ts";
import { addTask, findTask } from "../support/actors-tasks.ts";
import { newHousehold } from "../support/households.ts";
import { listen } from "../support/listen.ts";
import { sendMailsNow } from "../support/mailbox.ts";
import { seededPassword } from "../support/people.ts";
import { asAdministrator } from "../support/sql.ts";
import { runStack, type StackProcess } from "../support/stack-process.ts";
import { startedStack } from "../support/started-stack.ts";

const ALICE = { id: "00000000-0000-4000-8000-00000000a11c", email: "alice@example.com" };
const BOB = { id: "00000000-0000-4000-8000-000000000b0b", email: "bob@example.com" };
/** Text that is difficult for a format with lines, quotes and escapes. */
const NOTES = 'one\ntwo\r\u2028three\u2029 "four" \\five\\ \\N {six} \t🧹 ünï';

let folder = "";
let running: StackProcess | undefined;
const at = (name: string) => join(folder, name);

/** Runs the stack on a data folder; from then on, the helpers for requests use it. */
async function start(data: string): Promise<void> {
  running = await startedStack("--data", at(data));
}

async function stop(): Promise<void> {
  running?.child.kill("SIGTERM");
  await running?.exitCode;
  running = undefined;
}

/** `npm run stack backup …` or `restore …`; resolves to its output when it has ended. */
async function run(...args: string[]): Promise<{ code: number | null; log: string }> {
  const process = runStack(args);
  return { code: await process.exitCode, log: process.log() };
}

const TABLES = [
  ...["auth.users", "public.profiles", "public.tasks"],
  ...["public.task_completions", "private.task_shares", "public.shared_contacts"],
  ...["public.sharing_consents", "public.left_tasks", "public.former_names", "public.households"],
];

/** Every row of every table, as text in order. */
const allRows = () =>
  asAdministrator(async (client) => {
    const contents: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await client.query(`select t::text as row from ${table} t order by 1`);
      contents[table] = rows.map(({ row }) => row);
    }
    return contents;
  });

/** Sorted, as the database stores rows in any order. */
const rowsIn = (file: string) =>
  gunzipSync(readFileSync(at(file)))
    .toString()
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line) as { table: string; rows: object[] })
    .flatMap(({ table, rows }) => rows.map((row) => `${table} ${JSON.stringify(row)}`))
    .sort();

async function signIn({ id, email }: typeof ALICE) {
  const answer = await auth(null, "POST", "token?grant_type=password", {
    email,
    password: seededPassword,
  });
  return { id, email, token: succeeded<{ access_token: string }>(answer).access_token };
}

/** Without waiting mails, the scheduler changes no row between two backups. */
const sendWaitingMails = () =>
  vi.waitFor(
    async () => {
      await sendMailsNow();
      const { rows } = await asAdministrator((client) =>
        client.query(
          `select recipient as address from private.outbox where finished_at is null
           union all select address from private.invitation_mails where handled_at is null`,
        ),
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 500 },
  );

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-backup-"));
});
afterAll(async () => {
  await stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("what was backed up is there again in another folder: rows, passwords and rules", async () => {
  await start("first");
  const alice = await signIn(ALICE);
  const { id } = await addTask(alice, { subtitle: NOTES, share_with: ["bob@example.com"] });
  await asAdministrator((client) =>
    client.query(
      `insert into public.task_completions (task_id, user_id, completed_date)
       select $1, $2, day from generate_series(date '2020-01-01', '2023-12-31', '1 day') as day`,
      [id, alice.id],
    ),
  );
  await asAdministrator((client) =>
    client.query(
      `with left_task as (
         insert into public.left_tasks (person_id, task_id, owner_id, owner_name)
         select users.id, $1, $2, 'Alice' from auth.users where email = 'bob@example.com'
         returning person_id, task_id
       )
       insert into public.former_names (task_id, person_id, name)
       select task_id, person_id, 'Bobby' from left_task`,
      [id, alice.id],
    ),
  );
  await asAdministrator((client) =>
    client.query(
      `with speaks as (update public.profiles set language = 'de' where id = $1)
       insert into public.morning_mails (user_id, is_on) values ($1, false)
       on conflict (user_id) do update set is_on = false`,
      [alice.id],
    ),
  );
  const household = { household_id: await newHousehold(alice), language: "nl" };
  succeeded(await rpc(alice, "set_household_language", household));
  const before = await allRows();
  for (const table of TABLES) expect(before[table], table).not.toEqual([]);

  const lines = await asAdministrator(async (client) => {
    const backup = exportLines(client);
    const taken = [(await backup.next()).value];
    await addTask(alice, { title: "Too late" });
    for await (const line of backup) taken.push(line);
    return taken.join();
  });
  expect(lines, "all is as of one moment").not.toContain("Too late");
  await asAdministrator((client) =>
    client.query("delete from public.tasks where title = 'Too late'"),
  );

  await sendWaitingMails();
  const made = await run("backup", at("backup"), "--data", at("first"));
  expect(made).toMatchObject({ code: 0, log: expect.stringContaining("2 people") });
  expect(statSync(at("backup")).mode & 0o777).toBe(0o600);
  await stop();

  expect(await run("restore", at("backup"), "--data", at("second"))).toMatchObject({ code: 0 });
  await start("second");
  expect(await allRows()).toEqual(before);
  const again = await signIn(ALICE);
  expect(succeeded(await rpc(again, "list_tasks"))).toMatchObject({
    profile: { language: "de" },
    households: expect.arrayContaining([expect.objectContaining({ language: "nl" })]),
  });
  expect(await findTask(again, id)).toMatchObject({ subtitle: NOTES });
  succeeded(await rpc(again, "complete_task", { task_id: id, completed_date: "2024-01-01" }));
}, 300_000);

test("a backup of a folder on which nothing runs, and of its copy, has the same rows", async () => {
  expect(await run("backup", at("stopped"), "--data", at("first"))).toMatchObject({ code: 0 });
  expect(rowsIn("stopped")).toEqual(rowsIn("backup"));
  execFileSync("cp", ["-a", at("first"), at("copy")]);
  expect(await run("backup", at("of-copy"), "--data", at("copy"))).toMatchObject({ code: 0 });
  expect(rowsIn("of-copy")).toEqual(rowsIn("backup"));
}, 300_000);

test("a backup replaces no file unasked, and none of a folder without data is made", async () => {
  const old = readFileSync(at("stopped"));
  const refused = await run("backup", at("stopped"), "--data", at("first"));
  expect(refused).toMatchObject({ code: 1, log: expect.stringContaining("exists already") });
  expect(readFileSync(at("stopped"))).toEqual(old);
  const asked = await run("backup", at("stopped"), "--data", at("second"), "--replace");
  expect(asked).toMatchObject({ code: 0 });
  expect(rowsIn("stopped")).not.toEqual(rowsIn("backup"));
  const none = await run("backup", at("none"), "--data", at("nowhere"));
  expect(none).toMatchObject({ code: 1, log: expect.stringContaining("there is no data in") });
}, 300_000);

test("a refused restore changes nothing; one that may replace people does, while Rota runs", async () => {
  const whole = readFileSync(at("backup"));
  const lines = gunzipSync(whole).toString();
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(5_000) ^ 1, 5_000);
  const files = {
    truncated: whole.subarray(0, -1),
    cut: whole.subarray(0, whole.length / 2),
    empty: Buffer.alloc(0),
    flipped,
    foreign: gzipSync('{"format":"another"}\n'),
    "made by other migrations": gzipSync(lines.replace("20261126000000", "20251126000000")),
    "with a row that breaks a rule": gzipSync(
      lines.replaceAll('"repeat_value":"weekly"', '"repeat_value":"never"'),
    ),
    "with a table of others": gzipSync(
      `${lines.replace(/"rows":\d+/, (rows) => `"rows":${Number(rows.slice(7)) + 1}`)}{"table":"auth.sessions","columns":["id"],"rows":[{"id":"x"}]}\n`,
    ),
    "a header alone": gzipSync(lines.slice(0, lines.indexOf("\n") + 1)),
    "half a line": gzipSync(lines.slice(0, -9)),
    "a line too few": gzipSync(lines.slice(0, lines.lastIndexOf("\n", lines.length - 2))),
    "two of them": Buffer.concat([whole, whole]),
    "garbage after it": Buffer.concat([whole, Buffer.from("garbage")]),
  };
  const before = await allRows();
  const unasked = await run("restore", at("backup"), "--data", at("second"));
  expect(unasked).toMatchObject({ code: 1, log: expect.stringContaining("has 2 people already") });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(at(name), content);
    const { code, log } = await run("restore", at(name), "--data", at("second"), "--replace");
    expect(code, name).toBe(1);
    expect(log, name).toMatch(/^rota: .*(no whole backup of Rota|was not restored: ).*\.\n$/);
    await expect(
      verify(at(name), { path: at("verified"), remedy: "" }, () => {}),
      name,
    ).rejects.toThrow(log.slice("rota: ".length).trim());
  }
  expect(await allRows()).toEqual(before);

  const alice = await signIn(ALICE);
  const bob = await signIn(BOB);
  const { names } = succeeded<{ names: string }>(await rpc(alice, "list_tasks"));
  succeeded(await rpc(alice, "delete_task", { task_id: "00000000-0000-4000-8000-000000000001" }));
  const replaced = await run("restore", at("backup"), "--data", at("second"), "--replace");
  expect(replaced).toMatchObject({ code: 0, log: expect.stringContaining("restored 2 people") });
  writeFileSync(at("now"), "");
  await run("backup", at("now"), "--data", at("second"), "--replace");
  expect(rowsIn("now")).toEqual(rowsIn("backup"));
  // Earlier tokens are refused, and earlier digests are out of date.
  expect(await rpc(alice, "list_tasks")).toMatchObject({ status: 401 });
  const again = await signIn(ALICE);
  expect(succeeded(await rpc(again, "list_tasks"))).toMatchObject({
    profile: { language: "de" },
    households: expect.arrayContaining([expect.objectContaining({ language: "nl" })]),
  });
  const list = succeeded<{ names: string }>(await rpc(again, "list_tasks"));
  expect(list.names).not.toBe(names);
  // So are channels: who signs in anew hears of a tick, and nobody joins by an earlier token.
  const anew = await signIn(BOB);
  const later = await listen(anew, `user:${bob.id}`);
  expect(later.status).toBe("SUBSCRIBED");
  expect((await listen(bob, `user:${bob.id}`)).status).toBe("CHANNEL_ERROR");
  const { id } = await addTask(again, { share_with: [BOB.email] });
  succeeded(await rpc(again, "complete_task", { task_id: id, completed_date: "2024-01-01" }));
  await expect.poll(() => later.received.length).toBeGreaterThan(0);
}, 300_000);
