import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore, complete } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { recordRenders } from "./renders.ts";
import { item, openTab, rowsMove } from "./steps.ts";

/** Nothing is asked of the backend, and nothing rendered, that is known already. */

/** Every request to the backend, as its path and body. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === stackUnderTest().apiUrl) requests.push(`${pathname} ${request.postData()}`);
  });
  return requests;
}

test("one call reads everything at the start; later ones ask only whether it has changed", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  const requests = recordRequests(page);
  const unchanged = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("known_digest")),
  );
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // The live channel was joined after that; what came in between might have been missed.
  expect(Object.keys(await (await unchanged).json())).toEqual(["digest"]);
  expect(requests).toEqual([
    "/rest/v1/rpc/list_tasks {}",
    expect.stringMatching(/^\/rest\/v1\/rpc\/list_tasks {"known_digest":"[0-9a-f]{32}"}$/),
  ]);

  for (const name of ["Tasks", "About", "Today"] as const) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // About shows the contacts.
  expect(requests.slice(2)).toEqual(["/rest/v1/shared_contacts null"]);
});

test("a change renders the row and the card of its task, and no other", async ({
  page,
  person,
}) => {
  const robin = await newSignedInPerson("Robin Roommate");
  const [, dust, polish] = await Promise.all(
    ["Sweep", "Dust", "Polish", "Water", "Mop"].map((title) =>
      addChore(person, { title, share_with: [robin.email] }),
    ),
  );
  const rendered = await recordRenders(page);
  await openTab(page, "Today");
  await expect(section(page, "Active").getByRole("listitem")).toHaveCount(5);
  await rowsMove(page);
  expect([...(await rendered())].sort()).toEqual(["Dust", "Mop", "Polish", "Sweep", "Water"]);

  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  if (dust) await complete(robin, dust);
  await expect(item(section(page, "Done"), "Dust")).toBeVisible();
  expect([...(await rendered())].sort()).toEqual(["Dust", "Sweep"]);

  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(5);
  await rendered();
  if (polish) {
    const changes = { subtitle: "With wax" };
    succeeded(await rpc(person, "update_task", { task_id: polish.id, fields: changes }));
  }
  await expect(item(page, "Polish")).toContainText("With wax");
  expect([...(await rendered())]).toEqual(["Polish"]);
});
