import { randomUUID } from "node:crypto";
import {
  type Browser,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from "@playwright/test";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink } from "../support/mailbox.ts";

interface Fixtures {
  /** Opens a further person's browser: a context of its own, with its own storage. */
  openBrowser: (options?: Parameters<Browser["newContext"]>[0]) => Promise<Page>;
  /** Texts of console errors that a test expects, such as those of a network it cut itself. */
  expectedErrors: RegExp[];
}

/** Every page of a test is watched: an unexpected console error or page error fails the test. */
export const test = base.extend<Fixtures & { watch: (page: Page) => void }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  expectedErrors: async ({}, use) => use([]),
  watch: async ({ expectedErrors }, use) => {
    const problems: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) problems.push(text);
    };
    await use((page) => {
      page.on("console", (message: ConsoleMessage) => {
        if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => note(String(error)));
    });
    expect(problems, "unexpected errors in the console").toEqual([]);
  },
  page: async ({ page, watch }, use) => {
    watch(page);
    await use(page);
  },
  openBrowser: async ({ browser, watch }, use) => {
    const contexts: Awaited<ReturnType<Browser["newContext"]>>[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      watch(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** An address that no other test uses. */
export const newAddress = (name = "person") => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Signs up through the form and follows the link of the confirmation mail. */
export async function signUp(
  page: Page,
  person: { name: string; email: string; password: string },
): Promise<void> {
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const panel = page.getByRole("tabpanel", { name: "Sign Up" });
  await panel.getByLabel("Full Name").fill(person.name);
  await panel.getByLabel("Email").fill(person.email);
  await panel.getByLabel("Password").fill(person.password);
  await panel.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Account Created!")).toBeVisible();
  await page.goto(await mailedLink(person.email));
}

/** The link of the newest mail to an address, once it has come. */
export async function mailedLink(address: string): Promise<string> {
  const { mailUrl } = stackUnderTest();
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        link = await findMailedLink(mailUrl, address);
        return link;
      },
      { message: `a mail to ${address}` },
    )
    .toBeTruthy();
  return link as string;
}

/** A section of the Today tab. */
export const section = (page: Page, name: "Active" | "Done" | "Overdue") =>
  page.getByRole("region", { name: new RegExp(`^${name}`) });
