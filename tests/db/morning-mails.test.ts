import { beforeAll, expect, test } from "vitest";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { serviceCall } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Decisions about the morning mail, whom to ask, and whose is due. */

const setMail = (person: Person, isOn: boolean | null, hour: number | null = 7) =>
  rpc(person, "set_morning_mail", { is_on: isOn, hour });

/** A person who wants a mail at 7 in their zone, and had none so far. */
async function subscriber(timeZone = "UTC", hour = 7): Promise<Person> {
  const person = await newPerson("morning");
  await sql("update public.profiles set time_zone = $2 where id = $1", [person.id, timeZone]);
  succeeded(await setMail(person, true, hour));
  return person;
}

interface Due {
  readonly person: string;
  readonly address: string;
  readonly timeZone: string;
  readonly day: string;
  readonly onlyMyTurns: boolean;
}

const isDue = (person: Person, instant: string) =>
  sqlValue<Due | null>("select private.due_morning_mail($1, $2)", [person.id, instant]);

const settledDay = (person: Person) =>
  sqlValue<string | null>("select sent_until from public.morning_mails where user_id = $1", [
    person.id,
  ]);

let alice: Person;
beforeAll(async () => {
  alice = await subscriber();
});

test("off unless somebody wants it, and then at the hour of their own clocks", async () => {
  const nobody = await newPerson("nobody");
  const tokyo = await subscriber("Asia/Tokyo", 6);
  const declined = await newPerson("declined");
  succeeded(await setMail(declined, false));

  const isDueAtSeven = async (person: Person) =>
    (await isDue(person, "2031-03-01T07:00:00Z")) !== null;
  expect(await isDueAtSeven(alice)).toBe(true);
  for (const other of [nobody, declined, tokyo]) expect(await isDueAtSeven(other)).toBe(false);
  expect(await isDue(tokyo, "2031-03-01T20:59:59Z")).toBeNull();
  expect(await isDue(tokyo, "2031-03-01T21:00:00Z")).toEqual({
    person: tokyo.id,
    address: tokyo.email,
    timeZone: "Asia/Tokyo",
    day: "2031-03-02",
    onlyMyTurns: false,
  });
});

test("not to an address that is not confirmed, was closed, or takes no such mails", async () => {
  const instant = "2031-04-01T07:00:00Z";
  const refused = await subscriber();
  expect(await isDue(refused, instant)).not.toBeNull();
  await sql("update auth.users set email_confirmed_at = null where id = $1", [refused.id]);
  expect(await isDue(refused, instant)).toBeNull();
  await sql("update auth.users set email_confirmed_at = now() where id = $1", [refused.id]);
  await sql(
    "insert into private.mail_refusals (address, kind, reason) values ($1, 'morning', 'bounced')",
    [refused.email],
  );
  expect(await isDue(refused, instant)).toBeNull();
});

test("a day that is claimed or settled is due no more; the next one is", async () => {
  const person = await subscriber();
  const call = serviceCall();
  const claim = { kind: "morning", recipient: person.email, key: `${person.id}:2031-05-01` };
  expect(await call("claim_message", claim)).toEqual(expect.any(String));
  expect(await isDue(person, "2031-05-01T07:01:00Z")).toBeNull();
  expect(await isDue(person, "2031-05-02T07:00:00Z")).not.toBeNull();
  await call("settle_day", { kind: "morning", person: person.id, day: "2031-05-02" });
  expect(await isDue(person, "2031-05-02T07:00:00Z")).toBeNull();
  // Late news of an earlier day changes nothing.
  await call("settle_day", { kind: "morning", person: person.id, day: "2031-05-01" });
  expect(await settledDay(person)).toBe("2031-05-02");
});

test("turned on or moved, it begins with the next such hour", async () => {
  const person = await newPerson("late");
  const today = await sqlValue<string>("select (now() at time zone 'UTC')::date");
  succeeded(await setMail(person, true, 0));
  // Midnight has passed today, so the first mail is tomorrow's.
  expect(await settledDay(person)).toBe(today);
  const sentUntil = (day: string) =>
    sql("update public.morning_mails set sent_until = $2 where user_id = $1", [person.id, day]);
  const last = "select ((now() at time zone 'UTC') - interval '23 hours')::date";
  for (const change of [
    () => setMail(person, true, 23),
    () => setMail(person, false, 23),
    () => setMail(person, true, 23),
  ]) {
    await sentUntil("2020-01-01");
    succeeded(await change());
    expect(await settledDay(person)).toBe(await sqlValue<string>(last));
  }
  // A settled day stays settled; the same again changes nothing.
  await sentUntil("2031-06-01");
  succeeded(await setMail(person, true, 0));
  expect(await settledDay(person)).toBe("2031-06-01");
  await sentUntil("2020-01-01");
  succeeded(await setMail(person, true, 0));
  expect(await settledDay(person)).toBe("2020-01-01");
});

test("whose turns it has stays as it was chosen until it is chosen anew", async () => {
  const instant = "2031-07-01T07:00:00Z";
  const person = await subscriber();
  for (const [only_my_turns, expected] of [
    [true, true],
    [undefined, true],
    [null, true],
    [false, false],
  ]) {
    const choice = { is_on: true, hour: 7, ...(only_my_turns !== undefined && { only_my_turns }) };
    succeeded(await rpc(person, "set_morning_mail", choice));
    expect(await isDue(person, instant)).toMatchObject({ onlyMyTurns: expected });
  }
});

test("an hour is one of the day's", async () => {
  for (const hour of [-1, 24, null]) {
    expect(refusalCode(await setMail(alice, true, hour))).toBe("VALIDATION_FAILED");
  }
  expect(refusalCode(await setMail(alice, null))).toBe("VALIDATION_FAILED");
});

test("offered once, after the first week, until there is an answer", async () => {
  const person = await newPerson("newcomer");
  const offer = async () =>
    succeeded<{ profile: { offersMorningMail?: boolean } }>(await rpc(person, "list_tasks")).profile
      .offersMorningMail;
  expect(await offer()).toBeUndefined();
  await sql("update auth.users set created_at = now() - interval '8 days' where id = $1", [
    person.id,
  ]);
  expect(await offer()).toBe(true);
  succeeded(await setMail(person, false));
  expect(await offer()).toBeUndefined();
});

test("a list as its person would read it, for the functions alone", async () => {
  const call = serviceCall();
  const theirs = succeeded(await rpc(alice, "list_tasks"));
  expect(await call("list_tasks_for", { person: alice.id })).toEqual(theirs);
  const nobody = "00000000-0000-4000-8000-000000000000";
  await expect(call("list_tasks_for", { person: nobody })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});
