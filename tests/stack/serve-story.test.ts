import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { localKeys } from "../../stack/config.ts";
import { findPortBase } from "../../stack/ports.ts";
import { makeCertificates } from "../support/certificates.ts";
import { eventually } from "../support/eventually.ts";
import { nameHosts } from "../support/host-names.ts";
import { NamedClient } from "../support/named-client.ts";
import {
  type Browser,
  decrypted,
  newBrowser,
  type PushStandIn,
  startPushStandIn,
} from "../support/push-stand-in.ts";
import {
  addressBehind,
  besideServe,
  rowsOf,
  type ServeProcess,
  startServe,
} from "../support/serve-process.ts";
import { startTlsMailServer, type TlsMailServer } from "../support/tls-mail-server.ts";
import { startTunnel } from "../support/tls-proxy.ts";

/** A self-hosted server, from its first start to the next one. Each test can run alone. */

const NAME = "rota.test";
const PASSWORD = "rota-secret-1";
let place = "";
let folder = "";
let port = 0;
let server: ServeProcess;
let visitor: NamedClient;
let mailServer: TlsMailServer;
let pushServer: PushStandIn;
let browser: Browser;
/** The link printed by the first start. */
let firstLink = "";
const endings: (() => unknown)[] = [];

let variables: Record<string, string> = {};
const start = () => startServe(folder, port, variables);

async function stop(): Promise<void> {
  server.child.kill("SIGTERM");
  expect(await server.exitCode).toBe(0);
}

/** The output of a command for the server. */
const said = async (...args: string[]) =>
  (await besideServe(visitor, ...args, "--data", folder)).stdout.trim();

/** Runs one statement on the server's database. */
const sql = (text: string, values?: unknown[]) => rowsOf(server, text, values);

const mailTo = (to: string, pattern: RegExp) =>
  eventually(() => {
    const found = mailServer.mails.find((mail) => mail.to === to && pattern.test(mail.text));
    if (!found) throw new Error(`no mail to ${to}: ${server.log()}`);
    return pattern.exec(found.text)?.[1] ?? "";
  });

type Client = ReturnType<NamedClient["supabase"]>;
const people: Client[] = [];
const newClient = (): Client => {
  const as = visitor.supabase(readSecrets(folder).publishable);
  people.push(as);
  return as;
};

/** Runs once, for the first test that needs it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const signUp = (as: Client, name: string, link?: string) =>
  as.auth.signUp({
    ...{ email: `${name}@example.com`, password: PASSWORD },
    options: {
      data: {
        full_name: name,
        ...(link && { sign_up_link: new URL(link).searchParams.get("sign_up") }),
      },
    },
  });

/** Makes an account with a printed link, and confirms its address with the link of the mail. */
async function enter(link: string, name: string): Promise<Client> {
  const as = newClient();
  expect((await signUp(as, name, link)).error).toBeNull();
  const token_hash = await mailTo(`${name}@example.com`, /token_hash=([0-9a-f]+)/);
  const { data } = await as.auth.verifyOtp({ token_hash, type: "signup" });
  expect(data.user?.email).toBe(`${name}@example.com`);
  return as;
}

/** Joins a person's live channel; resolves to its messages. */
async function listen(as: Client): Promise<unknown[]> {
  const told: unknown[] = [];
  const { data } = await as.auth.getUser();
  await as.realtime.setAuth();
  await new Promise<void>((resolve, reject) => {
    as.channel(`user:${data.user?.id}`, {
      config: { private: true, broadcast: { replication_ready: true } as never },
    })
      .on("broadcast", { event: "*" }, ({ payload }) => void told.push(payload))
      .on("system" as never, {}, ({ status }: { status: string }) => {
        if (status === "ok") resolve();
      })
      .subscribe((status, error) => {
        if (status !== "SUBSCRIBED") reject(error ?? new Error(status));
      });
  });
  return told;
}

/** Calls a function like the schedule does each minute. */
async function runScheduled(name: string): Promise<void> {
  const headers = { apikey: readSecrets(folder).secret };
  const url = `${addressBehind(server)}/functions/v1/${name}`;
  const answer = await fetch(url, { method: "POST", headers });
  expect(await answer.json()).toMatchObject({ failed: [] });
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-serve-story-"));
  endings.push(() => rmSync(place, { recursive: true, force: true }));
  folder = join(place, "data");
  const run = randomUUID().slice(0, 8);
  const hosts = nameHosts(`mail-${run}.${NAME}`, `push-${run}.${NAME}`);
  endings.push(hosts.end);
  const [mailHost = "", pushHost = ""] = hosts.names;
  const certificates = makeCertificates(place, [NAME, ...hosts.names]);
  pushServer = await startPushStandIn({ ...certificates, address: hosts.address });
  endings.push(pushServer.close);
  browser = await newBrowser(`https://${pushHost}:${pushServer.port}`);
  mailServer = await startTlsMailServer(certificates, hosts.address);
  endings.push(mailServer.close);
  port = await findPortBase(2);
  endings.push(await startTunnel(port + 1, port, certificates));
  visitor = new NamedClient(
    `https://${NAME}:${port + 1}`,
    readFileSync(certificates.authority, "utf8"),
  );
  variables = {
    PUBLIC_URL: visitor.url,
    PUSH_HOSTS: pushHost,
    NODE_EXTRA_CA_CERTS: certificates.authority,
    SMTP_HOST: mailHost,
    SMTP_PORT: String(mailServer.port),
    SMTP_FROM: "Our Rota <rota@rota.test>",
    SMTP_USER: "rota",
    SMTP_PASS: "mail-secret",
  };
  server = await start();
  [firstLink = ""] = /https:\S+sign_up=\S+/.exec(server.log()) ?? [];
});

afterAll(async () => {
  for (const as of people) as.realtime.disconnect();
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  for (const end of endings.reverse()) await end();
});

const enterAnna = once(() => enter(firstLink, "anna"));
const linkForBob = once(() => said("invite", "bob@example.com"));
const enterBob = once(async () => {
  await enterAnna();
  return enter(await linkForBob(), "bob");
});

/** A task of Anna's that Bob has accepted, and Carol hasn't. */
const share = once(async () => {
  const [anna, bob] = [await enterAnna(), await enterBob()];
  const id = "7b1f3f5c-32d2-4a6f-9b07-0d0a5f4a6c10";
  const fields = { category: "Kitchen", title: "Dishes", startDate: "2026-01-01", isShared: true };
  const invited = ["bob", "carol", "dave", "existing", "pending", "blocked"];
  const shareWith = invited.map((name) => `${name}@example.com`);
  const { error } = await anna.functions.invoke("create-task", {
    body: { id, ...fields, shareWith },
  });
  expect(error).toBeNull();
  const sender = (await anna.auth.getUser()).data.user?.id as string;
  expect((await bob.rpc("accept_sender", { sender })).error).toBeNull();
  return { anna, bob, id };
});

async function tick(as: Client, completed_date: string): Promise<void> {
  const { id: task_id } = await share();
  expect((await as.rpc("complete_task", { task_id, completed_date })).error).toBeNull();
}

/** Carol signs up with the link of an invitation's mail, which proves her address. */
const inviteCarol = once(async () => {
  await share();
  await runScheduled("send-mails");
  const pattern = /invites you to Rota[\s\S]*#proof=([\w.-]+)/;
  const proof = await mailTo("carol@example.com", pattern);
  const carol = newClient();
  expect((await signUp(carol, "carol")).error).toBeNull();
  return { carol, proof };
});

/** Restarts it with sign-ups closed. */
const close = once(async () => {
  await stop();
  variables.SIGN_UP = "closed";
  server = await start();
});

test("it serves the app under its name, and keeps its secrets to itself", async () => {
  const page = await (await visitor.fetch("/")).text();
  const [, script = ""] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  const { status, headers } = await visitor.fetch(script);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("immutable");
  const secrets = join(folder, "secrets.json");
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  for (const known of Object.values(localKeys)) {
    expect(readFileSync(secrets, "utf8")).not.toContain(`"${known}"`);
  }
});

test("who has a link makes one account with it", async () => {
  const anna = await enterAnna();
  expect((await signUp(anna, "late", firstLink)).error?.message).toBe(
    "This link has been used or has expired. Ask for a new one.",
  );
  expect((await signUp(anna, "late", await linkForBob())).error?.message).toBe(
    "This link is for another address.",
  );
  await enterBob();
});

test("a second and a third person come by a household's link, at once, and need no shell", async () => {
  const anna = await enterAnna();
  const household = randomUUID();
  const made = { id: household, name: "Home", others: ["Dora"] };
  expect((await anna.rpc("create_household", made)).error).toBeNull();
  let keeper = anna;
  for (const name of ["dora", "emil"]) {
    const invited = { household_id: household, role: "keeper" };
    const { data: token } = await keeper.rpc("invite_to_household", invited);
    const as = newClient();
    // Whoever has the link reads who invites to what, and asks for one account.
    const { data: read } = await as.rpc("read_household_invitation", { token: token as string });
    expect(read).toMatchObject({ household: "Home", role: "keeper" });
    const link = `${visitor.url}/?sign_up=${token}`;
    expect((await signUp(as, name, link)).error).toBeNull();
    expect((await signUp(newClient(), "someone-else", link)).error?.message).toBe(
      "This link is for another address.",
    );
    const credentials = { email: `${name}@example.com`, password: PASSWORD };
    expect((await as.auth.signInWithPassword(credentials)).error).toBeNull();
    expect((await as.rpc("join_household", { token: token as string })).error).toBeNull();
    keeper = as;
  }
  const [{ count }] = await sql(
    "select count(*)::int from public.household_people where household_id = $1",
    [household],
  );
  expect(count).toBe(4);
  // The proof of the address comes after, and they stay signed in.
  const token_hash = await mailTo("emil@example.com", /token_hash=([0-9a-f]+)/);
  expect((await newClient().auth.verifyOtp({ token_hash, type: "signup" })).error).toBeNull();
  expect((await keeper.rpc("list_tasks")).error).toBeNull();
});

test("two people share a task, and each sees the other's tick at once", async () => {
  const { anna, bob } = await share();
  for (const [day, by, other] of [
    ["2026-01-01", bob, anna],
    ["2026-01-02", anna, bob],
  ] as const) {
    const told = await listen(other);
    await tick(by, day);
    await eventually(() => expect(JSON.stringify(told)).toContain(day));
  }
});

test("nobody joins a channel of their own making", async () => {
  const as = await enterBob();
  const refusal = await new Promise((resolve) => {
    as.channel("anybody's").subscribe((status, error) => resolve(`${status} ${error?.message}`));
  });
  expect(refusal).toMatch(/^CHANNEL_ERROR .*PrivateOnly/);
  await as.removeAllChannels();
});

test("a push leaves for the browser that was told where, and says what was done", async () => {
  const { anna, bob } = await share();
  const { endpoint, p256dh, auth } = browser;
  const wishes = {
    ...{ today_hour: null, quiet_from: null, quiet_until: null },
    invitations: false,
  };
  expect((await bob.rpc("set_push", { ...wishes, done: true } as never)).error).toBeNull();
  const subscription = { endpoint, p256dh, auth, label: "Phone" };
  expect((await bob.functions.invoke("push-device", { body: { subscription } })).error).toBeNull();
  await tick(anna, "2026-01-03");
  await runScheduled("send-pushes");
  // The schedule's own call may send it.
  await eventually(() => expect(pushServer.received).toHaveLength(1));
  const [{ body } = { body: new Uint8Array() }] = pushServer.received;
  expect(await decrypted(body, browser)).toMatchObject({
    notification: { title: "Dishes", navigate: expect.stringContaining(visitor.url) },
  });
});

test("who is invited by mail gets one, and may sign up", async () => {
  await inviteCarol();
  await mailTo("carol@example.com", new RegExp(`${visitor.url}/\\S*token_hash=([0-9a-f]+)`));
});

const begun = (name: string, more: string) =>
  sql(
    `insert into auth.users (id, email, encrypted_password, banned_until, email_confirmed_at)
     select gen_random_uuid(), $1, 'none', ${more}`,
    [`${name}@example.com`],
  );

test("who signs up or asks for a mail learns nothing of whose address it is; what follows is right for each", async () => {
  await share();
  await runScheduled("send-mails");
  await begun("existing", "null, now()");
  await begun("pending", "null, null");
  await begun("blocked", "now() + interval '1 day', now()");
  const accounts = "select email, id from auth.users order by email";
  const before = await sql(accounts);
  const mailed = mailServer.mails.length;
  const headers = { apikey: readSecrets(folder).publishable, "content-type": "application/json" };
  const ask = async (call: string, name: string) => {
    const email = `${name}@example.com`;
    const body = JSON.stringify({ email, password: PASSWORD, type: "signup" });
    const answer = await visitor.fetch(`/auth/v1/${call}`, { method: "POST", headers, body });
    const said = (await answer.text())
      .replaceAll(name, "NAME")
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "NOW");
    return [answer.status, said, answer.headers.get("cache-control")];
  };
  const answers = [];
  for (const name of ["dave", "existing", "pending", "blocked", "nobody"]) {
    answers.push(await ask("signup", name));
  }
  expect(answers[0]).toEqual([200, expect.stringContaining('"identities":[]'), "no-store"]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const name of ["dave", "pending"]) await mailTo(`${name}@example.com`, /token_hash=(\w+)/);
  expect(mailServer.mails.length).toBe(mailed + 2);
  const idOf = (rows: { email: string; id: string }[], name: string) =>
    rows.find(({ email }) => email === `${name}@example.com`)?.id;
  const first = idOf(await sql(accounts), "dave");
  // One mail a minute to an address, whatever is requested; its link confirms the last sign-up.
  const link = await mailTo("dave@example.com", /token_hash=(\w+)/);
  for (const name of ["dave", "nobody"]) {
    for (const call of ["recover", "signup", "resend"]) {
      expect(await ask(call, name)).toMatchObject([200, expect.anything(), "no-store"]);
    }
  }
  await eventually(async () => {
    const [dave] = await sql(
      "select id, confirmation_token from auth.users where email = 'dave@example.com'",
    );
    // Between the one and the other there is none, or one that doesn't have the mail's link yet.
    expect(dave?.confirmation_token).toBe(link);
    expect(dave?.id).not.toBe(first);
  });
  // What was asked for is done in its order: all before this is done.
  const after = await sql(accounts);
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email);
  expect(emails(after)).toEqual([...emails(before), "dave@example.com"].sort());
  const isSame = (name: string) => idOf(before, name) === idOf(after, name);
  expect([isSame("existing"), isSame("blocked"), isSame("pending")]).toEqual([true, true, false]);
  expect(mailServer.mails.length).toBe(mailed + 2);
});

test("a page of another site opens no live connection", async () => {
  const path = `/realtime/v1/websocket?vsn=1.0.0&apikey=${readSecrets(folder).publishable}`;
  const opens = async (origin?: string) => {
    const headers = {
      ...{ connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" },
      ...{ "sec-websocket-key": Buffer.alloc(16).toString("base64"), host: `${NAME}:${port + 1}` },
      ...(origin && { origin }),
    };
    return new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path, headers, agent: false });
      asked.on("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
      asked.on("response", ({ statusCode }) => resolve(statusCode));
      asked.on("error", reject).end();
    });
  };
  expect(await opens()).toBe(101);
  expect(await opens(visitor.url)).toBe(101);
  for (const origin of ["https://evil.example", "null"]) expect(await opens(origin)).toBe(403);
});

test("nothing is open but what the app uses, under its own name", async () => {
  const { publishable, secret } = readSecrets(folder);
  const statusOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await visitor.fetch(path, { method, headers: { apikey: secret, ...headers } })).status;
  expect(await statusOf("GET", "/", { host: "rota.attacker.example" })).toBe(421);
  for (const path of [
    "/rest/v1/",
    "/rest/v1/realtime",
    "/rest/v1/profiles",
    "/rest/v1/tasks/../profiles",
    "/rest/v1/rpc/list_tasks_for",
    "/rest/v1/rpc/claim_morning_mails",
    "/rest/v1/rpc/claim_pushes",
    "/auth/v1/admin/users",
    "/auth/v1/settings",
    "/auth/v1/otp",
    "/auth/v1/magiclink",
    "/auth/v1/health",
    "/functions/v1/send-mails",
    "/functions/v1/send-pushes",
    "/realtime/v1/api/broadcast",
    "/storage/v1/bucket",
    "/pg/query",
  ]) {
    for (const method of ["POST", "DELETE"]) {
      const headers = { authorization: `Bearer ${secret}` };
      expect(await statusOf(method, path, headers), `${method} ${path}`).toBe(404);
    }
  }
  expect(await statusOf("GET", "/rest/v1/tasks?select=id", { apikey: publishable })).toBe(401);
});

test("who runs it learns what works, and what doesn't; a stranger whether it does", async () => {
  await enterAnna();
  const { auth } = await enterBob();
  mailServer.isBusy = true;
  // Neither got a mail in the last minute.
  await begun("first", "null, now()");
  await begun("second", "null, now()");
  expect((await auth.resetPasswordForEmail("first@example.com")).error).toBeNull();
  const line = /^rota: \S+Z trouble: mails that confirm or reset \(.*not now/m;
  await eventually(() => expect(server.log()).toMatch(line));
  // From then on the failure is told, and not only to people with an account.
  expect((await auth.resetPasswordForEmail("a@stranger.example")).error).not.toBeNull();
  const answer = await fetch(`http://127.0.0.1:${port}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    ...{ database: "up", api: "up", realtime: "up", "function send-mails": "up" },
    troubles: [{ what: "mails that confirm or reset", reason: expect.stringContaining("not now") }],
  });
  expect(await (await visitor.fetch("/health")).json()).toEqual({ status: "up" });
  expect(await said("status")).toMatch(
    /^version \S+ serves https.*\ntrouble since \S+: mails that confirm or reset \(.*not now/,
  );
  mailServer.isBusy = false;
  await auth.resetPasswordForEmail("second@example.com");
  await eventually(() => expect(server.log()).toContain("trouble is over: mails"));
  expect((await auth.resetPasswordForEmail("b@stranger.example")).error).toBeNull();

  const credentials = { email: "bob@example.com", password: "a wrong password" };
  expect((await auth.signInWithPassword(credentials)).error).not.toBeNull();
  const { id } = (await sql("select id from auth.users where email = 'bob@example.com'"))[0];
  const refused = `sign-in refused (invalid_credentials): account ${id}, from 127.0.0.1`;
  await eventually(() => expect(server.log()).toContain(refused));
  expect(server.log()).toMatch(/sign-in by a mailed link: account [\da-f-]{36}, from 127\.0\.0\.1/);
  // The server's name can't be reached from here, so doctor exits with 1.
  const doctor = await said("doctor").catch(({ stdout }: { stdout: string }) => stdout);
  expect(doctor).toContain("last served by");
  expect(`${server.log()} ${await said("status")} ${doctor}`).not.toMatch(
    /@example\.com|@stranger/,
  );
});

test("stopped and started again, it has forgotten nothing and prints no other link", async () => {
  const { bob, id } = await share();
  await tick(bob, "2026-01-05");
  const days = async () => {
    const { data } = await bob.from("task_completions").select("completed_date").eq("task_id", id);
    return data?.map(({ completed_date }) => completed_date).sort();
  };
  const before = await days();
  expect(before).toContain("2026-01-05");
  await inviteCarol();
  await close();
  expect(server.log()).not.toContain("sign_up=");
  expect((await bob.auth.refreshSession()).error).toBeNull();
  expect(await days()).toEqual(before);
});

test("once it is closed, nobody comes in by what an invitation's mail proves", async () => {
  const { carol, proof } = await inviteCarol();
  await close();
  const body = { purpose: "sign-up", password: PASSWORD, fullName: "Carol", timeZone: "UTC" };
  const { data } = await carol.functions.invoke("mail-link", { body: { ...body, token: proof } });
  expect(data).toBeNull();
  expect((await signUp(carol, "carol")).error?.code).toBe("signup_disabled");
  const credentials = { email: "carol@example.com", password: PASSWORD };
  expect((await carol.auth.signInWithPassword(credentials)).error?.code).toBe(
    "email_not_confirmed",
  );
});
