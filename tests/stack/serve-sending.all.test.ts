import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { acceptEachOther, newAddress, newPerson, rpc, succeeded } from "../support/actors.ts";
import { addTask, utcDay } from "../support/actors-tasks.ts";
import { makeCertificates } from "../support/certificates.ts";
import { stackVariables } from "../support/environment.ts";
import { nameHosts } from "../support/host-names.ts";
import { inviteByMail, newHousehold } from "../support/households.ts";
import { installPackage } from "../support/installed-package.ts";
import { newBrowser, type PushStandIn, startPushStandIn } from "../support/push-stand-in.ts";
import { NOTHING } from "../support/pushes.ts";
import {
  addressBehind,
  addressesOf,
  beginServe,
  type ServeProcess,
  untilServing,
} from "../support/serve-process.ts";
import { sql } from "../support/sql.ts";
import { startTlsMailServer, type TlsMailServer } from "../support/tls-mail-server.ts";

/** Mails and pushes that an installed server sends on its own schedule, to other hosts, over TLS. */

const scheduled = { timeout: 200_000, interval: 500 };
const patient = { timeout: 600_000 };
let server: ServeProcess;
let mailServer: TlsMailServer;
let pushServer: PushStandIn;
let pushHost = "";
const endings: (() => unknown)[] = [];

const mailsTo = (address: string, pattern: RegExp) =>
  mailServer.mails.filter(({ to, text }) => to === address && pattern.test(text));

beforeAll(async () => {
  const place = mkdtempSync(join(tmpdir(), "rota-serve-sending-"));
  endings.push(() => rmSync(place, { recursive: true, force: true }));
  const run = randomUUID().slice(0, 8);
  const hosts = nameHosts(`mail-${run}.rota.test`, `push-${run}.rota.test`);
  endings.push(hosts.end);
  const certificates = makeCertificates(place, hosts.names);
  mailServer = await startTlsMailServer(certificates, hosts.address);
  pushServer = await startPushStandIn({ ...certificates, address: hosts.address });
  endings.push(mailServer.close, pushServer.close);
  const [mailHost = "", host = ""] = hosts.names;
  pushHost = host;
  const variables = {
    PUBLIC_URL: "https://rota.test",
    PUSH_HOSTS: pushHost,
    NODE_EXTRA_CA_CERTS: certificates.authority,
    SMTP_HOST: mailHost,
    SMTP_PORT: String(mailServer.port),
    SMTP_FROM: "rota@rota.test",
    SMTP_USER: "rota",
    SMTP_PASS: "mail-secret",
  };
  const port = await findPortBase(1);
  const installed = await installPackage(place);
  server = await untilServing(beginServe(join(place, "data"), port, variables, installed));
  const behind = addressBehind(server);
  const addresses = {
    ...addressesOf(server),
    apiUrl: behind,
    functionsUrl: `${behind}/functions/v1`,
  };
  for (const [name, value] of Object.entries(stackVariables(addresses))) vi.stubEnv(name, value);
}, 300_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  for (const end of endings.reverse()) await end();
}, 60_000);

test("an invitation, a household's mail, a morning mail and a push arrive", patient, async () => {
  const [anna, bob] = await acceptEachOther([
    await newPerson("anna", "Anna"),
    await newPerson("bob", "Bob"),
  ] as const);
  const [guest, flatmate] = [newAddress("guest"), newAddress("flatmate")];
  const task = await addTask(anna, { title: "Windows", share_with: [guest, bob.email] });
  await inviteByMail(anna, await newHousehold(anna), flatmate);
  succeeded(await rpc(anna, "set_morning_mail", { is_on: true, hour: new Date().getUTCHours() }));
  await sql("update public.morning_mails set sent_until = sent_until - 1 where user_id = $1", [
    anna.id,
  ]);
  const browser = await newBrowser(`https://${pushHost}:${pushServer.port}`);
  const { endpoint, p256dh, auth } = browser;
  succeeded(await rpc(bob, "add_push_device", { endpoint, p256dh, auth, label: "Phone" }));
  succeeded(await rpc(bob, "set_push", { ...NOTHING, done: true }));
  const tick = { task_id: task.id, completed_date: await utcDay(-1) };
  succeeded(await rpc(anna, "complete_task", tick));
  await vi.waitFor(() => {
    expect(mailsTo(guest, /share tasks on Rota/)).toHaveLength(1);
    expect(mailsTo(flatmate, /The flat/)).toHaveLength(1);
    expect(mailsTo(anna.email, /Windows/)).toHaveLength(1);
    expect(pushServer.received).toHaveLength(1);
  }, scheduled);
});

test(
  "a mail server that takes none is said, and each mail is delivered once when it does",
  patient,
  async () => {
    const anna = await newPerson("anna", "Anna");
    const guest = newAddress("guest");
    mailServer.isBusy = true;
    await addTask(anna, { title: "Bins", share_with: [guest] });
    await vi.waitFor(
      () => expect(server.log()).toMatch(/trouble: send-mails \(.*not now/),
      scheduled,
    );
    expect(mailsTo(guest, /./)).toEqual([]);
    mailServer.isBusy = false;
    // Ten minutes later.
    await sql("update private.invitation_mails set due_at = now() where address = $1", [guest]);
    await vi.waitFor(
      () => expect(server.log()).toContain("trouble is over: send-mails"),
      scheduled,
    );
    expect(mailsTo(guest, /Bins/)).toHaveLength(1);
    expect(server.log().match(/trouble: send-mails/g)).toHaveLength(1);
  },
);
