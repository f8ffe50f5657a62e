import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { compile } from "../../stack/compile.mjs";
import type { SendContext } from "../../supabase/functions/_shared/scheduled.ts";
import { sendMorningMails } from "../../supabase/functions/send-mails/morning.ts";
import { acceptEachOther, newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { day, fullName, ZONE } from "../support/day.ts";
import { stackUnderTest } from "../support/environment.ts";
import { until } from "../support/eventually.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Morning mails, from the board to the mail server: one per person and day, in any case. */

/** Milliseconds for a worker's start, and for the mailbox. */

let server: SmtpStandIn;
/** How it treats mails: refuses them for now, or doesn't answer. */
let mood: "busy" | "silent" | undefined;
/** An address that it takes no mails for now. */
let refused = "";
beforeAll(async () => {
  server = await startSmtpStandIn((command) => {
    if (mood === "busy" && command.startsWith("RCPT")) return "451 4.3.2 later";
    if (refused && command === `RCPT TO:<${refused}>`) return "451 4.7.1 Greylisted";
    return mood === "silent" && command === "." ? "" : undefined;
  });
});
afterAll(() => server.close());
// No mails of these people are sent during other files' tests.
const subscribers: string[] = [];
afterEach(async () => {
  await sql("update public.morning_mails set is_on = false where user_id = any ($1)", [
    subscribers.splice(0),
  ]);
});
beforeEach(() => {
  server.taken.length = 0;
  mood = undefined;
});

const variables = () => ({
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: String(server.port),
  SMTP_FROM: "rota@example.com",
  MAIL_LINK_SECRET: "a secret of these tests",
});

const context = (): SendContext => ({
  environment: functionEnvironment(variables()),
  call: serviceCall(),
  appUrl: "https://rota.example",
});

/** A person with a daily task who wants a mail at 7 in UTC, and gets none by the real clock. */
async function subscriber(): Promise<Person> {
  const person = await newPerson("morning");
  subscribers.push(person.id);
  await addTask(person);
  succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 7 }));
  await sql("update public.morning_mails set sent_until = '2029-12-31' where user_id = $1", [
    person.id,
  ]);
  return person;
}

const received = (person: Person) =>
  server.taken.filter((address) => address === person.email).length;

/** A worker that can be killed; it looks for mails due at the instant. */
async function startWorker(instant: string): Promise<ChildProcess> {
  const program = await compile(join(rootFolder, "tests/support/morning-worker.ts"), rootFolder);
  return spawn(process.execPath, [program, JSON.stringify(variables()), instant], {
    stdio: "inherit",
  });
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

test("workers side by side send one mail a person and day", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, subscriber));
  const instants = ["2030-01-05T07:00:00Z", "2030-01-05T07:01:00Z"].map((at) => new Date(at));
  for (const instant of instants) {
    await Promise.all(Array.from({ length: 4 }, () => sendMorningMails(context(), instant)));
  }
  expect(people.map(received)).toEqual(people.map(() => 1));
  await sendMorningMails(context(), new Date("2030-01-06T07:00:00Z"));
  expect(people.map(received)).toEqual(people.map(() => 2));
});

test("a worker that is killed with a mail under way leaves none that is sent twice", {
  tags: ["all"],
}, async () => {
  const person = await subscriber();
  mood = "silent";
  const worker = await startWorker("2030-02-05T07:00:00Z");
  await until(() => server.taken.length > 0);
  const exit = exitOf(worker);
  worker.kill("SIGKILL");
  await exit;
  // The killed mail isn't due again, as nobody can tell whether it was sent.
  const [first] = server.taken;
  mood = undefined;
  await sendMorningMails(context(), new Date("2030-02-05T07:01:00Z"));
  expect(server.taken.filter((address) => address === first)).toHaveLength(1);
  expect(received(person)).toBe(1);
  await sendMorningMails(context(), new Date("2030-02-06T07:00:00Z"));
  expect(received(person)).toBe(2);
});

test("a worker that is killed between claim and send loses that mail, and no other", async () => {
  const people = await Promise.all([subscriber(), subscriber()]);
  const [person, other] = people as [Person, Person];
  const call = serviceCall();
  const claim = { kind: "morning", recipient: person.email, key: `${person.id}:2030-03-05` };
  await call("claim_message", claim);
  await sendMorningMails(context(), new Date("2030-03-05T07:00:00Z"));
  expect([received(person), received(other)]).toEqual([0, 1]);
  await sendMorningMails(context(), new Date("2030-03-06T07:00:00Z"));
  expect([received(person), received(other)]).toEqual([1, 2]);
});

test("a worker that is killed after it took people leaves them to others: nobody is lost, none is told twice", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, subscriber));
  const at = (minute: number) => new Date(Date.UTC(2030, 2, 15, 7, minute));
  const claimed = (await serviceCall()("claim_morning_mails", {
    instant: at(0).toISOString(),
    most: 1000,
  })) as { due: { person: string; list: unknown }[] };
  const leased = people.filter(({ id }) => claimed.due.some(({ person }) => person === id));
  expect(leased).toHaveLength(12);
  expect(claimed.due.filter(({ list }) => list === null)).toEqual([]);
  // While it may still send them, nobody else does.
  await sendMorningMails(context(), at(4));
  expect(people.map(received)).toEqual(people.map(() => 0));
  for (const minute of [5, 6, 11, 16]) await sendMorningMails(context(), at(minute));
  expect(people.map(received)).toEqual(people.map(() => 1));
});

test("a run ends after eighty people, and says that there are more", async () => {
  const people = await Promise.all(Array.from({ length: 3 }, subscriber));
  let claims = 0;
  const counted: SendContext = {
    ...context(),
    call: (name, parameters) => {
      claims += name === "claim_morning_mails" ? 1 : 0;
      if (name !== "claim_morning_mails") return serviceCall()(name, parameters);
      return Promise.resolve({ due: [], hasMore: true });
    },
  };
  expect(await sendMorningMails(counted, new Date("2030-03-25T07:00:00Z"))).toBe(true);
  expect(claims).toBe(8);
  expect(await sendMorningMails(context(), new Date("2030-03-25T07:00:00Z"))).toBe(false);
  expect(people.map(received)).toEqual([1, 1, 1]);
});

test("no more mails are claimed than are handed over at once, as a killed run loses those", async () => {
  const people = await Promise.all(Array.from({ length: 7 }, subscriber));
  const handedOver = () => people.map(received).reduce((sum, count) => sum + count, 0);
  let claimed = 0;
  const counted: SendContext = {
    ...context(),
    call: (name, parameters) => {
      if (name === "claim_mails") {
        // Other files' people may be among them.
        const { keys } = parameters as { keys: readonly string[] };
        expect(keys.length).toBeLessThanOrEqual(5);
        expect(handedOver()).toBe(claimed);
        claimed += keys.filter((key) => people.some(({ id }) => key.startsWith(id))).length;
      }
      return serviceCall()(name, parameters);
    },
  };
  await sendMorningMails(counted, new Date("2030-03-27T07:00:00Z"));
  expect(claimed).toBe(7);
  expect(people.map(received)).toEqual(people.map(() => 1));
});

test("a mail that its server refuses for now holds up nobody who waits behind it", async () => {
  const greylisted = await subscriber();
  const others = await Promise.all([subscriber(), subscriber()]);
  // It has waited longest.
  await sql("update public.morning_mails set hour = 6 where user_id = $1", [greylisted.id]);
  await sql("update public.morning_mails set sent_until = '2029-12-31' where user_id = $1", [
    greylisted.id,
  ]);
  refused = greylisted.email;
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const minute of [0, 1, 2]) {
    await sendMorningMails(context(), new Date(Date.UTC(2030, 3, 2, 7, minute))).catch(() => {});
  }
  log.mockRestore();
  expect(others.map(received)).toEqual([1, 1]);
  refused = "";
  await sendMorningMails(context(), new Date(Date.UTC(2030, 3, 2, 7, 3)));
  expect([received(greylisted), ...others.map(received)]).toEqual([1, 1, 1]);
});

test("what the mail server did not take is sent with the next call", async () => {
  const person = await subscriber();
  mood = "busy";
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await sendMorningMails(context(), new Date("2030-04-05T07:00:00Z")).catch(() => {});
  log.mockRestore();
  expect(received(person)).toBe(0);
  mood = undefined;
  await sendMorningMails(context(), new Date("2030-04-05T07:01:00Z"));
  await sendMorningMails(context(), new Date("2030-04-05T07:02:00Z"));
  expect(received(person)).toBe(1);
});

test("nothing due, no mail; and none for what somebody else has done", async () => {
  const bob = await newPerson("bob", "Bob");
  const alice = await newPerson("alice", "Alice");
  await acceptEachOther([alice, bob]);
  // By the real clock, so that a day can be marked done.
  const today = await sqlValue<string>("select (now() at time zone 'UTC')::date");
  const task = await addTask(alice, { start_date: today, share_with: [bob.email] });
  for (const person of [alice, bob]) {
    succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 7 }));
    await sql("update public.morning_mails set sent_until = $2::date - 1 where user_id = $1", [
      person.id,
      today,
    ]);
  }
  succeeded(await rpc(bob, "complete_task", { task_id: task.id, completed_date: today }));
  const instant = new Date(`${today}T07:00:00Z`);
  await sendMorningMails(context(), instant);
  expect([received(alice), received(bob)]).toEqual([0, 0]);
  // The day stays settled, even if the completion is undone later.
  const settled = await sqlValue("select sent_until from public.morning_mails where user_id = $1", [
    alice.id,
  ]);
  expect(settled).toBe(today);
});

test("in the mailbox: text and HTML without anybody's HTML, headers that nobody else wrote", async () => {
  const eve = await newPerson("eve", 'Eve\r\nBcc: x@example.com <b onclick="x">&');
  const bob = await newPerson("bob", "Bob");
  await acceptEachOther([eve, bob]);
  await sql("update public.profiles set time_zone = $2 where id = $1", [bob.id, ZONE]);
  const title = 'Bins\r\nBcc: y@example.com <img src=x onerror="alert(1)"> & "plants" 🌱';
  const start_date = day(-3);
  const bins = await addTask(eve, { title, start_date, share_with: [bob.email] });
  const done = await addTask(eve, { title: "<i>Done</i>", start_date, share_with: [bob.email] });
  succeeded(await rpc(eve, "complete_task", { task_id: done.id, completed_date: day(-1) }));
  await sql(
    "update public.task_completions set completed_at = now() - interval '24 hours' where task_id = $1",
    [done.id],
  );
  succeeded(await rpc(bob, "set_morning_mail", { is_on: true, hour: 12 }));
  await sql("update public.morning_mails set sent_until = $2 where user_id = $1", [
    bob.id,
    day(-1),
  ]);
  await sendMailsNow();
  const { mailUrl } = stackUnderTest();
  await until(async () => (await mailsTo(mailUrl, bob.email)).length > 0);
  const mails = await mailsTo(mailUrl, bob.email);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.subject).toBe(`${fullName(day(0)).replace(/, \d{4}$/, "")}: 2 due, 2 from earlier`);
  expect(mail?.headers).not.toHaveProperty("Bcc");
  expect(mail?.headers["List-Unsubscribe-Post"]).toEqual(["List-Unsubscribe=One-Click"]);
  expect(mail?.html).not.toMatch(/<(img|b|i)[ >]/);
  expect(mail?.html).toContain("&lt;img src=x onerror=");
  expect(mail?.text).toMatch(/Overdue:\n- 2 from earlier:\n {2}Open Rota: http/);
  expect(mail?.text).toMatch(/Done yesterday:\n- .*Eve .*<i>Done<\/i>/);
  expect(mail?.text.match(/Done: http\S+\/mail\/done\?token=/g)).toHaveLength(2);
  expect(mail?.html).not.toContain(bins.id);

  const url = /<(.*)>/.exec(mail?.headers["List-Unsubscribe"]?.[0] ?? "")?.[1] ?? "";
  const oneClick = new URLSearchParams("List-Unsubscribe=One-Click");
  expect((await fetch(url, { method: "POST", body: oneClick })).status).toBe(200);
  expect(
    await sqlValue("select is_on from public.morning_mails where user_id = $1", [bob.id]),
  ).toBe(false);
});
