import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { PRESETS } from "../../src/domain/channels/presets.ts";
import { pushChannelHandler } from "../../supabase/functions/push-channel/handler.ts";
import { sendPushes } from "../../supabase/functions/send-pushes/send.ts";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { APP_URL, settle, variables, wish } from "../support/pushes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { sqlValue } from "../support/sql.ts";

/** Notifications by HTTP: with the kinds and quiet hours of pushes, and nothing of them is read back. */

const environment = (more = {}) =>
  functionEnvironment({ ...variables(), WEBHOOK_HOSTS: "127.0.0.1", ...more });

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

async function add(person: Person | null, body: object, more = {}) {
  const request = new Request("http://functions/push-channel", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(person && { Authorization: `Bearer ${person.token}` }),
    },
    body: JSON.stringify({ id: randomUUID(), label: "Gotify", ...body }),
  });
  const response = await pushChannelHandler(environment(more))(request);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const gotify = ({ url }: Receiver) =>
  PRESETS.gotify({ server: url, topic: "", token: "the secret token" });

async function listener() {
  const [person, receiver] = [await newPerson("channel"), await startReceiver()];
  succeeded(await add(person, { channel: gotify(receiver) }));
  expect(receiver.received).toHaveLength(1);
  receiver.received.length = 0;
  const task = await addTask(person);
  const send = (instant: string) =>
    sendPushes(
      { environment: environment(), call: serviceCall(), appUrl: APP_URL },
      new Date(instant),
    );
  return { person, receiver, task, send };
}

interface Listed {
  readonly devices: readonly { id: string; label: string; isThis: boolean }[];
}

test("a channel is told what a device is, at the person's hour, once", async () => {
  const { person, receiver, task, send } = await listener();
  await wish(person, { today_hour: 7, quiet_from: 22, quiet_until: 8 });
  await settle(person, "2029-12-31");
  await send("2030-01-02T07:30:00Z");
  expect(receiver.received).toEqual([]);
  for (const at of ["08:00", "08:01"]) await send(`2030-01-02T${at}:00Z`);
  expect(
    receiver.received.map(({ method, path, headers, body }) => [
      ...[method, path, headers["x-gotify-key"]],
      JSON.parse(body),
    ]),
  ).toEqual([
    [
      ...["POST", "/message", "the secret token"],
      {
        title: task.title,
        message: "Due today",
        extras: { "client::notification": { click: { url: `${APP_URL}/task/${task.id}` } } },
      },
    ],
  ]);
});

test("what isn't taken waits, and what may have been taken isn't sent again", async () => {
  const { person, receiver, send } = await listener();
  await wish(person, { today_hour: 7 });
  await settle(person, "2029-12-31");
  receiver.answer = () => 503;
  await send("2030-01-02T07:00:00Z");
  await send("2030-01-02T07:00:30Z");
  expect(receiver.received).toHaveLength(1);
  receiver.answer = () => 400;
  await send("2030-01-02T07:02:00Z");
  await send("2030-01-02T08:30:00Z");
  expect(receiver.received).toHaveLength(2);
});

test("its secrets are written and never read back; it ends with a call of its person alone", async () => {
  const { person, receiver } = await listener();
  const list = async () => succeeded<Listed>(await rpc(person, "read_push", {}));
  const { devices } = await list();
  expect(devices).toMatchObject([{ label: "Gotify", isThis: false }]);
  const row = await sqlValue<string>(
    "select to_jsonb(devices)::text from private.push_devices as devices where user_id = $1",
    [person.id],
  );
  for (const secret of ["the secret token", receiver.url, "{title}"]) {
    expect(JSON.stringify(devices)).not.toContain(secret);
    expect(row).not.toContain(secret);
  }
  const id = devices[0]?.id;
  const other = await newPerson("other");
  succeeded(await rpc(other, "remove_push_device", { id }));
  expect((await add(other, { id, channel: gotify(receiver) })).body).toMatchObject({
    error: { code: "VALIDATION_FAILED" },
  });
  expect((await list()).devices).toHaveLength(1);
  succeeded(await rpc(person, "remove_push_device", { id }));
  expect((await list()).devices).toEqual([]);
});

test("it is added once it has taken a first message, at an address that may be sent to", async () => {
  const person = await newPerson("channel");
  const receiver = await startReceiver();
  receiver.answer = () => 302;
  const channel = gotify(receiver);
  expect((await add(person, { channel })).body).toMatchObject({
    error: { issues: [{ path: "address", message: "A first message was not taken there" }] },
  });
  receiver.answer = () => 200;
  receiver.received.length = 0;
  for (const WEBHOOK_HOSTS of ["", "*"]) {
    expect(refusalCode(await add(person, { channel }, { WEBHOOK_HOSTS }))).toBe(
      "VALIDATION_FAILED",
    );
  }
  expect(refusalCode(await add(null, { channel }))).toBe("UNAUTHENTICATED");
  expect(refusalCode(await add(person, { channel: { ...channel, method: "GET" } }))).toBe(
    "VALIDATION_FAILED",
  );
  expect(receiver.received).toEqual([]);
  expect(succeeded<Listed>(await rpc(person, "read_push", {})).devices).toEqual([]);
});
