import { afterEach, expect, test } from "vitest";
import {
  auth,
  createAccount,
  newAddress,
  newPerson,
  type Person,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { day, ZONE } from "../support/day.ts";
import { stackUnderTest } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { settled } from "../support/invitation-mails.ts";
import { mailsTo, type ReceivedMail, sendMailsNow } from "../support/mailbox.ts";
import { wordsOutside } from "../support/pseudo-words.ts";
import { sql } from "../support/sql.ts";

/** Whoever isn't in front of the app reads in their own language: from the profile to the mailbox. */

const speaks = (id: string, language: string | null) =>
  sql("update public.profiles set language = $2, date_style = 'dmy-24-mon' where id = $1", [
    id,
    language,
  ]);

async function mailTo(address: string): Promise<ReceivedMail> {
  const found = async () => (await mailsTo(stackUnderTest().mailUrl, address))[0];
  return await eventually(async () => {
    const mail = await found();
    if (!mail) throw new Error(`no mail to ${address}`);
    return mail;
  });
}

const languageOf = ({ html }: ReceivedMail) => /<html lang="(.*)" dir="(.*)">/.exec(html)?.slice(1);

const subscribers: string[] = [];
afterEach(() =>
  sql("update public.morning_mails set is_on = false where user_id = any ($1)", [
    subscribers.splice(0),
  ]),
);

async function subscriber(language: string | null): Promise<Person> {
  const person = await newPerson("morning");
  subscribers.push(person.id);
  await sql("update public.profiles set time_zone = $2 where id = $1", [person.id, ZONE]);
  await speaks(person.id, language);
  await addTask(person, { title: "לשטוף" });
  succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 12 }));
  await sql("update public.morning_mails set sent_until = $2 where user_id = $1", [
    person.id,
    day(-1),
  ]);
  return person;
}

test("a morning mail is in its reader's language, and in English where that isn't spoken any more", async () => {
  const languages = ["de", "ar", "en-XB", "tlh", null];
  const people = await Promise.all(languages.map(subscriber));
  await sendMailsNow();
  const mails = await Promise.all(people.map(({ email }) => mailTo(email)));
  expect(mails.map(languageOf)).toEqual([
    ["de", "ltr"],
    ["ar", "rtl"],
    ["en-XB", "rtl"],
    ["en", "ltr"],
    ["en", "ltr"],
  ]);
  const weekday = (tag: string) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", weekday: "long" }).format(new Date(day(0)));
  const [german, arabic, mirrored, unknown] = mails;
  expect(german?.subject).toContain(weekday("de"));
  expect(arabic?.subject).toContain(weekday("ar"));
  expect(unknown?.subject).toContain(`${weekday("en")} `);
  expect(wordsOutside(`${mirrored?.subject}\n${mirrored?.text}`)).toEqual([]);
});

test("an invitation is in the language of the address's account, else in its sender's", async () => {
  const [sender, known] = [await newPerson("sender", "דנה"), await newPerson("known")];
  await speaks(sender.id, "fr");
  await speaks(known.id, "en-XA");
  const stranger = newAddress("stranger");
  await addTask(sender, { title: "לשטוף", share_with: [known.email, stranger] });
  await settled(known.email, stranger);
  expect(languageOf(await mailTo(stranger))).toEqual(["fr", "ltr"]);
  const mail = await mailTo(known.email);
  expect(languageOf(mail)).toEqual(["en-XA", "ltr"]);
  expect(mail.subject).toMatch(/^\[\u2068דנה\u2069 .*\]$/);
  expect(wordsOutside(`${mail.subject}\n${mail.text}`)).toEqual([]);
});

test("Auth's mails are in the language of the account", async () => {
  const email = newAddress("auth");
  const metadata = { email, password: "long enough", data: { language: "nl" } };
  expect((await auth(null, "POST", "signup", metadata)).status).toBe(200);
  const confirmation = await mailTo(email);
  expect(languageOf(confirmation)).toEqual(["nl", "ltr"]);
  for (const part of [confirmation.subject, confirmation.html, confirmation.text]) {
    expect(part).not.toMatch(/\{\{|\}\}/);
  }
  for (const [language, expected] of [
    ["ar", ["ar", "rtl"]],
    ["tlh", ["en", "ltr"]],
  ] as const) {
    const address = newAddress("reset");
    await speaks(await createAccount({ email: address }), language);
    expect((await auth(null, "POST", "recover", { email: address })).status).toBe(200);
    expect(languageOf(await mailTo(address))).toEqual(expected);
  }
});
