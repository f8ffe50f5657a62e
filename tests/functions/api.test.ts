import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joined } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, test } from "vitest";
import { newPerson, rpc, succeeded } from "../support/actors.ts";
import { utcDay } from "../support/actors-tasks.ts";
import { askApi, Copy, newToken } from "../support/api.ts";
import { stackUnderTest } from "../support/environment.ts";
import { sqlValue } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";
import { type ApiFlat, addTask, newApiFlat } from "./api-flat.ts";

/** Other programs at the API: docs/design/api.md. */

interface Deed {
  readonly day: string;
  readonly status: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly door: { readonly kind: string; readonly name: string | null } | null;
}

interface DayAnswer extends Record<string, unknown> {
  readonly day: string;
  readonly status: string;
  readonly deed: Deed | null;
  readonly untaken: readonly Deed[];
}

let { alice, bob, helen, flat, carol, canary, today } = {} as ApiFlat;

beforeAll(async () => {
  ({ alice, bob, helen, flat, carol, canary, today } = await newApiFlat());
});

describe("deeds", () => {
  test("a household's token names people and door, everywhere that says who, when it is gone, too", async () => {
    const id = randomUUID();
    const token = await newToken(alice, "tick", flat, { id });
    const task = await addTask(alice, { household_id: flat });
    const nobody = await askApi(token, `POST tasks/${task}/done`, { day: today });
    expect([nobody.status, nobody.body.code]).toEqual([422, "VALIDATION_FAILED"]);
    const { body } = await askApi<DayAnswer>(token, `POST tasks/${task}/done`, {
      ...{ day: today, people: [carol] },
    });
    const door = { kind: "token", name: "Kitchen panel" };
    expect(body.deed).toMatchObject({ people: [{ id: carol, name: "Carol" }], door });
    succeeded(await rpc(alice, "end_token", { id }));
    const own = await newToken(bob, "read");
    const { occurrences } = (
      await askApi<{ occurrences: { task: { id: string }; doneBy: unknown; door: unknown }[] }>(
        own,
        "GET today",
      )
    ).body;
    expect(occurrences.find((one) => one.task.id === task)).toMatchObject({
      ...{ doneBy: [{ id: carol, name: "Carol" }], door, status: "done" },
    });
    const { deeds } = (
      await askApi<{ deeds: (Deed & { task: { id: string } })[] }>(
        own,
        `GET record?from=${today}&to=${today}`,
      )
    ).body;
    expect(deeds.find((one) => one.task.id === task)).toMatchObject({ door, status: "done" });
  });

  test("who comes second changes nothing and is told, a key answers the same for its request alone", async () => {
    const task = await addTask(alice, { household_id: flat });
    const token = await newToken(bob, "tick");
    const key = { "Idempotency-Key": randomUUID() };
    const done = (body: object, headers = key) =>
      askApi<DayAnswer>(token, `POST tasks/${task}/done`, body, headers);
    const first = await done({ day: today });
    const again = await done({ day: today });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await done({ day: today, people: [carol] });
    expect([other.status, other.body.code]).toEqual([422, "KEY_REUSED"]);
    expect(
      await sqlValue("select count(*)::int from public.task_completions where task_id = $1", [
        task,
      ]),
    ).toBe(1);
    const hers = await askApi<DayAnswer>(await newToken(alice, "tick"), `POST tasks/${task}/skip`, {
      day: today,
    });
    expect(hers.body).toMatchObject({ status: "done", untaken: [{ people: [{ name: "Bob" }] }] });
  });

  test("fifty at once with one key, and without: once", async () => {
    const task = await addTask(alice, { household_id: flat });
    const token = await newToken(bob, "tick");
    const key = { "Idempotency-Key": randomUUID() };
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        askApi<DayAnswer>(token, `POST tasks/${task}/done`, { day: today }, n % 2 ? key : {}),
      ),
    );
    const told = many.filter(({ status }) => status !== 429);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await sqlValue(
      "select count(*)::int from public.task_events where task_id = $1 and kind = 'done'",
      [task],
    );
    expect(events).toBe(1);
  });

  test("put off and told when: the days are understood as everywhere", async () => {
    const task = await addTask(alice, { repeat_value: "weekly", start_date: today });
    const token = await newToken(alice, "write");
    const later = await utcDay(1);
    const moved = await askApi<DayAnswer>(token, `POST tasks/${task}/put-off`, {
      day: today,
      to: later,
    });
    expect(moved.body).toMatchObject({ day: later, dueDay: today, status: "open" });
    const at = new Date(Date.now() - 86_400_000).toISOString();
    const { body } = await askApi<DayAnswer>(token, `POST tasks/${task}/done`, { day: today, at });
    expect(body).toMatchObject({
      day: later,
      status: "done",
      deed: { doneOn: at.slice(0, 10), doneAt: at.slice(11, 16) },
    });
    const note = { day: today, text: "Bags are empty" };
    expect((await askApi(token, `POST tasks/${task}/note`, note)).body).toMatchObject({
      note: note.text,
    });
    const lost = await askApi(token, `POST tasks/${task}/note`, { ...note, text: "Other" });
    expect(lost.body).toMatchObject({ code: "NOTE_CHANGED", status: 409 });
  });

  test("a token uses up its own limits, and none of its person's", async () => {
    const id = randomUUID();
    const token = await newToken(bob, "tick", null, { id });
    await setUses("token_uses_per_minute", id, 120);
    const { status, body, headers } = await askApi(token, "GET people");
    expect([status, body.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    // How long to wait is in the header: each limit has its own time.
    expect(body.detail).not.toMatch(/\d/);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await askApi(await newToken(bob, "tick"), "GET people")).status).toBe(200);
  });
});

describe("reading", () => {
  test("nothing new is a 304, until something is", async () => {
    const token = await newToken(helen, "read");
    const task = await addTask(alice, { household_id: flat });
    for (const path of ["today", "tasks", "people", `tasks/${task}`]) {
      const first = await askApi(token, `GET ${path}`);
      const tag = { "If-None-Match": `W/${first.headers.get("etag")?.replace(/^W\//, "")}` };
      const again = await askApi(token, `GET ${path}`, undefined, tag);
      expect([path, again.status, again.headers.get("etag")]).toEqual([
        path,
        304,
        first.headers.get("etag"),
      ]);
      succeeded(await rpc(alice, "complete_task", { task_id: task, completed_date: today }));
      if (path !== "people")
        expect((await askApi(token, `GET ${path}`, undefined, tag)).status, path).toBe(200);
      succeeded(await rpc(alice, "undo_completion", { task_id: task, completed_date: today }));
    }
  });

  test("a task is added by one line, or its fields, once", async () => {
    const token = await newToken(bob, "write");
    const key = { "Idempotency-Key": "one line" };
    const line = { line: "Bins every Tuesday @Outside", household: flat };
    const first = await askApi<{ task: Record<string, unknown> }>(token, "POST tasks", line, key);
    expect([first.status, first.body.task]).toMatchObject([
      201,
      { title: "Bins", category: "Outside", household: { id: flat }, owner: { name: "Bob" } },
    ]);
    const again = await askApi(token, "POST tasks", line, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const id = randomUUID();
    const fields = {
      id,
      title: "Plants",
      category: "Home",
      startDate: today,
      afterDone: "P3D",
      repeatValue: "custom",
    };
    for (const time of [1, 2]) {
      const { status, body } = await askApi(token, "POST tasks", fields);
      expect([time, status, body]).toMatchObject([time, 201, { task: { id, afterDone: "P3D" } }]);
    }
  });

  test("a copy kept by `changes` learns what is new, changed and gone, whatever the reason", async () => {
    const copy = new Copy(await newToken(bob, "read"));
    const follow = async () => {
      const told = await copy.follow();
      const { copy: kept, list } = await copy.both();
      expect(kept).toEqual(list);
      return told;
    };
    const move = (householdId: string | null) =>
      rpc(alice, "update_task", { task_id: task, fields: { householdId } });
    await follow();
    expect(await follow()).toEqual({ tasks: [], deleted: [] });
    const task = await addTask(alice, { household_id: flat });
    expect(await follow()).toEqual({ tasks: [task], deleted: [] });
    succeeded(await rpc(alice, "complete_task", { task_id: task, completed_date: today }));
    await follow();
    succeeded(await rpc(alice, "undo_completion", { task_id: task, completed_date: today }));
    await follow();
    const news = [...copy.news.values()].filter((one) => one.task.id === task);
    expect(news.map(({ status }) => status)).toEqual(["done", "undone"]);
    succeeded(await move(null));
    expect(await follow()).toEqual({ tasks: [], deleted: [task] });
    succeeded(await move(flat));
    expect(await follow()).toEqual({ tasks: [task], deleted: [] });
    succeeded(await rpc(alice, "delete_task", { task_id: task }));
    expect(await follow()).toEqual({ tasks: [], deleted: [task] });
    // A backup was restored meanwhile.
    copy.next = "99999.1";
    expect((await follow()).tasks).toHaveLength(copy.tasks.size);
  });
});

test("the page of doors ticks a task in five commands", async () => {
  const token = await newToken(await newPerson("reader", "Reader"), "write");
  const [, commands = ""] =
    /```sh\n([\s\S]*?)```/.exec(readFileSync("docs/doors.md", "utf8")) ?? [];
  expect(commands.trim().split("\n")).toHaveLength(5);
  const folder = mkdtempSync(joined(tmpdir(), "rota-doors-"));
  const script = commands
    .replace("https://rota.example/functions/v1", stackUnderTest().functionsUrl)
    .replace("rota_…", token);
  const { stdout } = spawnSync("bash", ["-ceu", script], {
    ...{ cwd: folder, encoding: "utf8", env: { ...process.env, TZ: "UTC" } },
  });
  rmSync(folder, { recursive: true });
  const answer = JSON.parse(`{${stdout.split("}{").at(-1)}`);
  expect(answer.occurrences).toMatchObject([
    { task: { title: "Water the plants" }, status: "done", door: { name: "Kitchen panel" } },
  ]);
});

test("an assistant asks and ticks by the tools of api/mcp, and is told what it may not", async () => {
  const token = await newToken(bob, "tick", null, { name: "Assistant" });
  const task = await addTask(alice, { household_id: flat });
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`${stackUnderTest().functionsUrl}/api/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
  expect(writing.map(({ name }) => name).sort()).toEqual(
    ["add", "done", "event", "note", "put-off", "skip", "undo"].sort(),
  );
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [first] = content;
    return { isError, text: first?.type === "text" ? first.text : "" };
  };
  const done = await ask("done", { task, day: today, people: [carol] });
  expect(JSON.parse(done.text)).toMatchObject({
    deed: { people: [{ name: "Carol" }], door: { kind: "token", name: "Assistant" } },
  });
  const { id: entry } = JSON.parse(done.text).deed;
  expect((await ask("record", { from: today, to: today })).text).toContain(entry);
  const count = await ask("count", { task, from: today, to: today });
  expect(JSON.parse(count.text)).toMatchObject({
    ...{ done: 1, people: [{ name: "Carol", count: 1 }], latest: { id: entry } },
    entries: [
      { id: entry, kind: "done", people: [{ name: "Carol" }], door: { name: "Assistant" } },
    ],
  });
  expect(JSON.parse((await ask("day", { task, day: today })).text)).toMatchObject({
    ...{ status: "done", why: "deed", deed: { id: entry }, entries: [{ id: entry }] },
  });
  const early = await utcDay(-8);
  expect(JSON.parse((await ask("day", { task, day: early })).text)).toMatchObject({
    ...{ status: "none", why: "before-start", entries: [{ id: `${task}/1`, kind: "created" }] },
  });
  expect((await ask("today")).text).not.toMatch(/canary/i);
  for (const [name, input, code] of [
    ["add", { line: "Bins weekly" }, "NOT_ALLOWED"],
    ["done", { task: canary.task, day: today }, "TASK_NOT_FOUND"],
    ["done", { task, day: "1990-01-01" }, "VALIDATION_FAILED"],
  ] as const) {
    const { isError, text } = await ask(name, input);
    expect([name, isError, text.split(":")[0]]).toEqual([name, true, code]);
  }
  await client.close();
  const answer = await fetch(url, { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
});

test("bad input is told as what it is, and nothing about what is elsewhere", async () => {
  const token = await newToken(alice, "write");
  const task = await addTask(alice, {});
  const done = `POST tasks/${task}/done`;
  const bad: [string, unknown, number, string][] = [
    ["GET nothing", undefined, 404, "NOT_FOUND"],
    ["POST today", {}, 405, "METHOD_NOT_ALLOWED"],
    ["GET today?x=1", undefined, 422, "VALIDATION_FAILED"],
    ["GET changes?since=x", undefined, 422, "VALIDATION_FAILED"],
    ["GET record", undefined, 422, "VALIDATION_FAILED"],
    ["GET record?from=2020-01-01&to=2026-01-01", undefined, 422, "VALIDATION_FAILED"],
    [`GET tasks/${randomUUID()}`, undefined, 404, "TASK_NOT_FOUND"],
    [`GET tasks/${canary.task}`, undefined, 404, "TASK_NOT_FOUND"],
    ["GET tasks/nonsense", undefined, 404, "TASK_NOT_FOUND"],
    [done, "no JSON", 422, "VALIDATION_FAILED"],
    [done, "[".repeat(60_000), 422, "VALIDATION_FAILED"],
    [done, `"${"x".repeat(1_000_000)}"`, 413, "PAYLOAD_TOO_LARGE"],
    [done, [], 422, "VALIDATION_FAILED"],
    [done, {}, 422, "VALIDATION_FAILED"],
    [done, { day: "2026-02-30" }, 422, "VALIDATION_FAILED"],
    [done, { day: "1990-01-01" }, 422, "VALIDATION_FAILED"],
    [done, { day: "9999-12-31" }, 422, "VALIDATION_FAILED"],
    [done, { day: today, people: [carol] }, 422, "VALIDATION_FAILED"],
    [done, { day: today, people: ["x"] }, 422, "VALIDATION_FAILED"],
    [done, { day: today, at: "2999-01-01T00:00:00Z" }, 422, "VALIDATION_FAILED"],
    [done, { day: today, unknown: 1 }, 422, "VALIDATION_FAILED"],
    [
      "POST tasks",
      { title: "x".repeat(101), category: "Home", startDate: today },
      422,
      "VALIDATION_FAILED",
    ],
    [
      "POST tasks",
      { title: "A\u0000b", category: "Home", startDate: today },
      422,
      "VALIDATION_FAILED",
    ],
    [
      "POST tasks",
      {
        title: "Into elsewhere",
        category: "Home",
        startDate: today,
        household: canary.household,
      },
      422,
      "VALIDATION_FAILED",
    ],
    ["POST tasks", { line: "Bins weekly", shareWith: ["a@example.com"] }, 422, "VALIDATION_FAILED"],
  ];
  for (const [request, body, status, code] of bad) {
    const answer = await askApi(token, request, body);
    expect([request, answer.status, answer.body.code]).toEqual([request, status, code]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(JSON.stringify(answer.body)).not.toContain(token.slice(5));
  }
});
