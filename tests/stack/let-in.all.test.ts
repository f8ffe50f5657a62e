import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { findPortBase } from "../../stack/ports.ts";
import { withClient } from "../../stack/services/platform.ts";
import { eventually } from "../support/eventually.ts";
import { addressesOf, type ServeProcess, signUpBy, startServe } from "../support/serve-process.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";

/** What a household's link opens on a server of one's own, to whoever types whatever address. */

const PASSWORD = "rota-secret-1";
const OTHER = "rota-secret-2";
const CLOSED = "Signups not allowed";
const ANOTHERS = "This link is for another address.";
const USED = "This link has been used or has expired. Ask for a new one.";

const newAddress = (name: string) => `${name.toLowerCase()}-${randomUUID()}@example.com`;

interface Account {
  readonly id: string;
  readonly isConfirmed: boolean;
  readonly isMember: boolean;
}

/** What the link was when it was followed, and the address when it was typed. */
const LINKS = ["good", "typed", "used", "late", "withdrawn", "steppedDown", "wrong"] as const;
const ADDRESSES = ["new", "begun", "letIn", "existing", "own", "blocked"] as const;
type LinkState = (typeof LINKS)[number];
type AddressState = (typeof ADDRESSES)[number];

const isOpen = (link: LinkState) => link === "good";
/** Whoever has, or gets, an account that this password opens. */
const isTheirs = (address: AddressState) => ["new", "begun", "own"].includes(address);

describe.each(["a mail server", "no mail server"] as const)("with %s", (kind) => {
  const sendsMail = kind === "a mail server";
  const place = mkdtempSync(join(tmpdir(), "rota-let-in-"));
  const folder = join(place, "data");
  let port = 0;
  let server: ServeProcess;
  let mailServer: SmtpStandIn;
  let anna: SupabaseClient;
  let household = "";

  const start = (signUp: string) =>
    startServe(folder, port, {
      SIGN_UP: signUp,
      ...(sendsMail && {
        ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(mailServer.port) },
        SMTP_FROM: "rota@rota.test",
      }),
    });
  const restart = async (signUp: string) => {
    server.child.kill("SIGTERM");
    expect(await server.exitCode).toBe(0);
    server = await start(signUp);
  };

  const newClient = () =>
    createClient(server.url, addressesOf(server).publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
  const sql = async (text: string, values: unknown[] = []) =>
    (await withClient(addressesOf(server).dbUrl, (database) => database.query(text, values))).rows;

  async function signIn(email: string, password = PASSWORD): Promise<SupabaseClient | null> {
    const as = newClient();
    const { error } = await as.auth.signInWithPassword({ email, password });
    if (error) expect(["invalid_credentials", "user_banned"]).toContain(error.code);
    return error ? null : as;
  }
  const rpc = async (as: SupabaseClient, name: string, parameters: object = {}) => {
    const { data, error } = await as.rpc(name, parameters);
    if (error) throw new Error(error.message);
    return data;
  };
  const invite = (): Promise<string> =>
    rpc(anna, "invite_to_household", { household_id: household, role: "member" });
  const signUp = async (email: string, token?: string, password = PASSWORD) => {
    const data = { full_name: "Somebody", ...(token && { sign_up_link: token }) };
    const answer = await fetch(`${server.url}/auth/v1/signup`, {
      method: "POST",
      headers: {
        apikey: addressesOf(server).publishableKey,
        "content-type": "application/json",
      },
      body: JSON.stringify({ email, password, data }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const takeUp = async (as: SupabaseClient | null, token: string) =>
    (await as?.rpc("join_household", { token }))?.error === null;
  const accountOf = async (email: string): Promise<Account | undefined> =>
    (
      await sql(
        `select id, email_confirmed_at is not null as "isConfirmed", exists (
           select from public.household_people people
           where people.account_id = users.id and people.left_on is null and people.household_id = $2
         ) as "isMember"
         from auth.users where email = $1`,
        [email, household],
      )
    )[0];

  const begin = (email: string, more: string) =>
    sql(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, banned_until)
       select $2, $1, extensions.crypt($3, extensions.gen_salt('bf', 10)), ${more}`,
      [email, randomUUID(), OTHER],
    );

  /** An address in a state; what belongs to it has another password, but for somebody's own. */
  async function addressIn(state: AddressState): Promise<string> {
    const email = newAddress(state);
    if (state === "begun") await begin(email, "null, null");
    if (state === "existing" || state === "own") await begin(email, "now(), null");
    if (state === "blocked") await begin(email, "now(), now() + interval '1 day'");
    if (state === "own") {
      await sql(
        "update auth.users set encrypted_password = extensions.crypt($2, extensions.gen_salt('bf', 10)) where email = $1",
        [email, PASSWORD],
      );
    }
    if (state === "letIn") expect((await signUp(email, await invite(), OTHER)).status).toBe(200);
    return email;
  }

  /** A link in a state. */
  async function linkIn(state: LinkState): Promise<string> {
    const token = state === "wrong" ? randomUUID() : await invite();
    const change = (text: string) =>
      sql(`${text} where token_hash = sha256(convert_to($1, 'UTF8'))`, [token]);
    if (state === "typed") expect((await signUp(newAddress("first"), token)).status).toBe(200);
    if (state === "used") {
      const email = newAddress("first");
      await signUp(email, token);
      expect(await takeUp(await signIn(email), token)).toBe(true);
    }
    if (state === "late") {
      await change("update public.household_invitations set expires_at = now()");
    }
    if (state === "withdrawn") {
      const [{ id }] = await change("select id from public.household_invitations");
      await rpc(anna, "revoke_household_invitation", { id });
    }
    if (state === "steppedDown") {
      // Whoever made it is a keeper no more.
      await sql("update public.household_people set role = 'member' where household_id = $1", [
        household,
      ]);
      await sql("update public.household_people set role = 'keeper' where household_id = $1", [
        household,
      ]);
    }
    return token;
  }

  beforeAll(async () => {
    mailServer = await startSmtpStandIn();
    port = await findPortBase(1);
    server = await start("invited");
    const [link = ""] = /http:\S+sign_up=\S+/.exec(server.log()) ?? [];
    await signUpBy(link, "anna@example.com", folder, port);
    await sql("update auth.users set email_confirmed_at = now()");
    anna = (await signIn("anna@example.com")) ?? newClient();
    household = randomUUID();
    await rpc(anna, "create_household", { id: household, name: "Home", others: [] });
    await sql("update private.limits set most = 1000 where name = 'accounts_let_in_per_day'");
    await sql("update private.limits set most = 200 where name like 'people_of_household%'");
  });
  afterAll(async () => {
    server?.child.kill("SIGTERM");
    await server?.exitCode;
    mailServer.close();
    rmSync(place, { recursive: true, force: true });
  });

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
    const own = Array.from({ length: 10 }, () => signIn(made));
    const joined = await Promise.all((await Promise.all(own)).map((as) => takeUp(as, token)));
    expect(joined.filter(Boolean)).toHaveLength(1);
    expect(await people()).toBe(before + 1);
  });

  test("whoever is signed in as another finds a link that was typed into over", async () => {
    const token = await invite();
    const other = await signIn(await addressIn("own"));
    expect(await rpc(other ?? anna, "read_household_invitation", { token })).toMatchObject({
      household: "Home",
    });
    const email = newAddress("typed");
    await signUp(email, token);
    expect(await rpc(other ?? anna, "read_household_invitation", { token })).toBeNull();
    expect(await takeUp(other, token)).toBe(false);
    expect(await takeUp(await signIn(email), token)).toBe(true);
  });

  test("what is shared with an address waits until it is proven, and who was let in stays signed in", async () => {
    const email = newAddress("carol");
    const shared = { id: randomUUID(), category: "Kitchen", title: `Bins ${email}` };
    const { error } = await anna.functions.invoke("create-task", {
      body: { ...shared, startDate: "2026-01-01", isShared: true, shareWith: [email] },
    });
    expect(error).toBeNull();
    const token = await invite();
    await signUp(email, token);
    const carol = (await signIn(email)) ?? anna;
    expect(await takeUp(carol, token)).toBe(true);
    const sender = (await anna.auth.getUser()).data.user?.id;
    const waiting = async () => JSON.stringify(await rpc(carol, "list_tasks"));
    expect(await waiting()).not.toContain(sender as string);
    await carol.rpc("accept_sender", { sender });
    expect(await waiting()).not.toContain(shared.title);
    if (sendsMail) {
      await eventually(() => expect(mailServer.taken).toContain(email));
      const [{ confirmation_token: token_hash }] = await sql(
        "select confirmation_token from auth.users where email = $1",
        [email],
      );
      const { error: refusal } = await newClient().auth.verifyOtp({ token_hash, type: "signup" });
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
    const stranger = (await signIn(email)) ?? anna;
    await sql(
      "update auth.users set recovery_token = $2, recovery_sent_at = now() + interval '1 minute' where email = $1",
      [email, `token-${email}`],
    );
    const { error } = await newClient().auth.verifyOtp({
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
    const { error } = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe("email_not_confirmed");
    // Nobody takes an account that is in use by signing up with its address.
    const letIn = await addressIn("letIn");
    const before = await accountOf(letIn);
    await signUp(letIn);
    await eventually(() => expect(mailServer.taken).toContain(email));
    expect(await accountOf(letIn)).toEqual(before);
  });
});
