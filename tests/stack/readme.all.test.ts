import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  type TestContext,
  test,
  vi,
} from "vitest";
import { readConfig, rootFolder } from "../../cli/project.ts";
import { choosePorts, localKeys } from "../../stack/config.ts";
import { findPortBase } from "../../stack/ports.ts";
import { completeClone, plainEnvironment } from "../support/checkout.ts";
import { signUpBy } from "../support/serve-process.ts";
import { isListening } from "../support/stack-process.ts";

/** README's commands, run in a fresh clone; `npm ci`, all tests and benches only with refused arguments. */
const [readme, running, atHome] = ["README.md", "docs/running.md", "docs/at-home.md"].map((file) =>
  readFileSync(join(rootFolder, file), "utf8"),
) as [string, string, string];

/** The lines of the code blocks, and the commands and options in the text. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = ""]) =>
    lines.trim().split("\n"),
  );
  const inline = [...text.matchAll(/`((?:npm|cp|--) ?[^`]*)`/g)].map(([, command = ""]) => command);
  return [...blocks, ...inline];
}

/** A command of the package, as it is typed in a clone. */
const inClone = (line: string) =>
  line
    .replace(/ +#.*/, "")
    .replace(/^rota serve/, "npm run serve")
    .replace(/ (--[a-z])/, " -- $1");

const written = new Set([
  // at-home.all.test.ts runs the package's own commands.
  ...commandsIn(readme + running).filter((line) => !/rota-VERSION|rota serve/.test(line)),
  ...commandsIn(atHome)
    .map(inClone)
    .filter((line) => line.includes("run serve")),
]);
const met = new Set<string>();

/** The command or option that equals this, or else begins with it. */
function command(start: string): string {
  const found = written.has(start)
    ? start
    : [...written].find((one) => one.startsWith(`${start} `));
  if (!found) throw new Error(`nobody is told "${start}"`);
  met.add(found);
  return found;
}

const password = /both with the password `([^`]+)`/.exec(readme)?.[1];
const isRoot = process.getuid?.() === 0;
let folder = "";
let clone = "";
let current: ReturnType<typeof run> | undefined;

/** Runs a command line like a terminal: in a process group that Ctrl-C reaches. */
function run(line: string, cwd = clone) {
  const child = spawn(line, {
    ...{ cwd, shell: true, detached: true, env: plainEnvironment() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, output: () => output };
}

async function runToItsEnd(line: string, cwd = clone) {
  const { ended, output } = run(line, cwd);
  return { code: await ended, output: output() };
}

/** Remaining processes of the clone; every program of a stack has a path in it on its command line. */
const leftovers = () =>
  execFileSync("ps", ["-eo", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(clone));

/** Waits for its ready message; skips where another program has its port, except in CI. */
async function start(context: TestContext, line: string, ready: string): Promise<string> {
  const started = run(line);
  current = started;
  const { output } = started;
  let hasEnded = false;
  started.ended.then(() => {
    hasEnded = true;
  });
  await vi.waitUntil(() => hasEnded || output().includes(ready), { timeout: 200_000 });
  const taken = /port \d+ .*in use/.exec(output());
  if (taken && !process.env.CI) context.skip(`${line}: ${taken[0]}`);
  if (hasEnded) throw new Error(`${line} ended: ${output()}`);
  return output();
}

/** Ctrl-C ends it and everything that it started, without an error. */
async function interrupt(): Promise<void> {
  const started = current;
  current = undefined;
  if (started?.child.pid === undefined) return;
  process.kill(-started.child.pid, "SIGINT");
  await started.ended;
  expect(started.output()).not.toMatch(/npm error|Error:/);
  await vi.waitFor(() => expect(leftovers()).toEqual([]), { timeout: 60_000 });
}

/** The API's status for a sign-in as Alice. */
async function signInStatus(api: number | string, key: string = localKeys.publishable) {
  const base = typeof api === "number" ? `http://127.0.0.1:${api}` : api;
  const answer = await fetch(`${base}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: key, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "alice@example.com", password }),
  });
  return answer.status;
}

/** The addresses in the welcome of `npm start`, both of which must answer. */
async function welcomed(output: string) {
  const [, app = "", mail = ""] = /Rota +(\S+)\n +Mailbox +(\S+)/.exec(output) ?? [];
  const page = await (await fetch(app)).text();
  expect(page).toContain("<title>Rota</title>");
  const script = /<script type="module" src="(\/src[^"]+)"/.exec(page)?.[1] ?? "";
  const module = await fetch(new URL(script, app));
  expect(module.headers.get("content-type")).toContain("javascript");
  expect((await fetch(mail)).status).toBe(200);
  return { app, hasAccounts: output.includes("alice@example.com") };
}

const portsOf = (base?: number, app?: number) => choosePorts(readConfig(), base, app);
const WELCOME = "Ctrl-C stops everything.";

describe.skipIf(!existsSync(join(rootFolder, ".git")))("README", { timeout: 300_000 }, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "rota-readme-"));
    // As root, the database's user must be able to pass through.
    execFileSync("chmod", ["755", folder]);
    clone = join(folder, "rota");
  });
  afterEach(async () => {
    // Only after a failure, which may be that it has ended.
    const { pid, exitCode, signalCode } = current?.child ?? {};
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, "SIGINT");
    await current?.ended;
    current = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("cloning", async () => {
    const line = command("git clone").replace("<this repository>", `"${rootFolder}"`);
    const cloned = await runToItsEnd(`${line} && pwd`, folder);
    expect(cloned.output.trim().split("\n").at(-1)).toBe(clone);
    completeClone(clone);
  });

  test("starting, on the ports of the project", async (context) => {
    const output = await start(context, command("npm start"), WELCOME);
    expect(await welcomed(output)).toMatchObject({ hasAccounts: true });
    expect(await signInStatus(portsOf().api)).toBe(200);
    expect(existsSync(join(clone, ".rota"))).toBe(true);
    await interrupt();
  });

  test("other ports, and which they are", async (context) => {
    const line = command("npm start -- --port-base");
    const base = Number(line.split(" ").at(-1));
    const output = await start(context, line, WELCOME);
    const meaning = running.split("\n").find((row) => row.includes(line)) ?? "";
    const named = [...meaning.matchAll(/(\d+) (?:API|database|mailbox|app)/g)].map(([, port]) =>
      Number(port),
    );
    const { api, database, mail, app } = portsOf(base);
    expect(named).toEqual([api, database, mail, app]);
    expect(await welcomed(output)).toEqual({ app: `http://127.0.0.1:${app}`, hasAccounts: true });
    expect(await signInStatus(base)).toBe(200);
    expect(await isListening(database)).toBe(true);
    await interrupt();
  });

  test("another data folder and app port, without the accounts and the schedule", async (context) => {
    const base = await findPortBase(20);
    const options = [
      command("--data").replace("DIR", "../elsewhere"),
      command("--app-port").replace("N", String(base + 8)),
      command("--no-seed"),
      command("--no-schedule"),
    ];
    const line = `npm start -- --port-base ${base} ${options.join(" ")}`;
    const output = await start(context, line, WELCOME);
    const expected = { app: `http://127.0.0.1:${base + 8}`, hasAccounts: false };
    expect(await welcomed(output)).toEqual(expected);
    expect(await signInStatus(base)).toBe(400);
    expect(existsSync(join(folder, "elsewhere/postgres"))).toBe(true);
    await interrupt();
  });

  test("the backend alone, in a throw-away folder, and its line of JSON", async (context) => {
    const base = await findPortBase(20);
    const line = `${command("npm run stack")} -- ${command("--json")} ${command("--ephemeral")}`;
    const output = await start(context, `${line} --port-base ${base}`, '"functionsUrl"');
    const addresses = JSON.parse(output.split("\n").find((text) => text.startsWith("{")) ?? "");
    const named = /prints one line,\s+`\{([^}]+)\}`/.exec(running)?.[1]?.replaceAll('"', "");
    expect(Object.keys(addresses)).toEqual(named?.split(","));
    expect(await signInStatus(addresses.apiUrl, addresses.publishableKey)).toBe(200);
    await interrupt();
  });

  test("backing up, copying, emptying and restoring", async (context) => {
    const line = `${command("npm run stack")} -- --port-base ${await findPortBase(20)}`;
    await start(context, line, "functionsUrl");
    await interrupt();
    const succeeds = async (line: string) =>
      expect(await runToItsEnd(line)).toMatchObject({ code: 0 });
    await succeeds(command("npm run stack backup"));
    await succeeds(command("cp -a").replace("COPY", "../copy"));
    expect(existsSync(join(folder, "copy/postgres/PG_VERSION"))).toBe(true);
    await succeeds(command("npm run stack reset"));
    expect(existsSync(join(clone, ".rota/postgres"))).toBe(false);
    const restore = command("npm run stack restore");
    await succeeds(restore);
    expect(await runToItsEnd(restore)).toMatchObject({ code: 1 });
    await succeeds(`${restore} ${command("-- --replace")}`);
    await succeeds(`${restore} ${command("-- --data").replace("DIR", "../restored")}`);
    expect(leftovers()).toEqual([]);
  });

  test("a server at home, its people and its backups", async (context) => {
    const serving = "serving https://rota.example";
    expect(await runToItsEnd(command("npm run package"))).toMatchObject({ code: 0 });
    await start(context, `PUBLIC_URL=https://rota.example ${command("npm run serve")}`, serving);
    const says = async (line: string, ends = 0) => {
      const { code, output } = await runToItsEnd(command(`npm run serve ${line}`));
      expect(code, output).toBe(ends);
      return output;
    };
    const [link = ""] = /https:\/\/rota\.example\/\?sign_up=\S+/.exec(await says("invite")) ?? [];
    await signUpBy(link, "carol@example.com", join(clone, ".rota-server"), 8080);
    expect(await says("people")).toContain("carol@example.com");
    await says("operator");
    expect(await says("people")).toContain("runs this server");
    await says("no-operator");
    expect(await says("people")).not.toContain("runs this server");
    expect(await says("status")).toContain("serves https://rota.example");
    // Nobody can reach the address here.
    expect(await says("doctor", 1)).toContain("the public address does not answer");
    expect(await says("reset")).toContain("https://rota.example/reset-password?token_hash=");
    // Another test has written a file with this name.
    rmSync(join(clone, "rota.backup"), { force: true });
    await says("backup");
    await says("verify");
    expect(await says("close")).toContain("is closed");
    await says("restore rota.backup -- --replace");
    expect(await says("people")).toContain("carol@example.com");
    const other = command("npm run serve restore rota.backup -- --data");
    expect(await runToItsEnd(other.replace("DIR", "../elsewhere-home"))).toMatchObject({ code: 0 });
    await says("rotate-keys");
    // `import-file.all.test.ts` brings one in.
    const brought = "npm run serve import grocy.db -- --household Home --as anna@example.com";
    for (const line of ["", " --yes"]) {
      const asked = command(`${brought} --people people.csv --answers answers.csv${line}`);
      expect(await runToItsEnd(asked)).toMatchObject({
        code: 1,
        output: expect.stringContaining("grocy.db"),
      });
    }
    const unit = await runToItsEnd(
      `PUBLIC_URL=https://rota.example ${command("npm run serve install-service")}`,
    );
    expect(unit.output).toMatch(isRoot ? /belongs to root/ : /systemctl enable/);
    expect(unit.code).toBe(isRoot ? 1 : 0);
    await interrupt();
  });

  test("the tests and the benches are there", async () => {
    const tests = await runToItsEnd(`${command("npm test")} -- nothing`);
    expect(tests.output).toContain("no test file is called nothing");
    const whole = await runToItsEnd(`${command("npm test -- --all")} nothing`);
    expect(whole.output).toContain("--all takes some of screens, server, load");
    const benches = await runToItsEnd(`${command("npm run bench")} -- nothing`);
    expect(benches.output).toContain("bundle");
  });

  test("the packages are those of the lock file", async () => {
    const installed = await runToItsEnd(`${command("npm ci")} --dry-run --offline`);
    expect(installed, installed.output).toMatchObject({ code: 0 });
  });

  test("nothing else is written there", () => {
    expect([...written].filter((one) => !met.has(one))).toEqual([]);
  });
});
