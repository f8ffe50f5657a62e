import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import {
  auth,
  callFunction,
  newFriends,
  newPerson,
  PASSWORD,
  type Person,
  refusalCode,
  rest,
  rpc,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { addTask, findTask, listTasks } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { until } from "../support/eventually.ts";
import { sendMailsNow } from "../support/mailbox.ts";
import { serviceCall } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";

/** Closing an account: for good, with its password, and only by its owner. */

const close = (person: Person | null, password: unknown) =>
  callFunction(person, "close-account", { password });

const outcome = (answer: Awaited<ReturnType<typeof close>>) =>
  answer.status < 400 ? answer.status : `${answer.status} ${refusalCode(answer)}`;

const exists = (person: Person) =>
  sqlValue<boolean>("select exists (select from auth.users where id = $1)", [person.id]);

test("takes the account, its tasks and its sessions, and leaves what it did elsewhere", async () => {
  const [anna, bob] = await newFriends("anna", "bob");
  const own = await addTask(anna, { share_with: [bob.email] });
  const theirs = await addTask(bob, { share_with: [anna.email] });
  const day = { task_id: theirs.id, completed_date: "2020-01-02" };
  succeeded(await rpc(anna, "complete_task", day));
  expect(succeeded(await close(anna, PASSWORD))).toEqual({ closed: true });
  expect(await exists(anna)).toBe(false);
  expect(await findTask(bob, own.id)).toBeUndefined();
  const rows = await rest(bob, "GET", `task_completions?task_id=eq.${theirs.id}&select=user_id`);
  expect(rows.body).toEqual([{ user_id: null }]);
  expect(refusalCode(await rpc(anna, "list_tasks"))).toBe("UNAUTHENTICATED");
  const credentials = { email: anna.email, password: PASSWORD };
  expect((await auth(null, "POST", "token?grant_type=password", credentials)).status).toBe(400);
});

test("a large account goes in pieces, each whole; nobody uses it in between, and the schedule goes on", async () => {
  const [anna, bob] = await newFriends("anna", "bob");
  const own = await Promise.all([1, 2, 3].map(() => addTask(anna, { share_with: [bob.email] })));
  const theirs = await addTask(bob, { share_with: [anna.email] });
  const days = Array.from({ length: 5 }, (_, place) => `2020-01-0${place + 1}`);
  for (const completed_date of days) {
    succeeded(await rpc(anna, "complete_task", { task_id: theirs.id, completed_date }));
  }
  await serviceCall()("begin_closing", { account: anna.id });
  expect(refusalCode(await rpc(anna, "list_tasks"))).toBe("UNAUTHENTICATED");
  const again = await signIn(anna.id, anna.email);
  expect(refusalCode(await rpc(again, "list_tasks"))).toBe("UNAUTHENTICATED");
  const piece = () => sqlValue<boolean>("select private.close_piece($1, 2, 2)", [anna.id]);
  const left = async () => ({
    tasks: (await Promise.all(own.map(({ id }) => findTask(bob, id)))).filter(Boolean).length,
    deeds: Number(
      await sqlValue("select count(*) from public.task_completions where user_id = $1", [anna.id]),
    ),
  });
  expect(await piece()).toBe(false);
  expect(await left()).toEqual({ tasks: 1, deeds: 5 });
  expect(await piece()).toBe(false);
  expect(await piece()).toBe(false);
  expect(await left()).toEqual({ tasks: 0, deeds: 3 });
  // As if the function had been killed here.
  await sql(
    "update private.closings set begun_at = now() - interval '2 minutes' where account_id = $1",
    [anna.id],
  );
  await sendMailsNow();
  await until(async () => !(await exists(anna)));
  const rows = await rest(bob, "GET", `task_completions?task_id=eq.${theirs.id}&select=user_id`);
  expect(rows.body).toEqual(days.map(() => ({ user_id: null })));
  const named = "from public.task_events where user_id = $1 or details ->> 'by' = $1::text";
  expect(await sqlValue(`select count(*) ${named}`, [anna.id])).toBe("0");
});

test("sent again after a lost answer says the same", async () => {
  const person = await newPerson();
  const answers = [await close(person, PASSWORD), await close(person, PASSWORD)];
  expect(answers.map(({ body }) => body)).toEqual([{ closed: true }, { closed: true }]);
});

test("another device of the account finds its session ended", async () => {
  const person = await newPerson();
  const credentials = { email: person.email, password: PASSWORD };
  const session = await auth(null, "POST", "token?grant_type=password", credentials);
  const { refresh_token } = succeeded<{ refresh_token: string }>(session);
  succeeded(await close(person, PASSWORD));
  const renewed = await auth(null, "POST", "token?grant_type=refresh_token", { refresh_token });
  expect(renewed.status).toBe(400);
});

describe("closes nothing", () => {
  test("with another password, none, or something else", async () => {
    const person = await newPerson();
    await addTask(person);
    expect(outcome(await close(person, "not my password"))).toBe("403 WRONG_PASSWORD");
    for (const wrong of ["", null, 5, { $ne: "" }, "x".repeat(1001)]) {
      expect(outcome(await close(person, wrong))).toBe("422 VALIDATION_FAILED");
    }
    expect(await listTasks(person)).toHaveLength(1);
  });

  test("for nobody, for a key, and for a token that is none", async () => {
    const person = await newPerson();
    const { publishableKey, secretKey } = stackUnderTest();
    expect(outcome(await close(null, PASSWORD))).toBe("401 UNAUTHENTICATED");
    for (const token of [publishableKey, secretKey, "nonsense", `${person.token}x`]) {
      expect(outcome(await close({ ...person, token }, PASSWORD))).toBe("401 UNAUTHENTICATED");
    }
    expect(await exists(person)).toBe(true);
  });

  test("by somebody else's password", async () => {
    const [anna, bob] = await Promise.all([newPerson("anna"), newPerson("bob")]);
    await sql(
      "update auth.users set encrypted_password = extensions.crypt('another one', extensions.gen_salt('bf', 4)) where id = $1",
      [bob.id],
    );
    expect(outcome(await close(anna, "another one"))).toBe("403 WRONG_PASSWORD");
    expect(await exists(anna)).toBe(true);
  });

  test("at the sixth try within a quarter of an hour, even with the right password", async () => {
    const person = await newPerson();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(outcome(await close(person, `guess ${attempt}`))).toBe("403 WRONG_PASSWORD");
    }
    expect(outcome(await close(person, PASSWORD))).toBe("429 TOO_MANY_ATTEMPTS");
    expect(await exists(person)).toBe(true);
    const { session_id } = decodeJwt(person.token);
    await setUses("password_guesses", `${person.id} ${session_id}`, 6, 1);
    expect(outcome(await close(person, PASSWORD))).toBe(200);
  });

  test("of its owner by somebody who has got hold of a token and guesses, in one go or renewed", async () => {
    const owner = await newPerson();
    const credentials = { email: owner.email, password: PASSWORD };
    const session = await auth(null, "POST", "token?grant_type=password", credentials);
    const stolen = succeeded<{ access_token: string; refresh_token: string }>(session);
    const thief = { ...owner, token: stolen.access_token };
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => close(thief, `guess ${guess}`)),
    );
    expect(guesses.map(outcome).sort()).toEqual([
      ...Array(5).fill("403 WRONG_PASSWORD"),
      ...Array(7).fill("429 TOO_MANY_ATTEMPTS"),
    ]);
    const { refresh_token } = stolen;
    const renewed = await auth(null, "POST", "token?grant_type=refresh_token", { refresh_token });
    const { access_token: token } = succeeded<{ access_token: string }>(renewed);
    expect(outcome(await close({ ...owner, token }, PASSWORD))).toBe("429 TOO_MANY_ATTEMPTS");
    expect(await exists(owner)).toBe(true);
    expect(outcome(await close(owner, "not my password"))).toBe("403 WRONG_PASSWORD");
    expect(outcome(await close(owner, PASSWORD))).toBe(200);
  });

  test("through the auth server, without the secret key", async () => {
    const person = await newPerson();
    const answers = await Promise.all([
      auth(null, "DELETE", `admin/users/${person.id}`),
      auth(person, "DELETE", `admin/users/${person.id}`),
    ]);
    for (const { status } of answers) expect([401, 403]).toContain(status);
    expect(await exists(person)).toBe(true);
  });
});
