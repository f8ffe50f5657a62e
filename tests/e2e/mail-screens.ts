import { expect, type Page } from "@playwright/test";
import { signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import { invite, newHousehold, personId } from "../support/households.ts";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { functionEnvironment } from "../support/service.ts";
import { sql } from "../support/sql.ts";
import { addChore, day } from "./chores.ts";
import type { Screen } from "./screens.ts";
import { openTab } from "./steps.ts";

/** The targets of links in mails, and the offer of a mail. */

const TITLE =
  "Sort the letters, bills and leaflets of the week into those to answer and to throw away";

async function openDonePage(page: Page) {
  const person = await newSignedInPerson("Petra Person");
  const { id: task } = await addChore(person, { title: TITLE });
  const claims = { purpose: "done", person: person.id, task, day: day(0) } as const;
  const token = await signMailLink(functionEnvironment(), claims, "3 days");
  await page.goto(`/mail/done?token=${token}`);
  await expect(page.getByRole("button", { name: "Mark as done" })).toBeVisible();
}

async function openInvitation(page: Page) {
  const alice = await newSignedInPerson("Alice Person");
  const household = await newHousehold(alice, "The flat above the bakery", ["Carol"]);
  const carol = await personId(alice, household, "Carol");
  await page.goto(`/join#${await invite(alice, household, "member", carol)}`);
  await expect(page.getByRole("heading", { name: "Alice Person invites you" })).toBeVisible();
}

const LONG_ADDRESS = "somebody.with.a.very.long.name.indeed@department.example.com";

export const mailScreens: readonly Screen[] = [
  {
    name: "invited-by-mail",
    needs: "nobody",
    open: async (page) => {
      await page.goto(`/?invited=${encodeURIComponent(LONG_ADDRESS)}`);
      await expect(
        page.getByText(`Somebody wants to share tasks with ${LONG_ADDRESS}.`),
      ).toBeVisible();
    },
  },
  { name: "join", needs: "nobody", open: openInvitation },
  {
    name: "join-with-an-account",
    needs: "nobody",
    open: async (page) => {
      await openInvitation(page);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("button", { name: "Sign in and join" })).toBeVisible();
    },
  },
  { name: "mail-done", needs: "nobody", open: openDonePage },
  {
    name: "mail-done-undo",
    needs: "nobody",
    open: async (page) => {
      await openDonePage(page);
      await page.getByRole("button", { name: "Mark as done" }).click();
      await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
    },
  },
  {
    name: "mail-unsubscribe",
    needs: "nobody",
    open: async (page) => {
      const claims = { purpose: "unsubscribe", address: LONG_ADDRESS, kind: "invitation" } as const;
      const token = await signMailLink(functionEnvironment(), claims, "1 day");
      await page.goto(`/mail/unsubscribe?token=${token}`);
      await expect(page.getByRole("button", { name: "Stop these mails" })).toBeVisible();
    },
  },
  {
    name: "morning-offer",
    needs: "nobody",
    open: async (page) => {
      const person = await newSignedInPerson("Petra Person");
      await sql("update auth.users set created_at = now() - interval '8 days' where id = $1", [
        person.id,
      ]);
      await addChore(person, { title: "Plants" });
      await keepSession(page, person.session);
      await openTab(page, "Today");
      await expect(page.getByRole("region", { name: "Your day by mail?" })).toBeVisible();
    },
  },
];
