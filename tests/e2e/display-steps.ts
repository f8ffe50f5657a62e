import { expect, type Page } from "@playwright/test";

const openTablets = (page: Page) => page.getByRole("link", { name: "Tablet & labels" }).click();

/** Makes a display of the household on the open page; resolves to its address. */
export async function newDisplayAddress(page: Page): Promise<string> {
  await openTablets(page);
  await page.getByRole("button", { name: "New tablet" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/display#.{43}$/);
  return link.inputValue();
}

/** The address on a task's label, in the household on the open page. */
export async function labelAddress(page: Page, title: string): Promise<string> {
  const answered = page.waitForResponse(/rpc\/print_labels/);
  await openTablets(page);
  await page.getByRole("link", { name: "Print labels" }).click();
  const tokens = Object.values((await (await answered).json()) as Record<string, string>);
  const items = page.getByRole("list", { name: "Labels" }).getByRole("listitem");
  await expect(items).toHaveCount(tokens.length);
  const place = (await items.allInnerTexts()).findIndex((text) => text.startsWith(title));
  const code = items.nth(place).locator("img");
  // A camera's content is in the drawing: the one token whose code it is.
  const drawn = await code.getAttribute("src");
  const { renderSVG } = await import("uqr");
  const address = tokens
    .map((token) => `${new URL(page.url()).origin}/label#${token}`)
    .find((one) => drawn?.endsWith(encodeURIComponent(renderSVG(one, { border: 2 }))));
  if (address === undefined) throw new Error(`no label of ${title}`);
  return address;
}

/** Answers who did the tapped task: one person with a tap, several one after another. */
export async function answerWho(page: Page, ...names: string[]) {
  const dialog = page.getByRole("dialog");
  const isOne = names.length === 1;
  if (!isOne) await dialog.getByRole("button", { name: "Several people" }).click();
  for (const name of names) await dialog.getByRole("button", { name, exact: true }).click();
  if (!isOne) await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}
