import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  type Answer,
  callFunction,
  newFriends,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { createTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { dayAfter } from "../support/model-events.ts";
import { sql } from "../support/sql.ts";
import { setUses, usesOf } from "../support/uses.ts";
import { newTask } from "./fixtures.ts";

/** The checklist of a task: its lines, and which of them are ticked on which day. */

const json = (answer: Answer) => succeeded<TaskJson>(answer);
const codes = (answer: Answer): string[] => {
  expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
  const { details } = answer.body as { details: string };
  return (JSON.parse(details) as { path: string; code: string }[]).map(
    ({ path, code }) => `${path} ${code}`,
  );
};

async function newShared(checklist: readonly string[] = ["Sink", "Hob", "Floor"]) {
  const [alice, bob] = await newFriends("Alice", "Bob");
  const fields = { ...newTask(), checklist, is_shared: true, share_with: [bob.email] };
  const task = json(await createTask(alice, fields));
  const check = (person: Person, day: string, line: string, is_checked = true) =>
    rpc(person, "check_line", { task_id: task.id, day, line, is_checked });
  return { alice, bob, task, id: task.id, check };
}

const lastEvent = async (person: Person, id: string) =>
  (await rest(person, "GET", `task_events?task_id=eq.${id}&order=id.desc&limit=1`)).body;

describe("the lines", () => {
  test("are trimmed, in one Unicode form, and without empty ones", async () => {
    const { task } = await newShared([" Sink ", "", "Cafe\u0301"]);
    expect(task.checklist).toEqual(["Sink", "Caf\u00e9"]);
  });

  test("are at most 20, each once and of at most 100 characters", async () => {
    const { alice, id } = await newShared();
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n}`);
    const change = (checklist: unknown) => updateTask(alice, id, { checklist });
    expect((await change(lines(20))).status).toBe(200);
    expect(codes(await change(lines(21)))).toEqual(["checklist CHECKLIST_TOO_LONG"]);
    expect((await change(["🧽".repeat(100)])).status).toBe(200);
    expect(codes(await change(["x".repeat(101)]))).toEqual(["checklist CHECKLIST_LINE_TOO_LONG"]);
    expect(codes(await change(["Sink", " Sink"]))).toEqual(["checklist CHECKLIST_LINE_TWICE"]);
    const byFunction = await callFunction(alice, "update-task", { id, checklist: lines(21) });
    expect(byFunction).toMatchObject({
      status: 422,
      body: { error: { code: "VALIDATION_FAILED" } },
    });
  });

  test("a change of them is an event, and a message", async () => {
    const { alice, bob, id } = await newShared();
    const inbox = inboxOf(bob);
    await inbox();
    const changed = json(await updateTask(alice, id, { checklist: ["Hob", "Sink", "Oven"] }));
    expect(await inbox()).toEqual([{ event: "task", payload: { task: changed } }]);
    expect(await lastEvent(bob, id)).toMatchObject([
      {
        kind: "checklist_changed",
        user_id: alice.id,
        days: null,
        details: { before: ["Sink", "Hob", "Floor"], after: ["Hob", "Sink", "Oven"] },
      },
    ]);
    await updateTask(alice, id, { checklist: ["Hob", "Sink", "Oven"] });
    expect(await lastEvent(bob, id)).toMatchObject([
      { details: { before: ["Sink", "Hob", "Floor"] } },
    ]);
  });
});

describe("a tick of a line", () => {
  test("is for its day, shown to everyone at once, and taken back", async () => {
    const { alice, bob, id, check } = await newShared();
    const inbox = inboxOf(alice);
    await inbox();
    const ticked = json(await check(bob, "2020-02-01", "Hob"));
    expect(ticked.recentChecks).toEqual([{ date: "2020-02-01", lines: ["Hob"] }]);
    expect(await inbox()).toEqual([{ event: "task", payload: { task: ticked } }]);
    expect(json(await check(alice, "2020-02-01", "Hob")), "again").toEqual(ticked);
    expect(await inbox(), "nothing new").toEqual([]);

    json(await check(alice, "2020-02-01", "Floor"));
    const two = json(await check(alice, "2020-02-02", "Hob"));
    expect(two.recentChecks).toEqual([
      { date: "2020-02-01", lines: ["Floor", "Hob"] },
      { date: "2020-02-02", lines: ["Hob"] },
    ]);
    json(await check(alice, "2020-02-01", "Hob", false));
    const less = json(await check(alice, "2020-02-01", "Floor", false));
    expect(less.recentChecks).toEqual([{ date: "2020-02-02", lines: ["Hob"] }]);
    const rows = await rest(bob, "GET", `task_checks?task_id=eq.${id}&select=day,line`);
    expect(rows.body, "who took a line back is nobody's to see").toEqual([
      { day: "2020-02-02", line: "Hob" },
    ]);
    expect(json(await check(bob, "2020-02-01", "Floor", false)), "again").toEqual(less);
    expect(await findTask(bob, id)).toEqual(less);
  });

  test("is no event, and neither does nor undoes the task", async () => {
    const { alice, bob, id, check } = await newShared(["Sink"]);
    const before = await lastEvent(alice, id);
    const ticked = json(await check(bob, "2020-02-01", "Sink"));
    expect(ticked.completedDays).toEqual([]);
    expect(await lastEvent(alice, id)).toEqual(before);
    const done = json(
      await rpc(alice, "complete_task", { task_id: id, completed_date: "2020-02-02" }),
    );
    expect(done.recentChecks).toEqual(ticked.recentChecks);
  });

  test("is known by the line's text: renamed it is gone, and back with the line", async () => {
    const { alice, id, check } = await newShared();
    await check(alice, "2020-02-01", "Sink");
    const renamed = json(await updateTask(alice, id, { checklist: ["Basin", "Hob"] }));
    expect(renamed.recentChecks).toEqual([]);
    expect(codes(await check(alice, "2020-02-01", "Sink"))).toEqual(["line CHECKLIST_LINE_GONE"]);
    const back = json(await updateTask(alice, id, { checklist: ["Hob", "Sink"] }));
    expect(back.recentChecks).toEqual([{ date: "2020-02-01", lines: ["Sink"] }]);
  });

  test("is refused for a day that can't be done, and for what is no tick", async () => {
    const { alice, id, check } = await newShared();
    for (const day of ["2019-12-31", await utcDay(2)]) {
      expect(codes(await check(alice, day, "Sink"))).toEqual(["day INVALID"]);
    }
    const call = (parameters: object) => rpc(alice, "check_line", { task_id: id, ...parameters });
    const tick = { day: "2020-02-01", line: "Sink", is_checked: true };
    expect(codes(await call({ ...tick, day: null }))).toEqual(["day INVALID"]);
    expect(codes(await call({ ...tick, line: null }))).toEqual(["line CHECKLIST_LINE_GONE"]);
    expect(codes(await call({ ...tick, is_checked: null }))).toEqual(["isChecked INVALID"]);
  });

  test("goes with its occurrence where that is put off to, and back", async () => {
    const { alice, id, check } = await newShared();
    json(await rpc(alice, "update_task", { task_id: id, fields: { repeatValue: "yearly" } }));
    const putOff = async (new_date: string) =>
      json(await rpc(alice, "put_off", { task_id: id, due_date: "2020-02-01", new_date }));
    await check(alice, "2020-02-01", "Sink");
    await check(alice, "2020-02-03", "Sink");
    await check(alice, "2020-02-01", "Hob");
    expect((await putOff("2020-02-02")).recentChecks).toEqual([
      { date: "2020-02-02", lines: ["Hob", "Sink"] },
      { date: "2020-02-03", lines: ["Sink"] },
    ]);
    await putOff("2020-02-05");
    const inbox = inboxOf(alice);
    await inbox();
    const back = await putOff("2020-02-01");
    expect(back.recentChecks).toEqual([
      { date: "2020-02-01", lines: ["Hob", "Sink"] },
      { date: "2020-02-03", lines: ["Sink"] },
    ]);
    expect(await inbox(), "one message").toEqual([{ event: "task", payload: { task: back } }]);
  });

  test("counts as a change, and shows the owner who takes part", async () => {
    const { alice, bob, id, check } = await newShared();
    expect((await findTask(alice, id))?.takingPart).toEqual([]);
    await check(bob, "2020-02-01", "Sink");
    expect((await findTask(alice, id))?.takingPart).toEqual([bob.id]);
    const changes = () => usesOf("changes_per_day", id + bob.id);
    expect(await changes()).toBe(1);
    await check(bob, "2020-02-01", "Sink");
    expect(await changes(), "nothing changed").toBe(1);
    await setUses("changes_per_day", id + bob.id, 2000);
    const beaten = await check(bob, "2020-02-02", "Sink");
    expect(refusalCode(beaten)).toBe("LIMIT_REACHED");
    await rpc(bob, "leave_task", { task_id: id });
    const task = await findTask(alice, id);
    expect(task?.takingPart, "the person who left").toEqual([]);
    expect(Object.keys(task?.people ?? {}), "keeps the former name").toContain(bob.id);
  });

  test("of two people at the same moment lasts, whatever they tick", async () => {
    const lines = Array.from({ length: 10 }, (_, n) => `Line ${n}`);
    const { alice, bob, id, check } = await newShared(lines);
    const answers = await Promise.all(
      lines.flatMap((line) => [check(alice, "2020-02-01", line), check(bob, "2020-02-01", line)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await findTask(alice, id))?.recentChecks).toEqual([{ date: "2020-02-01", lines }]);
  });
});

test("a task has the ticks of its latest ten days, however many there are", async () => {
  const { alice, id } = await newShared();
  const fill = (days: number) =>
    sql(
      `insert into public.task_checks (task_id, day, line)
       select $1, date '2020-01-01' + n, line
       from generate_series(0, $2::int - 1) n, unnest('{Sink,Gone}'::text[]) as line
       on conflict do nothing`,
      [id, days],
    );
  await fill(3_000);
  await sql("analyze public.task_checks");
  const task = await findTask(alice, id);
  expect(task?.recentChecks).toEqual(
    Array.from({ length: 10 }, (_, n) => ({
      date: dayAfter("2020-01-01", 2_990 + n),
      lines: ["Sink"],
    })),
  );
});
