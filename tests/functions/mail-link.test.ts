import { beforeAll, describe, expect, test } from "vitest";
import { type MailLink, signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import {
  type Answer,
  acceptEachOther,
  callFunction,
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, findTask, utcDay } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Links in mails, for holders who aren't signed in. */

type Done = Omit<Extract<MailLink, { purpose: "done" }>, "purpose">;
type Purpose = "done" | "unsubscribe";
type Action = "look" | "do" | "undo";

interface State {
  readonly title: string;
  readonly name: string;
  readonly done: null | { name: string; isYou: boolean; mayUndo: boolean; status: string };
  readonly isOn: boolean;
}

const doneToken = (claims: Done, expiresIn = "3 days", more = {}) =>
  signMailLink(functionEnvironment(more), { purpose: "done", ...claims }, expiresIn);

const follow = (token: unknown, action: Action, purpose: Purpose = "done") =>
  callFunction(null, "mail-link", { token, purpose, action });

const stateAfter = async (token: string, action: Action, purpose: Purpose = "done") =>
  succeeded<State>(await follow(token, action, purpose));

let alice: Person;
let bob: Person;
let today: string;
beforeAll(async () => {
  alice = await newPerson("alice", "Alice");
  bob = await newPerson("bob", "Bob");
  await acceptEachOther([alice, bob]);
  today = await utcDay(0);
});

async function sharedChore() {
  const task = await addTask(alice, { share_with: [bob.email], start_date: "2026-01-01" });
  const claims = (person: Person): Done => ({ person: person.id, task: task.id, day: today });
  return { task, tokens: [await doneToken(claims(alice)), await doneToken(claims(bob))] as const };
}

const completions = (taskId: string) =>
  sql<{ user_id: string }>("select user_id from public.task_completions where task_id = $1", [
    taskId,
  ]);

describe("a link that marks a day as done", () => {
  test("looks without changing anything, does it, and takes it back", async () => {
    const { task, tokens } = await sharedChore();
    const [, token] = tokens;
    expect(await stateAfter(token, "look")).toMatchObject({
      title: task.title,
      name: "Bob",
      done: null,
    });
    expect(await completions(task.id)).toEqual([]);
    const done = { name: "Bob", isYou: true, mayUndo: true, status: "done" };
    expect((await stateAfter(token, "do")).done).toMatchObject(done);
    expect((await stateAfter(token, "do")).done).toMatchObject(done);
    expect(await completions(task.id)).toEqual([{ user_id: bob.id }]);
    expect((await findTask(alice, task.id))?.recentCompletions).toMatchObject([
      { completedBy: bob.id },
    ]);
    expect((await stateAfter(token, "undo")).done).toBeNull();
    expect((await stateAfter(token, "undo")).done).toBeNull();
    expect(await completions(task.id)).toEqual([]);
  });

  test("tells who was first, and takes back nobody else's, not even for the owner", async () => {
    const { task, tokens } = await sharedChore();
    const [alices, bobs] = tokens;
    await stateAfter(bobs, "do");
    const seen = { name: "Bob", isYou: false, mayUndo: false };
    for (const action of ["look", "do"] as const) {
      expect((await stateAfter(alices, action)).done, action).toMatchObject(seen);
    }
    expect(await follow(alices, "undo")).toMatchObject({
      status: 403,
      body: { error: { code: "COMPLETION_NOT_YOURS" } },
    });
    expect(await completions(task.id)).toEqual([{ user_id: bob.id }]);
  });

  test("takes back what its person said of the day in any way: a skip, a day of a catch-up", async () => {
    const { task, tokens } = await sharedChore();
    const [token] = tokens;
    succeeded(await rpc(alice, "skip_occurrence", { task_id: task.id, day: today }));
    const skipped = { status: "skipped", isYou: true, mayUndo: true };
    expect((await stateAfter(token, "look")).done).toMatchObject(skipped);
    expect((await stateAfter(token, "undo")).done).toBeNull();
    const other = await sharedChore();
    const days = [[Date.parse(today) / 86_400_000 - 3, 4]];
    const catchUp = { id: crypto.randomUUID(), task_id: other.task.id, days, status: "done" };
    succeeded(await rpc(alice, "catch_up", catchUp));
    expect((await stateAfter(other.tokens[0], "undo")).done).toBeNull();
  });

  test("GET, HEAD and the like change nothing", async () => {
    const { task, tokens } = await sharedChore();
    const [token] = tokens;
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const url = `${stackUnderTest().functionsUrl}/mail-link?token=${token}&purpose=done&action=do`;
      const response = await fetch(url, { method });
      expect(response.status, method).toBe(405);
    }
    expect(await completions(task.id)).toEqual([]);
  });
});

describe("an end of mails", () => {
  const unsubscribeToken = (address: string, kind: "invitation" | "morning") =>
    signMailLink(functionEnvironment(), { purpose: "unsubscribe", address, kind }, "730 days");

  const claim = (recipient: string) =>
    serviceCall()("claim_message", { kind: "invitation", recipient, key: crypto.randomUUID() });

  test("no invitations to an address, with or without an account, until it is taken back", async () => {
    const address = newAddress("nobody");
    const token = await unsubscribeToken(address, "invitation");
    expect((await stateAfter(token, "look", "unsubscribe")).isOn).toBe(true);
    expect(await claim(address)).not.toBeNull();
    expect((await stateAfter(token, "do", "unsubscribe")).isOn).toBe(false);
    expect(await claim(address)).toBeNull();
    expect((await stateAfter(token, "undo", "unsubscribe")).isOn).toBe(true);
    expect(await claim(address)).not.toBeNull();
  });

  test("what bounced stays refused", async () => {
    const address = newAddress("bounced");
    await sql(
      "insert into private.mail_refusals (address, kind, reason) values ($1, 'invitation', 'bounced')",
      [address],
    );
    const token = await unsubscribeToken(address, "invitation");
    expect((await stateAfter(token, "undo", "unsubscribe")).isOn).toBe(false);
  });

  test("the morning mail is off on About, too", async () => {
    const person = await newPerson("morning");
    succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 6 }));
    const isOn = () =>
      sqlValue<boolean>("select is_on from public.morning_mails where user_id = $1", [person.id]);
    const token = await unsubscribeToken(person.email, "morning");
    expect((await stateAfter(token, "look", "unsubscribe")).isOn).toBe(true);
    expect((await stateAfter(token, "do", "unsubscribe")).isOn).toBe(false);
    expect(await isOn()).toBe(false);
    expect((await stateAfter(token, "undo", "unsubscribe")).isOn).toBe(true);
    expect(await isOn()).toBe(true);
    // A former holder of the address can't change the mail's setting.
    await sql("update auth.users set email = $1 where id = $2", [newAddress(), person.id]);
    expect((await stateAfter(token, "do", "unsubscribe")).isOn).toBe(false);
    expect(await isOn()).toBe(true);
  });

  test("by one click of a mail program (RFC 8058), and by nothing less", async () => {
    const address = newAddress("one-click");
    const token = await unsubscribeToken(address, "invitation");
    const url = `${stackUnderTest().functionsUrl}/mail-link?unsubscribe=${token}`;
    const isOn = async () => (await stateAfter(token, "look", "unsubscribe")).isOn;
    const opened = await fetch(url, { redirect: "manual" });
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toMatch(
      new RegExp(`^http.*/mail/unsubscribe\\?token=${token}$`),
    );
    expect((await fetch(url, { method: "HEAD" })).status).toBe(405);
    expect((await fetch(url, { method: "POST" })).status).toBe(404);
    expect(await isOn()).toBe(true);

    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    const bodies = [new URLSearchParams("List-Unsubscribe=One-Click"), form];
    for (const body of bodies) {
      expect((await fetch(url, { method: "POST", body })).status).toBe(200);
      expect(await isOn()).toBe(false);
      await stateAfter(token, "undo", "unsubscribe");
    }
    const wrong = await fetch(url.slice(0, -3), { method: "POST", body: bodies[0] as BodyInit });
    expect(wrong.status).toBe(404);
  });
});

describe("tokens that are no good", () => {
  async function badTokens(): Promise<Record<string, unknown>> {
    const { task, tokens } = await sharedChore();
    const [good] = tokens;
    const claims = { person: alice.id, task: task.id, day: today };
    const [header, payload = "", signature = ""] = good.split(".");
    const forged = Buffer.from(payload, "base64url").toString().replace(alice.id, bob.id);
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    return {
      empty: "",
      "no token": "x",
      "a number": 5,
      "of another person": `${header}.${Buffer.from(forged).toString("base64url")}.${signature}`,
      unsigned: `${unsigned}.${payload}.`,
      cut: good.slice(0, -2),
      expired: await doneToken(claims, "-1 second"),
      "of another instance": await doneToken(claims, "3 days", { MAIL_LINK_SECRET: "another" }),
      "for another purpose": await signMailLink(
        functionEnvironment(),
        { purpose: "unsubscribe", address: alice.email, kind: "morning" },
        "1 day",
      ),
      "an access token": alice.token,
      "very long": "a".repeat(100_000),
      "far too long": "a".repeat(1_000_000),
      "hostile text": "\u0000'; drop table tasks; --\u{1f4a5}",
    };
  }

  test("get one answer, and change nothing", async () => {
    for (const [name, token] of Object.entries(await badTokens())) {
      for (const action of ["look", "do", "undo"] as const) {
        const answer = await follow(token, action);
        expect(lesson(answer), `${name}: ${action}`).toEqual([
          404,
          { error: { code: "LINK_NOT_VALID", message: "This link no longer works." } },
        ]);
      }
    }
  });

  test("as do good ones about what is gone: the task, the share, the account, the day", async () => {
    const { task, tokens } = await sharedChore();
    const [alices, bobs] = tokens;
    const stranger = await newPerson("stranger");
    const closed = await newPerson("closed");
    const early = { person: alice.id, task: task.id, day: "2020-01-01" };
    const gone = [
      await doneToken({ person: stranger.id, task: task.id, day: today }),
      await doneToken({ person: closed.id, task: task.id, day: today }),
      bobs,
    ];
    await sql("delete from auth.users where id = $1", [closed.id]);
    await sql("delete from private.task_shares where task_id = $1", [task.id]);
    for (const token of gone) {
      expect(refusalCode(await follow(token, "do"))).toBe("LINK_NOT_VALID");
    }
    expect(refusalCode(await follow(await doneToken(early), "do"))).toBe("LINK_NOT_VALID");
    expect(await completions(task.id)).toEqual([]);
    succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
    expect(refusalCode(await follow(alices, "look"))).toBe("LINK_NOT_VALID");
  });
});

const lesson = ({ status, body }: Answer) => [status, body];
