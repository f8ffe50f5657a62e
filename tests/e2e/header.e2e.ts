import { expect, type Page } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { CUT_NETWORK, test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** The header keeps its column whatever the connection status, and nothing in it covers anything. */

/** The right edges of the sign and Add Task, in pixels from the left. */
async function edges(page: Page, sign: string) {
  const [said, add] = await Promise.all([
    page.getByText(sign, { exact: true }).boundingBox(),
    page.getByRole("button", { name: "Add Task" }).boundingBox(),
  ]);
  if (!said || !add) throw new Error("something of the header is missing");
  return { sign: said.x + said.width, add: add.x + add.width };
}

/** The parts of the header that cover one another. */
const covering = (page: Page) =>
  page.locator("header :is(a, button, [role=tab], [role=status] > span)").evaluateAll((parts) => {
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const cover = (one: DOMRect, { left, right, top, bottom }: DOMRect) =>
      left < one.right && one.left < right && top < one.bottom && one.top < bottom;
    return parts
      .filter((_, at) => boxes.some((box, other) => other !== at && cover(boxes[at] ?? box, box)))
      .map((part) => part.textContent);
  });

async function expectInColumn(page: Page, sign: string) {
  await expect(page.getByText(sign, { exact: true })).toBeVisible();
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await covering(page), `${sign} at ${width}`).toEqual([]);
    const { sign: signEnds, add } = await edges(page, sign);
    // A page is at most 1064 px wide, including its padding of 16 px.
    const edge = (width + Math.min(width, 1064)) / 2 - 16;
    for (const end of [signEnds, add]) {
      expect.soft(end, `${sign} at ${width}`).toBeLessThanOrEqual(edge);
    }
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 568 });
    expect.soft(await covering(page), `${sign} at ${width}`).toEqual([]);
    const { sign: signEnds } = await edges(page, sign);
    expect.soft(signEnds, `${sign} at ${width}`).toBeLessThanOrEqual(width - 16);
  }
}

test("the status keeps Add Task in its column", async ({ page, person, context, expectErrors }) => {
  expectErrors(CUT_NETWORK);
  await newHousehold(person, "Donaudampfschifffahrtsgesellschaft", ["Carol", "Dan", "Eve"]);
  await openTab(page, "Today");
  await expect(page.getByRole("link", { name: /^Donau/ })).toBeVisible();
  await context.setOffline(true);
  await expectInColumn(page, "Offline");
});

test("the household's name keeps its room where letters are of twice the size", async ({
  page,
  person,
}) => {
  await newHousehold(person, "Home", ["Carol", "Dan", "Eve"]);
  await page.setViewportSize({ width: 1024, height: 768 });
  const settings = await page.context().newCDPSession(page);
  await settings.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await openTab(page, "Today");
  const name = page.getByRole("link", { name: "Home" }).getByText("Home");
  await expect(name).toBeVisible();
  await expect(name).toBeInViewport({ ratio: 1 });
  expect(await covering(page)).toEqual([]);
});
