import { randomUUID } from "node:crypto";
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from "@playwright/test";
import { ZONE } from "../support/day.ts";
import { appUrl, stackUnderTest } from "../support/environment.ts";
import { mailedLink } from "../support/mailbox.ts";
import { keepSession, newSignedInPerson, type SignedInPerson } from "../support/people.ts";

interface Fixtures {
  /** Opens another person's browser context, with separate storage. */
  openBrowser: (options?: Parameters<Browser["newContext"]>[0]) => Promise<Page>;
  /** Another person's browser with their session; nothing is open yet. */
  openBrowserOf: (person: SignedInPerson) => Promise<Page>;
  /** A new person, whose session the test's page has; nothing is open yet. */
  person: SignedInPerson;
  /** Allows console errors, such as those of a network that the test cuts. */
  expectErrors: (...patterns: RegExp[]) => void;
}

/** The browser's own errors for requests that the test made fail. */
export const CUT_NETWORK = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/;
export const REFUSED = (status: number) => new RegExp(`status of ${status}`);

/** The app and its backend; no page may ask anyone else (the CSP says the same). */
function isOurs(url: string): boolean {
  const { host, protocol } = new URL(url);
  const ours = [appUrl(), stackUnderTest().apiUrl].map((address) => new URL(address).host);
  return protocol === "data:" || protocol === "blob:" || ours.includes(host);
}

/** Stops watching the pages of a finished test and closes them, which ends their pending requests. */
const closePages = (watched: Page[]) =>
  Promise.all(
    watched.splice(0).map(async (page) => {
      if (page.isClosed()) return;
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.close();
    }),
  );

interface Watching {
  watch: (page: Page) => void;
  watched: Page[];
  expected: RegExp[];
}

/** An unexpected console error, a page error or a request to a third party fails the test. */
export const test = base.extend<Fixtures & Watching>({
  timezoneId: ZONE,
  // In the first tier nothing moves, so that results don't depend on the progress of an animation.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  reducedMotion: async ({}, use, { tags }) =>
    use(tags.includes("@first") ? "reduce" : "no-preference"),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  expected: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  watched: async ({}, use) => use([]),
  expectErrors: async ({ expected }, use) => use((...patterns) => void expected.push(...patterns)),
  watch: async ({ expected, watched }, use) => {
    const problems: string[] = [];
    const note = (page: Page, text: string) => {
      if (watched.includes(page) && !expected.some((pattern) => pattern.test(text)))
        problems.push(text);
    };
    const noteRequest = (url: string) => {
      if (!isOurs(url)) problems.push(`request to a third party: ${url}`);
    };
    await use((page) => {
      watched.push(page);
      page.on("console", (message: ConsoleMessage) => {
        if (message.type() === "error") note(page, `${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => note(page, String(error)));
      // The console doesn't tell why a caller was refused.
      page.on("response", async (response) => {
        if (response.status() !== 401) return;
        const { authorization = "" } = response.request().headers();
        const reason = await response.text().catch(String);
        note(page, `status of 401 for ${authorization.slice(0, 24)}: ${reason}`);
      });
      page.on("request", (request) => noteRequest(request.url()));
      page.on("websocket", (socket) => noteRequest(socket.url()));
    });
    expect(problems, "unexpected errors in the console").toEqual([]);
  },
  page: async ({ page, watch, watched }, use) => {
    watch(page);
    await use(page);
    await closePages(watched);
  },
  person: async ({ page }, use) => {
    const person = await newSignedInPerson("Petra Person");
    await keepSession(page, person.session);
    await use(person);
  },
  openBrowser: async ({ browser, watch, watched }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      watch(page);
      return page;
    });
    await closePages(watched);
    await Promise.all(contexts.map((context) => context.close()));
  },
  openBrowserOf: async ({ openBrowser }, use) => {
    await use(async (person) => {
      const page = await openBrowser();
      await keepSession(page, person.session);
      return page;
    });
  },
});

/** The same with `person` signed in, even if a test doesn't use it. */
export const signedInTest = test.extend<{ signedIn: undefined }>({
  signedIn: [({ person: _ }, use) => use(undefined), { auto: true }],
});

/** An address that no other test uses. */
export const newAddress = (name = "person") => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Signs up through the form, confirms the address by the mail, and signs in. */
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
  await page.getByRole("button", { name: "Confirm your e-mail address" }).click();
  const form = page.getByRole("form", { name: "Sign In" });
  await expect(form.getByLabel("Email")).toHaveValue(person.email);
  await form.getByLabel("Password").fill(person.password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

/** A section of the Today tab. */
export const section = (page: Page, name: "Active" | "Done" | "Overdue") =>
  page.getByRole("region", { name: new RegExp(`^${name}`) });
