import { expect, test } from "vitest";
import { localKeys } from "../../stack/config.ts";
import { newPerson, type Person, rest, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { signToken } from "../support/realtime-server.ts";

/** What the embedded stack's own part of REST must do as PostgREST does: callers and transactions. */

const now = Math.floor(Date.now() / 1000);

/** Alice with a token of these claims. */
function withClaims(person: Person, claims: object, secret: string = localKeys.jwtSecret): Person {
  return { ...person, token: signToken(person.id, { ...claims }, secret) };
}

test("a valid token is believed; a forged, expired or future one is refused", async () => {
  const alice = await newPerson("alice");
  const ask = async (person: Person) => (await rest(person, "GET", "profiles?select=id")).status;
  expect(await ask(withClaims(alice, {}))).toBe(200);
  expect(await ask(withClaims(alice, {}, "another secret, just as long as the real one"))).toBe(
    401,
  );
  expect(await ask(withClaims(alice, { exp: now - 60 }))).toBe(401);
  expect(await ask(withClaims(alice, { iat: now + 600, exp: now + 3600 }))).toBe(401);
  expect(await ask({ ...alice, token: `${alice.token.split(".").slice(0, 2).join(".")}.` })).toBe(
    401,
  );
});

test("a role that the API does not have is refused, and harms nobody's later request", async () => {
  const alice = await newPerson("alice");
  for (const role of ["postgres", "supabase_admin", "nobody_at_all"]) {
    const answer = await rest(withClaims(alice, { role }), "GET", "profiles?select=id");
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).toContain(role);
  }
  expect((await rest(alice, "GET", "profiles?select=id")).body).toEqual([{ id: alice.id }]);
});

test("callers who share a connection never see with each other's eyes", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => newPerson(`p${n}`)));
  const tasks = await Promise.all(people.map((person) => addTask(person)));
  const asks = Array.from({ length: 300 }, async (_, n) => {
    const i = n % 6;
    const person = people[i] ?? null;
    const { body, status } = await rest(person, "GET", "tasks?select=id");
    if (person) expect(body).toEqual([{ id: tasks[i]?.id }]);
    else expect(status).toBe(401);
  });
  await Promise.all(asks);
});

test("a call that fails says why, leaves nothing behind, and the next one is unharmed", async () => {
  const alice = await newPerson("alice");
  const task = await addTask(alice, { start_date: "2026-01-01" });
  const late = { task_id: task.id, completed_date: "2999-01-01" };
  const refused = await rpc(alice, "complete_task", late);
  expect(refused.body).toMatchObject({ message: "VALIDATION_FAILED" });
  expect((await rest(alice, "GET", "task_completions?select=task_id")).body).toEqual([]);
  const done = await rpc(alice, "complete_task", { ...late, completed_date: "2026-01-01" });
  expect(done.status).toBe(200);
});

test("a function that writes cannot be called with GET", async () => {
  const alice = await newPerson("alice");
  const task = await addTask(alice, { start_date: "2026-01-01" });
  const query = `task_id=${task.id}&completed_date=2026-01-01`;
  const answer = await rest(alice, "GET", `rpc/complete_task?${query}`);
  expect(answer.status).toBe(405);
  expect((await rest(alice, "GET", "task_completions?select=task_id")).body).toEqual([]);
});
