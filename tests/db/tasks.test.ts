import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, fieldsOf, findTask, updateTask } from "../support/actors-tasks.ts";

/** The calls that add, change and delete tasks, without the edge functions in front of them. */

const draft = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  start_date: "2020-01-01",
  ...changes,
});

const create = createTask;
const update = updateTask;

function issuesOf(answer: { body: unknown }): { path: string; code: string }[] {
  return JSON.parse((answer.body as { details: string }).details);
}

describe("create_task", () => {
  test("gives back what was sent, trimmed", async () => {
    const alice = await newPerson("alice", "Alice");
    const sent = draft({
      category: "  Home ",
      title: "\u00a0Water the plants\t",
      subtitle: " twice ",
      end_date: "2030-01-01",
      repeat_value: "custom",
      custom_rrule: "RRULE:FREQ=DAILY;INTERVAL=2",
      custom_rrule_text: "Every 2 days",
    });
    const task = succeeded<TaskJson>(await create(alice, sent));
    expect(task).toEqual({
      ...fieldsOf(sent),
      category: "Home",
      title: "Water the plants",
      subtitle: "twice",
      ownerId: alice.id,
      isShared: false,
      revision: 1,
      people: { [alice.id]: "Alice" },
      afterDone: null,
      season: null,
      scheduleFrom: null,
      missedPolicy: "keep",
      roster: [],
      turnLength: "each",
      effort: null,
      checklist: [],
      formerSchedules: [],
      householdId: null,
      putOffs: [],
      pausedDays: [],
      completedDays: [],
      skippedDays: [],
      recentCompletions: [],
      recentCatchUps: [],
      recentChecks: [],
      takingPart: [],
      ...{ waitsFor: null, waitsAmount: null, happened: null },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: task.createdAt,
      rosterSince: task.createdAt,
    });
    expect(await findTask(alice, sent.id)).toEqual(task);
  });

  test("sent again with the same id returns the same task", async () => {
    const alice = await newPerson();
    const sent = draft();
    const first = succeeded<TaskJson>(await create(alice, sent));
    const again = await create(alice, { ...sent, title: "Something else", is_shared: true });
    expect(again.body).toEqual(first);
    await rpc(alice, "delete_task", { task_id: sent.id });
    expect(refusalCode(await create(alice, sent))).toBe("TASK_NOT_FOUND");
  });

  test("ten times at once with the same id adds one task", async () => {
    const alice = await newPerson();
    const sent = draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(alice, sent)));
    expect(new Set(answers.map((answer) => JSON.stringify(succeeded(answer)))).size).toBe(1);
  });

  test("refuses a second active task with the title, however it is trimmed", async () => {
    const [alice, bob] = await Promise.all([newPerson(), newPerson()]);
    const { id, title } = await addTask(alice);
    expect(refusalCode(await create(alice, draft({ title: `  ${title}\u2003` })))).toBe(
      "DUPLICATE_TASK",
    );
    expect((await create(bob, draft({ title }))).status).toBe(200);
    expect((await create(alice, draft({ title: title.toUpperCase() }))).status).toBe(200);
    await rpc(alice, "delete_task", { task_id: id });
    expect((await create(alice, draft({ title }))).status).toBe(200);
  });

  test("takes texts that differ in their Unicode form alone for the same", async () => {
    const alice = await newPerson();
    const [composed, decomposed] = ["Caf\u00e9 aufr\u00e4umen", "Cafe\u0301 aufra\u0308umen"];
    const sent = draft({ title: decomposed, category: decomposed, subtitle: decomposed });
    const task = succeeded<TaskJson>(await create(alice, sent));
    expect(task).toMatchObject({ title: composed, category: composed, subtitle: composed });
    for (const title of [composed, decomposed]) {
      expect(refusalCode(await create(alice, draft({ title })))).toBe("DUPLICATE_TASK");
    }
    const other = await addTask(alice);
    expect(refusalCode(await update(alice, other.id, { title: decomposed }))).toBe(
      "DUPLICATE_TASK",
    );
  });

  test("reports every broken rule at once", async () => {
    const alice = await newPerson();
    const answer = await create(alice, {
      id: randomUUID(),
      category: " ",
      title: "x",
      start_date: "2020-01-02",
      end_date: "2020-01-01",
      repeat_value: "hourly",
    });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(issuesOf(answer)).toEqual([
      { path: "title", code: "TITLE_TOO_SHORT" },
      { path: "category", code: "CATEGORY_REQUIRED" },
      { path: "endDate", code: "END_BEFORE_START" },
      { path: "repeatValue", code: "INVALID" },
    ]);
  });

  test.each([
    ["title", { title: "\u3000\ufeff" }],
    ["startDate", { start_date: "infinity" }],
    ["startDate", { start_date: "0044-03-15 BC" }],
    ["startDate", { start_date: "10000-01-01" }],
    ["endDate", { end_date: "infinity" }],
    ["isShared", { is_shared: null }],
    ["repeatValue", { repeat_value: null }],
  ])("refuses a bad %s", async (path, changes) => {
    const alice = await newPerson();
    const answer = await create(alice, draft(changes));
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(issuesOf(answer).map((issue) => issue.path)).toEqual([path]);
  });

  test("takes the longest of everything", async () => {
    const alice = await newPerson();
    const longest = draft({
      title: "🧹".repeat(100),
      category: "é".repeat(50),
      subtitle: "界".repeat(5000),
      start_date: "0001-01-01",
      end_date: "9999-12-31",
      repeat_value: "custom",
      custom_rrule: "x".repeat(1000),
      custom_rrule_text: "x".repeat(1000),
    });
    expect(succeeded<TaskJson>(await create(alice, longest))).toMatchObject(fieldsOf(longest));
  });

  test("keeps a rule only when the repeat is custom", async () => {
    const alice = await newPerson();
    const sent = draft({ custom_rrule: "FREQ=DAILY", custom_rrule_text: "Daily" });
    expect(succeeded(await create(alice, sent))).toMatchObject({
      customRrule: null,
      customRruleText: null,
    });
  });

  test("ignores addresses when the task is not flagged as shared", async () => {
    const alice = await newPerson();
    const { id } = succeeded<TaskJson>(
      await create(alice, draft({ share_with: ["bob@example.com"] })),
    );
    expect((await rest(alice, "GET", `task_shares?task_id=eq.${id}&select=task_id`)).body).toEqual(
      [],
    );
  });

  test("adds nothing when an address is refused", async () => {
    const alice = await newPerson();
    const sent = draft({ is_shared: true, share_with: ["bob@example.com", "nonsense"] });
    expect(refusalCode(await create(alice, sent))).toBe("VALIDATION_FAILED");
    expect(await findTask(alice, sent.id)).toBeUndefined();
  });
});

describe("update_task", () => {
  test("changes what is named and leaves the rest", async () => {
    const alice = await newPerson();
    const task = await addTask(alice, { subtitle: "Notes" });
    const changed = succeeded<TaskJson>(await update(alice, task.id, { category: "Garden" }));
    expect(changed).toEqual({
      ...task,
      category: "Garden",
      revision: task.revision + 1,
      updatedAt: expect.any(String),
    });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(task.updatedAt));
    expect(succeeded(await update(alice, task.id, { subtitle: null }))).toMatchObject({
      subtitle: null,
      category: "Garden",
    });
  });

  test("of different fields at the same moment keeps all", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice);
    const changes = [{ title: "New title" }, { category: "Garden" }, { subtitle: "Notes" }];
    await Promise.all(changes.map((change) => update(alice, id, change)));
    expect(await findTask(alice, id)).toMatchObject(Object.assign({}, ...changes));
  });

  test("refuses the title of another task, and takes its own", async () => {
    const alice = await newPerson();
    const [task, other] = [await addTask(alice), await addTask(alice)];
    expect(refusalCode(await update(alice, task.id, { title: ` ${other.title}` }))).toBe(
      "DUPLICATE_TASK",
    );
    expect((await update(alice, task.id, { title: task.title })).status).toBe(200);
  });

  test.each([
    [{ user_id: randomUUID() }],
    [{ is_active: false }],
    [{ isActive: false }],
    [{ revision: 1 }],
    [{ title: 5 }],
    [{ title: { toString: "x" } }],
    [{ isShared: "yes" }],
    [{ title: null }],
    [{ "title; drop table tasks": "x" }],
    [[]],
    ["not an object"],
    [null],
  ])("refuses %j", async (fields) => {
    const alice = await newPerson();
    const task = await addTask(alice);
    const answer = await rpc(alice, "update_task", { task_id: task.id, fields });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await findTask(alice, task.id)).toEqual(task);
  });

  test("changes nothing when an address is refused", async () => {
    const alice = await newPerson();
    const task = await addTask(alice, { is_shared: true });
    const answer = await updateTask(alice, task.id, { title: "Changed" }, ["nonsense"]);
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(await findTask(alice, task.id)).toEqual(task);
  });
});

describe("a deleted task", () => {
  test("is gone for good, for its owner as well", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { share_with: ["bob@example.com"] });
    await rpc(alice, "delete_task", { task_id: id });
    expect(await findTask(alice, id)).toBeUndefined();
    expect(refusalCode(await update(alice, id, { title: "Back" }))).toBe("TASK_NOT_FOUND");
    const occurrence = { task_id: id, completed_date: "2020-02-01" };
    expect(refusalCode(await rpc(alice, "complete_task", occurrence))).toBe("TASK_NOT_FOUND");
    expect(refusalCode(await rpc(alice, "undo_completion", occurrence))).toBe("TASK_NOT_FOUND");
    expect((await rest(alice, "GET", `task_shares?task_id=eq.${id}&select=task_id`)).body).toEqual(
      [],
    );
    expect((await rpc(alice, "delete_task", { task_id: id })).status).toBeLessThan(300);
  });
});
