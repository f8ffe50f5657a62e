import { type ChildProcess, spawn } from "node:child_process";
import { join as joinPath } from "node:path";
import { importJWK, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { compile } from "../../stack/compile.mjs";
import { sendPushes } from "../../supabase/functions/send-pushes/send.ts";
import { newFriends, newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { until } from "../support/eventually.ts";
import { newFlat } from "../support/households.ts";
import { decrypted, type PushStandIn, startPushStandIn } from "../support/push-stand-in.ts";
import {
  APP_URL,
  addDevice,
  contextOf,
  type Shown,
  sentTo,
  settle,
  shownTo,
  subscriber,
  variables,
  wish,
} from "../support/pushes.ts";
import { serviceCall } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Pushes, from the board to the push server: each once, and none about done tasks. */

let server: PushStandIn;
beforeAll(async () => {
  server = await startPushStandIn();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  server.answer = 201;
  server.answerHeaders = {};
  // Hides the sender's logs about push servers that refuse.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

// No pushes to these devices are sent during later tests.
afterEach(() =>
  sql("delete from private.push_devices where endpoint like 'https://push.example/%'"),
);

const current = () => new Date().toISOString();
const sendAt = (instant: string) => sendPushes(contextOf(server), new Date(instant));
const titlesTo = async (device: Parameters<typeof shownTo>[1]) =>
  (await shownTo(server, device)).map(({ title }) => title);

test("a push is encrypted for its browser, signed for its push server, and says what is due", async () => {
  const { device, task } = await subscriber();
  await sendAt("2030-01-02T07:00:00Z");
  const [sent, ...others] = sentTo(server, device);
  expect(others).toEqual([]);
  const { headers, body } = sent as NonNullable<typeof sent>;
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "21600" });
  expect(headers.topic).toMatch(/^[\w-]{32}$/);
  const [, token = "", key] =
    /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  expect(key).toBe(variables().VAPID_KEYS.split(".")[0]);
  const point = Buffer.from(key ?? "", "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x, y } as never, "ES256");
  const { payload } = await jwtVerify(token, publicKey, { audience: "https://push.example" });
  expect(payload.sub).toBe(APP_URL);
  expect((payload.exp ?? 0) - Date.now() / 1_000).toBeLessThan(86_401);

  const shown = (await decrypted(body, device)) as Shown;
  expect(shown).toMatchObject({
    web_push: 8030,
    notification: {
      title: task.title,
      body: "Due today",
      tag: `${task.id} 2030-01-02`,
      navigate: `${APP_URL}/task/${task.id}`,
    },
  });
  // It is due tomorrow anyway, so it can't be put off to then.
  expect(Object.keys(shown.notification.data ?? {})).toEqual(["done"]);
  const other = await addDevice(await newPerson("other"));
  await expect(decrypted(body, other)).rejects.toThrow();
});

test("a push is in its reader's language, and in English where that isn't spoken any more", async () => {
  const { person, device } = await subscriber();
  for (const [at, language] of ["en-XB", "tlh"].entries()) {
    await sql("update public.profiles set language = $2 where id = $1", [person.id, language]);
    await sendAt(`2030-01-0${at + 2}T07:00:00Z`);
  }
  expect(await shownTo(server, device)).toMatchObject([
    { lang: "en-XB", body: expect.stringMatching(/^\[.*\]$/) },
    { lang: "en", body: "Due today" },
  ]);
});

test("workers side by side send one push a day and device", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, subscriber));
  const [first] = people;
  const second = await addDevice((first as (typeof people)[number]).person);
  await sql("update private.push_devices set created_at = '2029-01-01' where id = $1", [second.id]);
  for (const instant of ["2030-01-05T07:00:00Z", "2030-01-05T07:01:00Z"]) {
    await Promise.all(Array.from({ length: 4 }, () => sendAt(instant)));
  }
  const devices = [...people.map(({ device }) => device), second];
  expect(devices.map((device) => sentTo(server, device).length)).toEqual(devices.map(() => 1));
  await sendAt("2030-01-06T07:00:00Z");
  expect(devices.map((device) => sentTo(server, device).length)).toEqual(devices.map(() => 2));
});

async function startWorker(instant: string): Promise<ChildProcess> {
  const program = await compile(joinPath(rootFolder, "tests/support/push-worker.ts"), rootFolder);
  const words = [program, JSON.stringify(variables()), instant, String(server.port)];
  return spawn(process.execPath, words, { stdio: "inherit" });
}

test("a worker that is killed with a push under way leaves none that is sent twice", {
  tags: ["all"],
}, async () => {
  const { device } = await subscriber();
  server.answer = "silence";
  const worker = await startWorker("2030-02-05T07:00:00Z");
  await until(() => sentTo(server, device).length > 0);
  const exit = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGKILL");
  await exit;
  server.answer = 201;
  await sendAt("2030-02-05T07:01:00Z");
  expect(sentTo(server, device)).toHaveLength(1);
  await sendAt("2030-02-06T07:00:00Z");
  expect(sentTo(server, device)).toHaveLength(2);
});

test("a worker that is killed between claim and send loses that push, and no other", async () => {
  const [one, other] = await Promise.all([subscriber(), subscriber()]);
  const claim = { device: one.device.id, kind: "today", key: "2030-03-05" };
  expect(await serviceCall()("claim_message", claim)).not.toBeNull();
  await sendAt("2030-03-05T07:00:00Z");
  const counts = () => [one, other].map(({ device }) => sentTo(server, device).length);
  expect(counts()).toEqual([0, 1]);
  await sendAt("2030-03-06T07:00:00Z");
  expect(counts()).toEqual([1, 2]);
});

test("a worker that is killed after it took people leaves them to others: nobody is lost, none is told twice", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, subscriber));
  const at = (minute: number) => new Date(Date.UTC(2030, 2, 15, 7, minute)).toISOString();
  await serviceCall()("claim_pushes", { instant: at(0), most: 1000 });
  const counts = () => people.map(({ device }) => sentTo(server, device).length);
  await sendAt(at(4));
  expect(counts()).toEqual(people.map(() => 0));
  for (const minute of [5, 6, 11, 16]) await sendAt(at(minute));
  expect(counts()).toEqual(people.map(() => 1));
});

test.each([404, 410])("after %i the device is forgotten", async (status) => {
  const { device, person } = await subscriber();
  server.answer = status;
  await sendAt("2030-04-05T07:00:00Z");
  expect(sentTo(server, device)).toHaveLength(1);
  expect(succeeded(await rpc(person, "read_push", {}))).toMatchObject({ devices: [] });
});

test.each([
  [429, { "Retry-After": "600" }, 10],
  [500, {}, 1],
  [503, { "Retry-After": "no number" }, 1],
])(
  "after %i with %o it is tried again in %i minutes, with the list of then",
  async (status, headers, minutes) => {
    const { device, person, task } = await subscriber();
    server.answer = status;
    server.answerHeaders = headers;
    const at = (minute: number, second = 0) =>
      new Date(Date.UTC(2030, 4, 5, 7, minute, second)).toISOString();
    await sendAt(at(0));
    await sendAt(at(minutes - 1, 59));
    expect(sentTo(server, device)).toHaveLength(1);
    const later = await addTask(person, { title: "Added meanwhile" });
    server.answer = 201;
    await sendAt(at(minutes));
    const titles = (await titlesTo(device)).slice(1);
    expect(titles.sort()).toEqual([later.title, task.title].sort());
    await sendAt(at(minutes + 1));
    expect(sentTo(server, device)).toHaveLength(3);
  },
);

test("a dead push server is asked less and less often, and not for ever", async () => {
  const { device } = await subscriber();
  server.answer = 500;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    if (minute % 10 > 1 && minute > 60) continue;
    await sendAt(new Date(Date.UTC(2030, 5, 5, 7, minute)).toISOString());
  }
  // At 0, 1, 3, 7, 15, 31 and 63 minutes or soon after, then each hour for six in all.
  expect(sentTo(server, device).length).toBeGreaterThan(8);
  expect(sentTo(server, device).length).toBeLessThan(14);
});

test("a redirect is not followed, and what is refused for good is not sent again", async () => {
  for (const [status, headers] of [
    [302, { Location: "/elsewhere" }],
    [307, { Location: "/elsewhere" }],
    [403, {}],
    [413, {}],
  ] as const) {
    const { device, person } = await subscriber();
    server.answer = status;
    server.answerHeaders = { ...headers };
    await sendAt("2030-07-05T07:00:00Z");
    server.answer = 201;
    server.answerHeaders = {};
    await sendAt("2030-07-05T08:30:00Z");
    expect(sentTo(server, device), `${status}`).toHaveLength(1);
    // The device still exists, and the next push is sent to it.
    const { devices } = succeeded<{ devices: unknown[] }>(await rpc(person, "read_push", {}));
    expect(devices, `${status}`).toHaveLength(1);
  }
  expect(server.received.some(({ path }) => path === "/elsewhere")).toBe(false);
});

test("a push server that does not answer keeps nobody else's push, and is not sent it again", {
  tags: ["all"],
}, async () => {
  const slow = await subscriber();
  server.answer = "silence";
  await sendAt("2030-08-05T07:00:00Z");
  server.answer = 201;
  const other = await subscriber();
  await sendAt("2030-08-05T09:00:00Z");
  expect([slow, other].map(({ device }) => sentTo(server, device).length)).toEqual([1, 1]);
});

test("a device whose key is no point of the curve is forgotten", async () => {
  const { device, person } = await subscriber();
  await sql("update private.push_devices set p256dh = 'B' || repeat('A', 86) where id = $1", [
    device.id,
  ]);
  await sendAt("2030-09-05T07:00:00Z");
  expect(succeeded(await rpc(person, "read_push", {}))).toMatchObject({ devices: [] });
});

test("a push fits into 4,096 bytes with the longest titles and names in emoji, cut between them", async () => {
  const [alice, bob] = await newFriends("alice", "bob");
  const device = await addDevice(alice);
  await wish(alice, { today_hour: 7, done: true });
  await settle(alice, "2029-12-31");
  const titles = Array.from({ length: 6 }, (_, i) => `${i}${"👍🏿".repeat(49)}`);
  for (const each of titles) {
    await addTask(alice, { title: each, start_date: "2030-10-06", share_with: [bob.email] });
  }
  await addTask(alice, {
    title: "🌱".repeat(99),
    start_date: "2030-10-05",
    end_date: "2030-10-05",
  });
  await sendAt("2030-10-05T07:00:00Z");
  await sendAt("2030-10-06T07:00:00Z");
  const sent = sentTo(server, device);
  expect(sent).toHaveLength(2);
  for (const { size } of sent) expect(size).toBeLessThanOrEqual(4_096);
  const [single, many] = await shownTo(server, device);
  expect(single?.title).toBe("🌱".repeat(99));
  expect(many?.title).toBe("6 due today");
  expect(encodeURIComponent(many?.body ?? "")).toContain("%F0%9F%91%8D");
  expect(many?.body).toMatch(/…$/);
});

/** Devices that were added some days ago, before any hour of today. */
async function devicesOf(alice: Person, bob: Person) {
  const devices = { alice: await addDevice(alice), bob: await addDevice(bob) };
  await sql(
    "update private.push_devices set created_at = now() - interval '3 days' where user_id = any ($1)",
    [[alice.id, bob.id]],
  );
  return devices;
}

/** Alice, who is told at 7 of the real day what is due, with a task that she shares with Bob. */
async function household() {
  const [alice, bob] = await newFriends("Alice", "Bob");
  const today = await utcDay(0);
  const task = await addTask(alice, { share_with: [bob.email], start_date: "2026-01-01" });
  const devices = await devicesOf(alice, bob);
  const tell = async (person: Person) => {
    await wish(person, { today_hour: 7 });
    await settle(person, await utcDay(-1));
  };
  return { alice, bob, today, task, devices, tell };
}

test("nothing is said of what is done, skipped, put off, paused, deleted or shared no more", async () => {
  const changes: Record<string, (made: Awaited<ReturnType<typeof household>>) => Promise<unknown>> =
    {
      done: ({ bob, task, today }) =>
        rpc(bob, "complete_task", { task_id: task.id, completed_date: today }),
      skipped: ({ bob, task, today }) =>
        rpc(bob, "skip_occurrence", { task_id: task.id, day: today }),
      paused: ({ alice, task, today }) =>
        rpc(alice, "pause_task", { task_id: task.id, first_day: today, last_day: today }),
      deleted: ({ alice, task }) => rpc(alice, "delete_task", { task_id: task.id }),
      unshared: ({ alice, task }) => updateTask(alice, task.id, {}, []),
      left: ({ bob, task }) => rpc(bob, "leave_task", { task_id: task.id }),
    };
  for (const [name, change] of Object.entries(changes)) {
    const made = await household();
    await made.tell(made.bob);
    succeeded((await change(made)) as never);
    await sendAt(`${made.today}T07:00:00Z`);
    expect(await titlesTo(made.devices.bob), name).toEqual([]);
  }
  const { bob, task, today, devices, tell } = await household();
  await tell(bob);
  await sendAt(`${today}T07:00:00Z`);
  expect(await titlesTo(devices.bob)).toEqual([task.title]);
});

test("in quiet hours nothing is sent: what is due waits for their end", async () => {
  const { device, person } = await subscriber();
  await wish(person, { today_hour: 7, quiet_from: 22, quiet_until: 9 });
  await settle(person, "2029-12-31");
  for (const hour of ["07", "08"]) await sendAt(`2031-01-05T${hour}:30:00Z`);
  expect(sentTo(server, device)).toHaveLength(0);
  await sendAt("2031-01-05T09:00:00Z");
  expect(sentTo(server, device)).toHaveLength(1);
});

test("who wants to know is told what others did, in the place of what was due; the doer is not", async () => {
  const { alice, bob, task, today, devices } = await household();
  for (const person of [alice, bob]) await wish(person, { done: true });
  succeeded(await rpc(bob, "complete_task", { task_id: task.id, completed_date: today }));
  const now = current();
  await sendAt(now);
  await sendAt(now);
  expect(await shownTo(server, devices.alice)).toMatchObject([
    { title: task.title, body: "\u2068Bob\u2069 did it", tag: `${task.id} ${today}` },
  ]);
  expect(sentTo(server, devices.bob)).toHaveLength(0);
});

test("who watches one task is told what others did in it, and in no other", async () => {
  const { alice, bob, task, today, devices } = await household();
  const other = await addTask(alice, { share_with: [bob.email], start_date: "2026-01-01" });
  succeeded(await rpc(alice, "watch_task", { task_id: task.id, is_watched: true }));
  for (const { id } of [task, other]) {
    succeeded(await rpc(bob, "complete_task", { task_id: id, completed_date: today }));
  }
  await sendAt(current());
  expect(await titlesTo(devices.alice)).toEqual([task.title]);
  succeeded(await rpc(alice, "watch_task", { task_id: task.id, is_watched: false }));
  const yesterday = await utcDay(-1);
  succeeded(await rpc(bob, "complete_task", { task_id: task.id, completed_date: yesterday }));
  await sendAt(current());
  expect(await titlesTo(devices.alice)).toEqual([task.title]);
});

/** Alice and Bob take turns, Alice first; both have a device. */
async function turnTakers() {
  const { alice, bob, id: household, ids } = await newFlat();
  const roster = [ids.Alice, ids.Bob];
  const today = await utcDay(0);
  const chore = { category: "Home", household_id: household, start_date: today };
  const bins = succeeded<{ id: string }>(
    await createTask(alice, { ...chore, title: "Bins", roster }),
  );
  const devices = await devicesOf(alice, bob);
  return { alice, bob, bins, chore, today, devices };
}

test("what is due is told to whose turn it is, and what is anybody's unless they don't want it", async () => {
  const { alice, bob, chore, today, devices } = await turnTakers();
  succeeded(await createTask(alice, { ...chore, title: "Air" }));
  for (const [person, only_my_turns] of [
    [alice, true],
    [bob, false],
  ] as const) {
    await wish(person, { today_hour: 7, only_my_turns });
    await settle(person, await utcDay(-1));
  }
  await sendAt(`${today}T07:00:00Z`);
  const told = async (device: typeof devices.alice) =>
    (await shownTo(server, device)).map(({ title, body }) => [title, body]);
  expect(await told(devices.alice)).toEqual([["Bins", "Due today, your turn"]]);
  expect(await told(devices.bob)).toEqual([["Air", "Due today"]]);
});

test("a turn that is offered is told once to whoever may take it, and not when it is taken or done", async () => {
  const { alice, bob, bins, today, devices } = await turnTakers();
  const days = { task_id: bins.id, days: [today] };
  for (const person of [alice, bob]) await wish(person, { offers: true });
  succeeded(await rpc(alice, "offer_turns", days));
  for (let time = 0; time < 2; time += 1) await sendAt(current());
  expect(await shownTo(server, devices.bob)).toMatchObject([
    { title: "Bins", body: "\u2068Alice\u2069 asks: can you take it today?" },
  ]);
  expect(sentTo(server, devices.alice)).toHaveLength(0);
  succeeded(await rpc(alice, "withdraw_offers", days));
  succeeded(await rpc(alice, "offer_turns", days));
  succeeded(await rpc(bob, "take_turns", days));
  await sendAt(current());
  succeeded(await rpc(bob, "offer_turns", days));
  succeeded(await rpc(bob, "complete_task", { task_id: bins.id, completed_date: today }));
  await sendAt(current());
  expect(sentTo(server, devices.bob)).toHaveLength(1);
  expect(sentTo(server, devices.alice)).toHaveLength(0);
});

test("what was taken back, an hour old, in quiet hours or not asked for is no news", async () => {
  const made = await household();
  const { alice, bob, task, today, devices } = made;
  const tick = () => rpc(bob, "complete_task", { task_id: task.id, completed_date: today });
  await tick();
  await sendAt(current());
  await wish(alice, { done: true });
  await rpc(bob, "undo_completion", { task_id: task.id, completed_date: today });
  await sendAt(current());
  await tick();
  await sql(
    "update public.task_completions set completed_at = now() - interval '61 minutes' where task_id = $1",
    [task.id],
  );
  await sendAt(current());
  await sql("update public.task_completions set completed_at = now() where task_id = $1", [
    task.id,
  ]);
  const hour = new Date().getUTCHours();
  await wish(alice, { done: true, quiet_from: hour, quiet_until: (hour + 2) % 24 });
  await sendAt(current());
  expect(sentTo(server, devices.alice)).toHaveLength(0);
  await wish(alice, { done: true });
  await sendAt(current());
  expect(sentTo(server, devices.alice)).toHaveLength(1);
});

test("an invitation is told once, as long as it waits, and three a day at most", async () => {
  const alice = await newPerson("alice", "Alice");
  const device = await addDevice(alice);
  await sql("update private.push_devices set created_at = now() - interval '1 day' where id = $1", [
    device.id,
  ]);
  await wish(alice, { invitations: true });
  const share = async () => {
    const sender = await newPerson("sender", "Sender");
    const task = await addTask(sender, { share_with: [alice.email] });
    return { sender, task };
  };
  const declined = await share();
  succeeded(await rpc(alice, "decline_sender", { sender: declined.sender.id }));
  const { task } = await share();
  await sendAt(current());
  await sendAt(current());
  expect(await shownTo(server, device)).toMatchObject([
    { title: "\u2068Sender\u2069 invites you", body: `\u2068${task.title}\u2069` },
  ]);
  for (let i = 0; i < 4; i++) await share();
  await sendAt(current());
  expect(sentTo(server, device)).toHaveLength(3);
});

test("a device whose person has signed out is told nothing", async () => {
  const { device, person } = await subscriber();
  const session = await sqlValue<string>(
    "select session_id from private.push_devices where id = $1",
    [device.id],
  );
  expect(session).not.toBeNull();
  await sql("delete from auth.sessions where id = $1", [session]);
  await sendAt("2031-03-05T07:00:00Z");
  expect(sentTo(server, device)).toHaveLength(0);
  await serviceCall()("forget_old", {});
  expect(
    await sqlValue("select count(*) from private.push_devices where id = $1", [device.id]),
  ).toBe("0");
  expect(person.id).toBeTruthy();
});
