import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore, complete } from "./chores.ts";
import { CUT_NETWORK, section, test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** The connection status, and changes missed without a connection. */

/** A proxy between the page and Realtime. */
interface LiveLine {
  /** how many connections the page has made */
  readonly count: () => number;
  /** how often the page was told that it is live */
  readonly liveCount: () => number;
  /** Cuts the connection, and new ones until `mend`. */
  cut(): Promise<void>;
  mend(): void;
}

async function tapLiveLine(page: Page): Promise<LiveLine> {
  let isCut = false;
  let liveCount = 0;
  const routes: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, async (route) => {
    routes.push(route);
    if (isCut) {
      await route.close();
      return;
    }
    const server = route.connectToServer();
    server.onMessage((message) => {
      route.send(message);
      if (/"system".*"status":"ok"/.test(String(message))) liveCount += 1;
    });
  });
  return {
    count: () => routes.length,
    liveCount: () => liveCount,
    cut: async () => {
      isCut = true;
      await routes.at(-1)?.close();
    },
    mend: () => {
      isCut = false;
    },
  };
}

const sign = (page: Page) => page.getByRole("banner").getByRole("status");

/** Records every text of the sign from now on. */
async function recordSign(page: Page): Promise<() => Promise<string[]>> {
  await sign(page).evaluate((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent ?? "")).observe(element, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    Object.assign(window, { rotaSignTexts: texts });
  });
  return () =>
    page.evaluate(() => (window as unknown as { rotaSignTexts: string[] }).rotaSignTexts);
}

test("a page that loads and a connection back at once say nothing", async ({ page, person }) => {
  const line = await tapLiveLine(page);
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expect(sign(page)).toHaveText("");
  const said = await recordSign(page);
  await expect.poll(line.liveCount).toBe(1);
  await line.cut();
  line.mend();
  await complete(robin, task);
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Robin Roommate");
  await expect.poll(line.count).toBe(2);
  expect(await said()).toEqual([]);
});

test("a lost connection is told until it is back", { tag: "@first" }, async ({ page, person }) => {
  const line = await tapLiveLine(page);
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect.poll(line.liveCount).toBe(1);
  await line.cut();
  await expect(sign(page)).toHaveText("Reconnecting...");
  // Pages opened in the meantime also say so.
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(sign(page)).toHaveText("Reconnecting...");
  await page.goBack();
  await complete(person, task);
  line.mend();
  await expect(sign(page)).toHaveText("");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});

test("a device says at once that it is offline", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  const said = await recordSign(page);
  await context.setOffline(true);
  await expect(sign(page)).toHaveText("Offline");
  await complete(person, task);
  await context.setOffline(false);
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expect(sign(page)).toHaveText("");
  // Straight back: no "Reconnecting..." in between.
  expect(await said()).toEqual(["Offline", ""]);
});
