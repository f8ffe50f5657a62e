import { describe, expect, test } from "vitest";
import {
  callFunction,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import {
  aDayLater,
  invitationsTo,
  neutral,
  settled,
  spendInvitations,
} from "../support/invitation-mails.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { sql } from "../support/sql.ts";

/** Invitations by mail, from the share to the mailbox. */

const share = (owner: Person, address: string, title?: string) =>
  addTask(owner, { share_with: [address], ...(title && { title }) });

const sendAgain = (owner: Person, address: string) =>
  rpc(owner, "send_invitation_again", { address });

test("an address without an account gets one mail: who, which tasks, and a link", async () => {
  const alice = await newPerson("alice", "Alice Miller");
  const address = newAddress("bob");
  await share(alice, address, "Water the plants");
  await share(alice, address, "Empty the dishwasher");
  const [mail, ...others] = await settled(address);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Alice Miller invites you to share tasks on Rota");
  expect(mail?.from).toEqual({ name: "Rota", address: expect.stringContaining("@") });
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain("Alice Miller would like to share 2 tasks with you");
    expect(body).toContain("Water the plants");
    expect(body).toContain("Empty the dishwasher");
    expect(body).toContain(`/?invited=${encodeURIComponent(address)}`);
    expect(body).toContain("/mail/unsubscribe?token=");
  }
  expect(mail?.html).not.toMatch(/<img|<script|<link/);
  expect(mail?.headers["List-Unsubscribe"]).toEqual([
    expect.stringMatching(/^<https?:\/\/.+\/functions\/v1\/mail-link\?unsubscribe=\S+>$/),
  ]);
  expect(mail?.headers["List-Unsubscribe-Post"]).toEqual(["List-Unsubscribe=One-Click"]);
});

test("the mail to somebody who has an account is the same", async () => {
  const [alice, bob] = [await newPerson("alice", "Alice"), await newPerson("bob")];
  const address = newAddress("carol");
  for (const to of [bob.email, address]) await share(alice, to, `Laundry ${to.length}`);
  const [[known], [unknown]] = [await settled(bob.email), await settled(address)];
  expect(neutral(known, bob.email)).toBe(neutral(unknown, address));
});

test("more tasks than fit are counted", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  for (let i = 0; i < 12; i += 1) await share(alice, address, `Chore ${i + 10}`);
  const [mail] = await settled(address);
  expect(mail?.text).toContain("- Chore 19\n- and 2 more");
  expect(mail?.text).not.toContain("Chore 20");
});

test("later shares and edits cause none", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  const { id } = await share(alice, address);
  expect(await settled(address)).toHaveLength(1);
  succeeded(await updateTask(alice, id, { title: `Renamed ${id}` }));
  succeeded(await updateTask(alice, id, {}, [newAddress(), address]));
  await share(alice, address);
  expect(await settled(address)).toHaveLength(1);
});

test("one more goes out when the owner asks, once a day", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  expect(refusalCode(await sendAgain(alice, address))).toBe("INVITATION_NOT_FOUND");
  await share(alice, address);
  expect(await settled(address)).toHaveLength(1);
  succeeded(await sendAgain(alice, address.toUpperCase()));
  expect(await settled(address)).toHaveLength(2);
  const refused = await sendAgain(alice, address);
  expect(refusalCode(refused)).toBe("LIMIT_REACHED");
  expect(refused.body).toMatchObject({ details: expect.stringContaining("INVITED_AGAIN_TODAY") });
  await aDayLater(address);
  succeeded(await sendAgain(alice, address));
  expect(await settled(address)).toHaveLength(3);
});

test("a person who asks before the first has gone out gets one mail", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  // Not before the next hour, whoever sends mails in the meantime.
  await sql(
    `insert into private.invitation_mails (sender_id, address, due_at)
     values ($1, $2, now() + interval '1 hour')`,
    [alice.id, address],
  );
  await share(alice, address);
  succeeded(await sendAgain(alice, address));
  await sql("update private.invitation_mails set due_at = now() where address = $1", [address]);
  expect(await settled(address)).toHaveLength(1);
});

test.each([
  ["has accepted", "accept_sender"],
  ["has declined", "decline_sender"],
  ["has blocked the sender", "block_sender"],
])("a person who %s gets none, and the owner can't tell", async (_, decision) => {
  const [alice, bob] = [await newPerson("alice"), await newPerson("bob")];
  await share(alice, bob.email);
  succeeded(await rpc(bob, decision, { sender: alice.id }));
  expect(await settled(bob.email)).toHaveLength(0);
  const asked = await sendAgain(alice, bob.email);
  expect([asked.status, asked.body]).toEqual([204, ""]);
  expect(await settled(bob.email)).toHaveLength(0);
  expect(refusalCode(await sendAgain(alice, bob.email))).toBe("LIMIT_REACHED");
});

test("a person who has left gets none", async () => {
  const [alice, bob] = await newFriends("alice", "bob");
  const { id } = await share(alice, bob.email);
  succeeded(await rpc(bob, "leave_task", { task_id: id }));
  succeeded(await sendAgain(alice, bob.email));
  expect(await settled(bob.email)).toHaveLength(0);
});

test("a share that was taken back in time causes none, and the next one does", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  const { id } = await share(alice, address);
  succeeded(await updateTask(alice, id, {}, []));
  const sent = (await settled(address)).length;
  // The scheduler may have been faster.
  await share(alice, address);
  expect(await settled(address)).toHaveLength(sent === 0 ? 1 : sent);
});

test("an address that refuses invitations gets none", async () => {
  const alice = await newPerson("alice");
  const address = newAddress();
  await sql(
    "insert into private.mail_refusals (address, kind, reason) values ($1, 'invitation', 'bounced')",
    [address],
  );
  await share(alice, address);
  expect(await settled(address)).toHaveLength(0);
});

test("a sender reaches so many addresses a day; the rest wait, and keep nobody else waiting", async () => {
  const [alice, bob] = [await newPerson("alice"), await newPerson("bob")];
  const [address, other] = [newAddress(), newAddress()];
  await spendInvitations(alice.id);
  await share(alice, address);
  await sql(
    `insert into private.invitation_mails (sender_id, address, due_at)
     select $1, 'more-' || n || '@example.com', now() - interval '1 hour'
     from generate_series(1, 250) as n`,
    [alice.id],
  );
  await share(bob, other);
  expect(await settled(other)).toHaveLength(1);
  expect(await invitationsTo(address)).toHaveLength(0);
  await sql("delete from private.invitation_mails where address like 'more-%@example.com'");
  await sql(
    `update private.invitation_mails
     set handled_at = handled_at - interval '1 day', due_at = now() where sender_id = $1`,
    [alice.id],
  );
  expect(await settled(address)).toHaveLength(1);
});

describe("a mailbox", () => {
  /** Sends all mails that may be sent, with many workers at once; resolves to the number of mails then. */
  async function sent(addresses: readonly string[]): Promise<number> {
    await Promise.all(Array.from({ length: 3 }, sendMailsNow));
    return (await settled(...addresses)).length;
  }

  const newSenders = (count: number, name = "throwaway") =>
    Promise.all(Array.from({ length: count }, () => newPerson(name)));

  /** In this order. */
  async function shareInTurn(senders: readonly Person[], address: string): Promise<void> {
    for (const sender of senders) await share(sender, address);
  }

  const isWeekOld = ({ id }: Person) =>
    sql("update auth.users set created_at = created_at - interval '8 days' where id = $1", [id]);

  /** In one statement, as another file's run may look in between, and look again in an hour alone. */
  const later = (count: number, addresses: readonly string[]) =>
    sql(
      `with moved as (
         update private.invitation_mails set due_at = due_at - interval '${count} hours',
           handled_at = handled_at - interval '${count} hours',
           asked_again_at = asked_again_at - interval '${count} hours' where address = any ($1)
       )
       update private.outbox set claimed_at = claimed_at - interval '${count} hours'
       where recipient = any ($1)`,
      [addresses],
    );

  const hasMailOf = async (sender: Person, address: string) =>
    (await invitationsTo(address)).some(({ text }) =>
      text.includes(sender.email.split("@")[0] ?? "?"),
    );

  test("gets five a day of new accounts, in the order in which they share, however many workers", async () => {
    const address = newAddress();
    const first = await newSenders(6);
    const [friend] = first.slice(-1) as [Person];
    await shareInTurn(first, address);
    expect(await sent([address])).toBe(5);
    expect(await hasMailOf(friend, address)).toBe(false);
    await later(24, [address]);
    // They come later but are checked first: a waiting person is checked once an hour.
    await sql(
      `update private.invitation_mails set due_at = now() + interval '30 minutes'
       where address = $1 and handled_at is null`,
      [address],
    );
    await shareInTurn(await newSenders(5), address);
    expect(await sent([address])).toBe(9);
    await later(1, [address]);
    expect(await sent([address])).toBe(10);
    expect(await hasMailOf(friend, address)).toBe(true);
  });

  test("gets the mail of a friend whose account is a week old at once", async () => {
    const address = newAddress();
    const friend = await newPerson("friend");
    await isWeekOld(friend);
    await shareInTurn([...(await newSenders(6)), friend], address);
    expect(await sent([address])).toBe(6);
    expect(await hasMailOf(friend, address)).toBe(true);
    // They don't take a place of the new ones, either.
    await later(24, [address]);
    expect(await sent([address])).toBe(7);
  });

  test("gets a new friend's first mail, however often others ask again", async () => {
    const address = newAddress();
    const others = await newSenders(5);
    await shareInTurn(others, address);
    expect(await sent([address])).toBe(5);
    for (const day of [1, 2]) {
      await later(25, [address]);
      for (const other of others) succeeded(await sendAgain(other, address));
      expect(await sent([address])).toBe(5 + 5 * day);
    }
    const friend = await newPerson("friend");
    await share(friend, address);
    expect(await sent([address])).toBe(16);
    expect(await hasMailOf(friend, address)).toBe(true);
    // A repeated request waits for a place among all of the day.
    succeeded(await sendAgain(friend, address));
    expect(await sent([address])).toBe(16);
    await later(24, [address]);
    expect(await sent([address])).toBe(17);
  });

  test.each(["new", "week old"])(
    "gets three a day of one %s sender, whatever is written behind its +",
    async (age) => {
      const [name, domain] = newAddress("victim").split("@");
      const addresses = Array.from({ length: 8 }, (_, n) => `${name}+${n}@${domain}`);
      const sender = await newPerson("sender");
      if (age === "week old") await isWeekOld(sender);
      for (const address of addresses) await share(sender, address);
      expect(await sent(addresses)).toBe(3);
      await later(24, addresses);
      expect(await sent(addresses)).toBe(6);
    },
  );

  test("is no other's, whose name begins alike", async () => {
    const [name, domain] = newAddress("victim").split("@");
    const addresses = [`${name}+1@${domain}`, `${name}+2@${domain}`, `${name}@${domain}`];
    const others = [`${name}-1@${domain}`, `${name}+1@other.${domain}`];
    const sender = await newPerson("sender");
    for (const address of [...addresses, ...others]) await share(sender, address);
    expect(await sent([...addresses, ...others])).toBe(5);
  });
});

test("names and titles write no headers, no HTML and no links", async () => {
  const name = "Eve <b>\r\nBcc: victim@example.com\r\n\r\nhttps://evil.example";
  const alice = await newPerson("eve", name);
  const address = newAddress();
  await share(alice, address, `"><img src=x onerror=alert(1)> www.evil.example/pay`);
  const [mail] = await settled(address);
  expect(mail?.headers.Bcc).toBeUndefined();
  expect(mail?.headers.To).toEqual([address]);
  expect(mail?.subject).toMatch(/^Eve <b>/);
  expect(mail?.html).not.toContain("<img");
  expect(mail?.html).not.toContain("<b>");
  for (const body of [mail?.subject, mail?.text, mail?.html]) {
    expect(body).not.toContain("evil.example");
    expect(body).not.toContain("https://evil");
  }
  expect(await mailsTo(stackUnderTest().mailUrl, "victim@example.com")).toEqual([]);
});

test("nobody but the scheduler sends mails", async () => {
  const alice = await newPerson("alice");
  const { publishableKey, secretKey } = stackUnderTest();
  const attempts = [
    await callFunction(alice, "send-mails"),
    await callFunction(null, "send-mails"),
    await callFunction(null, "send-mails", {}, { apikey: `${secretKey}x` }),
    await callFunction(null, "send-mails", {}, { apikey: "" }),
    await callFunction(null, "send-mails", {}, { apikey: publishableKey.repeat(1000) }),
  ];
  for (const attempt of attempts.slice(0, 4)) expect(attempt.status).toBe(401);
  expect(attempts[4]?.status).toBeGreaterThanOrEqual(400);
  expect(attempts[4]?.status).toBeLessThan(500);
  expect((await callFunction(null, "send-mails", undefined, {}, "GET")).status).toBe(405);
  for (const name of ["claim_message", "finish_messages", "next_invitation", "retry_invitation"]) {
    expect((await rpc(alice, name)).status).toBeGreaterThanOrEqual(400);
  }
});
