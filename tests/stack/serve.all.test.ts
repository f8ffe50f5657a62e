import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { allowed } from "../../cli/serve/allowed.ts";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { findPortBase } from "../../stack/ports.ts";
import { requireBrowser } from "../support/browser.ts";
import { descendants } from "../support/processes.ts";
import { besideServe } from "../support/serve-process.ts";
import { enterBy, expectPage, shareDishes } from "../support/served-pages.ts";
import { isListening, runBootstrap, type StackProcess } from "../support/stack-process.ts";
import { startTlsProxy, type TlsProxy } from "../support/tls-proxy.ts";

/** `npm run serve`: a self-hosted server, as its operator and its people see it. */

const PASSWORD = "rota-secret-1";
/** The public address: another name than the machine's, over TLS. */
const NAME = "rota.test";
let folder = "";
let port = 0;
let url = "";
let server: StackProcess;
let browser: Browser;
let proxy: TlsProxy;
/** Errors in the pages' consoles. */
const errors: string[] = [];

const serveWith = (args: string[], variables: Record<string, string> = {}) =>
  runBootstrap(["serve", ...args], { env: { ...process.env, ...variables } });

async function startServer(variables: Record<string, string> = {}): Promise<StackProcess> {
  const args = ["--data", folder, "--listen", `127.0.0.1:${port}`];
  const started = serveWith(args, { PUBLIC_URL: url, ...variables });
  await vi.waitFor(() => expect(started.log()).toMatch(/serving [\s\S]* prints a link with/), {
    timeout: 120_000,
    interval: 200,
  });
  return started;
}

async function stopServer(): Promise<void> {
  server.child.kill("SIGTERM");
  expect(await server.exitCode).toBe(0);
}

/** The output of a command. */
const said = async (...args: string[]) =>
  (await besideServe({ url }, ...args, "--data", folder)).stdout.trim();

/** The answer by any name on a new connection, as the server may close a kept one at any moment. */
function answerOf(path: string, method = "GET", headers: Record<string, string> = {}, body = "") {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { host } = new URL(url);
    const address = { host: "127.0.0.1", port, path, agent: false };
    request({ ...address, method, headers: { host, ...headers } }, (answer) =>
      resolve(answer.resume()),
    )
      .on("error", reject)
      .end(body);
  });
}
const statusOf = async (...asked: Parameters<typeof answerOf>) =>
  (await answerOf(...asked)).statusCode ?? 0;

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return page;
}

/** Makes an account with a printed link, and is signed in at once. */
async function enter(link: string, name: string): Promise<Page> {
  const page = await enterBy(link, await newPage(), name);
  expect(new URL(page.url()).search).toBe("");
  return page;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rota-serve-"));
  port = await findPortBase(1);
  proxy = await startTlsProxy(NAME, port);
  url = `https://${NAME}:${proxy.port}`;
  server = await startServer();
  browser = await chromium.launch({
    executablePath: requireBrowser(() => {}),
    args: ["--no-sandbox", ...proxy.browser.args],
    env: { ...process.env, ...proxy.browser.env },
  });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  proxy?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("two people with links share a task: one ticks it, the other sees it at once", async () => {
  const [first = ""] = /https:\S+sign_up=\S+/.exec(server.log()) ?? [];
  const anna = await enter(first, "anna");
  const bob = await enter(await said("invite", "bob@example.com"), "bob");
  await expect(said("invite", "bob@example.com")).rejects.toThrow(/bob@example.com has an account/);
  await shareDishes(anna, bob, () =>
    expectPage(anna.getByLabel("Share with email")).toHaveAccessibleDescription(
      "This Rota sends no mail: tell them yourself.",
    ),
  );
  await anna.goto("/#about");
  await expectPage(anna.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await expectPage(anna.getByRole("heading", { name: "Morning mail" })).toHaveCount(0);
  const guest = await (await browser.newContext({ baseURL: url })).newPage();
  await guest.goto("/");
  await guest.getByRole("tab", { name: "Sign Up" }).click();
  await expectPage(guest.getByText("This Rota sends no mail.")).toContainText(
    "for a link to make your account",
  );
  await guest.getByRole("tab", { name: "Sign In" }).click();
  await guest.getByRole("button", { name: "Forgot Password?" }).click();
  await expectPage(guest.getByRole("dialog")).toContainText("for a link to choose a password");
  expect(errors).toEqual([]);
  expect(await said("people")).toMatch(
    /^anna@example\.com {2}since [\d-]+, last signed in [\d-]+, runs this server\nbob@example\.com /,
  );

  await stopServer();
  server = await startServer();
  await bob.goto("/");
  await expectPage(bob.getByRole("region", { name: "Done" })).toContainText("Dishes");

  await stopServer();
  const served = JSON.parse(readFileSync(join(folder, "served-by.json"), "utf8"));
  const older = { ...served, version: "0.9.0", migration: "20200101000000_older.sql" };
  writeFileSync(join(folder, "served-by.json"), JSON.stringify(older));
  server = await startServer();
  expect(server.log()).toContain("upgrading from 0.9.0: a backup first");
  const [backup = ""] = readdirSync(join(folder, "backups")).filter((name) =>
    /^before-/.test(name),
  );
  await said("verify", join(folder, "backups", backup));
  await expect(said("verify", join(folder, "secrets.json"))).rejects.toThrow(/secrets\.json/);
  expect(
    readdirSync(join(folder, "backups")).every(
      (name) => statSync(join(folder, "backups", name)).mode % 0o100 === 0,
    ),
  ).toBe(true);

  await bob.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await bob.reload();
  expect(await bob.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await stopServer();
  const before = readFileSync(join(folder, "secrets.json"), "utf8");
  await said("rotate-keys");
  expect(readFileSync(join(folder, "secrets.json"), "utf8")).not.toBe(before);
  server = await startServer();
  await bob.goto("/");
  // The cached build only knows the old key: the page fetches the current one by itself.
  await expectPage(async () => {
    expect(await bob.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  }).toPass();
  await bob.getByLabel("Email").fill("bob@example.com");
  await bob.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await bob.getByRole("button", { name: "Sign In" }).click();
  await expectPage(bob.getByRole("region", { name: "Done" })).toContainText("Dishes");
}, 240_000);

test("of all paths that the API behind it knows, those of the list answer", async () => {
  const source = readFileSync(
    join(rootFolder, "node_modules/@supabase/lite/dist/index.js"),
    "utf8",
  );
  const routes = source.matchAll(/\.(?:get|post|put|patch|delete|all|on)\(\s*["'`](\/[^"'`]*)/g);
  const paths = new Set([...routes].map(([, path = ""]) => path.replace(/:\w+|\*/g, "x")));
  expect(paths.size).toBeGreaterThan(30);
  const open = new Set<string>();
  const asked = ["auth/v1", "rest/v1", "storage/v1", "_system"].flatMap((part) =>
    [...paths].flatMap((path) =>
      ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ part, path, method })),
    ),
  );
  const key = { apikey: readSecrets(folder).publishable };
  await Promise.all(
    asked.map(async ({ part, path, method }) => {
      const status = await statusOf(`/${part}${path}`, method, key);
      // Other GET paths get the app's page.
      const isPage = method === "GET" && !/^(?:auth|rest)/.test(part);
      if (status !== 404 && !isPage) open.add(`${method} ${part}${path}`);
    }),
  );
  const listed = Object.entries(allowed.auth).flatMap(([path, methods]) =>
    methods.map((method) => `${method} auth/v1/${path}`),
  );
  expect([...open].filter((call) => !listed.includes(call))).toEqual([]);
  expect([...open]).toContain("POST auth/v1/token");
}, 60_000);

test("its health names the part that is down", async () => {
  const realtime = descendants(server.child.pid ?? 0).find(({ args }) =>
    /^\S+ .*\/realtime-\w+\/main/.test(args),
  );
  const pid = realtime?.pid ?? Number.NaN;
  process.kill(pid, "SIGSTOP");
  try {
    // An earlier answer is valid for a second.
    await vi.waitFor(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/health`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ api: "up", database: "up", realtime: "down" });
    }, 30_000);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  }, 30_000);
}, 60_000);

test("who sends nothing, or slowly, is let go of, and the board goes on", async () => {
  const slow = Array.from({ length: 300 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).resume();
    socket.write("GET / HTTP/1.1\r\nHost: ");
    return { closed: once(socket, "close") };
  });
  expect(await statusOf("/")).toBe(200);
  expect(await statusOf("/", "GET", { cookie: "x".repeat(20_000) })).toBe(431);
  await Promise.all(slow.map(({ closed }) => closed));
  expect(await statusOf("/")).toBe(200);
}, 120_000);

test("a flood of sign-ins keeps nobody else waiting", async () => {
  const key = { apikey: readSecrets(folder).publishable };
  const signIn = (n: number) => {
    const headers = {
      ...key,
      "content-type": "application/json",
      "x-forwarded-for": `10.0.0.${n}`,
    };
    const body = JSON.stringify({ email: `nobody${n}@example.com`, password: "a password" });
    return statusOf("/auth/v1/token?grant_type=password", "POST", headers, body);
  };
  const answers: number[] = [];
  const flood = Array.from({ length: 100 }, (_, n) =>
    signIn(n).then((status) => answers.push(status)),
  );
  const checked = () => answers.filter((status) => status === 400).length;
  await vi.waitFor(() => expect(checked()).toBeGreaterThan(0), 30_000);
  expect(await statusOf("/rest/v1/tasks?select=id", "GET", key)).toBe(401);
  // Without the queue, all of them would have come.
  expect(checked()).toBeLessThan(25);
  await Promise.all(flood);
  // Whoever has waited for five seconds is refused: how many depends on the machine.
  expect([400, 429]).toEqual(expect.arrayContaining(answers));
}, 60_000);

test("its files come compressed, and for ever where their names change with them", async () => {
  const get = (path: string, encoding: string) =>
    answerOf(path, "GET", { "accept-encoding": encoding });
  const [app = ""] = readdirSync(folder).filter((name) => /^app-[0-9a-f]{16}$/.test(name));
  const scripts = readdirSync(join(folder, app, "assets")).filter((name) => name.endsWith(".js"));
  const script = `/assets/${scripts[0]}`;
  for (const encoding of ["br", "gzip"]) {
    expect((await get("/", encoding)).headers["content-encoding"]).toBe(encoding);
    const { headers } = await get(script, encoding);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["cache-control"]).toContain("immutable");
  }
});

test("what it can't use it says in one sentence, and changes nothing", async () => {
  const refused = async (args: string[], variables: Record<string, string>) => {
    const command = serveWith(args, { PUBLIC_URL: "", ...variables });
    expect(await command.exitCode).toBe(1);
    return command.log();
  };
  expect(await refused(["--listen", "0.0.0.0:8080"], {})).toMatch(/PUBLIC_URL is not set/);
  expect(await refused([], { PUBLIC_URL: "http://rota.example" })).toMatch(/must begin with https/);
  expect(await refused([], { PUBLIC_URL: url, SIGN_UP: "open" })).toMatch(
    /SIGN_UP=open needs SMTP_HOST/,
  );
  const files = mkdtempSync(join(tmpdir(), "rota-files-"));
  writeFileSync(join(files, "letter.txt"), "Dear Carol");
  expect(await refused(["--data", files], { PUBLIC_URL: url })).toContain(
    `${files} has files that are no server's data`,
  );
  expect(readdirSync(files)).toEqual(["letter.txt"]);
  rmSync(files, { recursive: true });
  const development = runBootstrap(["stack", "--data", folder]);
  expect(await development.exitCode).toBe(1);
  expect(development.log()).toContain('"npm run serve" alone opens');
  expect(await refused(["--listen", "8080"], { PUBLIC_URL: url })).toMatch(
    /--listen takes HOST:PORT/,
  );
  const taken = ["--data", `${folder}-other`, "--listen", `127.0.0.1:${port}`];
  expect(await refused(taken, { PUBLIC_URL: url })).toMatch(/port \d+/);
  rmSync(`${folder}-other`, { recursive: true, force: true });
  const running = ["--data", folder, "--listen", `127.0.0.1:${await findPortBase(1)}`];
  expect(await refused(running, { PUBLIC_URL: url })).toMatch(/is in use by another/);
  expect(await isListening(port)).toBe(true);
}, 60_000);
