import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";
import { functionsService } from "../../stack/services/functions.ts";
import { readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { sendMailsHandler } from "../../supabase/functions/send-mails/handler.ts";
import { newAddress, newPerson, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";
import { sql } from "../support/sql.ts";
import type { StackProcess } from "../support/stack-process.ts";
import { startedStack } from "../support/started-stack.ts";

/** The outbox under workers that are killed, and mail servers that refuse. */

let stack: StackProcess;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  // Its own worker would send some of these mails to its own mailbox.
  stack = await startedStack("--ephemeral", "--no-seed", "--no-schedule");
}, 120_000);

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  vi.unstubAllEnvs();
  stack.child.kill("SIGTERM");
  await stack.exitCode;
}, 60_000);

function withoutMails(): Record<string, string> {
  const { apiUrl, publishableKey, secretKey } = stackUnderTest();
  const keys = { SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey };
  return { SUPABASE_URL: apiUrl, ...keys };
}

const variablesFor = (smtp: SmtpStandIn): Record<string, string> => ({
  ...{ ...withoutMails(), APP_URL: "http://127.0.0.1:1" },
  ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(smtp.port), SMTP_FROM: "rota@example.com" },
});

const calledBy = (secretKey: string) =>
  ({ method: "POST", headers: { apikey: secretKey } }) satisfies RequestInit;

/** A separate worker, started like the stack's. */
async function startWorker(smtp: SmtpStandIn) {
  const port = await findPortBase(1);
  const { command, args, env, cwd } = functionsService(
    rootFolder,
    { "send-mails": port },
    "/nowhere",
    variablesFor(smtp),
  );
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const url = `http://127.0.0.1:${port}/send-mails`;
  await vi.waitUntil(() => fetch(url, { method: "OPTIONS" }).catch(() => null), 30_000);
  const kill = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  cleanUps.push(kill);
  return { send: () => fetch(url, calledBy(stackUnderTest().secretKey)), kill };
}

/** Sends what is due in this process. */
async function send(smtp: SmtpStandIn): Promise<void> {
  const variables = variablesFor(smtp);
  const handler = sendMailsHandler(readEnvironment((name) => variables[name]));
  const { secretKey } = stackUnderTest();
  const response = await handler(new Request("http://127.0.0.1/", calledBy(secretKey)));
  expect(await response.json()).toMatchObject({ failed: [] });
}

/** Somebody who shares with these addresses; their mails are due only when a test says so. */
async function invite(addresses: readonly string[]) {
  const alice = await newPerson("alice");
  await sql(
    `insert into private.invitation_mails (sender_id, address, due_at)
     select $1, address, 'infinity' from unnest($2::text[]) as address`,
    [alice.id, addresses],
  );
  await addTask(alice, { share_with: addresses });
  return { alice, due: () => makeDue(addresses) };
}

const makeDue = (addresses: readonly string[]) =>
  sql("update private.invitation_mails set due_at = now() where address = any ($1)", [addresses]);

const outboxOf = (address: string) =>
  sql<{ is_finished: boolean; error: string | null }>(
    `select finished_at is not null as is_finished, error from private.outbox where recipient = $1`,
    [address],
  );

async function smtpThat(refuse?: (command: string) => string | undefined): Promise<SmtpStandIn> {
  const smtp = await startSmtpStandIn(refuse);
  cleanUps.push(() => smtp.close());
  return smtp;
}

test("of three workers, one of which is killed between claim and send, none sends a mail twice", async () => {
  const smtp = await smtpThat();
  const [doomed, second, third] = await Promise.all([1, 2, 3].map(() => startWorker(smtp)));
  const addresses = Array.from({ length: 20 }, () => newAddress("guest"));
  const { due } = await invite(addresses);
  const isHeld = smtp.holdNext();
  await due();
  const run = doomed?.send().catch(() => null);
  await isHeld;
  await doomed?.kill();
  smtp.release();
  await run;
  expect(smtp.taken).toEqual([]);
  const answers = await Promise.all([second?.send(), third?.send()]);
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);

  expect(new Set(smtp.taken).size).toBe(19);
  expect(smtp.taken).toHaveLength(19);
  const [lost = ""] = addresses.filter((address) => !smtp.taken.includes(address));
  expect(await outboxOf(lost)).toEqual([{ is_finished: false, error: null }]);
  await second?.send();
  expect(smtp.taken).toHaveLength(19);
}, 90_000);

test("an address that is none is remembered, and gets no more, silently", async () => {
  const [gone, there] = [newAddress("gone"), newAddress("there")];
  const smtp = await smtpThat((command) =>
    command.includes(gone) ? "550 5.1.1 No such user" : undefined,
  );
  const { alice, due } = await invite([gone, there]);
  await due();
  await send(smtp);
  expect(smtp.taken).toEqual([there]);
  expect(
    await sql("select kind, reason from private.mail_refusals where address = $1", [gone]),
  ).toEqual([{ kind: "invitation", reason: "bounced" }]);
  succeeded(await rpc(alice, "send_invitation_again", { address: gone }));
  const asked = (await outboxOf(gone)).length;
  await send(smtp);
  expect(await outboxOf(gone)).toHaveLength(asked);
});

test.each([
  ["takes none now", "451 4.3.0 Try again later"],
  ["does not know us", "550 5.7.1 Relaying denied"],
])("a mail server that %s gets the mail later, once", async (_, refusal) => {
  const address = newAddress("guest");
  let isUp = false;
  const smtp = await smtpThat((command) =>
    !isUp && command.startsWith("RCPT") ? refusal : undefined,
  );
  const { due } = await invite([address]);
  await due();
  await send(smtp);
  expect(await outboxOf(address)).toEqual([]);
  isUp = true;
  await send(smtp);
  expect(smtp.taken).toEqual([]);
  await due();
  await send(smtp);
  await send(smtp);
  expect(smtp.taken).toEqual([address]);
});

test("a mail that is refused for good is not sent again", async () => {
  const address = newAddress("guest");
  const smtp = await smtpThat((command) => (command === "." ? "554 5.7.1 Spam" : undefined));
  const { due } = await invite([address]);
  await due();
  await send(smtp);
  await due();
  await send(smtp);
  expect(await outboxOf(address)).toEqual([
    { is_finished: true, error: expect.stringContaining("Spam") },
  ]);
});

test("without a mail server nothing is claimed, and the log says so once", async () => {
  const address = newAddress("guest");
  const { due } = await invite([address]);
  await due();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { secretKey } = stackUnderTest();
  const variables = withoutMails();
  const handler = sendMailsHandler(readEnvironment((name) => variables[name]));
  for (let time = 0; time < 2; time += 1) {
    const request = new Request("http://127.0.0.1/", calledBy(secretKey));
    expect((await handler(request)).status).toBe(200);
  }
  expect(log.mock.calls).toEqual([[expect.stringContaining("SMTP_HOST")]]);
  log.mockRestore();
  expect(await outboxOf(address)).toEqual([]);
});
