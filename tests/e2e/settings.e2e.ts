import { expect } from "@playwright/test";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";
import { PASSWORD } from "../support/actors.ts";
import { ZONE } from "../support/day.ts";
import { mailedLink } from "../support/mailbox.ts";
import { codeOf, forgetCodes } from "../support/second-factor.ts";
import { sqlValue } from "../support/sql.ts";
import { addChore, complete, day } from "./chores.ts";
import { newAddress, REFUSED, section, signedInTest as test } from "./fixtures.ts";
import { calls, expectToast, hold, item, openEditor, openSettings, openTab } from "./steps.ts";

/** The settings' pages, except those with their own tests. */

test("the face leads to them; each has an address, a title and a way back", async ({ page }) => {
  await openTab(page, "Tasks");
  const face = page.getByRole("banner").getByRole("link", { name: "Settings" });
  await expect(face.locator(".face")).toHaveAttribute("data-initials", "PP");
  await face.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page).toHaveTitle("Settings · Rota");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  const names = ["Profile", "Day and dates", "Mail", "Calendar", "People", "Keyboard", "Your data"];
  for (const name of [...names, "Close my account"]) {
    await links.filter({ hasText: new RegExp(`^${name}`) }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Rota`);
    await page.getByRole("link", { name: "Settings" }).press("Enter");
    await expect(links.filter({ hasText: new RegExp(`^${name}`) })).toBeFocused();
  }
  for (const name of ["Record", "Household"]) {
    await links.filter({ hasText: new RegExp(`^${name}`) }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await page.getByRole("link", { name: "Settings" }).press("Enter");
  }
  await page.goto("/settings/nonsense");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
});

test("Back leads from the settings to the face, where one was", async ({ page }) => {
  await openTab(page, "Tasks");
  const face = page.getByRole("link", { name: "Settings" });
  await face.click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "All Tasks" })).toBeVisible();
  await expect(face).toBeFocused();
});

test("a new name is what others see, and the face follows", async ({ page, person }) => {
  await openSettings(page, "profile");
  const name = page.getByLabel("Full Name");
  await expect(name).toHaveValue("Petra Person");
  await name.fill(" Petra  Paulsen-Zorn ");
  await name.press("Enter");
  await expectToast(page, "success", "Name saved");
  await expect(name).toHaveValue("Petra  Paulsen-Zorn");
  await openTab(page, "Today");
  await expect(page.getByRole("link", { name: "Settings" }).locator(".face")).toHaveAttribute(
    "data-initials",
    "PP",
  );
  expect(
    await sqlValue("select display_name from public.profiles where id = $1", [person.id]),
  ).toBe("Petra  Paulsen-Zorn");
});

test("another address takes the mails to both", async ({ page, person }) => {
  const moved = newAddress("moved");
  await openSettings(page, "profile");
  await expect(page.getByText(`You sign in as ${person.email}.`)).toBeVisible();
  const field = page.getByLabel("New e-mail address");
  await field.fill("nonsense");
  await field.press("Enter");
  await expect(page.getByText("Invalid email")).toBeVisible();
  await field.fill(moved);
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Mails are on their way" })).toHaveText(
    `Mails are on their way to ${person.email} and ${moved}. Open the link in each of them: then the change is made.`,
  );
  const told = [
    [moved, "Open the link in the mail to your other address, too"],
    [person.email, `${moved} is confirmed.`],
  ] as const;
  for (const [address, text] of told) {
    await page.goto(await mailedLink(address));
    await page.getByRole("button", { name: "Confirm your new e-mail address" }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await openSettings(page, "profile");
  await expect(page.getByText(`You sign in as ${moved}.`)).toBeVisible();
});

test("saved contacts can be removed, and are suggested no more", async ({ page, person }) => {
  await openSettings(page, "people");
  await expect(page.getByText("No contacts yet.")).toBeVisible();
  await addChore(person, { title: "Sweep", share_with: ["a@example.com"] });
  await addChore(person, { title: "Dust", share_with: ["b@example.com"] });
  await page.reload();
  const list = page.getByRole("list", { name: "Saved contacts" });
  await expect(list.getByRole("listitem")).toHaveText(["b@example.com", "a@example.com"]);
  await page.getByRole("button", { name: "Remove b@example.com" }).press("Enter");
  await expectToast(page, "success", "Contact removed", "b@example.com is no longer suggested.");
  await expect(list.getByRole("listitem")).toHaveText(["a@example.com"]);
  await expect(page.getByRole("button", { name: "Remove a@example.com" })).toBeFocused();

  await openEditor(page, "Dust");
  await expect(page.getByRole("list", { name: "Shared with" })).toHaveText(
    "b@example.com · invitedSend again",
  );
  await page.getByLabel("Share with email").click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["a@example.com"]);

  await openSettings(page, "people");
  await page.getByRole("button", { name: "Remove a@example.com" }).click();
  await expect(page.getByText("No contacts yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Saved contacts" })).toBeFocused();
});

test("a time zone decides which day is today, and is kept", async ({ page, person }) => {
  await addChore(person, { title: "Sweep", start_date: day(-3), repeat_value: "daily" });
  await openSettings(page, "dates");
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue(ZONE);
  // At noon in any zone, it is another day in one of these.
  const isElsewhere = (name: string) => dayInZone(Date.now(), name) !== day(0);
  const other = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].find(isElsewhere) ?? "none";
  await zone.selectOption(other);
  await expectToast(page, "success", "Time zone saved");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Today" }).click();
  const there = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: other,
  }).format();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Today is ${there}`);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // From the second visit on it is right at once, before the server has answered.
  const release = await hold(page, calls.list);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Today is ${there}`);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  release();
});

/** Today, as the British write it. */
const british = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(new Date(day(0)));

test("dates, times and weeks are written as chosen: on Today, in the history, in the editor and in Settings", async ({
  page,
  person,
}) => {
  const sweep = await addChore(person, {
    title: "Sweep",
    start_date: day(-30),
    end_date: day(-20),
  });
  await addChore(person, { title: "Dust" });
  await openSettings(page, "calendar");
  await page.getByRole("button", { name: "Make a calendar address" }).click();
  await expectToast(page, "success", "Calendar address made");
  await openSettings(page, "dates");
  await page.getByLabel("Dates").selectOption("dmy");
  await expectToast(page, "success", "Dates saved");
  await page.getByLabel("Times").selectOption("20:00");
  await expect(page.getByLabel("Times")).toHaveValue("24");
  await page.getByLabel("Weeks begin on").selectOption("Monday");
  const styleOf = () =>
    sqlValue("select date_style from public.profiles where id = $1", [person.id]);
  await expect.poll(styleOf).toBe("dmy-24-mon");

  await openSettings(page, "calendar");
  await expect(page.getByText(/since \d{1,2} [A-Z][a-z]{2} \d{4}\./)).toBeVisible();
  await openSettings(page, "mail");
  await page.getByRole("switch", { name: "Send me a mail each morning" }).click();
  await expectToast(page, "success", "Morning mail at 07:00");

  await complete(person, sweep, day(-20));
  await openTab(page, "Today");
  const [weekday, date] = [
    british({ weekday: "long" }),
    british({ day: "numeric", month: "long" }),
  ];
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    // Whether a comma follows a weekday is the browser's choice.
    new RegExp(`^Today is ${weekday},? ${date}$`),
  );
  await expect(item(section(page, "Done"), "Sweep")).toContainText(/at \d\d:\d\d/);
  await expect(page.getByText(/\d [AP]M\b/)).toHaveCount(0);

  await openTab(page, "Tasks");
  await item(page, "Sweep").getByRole("button", { name: "See History" }).click();
  const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  await expect(page.getByRole("columnheader")).toHaveText(days);
  const today = page.locator("tbody button[aria-current]");
  await expect(today).toHaveAccessibleName(
    new RegExp(`^${weekday},? ${date} ${british({ year: "numeric" })}`),
  );
  await page.keyboard.press("Escape");

  await openEditor(page, "Dust");
  await page.getByLabel("Repeat").selectOption("custom");
  await page.getByLabel("Frequency").selectOption("weekly");
  const weekdays = page.getByRole("group", { name: "Weekdays" }).getByRole("checkbox");
  await expect(weekdays.first()).toHaveAccessibleName("Monday");
  await expect(weekdays.last()).toHaveAccessibleName("Sunday");
});

test.describe("in a browser whose language is British English", () => {
  test.use({ locale: "en-GB" });
  test("dates are written so until one chooses", async ({ page, person }) => {
    await openTab(page, "Today");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(/^Today is \w+,? \d+ [A-Z]\w+$/);
    // Stored, so that mails follow it.
    const kept = "select date_style || ' ' || language from public.profiles where id = $1";
    expect(await sqlValue(kept, [person.id])).toBe("dmy-24-mon en");
    await openSettings(page, "dates");
    await expect(page.getByLabel("Dates")).toHaveValue("dmy");
    await expect(page.getByLabel("Times")).toHaveValue("24");
    await expect(page.getByLabel("Weeks begin on")).toHaveValue("mon");
    await page.getByLabel("Dates").selectOption("mdy");
    await expectToast(page, "success", "Dates saved");
    await openTab(page, "Today");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      /^Today is \w+, [A-Z]\w+ \d+$/,
    );
  });
});

test("the keys are listed, and turned off for this browser", async ({ page }) => {
  await openSettings(page, "keyboard");
  const keys = ["n", "/", "1", "2", "3", "j", "k", "?", "d", "s", "p", "w"];
  await expect(page.getByRole("term")).toHaveText(keys);
  await page.getByRole("switch", { name: /^Single keys work/ }).press("Space");
  await openTab(page, "Today");
  await page.keyboard.press("2");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Today is/);
});

test("a second factor is turned on, asked for at each sign-in, and turned off", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  await openSettings(page, "profile");
  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn a second factor on" });
  const key = await dialog.getByLabel("Key", { exact: true }).inputValue();
  const code = page.getByLabel("Code of your authenticator app");
  const used = codeOf(key);
  await code.fill(used);
  await code.press("Enter");
  await expectToast(page, "success", "Second factor on");
  await expect(page.getByText("Second factor: on")).toBeVisible();

  await openTab(page, "About");
  await page.getByRole("button", { name: "Logout" }).click();
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill(person.email);
  await panel.getByLabel("Password").fill(PASSWORD);
  await panel.getByLabel("Password").press("Enter");
  await expect(code).toBeFocused();
  // The step is still there after a reload, and nothing else is.
  await page.reload();
  await expect(code).toBeFocused();
  await code.fill(used);
  await code.press("Enter");
  await expectToast(page, "error", "Sign In Failed");
  await forgetCodes(key);
  await code.fill(codeOf(key));
  await code.press("Enter");
  await expectToast(page, "success", "Welcome back!");
  await expect(page.getByRole("tab", { name: "Today" })).toBeVisible();

  await openSettings(page, "profile");
  await page.getByRole("button", { name: "Turn off" }).click();
  await forgetCodes(key);
  await code.fill(codeOf(key));
  await code.press("Enter");
  await expectToast(page, "success", "Second factor off");
  await expect(page.getByText("Second factor: off")).toBeVisible();
});
