import { expect, type Page } from "@playwright/test";
import { PASSWORD } from "../support/actors.ts";
import { updateTask } from "../support/actors-tasks.ts";
import { householdsOf } from "../support/households.ts";
import { sendMailsNow } from "../support/mailbox.ts";
import { newSignedInPerson } from "../support/people.ts";
import { sql, sqlValue } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { answerWho, newDisplayAddress } from "./display-steps.ts";
import { section, test } from "./fixtures.ts";
import { chooseForPerson, invitationLink, mailedInvitation } from "./household-steps.ts";
import {
  expectToast,
  item,
  joinedLive,
  openEditor,
  openHousehold,
  openSettings,
  openTab,
  save,
} from "./steps.ts";

/** A household from its first day until after its founder has left: three browsers and a tablet. */

const CHORES = ["Bins", "Dishes", "Floor", "Plants", "Post"];

async function join(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole("button", { name: "Join" }).click();
  await expectToast(page, "success", "Welcome");
}

/** What a closing has no time for is done by the schedule, which this stack hasn't. */
const untilClosed = (id: string) =>
  expect
    .poll(async () => {
      await sql(
        "update private.closings set begun_at = now() - interval '2 minutes' where account_id = $1",
        [id],
      );
      await sendMailsNow();
      return sqlValue("select count(*) from auth.users where id = $1", [id]);
    })
    .toBe("0");

test("whoever made a household leaves it all behind, with everybody's name", {
  tag: "@first",
}, async ({ page: alices, person: alice, openBrowser, openBrowserOf }) => {
  const [bob, carol] = await Promise.all([newSignedInPerson("Bob"), newSignedInPerson("Caroline")]);
  const chores = await Promise.all(CHORES.map((title) => addChore(alice, { title })));

  await openHousehold(alices, "Household");
  await alices.getByRole("button", { name: "New household" }).click();
  await alices.getByLabel("Name", { exact: true }).fill("The flat");
  await alices.getByLabel("Who else lives here?").fill("Carol");
  await alices.getByRole("button", { name: "Create" }).click();
  await expect(alices.getByRole("heading", { level: 1, name: "The flat" })).toBeVisible();
  const tablet = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await tablet.goto(await newDisplayAddress(alices));
  await alices.keyboard.press("Escape");
  await alices.getByRole("link", { name: "People" }).click();

  // Bob comes by mail.
  await alices.getByRole("button", { name: "Invite", exact: true }).click();
  await alices.getByRole("dialog").getByLabel("Email").fill(bob.email);
  await alices.getByRole("button", { name: "Send the invitation" }).click();
  await expectToast(alices, "success", "Invitation on its way");
  const bobs = await openBrowserOf(bob);
  await join(bobs, await mailedInvitation(bob.email, 1));

  // One task moves in through its editor, the others in the same way.
  await openTab(alices, "Tasks");
  await openEditor(alices, "Bins");
  await alices.getByLabel("Belongs to").selectOption("The flat");
  await save(alices);
  const [household] = await householdsOf(alice);
  for (const { id } of chores.slice(1)) {
    await updateTask(alice, id, { household_id: household?.id });
  }
  await openTab(bobs, "Today");
  await expect(section(bobs, "Active").getByRole("listitem")).toHaveCount(CHORES.length);
  await expect(tablet.getByRole("region", { name: /^Today/ })).toContainText("Post");

  // Alice records that Carol did it; the tablet records another one by Carol and Bob.
  await openTab(alices, "Today");
  await alices.getByRole("button", { name: "More for Bins" }).click();
  await alices.getByRole("menuitem", { name: "Done by…" }).click();
  await alices.getByRole("dialog").getByRole("button", { name: "Carol" }).click();
  await expect(item(section(bobs, "Done"), "Bins")).toContainText("Carol at");
  await expect(tablet.getByRole("region", { name: /^Done/ })).toContainText("Bins");
  await tablet.getByRole("button", { name: "Dishes" }).click();
  await answerWho(tablet, "Carol", "Bob");
  await expect(item(section(bobs, "Done"), "Dishes")).toContainText(", on the tablet");

  // Carol has an account now, by the code that Alice's screen shows.
  await alices.goto(`/household/${household?.id}`);
  const link = await invitationLink(alices, "Carol");
  const carols = await openBrowserOf(carol);
  await join(carols, link);
  await openTab(carols, "Today");
  await expect(item(section(carols, "Done"), "Bins")).toContainText("You at");

  // Alice makes Bob keeper and closes her account.
  await chooseForPerson(alices, "Bob", "Edit");
  await alices.getByLabel("Role").selectOption("keeper");
  await alices.getByRole("button", { name: "Save", exact: true }).click();
  await expect(alices.getByRole("dialog")).toHaveCount(0);
  const joined = joinedLive(alices);
  await openSettings(alices, "account");
  await joined;
  await alices.getByRole("button", { name: "Close my account…" }).click();
  const question = alices.getByRole("alertdialog", { name: "Close my account" });
  await question.getByLabel("Your password").fill(PASSWORD);
  await question.getByRole("button", { name: "Close my account" }).click();
  await expect(alices.getByRole("tab", { name: "Sign In" })).toBeVisible();
  await untilClosed(alice.id);

  await bobs.reload();
  await expect(item(section(bobs, "Done"), "Bins")).toContainText("Carol at");
  await expect(section(bobs, "Active").getByRole("listitem")).toHaveCount(CHORES.length - 2);
  await expect(item(section(carols, "Done"), "Dishes")).toContainText("You and Bob");
  await tablet.getByRole("button", { name: "Floor" }).click();
  await expect(tablet.getByRole("dialog")).not.toContainText("Petra");
  await answerWho(tablet, "Bob");
  await expect(item(section(carols, "Done"), "Floor")).toContainText(
    /Bob, on the tablet “.?Kitchen tablet.?”/,
  );
});
