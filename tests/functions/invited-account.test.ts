import { expect, test } from "vitest";
import { signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import {
  auth,
  callFunction,
  createAccount,
  newAddress,
  newPerson,
  PASSWORD,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { invite, inviteByMail, newHousehold, personId } from "../support/households.ts";
import { settled } from "../support/invitation-mails.ts";
import { mailsTo } from "../support/mailbox.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { sql } from "../support/sql.ts";

/** An invitation's mail proves its address, which gets an account without another mail. */

const NEW_PASSWORD = "chosen from the mail";

/** The link of the button in the newest mail. */
async function mailedTo(address: string) {
  await settled(address);
  const [mail] = await mailsTo(stackUnderTest().mailUrl, address);
  const link = new URL(mail?.text.match(/https?:\/\/\S+[?&]invited=\S+/)?.[0] ?? "about:blank");
  // Secrets aren't sent to servers on the way.
  expect(link.searchParams.has("proof")).toBe(false);
  return { proof: /[#&]proof=(.+)$/.exec(link.hash)?.[1] ?? "", link };
}

const signUp = (token: string, more: object = {}) =>
  callFunction(null, "mail-link", {
    ...{ token, purpose: "sign-up", password: NEW_PASSWORD, fullName: "" },
    ...{ timeZone: "Asia/Tokyo", language: "fr" },
    ...more,
  });

const signIn = async (email: string, password = NEW_PASSWORD) => {
  const answer = await auth(null, "POST", "token?grant_type=password", { email, password });
  const { access_token: token, user } = succeeded<{ access_token: string; user: { id: string } }>(
    answer,
  );
  return { id: user.id, email, token };
};

const opens = async (email: string, password: string) =>
  (await auth(null, "POST", "token?grant_type=password", { email, password })).status === 200;

const signedProof = (address: string, expiresIn = "7 days") =>
  signMailLink(functionEnvironment(), { purpose: "sign-up", address }, expiresIn);

async function invitedByMail(keeper: Person, name = "Carol") {
  const household = await newHousehold(keeper, "The flat", [name]);
  const address = newAddress("carol");
  const person = await personId(keeper, household, name);
  await inviteByMail(keeper, household, address, "member", person);
  return { household, address };
}

test("to a household: one password, no other mail, and the link still asks whether to join", async () => {
  const alice = await newPerson("alice", "Alice");
  const { address } = await invitedByMail(alice);
  const { proof, link } = await mailedTo(address);
  expect([link.pathname, link.searchParams.get("name")]).toEqual(["/join", "Carol"]);
  expect(succeeded(await signUp(proof, { fullName: " Carol " }))).toEqual({});

  const carol = await signIn(address);
  const profile = await rest(carol, "GET", "profiles?select=full_name,time_zone,language");
  expect(profile.body).toEqual([{ full_name: "Carol", time_zone: "Asia/Tokyo", language: "fr" }]);
  expect(await mailsTo(stackUnderTest().mailUrl, address)).toHaveLength(1);
  succeeded(await rpc(carol, "join_household", { token: link.hash.slice(1).split("&")[0] }));
  // Only once: the link can't change the password of the account that it made.
  expect(refusalCode(await signUp(proof, { password: "another password" }))).toBe("ACCOUNT_EXISTS");
  expect(await opens(address, NEW_PASSWORD)).toBe(true);
});

test("to tasks: what waits is offered to the account at once", async () => {
  const alice = await newPerson("alice", "Alice");
  const address = newAddress("bob");
  await addTask(alice, { share_with: [address] });
  const { proof, link } = await mailedTo(address);
  expect(link.pathname).toBe("/");
  succeeded(await signUp(proof));
  succeeded(await rpc(await signIn(address), "accept_sender", { sender: alice.id }));
});

test("an account exists: nothing of it changes, whatever its owner has decided", async () => {
  const alice = await newPerson("alice");
  const robin = await newPerson("robin");
  await inviteByMail(alice, await newHousehold(alice), robin.email);
  const { proof } = await mailedTo(robin.email);
  expect(refusalCode(await signUp(proof))).toBe("ACCOUNT_EXISTS");
  expect(await opens(robin.email, PASSWORD)).toBe(true);
});

test("what somebody began with the address and never confirmed is no account, and its password opens nothing", async () => {
  const alice = await newPerson("alice");
  const { address } = await invitedByMail(alice);
  const begun = await createAccount({ email: address, confirmed: false });
  const { proof } = await mailedTo(address);
  succeeded(await signUp(proof));
  expect(await opens(address, PASSWORD)).toBe(false);
  expect((await signIn(address)).id).not.toBe(begun);
});

test("only what was mailed to the address proves it, as long as it is invited", async () => {
  const alice = await newPerson("alice");
  const { household, address } = await invitedByMail(alice);
  const { proof } = await mailedTo(address);
  const other = newAddress("other");
  const no = {
    "a link that is handed on": await invite(alice, household),
    "an end of mails": await signMailLink(
      functionEnvironment(),
      { purpose: "unsubscribe", address, kind: "invitation" },
      "7 days",
    ),
    "an old mail": await signedProof(address, "-1 second"),
    "of an address that nobody invites": await signedProof(other),
    nothing: "",
  };
  for (const [name, token] of Object.entries(no)) {
    expect(refusalCode(await signUp(token)), name).toBe("LINK_NOT_VALID");
  }
  await sql("delete from public.household_invitations where household_id = $1", [household]);
  expect(refusalCode(await signUp(proof))).toBe("LINK_NOT_VALID");
  expect(await opens(address, NEW_PASSWORD)).toBe(false);
});

test("a password that is too easy is refused, and the sixth attempt within 15 minutes", async () => {
  const alice = await newPerson("alice");
  const { address } = await invitedByMail(alice);
  const { proof } = await mailedTo(address);
  for (const password of ["short", "password123"]) {
    expect(refusalCode(await signUp(proof, { password }))).toBe("WEAK_PASSWORD");
  }
  for (let attempt = 0; attempt < 5; attempt++) {
    await serviceCall()("begin_invited_account", { address });
  }
  expect(refusalCode(await signUp(proof))).toBe("TOO_MANY_ATTEMPTS");
});
