import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { callFunction, newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, findTask } from "../support/actors-tasks.ts";

/** Every value of a field is stored and returned exactly, or refused with a clear 4xx. */

let alice: Person;
beforeAll(async () => {
  alice = await newPerson("alice");
});

const draft = () => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  startDate: "2020-01-01",
});

const nasty: Record<string, string> = {
  "a script": "<script>alert('x')</script>",
  "an attribute": `"><img src=x onerror=alert(1)>`,
  SQL: "'; drop table public.tasks; --",
  "a JSON path": "{{$.x}} #{x} %s %n \\u0041 \\x00",
  "right-to-left marks": "a\u202Eb\u2066c\u200Fd",
  "CR and LF": "a\r\nSet-Cookie: x=1\r\nb",
  "other control characters": "a\u0001\u0008\u001b[31m\u007f\u0085b",
  "combining marks": `Z${"\u0300\u0301\u0489".repeat(8)}algo`,
  "emoji with joiners": "👩‍👩‍👧‍👦 🏳️‍🌈",
  "characters beyond the BMP": "𐐷𝒳🂡",
  "non-characters": "a\ufffe\uffff\u{1ffff}b",
  "line separators": "a\u2028b\u2029c",
  "a replacement character": "a\ufffdb",
  "a number": "007",
  "the word null": "null",
  backslashes: "\\\\server\\share\\",
  quotes: "'\"`´",
};

test.each(Object.entries(nasty))("%s comes back exactly, from any field", async (_, text) => {
  const title = `${text} ${randomUUID().slice(0, 8)}`;
  const values = { category: text, title, subtitle: text, customRruleText: text };
  const input = { ...draft(), repeatValue: "custom", ...values };
  const answer = await callFunction(alice, "create-task", input);
  expect(succeeded<{ task: TaskJson }>(answer).task).toMatchObject(values);
  const updated = await callFunction(alice, "update-task", { id: input.id, ...values });
  expect(succeeded<{ task: TaskJson }>(updated).task).toMatchObject(values);
  expect(await findTask(alice, input.id)).toMatchObject(values);
});

const texts = ["category", "title", "subtitle", "customRrule", "customRruleText"];
const refusedTexts: Record<string, unknown> = {
  NUL: "a\u0000b",
  "half a surrogate pair": "a\ud800b",
  "the other half": "a\udc00b",
  "10,000 characters": "x".repeat(10_000),
  "a number": 5,
  "an object": { $ne: null },
  "a list": ["x"],
};

describe.each(["create-task", "update-task"])("%s refuses", (name) => {
  test.each(Object.entries(refusedTexts))("%s in every text", async (_, value) => {
    const bad = Object.fromEntries(texts.map((field) => [field, value]));
    const answer = await callFunction(alice, name, { ...draft(), repeatValue: "custom", ...bad });
    expect(answer.status).toBe(422);
    const { issues } = (answer.body as { error: { issues: { path: string }[] } }).error;
    expect(issues.map(({ path }) => path).sort()).toEqual(texts.toSorted());
  });

  test.each([
    ["startDate", "2020-02-30"],
    ["startDate", "0000-01-01"],
    ["startDate", "10000-01-01"],
    ["startDate", "-0001-01-01"],
    ["startDate", "infinity"],
    ["startDate", "today"],
    ["startDate", "2020-01-01T00:00:00Z"],
    ["startDate", 20_200_101],
    ["endDate", "9999-12-32"],
    ["endDate", "2020-1-1"],
    ["repeatValue", "hourly"],
    ["repeatValue", "__proto__"],
    ["isShared", "true"],
    ["id", "not-a-uuid"],
    ["id", "00000000-0000-0000-0000-00000000000g"],
    ["shareWith", "bob@example.com"],
    ["shareWith", [5]],
    ["shareWith", ["bob@example.com\u0000"]],
    ["shareWith", ["bob\r\nBcc: all@example.com"]],
    ["shareWith", Array.from({ length: 51 }, (_, n) => `p${n}@example.com`)],
  ])("%s %j", async (field, value) => {
    const { id } = await addTask(alice, { is_shared: true });
    const answer = await callFunction(alice, name, {
      ...draft(),
      ...(name === "update-task" && { id }),
      isShared: true,
      [field]: value,
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(`"path":"${field}`);
  });

  test("a body of one megabyte", async () => {
    const answer = await callFunction(alice, name, { ...draft(), subtitle: "x".repeat(1_000_000) });
    expect([answer.status, answer.body]).toMatchObject([
      413,
      { error: { code: "PAYLOAD_TOO_LARGE" } },
    ]);
  });

  test("a body nested a thousand times over", async () => {
    const answer = await callFunction(alice, name, `${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(answer.status).toBe(422);
  });
});

describe("the calls without a function before them", () => {
  const hostile = ["a\u0000b", "x".repeat(1_000_000), "\u202e", "'; drop table public.tasks; --"];

  test.each(hostile)("never fail by themselves: %.20j", async (text) => {
    const { id } = await addTask(alice);
    const answers = [
      await createTask(alice, {
        category: text,
        title: text,
        start_date: text,
      }),
      await createTask(alice, {
        category: "Home",
        title: `Task ${randomUUID()}`,
        start_date: "2020-01-01",
        subtitle: text,
        is_shared: true,
        share_with: [text],
      }),
      await rpc(alice, "update_task", { task_id: id, fields: { subtitle: text, endDate: text } }),
      await rpc(alice, "update_task", { task_id: id, fields: { [text]: text } }),
      await rpc(alice, "complete_task", { task_id: text, completed_date: text }),
      await rpc(alice, "list_tasks", { known_digest: [text], page_size: text }),
      await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, {
        full_name: text,
        time_zone: text,
      }),
    ];
    for (const answer of answers) {
      expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    }
  });
});
