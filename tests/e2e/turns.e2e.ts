import { expect, type Page } from "@playwright/test";
import { join, newDisplay, newHousehold, personId } from "../support/households.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { expectToast, item, openTab } from "./steps.ts";

/** Turns, in two browsers and on the tablet in the kitchen: each shows at once what another does. */

interface Flat {
  readonly id: string;
  readonly petra: string;
  readonly bob: string;
  readonly carol: string;
}

/** Petra, Bob, and Carol, who has no account. */
async function moveIn(petra: SignedInPerson, bob: SignedInPerson): Promise<Flat> {
  const id = await newHousehold(petra, "The flat", ["Carol"]);
  await join(petra, id, bob);
  const idOf = (name: string) => personId(petra, id, name);
  return {
    id,
    petra: await idOf("Petra Person"),
    bob: await idOf("Bob"),
    carol: await idOf("Carol"),
  };
}

const active = (page: Page, title: string) => item(section(page, "Active"), title);
const done = (page: Page, title: string) => item(section(page, "Done"), title);

test("an absence moves turns, one is asked for and taken, and who did another's is told", async ({
  page: petras,
  person: petra,
  openBrowser,
  openBrowserOf,
}) => {
  const bob = await newSignedInPerson("Bob");
  const flat = await moveIn(petra, bob);
  const add = (title: string, ...roster: string[]) =>
    addChore(petra, { title, household_id: flat.id, roster });
  const bins = await add("Bins", flat.petra, flat.bob, flat.carol);
  await add("Dishes", flat.bob, flat.petra);
  const bobs = await openBrowserOf(bob);
  await openTab(bobs, "Today");
  const tablet = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await tablet.goto(`/display#${await newDisplay(petra, flat.id)}`);
  const onTablet = (title: string) => tablet.getByRole("button", { name: new RegExp(`^${title}`) });
  await expect(
    active(bobs, "Bins").getByRole("img", { name: "Petra Person’s turn" }),
  ).toBeVisible();
  await expect(active(bobs, "Dishes").getByRole("img", { name: "Your turn" })).toBeVisible();
  await expect(onTablet("Bins")).toContainText("Petra Person’s turn");

  // An absent person is passed over, and has the turn again when back.
  await petras.goto(`/household/${flat.id}`);
  await petras.getByRole("button", { name: "I am away" }).click();
  await petras.getByRole("button", { name: "Save" }).click();
  await expect(petras.getByRole("list", { name: "People" })).toContainText("until further notice");
  await expect(active(bobs, "Bins").getByRole("img", { name: "Your turn" })).toBeVisible();
  await expect(bobs.getByText("Petra Person is away")).toBeVisible();
  await expect(onTablet("Bins")).toContainText("Bob’s turn");
  // The live message, which may come before the answer, removes the pressed button: the toast is shown all the
  // same.
  const back = petras.getByRole("button", { name: /^Back: Petra/ });
  await petras.route("**/rpc/end_absence", async (route) => {
    const response = await route.fetch();
    await expect(back).toHaveCount(0);
    await route.fulfill({ response });
  });
  await back.click();
  await expectToast(petras, "success", "Back again");
  await expect(
    active(bobs, "Bins").getByRole("img", { name: "Petra Person’s turn" }),
  ).toBeVisible();
  await expect(onTablet("Bins")).toContainText("Petra Person’s turn");

  // Bob asks, and Petra takes it with one tap.
  await openTab(petras, "Today");
  await bobs.getByRole("button", { name: "More for Dishes" }).click();
  await bobs.getByRole("menuitem", { name: "Give my turn to…" }).click();
  await bobs.getByRole("button", { name: "Ask somebody…" }).click();
  await bobs
    .getByRole("group", { name: "Whom to ask" })
    .getByRole("button", { name: "Petra Person" })
    .click();
  await expectToast(bobs, "success", "Petra Person is asked");
  const asked = petras.getByRole("list", { name: "Asked of you" });
  await expect(asked).toContainText("Bob asks: can you take Dishes today?");
  await asked.getByRole("button", { name: "Take Dishes today" }).click();
  await expect(active(petras, "Dishes").getByRole("img", { name: "Your turn" })).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(
    active(bobs, "Dishes").getByRole("img", { name: "Petra Person’s turn" }),
  ).toBeVisible();
  await expect(onTablet("Dishes")).toContainText("Petra Person’s turn");

  // Bob does it on Petra's turn.
  await bobs.getByRole("button", { name: "Mark Bins as done" }).click();
  const turn = "Great job! Task marked as complete. Counted for you; it was Petra Person’s turn.";
  await expectToast(bobs, "success", "Task Completed", turn);
  await expect(done(petras, "Bins")).toContainText(/Bob at .*, it was your turn/);
  await expect(tablet.getByRole("region", { name: /^Done/ })).toContainText(
    /Bob, .*, it was Petra Person’s turn/,
  );
  await petras.goto(`/task/${bins.id}`);
  const happened = petras.getByRole("region", { name: "What happened" });
  await expect(happened).toContainText(/Bob.? did it, it was your turn/);
  await expect(petras.getByRole("list", { name: "Next turns" })).toContainText(/Bob.*Carol.*You/);
});
