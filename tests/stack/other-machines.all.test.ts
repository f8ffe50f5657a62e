import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";
import { withClient } from "../../stack/services/platform.ts";
import type { StackAddresses } from "../../stack/stack.ts";
import {
  isListening,
  runBootstrap,
  runStack,
  type StackProcess,
} from "../support/stack-process.ts";

/** The two commands where the machine, its user or the data are not as one would wish. */

const patience = { timeout: 60_000, interval: 20 };
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

let base = 0;
/** A folder that nobody else may enter. As root, PostgreSQL's user may not, either. */
let folder = "";
const started: StackProcess[] = [];
beforeAll(async () => {
  base = await findPortBase(20);
  folder = mkdtempSync(join(tmpdir(), "rota-machine-"));
});
afterEach(async () => {
  for (const { child, exitCode } of started.splice(0)) {
    child.kill("SIGTERM");
    await exitCode;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ports = () => ["--port-base", String(base)];

function start(args: string[], env: Record<string, string> = {}): StackProcess {
  const stack = runStack([...ports(), ...args], { env: { ...process.env, ...env } });
  started.push(stack);
  return stack;
}

/** The command ends with 1 and one sentence; nothing of it stays. */
async function expectRefusal({ exitCode, log }: StackProcess, sentence: string | RegExp) {
  expect([await exitCode, log()]).toEqual([1, expect.stringMatching(/^(rota: .*\n)+$/)]);
  const last = log().trimEnd().split("\n").at(-1);
  expect(last).toMatch(sentence);
  expect(await isListening(base + 1)).toBe(false);
}

async function post(url: string, { publishableKey }: StackAddresses, body: object, token?: string) {
  const headers = {
    apikey: publishableKey,
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const titles = async ({ dbUrl }: StackAddresses) => {
  const { rows } = await withClient(dbUrl, (client) => client.query("select title from tasks"));
  return rows.map(({ title }) => title);
};

describe("npm run stack", { timeout: 180_000 }, () => {
  test("works whatever the caller's environment says, where only the caller may enter", async () => {
    const nowhere = "http://127.0.0.1:9";
    const stack = start(["--data", join(folder, "data")], {
      ...{ HTTP_PROXY: nowhere, http_proxy: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere },
      ...{ PGSSLMODE: "require", PGOPTIONS: "-c default_transaction_read_only=on" },
      ...{ DENO_DIR: "/nowhere", DENO_SERVE_ADDRESS: "tcp:127.0.0.1:1", NODE_ENV: "production" },
    });
    const addresses = await stack.addresses;
    expect(stack.log()).toContain(`making a new database in ${join(folder, "data")}…`);
    const credentials = { email: "alice@example.com", password: "rota-demo-1" };
    const signIn = `${addresses.apiUrl}/auth/v1/token?grant_type=password`;
    const { body: session } = await post(signIn, addresses, credentials);
    const task = { id: randomUUID(), category: "Home", title: "Mend it", startDate: "2026-01-01" };
    const create = `${addresses.functionsUrl}/create-task`;
    expect(await post(create, addresses, task, session.access_token)).toMatchObject({
      status: 201,
    });
  });

  test("finds its data in a copy of its folder, and refuses it under another checkout's migrations", async () => {
    const copy = join(folder, "a copy #2");
    cpSync(join(folder, "data"), copy, { recursive: true });
    const stack = start(["--no-seed", "--data", copy]);
    const addresses = await stack.addresses;
    expect(await titles(addresses)).toContain("Mend it");
    expect(stack.log()).toContain(`starting PostgreSQL on the data in ${copy}…`);

    await withClient(addresses.dbUrl, (client) =>
      client.query(
        `update supabase_migrations.schema_migrations set statements = '{select 1}'
         where name = 'rota'`,
      ),
    );
    stack.child.kill("SIGINT");
    expect(await stack.exitCode).toBe(0);
    await expectRefusal(
      start(["--no-seed", "--data", copy]),
      `_rota was changed after it had been applied to this data: use the checkout that made the data, or start over with "npm run stack reset -- --data '${copy}'".`,
    );
  });

  test("says that its data is damaged, and keeps what there is", async () => {
    const data = join(folder, "data");
    truncateSync(join(data, "postgres/global/pg_control"), 0);
    await expectRefusal(
      start(["--data", data]),
      /the database did not start \(.*pg_control.*\): if the data in .* is damaged, bring back a copy of it, or start over with "npm run stack reset -- --data .*"\.$/,
    );
    expect(existsSync(join(data, "postgres/PG_VERSION"))).toBe(true);
  });

  test.for([
    ["making a new database in", "starting Realtime"],
    ["applying migrations", "starting the API"],
  ] as const)("stops at once, and without a failure, while it says '%s'", async ([said, next]) => {
    const data = mkdtempSync(join(folder, "stopped-"));
    const stack = start(["--data", data]);
    await vi.waitFor(() => expect(stack.log()).toContain(said), patience);
    stack.child.kill("SIGINT");
    expect([await stack.exitCode, stack.log()]).toEqual([0, expect.stringMatching(/stopped\.\n$/)]);
    expect(stack.log()).not.toContain(next);
    expect(await isListening(base + 1)).toBe(false);
    expect(readdirSync(data).filter((entry) => entry !== "postgres")).toEqual([]);
  });

  test("says that the disk is full", async ({ skip }) => {
    const small = join(folder, "small");
    mkdirSync(small);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", small], { stdio: "ignore" });
    } catch {
      skip("only an administrator can make a small disk");
    }
    try {
      await expectRefusal(
        start(["--data", join(small, "data")]),
        /the database can't be made \(could not .*\): make room on the disk/,
      );
      execFileSync("mount", ["-o", "remount,ro", small]);
      await expectRefusal(
        start(["--data", join(small, "other")]),
        /the data folder .* can't be used \(EROFS.*\): mend that, or choose another with --data DIR\.$/,
      );
    } finally {
      execFileSync("umount", [small]);
    }
  });

  test("refuses at once what can't work", async () => {
    const npmStart = (...args: string[]) => runBootstrap(["start", ...ports(), ...args]);
    await expectRefusal(npmStart("--app-port", String(base + 3)), "is wanted for the mailbox, too");
    await expectRefusal(
      npmStart("--app-port", "6000"),
      "port 6000 (for the app) is one that browsers",
    );
    await expectRefusal(
      start(["--port-base", "6000"]),
      "port 6000 (for the API) is one that browsers",
    );
    await expectRefusal(start(["--data", ""]), "--data takes the name of a folder, and got none.");
  });

  test("leaves another user's folder and the administrator's ports alone", async ({ skip }) => {
    if (!isRoot) skip("only root can become another user");
    const theirs = join(tmpdir(), `rota-theirs-${randomUUID()}`);
    mkdirSync(join(theirs, "postgres"), { recursive: true });
    const env = { PATH: process.env.PATH, HOME: theirs };
    const asNobody = (...args: string[]) => runBootstrap(args, { ...nobody, env, cwd: "/" });
    try {
      const locked = asNobody("start", ...ports(), "--data", theirs);
      await expectRefusal(locked, /the data folder .* can't be used \(EACCES/);
      chmodSync(theirs, 0o777);
      const foreign = asNobody("start", ...ports(), "--data", theirs);
      await expectRefusal(
        foreign,
        /belongs to another user \(number 0\): run the command as that user/,
      );
      const port = asNobody("start", ...ports(), "--app-port", "80", "--ephemeral");
      await expectRefusal(
        port,
        "port 80 (for the app) is kept for administrators: choose ports from 1024",
      );
    } finally {
      rmSync(theirs, { recursive: true });
    }
  });
});

test("npm start refuses a checkout whose path Vite can't serve", async () => {
  const checkout = join(folder, "rota#2");
  mkdirSync(checkout);
  for (const entry of [
    "build",
    "cli",
    "src",
    "stack",
    "supabase",
    "package.json",
    "package-lock.json",
  ]) {
    cpSync(join(rootFolder, entry), join(checkout, entry), { recursive: true });
  }
  symlinkSync(join(rootFolder, "node_modules"), join(checkout, "node_modules"));
  await expectRefusal(
    runBootstrap(["start", ...ports()], {}, checkout),
    `the app can't be served from ${checkout}, because its path has a "#": move the checkout.`,
  );
}, 60_000);
