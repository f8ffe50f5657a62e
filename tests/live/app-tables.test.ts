import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { contactsQuery, removeSharedContact } from "../../src/contacts/contacts.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { historyQuery } from "../../src/features/history/queries.ts";
import { sharesQuery } from "../../src/features/sharing/queries.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { completeOccurrence, createTask, updateTask } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";

afterEach(closeApps);

async function addTask({ session }: AppClient, shareWith: string[] = []): Promise<string> {
  const id = randomUUID();
  await createTask(session, {
    id,
    category: "Kitchen",
    title: "Dishes",
    startDate: day(-10),
    isShared: shareWith.length > 0,
    shareWith,
  });
  return id;
}

test("the history of a range names who did it, and follows the task live", async () => {
  const [alice, bob] = await Promise.all([openApp({ name: "Alice" }), openApp({ name: "Bob" })]);
  const id = await addTask(alice, [bob.email]);
  await eventually(() => expect(bob.task(id)).toBeDefined());
  await completeOccurrence(alice.session, { task: { id }, date: day(-2) });
  await completeOccurrence(alice.session, { task: { id }, date: day(-9) });
  await completeOccurrence(bob.session, { task: { id }, date: day(-1) });
  await eventually(() => expect(alice.task(id)?.completedDays.size).toBe(3));

  const history = async (client: AppClient) => {
    const task = client.task(id);
    if (!task) throw new Error("no task");
    const query = historyQuery(client.session, task, day(-5), day(0), US_ENGLISH);
    return client.session.queryClient.fetchQuery(query);
  };
  expect(await history(alice)).toMatchObject([
    { date: day(-2), completedBy: "You" },
    { date: day(-1), completedBy: "Bob" },
  ]);
  // Nothing is marked as stale: only the task's revision triggers another read.
  await completeOccurrence(bob.session, { task: { id }, date: day(0) });
  await eventually(() => expect(alice.task(id)?.completedDays.size).toBe(4));
  expect(await history(alice)).toHaveLength(3);
});

test("the addresses of a share are the owner's to read, and become contacts", async () => {
  const [alice, bob] = await Promise.all([openApp({ name: "Alice" }), openApp({ name: "Bob" })]);
  const { queryClient } = alice.session;
  const id = await addTask(alice, [bob.email.toUpperCase(), "someone@example.com"]);
  const shares = () => queryClient.fetchQuery(sharesQuery(alice.session, id));
  const invited = (...emails: string[]) => emails.map((email) => ({ email, status: "invited" }));
  expect(await shares()).toEqual(invited(...[bob.email, "someone@example.com"].sort()));
  expect(await bob.session.queryClient.fetchQuery(sharesQuery(bob.session, id))).toEqual([]);

  const contacts = () => queryClient.fetchQuery(contactsQuery(alice.session));
  expect(await contacts()).toHaveLength(2);
  await updateTask(alice.session, { id, shareWith: [bob.email] });
  expect(await shares()).toEqual(invited(bob.email));

  await removeSharedContact(alice.session, "someone@example.com");
  expect(await contacts()).toEqual([bob.email]);
  // Repeated, as after a lost answer.
  await removeSharedContact(alice.session, "someone@example.com");
  await removeSharedContact(alice.session, bob.email);
  expect(await contacts()).toEqual([]);
  expect(await shares()).toEqual(invited(bob.email));
});
