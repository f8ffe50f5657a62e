import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createQueryClient } from "../../src/app/query-client.ts";
import { AuthActions } from "../../src/auth/auth-actions.ts";
import { AuthStore } from "../../src/auth/auth-store.ts";
import { type MailedLink, mailedLinkOf } from "../../src/auth/mailed-link.ts";
import { lazySupabase } from "../../src/supabase/client.ts";
import { cachedTaskList, taskListQuery } from "../../src/sync/task-list.ts";
import { createAccount, newAddress, PASSWORD, auth as request } from "../support/actors.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { completeOccurrence } from "../support/app-writes.ts";
import { stackUnderTest } from "../support/environment.ts";
import { eventually, until } from "../support/eventually.ts";
import { findMailedLink } from "../support/mailbox.ts";
import { codeOf, forgetCodes, turnOn } from "../support/second-factor.ts";

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await closeApps();
});

function newAuth() {
  const { apiUrl, publishableKey } = stackUnderTest();
  const project = {
    url: apiUrl,
    publishableKey,
    transport: WebSocket as never, // Node 20 has none of its own
  };
  const supabase = lazySupabase(project);
  const queryClient = createQueryClient();
  const linkClient = lazySupabase({ ...project, keepsSession: false });
  const store = new AuthStore(supabase, queryClient, linkClient);
  const auth = Object.assign(store, new AuthActions(store));
  stops.push(auth.subscribe(() => {}));
  return { auth, supabase, queryClient, linkClient };
}

/** The link in the newest mail to an address, as the app parses it. */
async function mailedLink(address: string): Promise<MailedLink> {
  const link = await until(() => findMailedLink(stackUnderTest().mailUrl, address));
  return mailedLinkOf(new URL(link).search, "signup", "recovery") as MailedLink;
}

test("without a stored session nobody is signed in, from the start", () => {
  const { auth } = newAuth();
  expect(auth.getState()).toEqual({ user: null, session: null, awaitsCode: false });
});

test("a wrong password is refused in the server's words, and nobody is signed in", async () => {
  const { auth } = newAuth();
  const email = newAddress();
  await createAccount({ email });
  const failure = await auth.signIn(email, "wrong").catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "AuthFailure", message: "Invalid login credentials" });
  expect(auth.getState().user).toBeNull();
});

test("signing up keeps the name and the browser's time zone, once the address is confirmed", async () => {
  const { auth, queryClient } = newAuth();
  const email = newAddress("carol");
  await auth.signUp({ fullName: " Carol ", email, password: PASSWORD });
  await expect(auth.signIn(email, PASSWORD)).rejects.toThrow("Email not confirmed");
  expect(await auth.followLink(await mailedLink(email))).toMatchObject({ email });
  expect(auth.getState().user).toBeNull();
  await auth.signIn(email, PASSWORD);
  await eventually(() => expect(auth.getState().user?.email).toBe(email));
  const { session } = auth.getState();
  const list = session && (await queryClient.fetchQuery(taskListQuery(session)));
  expect(list?.profile).toEqual({
    fullName: "Carol",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateStyle: null,
    language: null,
  });
});

test("a forgotten password is replaced by way of the mailed link, in any other browser", async () => {
  const email = newAddress("dora");
  const id = await createAccount({ email });
  const asking = newAuth();
  await asking.auth.requestPasswordReset(email);
  const other = newAuth();
  await other.auth.signIn(email, PASSWORD);
  const others = (await (await other.supabase()).auth.getSession()).data.session;

  const { auth, linkClient } = newAuth();
  await expect(auth.setNewPassword("a new password")).rejects.toThrow("Auth session missing!");
  expect(await auth.followLink(await mailedLink(email))).toMatchObject({ id, email });
  const proof = (await (await linkClient()).auth.getSession()).data.session;
  expect(auth.getState()).toEqual({ user: null, session: null, awaitsCode: false });
  await auth.setNewPassword("a new password");
  // All sessions have ended: the link's, and the other device's.
  for (const refresh_token of [proof?.refresh_token, others?.refresh_token]) {
    expect(refresh_token).toBeTruthy();
    const answer = await request(null, "POST", "token?grant_type=refresh_token", { refresh_token });
    expect(answer.status).toBe(400);
  }
  await expect(auth.setNewPassword("one more")).rejects.toThrow("Auth session missing!");

  await expect(auth.signIn(email, PASSWORD)).rejects.toThrow();
  await auth.signIn(email, "a new password");
  await eventually(() => expect(auth.getState().user?.email).toBe(email));
});

test("a used link and one that never was are refused for good", async () => {
  const { auth } = newAuth();
  const email = newAddress("dora");
  await createAccount({ email });
  await auth.requestPasswordReset(email);
  const link = await mailedLink(email);
  await auth.followLink(link);
  await auth.leaveLink();
  await expect(auth.followLink(link)).rejects.toMatchObject({ problem: "expired" });
  const madeUp = { tokenHash: "ab".repeat(28), type: "signup" } as const;
  await expect(auth.followLink(madeUp)).rejects.toMatchObject({ problem: "expired" });
});

test("a link is good for what it was mailed for, and for nothing else", async () => {
  const { auth } = newAuth();
  const email = newAddress("dora");
  await createAccount({ email });
  await auth.requestPasswordReset(email);
  const link = await mailedLink(email);
  const confirmation = auth.followLink({ ...link, type: "signup" });
  await expect(confirmation).rejects.toMatchObject({ problem: "expired" });
  expect(await auth.followLink(link)).toMatchObject({ email });
});

test("a refreshed token is the same user and the same session", async () => {
  const alice = await openApp({ name: "Alice" });
  const before = alice.auth.getState();
  await alice.supabase.auth.refreshSession();
  expect(alice.auth.getState()).toBe(before);
});

test("signing out ends what is under way and forgets all; the next user sees nothing of it", async () => {
  const alice = await openApp({ name: "Alice" });
  const { queryClient, signal } = alice.session;
  await alice.auth.signOut();
  await eventually(() => expect(alice.auth.getState().user).toBeNull());
  expect(signal.aborted).toBe(true);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(cachedTaskList(alice.session)).toBeUndefined();
  const late = completeOccurrence(alice.session, { task: { id: "x" }, date: "2026-11-21" });
  await expect(late).rejects.toThrow();

  const email = newAddress("bob");
  await createAccount({ email });
  await alice.auth.signIn(email, PASSWORD);
  await eventually(() => expect(alice.auth.getState().user?.email).toBe(email));
  expect(alice.auth.getState().session).not.toBe(alice.session);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test("an account with a second factor is signed in by its code, and by nothing before", async () => {
  const email = newAddress("fay");
  await createAccount({ email });
  const { auth, supabase } = newAuth();
  expect(await auth.signIn(email, PASSWORD)).toBe(true);
  await eventually(() => expect(auth.getState().user?.email).toBe(email));
  const { secret, used } = await turnOn(await supabase());
  expect(auth.getState().user?.email).toBe(email);
  await auth.signOut();
  await eventually(() => expect(auth.getState().user).toBeNull());

  expect(await auth.signIn(email, PASSWORD)).toBe(false);
  await eventually(() => expect(auth.getState().awaitsCode).toBe(true));
  expect(auth.getState()).toEqual({ user: null, session: null, awaitsCode: true });
  const WRONG = { name: "AuthFailure", code: "mfa_verification_failed" };
  await expect(auth.enterCode(used)).rejects.toMatchObject(WRONG);
  await forgetCodes(secret);
  await expect(auth.enterCode("000 00")).rejects.toMatchObject(WRONG);
  expect(auth.getState().user).toBeNull();
  const code = codeOf(secret);
  await auth.enterCode(`${code.slice(0, 3)} ${code.slice(3)} `);
  await eventually(() => expect(auth.getState().user?.email).toBe(email));
  expect(auth.getState().awaitsCode).toBe(false);
});

test("a mailed link to a new password takes the code, too, and the factor stays", async () => {
  const email = newAddress("fay");
  await createAccount({ email });
  const { auth, supabase } = newAuth();
  await auth.signIn(email, PASSWORD);
  const { secret } = await turnOn(await supabase());
  const other = newAuth();
  await other.auth.requestPasswordReset(email);
  const account = await other.auth.followLink(await mailedLink(email));
  expect(account).toMatchObject({ email, awaitsCode: true });
  await expect(other.auth.setNewPassword("another secret 1")).rejects.toThrow(/AAL2/);
  await forgetCodes(secret);
  await other.auth.setNewPassword("another secret 1", codeOf(secret));
  expect(await other.auth.signIn(email, "another secret 1")).toBe(false);
});
