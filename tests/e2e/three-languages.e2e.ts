import { expect, type Page } from "@playwright/test";
import { sendPushes } from "../../supabase/functions/send-pushes/send.ts";
import { rpc, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { join, newDisplay, newHousehold } from "../support/households.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { startPushStandIn } from "../support/push-stand-in.ts";
import { addDevice, contextOf, shownTo, wish } from "../support/pushes.ts";
import { sql } from "../support/sql.ts";
import { addChore, day } from "./chores.ts";
import { test } from "./fixtures.ts";

/** Three people who read three languages, and a tablet with a fourth. */

const LANGUAGES = ["de", "es", "ar"] as const;

async function newReader(name: string, language: string): Promise<SignedInPerson> {
  const person = await newSignedInPerson(name);
  await sql("update public.profiles set language = $2, date_style = 'dmy-24-mon' where id = $1", [
    person.id,
    language,
  ]);
  succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 12 }));
  await sql("update public.morning_mails set sent_until = $2 where user_id = $1", [
    person.id,
    day(-1),
  ]);
  return person;
}

const done = (page: Page, title: string) =>
  page.locator("[data-section=Done]").getByRole("listitem").filter({ hasText: title });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The subject of the morning mail to somebody, and its language. */
async function morningMail({ email }: SignedInPerson) {
  const [mail] = await mailsTo(stackUnderTest().mailUrl, email);
  return { subject: mail?.subject, language: /<html lang="(.*?)"/.exec(mail?.html ?? "")?.[1] };
}

test("everybody reads in their own language: live, without a network, by mail, by push, on the tablet", async ({
  openBrowser,
  openBrowserOf,
  expectErrors,
}) => {
  expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  const people = await Promise.all(
    LANGUAGES.map((language, at) => newReader(["Gerda", "Sol", "Amal"][at] ?? "", language)),
  );
  const [gerda, sol, amal] = people as [SignedInPerson, SignedInPerson, SignedInPerson];
  const household = await newHousehold(gerda, "The flat");
  for (const newcomer of [sol, amal]) await join(gerda, household, newcomer);
  await sql("update public.households set language = 'nl' where id = $1", [household]);
  for (const title of ["Bins", "Dishes", "Floor"]) {
    await addChore(gerda, { title, household_id: household });
  }

  await sendMailsNow();
  await sql("update public.morning_mails set is_on = false where user_id = any ($1)", [
    people.map(({ id }) => id),
  ]);
  expect(await Promise.all(people.map(morningMail))).toEqual([
    { subject: expect.stringMatching(/: 3 fällig$/), language: "de" },
    { subject: expect.stringMatching(/: tocan 3 tareas$/), language: "es" },
    { subject: expect.stringMatching(/: 3 مهام/), language: "ar" },
  ]);

  const [gerdas, sols, amals] = (await Promise.all(people.map(openBrowserOf))) as [
    Page,
    Page,
    Page,
  ];
  const tablet = await openBrowser();
  await Promise.all([gerdas, sols, amals].map((page) => page.goto("/")));
  await tablet.goto(`/display#${await newDisplay(gerda, household, "Küche")}`);
  await expect(heading(gerdas)).toHaveText(/^Heute ist /);
  await expect(heading(sols)).toHaveText(/^Hoy es /);
  await expect(heading(amals)).toHaveText(/اليوم/);
  await expect(amals.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(tablet.locator("html")).toHaveAttribute("lang", "nl");

  const devices = await Promise.all(people.map(addDevice));
  for (const person of people) await wish(person, { done: true });
  await gerdas.getByRole("button", { name: "„Bins“ als erledigt abhaken" }).click();
  await expect(done(sols, "Bins")).toContainText(/Gerda\S* a las \d\d:\d\d/);
  await expect(done(amals, "Bins")).toContainText(/Gerda\S* \S?الساعة \d\d:\d\d/);
  // Until its row has left, those below it move up: a click would miss them.
  await expect(sols.getByRole("button", { name: "Marcar Bins como hecha" })).toHaveCount(0);

  await sols.context().setOffline(true);
  await sols.getByRole("button", { name: "Marcar Dishes como hecha" }).click();
  await expect(sols.getByRole("banner")).toContainText("Sin conexión: 1 cambio sin sincronizar");
  await expect(done(gerdas, "Dishes")).toHaveCount(0);
  await sols.context().setOffline(false);
  await expect(done(gerdas, "Dishes")).toContainText(/Sol um \d\d:\d\d/);

  await tablet.getByRole("button", { name: /^Floor/ }).click();
  await expect(tablet.getByRole("dialog")).toContainText("Wie heeft Floor gedaan?");
  await tablet.getByRole("dialog").getByRole("button", { name: "Amal" }).click();
  await expect(done(gerdas, "Floor")).toContainText(/Amal, am Tablet „\S*Küche\S*“/);
  await expect(done(sols, "Floor")).toContainText(/Amal, en la tableta “\S*Küche\S*”/);

  const server = await startPushStandIn();
  await sendPushes(contextOf(server), new Date(Date.now() + 1_000));
  const told = await Promise.all(devices.map((device) => shownTo(server, device)));
  await server.close();
  await sql("delete from private.push_devices where endpoint = any ($1)", [
    devices.map(({ endpoint }) => endpoint),
  ]);
  const of = (title: string, lang: string, body: RegExp) =>
    expect.objectContaining({ title, lang, body: expect.stringMatching(body) });
  expect(told[0]).toContainEqual(of("Dishes", "de", /Sol\S* hat es erledigt/));
  expect(told[1]).toContainEqual(of("Bins", "es", /Gerda\S* la hizo/));
  expect(told[2]).toContainEqual(of("Bins", "ar", /أُنجزت .*Gerda/));

  await amals.goto("/settings");
  await amals.getByRole("link", { name: "اليوم والتواريخ" }).click();
  await amals.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await amals.getByLabel("اللغة").selectOption("fr");
  await expect(heading(amals)).toHaveText("Jour et dates");
  await expect(amals.locator("html")).toHaveAttribute("dir", "ltr");
  // The page before had another name.
  await expect(amals.getByRole("navigation").getByRole("link")).toHaveText("Retour");
  expect(await amals.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});
