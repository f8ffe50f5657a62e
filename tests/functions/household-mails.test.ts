import { expect, test } from "vitest";
import {
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { householdOf, inviteByMail, join, newHousehold, personId } from "../support/households.ts";
import { aDayLater, neutral, settled, spendInvitations } from "../support/invitation-mails.ts";
import { type ReceivedMail, sendMailsNow } from "../support/mailbox.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Invitations to a household by mail, from the keeper to the new person. */

const tokenIn = (mail: ReceivedMail | undefined) =>
  mail?.text.match(/\/join\?invited=\S+#(\S{43})/)?.[1] ?? "no token";

interface Open {
  readonly id: string;
  readonly address: string | null;
  readonly role: string;
  readonly person_id: string | null;
  readonly mailed_at: string | null;
  readonly expires_at: string;
}

const openOf = async (keeper: Person, household: string) =>
  succeeded<Open[]>(
    await rest(
      keeper,
      "GET",
      `household_invitations?household_id=eq.${household}&order=address&select=id,address,role,person_id,mailed_at,expires_at`,
    ),
  );

const follow = (person: Person, token: string) => rpc(person, "join_household", { token });

const sendAgain = (keeper: Person, id: string) =>
  rpc(keeper, "send_household_invitation_again", { id });

/** Uses up the sender's invitations of today; resolves to a function that ends this, with an address to watch. */
async function hold(sender: Person) {
  await spendInvitations(sender.id);
  return async (address: string) => {
    await sql(
      "delete from private.invitation_mails where sender_id = $1 and address like '%@example.com' and address <> $2 and household_invitation_id is null",
      [sender.id, address],
    );
    await sql("update private.invitation_mails set due_at = now() where address = $1", [address]);
  };
}

async function newKeeper() {
  const alice = await newPerson("alice", "Alice Miller");
  const household = await newHousehold(alice, "The flat", ["Carol"]);
  return { alice, household, address: newAddress("bob") };
}

test("the mail says who invites to what, as what, and its link is good once", async () => {
  const { alice, household, address } = await newKeeper();
  await inviteByMail(alice, household, ` ${address.toUpperCase()} `, "helper");
  expect(await openOf(alice, household)).toMatchObject([{ address, role: "helper" }]);
  const [mail, ...others] = await settled(address);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Alice Miller invites you to The flat on Rota");
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain("the household The flat as a helper");
    expect(body).toContain(`/join?invited=${encodeURIComponent(address)}`);
    expect(body).toContain(`#${tokenIn(mail)}`);
    expect(body).toContain("/mail/unsubscribe?token=");
  }
  expect(mail?.headers["List-Unsubscribe-Post"]).toEqual(["List-Unsubscribe=One-Click"]);
  expect((await openOf(alice, household))[0]?.mailed_at).not.toBeNull();

  const [bob, eve] = [await newPerson("bob", "Bob"), await newPerson("eve")];
  const looked = await rpc(bob, "read_household_invitation", { token: tokenIn(mail) });
  expect(looked.body).toMatchObject({ household: "The flat", role: "helper", isJoined: false });
  succeeded(await follow(bob, tokenIn(mail)));
  expect((await householdOf(bob, household)).role).toBe("helper");
  expect(refusalCode(await follow(eve, tokenIn(mail)))).toBe("INVITATION_NOT_FOUND");
  expect(await openOf(alice, household)).toEqual([]);
});

test("no token is kept: neither in the queue nor in the outbox, and the hash is nobody's to read", async () => {
  const { alice, household, address } = await newKeeper();
  await inviteByMail(alice, household, address);
  const token = tokenIn((await settled(address))[0]);
  const kept = await sqlValue<string>(
    `select concat(
       (select jsonb_agg(to_jsonb(i)) from public.household_invitations i where i.address = $1),
       (select jsonb_agg(to_jsonb(m)) from private.invitation_mails m where m.address = $1),
       (select jsonb_agg(to_jsonb(o)) from private.outbox o where o.recipient = $1)
     )`,
    [address],
  );
  expect(kept).toContain(address);
  expect(kept).not.toContain(token);
});

test("somebody on the list without an account gets the mail and becomes that person", async () => {
  const { alice, household, address } = await newKeeper();
  const carolId = await personId(alice, household, "Carol");
  await inviteByMail(alice, household, address, "helper", carolId);
  const [mail] = await settled(address);
  expect(mail?.text).toContain("has added you as Carol.");
  const carol = await newPerson("carol");
  succeeded(await follow(carol, tokenIn(mail)));
  expect((await householdOf(carol, household)).me).toBe(carolId);
});

test("asked twice, or by many at once, there is one invitation and one mail, with the latest role", async () => {
  const { alice, household, address } = await newKeeper();
  await Promise.all(
    Array.from({ length: 5 }, () => inviteByMail(alice, household, address, "member")),
  );
  await inviteByMail(alice, household, address, "keeper");
  expect(await openOf(alice, household)).toMatchObject([{ address, role: "keeper" }]);
  expect(await settled(address)).toHaveLength(1);
  await inviteByMail(alice, household, address, "helper");
  expect(await settled(address)).toHaveLength(1);
});

test("another address of the same person takes the place of the first", async () => {
  const { alice, household, address } = await newKeeper();
  const carolId = await personId(alice, household, "Carol");
  const second = newAddress("carol");
  await inviteByMail(alice, household, address, "member", carolId);
  const [first] = await settled(address);
  await inviteByMail(alice, household, second, "member", carolId);
  expect(await openOf(alice, household)).toMatchObject([{ address: second }]);
  expect(refusalCode(await follow(await newPerson("eve"), tokenIn(first)))).toBe(
    "INVITATION_NOT_FOUND",
  );
});

test.each(["nonsense", "a@b", `${"x".repeat(250)}@example.com`])(
  "%s is no address",
  async (address) => {
    const { alice, household } = await newKeeper();
    const parameters = { household_id: household, address, role: "member" };
    const answer = await rpc(alice, "invite_to_household_by_mail", parameters);
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(answer.body).toMatchObject({ details: expect.stringContaining("INVALID_EMAIL") });
  },
);

test("one more goes out when a keeper asks, once a day, whichever; the link before is over", async () => {
  const { alice, household, address } = await newKeeper();
  const other = await newPerson("other");
  await join(alice, household, other, "keeper");
  await inviteByMail(alice, household, address);
  const [first] = await settled(address);
  const [{ id, expires_at }] = (await openOf(alice, household)) as [Open];
  succeeded(await sendAgain(alice, id));
  const [second, ...others] = await settled(address);
  expect(others).toHaveLength(1);
  for (const keeper of [alice, other]) {
    const refused = await sendAgain(keeper, id);
    expect(refusalCode(refused)).toBe("LIMIT_REACHED");
    expect(refused.body).toMatchObject({ details: expect.stringContaining("INVITED_AGAIN_TODAY") });
  }
  const [again] = (await openOf(alice, household)) as [Open];
  expect(again.expires_at > expires_at).toBe(true);
  const bob = await newPerson("bob");
  expect(refusalCode(await follow(bob, tokenIn(first)))).toBe("INVITATION_NOT_FOUND");
  await aDayLater(address);
  succeeded(await sendAgain(other, id));
  const third = await settled(address);
  expect(third).toHaveLength(3);
  expect(tokenIn(third[0])).not.toBe(tokenIn(second));
  succeeded(await follow(bob, tokenIn(third[0])));
});

test("revoked in time there is no mail, and the address may be invited again", async () => {
  const { alice, household, address } = await newKeeper();
  const release = await hold(alice);
  await inviteByMail(alice, household, address);
  const [{ id }] = (await openOf(alice, household)) as [Open];
  succeeded(await rpc(alice, "revoke_household_invitation", { id }));
  expect(refusalCode(await sendAgain(alice, id))).toBe("INVITATION_NOT_FOUND");
  await release(address);
  expect(await settled(address)).toHaveLength(0);
  await inviteByMail(alice, household, address);
  expect(await settled(address)).toHaveLength(1);
});

test.each<[string, (invited: Person, alice: Person, household: string) => Promise<unknown>]>([
  [
    "has blocked the keeper",
    async (bob, alice) => {
      await addTask(alice, { share_with: [bob.email] });
      succeeded(await rpc(bob, "block_sender", { sender: alice.id }));
    },
  ],
  [
    "wants no invitations",
    (bob) =>
      sql(
        "insert into private.mail_refusals (address, kind, reason) values ($1, 'invitation', 'unsubscribed')",
        [bob.email],
      ),
  ],
])("who %s gets none, and nobody in the household can tell", async (_, refuse) => {
  const { alice, household, address } = await newKeeper();
  const bob = await newPerson("bob");
  await refuse(bob, alice, household);
  const before = (await settled(bob.email)).length;
  for (const to of [bob.email, address]) await inviteByMail(alice, household, to);
  expect(await settled(address)).toHaveLength(1);
  expect(await settled(bob.email)).toHaveLength(before);
  const seen = (await openOf(alice, household)).map(({ id, mailed_at, expires_at, ...open }) => ({
    ...open,
    hasId: id !== "",
    isMailed: mailed_at !== null,
    days: Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000),
  }));
  expect(seen).toHaveLength(2);
  const [one, other] = seen.map(({ address: to, ...same }) => ({
    ...same,
    hasAddress: to !== null,
  }));
  expect(one).toEqual(other);
  const answers = await Promise.all(
    (await openOf(alice, household)).map(async ({ id }) => {
      const { status, body } = await sendAgain(alice, id);
      return [status, body];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(await settled(bob.email)).toHaveLength(before);
});

test("the mail to somebody with an account is the same, and so is all that the keeper sees", async () => {
  const { alice, household, address } = await newKeeper();
  const bob = await newPerson("bob");
  for (const to of [bob.email, address]) await inviteByMail(alice, household, to);
  const [[known], [unknown]] = [await settled(bob.email), await settled(address)];
  expect(neutral(known, bob.email)).toBe(neutral(unknown, address));
});

test("who is no keeper any more, or deletes the household, invites nobody", async () => {
  const [first, second] = [newAddress(), newAddress()];
  const { alice, household } = await newKeeper();
  const other = await newPerson("other");
  await join(alice, household, other, "keeper");
  const releases = [await hold(other), await hold(alice)];
  await inviteByMail(other, household, first);
  await inviteByMail(alice, household, second);
  const { me } = await householdOf(other, household);
  succeeded(await rpc(other, "remove_person", { household_id: household, id: me }));
  await releases[0]?.(first);
  expect(await settled(first)).toHaveLength(0);
  succeeded(await rpc(alice, "delete_household", { household_id: household, name: "The flat" }));
  await releases[1]?.(second);
  expect(await settled(second)).toHaveLength(0);
});

test("mails of a sender count together, whatever they invite to", async () => {
  const { alice, household, address } = await newKeeper();
  const release = await hold(alice);
  await inviteByMail(alice, household, address);
  expect(await settled(address)).toHaveLength(0);
  expect((await openOf(alice, household))[0]?.mailed_at).toBeNull();
  await release(address);
  expect(await settled(address)).toHaveLength(1);
});

test("three a day reach a mailbox of one keeper, however often one invites and revokes", async () => {
  const { alice, household, address } = await newKeeper();
  for (let n = 0; n < 5; n += 1) {
    await inviteByMail(alice, household, address);
    await settled(address);
    const [open] = await openOf(alice, household);
    succeeded(await rpc(alice, "revoke_household_invitation", { id: open?.id }));
  }
  expect(await settled(address)).toHaveLength(3);
});

test("an address that is invited may make an account where only invited ones may", async () => {
  const { alice, household, address } = await newKeeper();
  const isInvited = () =>
    sqlValue<boolean>("select public.is_invited($1)", [address.toUpperCase()]);
  expect(await isInvited()).toBe(false);
  await inviteByMail(alice, household, address);
  expect(await isInvited()).toBe(true);
  await sql("update public.household_invitations set expires_at = now() where address = $1", [
    address,
  ]);
  expect(await isInvited()).toBe(false);
  // What is old goes once a day.
  await sql("delete from private.forgotten");
  await sendMailsNow();
  expect(
    await sqlValue("select count(*)::int from public.household_invitations where address = $1", [
      address,
    ]),
  ).toBe(0);
});

test("names write no headers, no HTML and no links", async () => {
  const alice = await newPerson("eve", "Eve <b>\r\nBcc: victim@example.com https://evil.example");
  const household = await newHousehold(alice, "<img src=x> www.evil.example/pay");
  const address = newAddress();
  await inviteByMail(alice, household, address);
  const [mail] = await settled(address);
  expect(mail?.headers.Bcc).toBeUndefined();
  expect(mail?.html).not.toContain("<img");
  for (const body of [mail?.subject, mail?.text, mail?.html]) {
    expect(body).not.toContain("evil.example");
    expect(body).not.toContain("https://evil");
  }
});
