import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type AppHost, startAppHost } from "../support/app-host.ts";
import { ZONE } from "../support/day.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { section } from "./fixtures.ts";
import { expectStatus, isKept } from "./offline-steps.ts";
import { item, toast } from "./steps.ts";

/** The app on a device while its host gets another build, or is gone. */

interface Fixtures {
  host: AppHost;
  somebody: SignedInPerson;
  device: BrowserContext;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  host: async ({}, use) => {
    const host = await startAppHost();
    await use(host);
    await host.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  somebody: async ({}, use) => use(await newSignedInPerson("Petra Person")),
  device: async ({ browser, host, somebody }, use) => {
    const session = [{ name: "rota.session", value: JSON.stringify(somebody.session) }];
    const context = await browser.newContext({
      baseURL: host.url,
      timezoneId: ZONE,
      serviceWorkers: "allow",
      storageState: { cookies: [], origins: [{ origin: host.url, localStorage: session }] },
    });
    await use(context);
    await context.close();
  },
});

const expectBuild = (page: Page, build: number) =>
  expect(page.locator("html")).toHaveAttribute("data-build", `${build}`);

/** The state of the newest build's worker. */
const newestWorker = (device: BrowserContext) =>
  device
    .serviceWorkers()
    .at(-1)
    ?.evaluate(() => (self as unknown as { serviceWorker: ServiceWorker }).serviceWorker.state);

async function openKept(device: BrowserContext): Promise<Page> {
  const page = await device.newPage();
  await page.goto("/");
  await isKept(page);
  return page;
}

test("without host and network, the app opens anywhere", async ({ host, device, somebody }) => {
  const { id } = await addChore(somebody, { title: "Sweep" });
  const page = await openKept(device);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await page.close();
  await host.stop();
  await device.setOffline(true);
  const cold = await device.newPage();
  for (const path of ["/", `/task/${id}`, "/settings", "/#tasks"]) {
    await cold.goto(path);
    await expect(cold.getByRole("heading", { level: 1 })).toBeVisible();
    await expectStatus(cold, "Offline");
  }
  await expect(cold.getByText("Sweep").first()).toBeVisible();
  // The worker doesn't answer for the server's own addresses.
  await expect(cold.goto("/functions/v1/calendar")).rejects.toThrow(/ERR_/);
});

test("a new build says so, and takes over when it is told to", async ({ host, device }) => {
  const page = await openKept(device);
  await expectBuild(page, 1);
  host.deploy(2);
  await page.reload();
  await expect(toast(page, "Update available")).toContainText("Reload to use it.");
  await page.reload();
  await expectBuild(page, 1);
  await toast(page, "Update available").getByRole("button", { name: "Reload" }).click();
  await expectBuild(page, 2);
});

test("a cold start has the new build, and what waited", async ({ host, device, somebody }) => {
  await addChore(somebody, { title: "Sweep" });
  const page = await openKept(device);
  await device.setOffline(true);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectStatus(page, "Offline: 1 unsynced change");
  await device.route(/\/rest\/v1\//, (route) => route.abort());
  await device.setOffline(false);
  host.deploy(2);
  await page.reload();
  await expect(toast(page, "Update available")).toBeVisible();
  await page.close();
  // A browser forgets a page a moment after it was closed.
  await expect.poll(() => newestWorker(device)).toBe("activated");
  const cold = await device.newPage();
  await cold.goto("/");
  await expectBuild(cold, 2);
  await expect(item(section(cold, "Done"), "Sweep")).toContainText("Not synced yet");
  await device.unroute(/\/rest\/v1\//);
  await cold.reload();
  await expect(item(section(cold, "Done"), "Sweep")).not.toContainText("Not synced yet");
  await expect(item(section(cold, "Done"), "Sweep")).toBeVisible();
});

test("signed out, it opens offline at the sign-in screen, empty", async ({
  host,
  device,
  somebody,
}) => {
  await addChore(somebody, { title: "Sweep" });
  const page = await openKept(device);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  const form = page.getByRole("form", { name: "Sign In" });
  await expect(form).toBeVisible();
  await host.stop();
  await device.setOffline(true);
  await page.goto("/");
  await form.getByLabel("Email").fill(somebody.email);
  await form.getByLabel("Password").fill("what it was");
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(page.locator("[data-toast=error]")).toBeVisible();
  await expect(page.getByText("Sweep")).toHaveCount(0);
});
