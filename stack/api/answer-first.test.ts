import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerFirst } from "./answer-first.ts";
import { mailLimit } from "./mail-limit.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const PASSWORD = "a good password";
const INVITED = ["invited@example.com", "existing@example.com", "unconfirmed@example.com"];

/** A site whose Auth hashes for each sign-up, and doesn't finish before `finish`. */
function newSite({ isMailDown = false, isOpen = false, wasMailed = [""] } = {}) {
  const done: string[] = [];
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async (what: string) => {
    await held;
    done.push(what);
  };
  const first = answerFirst({
    ...{ minimumPasswordLength: 8, passwordRequirements: "", isMailDown: () => isMailDown },
    wasMailed: (address) => wasMailed.includes(address),
    mayBegin: isOpen ? undefined : async (address) => INVITED.includes(address),
    ask: async (request) => {
      const { email } = await request.json();
      await work(`${new URL(request.url).pathname} ${email}`);
      return new Response();
    },
    spendAHash: () => work("a hash"),
  });
  const app = new Hono().use(mailLimit());
  for (const call of ["signup", "recover", "resend"]) app.post(`/auth/v1/${call}`, first);
  app.all("*", (context) => context.json({ refused: true }, 422));
  const ask = (call: string, body: object, peer = "203.0.113.7") =>
    app.request(`/auth/v1/${call}`, { method: "POST", body: JSON.stringify(body) }, { peer });
  return { ask, done, finish };
}

const ADDRESSES = [...INVITED, "stranger@example.com", "blocked@example.com", "closed@example.com"];

test("whoever signs up has the same answer before anything is done, and then one hash is", async () => {
  const { ask, done, finish } = newSite();
  const answers: unknown[] = [];
  for (const email of ADDRESSES) {
    const answer = await ask("signup", { email, password: PASSWORD, data: { full_name: "N" } });
    const { id, email: said, ...rest } = await answer.json();
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(said).toBe(email);
    answers.push({ status: answer.status, headers: [...answer.headers], rest });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(done).toEqual([]);
  finish();
  await expect.poll(() => done).toHaveLength(ADDRESSES.length);
  expect(done).toEqual([
    ...INVITED.map((address) => `/auth/v1/signup ${address}`),
    ...["a hash", "a hash", "a hash"],
  ]);
});

test.each([
  ["recover", {}],
  ["resend", { type: "signup" }],
  ["resend", { type: "email_change" }],
])("whoever asks to %s %o has the same answer before anything is done", async (call, more) => {
  const { ask, done } = newSite();
  for (const email of ADDRESSES) {
    const answer = await ask(call, { email, ...more });
    expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
  }
  expect(done).toEqual([]);
});

test("what is no address or no password is refused by Auth itself, and uses nothing up", async () => {
  const { ask } = newSite();
  for (let n = 0; n < 30; n += 1) {
    for (const body of [
      { email: "x@example.com", password: "short" },
      { email: "x@example.com", password: "x".repeat(73) },
      { email: "x@example.com" },
      { email: "x", password: PASSWORD },
      {},
    ]) {
      expect((await ask("signup", body)).status).toBe(422);
    }
  }
  expect((await ask("signup", { email: "x@example.com", password: PASSWORD })).status).toBe(200);
});

test("a mail server that takes none is told to everybody alike", async () => {
  const { ask } = newSite({ isMailDown: true });
  for (const email of ADDRESSES) {
    expect((await ask("recover", { email })).status).toBe(500);
    expect((await ask("signup", { email, password: PASSWORD })).status).toBe(500);
  }
});

test("to an address that was mailed in the last minute no other mail goes, and who asks is not told", async () => {
  const { ask, done, finish } = newSite({ wasMailed: ["existing@example.com"] });
  finish();
  for (const [call, body] of [
    ["recover", {}],
    ["resend", { type: "signup" }],
    ["signup", { password: PASSWORD }],
  ] as const) {
    for (const email of ["existing@example.com", "invited@example.com"]) {
      expect((await ask(call, { email, ...body })).status).toBe(200);
    }
  }
  const invited = "invited@example.com";
  await expect
    .poll(() => done)
    .toEqual([
      ...[`/auth/v1/recover ${invited}`, `/auth/v1/resend ${invited}`],
      // Without a mail: mail-frequency.ts.
      ...["/auth/v1/signup existing@example.com", `/auth/v1/signup ${invited}`],
    ]);
});

test("one peer asks for 20 mails an hour, and a printed link lets in beyond them", async () => {
  const { ask } = newSite();
  for (let n = 0; n < 25; n += 1) {
    const { status } = await ask("recover", { email: `x${n}@example.com` });
    expect(status).toBe(n < 20 ? 200 : 429);
    vi.setSystemTime(Date.now() + 60_000);
  }
  expect((await ask("recover", { email: "y@example.com" }, "192.0.2.1")).status).toBe(200);
  const data = { sign_up_link: "x" };
  const linked = { email: "z@example.com", password: PASSWORD, data };
  expect((await ask("signup", linked)).status).toBe(200);
  vi.setSystemTime(Date.now() + 35 * 60_000);
  expect((await ask("recover", { email: "x@example.com" })).status).toBe(200);
});

test("more than wait at a time are refused, whosever address it is", async () => {
  const { ask } = newSite({ isOpen: true });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      ask("signup", { email: `x${n}@example.com`, password: PASSWORD }, `192.0.2.${n}`),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
