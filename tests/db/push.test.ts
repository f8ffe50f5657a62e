import { expect, test } from "vitest";
import {
  auth,
  newPerson,
  type Person,
  refusalCode,
  rpc,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { newBrowser } from "../support/push-stand-in.ts";
import { NOTHING } from "../support/pushes.ts";
import { rolledBack, sql, sqlValue } from "../support/sql.ts";

/** Devices and their owners, the messages that may be sent to them, and when. */

/** At a host that no worker sends to. */
async function subscription(changes: Record<string, unknown> = {}) {
  const { endpoint, p256dh, auth: secret } = await newBrowser();
  return {
    endpoint: endpoint.replace("push.example", "nowhere.example"),
    ...{ p256dh, auth: secret, label: "Phone", ...changes },
  };
}

const add = (person: Person | null, device: Record<string, unknown>) =>
  rpc(person, "add_push_device", device);
const devicesOf = async (person: Person, endpoint?: string) =>
  succeeded<{ devices: { id: string; label: string; isThis: boolean }[] }>(
    await rpc(person, "read_push", endpoint === undefined ? {} : { endpoint }),
  ).devices;

test("a person has devices and wishes of their own, and none to begin with", async () => {
  const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
  expect(succeeded(await rpc(alice, "read_push", {}))).toEqual({
    ...{ todayHour: null, invitations: false, done: false, quietFrom: null, quietUntil: null },
    ...{ onlyMyTurns: false, offers: false },
    devices: [],
    watched: [],
  });
  const device = await subscription();
  const id = succeeded<string>(await add(alice, device));
  expect(succeeded(await add(alice, { ...device, label: "Tablet" }))).toBe(id);
  expect(await devicesOf(alice, device.endpoint)).toMatchObject([
    { id, label: "Tablet", isThis: true },
  ]);
  expect(await devicesOf(alice)).toMatchObject([{ isThis: false }]);
  expect(await devicesOf(bob, device.endpoint)).toEqual([]);
  succeeded(await rpc(bob, "remove_push_device", { id }));
  expect(await devicesOf(alice)).toHaveLength(1);
  succeeded(await rpc(alice, "remove_push_device", { id }));
  expect(await devicesOf(alice)).toEqual([]);
  for (const call of ["read_push", "remove_push_device", "add_push_device"]) {
    const body = call === "add_push_device" ? device : call === "read_push" ? {} : { id };
    expect((await rpc(null, call, body)).status, call).toBe(401);
  }
});

test.each([
  ["endpoint", "http://fcm.googleapis.com/x"],
  ["endpoint", "https://user:pass@fcm.googleapis.com/x"],
  ["endpoint", "https://fcm.googleapis.com"],
  ["endpoint", "https://fcm.googleapis.com/a b"],
  ["endpoint", "javascript:alert(1)"],
  ["endpoint", `https://fcm.googleapis.com/${"x".repeat(1_000)}`],
  ["endpoint", "https://fcm.googleapis.com/\n"],
  ["endpoint", null],
  ["p256dh", "short"],
  ["p256dh", "A".repeat(87)],
  ["auth", "A".repeat(23)],
  ["auth", null],
])("a device whose %s is %j is refused", async (field, value) => {
  const person = await newPerson();
  const answer = await add(person, await subscription({ [field]: value }));
  expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
  expect(await devicesOf(person)).toEqual([]);
});

test("labels are cut, and never empty", async () => {
  const person = await newPerson();
  succeeded(await add(person, await subscription({ label: "🌱".repeat(200) })));
  succeeded(await add(person, await subscription({ label: " \u200b\n ".trim() })));
  succeeded(await add(person, await subscription({ label: "  " })));
  const labels = (await devicesOf(person)).map(({ label }) => label);
  expect([...(labels[0] ?? "")]).toHaveLength(100);
  expect(labels[2]).toBe("A device");
});

test("ten devices are the most, also for those who race to the last place", async () => {
  const person = await newPerson();
  const devices = await Promise.all(Array.from({ length: 14 }, () => subscription()));
  const answers = await Promise.all(devices.map((device) => add(person, device)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter((answer) => refusalCode(answer) === "LIMIT_REACHED")).toHaveLength(4);
  expect(await devicesOf(person)).toHaveLength(10);
});

test("somebody else's endpoint is taken over with its keys alone, and nothing of theirs with it", async () => {
  const [alice, bob, mallory] = await Promise.all(["a", "b", "m"].map((name) => newPerson(name)));
  const device = await subscription();
  const id = succeeded<string>(await add(alice as Person, device));
  await sql(
    "insert into private.outbox (device_id, kind, key) values ($1, 'today', '2026-01-01')",
    [id],
  );
  const guessed = await subscription({ endpoint: device.endpoint });
  for (const keys of [
    guessed,
    { ...guessed, auth: device.auth },
    { ...guessed, p256dh: device.p256dh },
  ]) {
    expect(refusalCode(await add(mallory as Person, keys))).toBe("VALIDATION_FAILED");
  }
  expect(await devicesOf(alice as Person)).toHaveLength(1);
  expect(succeeded(await add(bob as Person, device))).not.toBe(id);
  expect(await devicesOf(alice as Person)).toEqual([]);
  expect(await sqlValue("select count(*) from private.outbox where device_id = $1", [id])).toBe(
    "0",
  );
});

test.each([
  { today_hour: 24 },
  { today_hour: -1 },
  { invitations: null },
  { done: null },
  { only_my_turns: null },
  { offers: null },
  { quiet_from: 22 },
  { quiet_until: 7 },
  { quiet_from: 7, quiet_until: 7 },
  { quiet_from: 22, quiet_until: 24 },
])("wishes with %o are refused", async (changes) => {
  const answer = await rpc(await newPerson(), "set_push", { ...NOTHING, ...changes });
  expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
});

test("another hour for what is due begins with the next one, and tells of no day a second time", async () => {
  const alice = await newPerson();
  const wish = { ...NOTHING, today_hour: 7 };
  succeeded(await rpc(alice, "set_push", wish));
  const wishAfter = async (sentUntil: string) => {
    await sql("update private.push_settings set sent_until = $2 where user_id = $1", [
      ...[alice.id, sentUntil],
    ]);
    succeeded(await rpc(alice, "set_push", wish));
    return await sqlValue<string>(
      "select sent_until::text from private.push_settings where user_id = $1",
      [alice.id],
    );
  };
  expect((await wishAfter("2020-01-01")) > "2020-01-01").toBe(true);
  expect(await wishAfter("2999-01-01")).toBe("2999-01-01");
});

test("who takes part may watch a task, sees what they watch, and nobody else does", async () => {
  const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
  const { id } = await addTask(alice);
  const watch = (person: Person | null, isWatched = true) =>
    rpc(person, "watch_task", { task_id: id, is_watched: isWatched });
  expect((await watch(null)).status).toBe(401);
  expect(refusalCode(await watch(bob))).toBe("TASK_NOT_FOUND");
  for (let time = 0; time < 2; time += 1) succeeded(await watch(alice));
  const watched = async (person: Person) =>
    succeeded<{ watched: string[] }>(await rpc(person, "read_push", {})).watched;
  expect(await watched(alice)).toEqual([id]);
  expect(await watched(bob)).toEqual([]);
  succeeded(await watch(bob, false));
  expect(await watched(alice)).toEqual([id]);
  succeeded(await watch(alice, false));
  expect(await watched(alice)).toEqual([]);
});

test("a device ends with the session in which it was added, and no other session's does", async () => {
  const person = await newPerson();
  const again = await signIn(person.id, person.email);
  succeeded(await add(person, await subscription({ label: "First" })));
  succeeded(await add(again, await subscription({ label: "Second" })));
  expect((await auth(person, "POST", "logout?scope=local")).status).toBe(204);
  expect((await devicesOf(again)).map(({ label }) => label)).toEqual(["Second"]);
});

test("a device whose session has just ended is sent nothing any more", async () => {
  const person = await newPerson();
  const id = succeeded<string>(await add(person, await subscription()));
  const claim = (key: string) =>
    sqlValue("select private.claim_message('today', $2, null, $1)", [id, key]);
  expect(await claim("2026-01-01")).not.toBeNull();
  expect((await auth(person, "POST", "logout?scope=local")).status).toBe(204);
  expect(await claim("2026-01-02")).toBeNull();
});

test("a device that is added after the hour is told what is due from the next day on", async () => {
  const person = await newPerson();
  const id = succeeded<string>(await add(person, await subscription()));
  succeeded(await rpc(person, "set_push", { ...NOTHING, today_hour: 7 }));
  await sql("update public.profiles set time_zone = 'UTC' where id = $1", [person.id]);
  const dayAt = async (created: string, instant: string) => {
    await sql("update private.push_devices set created_at = $2 where id = $1", [id, created]);
    return sqlValue("select day::text from private.ready_push_devices($1, $2)", [
      ...[person.id, instant],
    ]);
  };
  const [before, after] = ["2031-06-01T06:59:00Z", "2031-06-01T07:00:00Z"];
  expect(await dayAt(before, "2031-06-01T07:30:00Z")).toBe("2031-06-01");
  expect(await dayAt(after, "2031-06-01T07:30:00Z")).toBeNull();
  expect(await dayAt(after, "2031-06-02T07:30:00Z")).toBe("2031-06-02");
});

test("devices, wishes and what was sent end with the account", async () => {
  const person = await newPerson();
  const id = succeeded<string>(await add(person, await subscription()));
  succeeded(await rpc(person, "set_push", { ...NOTHING, done: true }));
  await sql("insert into private.outbox (device_id, kind, key) values ($1, 'done', 'x')", [id]);
  await sql("delete from auth.users where id = $1", [person.id]);
  const left = await sqlValue(
    `select (select count(*) from private.push_devices where user_id = $1)
      + (select count(*) from private.push_settings where user_id = $1)
      + (select count(*) from private.outbox where device_id = $2)`,
    [person.id, id],
  );
  expect(left).toBe("0");
});

test("of many who claim a push at once, one has it", async () => {
  const person = await newPerson();
  const id = succeeded<string>(await add(person, await subscription()));
  const claims = await Promise.all(
    Array.from({ length: 12 }, () =>
      sqlValue<string | null>("select private.claim_message('today', '2026-01-01', null, $1)", [
        id,
      ]),
    ),
  );
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});

/** Zones with steps at midnight, at night, by half an hour, and none. */
const ZONES = [
  "America/Nuuk",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Havana",
  "Asia/Tokyo",
];
const HOUR = 3_600_000;

test("over every DST step of a year: one push a day, at the first moment at which clocks show the hour or a later one, and none in quiet hours", {
  tags: ["all"],
}, async () => {
  const person = await newPerson();
  const id = succeeded<string>(await add(person, await subscription()));
  let checked = 0;
  await rolledBack(async (client) => {
    await client.query("update private.push_devices set created_at = '2026-01-01' where id = $1", [
      id,
    ]);
    for (const zone of ZONES) {
      await client.query("update public.profiles set time_zone = $2 where id = $1", [
        person.id,
        zone,
      ]);
      for (const hour of [0, 2, 3, 23]) {
        for (const quiet of [null, [22, 3]] as const) {
          await client.query(
            `insert into private.push_settings (user_id, today_hour, invitations, done, quiet_from, quiet_until)
             values ($1, $2, false, false, $3, $4)
             on conflict (user_id) do update
             set today_hour = $2, quiet_from = $3, quiet_until = $4`,
            [person.id, hour, quiet?.[0] ?? null, quiet?.[1] ?? null],
          );
          await client.query("delete from private.outbox where device_id = $1", [id]);
          const isWithin = quiet !== null && (hour >= 22 || hour < 3);
          const wanted = isWithin ? 3 : hour;
          for (const step of [
            "2027-03-14",
            "2027-03-27",
            "2027-04-03",
            "2027-10-02",
            "2027-10-30",
            "2027-11-07",
          ]) {
            const from = Date.parse(step) - 24 * HOUR;
            const instants = Array.from({ length: 2 * 84 }, (_, i) =>
              new Date(from + i * HOUR * 0.5).toISOString(),
            );
            const { rows } = await client.query<{ at: Date; clocks: string; day: string }>(
              `select at, to_char(private.local_time(at, $2), 'YYYY-MM-DD"T"HH24:MI') as clocks,
                 (select ready.day::text from private.ready_push_devices($1, at) as ready) as day
               from unnest($3::timestamptz[]) as at order by at`,
              [person.id, zone, instants],
            );
            const days = [...new Set(rows.map(({ clocks }) => clocks.slice(0, 10)))].slice(1, -2);
            for (const day of days) {
              const begin = `${day}T${String(wanted).padStart(2, "0")}:00`;
              const first = rows.find(({ day: due }) => due === day);
              const expected = rows.find(
                ({ clocks }) =>
                  clocks >= begin &&
                  (quiet === null ||
                    (Number(clocks.slice(11, 13)) >= 3 && Number(clocks.slice(11, 13)) < 22)),
              );
              expect(first?.at, `${zone} ${hour} ${quiet} ${day}`).toEqual(expected?.at);
              checked += 1;
            }
          }
        }
      }
    }
  });
  expect(checked).toBeGreaterThan(300);
});
