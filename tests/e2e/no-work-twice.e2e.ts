import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { newFriend } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { item, openTab, rowsMove } from "./steps.ts";

/** The app asks the backend for nothing, and writes nothing into the page, that it has already. */

/** Every request to the backend, as its path and body. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === stackUnderTest().apiUrl) requests.push(`${pathname} ${request.postData()}`);
  });
  return requests;
}

test("one call reads everything; later ones ask what has changed", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  // Whoever has none stores their browser's at their first visit.
  await sql("update public.profiles set date_style = 'mdy-12-sun', language = 'en' where id = $1", [
    person.id,
  ]);
  const requests = recordRequests(page);
  const unchanged = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("known_digest")),
  );
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // The live channel was joined after that; messages in between might have been missed.
  expect(Object.keys(await (await unchanged).json())).not.toContain("tasks");
  expect(requests).toEqual([
    "/rest/v1/rpc/list_tasks {}",
    expect.stringMatching(
      /^\/rest\/v1\/rpc\/list_tasks {"known_digest":"[0-9a-f]{32}\.[A-Za-z0-9+/]{43}="}$/,
    ),
  ]);

  for (const name of ["Tasks", "About", "Today"] as const) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // About may have asked for the deleted households by then.
  const others = requests.slice(2).filter((request) => request !== "/rest/v1/households null");
  expect(others).toEqual([]);
});

/** The titles of rows and cards that changed, but for style, since the returned function's last call. */
async function recordChanges(page: Page): Promise<() => Promise<string[]>> {
  const changed = await page.evaluateHandle(() => {
    const titles = new Set<string>();
    const note = (node: Node | null | undefined) => {
      const title = node instanceof HTMLLIElement && node.querySelector("[dir=auto]")?.textContent;
      if (title) titles.add(title);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        for (const node of [...addedNodes, ...removedNodes]) {
          note(node);
          if (node instanceof Element) node.querySelectorAll("li").forEach(note);
        }
        const element = target instanceof Element ? target : target.parentElement;
        note(element?.closest("li"));
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    return titles;
  });
  return () =>
    changed.evaluate((titles) => {
      const all = [...titles].sort();
      titles.clear();
      return all;
    });
}

test("a change touches the row and card of its task, and no other", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const [, dust, polish] = await Promise.all(
    ["Sweep", "Dust", "Polish", "Water", "Mop"].map((title) =>
      addChore(person, { title, share_with: [robin.email] }),
    ),
  );
  await openTab(page, "Today");
  await expect(section(page, "Active").getByRole("listitem")).toHaveCount(5);
  await rowsMove(page);
  // Loaded when the page is idle.
  const week = page.getByRole("complementary", { name: "Next seven days" });
  await expect(week.getByRole("link", { name: "Water" })).toHaveCount(1);
  const changed = await recordChanges(page);

  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  if (dust) await complete(robin, dust);
  await expect(item(section(page, "Done"), "Dust")).toBeVisible();
  expect(await changed()).toEqual(["Dust", "Sweep"]);

  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(5);
  expect(await changed()).toEqual(["Dust", "Mop", "Polish", "Sweep", "Water"]);
  if (polish) {
    const changes = { subtitle: "With wax" };
    succeeded(await rpc(person, "update_task", { task_id: polish.id, fields: changes }));
  }
  await expect(item(page, "Polish")).toContainText("With wax");
  expect(await changed()).toEqual(["Polish"]);
});
