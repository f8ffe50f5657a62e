import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import {
  ADDRESSES,
  type AddressState,
  LINKS,
  LinkSite,
  type LinkState,
  newAddress,
  PASSWORD,
} from "../support/link-site.ts";

/** What a household's link opens on a server of one's own, for each state of the link and the typed address. */

const CLOSED = "Signups not allowed";
const ANOTHERS = "This link is for another address.";
const USED = "This link has been used or has expired. Ask for a new one.";

const isOpen = (link: LinkState) => link === "good";
/** Whether there is, or will be, an account that the typed password opens. */
const isTheirs = (address: AddressState) => ["new", "begun", "own"].includes(address);

describe.each(["a mail server", "no mail server"] as const)("with %s", (kind) => {
  const sendsMail = kind === "a mail server";
  const site = new LinkSite(sendsMail);
  const { sql, rpc, signIn, signUp, invite, takeUp, accountOf, addressIn, linkIn, restart } = site;
  beforeAll(() => site.begin());
  afterAll(() => site.end());

  async function follow(link: LinkState, address: AddressState, refused: string) {
    const [email, token] = [await addressIn(address), await linkIn(link)];
    const before = await accountOf(email);
    const answer = await signUp(email, token);
    const as = await signIn(email);
    const hasJoined = await takeUp(as, token);
    const account = await accountOf(email);
    const what = `${link} ${address}`;
    if (refused !== "") {
      expect(answer, what).toMatchObject({
        status: refused === CLOSED ? 422 : 403,
        text: expect.stringContaining(refused),
      });
    } else {
      expect(answer.status, what).toBe(200);
      expect(JSON.parse(answer.text), what).toMatchObject({ email, role: "", identities: [] });
    }
    // Whoever has an account takes an invitation up where nobody may make one, too.
    const isIn = refused === "" ? isTheirs(address) : refused === CLOSED && address === "own";
    expect(hasJoined, what).toBe(isIn);
    expect(as !== null, what).toBe(isIn || address === "own");
    expect(account?.isMember ?? false, what).toBe(isIn);
    // What there was stays as it was, but for what nobody has proven or uses.
    if (address === "new") expect(account !== undefined, what).toBe(refused === "");
    else if (address === "begun") expect(account?.id === before?.id, what).toBe(refused !== "");
    else expect({ ...account, isMember: false }, what).toEqual({ ...before, isMember: false });
    if (isIn) expect(account?.isConfirmed, what).toBe(address === "own");
    return answer;
  }

  const all = LINKS.flatMap((link) => ADDRESSES.map((address) => [link, address] as const));

  test("a link that works lets in once, whoever has no account that another password opens; others change nothing", async () => {
    for (const [link, address] of all) {
      await follow(link, address, isOpen(link) ? "" : link === "typed" ? ANOTHERS : USED);
    }
  });

  test("the answer is the same for each address", async () => {
    const said = [];
    for (const address of ADDRESSES) {
      const email = await addressIn(address);
      const { status, text } = await signUp(email, await invite());
      said.push([
        status,
        text
          .replaceAll(email, "ADDRESS")
          .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "NOW"),
      ]);
    }
    for (const each of said) expect(each).toEqual(said[0]);
  });

  test("what is no address or no password uses no link up", async () => {
    const token = await invite();
    for (const [email, password] of [
      ["nobody", PASSWORD],
      [newAddress("x"), "short"],
      [newAddress("x"), "x".repeat(73)],
    ] as const) {
      expect((await signUp(email, token, password)).status).toBe(422);
    }
    const email = newAddress("y");
    expect((await signUp(email, token)).status).toBe(200);
    // Again, as by whom no answer reached.
    expect((await signUp(email.toUpperCase(), token)).status).toBe(200);
    expect(await takeUp(await signIn(email), token)).toBe(true);
  });

  test("of 50 at once one makes an account, and one belongs", async () => {
    const token = await invite();
    const emails = Array.from({ length: 50 }, () => newAddress("crowd"));
    const count = async () =>
      (await sql("select count(*)::int as n from auth.users where email like 'crowd%'"))[0].n;
    const people = async () =>
      (await sql("select count(*)::int as n from public.household_people"))[0].n;
    const before = await people();
    const answers = await Promise.all(emails.map((email) => signUp(email, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count()).toBe(1);
    const [made = ""] = emails.filter((_, n) => answers[n]?.status === 200);
    // One by one: sign-ins of one peer at once have a bound of their own.
    const sessions = [];
    for (let n = 0; n < 10; n += 1) sessions.push(await signIn(made));
    const joined = await Promise.all(sessions.map((as) => takeUp(as, token)));
    expect(joined.filter(Boolean)).toHaveLength(1);
    expect(await people()).toBe(before + 1);
  });

  test("whoever is signed in as another finds a link that was typed into over", async () => {
    const token = await invite();
    const other = await signIn(await addressIn("own"));
    expect(await rpc(other ?? site.anna, "read_household_invitation", { token })).toMatchObject({
      household: "Home",
    });
    const email = newAddress("typed");
    await signUp(email, token);
    expect(await rpc(other ?? site.anna, "read_household_invitation", { token })).toBeNull();
    expect(await takeUp(other, token)).toBe(false);
    expect(await takeUp(await signIn(email), token)).toBe(true);
  });

  test("what is shared with an address waits until it is proven, and who was let in stays signed in", async () => {
    const email = newAddress("carol");
    const shared = { id: randomUUID(), category: "Kitchen", title: `Bins ${email}` };
    const { error } = await site.anna.functions.invoke("create-task", {
      body: { ...shared, startDate: "2026-01-01", isShared: true, shareWith: [email] },
    });
    expect(error).toBeNull();
    const token = await invite();
    await signUp(email, token);
    const carol = (await signIn(email)) ?? site.anna;
    expect(await takeUp(carol, token)).toBe(true);
    const sender = (await site.anna.auth.getUser()).data.user?.id;
    const waiting = async () => JSON.stringify(await rpc(carol, "list_tasks"));
    expect(await waiting()).not.toContain(sender as string);
    await carol.rpc("accept_sender", { sender });
    expect(await waiting()).not.toContain(shared.title);
    if (sendsMail) {
      await eventually(() => expect(site.mailed).toContain(email));
      const [{ confirmation_token: token_hash }] = await sql(
        "select confirmation_token from auth.users where email = $1",
        [email],
      );
      const { error: refusal } = await site
        .newClient()
        .auth.verifyOtp({ token_hash, type: "signup" });
      expect(refusal).toBeNull();
    } else {
      // The person who runs it vouches for it: `rota serve reset`.
      await sql(
        "update auth.users set email_confirmed_at = now(), recovery_sent_at = null where email = $1",
        [email],
      );
    }
    await eventually(async () => expect(await waiting()).toContain(sender as string));
    // Accepted before it was proven, it binds nothing.
    expect(await waiting()).not.toContain(shared.title);
    await rpc(carol, "accept_sender", { sender });
    expect(await waiting()).toContain(shared.title);
  });

  test("a reset proves the address, and ends what was begun with another password", async () => {
    const email = newAddress("dora");
    await signUp(email, await invite());
    const stranger = (await signIn(email)) ?? site.anna;
    await sql(
      "update auth.users set recovery_token = $2, recovery_sent_at = now() + interval '1 minute' where email = $1",
      [email, `token-${email}`],
    );
    const { error } = await site.newClient().auth.verifyOtp({
      ...{ token_hash: `token-${email}`, type: "recovery" },
    });
    expect(error).toBeNull();
    expect((await stranger.rpc("list_tasks")).error).not.toBeNull();
    expect(await signIn(email)).toBeNull();
  });

  test("a keeper's links make 20 accounts a day", async () => {
    await sql("update private.limits set most = 2 where name = 'accounts_let_in_per_day'");
    await sql("delete from private.uses where limit_name = 'accounts_let_in_per_day'");
    const emails = [newAddress("day"), await addressIn("existing"), newAddress("day")];
    const answers = [];
    for (const email of emails) answers.push(await signUp(email, await invite()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(answers[2]?.text).toContain("Too many accounts");
    await sql("update private.limits set most = 1000 where name = 'accounts_let_in_per_day'");
  });

  test("where sign-ups are closed a link makes no account, and who was let in signs in", async () => {
    const email = newAddress("early");
    const token = await invite();
    await signUp(email, token);
    await restart("closed");
    for (const address of ADDRESSES.filter((each) => each !== "letIn")) {
      await follow("good", address, CLOSED);
    }
    expect(await takeUp(await signIn(email), token)).toBe(true);
  });

  test.runIf(sendsMail)("where anybody may sign up, a link lets in at once", async () => {
    await restart("open");
    for (const address of ADDRESSES) await follow("good", address, "");
    const email = newAddress("anybody");
    expect((await signUp(email)).status).toBe(200);
    await eventually(async () => expect(await accountOf(email)).toBeDefined());
    const { error } = await site.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe("email_not_confirmed");
    // Nobody takes an account that is in use by signing up with its address.
    const letIn = await addressIn("letIn");
    const before = await accountOf(letIn);
    await signUp(letIn);
    await eventually(() => expect(site.mailed).toContain(email));
    expect(await accountOf(letIn)).toEqual(before);
  });
});
