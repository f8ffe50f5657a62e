import { expect } from "@playwright/test";
import { newHousehold, personId } from "../support/households.ts";
import { addChore, addOverdueChore, complete } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** The order and names of a screen for screen readers. */

test.use({ viewport: { width: 390, height: 844 } });

test("Today is read from the day to the rows, each with its subject", async ({ page, person }) => {
  const flat = await newHousehold(person, "The flat", ["Carol"]);
  const household = { household_id: flat, category: "Home" };
  const roster = [await personId(person, flat, "Carol")];
  await addChore(person, { ...household, title: "Bins", subtitle: "Paper and glass", roster });
  await addOverdueChore(person, { ...household, title: "Mop" });
  await complete(person, await addChore(person, { ...household, title: "Dust" }));
  await openTab(page, "Today");
  await expect(page.getByRole("region", { name: "Next seven days" })).toBeVisible();
  await expect(page.getByRole("banner")).toMatchAriaSnapshot(`
    - banner:
      - text: Rota
      - tablist "Screens":
        - tab "Today" [selected]
        - tab "Tasks"
        - tab "About"
      - link "The flat"
      - status
      - button "Add Task"
      - link "Settings"
  `);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - tabpanel "Today":
        - heading /^Today is/ [level=1]
        - paragraph: You have 2 tasks for today
        - group "Whose tasks":
          - radio "All" [checked]
          - radio "Mine"
        - region "Next seven days":
          - list:
            - listitem:
              - button /^[A-Z][a-z]{2}, .* 2 due$/
        - region "Overdue":
          - heading "Overdue" [level=2]
          - heading "Home 1" [level=3]
          - list:
            - listitem:
              - button /^Mark Mop as done for/
              - paragraph:
                - link "Mop"
              - paragraph: Yesterday
              - button /^More for Mop for/
        - region "Active":
          - heading "Active" [level=2]
          - heading "Home 1" [level=3]
          - list:
            - listitem:
              - button "Mark Bins as done"
              - paragraph:
                - link "Bins"
              - paragraph: Paper and glass
              - img "Carol’s turn"
              - button "More for Bins"
        - region "Done":
          - heading "Done" [level=2]
          - heading "Home 1" [level=3]
          - list:
            - listitem:
              - paragraph:
                - link "Dust"
              - paragraph: /You at .*/
              - button "Undo Dust"
              - button "More for Dust"
  `);
});

test("a card of Tasks is read from its title to what can be done", async ({ page, person }) => {
  await addChore(person, { title: "Bins", subtitle: "Paper and glass" });
  await openTab(page, "Tasks");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - tabpanel "Tasks":
        - heading "All Tasks" [level=1]
        - paragraph: 1 active task
        - search:
          - searchbox "Search tasks"
        - status
        - region "Home":
          - heading "Home 1 task" [level=2]
          - list:
            - listitem:
              - heading "Bins" [level=3]:
                - link "Bins"
              - paragraph: Paper and glass
              - paragraph: Daily
              - paragraph: /Next Due/
              - button /History/
              - button "Edit Bins"
              - button "Delete Bins"
  `);
});
