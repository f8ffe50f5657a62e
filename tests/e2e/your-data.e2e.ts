import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { formatFullDate } from "../../src/domain/dates/format-date.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { PASSWORD, rpc, succeeded } from "../support/actors.ts";
import { listTasks } from "../support/actors-tasks.ts";
import { newFriend, newSignedInPerson } from "../support/people.ts";
import { addChore, completeInThePast, day } from "./chores.ts";
import { CUT_NETWORK, REFUSED, test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openSettings, openTab } from "./steps.ts";

/** Export, import and closing the account, in the settings. */

/** Opens the import's dialog and chooses a file. */
async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  const field = page.getByLabel("File");
  if (!(await field.isVisible())) {
    await openSettings(page, "data");
    await page.getByRole("button", { name: "Import tasks" }).click();
  }
  const buffer = Buffer.from(text);
  const mimeType = name.endsWith(".csv") ? "text/csv" : "application/json";
  await field.setInputFiles({ name, mimeType, buffer });
}

const part = (page: Page, name: string) => page.getByRole("list", { name, exact: true });

test("everything comes out as a file, and in on another account", { tag: "@first" }, async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  const bins = await addChore(person, {
    title: "Bins",
    start_date: day(-3),
    share_with: [robin.email],
  });
  await addChore(person, { title: "Windows", repeat_value: "weekly" });
  await addChore(robin, { title: "Robin's plants", share_with: [person.email] });
  await completeInThePast(person, bins, [day(-3)]);
  await completeInThePast(robin, bins, [day(-2)]);
  succeeded(await rpc(person, "note_day", { task_id: bins.id, day: day(-2), note: "Late" }));

  await openSettings(page, "data");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download everything" }).click(),
  ]);
  await expectToast(page, "success", "Download ready");
  expect(download.suggestedFilename()).toBe(`rota-${day(0)}.json`);
  const file = await readFile(await download.path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({
    format: "rota",
    version: 1,
    account: { address: person.email, fullName: person.name },
  });

  const other = await newSignedInPerson("Olga Other");
  const there = await openBrowserOf(other);
  await chooseFile(there, "rota.json", file);
  await expect(part(there, "2 tasks will be added").getByRole("listitem")).toHaveText(
    [/Bins Daily, from /, /Windows Weekly on \w+, from /],
    { useInnerText: true },
  );
  await expect(part(there, "1 task will not be added")).toHaveText(
    "Robin's plants It belongs to Robin Roommate",
  );
  await expect(there.getByRole("switch")).not.toBeChecked();
  await there.getByRole("button", { name: "Add 2 tasks" }).click();
  await expectToast(there, "success", "Import done", "2 tasks added.");
  await openTab(there, "Tasks");
  await expect(item(there, "Windows")).toBeVisible();
  await item(there, "Bins")
    .getByRole("button", { name: /History/ })
    .click();
  await there
    .getByRole("dialog")
    .getByRole("button", { name: longDay(-2) })
    .click();
  await expect(there.getByText("Robin Roommate (imported)")).toBeVisible();
  await there.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await chooseFile(there, "rota.json", file);
  await expect(part(there, "2 tasks are here already").getByRole("listitem")).toHaveCount(2);
  await expect(there.getByRole("button", { name: "Add 0 tasks" })).toBeDisabled();
});

/** A day as the history's calendar names it. */
const longDay = (offset: number) => formatFullDate(day(offset), US_ENGLISH);

const TODOIST = `\uFEFFTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT
task,Water plants,"Not the cactus, please",4,1,Petra (1),,every! 3 days,en,Europe/Berlin,,
section,Kitchen,,,,,,,,,,
task,Descale the kettle,,4,1,Petra (1),,every month on the 15th at 9am,en,,,
task,Take vinegar,,4,2,Petra (1),,,en,,,
note,Only half a litre,,,,Petra (1),,,,,,
task,Ring the landlord,,4,1,Petra (1),,every full moon,en,,,
task,Buy a lamp @hall,,4,1,Petra (1),,,en,,,
,,,,,,,,,,,
`;

test("a project from Todoist comes in, and what is unsure is asked", async ({
  page,
  person: _,
}) => {
  await chooseFile(page, "Chores [220474322].csv", TODOIST);
  const next = page.getByRole("button", { name: "Continue" });
  await page
    .getByLabel("How often is Ring the landlord due? It says “every full moon”.")
    .selectOption("Leave it out");
  await page
    .getByLabel("Buy a lamp has no date. What becomes of it?")
    .selectOption("Due once, today");
  await next.click();
  // One person alone: their own tasks.
  await expect(page.getByLabel("They become")).toHaveValue("own");
  await next.click();
  await expect(part(page, "3 tasks will be added").getByRole("listitem")).toHaveText([
    /Water plants says “every! 3 days”: 3 days after it was done, from /,
    /Descale the kettle says “every month on the 15th at 9am”: Monthly on the 15th, from /,
    /Buy a lamp Once, from /,
  ]);
  const leftOut = page.getByRole("list", { name: /things will not be added/ });
  await expect(leftOut).toContainText("Ring the landlord Leave it out");
  await expect(leftOut).toContainText("Times of day are left out (1).");
  await page.getByRole("button", { name: "Add 3 tasks" }).click();
  await expectToast(page, "success", "Import done", "3 tasks added.");
  await openTab(page, "Tasks");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([/Chores/, /Kitchen/]);
  await expect(item(page, "Water plants").getByText("Not the cactus, please")).toBeVisible();
});

/** An export with so many tasks; the first one has more fields. */
function fileOf(count: number, ofFirst: object = {}): string {
  const tasks = Array.from({ length: count }, (_, index) => ({
    ...{ id: `${index}`, owner: { me: true }, category: "Home", title: `Chore ${index + 1}` },
    ...{ startDate: day(-3), repeatValue: "daily", ...(index === 0 && ofFirst) },
  }));
  return JSON.stringify({ format: "rota", version: 1, tasks });
}

test("a large file goes on after a cut, and says how far", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const passed: number[] = [];
  let isCut = true;
  await page.route("**/functions/v1/import-tasks", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const { number } = route.request().postDataJSON() as { number: number };
    if (isCut && number === 2) return route.abort();
    passed.push(number);
    return route.continue();
  });
  await chooseFile(page, "rota.json", fileOf(350));
  const progress = page.getByRole("progressbar", { name: "Reading the file: 50 %" });
  await expect(progress).toHaveJSProperty("value", 50);
  await expect(page.getByTestId("announcer")).toHaveText("Reading the file: 50 %");
  const problem = page.getByRole("alert").filter({ hasText: "it continues where it stopped" });
  await expect(problem).toBeVisible();
  expect(await listTasks(person)).toEqual([]);
  isCut = false;
  await problem.getByRole("button", { name: "Try Again" }).click();
  const added = part(page, "350 tasks will be added");
  await expect(added.getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "Show all 350" }).click();
  await expect(added).toBeFocused();
  await expect(added.getByRole("listitem")).toHaveCount(350);
  expect(passed).toEqual([0, 1, 2, 3]);
  expect(await listTasks(person)).toEqual([]);
  await page.getByRole("button", { name: "Add 350 tasks" }).dblclick();
  await expectToast(page, "success", "Import done", "350 tasks added.");
  expect(await listTasks(person)).toHaveLength(350);
});

test("closing the account ends every session", async ({
  page,
  person,
  openBrowserOf,
  expectErrors,
}) => {
  // The wrong password; the tablet, whose token is refused and not renewed.
  expectErrors(REFUSED(403), REFUSED(401), REFUSED(400));
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(person, { title: "Bins", share_with: [robin.email] });
  await addChore(person, { title: "Windows" });
  const tablet = await openBrowserOf(person);
  const joined = joinedLive(tablet);
  await openTab(tablet, "Today");
  await joined;

  await openSettings(page, "account");
  await page.getByRole("button", { name: "Close my account…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Close my account" });
  await expect(dialog).toContainText("Your 2 tasks are deleted, with their history.");
  await expect(dialog).toContainText(
    `1 of them is shared with ${robin.email}: it is gone for everyone.`,
  );
  const close = dialog.getByRole("button", { name: "Close my account" });
  await close.click();
  await expect(dialog.getByText("Required")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not my password");
  await close.click();
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  // The token of the closed account is sent nowhere any more.
  const late: string[] = [];
  for (const each of [page, tablet]) each.on("request", (request) => late.push(request.url()));
  await close.click();
  await expectToast(page, "success", "Account closed");
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  await expect(tablet.getByRole("tab", { name: "Sign In" })).toBeVisible();
  expect(late.filter((url) => url.includes("/auth/v1/logout"))).toEqual([]);
});
