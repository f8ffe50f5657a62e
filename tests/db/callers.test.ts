import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joined } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { allowed } from "../../cli/serve/allowed.ts";
import { ACTS } from "../../cli/serve/operator-table.ts";
import { operatorDoor } from "../../stack/api/operator.ts";
import { setOperator } from "../../stack/operators.ts";
import {
  auth,
  callFunction,
  newPerson,
  PASSWORD,
  type Person,
  rest,
  rpc,
  signIn,
} from "../support/actors.ts";
import { addTask, listTasks } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { turnOn } from "../support/second-factor.ts";
import { sql } from "../support/sql.ts";

/** Joins the person's own channel; resolves to the first status. */
async function join(person: Person): Promise<string> {
  const { apiUrl, publishableKey } = stackUnderTest();
  const client = createClient(apiUrl, publishableKey, {
    accessToken: async () => person.token,
    realtime: { transport: WebSocket as never },
  });
  await client.realtime.setAuth();
  const channel = client.channel(`user:${person.id}`, { config: { private: true } });
  const status = await new Promise<string>((resolve) => channel.subscribe(resolve));
  await client.removeAllChannels();
  return status;
}

test("the token of an account that was removed is nobody's, wherever it is sent", async () => {
  const alice = await newPerson("alice");
  const input = {
    id: crypto.randomUUID(),
    category: "Home",
    title: "Dishes",
    startDate: "2026-01-01",
  };
  expect(await join(alice)).toBe("SUBSCRIBED");
  await sql("delete from auth.users where id = $1", [alice.id]);

  const name = { full_name: "Nobody" };
  const refused = { status: 401, body: { message: "UNAUTHENTICATED" } };
  expect(await rest(alice, "GET", "profiles?select=id")).toMatchObject(refused);
  expect(await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, name)).toMatchObject(refused);
  expect(await rpc(alice, "list_tasks")).toMatchObject(refused);
  for (const [name, body] of [
    ["create-task", input],
    ["update-task", input],
    ["delete-task", { id: input.id }],
  ] as const) {
    expect(await callFunction(alice, name, body), name).toMatchObject({
      status: 401,
      body: { error: { code: "UNAUTHENTICATED" } },
    });
  }
  expect(await join(alice)).toBe("CHANNEL_ERROR");
  // Like Supabase's auth server.
  expect(await auth(alice, "GET", "user")).toMatchObject({
    status: 403,
    body: { error_code: "user_not_found" },
  });
});

/** Whatever a token may be used for, with what it is answered while it is nobody's. */
async function expectNobody(person: Person, task: string) {
  const refused = { status: 401, body: { message: "UNAUTHENTICATED" } };
  for (const table of Object.keys(allowed.tables)) {
    expect(await rest(person, "GET", `${table}?limit=1`), table).toMatchObject(refused);
  }
  const own = `profiles?id=eq.${person.id}`;
  expect(await rest(person, "PATCH", own, { full_name: "Eve" })).toMatchObject(refused);
  const tick = { task_id: task, completed_date: "2026-01-01" };
  for (const [call, input] of Object.entries({
    list_tasks: {},
    export_tasks: {},
    complete_task: tick,
  })) {
    expect(await rpc(person, call, input), call).toMatchObject(refused);
  }
  const fields = {
    id: crypto.randomUUID(),
    category: "Home",
    title: "Dishes",
    startDate: "2026-01-01",
  };
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  const endpoint = "https://fcm.googleapis.com/fcm/send/1";
  const inputs = {
    "create-task": fields,
    "update-task": { ...fields, id: task },
    "delete-task": { id: task },
    "close-account": { password: PASSWORD },
    "push-device": { subscription: { endpoint, ...keys, label: "Phone" } },
  };
  for (const [name, input] of Object.entries(inputs)) {
    expect(await callFunction(person, name, input), name).toMatchObject({
      status: 401,
      body: { error: { code: "UNAUTHENTICATED" } },
    });
  }
  expect(await join(person)).toBe("CHANNEL_ERROR");
}

test("the token of a session that owes the code of a second factor is nobody's, wherever it is sent", async () => {
  const before = await newPerson("anna");
  const task = await addTask(before);
  const { apiUrl, publishableKey } = stackUnderTest();
  const client = createClient(apiUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  await client.auth.signInWithPassword({ email: before.email, password: PASSWORD });
  const early = (await client.auth.getSession()).data.session?.access_token ?? "";
  await turnOn(client);
  // A session of before, a new one, and the token from before the code of the one that gave it.
  await expectNobody(before, task.id);
  await expectNobody(await signIn(before.id, before.email), task.id);
  await expectNobody({ ...before, token: early }, task.id);

  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  const through = { ...before, token };
  expect((await listTasks(through)).map(({ id }) => id)).toEqual([task.id]);
  expect(await join(through)).toBe("SUBSCRIBED");
  expect((await callFunction(through, "close-account", { password: PASSWORD })).status).toBe(200);
});

test("the operators' door is closed to one of them while their account is banned", async () => {
  const anna = await newPerson("anna");
  const folder = mkdtempSync(joined(tmpdir(), "operators-"));
  const accounts = joined(folder, "operators.json");
  setOperator(accounts, anna.id, true);
  const jwtSecret = "s".repeat(32);
  const { admit } = operatorDoor({
    ...{ jwtSecret, publishableKey: "p", secretKey: "s", log: () => {} },
    operator: { accounts, acts: ACTS, closes: "close-account", url: "", secret: "" },
    pool: {
      query: async (text: string, values: unknown[]) => ({ rows: await sql(text, values) }),
    } as never,
  });
  const gateway = new Hono().get("/operator/v1/state", admit, (context) => context.text("in"));
  const [, payload = ""] = anna.token.split(".");
  const { session_id } = JSON.parse(Buffer.from(payload, "base64url").toString());
  const token = await new SignJWT({ sub: anna.id, role: "authenticated", session_id })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1 minute")
    .sign(new TextEncoder().encode(jwtSecret));
  const headers = { authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  for (const until of [null, "infinity", "2020-01-01"]) {
    await sql("update auth.users set banned_until = $2 where id = $1", [anna.id, until]);
    const asked = gateway.request("/operator/v1/state", { headers }, { peer: "203.0.113.7" });
    statuses.push((await asked).status);
  }
  rmSync(folder, { recursive: true });
  expect(statuses).toEqual([200, 404, 200]);
});
