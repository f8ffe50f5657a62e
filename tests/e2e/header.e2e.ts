import { expect, type Page } from "@playwright/test";
import { CUT_NETWORK, signedInTest as test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** The header keeps its column whatever the connection status says. */

/** Where the sign and Add Task end, in pixels from the left. */
async function edges(page: Page, sign: string) {
  const [said, add] = await Promise.all([
    page.getByText(sign, { exact: true }).boundingBox(),
    page.getByRole("button", { name: "Add Task" }).boundingBox(),
  ]);
  if (!said || !add) throw new Error("something of the header is missing");
  const overlap = said.x + said.width > add.x && said.y + said.height > add.y;
  return { sign: said.x + said.width, add: add.x + add.width, overlap };
}

async function expectInColumn(page: Page, sign: string) {
  await expect(page.getByText(sign, { exact: true })).toBeVisible();
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { sign: signEnds, add, overlap } = await edges(page, sign);
    expect.soft(overlap, `${sign} at ${width}`).toBe(false);
    // A page is 1064 px at most, its padding of 16 px included.
    const edge = (width + Math.min(width, 1064)) / 2 - 16;
    for (const end of [signEnds, add]) {
      expect.soft(end, `${sign} at ${width}`).toBeLessThanOrEqual(edge);
    }
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 568 });
    const { sign: signEnds } = await edges(page, sign);
    expect.soft(signEnds, `${sign} at ${width}`).toBeLessThanOrEqual(width - 16);
  }
}

test("the connection status does not push Add Task out of its column", async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  // A join that is never answered.
  await page.routeWebSocket(/realtime/, () => {});
  await openTab(page, "Today");
  await expectInColumn(page, "Reconnecting...");
  await context.setOffline(true);
  await expectInColumn(page, "Offline");
});
