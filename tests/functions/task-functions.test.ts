import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  type Answer,
  callFunction,
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rest,
  succeeded,
} from "../support/actors.ts";
import { addTask, findTask, listTasks } from "../support/actors-tasks.ts";

/** The edge functions as the app calls them: through the gateway, in Deno, with real tokens. */

const draft = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  startDate: "2020-01-01",
  ...changes,
});

const create = (person: Person, input: unknown) => callFunction(person, "create-task", input);
const update = (person: Person, input: unknown) => callFunction(person, "update-task", input);
const remove = (person: Person, input: unknown) => callFunction(person, "delete-task", input);

const taskOf = (answer: Answer) => succeeded<{ task: TaskJson }>(answer).task;
const errorOf = (answer: Answer) =>
  (answer.body as { error: { code: string; message: string; issues: unknown } }).error;

const sharesOf = async (owner: Person, taskId: string) => {
  const path = `task_shares?task_id=eq.${taskId}&select=contact_email&order=contact_email`;
  const rows = succeeded<{ contact_email: string }[]>(await rest(owner, "GET", path));
  return rows.map(({ contact_email }) => contact_email);
};

describe("create-task", () => {
  test("adds the task and its shares together", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const input = draft({ isShared: true, shareWith: [bob.email.toUpperCase(), "x@example.com"] });
    const answer = await create(alice, input);
    expect(answer.status).toBe(201);
    const task = taskOf(answer);
    expect(task).toMatchObject({ id: input.id, isShared: true, ownerId: alice.id });
    expect(await findTask(bob, input.id)).toEqual(task);
    expect(await sharesOf(alice, input.id)).toEqual([bob.email, "x@example.com"]);
  });

  test("of twenty at once with one title adds one, and refuses nineteen", async () => {
    const alice = await newPerson();
    const title = `Race ${randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(alice, draft({ title }))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    const refusals = answers.filter(({ status }) => status === 409).map(errorOf);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["DUPLICATE_TASK"]));
    expect(refusals[0]?.message).toBe(
      "You already have an active task with that title. Please choose a different title.",
    );
    const tasks = await listTasks(alice);
    expect(tasks.filter((task) => task.title === title)).toHaveLength(1);
  });

  test("reports all messages at once", async () => {
    const answer = await create(await newPerson(), {
      id: randomUUID(),
      title: " x ",
      startDate: "2020-01-02",
      endDate: "2020-01-01",
    });
    expect(answer.status).toBe(422);
    expect(errorOf(answer)).toEqual({
      code: "VALIDATION_FAILED",
      message:
        "Title must be at least 2 characters, Category is required, End date must be after start date",
      issues: [
        { path: "title", message: "Title must be at least 2 characters" },
        { path: "category", message: "Category is required" },
        { path: "endDate", message: "End date must be after start date" },
      ],
    });
  });

  test("passes on what only the database can check", async () => {
    const alice = await newPerson();
    const input = draft({ isShared: true, shareWith: [alice.email] });
    const answer = await create(alice, input);
    expect(errorOf(answer)).toMatchObject({
      code: "VALIDATION_FAILED",
      message: "You cannot share a task with yourself",
    });
    expect(await findTask(alice, input.id)).toBeUndefined();
  });
});

describe("update-task", () => {
  test("changes fields and shares together, and leaves what is absent", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const task = await addTask(alice, { subtitle: "Notes", share_with: ["x@example.com"] });
    const input = { id: task.id, title: "New title", shareWith: [bob.email] };
    const updated = taskOf(await update(alice, input));
    expect(updated).toMatchObject({ title: "New title", subtitle: "Notes", isShared: true });
    expect(await sharesOf(alice, task.id)).toEqual([bob.email]);
    expect(await findTask(bob, task.id)).toEqual(updated);
    taskOf(await update(alice, { id: task.id, category: "Garden" }));
    expect(await sharesOf(alice, task.id)).toEqual([bob.email]);
    taskOf(await update(alice, { id: task.id, isShared: false }));
    expect(await sharesOf(alice, task.id)).toEqual([]);
  });

  test("checks the dates against each other when only one is sent", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice);
    const answer = await update(alice, { id, endDate: "2019-12-31" });
    expect(errorOf(answer)).toMatchObject({ message: "End date must be after start date" });
  });
});

describe("delete-task", () => {
  test("deletes for everyone, and again without an error", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { share_with: [bob.email] });
    expect((await remove(alice, { id })).body).toEqual({ id });
    expect((await remove(alice, { id })).body).toEqual({ id });
    expect(await findTask(alice, id)).toBeUndefined();
    expect(await findTask(bob, id)).toBeUndefined();
    expect(refusalCode(await remove(bob, { id }))).toBe("TASK_NOT_FOUND");
  });
});

describe("a token", () => {
  test.each([
    ["that was tampered with", (token: string) => `${token.slice(0, -4)}AAAA`],
    ["without a signature", (token: string) => `${token.split(".").slice(0, 2).join(".")}.`],
    ["that is none", () => "not-a-token"],
    [
      "that says it needs none",
      (token: string) => {
        const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
        return `${header}.${token.split(".")[1]}.`;
      },
    ],
  ])("%s is refused", async (_, change) => {
    const alice = await newPerson();
    const answer = await create({ ...alice, token: change(alice.token) }, draft());
    expect([answer.status, refusalCode(answer)]).toEqual([401, "UNAUTHENTICATED"]);
  });
});
