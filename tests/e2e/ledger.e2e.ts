import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { fullName } from "../support/day.ts";
import { newFriend, type SignedInPerson } from "../support/people.ts";
import { addChore, complete, day } from "./chores.ts";
import { REFUSED, test } from "./fixtures.ts";
import { calls, expectToast, hold, isolating, joinedLive, openTab } from "./steps.ts";

/** The Task History dialog as a ledger; components/ledger.test.tsx tests the details. */

const entry = (page: Page) => page.getByRole("region", { name: "Chosen day" });
const cell = (page: Page, date: string) =>
  page.getByRole("dialog").getByRole("button", { name: fullName(date) });

async function openDay(page: Page, date: string) {
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "See History" }).click();
  await expect(page.locator("tbody button")).toHaveCount(42);
  // A month that begins with a week shows no day of the one before.
  const isShown = (await cell(page, date).count()) === 1;
  if (!isShown) await page.getByRole("button", { name: "Previous month" }).click();
  await cell(page, date).click();
}

/** A task shared by two people, with yesterday open in both histories, live. */
async function openBoth(
  page: Page,
  person: SignedInPerson,
  openBrowserOf: (person: SignedInPerson) => Promise<Page>,
) {
  const robin = await newFriend(person, "Robin Roommate");
  const shared = { start_date: day(-3), share_with: [robin.email] };
  const sweep = await addChore(person, { title: "Sweep", ...shared });
  const robinsPage = await openBrowserOf(robin);
  const live = [joinedLive(page), joinedLive(robinsPage)];
  for (const each of [page, robinsPage]) await openDay(each, day(-1));
  await Promise.all(live);
  return { sweep, robinsPage };
}

test("of two notes at once neither text is lost", async ({
  page,
  person,
  openBrowserOf,
  expectErrors,
}) => {
  const { robinsPage } = await openBoth(page, person, openBrowserOf);
  const note = (each: Page) => entry(each).getByLabel("Note");
  const press = (each: Page, name: string) =>
    entry(each).getByRole("button", { name, exact: true }).click();
  const meanwhile = (each: Page) => entry(each).getByRole("status");

  // Both type; Robin saves first, and Petra sees that while her own text stays.
  await note(page).fill("No soap left");
  await note(robinsPage).fill("Nobody was at home");
  await press(robinsPage, "Save note");
  await expect(meanwhile(page)).toHaveText("Robin Roommate wrote meanwhile: “Nobody was at home”");
  await expect(note(page)).toHaveValue("No soap left");
  await expect(note(page)).toHaveAccessibleDescription(
    "12 of 500 characters, 31 with the other note",
  );
  await press(page, "Keep both");
  await expect(note(robinsPage)).toHaveValue("Nobody was at home\nNo soap left");
  await expect(page.getByTestId("announcer")).toHaveText("Note saved");
  await expect(entry(page).getByRole("button", { name: "Save note" })).toBeFocused();
  await expect(meanwhile(page)).toBeEmpty();

  // A save sent before the news arrives is refused, and then asks.
  expectErrors(REFUSED(409));
  const release = await hold(page, calls.notes);
  await note(page).fill("All was well");
  await note(robinsPage).fill("It was not");
  await press(robinsPage, "Save note");
  await expect(entry(robinsPage)).toContainText(isolating("You wrote a note: “It was not”"));
  await press(page, "Save note");
  await expect(page.getByTestId("announcer")).toContainText("Nothing was replaced.");
  release();
  await expect(meanwhile(page)).toHaveText("Robin Roommate wrote meanwhile: “It was not”");
  await expect(note(page)).toHaveValue("All was well");
  await expect(note(robinsPage)).toHaveValue("It was not");
  await press(page, "Replace theirs");
  await expect(entry(page).getByRole("button", { name: "Save note" })).toBeFocused();
  await expect(note(robinsPage)).toHaveValue("All was well");

  await note(page).fill("All was very well");
  await note(robinsPage).fill("");
  await press(robinsPage, "Save note");
  await expect(meanwhile(page)).toHaveText("Robin Roommate took the note away meanwhile.");
  await press(page, "Save note");
  await expect(note(robinsPage)).toHaveValue("All was very well");
});

test("two notes too long together are put into the field", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const { id } = await addChore(person, {
    title: "Sweep",
    start_date: day(-3),
    share_with: [robin.email],
  });
  const live = joinedLive(page);
  await openDay(page, day(-1));
  await live;
  const note = entry(page).getByLabel("Note");
  const [mine, theirs] = ["M".repeat(300), "T".repeat(300)];
  await note.fill(mine);
  succeeded(await rpc(robin, "note_day", { task_id: id, day: day(-1), note: theirs }));
  await expect(note).toHaveAccessibleDescription(/300 of 500 characters, 601 with the other note/);
  await entry(page).getByRole("button", { name: "Keep both" }).click();
  await expect(note).toHaveValue(`${theirs}\n${mine}`);
  await expect(note).toBeFocused();
  await expect(page.getByTestId("announcer")).toHaveText("A note has at most 500 characters");
  await note.fill("Both of us were there");
  await entry(page).getByRole("button", { name: "Save note" }).click();
  await expect(entry(page)).toContainText("You wrote a note: “\u2068Both of us were there\u2069”");
});

test("the dialog of a task that goes closes with a word", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const { sweep, robinsPage } = await openBoth(page, person, openBrowserOf);
  const expectGone = async (each: Page, title: string, text: string) => {
    await expectToast(each, "success", title, text);
    await expect(each.getByRole("dialog")).toHaveCount(0);
    await expect(each.getByRole("heading", { name: "All Tasks" })).toBeFocused();
  };

  // Its owner ends the share: nothing disappears for them.
  const fields = { isShared: false };
  succeeded(await rpc(person, "update_task", { task_id: sweep.id, fields, share_with: [] }));
  await expectGone(robinsPage, "No Longer Shared", "Sweep is no longer shared with you.");
  await expect(page.getByRole("dialog", { name: "Task History: Sweep" })).toBeVisible();

  // They delete it on another device.
  succeeded(await rpc(person, "delete_task", { task_id: sweep.id }));
  await expectGone(page, "Task Deleted", "Sweep was deleted.");
});

test("what was read before it could be seen is read again", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, {
    title: "Sweep",
    start_date: day(-3),
    share_with: [robin.email],
  });
  const live = joinedLive(page);
  await openDay(page, day(-1));
  await live;
  await expect(entry(page)).toContainText("Missed");
  // PostgreSQL's answers to a session that does not see the commit yet: the day's events, the task's.
  let early = 0;
  await page.route(calls.events, (route) => {
    early += 1;
    return early <= 2 ? route.fulfill({ json: [] }) : route.continue();
  });
  await complete(robin, task, day(-1));
  const happened = entry(page).getByRole("list", { name: "On this day" });
  await expect(happened).toContainText("Robin Roommate");
  expect(early).toBeGreaterThan(2);
});
