import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { mailedInvitation } from "../tests/e2e/household-steps.ts";
import { newAddress, PASSWORD, rpc, succeeded } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { day, ZONE } from "../tests/support/day.ts";
import { inviteByMail, newDisplay, newHousehold } from "../tests/support/households.ts";
import { keepSession, newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import { table } from "./report.ts";

/** Counts the taps of the commonest deeds on a phone. */

/** A phone that counts taps; typing a text counts as one. */
class Phone {
  taps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator) {
    this.taps += 1;
    await target.click();
  }

  /** Types into the field with the focus, or taps it first. */
  async type(field: Locator, text: string) {
    const hasFocus = await field.evaluate((node) => node === document.activeElement);
    if (!hasFocus) await this.tap(field);
    this.taps += 1;
    await field.pressSequentially(text);
  }

  async choose(field: Locator, label: string) {
    this.taps += 2;
    await field.selectOption({ label });
  }

  async press(key: string) {
    this.taps += 1;
    await this.page.keyboard.press(key);
  }

  readonly button = (name: string | RegExp) =>
    this.page.getByRole("button", { name, exact: typeof name === "string" });
  readonly link = (name: string | RegExp) => this.page.getByRole("link", { name });
  /** Opens the menu of a task's row and chooses an item. */
  async fromMenu(title: string, line: string) {
    await this.tap(this.button(new RegExp(`^More for (the missed days of )?${title}`)));
    await this.tap(this.page.getByRole("menuitem", { name: line }));
  }
}

interface World {
  readonly mia: SignedInPerson;
  readonly household: string;
  readonly tablet: string;
}

interface Deed {
  readonly name: string;
  readonly most?: number;
  /** where it begins, as a path or address; by default Today */
  readonly from?: (world: World) => string | Promise<string>;
  /** in a signed-out browser */
  readonly isStranger?: boolean;
  readonly carryOut: (phone: Phone, world: World) => Promise<void>;
}

const addDaily = (mia: SignedInPerson, title: string, more: object = {}) =>
  addTask(mia, { category: "Home", title, start_date: day(0), repeat_value: "daily", ...more });

/** Mia's household of three with a task for each deed. */
async function newWorld(): Promise<World> {
  const mia = await newSignedInPerson("Mia Miller");
  const household = await newHousehold(mia, "Home", ["Tom", "Lina"]);
  const ours = { household_id: household };
  for (const title of ["Beds", "Cat", "Dishes", "Table"]) await addDaily(mia, title, ours);
  const bins = await addDaily(mia, "Bins", ours);
  succeeded(await rpc(mia, "complete_task", { task_id: bins.id, completed_date: day(0) }));
  const plants = { ...ours, start_date: day(0), repeat_value: "weekly" };
  await addDaily(mia, "Plants", plants);
  await addDaily(mia, "Windows", { ...plants, start_date: day(1) });
  await addDaily(mia, "Laundry", { ...ours, start_date: day(-4) });
  await addDaily(mia, "Stretch");
  await addDaily(mia, "Guitar");
  return { mia, household, tablet: `/display#${await newDisplay(mia, household)}` };
}

const row = (page: Page, section: string, title: string) =>
  page.getByRole("region", { name: section }).getByRole("listitem").filter({ hasText: title });

const deeds: readonly Deed[] = [
  {
    name: "add a task by line",
    carryOut: async (phone) => {
      await phone.tap(phone.button("Add Task"));
      await phone.type(
        phone.page.getByLabel("Add in one line"),
        "Descale the kettle every month @Kitchen",
      );
      await phone.press("Enter");
      await expect(row(phone.page, "Active", "Descale the kettle")).toBeVisible();
    },
  },
  {
    name: "add one by the form",
    carryOut: async (phone) => {
      await phone.tap(phone.button("Add Task"));
      await phone.type(phone.page.getByLabel("Category *"), "Kitchen");
      await phone.type(phone.page.getByLabel("Title *"), "Wipe the oven");
      await phone.press("Enter");
      await expect(row(phone.page, "Active", "Wipe the oven")).toBeVisible();
    },
  },
  {
    name: "tick",
    most: 1,
    carryOut: async (phone) => {
      await phone.tap(phone.button("Mark Beds as done"));
      await expect(row(phone.page, "Done", "Beds")).toBeVisible();
    },
  },
  {
    name: "undo",
    most: 1,
    carryOut: async (phone) => {
      await phone.tap(phone.button("Undo Beds"));
      await expect(row(phone.page, "Active", "Beds")).toBeVisible();
    },
  },
  {
    name: "say who did it",
    most: 3,
    carryOut: async (phone) => {
      await phone.fromMenu("Table", "Done by…");
      await phone.tap(phone.button("Lina"));
      await expect(row(phone.page, "Done", "Table")).toContainText("Lina");
    },
  },
  {
    name: "correct who did it",
    most: 3,
    carryOut: async (phone) => {
      await phone.fromMenu("Bins", "Done by…");
      await phone.tap(phone.button("Tom"));
      await expect(row(phone.page, "Done", "Bins")).toContainText("Tom");
    },
  },
  {
    name: "skip",
    carryOut: async (phone) => {
      await phone.fromMenu("Cat", "Skip");
      await expect(row(phone.page, "Done", "Cat")).toContainText("Skipped");
    },
  },
  {
    name: "put off to tomorrow",
    carryOut: async (phone) => {
      await phone.fromMenu("Plants", "Put off to tomorrow");
      await expect(row(phone.page, "Active", "Plants")).toHaveCount(0);
    },
  },
  {
    name: "catch up on all missed days of a task",
    most: 2,
    carryOut: async (phone) => {
      await phone.tap(phone.button(/^Catch up Laundry/));
      await phone.tap(phone.button("Tom"));
      await expect(row(phone.page, "Done", "Laundry")).toBeVisible();
    },
  },
  {
    name: "done early",
    carryOut: async (phone) => {
      const week = phone.page.getByLabel("Next seven days", { exact: true });
      await phone.tap(week.getByRole("button").first());
      await phone.tap(phone.button(/^Done now: Windows/));
      await expect(row(phone.page, "Done", "Windows")).toBeVisible();
    },
  },
  {
    name: "share a task with the household",
    carryOut: async (phone) => {
      await phone.fromMenu("Stretch", "Edit");
      await phone.choose(phone.page.getByLabel("Belongs to"), "Home");
      await phone.tap(phone.button("Save Task"));
      await expect(phone.page.getByText("Task Updated")).toBeVisible();
    },
  },
  {
    name: "share one by address",
    carryOut: async (phone) => {
      await phone.fromMenu("Guitar", "Edit");
      await phone.tap(phone.page.getByRole("switch", { name: "Shared" }));
      await phone.type(phone.page.getByLabel("Share with email"), newAddress("bob"));
      await phone.tap(phone.button("Save Task"));
      await expect(phone.page.getByText("Task Updated")).toBeVisible();
    },
  },
  {
    name: "“I am away”",
    most: 3,
    carryOut: async (phone) => {
      await phone.tap(phone.link(/^Home/));
      await phone.tap(phone.button("I am away"));
      await phone.tap(phone.button("Save"));
      await expect(phone.page.getByText(/^Away since/)).toBeVisible();
    },
  },
  {
    name: "a child did it, on the tablet",
    most: 2,
    isStranger: true,
    from: ({ tablet }) => tablet,
    carryOut: async (phone) => {
      await phone.tap(phone.button(/^Dishes/));
      await phone.tap(phone.button("Lina"));
      await expect(row(phone.page, "Done", "Dishes")).toContainText("Lina");
    },
  },
  {
    name: "a partner joins, by the link in a mail",
    // The mail, a name, the password's field, the password, Join.
    most: 5,
    isStranger: true,
    from: async ({ mia, household }) => {
      const address = newAddress("tom");
      await inviteByMail(mia, household, address);
      return mailedInvitation(address, 1);
    },
    carryOut: async (phone) => {
      // The tap in the mail, with which it begins.
      phone.taps += 1;
      const form = phone.page.getByRole("form", { name: "Sign Up" });
      await expect(form.getByLabel("Full Name")).toBeFocused();
      await phone.type(form.getByLabel("Full Name"), "Tom");
      await phone.type(form.getByLabel("Password"), PASSWORD);
      await phone.tap(form.getByRole("button", { name: "Join" }));
      await expect(phone.button("Mark Beds as done")).toBeVisible();
    },
  },
  {
    name: "see who does how much",
    carryOut: async (phone) => {
      await phone.tap(phone.link(/^Home/));
      await expect(
        phone.page.getByRole("heading", { name: /^Who does how much|^Shares/ }),
      ).toBeVisible();
    },
  },
  {
    name: "print labels",
    carryOut: async (phone) => {
      await phone.tap(phone.link(/^Home/));
      await phone.tap(phone.link("Tablet & labels"));
      await phone.tap(phone.link("Print labels"));
      await phone.page.evaluate(() =>
        Object.assign(window, { print: () => console.log("printed") }),
      );
      const printed = phone.page.waitForEvent("console", (one) => one.text() === "printed");
      await phone.tap(phone.button("Print"));
      await printed;
    },
  },
  {
    name: "a household away for a week",
    most: 3,
    carryOut: async (phone) => {
      await phone.tap(phone.link(/^Home/));
      await phone.tap(phone.button("We are away"));
      await phone.tap(phone.button("Save"));
      await expect(phone.button(/^We are back/)).toBeVisible();
    },
  },
  {
    name: "all of it back",
    carryOut: async (phone) => {
      await phone.tap(phone.link(/^Home/));
      await phone.tap(phone.button(/^We are back/));
      await expect(phone.page.getByText("Tasks are due as ever.")).toBeVisible();
    },
  },
];

async function openPhone(browser: Browser, appUrl: string, person: SignedInPerson | undefined) {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    timezoneId: ZONE,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  if (person) await keepSession(page, person.session);
  return page;
}

export async function measureTaps(browser: Browser, appUrl: string): Promise<string> {
  const world = await newWorld();
  const rows: string[][] = [];
  for (const { name, most, from, isStranger, carryOut } of deeds) {
    const page = await openPhone(browser, appUrl, isStranger ? undefined : world.mia);
    const phone = new Phone(page);
    await page.goto((await from?.(world)) ?? "/");
    const told = await carryOut(phone, world).then(
      () => String(phone.taps),
      (error: unknown) => `not possible: ${String(error).split("\n")[0]}`,
    );
    rows.push([name, told, most === undefined ? "" : `at most ${most}`]);
    await page.context().close();
  }
  return table(["deed", "taps", "target"], rows);
}
