import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { packageVersion, rootFolder } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";
import { plainEnvironment } from "../support/checkout.ts";
import { makePackageIn } from "../support/installed-package.ts";
import { weeklyGrocy } from "../support/moving/weekly-grocy.ts";
import { callServer, signUpBy } from "../support/serve-process.ts";

/** The commands in docs/at-home.md and README, run by an ordinary user with the package, and by npx. */

const read = (file: string) => readFileSync(join(rootFolder, file), "utf8");
const file = `rota-${packageVersion()}.tgz`;
/** The commands without their comments. */
const commandsIn = (text: string) =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, lines = ""]) => lines.trim().split("\n"))
    .map((line) => line.replace(/\s+#.*/, "").replace("VERSION", packageVersion()));
const typed = commandsIn(read("docs/at-home.md"));
const atHome = typed.filter((line) => line.startsWith("rota serve "));
const withIssuer = typed.filter((line) => line.includes(" OIDC_ISSUER="));
const [look = "", install = "", start = ""] = commandsIn(read("README.md")).filter((line) =>
  /rota-[\d.]+\.tgz|^PUBLIC_URL/.test(line),
);

/** If this is root: a user who may only write the test's folder. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
let place = "";

/** Runs a line in a folder, like a terminal. */
function run(line: string, cwd: string) {
  const env = {
    ...plainEnvironment(),
    HOME: place,
    PATH: `${place}/installed/bin:${process.env.PATH}`,
    npm_config_prefix: `${place}/installed`,
    npm_config_cache: `${place}/cache`,
    npm_config_update_notifier: "false",
  };
  const child = spawn(line, {
    ...{ cwd, env, shell: true, detached: true, ...user },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, log] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk;
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, out: () => out, log: () => log };
}

async function said(line: string, cwd: string, ends = 0): Promise<string> {
  const { ended, out, log } = run(line, cwd);
  expect(await ended, `${line}: ${log()}`).toBe(ends);
  return out().trim();
}

let running: ReturnType<typeof run> | undefined;
async function serve(line: string, cwd: string): Promise<string> {
  const started = run(line, cwd);
  running = started;
  let hasEnded = false;
  started.ended.then(() => {
    hasEnded = true;
  });
  await vi.waitUntil(() => hasEnded || /print(s|ed) a link/.test(started.log()), {
    timeout: 200_000,
  });
  expect(hasEnded, started.log()).toBe(false);
  return started.log();
}
async function stop(): Promise<void> {
  const { child, ended } = running ?? {};
  running = undefined;
  if (child?.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, "SIGINT");
  await ended;
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-at-home-"));
  await makePackageIn(place);
  for (const name of ["", "installed", "cache", file]) {
    if (name && name !== file) mkdirSync(join(place, name));
    if (isRoot) chownSync(join(place, name), 65_534, 65_534);
  }
  await said(install, place);
});
afterEach(stop);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The command by which a systemd unit starts its program, as a shell line. */
function commandOf(unit: string): string {
  const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const variables = `set -a; . ${lineOf("EnvironmentFile")}; set +a`;
  return `cd ${lineOf("WorkingDirectory")} && ${variables}; env ${lineOf("Environment")} ${lineOf("ExecStart")}`;
}

const ways = [
  { way: "installed", rota: "rota", own: "rota" },
  { way: "by npx", rota: look.replace(/ serve$/, ""), own: `npx ./${file}` },
];

describe.each(ways)("$way", ({ way, rota, own }) => {
  test("each command of the page does what it says, and messages name this one", async () => {
    const home = join(place, `home-${way.replace(" ", "-")}`);
    mkdirSync(home);
    if (isRoot) chownSync(home, 65_534, 65_534);
    execFileSync("cp", [join(place, file), home]);
    const port = await findPortBase(1);
    const isLook = way !== "installed";
    const listen = `--listen 127.0.0.1:${port}`;
    const url = isLook ? `http://localhost:${port}` : "https://rota.example";
    const log = await serve(`${isLook ? look : start} ${listen}`, home);
    expect(log).toContain(`serving ${url} on 127.0.0.1:${port}`);
    for (const line of log
      .trim()
      .split("\n")
      .filter((each) => each.startsWith("rota: "))) {
      expect(line).toMatch(/^rota: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \S/);
    }
    const data = join(home, ".rota-server");
    const [first = ""] = /http\S+sign_up=\S+/.exec(log) ?? [];
    const token = await signUpBy(first, "anna@example.com", data, port);
    if (isLook) {
      const headers = { authorization: `Bearer ${token}` };
      const state = await fetch(`${url}/operator/v1/state`, { headers });
      expect(await state.json()).toMatchObject({ people: [{ email: "anna@example.com" }] });
    }
    await callServer(
      first,
      {
        ...{ path: "/rest/v1/rpc/create_household", token },
        body: { id: randomUUID(), name: "Home", others: [] },
      },
      data,
      port,
    );
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, "2026-11-28".length);
    const files = {
      "grocy.db": await weeklyGrocy({ chores: 2, weeks: 3, day }),
      "answers.csv": "id,question,answers,answer\nzone,,,UTC\n",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
    const [, named = ""] = /"(.+)" prints a link/.exec(log) ?? [];
    expect(named).toBe(`${own} serve invite`);
    expect(await said(named, home)).toContain(`${url}/?sign_up=`);

    const answers: Record<string, RegExp> = {
      status: new RegExp(`serves ${url}`),
      doctor: /^rota \S+ \(package\)/,
      invite: /sign_up=/,
      people: /^anna@example\.com .*\ncarol@example\.com /,
      reset: /reset-password\?token_hash=/,
      operator: /^carol@example\.com finds this server in the settings\.$/,
      "no-operator": /^carol@example\.com runs this server no longer\.$/,
      import: /^Grocy: grocy\.db\nKept: 6 of 6 deeds of 2 tasks by 2 people/,
      close: /^The account of carol@example\.com is closed\.$/,
      "install-service": /^sudo systemctl enable ".+rota\.service"/,
    };
    for (const line of atHome) {
      const [, , verb = ""] = line.split(" ");
      const command = line.replace(/^rota /, `${rota} `).replace("DIR", "restored");
      // Nobody can reach that address here.
      const ends = verb === "doctor" && !isLook ? 1 : 0;
      const variables = verb === "install-service" ? `PUBLIC_URL=${url} ` : "";
      const answer = await said(variables + command, home, ends);
      expect(answer, line).toMatch(answers[verb] ?? /^$/);
      if (verb === "invite") await signUpBy(answer, "carol@example.com", data, port);
      if (isLook) continue;
      for (const option of ["--help", "--version"]) {
        await said(`${rota} serve ${verb} ${option}`, home);
      }
    }
    expect(existsSync(join(home, "restored/postgres"))).toBe(true);
    expect(existsSync(join(data, "verifying-asked"))).toBe(false);
    for (const option of ["--help", "--version"]) await said(`${rota} ${option}`, home);
    await stop();
    for (const line of isLook ? [] : withIssuer) {
      expect(await serve(`${line} ${listen}`, home)).toContain(`serving ${url}`);
      await stop();
    }

    // npx may delete its copy any time.
    if (isLook) rmSync(join(place, "cache/_npx"), { recursive: true });
    writeFileSync(join(data, "served-by.json"), "");
    const served = await serve(
      commandOf(readFileSync(join(data, "rota.service"), "utf8")).replace(/--listen \S+/, listen),
      home,
    );
    expect(served).toContain("served-by.json is damaged, so that nobody knows");
    expect(served).toContain(`serving ${url}`);
  });
});

test("nothing else is typed at home", () => {
  expect(withIssuer.map((line) => line.replace(/ OIDC.* rota/, " rota"))).toEqual([start]);
  expect([...atHome, ...withIssuer].toSorted()).toEqual(typed.toSorted());
  expect([look, install, start]).toEqual([
    `npx --yes ./${file} serve`,
    `npm install --global ./${file}`,
    "PUBLIC_URL=https://rota.example rota serve",
  ]);
});
