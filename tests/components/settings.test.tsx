import { expect, test } from "vitest";
import { page } from "vitest/browser";
import SettingsView from "../../src/app/settings-view.tsx";
import ImportDialog from "../../src/features/settings/import-dialog.tsx";
import { day, instantOf, ZONE } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, sent } from "./network.ts";
import { button, chore, expectToast, field, listOf, PETRA, show } from "./show.tsx";

/** The settings' messages about failed answers and invalid files. */

const showPage = (page: string) => show(<SettingsView page={page} />);
const REFUSED = { message: "no" };

test("a contact that cannot be removed stays, and contacts that cannot be read can be asked for again", async () => {
  await showPage("people");
  answer(calls.contacts, 400, REFUSED);
  await expect.element(page.getByText("Your contacts could not be loaded.")).toBeVisible();
  answer(calls.contacts, 200, [{ contact_email: "a@example.com" }]);
  await button("Try Again").click();
  const contact = button("Remove a@example.com");
  await expect.element(contact).toBeVisible();
  answer(calls.contacts, 400, REFUSED);
  await contact.click();
  await expectToast("error", "Error Removing Contact");
  await expect.element(contact).toBeVisible();
});

test("a time zone that cannot be saved says so, and stays as it was", async () => {
  await showPage("dates");
  answer(calls.profiles, 400, REFUSED);
  await field("Time zone").selectOptions("Pacific/Honolulu");
  await expectToast("error", "Error Saving Time Zone");
  await expect.element(field("Time zone")).toHaveValue(ZONE);
});

test("how dates are written, when it cannot be saved, stays as it was and says so", async () => {
  await showPage("dates");
  answer(calls.profiles, 400, REFUSED);
  await field("Dates").selectOptions("dmy");
  await expectToast("error", "Error Saving Dates");
  await expect.element(field("Dates")).toHaveValue("mdy");
});

test("a name that the server refuses is told in its words, and stays typed", async () => {
  await showPage("profile");
  const details = JSON.stringify([{ path: "", code: "TOO_MANY_NAME_CHANGES" }]);
  answer(calls.profiles, 400, { message: "LIMIT_REACHED", details });
  await field("Full Name").fill("Petra the Last");
  await button("Save name").click();
  await expectToast("error", "Limit Reached");
  await expect.element(field("Full Name")).toHaveValue("Petra the Last");
});

test("an address that is taken and a password that is too weak are told in the service's words", async () => {
  await showPage("profile");
  answer(calls.user, 422, { code: "email_exists", msg: "It is taken" });
  await field("New e-mail address").fill("robin@example.com");
  await button("Change address").click();
  await expectToast("error", "Error Changing Your Address", "It is taken");
  answer(calls.user, 422, { code: "weak_password", msg: "Too weak" });
  await field("Current password").fill("the one of before");
  await field("New password").fill("another of mine");
  await button("Change password").click();
  await expectToast("error", "Error Changing Your Password", "Too weak");
  answer(calls.user, 400, { error_code: "current_password_invalid", msg: "No" });
  await button("Change password").click();
  await expect.element(page.getByText("This is not your password.")).toBeVisible();
  await expectToast("error", "Error Changing Your Password");
  await expect.element(field("Current password")).toHaveValue("the one of before");
});

test("an address that isn't confirmed yet says what waits for that, and sends the link again", async () => {
  await showPage("profile");
  const waits = page.getByText("The address isn’t confirmed yet.");
  await expect.element(page.getByText("You sign in as")).toBeVisible();
  expect(waits.elements()).toHaveLength(0);
  answer(calls.user, 200, { ...PETRA, email_confirmed_at: null });
  await expect.element(waits).toBeVisible();
  await button("Confirm it…").click();
  const dialog = page.getByRole("dialog", { name: "Confirm your address" });
  await expect.element(dialog.getByLabelText("Email address")).toHaveValue(PETRA.email);
});

test("a token is shown once, listed with its last use, and ended when that is meant", async () => {
  await showPage("programs");
  answer(calls.tokens, 400, REFUSED);
  await expect.element(button("Try Again")).toBeVisible();
  answer(calls.tokens, 200, []);
  await button("Try Again").click();
  await button("New token").click();
  await field("Name").fill("Kitchen panel");
  await field("It may").selectOptions("read");
  answer(calls.createToken, 400, REFUSED);
  await button("Create").click();
  await expectToast("error", "Error Making Token");
  const row = { id: "1", name: "Kitchen panel", scope: "read", createdAt: instantOf(day(0)) };
  answer(calls.tokens, 200, [{ ...row, usedOn: day(0) }]);
  answer(calls.createToken, 200, "rota_secret");
  await button("Create").click();
  await expect.element(field("Token")).toHaveValue("rota_secret");
  expect(sent(calls.createToken).at(-1)).toMatchObject({ name: "Kitchen panel", scope: "read" });
  await button("Close").click();
  expect(page.getByText("rota_secret").elements()).toHaveLength(0);
  await expect.element(page.getByText(/^Reads\. Made .*, last used /)).toBeVisible();
  await button("End Kitchen panel").click();
  await button("Keep it").click();
  expect(sent(calls.endToken)).toHaveLength(0);
  await button("End Kitchen panel").click();
  answer(calls.tokens, 200, []);
  answer(calls.endToken, 200, null);
  await button("End").click();
  await expectToast("success", "Token ended");
  await expect.element(button("End Kitchen panel")).not.toBeInTheDocument();
});

test("a calendar that cannot be read or saved says so", async () => {
  await showPage("calendar");
  answer(calls.calendar, 400, REFUSED);
  await expect.element(button("Try Again")).toBeVisible();
  answer(calls.calendar, 200, []);
  await button("Try Again").click();
  answer(calls.renewCalendar, 400, REFUSED);
  await button("Make a calendar address").click();
  await expectToast("error", "Error Saving Calendar");
  answer(calls.renewCalendar, 200, "the-token");
  const row = {
    createdAt: instantOf(day(0)),
    onlyMine: false,
    onlyMyTurns: false,
    withoutDaily: false,
  };
  answer(calls.calendar, 200, [{ ...row, categories: null, householdIds: null }]);
  await button("Make a calendar address").click();
  await expect.element(page.getByRole("textbox", { name: "Calendar address" })).toBeVisible();
  await expectToast("success", "Calendar address made");
  answer(calls.calendar, 400, REFUSED);
  const own = page.getByRole("switch", { name: "Only my own tasks" });
  await own.click();
  await expectToast("error", "Error Saving Calendar");
  await expect.element(own).not.toBeChecked();
});

test.each([
  [1, false],
  [2, true],
])(
  "a first calendar of %i daily tasks is without these: %s; a switch changes that",
  async (count, isOn) => {
    const tasks = Array.from({ length: count }, (_, n) => chore(`Daily ${n}`));
    await show(<SettingsView page="calendar" />, { tasks });
    answer(calls.calendar, 200, []);
    const make = button("Make a calendar address");
    await expect.element(make).toBeVisible();
    answer(calls.renewCalendar, 200, "the-token");
    const choice = { onlyMine: false, categories: null, householdIds: null, onlyMyTurns: false };
    answer(calls.calendar, 200, [{ createdAt: instantOf(day(0)), ...choice, withoutDaily: isOn }]);
    await make.click();
    const without = page.getByRole("switch", { name: "Without daily tasks" });
    await expect.element(without).toBeVisible();
    expect((without.element() as HTMLInputElement).checked).toBe(isOn);
    expect(sent(calls.renewCalendar)).toEqual([{ without_daily: isOn }]);
    await without.click();
    const changed = expect.objectContaining({ without_daily: !isOn });
    await expect.poll(() => sent(calls.calendar)).toContainEqual(changed);
  },
);

test("some categories or households alone are in the calendar, or what is one's own", async () => {
  const households = [householdOf("The flat", ["Bob"]), householdOf("The club", ["Bob"])];
  const tasks = [chore("Plants", { category: "Garden" }), chore("Bins", { category: "House" })];
  await show(<SettingsView page="calendar" />, { tasks, households });
  const choice = { onlyMine: false, categories: null, householdIds: null, onlyMyTurns: false };
  const row = { createdAt: instantOf(day(0)), ...choice, withoutDaily: false };
  answer(calls.calendar, 200, [row]);
  const choose = async (name: string, known: object, body: object) => {
    await expect.element(page.getByRole("switch", { name })).toBeVisible();
    answer(calls.calendar, 200, [{ ...row, ...known }]);
    await page.getByRole("switch", { name }).click();
    await expect.poll(() => sent(calls.calendar).at(-2)).toMatchObject(body);
  };
  const both = ["Garden", "House"];
  await choose("Only some categories", { categories: both }, { categories: both });
  await choose("House", { categories: ["Garden"] }, { categories: ["Garden"] });
  await choose("Only some categories", {}, { categories: null });
  const householdIds = ["The flat"];
  await choose("Tasks of The club", { householdIds }, { household_ids: householdIds });
  const own = { only_mine: true, household_ids: householdIds };
  await choose("Only my own tasks", { householdIds, onlyMine: true }, own);
  await choose("Tasks of The flat", { onlyMine: true }, { only_mine: true, household_ids: [] });
});

test("a morning mail without the turns of others is offered to who has turns", async () => {
  const mail = [{ isOn: true, hour: 6, onlyMyTurns: false }];
  const without = page.getByRole("switch", { name: "Without the turns of others" });
  await show(<SettingsView page="mail" />, { tasks: [chore("Own")] });
  answer(calls.morningMails, 200, mail);
  await expect.element(field("Send it at")).toBeVisible();
  await expect.element(without).not.toBeInTheDocument();

  const bins = chore("Bins", { householdId: "The flat", roster: ["Bob"] });
  const known = { households: [householdOf("The flat", ["Bob"])], tasks: [bins] };
  await show(<SettingsView page="mail" />, known);
  answer(calls.morningMails, 200, mail);
  await expect.element(without).toBeVisible();
  answer(calls.setMorningMail, 204);
  answer(calls.list, 200, listOf(known));
  await without.click();
  await expectToast("success", "Morning mail at 6:00 AM");
  await expect.element(without).toBeChecked();
  expect(sent(calls.setMorningMail)).toEqual([{ is_on: true, hour: 6, only_my_turns: true }]);
});

/** An export with so many tasks; the first one has more fields. */
function fileOf(count: number, ofFirst: object = {}): string {
  const tasks = Array.from({ length: count }, (_, index) => ({
    ...{ id: `${index}`, owner: { me: true }, category: "Home", title: `Chore ${index + 1}` },
    ...{ startDate: day(-3), repeatValue: "daily", ...(index === 0 && ofFirst) },
  }));
  return JSON.stringify({ format: "rota", version: 1, tasks });
}

function chooseFile(name: string, content: BlobPart): void {
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  const input = field("File").element() as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a file that is none says so, and one that is too large is not read", async () => {
  await show(<ImportDialog onClosed={() => {}} />);
  const newer = '{"format":"rota","version":2,"tasks":[]}';
  const told = [
    ["holiday.json", "{", "This file can't be read: it is not JSON."],
    ["other.json", '{"format":"other","tasks":[]}', "This isn't a Rota file."],
    ["newer.json", newer, "This file is of another version of Rota, which this one can't read."],
    [
      "big.json",
      new Uint8Array(10_000_001),
      "This file is too large: an import takes at most 10 MB.",
    ],
    [
      "many.json",
      fileOf(2_001),
      "There are 2,001 tasks in this file: an import takes at most 2,000.",
    ],
  ] as const;
  await expect.element(field("File")).toBeInTheDocument();
  for (const [name, content, text] of told) {
    chooseFile(name, content);
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  const note = { day: day(-1), note: "x".repeat(250_000), by: null, at: "2020-01-01T00:00:00Z" };
  answer(calls.import, 200, { results: [{ outcome: "added", issues: [] }] });
  chooseFile("huge.json", fileOf(2, { notes: [note] }));
  const part = (name: string) => page.getByRole("list", { name, exact: true });
  await expect.element(part("1 task will be added")).toHaveTextContent(/Chore 2/);
  const leftOut = part("1 task will not be added");
  await expect.element(leftOut).toHaveTextContent("Chore 1 It is too large");
});
