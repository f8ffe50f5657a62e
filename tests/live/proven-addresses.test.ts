import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import {
  auth,
  callFunction,
  newAddress,
  newPerson,
  PASSWORD,
  rest,
  rpc,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { mailedLink, verificationOf } from "../support/mailbox.ts";
import { functionEnvironment } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Anything begun with an address before it was confirmed ends when it is confirmed, in every way. */

const STRANGERS = "a stranger's password";
const OWNERS = "the owner's password";

const signUp = (email: string, password: string, name: string) =>
  auth(null, "POST", "signup", { email, password, data: { full_name: name } });
const verify = (link: string) => auth(null, "POST", "verify", verificationOf(link));
const opens = async (email: string, password: string) =>
  (await auth(null, "POST", "token?grant_type=password", { email, password })).status === 200;

/** Makes earlier mails old enough for new ones. */
const letMailsGo = (email: string) =>
  sql("update auth.users set confirmation_sent_at = now() - interval '1 minute' where email = $1", [
    email,
  ]);

/** Everything that an account can have before its address is confirmed. */
async function plant(email: string): Promise<string> {
  const [id, sender] = [
    await sqlValue<string>("select id from auth.users where email = $1", [email]),
    await newPerson("sender"),
  ];
  await sql("insert into auth.sessions (id, user_id) values ($1, $2)", [randomUUID(), id]);
  await sql(
    "insert into public.calendar_feeds (person_id, token_hash) values ($1, sha256(uuid_send($1)))",
    [id],
  );
  await sql("insert into public.sharing_consents values ($1, $2, true, 'Sender')", [id, sender.id]);
  await sql(
    `insert into private.push_devices (user_id, endpoint, p256dh, auth, label)
     values ($1::uuid, 'https://fcm.googleapis.com/fcm/send/' || $1::uuid, 'B' || repeat('A', 86), repeat('A', 22), 'Theirs')`,
    [id],
  );
  return id;
}

/** The rest of that, and of the earlier sessions. */
const planted = (email: string, before: string) =>
  sqlValue<number>(
    `select (select count(*) from public.calendar_feeds where person_id = users.id)
       + (select count(*) from public.sharing_consents where recipient_id = users.id)
       + (select count(*) from private.push_devices where user_id = users.id)
       + (select count(*) from auth.sessions where user_id = users.id and created_at < $2)
     from auth.users where email = $1`,
    [email, before],
  ).then(Number);

/** A stranger has signed up with an address that isn't theirs. */
async function begunByStranger() {
  const email = newAddress("owner");
  succeeded(await signUp(email, STRANGERS, "Stranger"));
  const link = await mailedLink(email);
  const id = await plant(email);
  expect(await planted(email, "infinity")).toBe(4);
  return { email, link, id };
}

const name = (email: string) =>
  sqlValue<string>(
    "select full_name from public.profiles join auth.users using (id) where email = $1",
    [email],
  );

const now = () => sqlValue<string>("select now()::text");

test("the link of the owner's own sign-up: their password opens it, and the stranger's link is void", async () => {
  const { email, link } = await begunByStranger();
  await letMailsGo(email);
  succeeded(await signUp(email, OWNERS, "Owner"));
  const own = await mailedLink(email, link);
  const before = await now();
  expect(await verify(link)).toMatchObject({ status: 403, body: { error_code: "otp_expired" } });
  succeeded(await verify(own));
  expect([await opens(email, OWNERS), await opens(email, STRANGERS)]).toEqual([true, false]);
  expect([await planted(email, before), await name(email)]).toEqual([0, "Owner"]);
});

test("a stranger's sign-up after the owner's: no link of before it proves anything of theirs", async () => {
  const email = newAddress("owner");
  succeeded(await signUp(email, OWNERS, "Owner"));
  const own = await mailedLink(email);
  await letMailsGo(email);
  succeeded(await signUp(email, STRANGERS, "Stranger"));
  expect(await verify(own)).toMatchObject({ status: 403 });
  expect([await opens(email, OWNERS), await opens(email, STRANGERS)]).toEqual([false, false]);
});

test("the link of a sign-up: what was begun before ends, its session included", async () => {
  const { email, link } = await begunByStranger();
  const before = await now();
  const answer = await verify(link);
  expect(await planted(email, before)).toBe(0);
  const { access_token } = succeeded<{ access_token: string }>(answer);
  const person = { id: "", email, token: access_token };
  expect((await rest(person, "GET", "tasks?select=id")).status).toBe(200);
});

test.each(["recover", "an administrator's link"])(
  "%s: no password of before opens it, even if no new one is chosen",
  async (way) => {
    const { email, link, id } = await begunByStranger();
    const before = await now();
    let proof = { token_hash: randomUUID().replaceAll("-", ""), type: "recovery" };
    if (way === "recover") {
      succeeded(await auth(null, "POST", "recover", { email }));
      proof = verificationOf(await mailedLink(email, link)) as typeof proof;
    } else {
      await sql(
        "update auth.users set recovery_token = $2, recovery_sent_at = now() + interval '6 days' where id = $1",
        [id, proof.token_hash],
      );
    }
    const { access_token: token } = succeeded<{ access_token: string }>(
      await auth(null, "POST", "verify", proof),
    );
    expect([await opens(email, STRANGERS), await planted(email, before)]).toEqual([false, 0]);
    succeeded(await auth({ id, email, token }, "PUT", "user", { password: OWNERS }));
    expect([await opens(email, OWNERS), await opens(email, STRANGERS)]).toEqual([true, false]);
  },
);

test("an invitation's mail: another account, with the owner's password", async () => {
  const { email, id } = await begunByStranger();
  await addTask(await newPerson("alice"), { share_with: [email] });
  const token = await signMailLink(
    functionEnvironment(),
    { purpose: "sign-up", address: email },
    "7 days",
  );
  const before = await now();
  const body = { token, purpose: "sign-up", password: OWNERS, fullName: "Owner", timeZone: "UTC" };
  succeeded(await callFunction(null, "mail-link", body));
  expect([await opens(email, OWNERS), await opens(email, STRANGERS)]).toEqual([true, false]);
  expect([await planted(email, before), await name(email)]).toEqual([0, "Owner"]);
  expect(await sqlValue("select count(*)::int from auth.users where id = $1", [id])).toBe(0);
});

test("a blocked account is none that a sign-up begins anew", async () => {
  const { email, id } = await begunByStranger();
  await sql(
    "update auth.users set banned_until = now() + interval '1 day', confirmation_sent_at = null where id = $1",
    [id],
  );
  succeeded(await signUp(email, OWNERS, "Owner"));
  expect(await sqlValue("select id from auth.users where email = $1", [email])).toBe(id);
});

test("a proven account keeps what is its own: by a reset, a new address, and a sign-up of others", async () => {
  const person = await newPerson("kept");
  await plant(person.email);
  succeeded(await signUp(person.email, STRANGERS, "Stranger"));
  succeeded(await auth(null, "POST", "recover", { email: person.email }));
  succeeded(await verify(await mailedLink(person.email)));
  expect(await opens(person.email, PASSWORD)).toBe(true);
  const moved = newAddress("moved");
  const again = await signIn(person.id, person.email);
  succeeded(await auth(again, "PUT", "user", { email: moved }));
  const links = [await mailedLink(moved), await mailedLink(person.email)];
  for (const link of links) await verify(link);
  expect(await opens(moved, PASSWORD)).toBe(true);
  expect(await planted(moved, "infinity")).toBeGreaterThan(4);
});

test("a token ends with its session: signed out here, everywhere, by a new password or a reset", async () => {
  const { email, id, token } = await newPerson("leaver");
  const reads = async (of: string) => {
    const person = { id, email, token: of };
    const list = await rpc(person, "list_tasks", {});
    return [(await rest(person, "GET", "tasks?select=id")).status, list.status];
  };
  const other = (await signIn(id, email)).token;
  expect([await reads(token), await reads(other)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  succeeded(await auth({ id, email, token }, "POST", "logout?scope=local", {}));
  expect([await reads(token), await reads(other)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
  const third = (await signIn(id, email)).token;
  const change = { password: OWNERS, current_password: PASSWORD };
  succeeded(await auth({ id, email, token: third }, "PUT", "user", change));
  expect([await reads(other), await reads(third)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
  succeeded(await auth({ id, email, token: third }, "POST", "logout?scope=global", {}));
  expect(await reads(third)).toEqual([401, 401]);
});
