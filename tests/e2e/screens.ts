import { expect, type Page } from "@playwright/test";
import { auth, createAccount } from "../support/actors.ts";
import { fullName } from "../support/day.ts";
import { mailedLink } from "../support/mailbox.ts";
import { openNewCalendar } from "./calendar-steps.ts";
import { day } from "./chores.ts";
import { labelAddress, newDisplayAddress } from "./display-steps.ts";
import { newAddress } from "./fixtures.ts";
import { chooseForPerson } from "./household-steps.ts";
import { mailScreens } from "./mail-screens.ts";
import {
  answer,
  calls,
  cut,
  item,
  openEditor,
  openHousehold,
  openNewTask,
  openRecord,
  openSettings,
  openTab,
  save,
  toast,
} from "./steps.ts";

/** All screens and dialogs, for checks of all of them and for the screenshots. */

export interface Screen {
  readonly name: string;
  readonly needs: "nobody" | "a new person" | "a busy person" | "an invited person" | "a keeper";
  readonly open: (page: Page) => Promise<unknown>;
}

const goTo = (path: string, text: string) => async (page: Page) => {
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
};

/** A dialog that one button there opens. */
const dialogOf =
  (open: Screen["open"], name: string | RegExp, role: "dialog" | "alertdialog" = "alertdialog") =>
  async (page: Page) => {
    await open(page);
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole(role)).toBeVisible();
  };
const openTasks = (page: Page) => openTab(page, "Tasks");

async function openNew(page: Page) {
  await openTab(page, "Tasks");
  await openNewTask(page);
}

async function openCustomRecurrence(page: Page) {
  await openNew(page);
  await page.getByLabel("Repeat").selectOption("custom");
  await page.getByLabel("Frequency").selectOption("monthly");
  await page.getByRole("checkbox", { name: "Tuesday" }).check();
}

async function tickWithoutNetwork(page: Page) {
  await cut(page, calls.complete);
  await openTab(page, "Today");
  await page
    .getByRole("button", { name: /^Mark .* as done/ })
    .first()
    .click();
  await expect(page.getByText("Not synced yet", { exact: true }).first()).toBeVisible();
}

const LINE =
  "Descale the kettle every 2 weeks on mon and thu from dec 1 2090 until dec 31 2090 @kitchen 🎂";

/** A new display that replaces the last one, as a household may have only a few. */
async function openNewDisplay(page: Page) {
  await openHousehold(page);
  await page.getByRole("link", { name: "Tablet & labels" }).click();
  const displays = page.getByRole("region", { name: "Kitchen tablet" });
  await expect(displays.getByRole("button", { name: "New tablet" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const revoke = displays.getByRole("button", { name: /^Disconnect / });
  if (await revoke.isVisible()) {
    await revoke.click();
    await expect(revoke).toHaveCount(0);
  }
  return newDisplayAddress(page);
}

async function openDisplay(page: Page) {
  await page.goto(await openNewDisplay(page));
  await expect(page.getByRole("button", { name: /^Bins/ })).toBeVisible();
}

async function openLabel(page: Page, title: string) {
  await openHousehold(page);
  await page.goto(await labelAddress(page, title));
}

/** Confirms an address by its mail, until this text is shown. */
async function openConfirmation(page: Page, text: string) {
  const email = newAddress("somebody-with-a-long-name");
  await createAccount({ email, confirmed: false });
  await auth(null, "POST", "resend", { type: "signup", email });
  await page.goto(await mailedLink(email));
  await page.getByRole("button", { name: "Confirm your e-mail address" }).click();
  await expect(page.getByText(text)).toBeVisible();
}

const SETTINGS = [
  ...(["profile", "dates", "mail", "notifications", "programs"] as const),
  ...(["people", "keyboard", "data", "account"] as const),
];

/** The screens that somebody with such needs can open, by their names. */
const screensFor = (needs: Screen["needs"], opens: Readonly<Record<string, Screen["open"]>>) =>
  Object.entries(opens).map(([name, open]): Screen => ({ name, needs, open }));

export const screens: readonly Screen[] = [
  ...screensFor("an invited person", {
    invitations: async (page) => {
      await openTab(page, "Today");
      await expect(page.getByRole("button", { name: /^Accept / })).toHaveCount(2);
    },
    block: dialogOf((page) => openTab(page, "Today"), /^Block Sam/),
    "sharing-decisions": async (page) => {
      await openSettings(page, "people");
      const left = page.getByRole("list", { name: "Tasks you left" });
      await expect(left.getByRole("listitem")).toHaveCount(2);
      await expect(page.getByRole("button", { name: /^Unblock / })).toBeVisible();
    },
  }),
  ...screensFor("a busy person", {
    "no-household": (page) => openHousehold(page, "Household"),
    "household-new": async (page) => {
      await openHousehold(page, "Household");
      await page.getByRole("button", { name: "New household" }).click();
      await expect(page.getByRole("group", { name: /everybody’s/ })).toBeVisible();
    },
    today: async (page) => {
      await openTab(page, "Today");
      await expect(
        page.getByRole("button", { name: /^Mark Sweep the hall.* as done/ }).first(),
      ).toBeVisible();
    },
    "today-more": async (page) => {
      await openTab(page, "Today");
      await page
        .getByRole("region", { name: /^Active/ })
        .getByRole("button", { name: /^More for (?!the missed days)/ })
        .first()
        .click();
      await expect(page.getByRole("menuitem", { name: "Skip" })).toBeVisible();
    },
    "today-done-earlier": async (page) => {
      await openTab(page, "Today");
      await item(page, "Sweep the hall").getByRole("link").first().click();
      await page.getByRole("button", { name: "Done earlier…" }).click();
      await page.getByLabel("Done on").fill(day(1));
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("That is still to come")).toBeVisible();
    },
    tasks: openTasks,
    "tasks-search": async (page) => {
      await openTasks(page);
      await page.getByLabel("Search tasks").fill("no such thing");
      await expect(page.getByText("Nothing found for")).toBeVisible();
    },
    "deleted-tasks": async (page) => {
      await openTasks(page);
      const remove = page.getByRole("button", { name: "Delete Pay the rent" });
      // Opened again for the same person, it is deleted already.
      if (await remove.isVisible()) {
        await remove.click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      }
      await page.getByRole("button", { name: "Recently deleted" }).click();
      await expect(page.getByRole("button", { name: "Bring back Pay the rent" })).toBeVisible();
    },
    "task-page": async (page) => {
      await openTasks(page);
      await page.getByRole("link", { name: "Sweep the hall" }).click();
      await expect(page.locator("tbody button")).toHaveCount(42);
      const events = page.getByRole("region", { name: "What happened" });
      await expect(events.locator("h3 + ul")).not.toHaveCount(0);
    },
    "tasks-finished": async (page) => {
      await openTasks(page);
      await page.getByRole("button", { name: /^Finished/ }).click();
      await expect(page.getByText("Done on")).toBeVisible();
    },
    "week-ahead": async (page) => {
      await openTab(page, "Today");
      const week = page.getByLabel("Next seven days", { exact: true });
      await expect(week).toBeVisible();
      // Beside Today, or above it, where a tap shows a day.
      const day = week.getByRole("button").first();
      if (await day.isVisible()) await day.click();
      await expect(week.getByRole("link").first()).toBeVisible();
    },
    record: async (page) => {
      await openRecord(page);
      await page
        .getByRole("gridcell", { name: /\d late/ })
        .first()
        .click();
      await expect(page.getByRole("region", { name: "Chosen day" })).toBeVisible();
      await expect(page.getByText("Done by").first()).toBeVisible();
    },
    "record-figure": async (page) => {
      await openRecord(page);
      // The loaded record moves the parts below it.
      await expect(page.getByRole("gridcell", { name: /\d late/ }).first()).toBeVisible();
      await page.getByText("All figures").click();
      await page.getByRole("button", { name: "Steady" }).click();
      await expect(page.getByRole("note", { name: "Steady" })).toBeVisible();
    },
    "year-review": async (page) => {
      await page.goto(`/record/${day(0).slice(0, 4)}`);
      await expect(page.getByRole("heading", { level: 1, name: /in review$/ })).toBeVisible();
      await expect(page.getByRole("grid")).toBeVisible();
    },
    about: (page) => openTab(page, "About"),
    settings: async (page) => {
      await openTab(page, "Today");
      await page.getByRole("link", { name: "Settings" }).click();
      await expect(page.getByRole("heading", { name: "Settings" })).toBeFocused();
    },
    ...Object.fromEntries(
      SETTINGS.map((name) => [`settings-${name}`, (page: Page) => openSettings(page, name)]),
    ),
    calendar: async (page) => {
      await openNewCalendar(page);
      await page.getByRole("switch", { name: "Only some categories" }).check();
      await expect(page.getByRole("switch", { name: "Plants" })).toBeVisible();
    },
    "calendar-renewal": dialogOf(openNewCalendar, "New calendar address"),
    "editor-new": async (page) => {
      await openNew(page);
      await page.getByLabel("Category *").click();
      await expect(page.getByRole("listbox")).toBeVisible();
    },
    "editor-line": async (page) => {
      await openNew(page);
      await page.getByLabel("Add in one line").fill(LINE);
      await expect(page.getByRole("list", { name: "Understood" })).toContainText(
        "Descale the kettle 🎂",
      );
    },
    "editor-line-asks": async (page) => {
      await openNew(page);
      await page.getByLabel("Add in one line").fill("Gym 3x a week");
      await expect(page.getByRole("group", { name: "How often?" })).toBeVisible();
    },
    "record-failed": async (page) => {
      await cut(page, calls.record);
      await page.goto("/record");
      await expect(page.getByText("The record could not be loaded.")).toBeVisible();
    },
    "editor-line-hostile": async (page) => {
      await openNew(page);
      const words = ["להוציא את הזבל", "קטגוריה".repeat(6), "W".repeat(100), "word ".repeat(90)];
      const line = `${words[0]} every thu #${words[1]} ${words[2]} ${words[3]}`;
      await page.getByLabel("Add in one line").fill(line.slice(0, 500));
      await expect(page.getByRole("list", { name: "Understood" })).toBeVisible();
    },
    "editor-wrong": async (page) => {
      await openNew(page);
      await page.getByLabel("End date").fill(day(-1));
      await save(page);
      await expect(toast(page, "Validation Error")).toBeVisible();
    },
    "editor-edit": async (page) => {
      await openEditor(page, "Sweep the hall");
      await expect(page.getByRole("list", { name: "Shared with" })).toBeVisible();
    },
    "editor-rule": async (page) => {
      await openEditor(page, "Read the meter");
      await expect(page.getByRole("button", { name: "Change rule" })).toBeVisible();
    },
    "schedule-change": async (page) => {
      await openEditor(page, "Sweep the hall");
      await page.getByLabel("Start date").fill(day(-60));
      await page.getByLabel("Repeat").selectOption("monthly");
      await save(page);
      await expect(page.getByRole("alertdialog").getByLabel("Before")).toBeVisible();
    },
    "schedule-changed": async (page) => {
      await openEditor(page, "Sweep the hall");
      const end = page.getByLabel("End date", { exact: true });
      // Changes each time that it is opened.
      await end.fill((await end.inputValue()) === day(300) ? day(400) : day(300));
      await save(page);
      await page.getByRole("button", { name: "For the past too" }).click();
      await expect(toast(page, "Task Updated")).toBeVisible();
      await openTasks(page);
      await page.getByRole("link", { name: "Sweep the hall" }).click();
      await expect(page.getByRole("button", { name: "Undo the schedule change" })).toBeVisible();
    },
    "stop-sharing": async (page) => {
      await openEditor(page, "Sweep the hall");
      await page.getByRole("switch", { name: "Shared" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    discard: async (page) => {
      await openEditor(page, "Sweep the hall");
      await page.getByLabel("Title *").fill("Mop");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    "custom-recurrence": openCustomRecurrence,
    "custom-recurrence-more": async (page) => {
      await openEditor(page, "Read the meter");
      await page.getByRole("button", { name: "Change rule" }).click();
      await expect(page.getByRole("list", { name: "Also in this rule" })).toBeVisible();
    },
    history: async (page) => {
      await dialogOf(openTasks, "See History", "dialog")(page);
      await expect(page.locator("tbody button")).toHaveCount(42);
    },
    "history-day": async (page) => {
      await openTasks(page);
      await item(page, "Sweep the hall").getByRole("button", { name: "See History" }).click();
      const entry = page.getByRole("region", { name: "Chosen day" });
      await expect(entry.getByRole("list", { name: "On this day" })).toContainText("created it");
      await expect(entry.getByRole("group", { name: /^Actions for/ })).toBeVisible();
    },
    "earlier-this-week": async (page) => {
      await openTab(page, "Today");
      await page.getByRole("button", { name: "Earlier this week" }).click();
      const earlier = page.getByRole("list", { name: "Earlier this week" });
      await expect(
        earlier.getByRole("button", { name: /^Undo Sweep the hall/ }).first(),
      ).toBeVisible();
    },
    delete: dialogOf(openTasks, "Delete Sweep the hall"),
    leave: dialogOf(openTasks, "Leave Walk the dog"),
    // Waiting changes stay on the device, so these are the last screens of this person.
    waits: tickWithoutNetwork,
    "sign-out-asks": async (page) => {
      await tickWithoutNetwork(page);
      await openTab(page, "About");
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("alertdialog")).toContainText(/\d unsynced changes?/);
    },
    untaken: async (page) => {
      await tickWithoutNetwork(page);
      await answer(page, calls.complete, 404, { code: "PT404", message: "TASK_NOT_FOUND" });
      await openTab(page, "Today");
      const untaken = page.getByRole("region", { name: "While you were offline" });
      await expect(untaken.getByRole("listitem").first()).toBeVisible();
    },
  }),
  ...screensFor("a new person", {
    "first-run": async (page) => {
      await openTab(page, "Today");
      await expect(page.getByRole("region", { name: "Set up your household" })).toBeVisible();
    },
    "first-run-who": async (page) => {
      await openTab(page, "Today");
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByLabel("Name 1").fill("Carol");
      await page.getByRole("button", { name: "Another person" }).click();
      await page.getByLabel("Email 2").fill(newAddress("bob"));
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByText("Required")).toBeVisible();
    },
    "first-run-chores": async (page) => {
      await openTab(page, "Today");
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByRole("button", { name: "Skip" }).click();
      await expect(page.getByRole("checkbox", { name: "Do the dishes" })).toBeVisible();
    },
    "confirm-other": (page) => openConfirmation(page, "You are signed in as"),
    "today-empty": (page) => openTab(page, "Today"),
    "tasks-empty": openTasks,
    shortcuts: async (page) => {
      await openTab(page, "Today");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  }),
  ...screensFor("a keeper", {
    household: async (page) => {
      await openHousehold(page);
      await expect(page.getByRole("list", { name: "Open invitations" })).toBeVisible();
    },
    "household-person": async (page) => {
      await openHousehold(page);
      await chooseForPerson(page, "Carol", "Edit");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
    "household-person-menu": async (page) => {
      await openHousehold(page);
      await page.getByRole("button", { name: "More for Dan" }).click();
      await expect(page.getByRole("menuitem", { name: "Invite" })).toBeVisible();
    },
    "household-invite": async (page) => {
      await openHousehold(page);
      await chooseForPerson(page, "Dan", "Invite");
      await page.getByRole("button", { name: "Make a link" }).click();
      await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
    },
    "household-invite-by-mail": async (page) => {
      await openHousehold(page);
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await expect(page.getByText("Required")).toBeVisible();
    },
    "household-display": async (page) => {
      await openNewDisplay(page);
    },
    "household-new-labels": async (page) => {
      await openHousehold(page);
      await page.getByRole("link", { name: "Tablet & labels" }).click();
      await page.getByRole("button", { name: "Disconnect printed labels" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    "household-labels": async (page) => {
      await openHousehold(page);
      await page.getByRole("link", { name: "Tablet & labels" }).click();
      await page.getByRole("link", { name: "Print labels" }).click();
      const labels = page.getByRole("list", { name: "Labels" });
      await expect(labels.getByRole("listitem")).toHaveCount(3);
    },
    display: openDisplay,
    "display-who": async (page) => {
      await openDisplay(page);
      await page.getByRole("button", { name: /^Bins/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Several people" }).click();
      await dialog.getByRole("button", { name: /^Carol/ }).click();
      await expect(dialog.getByRole("button", { name: "Done" })).toBeEnabled();
    },
    label: async (page) => {
      await openLabel(page, "Plants");
      await expect(page.getByRole("button", { name: /^Done, as Petra/ })).toBeVisible();
    },
    "label-done": async (page) => {
      await openLabel(page, "Dishes");
      await expect(page.getByText("Done today by")).toBeVisible();
    },
    "household-delete": dialogOf(openHousehold, "Delete household"),
    "household-link-that-is-gone": goTo("/join#nothing", "This link no longer works"),
    "turns-editor": async (page) => {
      await openEditor(page, "Plants");
      await page.getByRole("radio", { name: "Taking turns" }).check();
      await expect(page.getByText("Next turns:")).toBeVisible();
    },
    "turns-one-person": async (page) => {
      await openEditor(page, "Plants");
      await expect(page.getByRole("group", { name: "Whose it is" })).toBeVisible();
    },
    "turns-schedule-change": async (page) => {
      await openEditor(page, "Plants");
      await page.getByRole("radio", { name: "Anybody" }).check();
      await save(page);
      await expect(page.getByRole("alertdialog")).toContainText("The turns change.");
    },
    "turns-give": async (page) => {
      await openTab(page, "Today");
      await expect(page.getByRole("list", { name: "Asked of you" })).toBeVisible();
      await page.getByRole("button", { name: /^More for Bins/ }).click();
      await page.getByRole("menuitem", { name: /turn/ }).click();
      await page.getByRole("button", { name: "Give to…" }).click();
      await expect(page.getByRole("group", { name: "To whom" })).toBeVisible();
    },
    "turns-mine": async (page) => {
      await openTab(page, "Today");
      await page.getByRole("radio", { name: "Mine" }).check({ force: true });
      await expect(page.getByText("elsewhere")).toBeVisible();
    },
    "turns-task-page": async (page) => {
      await openTasks(page);
      await page.getByRole("link", { name: /^Bins/ }).click();
      await expect(page.getByRole("list", { name: "Next turns" })).toBeVisible();
    },
    "turns-week": async (page) => {
      await openTab(page, "Today");
      const week = page.getByLabel("Next seven days", { exact: true });
      await expect(week).toBeVisible();
      const day = week.getByRole("button").first();
      if (await day.isVisible()) await day.click();
      await expect(week.getByRole("img", { name: /turn$/ }).first()).toBeVisible();
    },
    "household-away": async (page) => {
      await openHousehold(page);
      await expect(page.getByRole("list", { name: "People" })).toContainText("Dan");
      await page.getByRole("button", { name: "I am away" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("From", { exact: true }).fill(day(-1));
      await dialog.getByLabel("Until", { exact: true }).fill(day(-2));
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The end is before the start")).toBeVisible();
    },
    "household-correct": async (page) => {
      await openTasks(page);
      await item(page, "Dishes").getByRole("button", { name: "See History" }).click();
      await page.getByRole("button", { name: "Correct…" }).click();
      await expect(page.getByRole("form", { name: "Correct" })).toBeVisible();
    },
    "household-catch-up": async (page) => {
      await openTab(page, "Today");
      await page.getByRole("button", { name: /^Catch up Plants/ }).click();
      await expect(page.getByRole("dialog")).toContainText("Who did Plants");
    },
    "household-tasks": openTasks,
    "household-task-page": async (page) => {
      await openTasks(page);
      await page.getByRole("link", { name: /^Dishes/ }).click();
      await expect(page.getByRole("list", { name: "People" })).toContainText("once");
    },
    "task-page-days": async (page) => {
      await openTasks(page);
      await page.getByRole("link", { name: /^Dishes/ }).click();
      await page.getByRole("button", { name: fullName(day(0)) }).click();
      await expect(page.getByRole("region", { name: "Chosen day" })).toBeVisible();
      await page.getByRole("button", { name: /^Change / }).click();
      await expect(page.getByRole("region", { name: /^Day of / })).toBeVisible();
    },
    "record-of-a-household": async (page) => {
      await openHousehold(page);
      await page.getByRole("link", { name: "Record" }).click();
      await expect(page.getByRole("grid")).toBeVisible();
    },
  }),
  ...screensFor("nobody", {
    "join-link-that-is-over": goTo("/join#token", "no longer works"),
    "sign-in": goTo("/", "Forgot Password?"),
    "sign-up": async (page) => {
      await page.goto("/");
      await page.getByRole("tab", { name: "Sign Up" }).click();
      await page.getByRole("button", { name: "Sign Up" }).click();
      await expect(page.getByText("Required").first()).toBeVisible();
    },
    "forgot-password": dialogOf(goTo("/", "Forgot Password?"), "Forgot Password?", "dialog"),
    "set-new-password": goTo("/reset-password", "Set New Password"),
    confirm: goTo(
      `/confirm?token_hash=${"a".repeat(56)}&type=signup`,
      "Confirm your e-mail address",
    ),
    "confirm-used": goTo("/confirm", "This link did not work"),
    confirmed: (page) => openConfirmation(page, "Sign in to see your board."),
    "new-password-for": async (page) => {
      const email = newAddress("somebody-with-a-long-name");
      await createAccount({ email });
      await auth(null, "POST", "recover", { email });
      await page.goto(await mailedLink(email));
      await page.getByRole("button", { name: "Set a new password" }).click();
      await page.getByLabel("New password").fill("123456");
      await page.getByRole("button", { name: "Set New Password" }).click();
      await expect(page.getByText("Use at least 8 characters")).toBeVisible();
    },
    "link-expired": goTo(
      "/#error=access_denied&error_code=otp_expired",
      "This link no longer works",
    ),
    "reset-link-expired": goTo(
      "/reset-password#error=access_denied&error_code=otp_expired",
      "This link no longer works",
    ),
    "not-found": goTo("/no/such/page", "Oops! Page not found"),
    "error-fallback": async (page) => {
      await cut(page, "**/assets/not-found-*.js");
      await goTo("/no/such/page", "Something went wrong")(page);
    },
  }),
  // The last of these signs somebody in.
  ...mailScreens,
];
